//! Properties of every reader and writer of shogi records.
use crate::in_lines;
use shogi_core::format::encoding::{self, Encoding};
use shogi_core::format::record::{LossKind, ReadGame, ReadRecordError, Written};
use shogi_core::{Game, NodeId, Step};

/// The result of a reader.
pub type Read = Result<ReadGame, ReadRecordError>;

/// Checks that the location of an error is inside the text.
#[track_caller]
pub fn place(error: &ReadRecordError, text: &str) {
    in_lines(text, error.line, error.column);
    let _ = error.to_string();
}

/// Checks that the tree is consistent, that every move is legal in its position, and that the
/// warnings' locations are inside the text.
#[track_caller]
pub fn sound(read: &ReadGame, text: &str) {
    for warning in &read.warnings {
        in_lines(text, warning.line, 1);
        let _ = warning.to_string();
    }
    tree(&read.game);
}

/// Checks that the tree is consistent and that every move is legal in its position.
#[track_caller]
pub fn tree(game: &Game) {
    let nodes: Vec<NodeId> = game.preorder().collect();
    assert_eq!(nodes.len(), game.node_count());
    // Check the path from the root for some nodes only; checking all of them would take quadratic
    // time.
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

/// Returns the games to check. If both modes read the same game, it is returned once.
pub fn different(strict: Read, lenient: Read) -> Vec<Read> {
    match (&strict, &lenient) {
        (Ok(one), Ok(other)) if one.game == other.game && one.warnings == other.warnings => {
            vec![lenient]
        }
        _ => vec![strict, lenient],
    }
}

/// Checks that a reader of bytes returns the same result as a reader of text for UTF-8. Warnings
/// about the declared encoding are ignored.
#[track_caller]
pub fn same_as_text(bytes: &[u8], read: &Read, text: &Read) {
    if !matches!(encoding::decode(bytes), Ok((_, Encoding::Utf8))) {
        return;
    }
    match (read, text) {
        (Ok(read), Ok(text)) => assert_eq!(read.game, text.game),
        (Err(read), Err(text)) => assert_eq!(read, text),
        (Err(error), Ok(_)) => panic!("the bytes of the text are rejected: {error}"),
        (Ok(_), Err(error)) => panic!("the bytes are accepted, but the text is rejected: {error}"),
    }
}

/// Checks that lenient mode reads the same game as strict mode, if strict mode accepts the text.
#[track_caller]
pub fn modes(strict: &Read, lenient: &Read) {
    match (strict, lenient) {
        (Ok(strict), Ok(lenient)) => assert_eq!(strict.game, lenient.game),
        (Ok(_), Err(error)) => {
            panic!("the lenient reader rejects what the strict reader accepts: {error}")
        }
        _ => {}
    }
}

/// Checks that a game that is written without losses is equal when it is read back. If there are
/// losses, the game that is read back must be written as the same text, without losses.
#[track_caller]
pub fn round(game: &Game, write: impl Fn(&Game) -> Written, read: impl Fn(&str) -> Read) {
    let written = write(game);
    // If the format cannot hold the starting position or its move number, the text describes
    // another game.
    if written.losses.iter().any(|loss| loss.kind == LossKind::Start) {
        return;
    }
    let again = match read(&written.text) {
        Ok(again) => again.game,
        Err(error) => panic!("the written text cannot be read: {error}\n{}", written.text),
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
        // If an end word is lost, the next variation becomes the main line. In KI2, the line break
        // after a lost remark is still written.
        let moves_lines = |kind| matches!(kind, LossKind::End | LossKind::Remark);
        if !written.losses.iter().any(|loss| moves_lines(loss.kind)) {
            assert_eq!(twice.text, written.text, "losses: {:?}", written.losses);
        }
        assert!(read(&twice.text).expect("the output can be read").game == again);
    }
}

/// Returns everything that determines whether two games are equal.
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
