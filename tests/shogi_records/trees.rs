//! Converts random games with variations, comments, ends and times to every format and back.

use std::time::Duration;

use proptest::prelude::*;
use shogi_core::format::record::LossKind;
use shogi_core::format::{bod, csa, jkf, ki2, kif, notation};
use shogi_core::{
    BareMove, Color, End, Game, GameBuilder, Handicap, MoveTime, NodeId, Position, Square, field,
};

use super::{Without, reread_csa, reread_jkf, reread_ki2, reread_kif, stripped};

/// Plays a game in which each number picks one of the legal moves, and returns the position.
fn played(start: Position, choices: &[u16]) -> Position {
    let mut position = start;
    for &choice in choices {
        let moves = position.legal_moves();
        let Some(&m) = moves.as_slice().get(usize::from(choice) % moves.len().max(1)) else {
            break;
        };
        let _ = position.play_unchecked(m);
    }
    position
}

fn texts() -> impl Strategy<Value = Option<String>> {
    prop_oneof![
        4 => Just(None),
        1 => "[a-zA-Z0-9 *#&'%+,:：▲△同７六歩変化まで手数()\\n-]{0,12}".prop_map(Some),
    ]
}

#[derive(Clone, Debug)]
enum Act {
    Play(u16),
    Back(u8),
    End(u8),
    Comment(Option<String>),
    Time(u32),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        8 => any::<u16>().prop_map(Act::Play),
        1 => any::<u8>().prop_map(Act::Back),
        1 => any::<u8>().prop_map(Act::End),
        1 => texts().prop_map(Act::Comment),
        2 => (0u32..100_000).prop_map(Act::Time),
    ];
    proptest::collection::vec(act, 0..80)
}

const ENDS: [End; 15] = [
    End::Resignation,
    End::Checkmate,
    End::NoMate,
    End::TimeUp,
    End::Foul { by: Color::Black },
    End::Foul { by: Color::White },
    End::Repetition,
    End::Impasse,
    End::Declaration,
    End::Draw,
    End::MaxMoves,
    End::WinByDefault,
    End::Interruption,
    End::SealedMove,
    End::TakeBack,
];

