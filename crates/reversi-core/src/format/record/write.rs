//! The writer of games in any format.
use super::super::detect::Format;
use super::super::ggf::{self, GameMove, Variant};
use super::super::pgn::{self, GameResult};
use super::super::report::{
    Game, LossKind, ReadGame, WriteRecordError, WriteRecordErrorKind, Written,
};
use super::super::transcript::{self, Passes};
use super::super::wthor::{GameFile, GameRecord, NameFile, NameKind};
use super::losses::{self, discs_of};
use crate::color::Color;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// Writes games as a file.
///
/// A WTHOR file gets the header of `new`. The games in `new` are ignored. The other formats do not
/// use `new`. Records of WTHOR files are written to a WTHOR file unchanged, apart from the numbers of
/// names. All other games get the score of the board.
///
/// If games for a WTHOR file have names, [`Written::names`] has the files of names. If no game has
/// names, records keep their numbers, and other games have no players.
///
/// A result does not count as lost if a reader of the file finds or computes the same score.
///
/// # Errors
/// Returns an error if the format has no games, if a game for a WTHOR file does not begin at the usual
/// start, if there are too many games for a WTHOR file, or if GGF cannot represent a [`ggf::Game`].
pub fn write(
    format: Format,
    games: &[ReadGame],
    new: &GameFile,
) -> Result<Written, WriteRecordError> {
    let mut written = Written::new();
    for (index, read) in games.iter().enumerate() {
        losses::count(&mut written, index, read, format);
    }
    let mut text = String::new();
    for (index, read) in games.iter().enumerate() {
        match format {
            Format::Transcripts => {
                let turns = transcript::display_game(&read.position, Passes::Omit);
                text.push_str(&alloc::format!("{turns}\n"));
            }
            Format::Ggf => {
                let game = to_ggf(read).to_text().map_err(|error| WriteRecordError {
                    index: Some(index),
                    place: Some(read.place),
                    kind: WriteRecordErrorKind::Ggf(error),
                })?;
                text.push_str(&alloc::format!("{game}\n"));
            }
            Format::Pgn => {
                let gap = if text.is_empty() { "" } else { "\n" };
                text.push_str(&alloc::format!("{gap}{}", to_pgn(read)));
            }
            Format::Wthor | Format::Obf => break,
        }
    }
    written.bytes = text.into_bytes();
    match format {
        Format::Transcripts | Format::Ggf | Format::Pgn => {}
        Format::Wthor => write_wthor(&mut written, games, new)?,
        Format::Obf => {
            let kind = WriteRecordErrorKind::Format(format.name());
            return Err(WriteRecordError { index: None, place: None, kind });
        }
    }
    Ok(written)
}

/// Writes a WTHOR file and the files of names.
fn write_wthor(
    written: &mut Written,
    games: &[ReadGame],
    new: &GameFile,
) -> Result<(), WriteRecordError> {
    let mut file = new.clone();
    file.games.clear();
    let has_names = |read: &ReadGame| {
        let info = &read.info;
        [&info.black, &info.white, &info.tournament].into_iter().any(Option::is_some)
    };
    let keeps_numbers = !games.iter().any(has_names);
    let mut players = Numbers::new(NameKind::Players, "???", new);
    let mut tournaments = Numbers::new(NameKind::Tournaments, "Diverses parties", new);
    for (index, read) in games.iter().enumerate() {
        let error = |kind| WriteRecordError {
            index: Some(index),
            place: Some(read.place),
            kind: WriteRecordErrorKind::Wthor(kind),
        };
        let (mut record, has_numbers) = match &read.game {
            Game::Wthor(record) => (*record, true),
            _ => (GameRecord::from_position(&read.position).map_err(error)?, false),
        };
        if !keeps_numbers {
            let info = &read.info;
            let mut lost = [0, 0];
            let mut number =
                |numbers: &mut Numbers, name: &Option<String>, old: u16, kind: usize| {
                    let (number, is_whole) = numbers.number(name.as_deref());
                    let is_lost = !is_whole || (has_numbers && old != 0 && name.is_none());
                    lost[kind] += usize::from(is_lost);
                    number
                };
            record.black = number(&mut players, &info.black, record.black, 0);
            record.white = number(&mut players, &info.white, record.white, 0);
            record.tournament = number(&mut tournaments, &info.tournament, record.tournament, 1);
            written.lose(LossKind::Player, lost[0]);
            written.lose(LossKind::Tournament, lost[1]);
        }
        file.games.push(record);
    }
    let of_file = |kind| WriteRecordError {
        index: None,
        place: None,
        kind: WriteRecordErrorKind::Wthor(kind),
    };
    written.bytes = file.to_bytes().map_err(of_file)?;
    if !keeps_numbers {
        written.names.players = Some(players.file);
        written.names.tournaments = Some(tournaments.file);
    }
    Ok(())
}

