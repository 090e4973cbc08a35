//! The planes and the classes of moves are those of dlshogi.

mod support;

use std::fs;

use proptest::prelude::*;
use shogi_core::features::{self, BOARD_PLANES, HAND_PLANES, LABELS, PLANE};
use shogi_core::{Color, Position};

/// Returns the planes of the board as sets of squares. Each value must be 0 or 1.
fn board_planes(position: &Position) -> Vec<u128> {
    let mut planes = [[7.0; PLANE]; BOARD_PLANES];
    features::board_planes(position, &mut planes);
    planes.iter().map(set).collect()
}

fn set(plane: &[f32; PLANE]) -> u128 {
    assert!(plane.iter().all(|&value| value == 0.0 || value == 1.0));
    plane.iter().enumerate().fold(0, |set, (index, &value)| set | u128::from(value == 1.0) << index)
}

/// Returns the planes of the hands. All squares of a plane must have the same value.
fn hand_planes(position: &Position) -> Vec<bool> {
    let mut planes = [[7.0; PLANE]; HAND_PLANES];
    features::hand_planes(position, &mut planes);
    planes
        .iter()
        .map(|plane| {
            let squares = set(plane);
            assert!(squares == 0 || squares == (1 << PLANE) - 1);
            squares != 0
        })
        .collect()
}

/// Returns the classes of the legal moves in the order of their names.
fn classes(position: &Position) -> Vec<(String, u16)> {
    let class = |m: shogi_core::Move| features::label(position.side(), m.bare());
    let moves = position.legal_moves();
    let mut classes: Vec<_> = moves.iter().map(|m| (m.to_string(), class(m))).collect();
    classes.sort();
    classes
}

#[test]
fn planes_and_classes_are_those_of_dlshogi() {
    let text = fs::read_to_string(support::data_path("shogi/features.tsv")).unwrap();
    let mut sides = [0; 2];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = line.split('\t').collect();
        let position: Position = columns[0].parse().unwrap();
        let planes: Vec<u128> =
            columns[1].split(',').map(|hex| u128::from_str_radix(hex, 16).unwrap()).collect();
        assert_eq!(board_planes(&position), planes, "{line}");
        let hands: Vec<bool> = columns[2].chars().map(|digit| digit == '1').collect();
        assert_eq!(hand_planes(&position), hands, "{line}");
        let mut expected: Vec<(String, u16)> = columns[3]
            .split(' ')
            .map(|pair| {
                let (name, class) = pair.split_once('=').unwrap();
                (name.to_owned(), class.parse().unwrap())
            })
            .collect();
        expected.sort();
        assert_eq!(classes(&position), expected, "{}", columns[0]);
        sides[position.side().index()] += 1;
    }
    assert!(sides.iter().all(|&count| count > 5), "{sides:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A half turn with exchanged colours is the same position for the side to move.
    #[test]
    fn a_half_turn_changes_nothing(picks in prop::collection::vec(any::<u16>(), 0..120)) {
        let mut position = Position::start();
        for pick in picks {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[usize::from(pick) % moves.len()]).unwrap();
        }
        let turned = position.half_turn();
        prop_assert_eq!(board_planes(&position), board_planes(&turned));
        prop_assert_eq!(hand_planes(&position), hand_planes(&turned));

        let mut mask = [7; LABELS];
        features::legal_mask(&position, &mut mask);
        let mut other = [7; LABELS];
        features::legal_mask(&turned, &mut other);
        prop_assert!(mask == other);
        let all = classes(&position);
        prop_assert!(all.iter().all(|(_, class)| mask[usize::from(*class)] == 1));
        let mut distinct: Vec<u16> = all.iter().map(|(_, class)| *class).collect();
        distinct.sort_unstable();
        distinct.dedup();
        prop_assert_eq!(mask.iter().filter(|&&bit| bit == 1).count(), distinct.len());
    }
}

/// Different moves of a side have different classes, except moves of two pieces from one direction.
#[test]
fn every_class_of_the_start_is_met_once() {
    let classes = classes(&Position::start());
    let mut numbers: Vec<u16> = classes.iter().map(|(_, class)| *class).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), classes.len());
    assert_eq!(features::label(Color::Black, "7g7f".parse().unwrap()), 59);
}
