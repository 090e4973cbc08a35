//! Tests the 42 patterns and position keys: the values in the tutorial, and properties in played
//! games.
use proptest::prelude::*;
use reversi_core::pattern::{
    EditError, MAX_PATTERNS, PatternBoard, PatternSet, PatternSetError, State, tutorial,
};
use reversi_core::{
    Board, Color, Position, Square, Symmetry, canonical, equal_moves, from_canonical, to_canonical,
};

fn after(moves: &str) -> Position {
    let mut position = Position::start();
    for square in moves.split_whitespace() {
        position.play_with_forced_pass(square.parse().unwrap()).unwrap();
    }
    position
}

/// Computes the states from the definition, digit by digit.
fn naive<S: State>(board: &PatternBoard<'_, S>) -> Vec<u32> {
    let digit = |square| board.disc(square).map_or(0, |color| 1 + color.index() as u32);
    (0..board.set().len())
        .map(|id| {
            let squares = board.set().squares(id).unwrap();
            squares.iter().rev().fold(0, |state, &square| 3 * state + digit(square))
        })
        .collect()
}

fn states<S: State>(board: &PatternBoard<'_, S>) -> Vec<u32> {
    board.states().iter().map(|&state| state.into()).collect()
}

#[test]
fn values_of_the_tutorial() {
    let states = |moves: &str| {
        PatternBoard::from_position(&tutorial::PATTERNS, after(moves)).states().to_vec()
    };
    let mut start = vec![0; 42];
    for (id, state) in [
        (0, 135),
        (1, 189),
        (2, 135),
        (3, 189),
        (12, 216),
        (13, 108),
        (14, 27),
        (15, 27),
        (16, 54),
        (17, 54),
    ] {
        start[id] = state;
    }
    assert_eq!(states(""), start);
    assert_eq!(
        states("f5")[..22],
        [135, 351, 135, 108, 0, 0, 0, 81, 0, 0, 0, 0, 135, 108, 27, 108, 54, 27, 0, 0, 0, 27]
    );
    assert!(states("f5")[22..].iter().all(|&state| state == 0));
    let late = states("f5 d6 c3 d3 c4 f4 f6 f3 e6 e7");
    assert_eq!(
        late[..26],
        [
            684, 432, 612, 2160, 549, 459, 36, 396, 0, 162, 0, 0, 441, 675, 198, 153, 27, 234, 216,
            54, 63, 45, 0, 18, 9, 15
        ]
    );
    assert!(late[26..].iter().all(|&state| state == 0));
}

#[test]
fn shape_of_the_set() {
    let mut met = [0; 64];
    for id in 0..42 {
        for square in tutorial::PATTERNS.squares(id).unwrap() {
            met[square.index()] += 1;
        }
    }
    assert_eq!(met.iter().sum::<u32>(), 296);
    let count = |n| met.iter().filter(|&&m| m == n).count();
    assert_eq!((count(6), count(5), count(4)), (4, 32, 28));
    for square in [Square::B2, Square::B7, Square::G2, Square::G7] {
        assert_eq!(met[square.index()], 6);
    }
    // The set is closed under the symmetries, and each symmetry maps a class to one class.
    let sorted = |squares: Vec<Square>| {
        let mut squares = squares;
        squares.sort();
        squares
    };
    let all: Vec<_> =
        (0..42).map(|id| sorted(tutorial::PATTERNS.squares(id).unwrap().to_vec())).collect();
    for id in 0..42 {
        for symmetry in Symmetry::ALL {
            let image = tutorial::PATTERNS
                .squares(id)
                .unwrap()
                .iter()
                .map(|&s| from_canonical(s, symmetry));
            assert!(all.contains(&sorted(image.collect())), "pattern {id} under {symmetry:?}");
        }
    }
    assert_eq!(tutorial::PATTERNS.squares(42), None);
    assert_eq!(tutorial::PATTERNS.state_count(26), Some(81));
}