/// Returns a game with variations, comments, ends and times in whole seconds.
fn game(handicap: usize, acts: &[Act]) -> Game {
    let mut builder = GameBuilder::new(Handicap::ALL[handicap].position());
    for act in acts {
        match act {
            Act::Play(choice) => {
                let moves = builder.position().legal_moves();
                let choice = usize::from(*choice) % moves.len().max(1);
                match moves.as_slice().get(choice) {
                    Some(&m) if builder.is_open() => {
                        builder.play(m).unwrap();
                    }
                    _ => {}
                }
            }
            Act::Back(plies) => {
                for _ in 0..*plies % 8 {
                    builder.back();
                }
            }
            Act::End(end) => {
                if builder.is_open() {
                    builder.end(ENDS[usize::from(*end) % ENDS.len()]);
                }
            }
            Act::Comment(comment) => {
                let at = builder.at();
                builder.game_mut().set_comment(at, comment.as_deref());
            }
            Act::Time(seconds) => {
                if builder.at() != NodeId::ROOT {
                    let spent = Duration::from_secs(u64::from(*seconds));
                    builder.set_time(MoveTime { spent, total: None });
                }
            }
        }
    }
    let mut game = builder.finish();
    game.add_field(field::BLACK, "先手の名");
    game.add_field("何か", "a：b");
    game
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn trees_go_round_in_kif_and_jkf(handicap in 0usize..16, acts in acts()) {
        let game = game(handicap, &acts);
        prop_assert!(kif::write(&game).losses.is_empty());
        prop_assert_eq!(&reread_kif(&game), &game);
        // The schema of JKF has no words for some ends.
        let lost = jkf::write(&game).losses;
        prop_assert!(lost.iter().all(|loss| loss.kind == LossKind::End));
        if lost.is_empty() {
            prop_assert_eq!(&reread_jkf(&game), &game);
        }
    }

    /// Adds bookmarks, remarks, total times and illegal moves.
    #[test]
    fn kif_keeps_everything(
        handicap in 0usize..16,
        acts in acts(),
        more in proptest::collection::vec((any::<prop::sample::Index>(), 0u8..4, texts(), any::<u16>()), 0..8),
    ) {
        let mut game = game(handicap, &acts);
        for (at, what, text, number) in more {
            let nodes: Vec<NodeId> = game.preorder().collect();
            let node = nodes[at.index(nodes.len())];
            match what {
                0 => game.set_bookmark(node, text.as_deref()),
                1 => game.set_remark(node, text.as_deref()),
                2 if node != NodeId::ROOT => {
                    let time = game.time(node).unwrap_or_default();
                    let total = Some(Duration::from_secs(u64::from(number) + 400_000));
                    game.set_time(node, Some(MoveTime { total, ..time }));
                }
                _ if game.is_open(node) => {
                    let position = game.position(node);
                    let squares: Vec<Square> = Square::all().collect();
                    let [origin, target] =
                        [number % 81, number / 81 % 81].map(|index| squares[usize::from(index)]);
                    let bare = BareMove::Normal { origin, target, promote: false };
                    let m = position.with_kinds(bare).filter(|&m| !position.is_legal(m));
                    if let Some(m) = m {
                        let mut builder = GameBuilder::from_game(game);
                        builder.go_to(node);
                        builder.illegal(m);
                        builder.end(End::Foul { by: position.side() });
                        game = builder.finish();
                    }
                }
                _ => {}
            }
        }
        // Remarks after moves become comments in KIF.
        let lost = kif::write(&game).losses;
        prop_assert!(lost.iter().all(|loss| loss.kind == LossKind::Remark));
        let mut plain = game.clone();
        for id in game.preorder().filter(|&id| id != NodeId::ROOT) {
            plain.set_remark(id, None);
        }
        prop_assert!(kif::write(&plain).losses.is_empty());
        prop_assert_eq!(&reread_kif(&plain), &plain);
        let lost = jkf::write(&game).losses;
        let kinds = [LossKind::Bookmark, LossKind::Remark, LossKind::End];
        prop_assert!(lost.iter().all(|loss| kinds.contains(&loss.kind)));
        if lost.is_empty() {
            prop_assert_eq!(&reread_jkf(&game), &game);
        }
    }

    #[test]
    fn main_lines_go_round_in_csa(handicap in 0usize..16, acts in acts()) {
        let game = game(handicap, &acts);
        let main = stripped(&game, &Without { times: false, totals: true, notes: true, variations: true });
        prop_assert!(csa::write(&main).losses.is_empty());
        prop_assert_eq!(&reread_csa(&main), &main);
        let lost = csa::write(&game).losses;
        let branches = game.node_count() > main.node_count();
        prop_assert_eq!(lost.iter().any(|loss| loss.kind == LossKind::Variation), branches);
    }

    #[test]
    fn trees_go_round_in_ki2_without_times(handicap in 0usize..16, acts in acts()) {
        let game = game(handicap, &acts);
        let bare = stripped(&game, &Without { times: true, totals: true, notes: true, variations: false });
        prop_assert!(ki2::write(&bare).losses.is_empty());
        prop_assert_eq!(&reread_ki2(&bare), &bare);
    }

    #[test]
    fn every_legal_move_reads_back_from_its_names(
        handicap in 0usize..16,
        choices in proptest::collection::vec(any::<u16>(), 0..150),
    ) {
        let position = played(Handicap::ALL[handicap].position(), &choices);
        for &m in position.legal_moves().as_slice() {
            for last in [None, Some(m.target())] {
                let ki2 = notation::ki2(&position, m, last);
                prop_assert_eq!(notation::parse_japanese(&ki2, &position, last), Ok(m), "{}", ki2);
                let kif = notation::kif(m, last);
                prop_assert_eq!(notation::parse_japanese(&kif, &position, last), Ok(m), "{}", kif);
            }
            let western = notation::western(&position, m);
            prop_assert_eq!(notation::parse_western(&western, &position), Ok(m), "{}", western);
        }
        let diagram = bod::write(&position);
        prop_assert_eq!(bod::parse(&diagram).unwrap(), position);
    }

    #[test]
    fn millisecond_times_survive_csa_3(millis in 0u64..10_000_000) {
        let mut builder = GameBuilder::new(Position::start());
        builder.play_bare("7g7f".parse().unwrap()).unwrap();
        builder.set_time(MoveTime { spent: Duration::from_millis(millis), total: None });
        let game = builder.finish();
        prop_assert_eq!(&reread_csa(&game), &game);
        for lost in [kif::write(&game).losses, jkf::write(&game).losses] {
            prop_assert_eq!(lost.iter().any(|loss| loss.kind == LossKind::Fraction), millis % 1000 > 0);
        }
    }
}
