//! What holds for every reader and writer of shogi records.
use crate::in_lines;
use shogi_core::format::encoding::{self, Encoding};
use shogi_core::format::record::{LossKind, ReadGame, ReadRecordError, Written};
use shogi_core::{Game, NodeId, Step};

/// What a reader made of a text.
pub type Read = Result<ReadGame, ReadRecordError>;

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
    tree(&read.game);
}

/// A tree that holds together, every move legal where it stands.
#[track_caller]
pub fn tree(game: &Game) {
    let nodes: Vec<NodeId> = game.preorder().collect();
    assert_eq!(nodes.len(), game.node_count());
    // A path from the root for some of the nodes; all of them would take the square of their number.
    for &id in nodes.iter().step_by(nodes.len().div_ceil(16)) {
        let mut position = game.start().clone();
        for m in game.moves_to(id) {
            position.play(m).expect("a move of the game");
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

/// The games to look into: a game that both modes read alike is worth but one look.
pub fn different(strict: Read, lenient: Read) -> Vec<Read> {
    match (&strict, &lenient) {
        (Ok(one), Ok(other)) if one.game == other.game && one.warnings == other.warnings => {
            vec![lenient]
        }
        _ => vec![strict, lenient],
    }
}

/// Bytes in UTF-8 are read as their text is. What a record says of its encoding is another matter.
#[track_caller]
pub fn same_as_text(bytes: &[u8], read: &Read, text: &Read) {
    if !matches!(encoding::decode(bytes), Ok((_, Encoding::Utf8))) {
        return;
    }
    match (read, text) {
        (Ok(read), Ok(text)) => assert_eq!(read.game, text.game),
        (Err(read), Err(text)) => assert_eq!(read, text),
        (Err(error), Ok(_)) => panic!("the bytes of the text are refused: {error}"),
        (Ok(_), Err(error)) => panic!("the bytes are taken, and the text is refused: {error}"),
    }
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
        // The line that goes on beside a lost end word becomes the first one, and a lost remark leaves
        // the end of its line in KI2.
        let moves_lines = |kind| matches!(kind, LossKind::End | LossKind::Remark);
        if !written.losses.iter().any(|loss| moves_lines(loss.kind)) {
            assert_eq!(twice.text, written.text, "losses: {:?}", written.losses);
        }
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