#[test]
fn patterns_have_names() {
    let squares = |id| tutorial::PATTERNS.squares(id).unwrap().iter().map(Square::to_string);
    for (id, number, first, last) in [
        (tutorial::LINE4_1, 0, "a4", "h4"),
        (tutorial::LINE3_4, 7, "f1", "f8"),
        (tutorial::LINE2_2, 9, "a7", "h7"),
        (tutorial::DIAG8_2, 13, "a8", "h1"),
        (tutorial::DIAG7_1, 14, "a2", "g8"),
        (tutorial::DIAG6_4, 21, "c8", "h3"),
        (tutorial::DIAG5_3, 24, "a5", "e1"),
        (tutorial::DIAG4_2, 27, "e1", "h4"),
        (tutorial::EDGE8_8, 37, "g7", "h8"),
        (tutorial::CORNER8_4, 41, "g6", "h8"),
    ] {
        assert_eq!(id, number);
        assert_eq!(squares(id).next().as_deref(), Some(first));
        assert_eq!(squares(id).next_back().as_deref(), Some(last));
    }
}

#[test]
fn the_patterns_of_a_square_are_those_that_contain_it() {
    let all: Vec<_> = tutorial::PATTERNS.patterns_at(Square::B2).collect();
    let weight = |k| 3u32.pow(k);
    let expected = [
        (tutorial::LINE2_1, weight(1)),
        (tutorial::LINE2_3, weight(1)),
        (tutorial::DIAG8_1, weight(1)),
        (tutorial::EDGE8_1, weight(0)),
        (tutorial::EDGE8_5, weight(0)),
        (tutorial::CORNER8_1, weight(3)),
    ];
    assert_eq!(all, expected);
    for square in Square::all() {
        let found = tutorial::PATTERNS.patterns_at(square);
        let expected = (0..42).filter_map(|id| {
            let squares = tutorial::PATTERNS.squares(id)?;
            Some((id, weight(squares.iter().position(|&s| s == square)? as u32)))
        });
        assert!(found.eq(expected), "{square}");
    }
}

#[test]
fn keys_of_the_tutorial() {
    for (moves, symmetry, key) in [
        ("", 1, "00000008 10000000 00000010 08000000"),
        ("f5", 7, "00000008 18080000 00000010 00000000"),
        ("e6", 3, "00000008 18080000 00000010 00000000"),
        ("d3", 0, "00000008 18080000 00000010 00000000"),
        ("c4", 4, "00000008 18080000 00000010 00000000"),
        ("f5 d6 c3 d3 c4", 1, "0000000c 38200000 00001010 00100000"),
        ("f5 f6 e6 f4 e3", 7, "00000008 3c000000 00000010 001c0000"),
    ] {
        let (found, image) = canonical(after(moves).board());
        assert_eq!((found.to_string().as_str(), image.index()), (key, symmetry), "{moves}");
    }
    let white = canonical(Board::START.swap_sides());
    assert_eq!((white.0, white.1.index()), (canonical(Board::START).0, 0));
}

#[test]
fn sets_that_do_not_fit_are_refused() {
    let line: Vec<Square> = Square::all().take(12).collect();
    assert_eq!(
        PatternSet::<u16>::new(&[&line[..11]]).unwrap_err(),
        PatternSetError::BadSize { pattern: 0, found: 11, most: 10 }
    );
    assert!(PatternSet::<u16>::new(&[&line[..10]]).is_ok());
    assert!(PatternSet::<u32>::new(&[&line]).is_ok());
    assert_eq!(
        PatternSet::<u32>::new(&[&line, &[]]).unwrap_err(),
        PatternSetError::BadSize { pattern: 1, found: 0, most: 12 }
    );
    assert_eq!(
        PatternSet::<u32>::new(&[line.as_slice(); MAX_PATTERNS + 1]).unwrap_err(),
        PatternSetError::TooManyPatterns { found: 49 }
    );
    assert!(PatternSet::<u32>::new(&[line.as_slice(); MAX_PATTERNS]).is_ok());
    assert_eq!(
        PatternSet::<u16>::new(&[&[Square::A1, Square::B1, Square::A1]]).unwrap_err(),
        PatternSetError::RepeatedSquare { pattern: 0, square: Square::A1 }
    );
}

