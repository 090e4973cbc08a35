//! Writers report all content that their format cannot hold, and keep all other content.

use std::time::Duration;

use shogi_core::format::record::{LossKind, Mode, Written};
use shogi_core::format::{csa, jkf, ki2, kif, usi};
use shogi_core::{End, Game, GameBuilder, MoveTime, NodeId, Position, field};

/// A format of games: its name, its writer and its reader.
type Format = (&'static str, fn(&Game) -> Written, fn(&str) -> Game);
const FORMATS: [Format; 6] = [
    ("kif", kif::write, |text| kif::parse(text, Mode::Strict).unwrap().game),
    ("ki2", ki2::write, |text| ki2::parse(text, Mode::Strict).unwrap().game),
    ("csa 2.2", csa::write, |text| csa::parse(text, Mode::Strict).unwrap().game),
    (
        "csa 3.0",
        |game| csa::write_version(game, csa::Version::V3_0),
        |text| csa::parse(text, Mode::Strict).unwrap().game,
    ),
    ("jkf", jkf::write, |text| jkf::parse(text, Mode::Strict).unwrap().game),
    ("usi", usi::write, |text| usi::games(text, Mode::Strict).next().unwrap().unwrap().game),
];

/// A feature of a game, and the loss that each format reports for it. The formats have the order of
/// `FORMATS`.
struct Feature {
    name: &'static str,
    add: fn(GameBuilder) -> Game,
    losses: [Option<LossKind>; 6],
}

fn at_end(builder: GameBuilder, change: fn(&mut Game, NodeId)) -> Game {
    let at = builder.at();
    let mut game = builder.finish();
    change(&mut game, at);
    game
}

fn spent(millis: u64) -> MoveTime {
    MoveTime { spent: Duration::from_millis(millis), total: None }
}

fn features() -> Vec<Feature> {
    use LossKind::{
        Bookmark, Comment, Control, Field, Fraction, IllegalMove, Remark, Time, Total, Variation,
    };
    let feature = |name, add, losses| Feature { name, add, losses };
    vec![
        feature("nothing more", |builder| builder.finish(), [None; 6]),
        feature(
            "a variation",
            |mut builder| {
                builder.go_to(NodeId::ROOT);
                builder.play_bare("2g2f".parse().unwrap()).unwrap();
                builder.finish()
            },
            [None, None, Some(Variation), Some(Variation), None, Some(Variation)],
        ),
        feature(
            "a comment",
            |builder| at_end(builder, |game, at| game.set_comment(at, Some("one\n* two\n\n"))),
            [None, None, None, None, None, Some(Comment)],
        ),
        feature(
            "a comment with a control character",
            |builder| at_end(builder, |game, at| game.set_comment(at, Some("one\rtwo"))),
            [Some(Control), Some(Control), Some(Control), Some(Control), None, Some(Comment)],
        ),
        feature(
            "a comment at the start",
            |builder| at_end(builder, |game, _| game.set_comment(NodeId::ROOT, Some("one"))),
            [None, None, None, None, None, Some(Comment)],
        ),
        feature(
            "a bookmark",
            |builder| at_end(builder, |game, at| game.set_bookmark(at, Some("here"))),
            [None, None, Some(Bookmark), Some(Bookmark), Some(Bookmark), Some(Bookmark)],
        ),
        feature(
            "a remark",
            |builder| at_end(builder, |game, at| game.set_remark(at, Some("by a program"))),
            [Some(Remark), Some(Remark), None, None, Some(Remark), Some(Remark)],
        ),
        feature(
            "a time in seconds",
            |mut builder| {
                builder.set_time(spent(61_000));
                builder.finish()
            },
            [None, Some(Time), None, None, None, Some(Time)],
        ),
        feature(
            "a time with a fraction",
            |mut builder| {
                builder.set_time(spent(1_250));
                builder.finish()
            },
            [Some(Fraction), Some(Time), Some(Fraction), None, Some(Fraction), Some(Time)],
        ),
        feature(
            "a total that is no sum",
            |mut builder| {
                let total = Some(Duration::from_secs(90));
                builder.set_time(MoveTime { total, ..spent(1_000) });
                builder.finish()
            },
            [None, Some(Time), Some(Total), Some(Total), None, Some(Time)],
        ),
        feature(
            "a known field",
            |builder| at_end(builder, |game, _| game.set_field(field::EVENT, "名人戦")),
            [None, None, None, None, None, Some(Field)],
        ),
        feature(
            "an unknown field",
            |builder| at_end(builder, |game, _| game.set_field("何か", "a：b")),
            [None, None, None, None, None, Some(Field)],
        ),
        feature(
            "a field twice",
            |builder| {
                at_end(builder, |game, _| {
                    game.add_field("何か", "1");
                    game.add_field("何か", "2");
                })
            },
            [None, None, None, None, Some(Field), Some(Field)],
        ),
        feature(
            "a field name of two lines",
            |builder| at_end(builder, |game, _| game.set_field("何\nか", "x")),
            [Some(Field), Some(Field), Some(Field), Some(Field), None, Some(Field)],
        ),
        feature(
            "a field value of two lines",
            |builder| at_end(builder, |game, _| game.set_field("何か", "1\n2")),
            [Some(Control), Some(Control), Some(Control), Some(Control), None, Some(Field)],
        ),
        feature(
            "a note of two lines",
            |builder| at_end(builder, |game, _| game.set_field(field::NOTE, "1\n\\n2")),
            [Some(Control), Some(Control), None, None, None, Some(Field)],
        ),
        feature(
            "an end",
            |mut builder| {
                builder.end(End::Resignation);
                builder.finish()
            },
            [None, None, None, None, None, Some(LossKind::End)],
        ),
        feature(
            "an end word without a meaning",
            |mut builder| {
                builder.end_other("千日手模様");
                builder.finish()
            },
            [None, None, None, None, Some(LossKind::End), Some(LossKind::End)],
        ),
        feature(
            "an end word of two lines",
            |mut builder| {
                builder.end_other("1\n2");
                builder.finish()
            },
            [
                Some(LossKind::End),
                Some(LossKind::End),
                Some(LossKind::End),
                Some(LossKind::End),
                Some(LossKind::End),
                Some(LossKind::End),
            ],
        ),
        feature(
            "an end word that means something else",
            |mut builder| {
                builder.end_other("投了");
                builder.finish()
            },
            [
                Some(LossKind::End),
                Some(LossKind::End),
                None,
                None,
                Some(LossKind::End),
                Some(LossKind::End),
            ],
        ),
        feature(
            "an end word that means something else in the words of CSA",
            |mut builder| {
                builder.end_other("TORYO");
                builder.finish()
            },
            [
                None,
                None,
                Some(LossKind::End),
                Some(LossKind::End),
                Some(LossKind::End),
                Some(LossKind::End),
            ],
        ),
        feature(
            "an illegal move",
            |mut builder| {
                let m = builder.position().with_kinds("7f7g".parse().unwrap());
                let m =
                    m.or_else(|| builder.position().with_kinds("2g2e".parse().unwrap())).unwrap();
                builder.illegal(m);
                builder.finish()
            },
            [None, None, None, None, None, Some(IllegalMove)],
        ),
    ]
}

#[test]
fn every_writer_names_what_it_loses_and_keeps_the_rest() {
    let mut faults = Vec::new();
    for feature in features() {
        let mut builder = GameBuilder::new(Position::start());
        builder.play_bare("7g7f".parse().unwrap()).unwrap();
        builder.play_bare("3c3d".parse().unwrap()).unwrap();
        let game = (feature.add)(builder);
        for ((format, write, read), expected) in FORMATS.into_iter().zip(feature.losses) {
            let written = write(&game);
            let found: Vec<LossKind> = written.losses.iter().map(|loss| loss.kind).collect();
            if found != expected.into_iter().collect::<Vec<_>>() {
                faults.push(format!("{}, {format}: {found:?} lost", feature.name));
                continue;
            }
            let again = read(&written.text);
            assert!(again.moves().eq(game.moves()), "{}, {format}", feature.name);
            if found.is_empty() && again != strip_foul(&game, &again) {
                faults.push(format!(
                    "{}, {format}: lost without a report:\n{}",
                    feature.name, written.text
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Removes the foul that a writer adds after an illegal move at the end of a game.
fn strip_foul(game: &Game, again: &Game) -> Game {
    let mut builder = GameBuilder::from_game(game.clone());
    builder.go_to(game.leaf());
    if let (None, Some(end @ End::Foul { .. })) = (game.end(), again.end()) {
        builder.end(end);
    }
    builder.finish()
}

#[test]
fn starts_that_a_format_cannot_hold_are_told() {
    let start: Position = "4k4/9/9/9/9/9/9/9/4K4 w R 31".parse().unwrap();
    let ply = Some(LossKind::Ply);
    let expected = [ply, ply, ply, ply, ply, None];
    let game = Game::new(start);
    for ((format, write, read), expected) in FORMATS.into_iter().zip(expected) {
        let written = write(&game);
        let found = written.losses.first().map(|loss| loss.kind);
        assert_eq!((found, written.losses.len()), (expected, usize::from(expected.is_some())));
        if expected.is_none() {
            assert_eq!(read(&written.text), game, "{format}");
        }
    }
}

#[test]
fn what_an_encoding_cannot_hold_is_counted() {
    let mut game = Game::default();
    game.set_field(field::BLACK, "😀 and 😀");
    let (bytes, losses) =
        kif::write(&game).into_bytes(shogi_core::format::encoding::Encoding::ShiftJis).unwrap();
    let lost: Vec<_> = losses.iter().map(|loss| (loss.kind, loss.count)).collect();
    assert_eq!(lost, [(LossKind::Character, 2)]);
    let read = kif::read(&bytes, Mode::Strict).unwrap().game;
    assert_eq!(read.field(field::BLACK), Some("〓 and 〓"));
}
