//! What holds for every reader and writer of shogi records.
use crate::in_lines;
use shogi_core::format::record::{LossKind, ReadGame, ReadRecordError, Written};
use shogi_core::{Game, NodeId, Step};

type Read = Result<ReadGame, ReadRecordError>;

/// An error lies in the text.
#[track_caller]
pub fn place(error: &ReadRecordError, text: &str) {
    in_lines(text, error.line, error.column);
    let _ = error.to_string();
}

/// A tree that holds together, every move legal where it stands; warnings lie in the text.
#[track_caller]
pub fn sound(read: &ReadGame, text: &str) {
    for warning in &read.warnings {
        in_lines(text, warning.line, 1);
        let _ = warning.to_string();
    }
    let game = &read.game;
    let nodes: Vec<NodeId> = game.preorder().collect();
    assert_eq!(nodes.len(), game.node_count());
    // A path from the root for some of the nodes; all of them would take the square of their number.
    for &id in nodes.iter().step_by(nodes.len().div_ceil(16)) {
        let mut position = game.start().clone();
        for m in game.moves_to(id) {
            position.try_play(m).expect("a move of the game");
        }
        assert_eq!(position, game.position(id));
        for child in game.children(id) {
            assert_eq!(game.parent(child), Some(id));
            if let Some(Step::Move(m)) = game.step(child) {
                assert!(position.is_legal(m));
            }
        }
    }
    let _ = (game.outcome(), game.end(), format!("{game:?}"));
}

/// What one mode reads, the other reads as well, and to the same game.
#[track_caller]
pub fn modes(strict: &Read, lenient: &Read) {
    match (strict, lenient) {
        (Ok(strict), Ok(lenient)) => assert_eq!(strict.game, lenient.game),
        (Ok(_), Err(error)) => {
            panic!("the lenient reader refuses what the strict one takes: {error}")
        }
        _ => {}
    }
}

/// A game that is written without loss reads back equal. One that is written with losses reads back
/// as a game that is written to the same text, without the losses.
#[track_caller]
pub fn round(game: &Game, write: impl Fn(&Game) -> Written, read: impl Fn(&str) -> Read) {
    let written = write(game);
    // A start or a number that the format cannot hold makes the text another game's.
    if written.losses.iter().any(|loss| loss.kind == LossKind::Start) {
        return;
    }
    let again = match read(&written.text) {
        Ok(again) => again.game,
        Err(error) => panic!("own writing: {error}\n{}", written.text),
    };
    if written.losses.is_empty() {
        assert!(
            again == *game,
            "{}\nwas read as\n{}\nout of\n{}",
            describe(game),
            describe(&again),
            written.text
        );
    } else {
        let twice = write(&again);
        assert_eq!(twice.text, written.text, "losses: {:?}", written.losses);
        assert!(read(&twice.text).expect("own writing").game == again);
    }
}

/// All that makes games equal or not.
fn describe(game: &Game) -> String {
    let mut text = format!("start {:?}\n", game.start().to_setup());
    for (name, value) in game.fields() {
        text += &format!("{name:?}: {value:?}\n");
    }
    for id in game.preorder() {
        text += &format!(
            "{} {:?} {:?} comment {:?} bookmark {:?} remark {:?} end {:?}\n",
            game.ply(id),
            game.step(id),
            game.time(id),
            game.comment(id),
            game.bookmark(id),
            game.remark(id),
            game.end_word(id)
        );
    }
    text
}