/// Plays a game in which each number picks a move, then undoes all moves. Calls `check` after each
/// step.
fn through<S: State>(set: &PatternSet<S>, picks: &[u8]) -> Result<(), TestCaseError> {
    let mut board = PatternBoard::start(set);
    let mut seen = vec![board.clone()];
    for &pick in picks {
        if board.position().must_pass() {
            board.pass().unwrap();
            seen.push(board.clone());
        }
        let moves = board.position().moves();
        if moves.is_empty() {
            break;
        }
        let bad = Square::all().find(|&s| !moves.contains(s)).unwrap();
        prop_assert!(board.play(bad).is_err());
        let square = moves.iter().nth(usize::from(pick) % moves.len() as usize).unwrap();
        board.play(square).unwrap();
        prop_assert_eq!(states(&board), naive(&board));
        seen.push(board.clone());
    }
    let mut swapped = board.clone();
    swapped.swap_colors();
    prop_assert_eq!(states(&swapped), naive(&swapped));
    prop_assert_eq!(swapped.position().black(), board.position().white());
    swapped.undo();
    prop_assert_eq!(states(&swapped), naive(&swapped));
    let mut twice = board.clone();
    twice.swap_colors();
    twice.swap_colors();
    prop_assert_eq!(&twice, &board);
    while let Some(copy) = seen.pop() {
        prop_assert_eq!(&board, &copy);
        prop_assert_eq!(board.undo().is_none(), seen.is_empty());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn states_equal_those_from_scratch(picks in prop::collection::vec(0u8..32, 0..70)) {
        through(&tutorial::PATTERNS, &picks)?;
    }

    #[test]
    fn any_set_works(
        picks in prop::collection::vec(0u8..32, 0..70),
        shapes in prop::collection::vec(prop::sample::subsequence((0u8..64).collect::<Vec<_>>(), 1..=12), 1..=48),
    ) {
        let shapes: Vec<Vec<Square>> = shapes
            .iter()
            .map(|shape| shape.iter().map(|&i| Square::from_index(i).unwrap()).collect())
            .collect();
        let shapes: Vec<&[Square]> = shapes.iter().map(Vec::as_slice).collect();
        through(&PatternSet::<u32>::new(&shapes).unwrap(), &picks)?;
    }

    #[test]
    fn edits_keep_the_states(edits in prop::collection::vec((0u8..64, 0u8..4), 0..80)) {
        let mut board = PatternBoard::start(&tutorial::PATTERNS);
        for (index, edit) in edits {
            let square = Square::from_index(index).unwrap();
            let before = board.disc(square);
            let done = match edit {
                0 => board.put(square, Color::Black),
                1 => board.put(square, Color::White),
                2 => board.flip(square),
                _ => board.remove(square).map(|_| ()),
            };
            match (edit, before) {
                (0 | 1, Some(_)) => prop_assert_eq!(done, Err(EditError::Occupied(square))),
                (2 | 3, None) => prop_assert_eq!(done, Err(EditError::Empty(square))),
                _ => prop_assert_eq!(done, Ok(())),
            }
            prop_assert_eq!(states(&board), naive(&board));
        }
    }

    #[test]
    fn keys_ignore_symmetry_and_map_moves(picks in prop::collection::vec(0u8..32, 0..70)) {
        let mut board = PatternBoard::start(&tutorial::PATTERNS);
        for pick in picks {
            let moves = board.position().moves();
            if moves.is_empty() {
                break;
            }
            let square = moves.iter().nth(usize::from(pick) % moves.len() as usize).unwrap();
            board.play(square).unwrap();
        }
        let board = board.position().board();
        let (key, own) = canonical(board);
        for symmetry in Symmetry::ALL {
            let image = board.image(symmetry);
            let (same, t) = canonical(image);
            prop_assert_eq!(same, key);
            prop_assert_eq!(image.image(t), key.board());
        }
        for square in board.moves() {
            let there = to_canonical(square, own);
            prop_assert!(key.board().moves().contains(there));
            prop_assert_eq!(from_canonical(there, own), square);
            for equal in equal_moves(board, square) {
                prop_assert_eq!(
                    canonical(board.play(square).unwrap()).0,
                    canonical(board.play(equal).unwrap()).0
                );
            }
        }
    }
}