/// The numbers of names in a new file of names.
struct Numbers {
    file: NameFile,
    known: BTreeMap<String, u16>,
}

impl Numbers {
    /// Makes a file in which number 0 has the name `unknown`.
    fn new(kind: NameKind, unknown: &str, new: &GameFile) -> Self {
        let mut file = NameFile::new(kind, new.date());
        // The name is short enough.
        let _ = file.push(unknown);
        Self { file, known: BTreeMap::new() }
    }

    /// Returns the number of a name, and whether the file has the whole name. No name has the number
    /// 0.
    fn number(&mut self, name: Option<&str>) -> (u16, bool) {
        let Some(name) = name else { return (0, true) };
        let max = self.file.kind().field_len() - 1;
        let latin1 = |c: char| if c != '\0' && u32::from(c) < 256 { c } else { '?' };
        let fitted: String = name.chars().map(latin1).take(max).collect();
        let is_whole = fitted == name;
        if let Some(&number) = self.known.get(&fitted) {
            return (number, is_whole);
        }
        // The file is full if the name cannot be added.
        let Ok(number) = self.file.push(&fitted) else { return (0, false) };
        self.known.insert(fitted, number);
        (number, is_whole)
    }
}

/// Returns a game as GGF. A finished game without a declared result gets the score of the board.
fn to_ggf(read: &ReadGame) -> ggf::Game {
    if let Game::Ggf(game) = &read.game {
        return game.as_ref().clone();
    }
    let (position, info) = (read.position.clone(), &read.info);
    let on_board = || position.is_over().then(|| f64::from(position.final_score(Color::Black)));
    let score = read.game.declared_score().or_else(on_board);
    let mv = |mv| GameMove { mv, evaluation: None, seconds: None };
    let site = match &read.game {
        Game::Pgn(game) => game.tag("Site").filter(|site| *site != "?").map(String::from),
        _ => None,
    };
    // GGF has no escape for the end of a value. The changed values count as lost.
    let value = |text: &Option<String>| text.as_ref().map(|text| text.replace(']', ")"));
    let mut other = Vec::new();
    for (name, text) in [("PC", &site), ("DT", &info.date), ("EV", &info.tournament)] {
        other.extend(value(text).map(|value| (name.into(), value)));
    }
    ggf::Game {
        black: value(&info.black).unwrap_or_default(),
        white: value(&info.white).unwrap_or_default(),
        variant: Variant {
            synchro: false,
            random_discs: None,
            komi: false,
            anti: false,
            text: "8".into(),
        },
        result: score.map(|score| ggf::GameResult { score, end: None }),
        komi: None,
        time: None,
        start: position.initial(),
        moves: position.history().iter().map(|turn| mv(turn.mv)).collect(),
        position,
        other,
    }
}

/// Returns a game as PGN. A finished game without a declared result gets the score of the board.
fn to_pgn(read: &ReadGame) -> pgn::Game {
    if let Game::Pgn(game) = &read.game {
        return game.as_ref().clone();
    }
    let (position, info) = (read.position.clone(), &read.info);
    let site = match &read.game {
        Game::Ggf(game) => game.other.iter().find(|(name, _)| name == "PC").map(|tag| &tag.1),
        _ => None,
    };
    let mut tags = Vec::new();
    for (name, value) in [
        ("Event", info.tournament.as_ref()),
        ("Site", site),
        ("Date", info.date.as_ref()),
        ("Black", info.black.as_ref()),
        ("White", info.white.as_ref()),
    ] {
        tags.extend(value.map(|value| (name.into(), value.clone())));
    }
    let on_board = || position.is_over().then(|| f64::from(position.final_score(Color::Black)));
    let result = match &read.game {
        Game::Transcript(game) if game.result.is_some() => game.result,
        game => game.declared_score().or_else(on_board).and_then(discs_of),
    };
    pgn::Game {
        tags,
        moves: position.history().iter().map(|turn| turn.mv).collect(),
        result: result.map(GameResult::Discs),
        position,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered_and_fitted() {
        let new = GameFile::new(super::super::super::wthor::Date::default(), 2024);
        let mut numbers = Numbers::new(NameKind::Players, "???", &new);
        assert_eq!(numbers.number(None), (0, true));
        assert_eq!(numbers.number(Some("Müller")), (1, true));
        assert_eq!(numbers.number(Some("村上")), (2, false));
        assert_eq!(numbers.number(Some("a name of more than 19 letters")), (3, false));
        assert_eq!(numbers.number(Some("Müller")), (1, true));
        let names: Vec<String> = numbers.file.names().iter().map(|name| name.to_text()).collect();
        assert_eq!(names, ["???", "Müller", "??", "a name of more than"]);
    }
}
