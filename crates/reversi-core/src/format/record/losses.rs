//! The data of games that a format cannot store.
use super::super::detect::Format;
use super::super::ggf::{self, GameMove};
use super::super::pgn::GameResult;
use super::super::report::{Game, LossKind, ReadGame, Warning, WarningKind, Written};
use super::super::transcript::WrittenResult;
use super::dates::date_of;
use crate::color::Color;
use crate::moves::Move;
use alloc::string::String;

/// The tags of PGN that other formats with names can store.
const COMMON_TAGS: [&str; 5] = ["Event", "Site", "Date", "Black", "White"];

/// Counts the data of the game `read`, number `index` of the list, that the format cannot store.
/// Names in WTHOR files are counted by the writer.
pub(super) fn count(written: &mut Written, index: usize, read: &ReadGame, to: Format) {
    count_result(written, index, read, to);
    let position = &read.position;
    let ends_in_pass = position.history().last().is_some_and(|turn| turn.mv == Move::Pass);
    if ends_in_pass && !position.is_over() && matches!(to, Format::Transcripts | Format::Wthor) {
        written.lose(LossKind::Pass, 1);
    }
    let has_names = matches!(to, Format::Ggf | Format::Pgn);
    if to == Format::Transcripts && !matches!(read.game, Game::Wthor(_)) {
        let info = &read.info;
        written.lose(LossKind::Player, [&info.black, &info.white].into_iter().flatten().count());
    }
    if to == Format::Ggf && !matches!(read.game, Game::Ggf(_)) {
        let info = &read.info;
        let changed = |text: &Option<String>| text.as_ref().is_some_and(|text| text.contains(']'));
        let players = [&info.black, &info.white].into_iter().filter(|name| changed(name));
        written.lose(LossKind::Player, players.count());
        written.lose(LossKind::Tournament, usize::from(changed(&info.tournament)));
        if let Game::Pgn(game) = &read.game {
            let site = game.tag("Site").is_some_and(|site| site.contains(']'));
            written.lose(LossKind::Field, usize::from(site));
        }
    }
    match &read.game {
        Game::Wthor(record) if to != Format::Wthor => {
            let info = &read.info;
            let is_lost = |number: u16, name: &Option<_>| {
                usize::from(number != 0 && !(has_names && name.is_some()))
            };
            let black = is_lost(record.black, &info.black);
            written.lose(LossKind::Player, black + is_lost(record.white, &info.white));
            written.lose(LossKind::Tournament, is_lost(record.tournament, &info.tournament));
            written.lose(LossKind::TheoreticalScore, 1);
        }
        Game::Ggf(game) if to != Format::Ggf => count_ggf(written, game, to),
        Game::Pgn(game) if to != Format::Pgn => {
            let other = |(name, _): &&(_, _)| !COMMON_TAGS.contains(&String::as_str(name));
            let mut fields = game.tags.iter().filter(other).count();
            if to != Format::Ggf {
                let tournament = usize::from(read.info.tournament.is_some());
                let is_lost = to == Format::Transcripts;
                written.lose(LossKind::Tournament, if is_lost { tournament } else { 0 });
                let is_known = |name: &&&str| game.tag(name).is_some_and(|value| value != "?");
                fields += ["Site", "Date"].iter().filter(is_known).count();
            }
            written.lose(LossKind::Field, fields);
        }
        _ => {}
    }
}

/// Counts the data of a GGF game that another format cannot store.
fn count_ggf(written: &mut Written, game: &ggf::Game, to: Format) {
    let count = |is: &dyn Fn(&GameMove) -> bool| game.moves.iter().filter(|mv| is(mv)).count();
    let times = count(&|played| played.seconds.is_some());
    written.lose(LossKind::Time, times + usize::from(game.time.is_some()));
    written.lose(LossKind::Evaluation, count(&|played| played.evaluation.is_some()));
    written.lose(LossKind::Komi, usize::from(game.komi.is_some()));
    let is_usual = matches!(game.variant.text.as_str(), "8" | "0" | "");
    written.lose(LossKind::Variant, usize::from(!is_usual));
    let is_lost = |(name, value): &&(String, String)| match (name.as_str(), to) {
        ("EV", Format::Wthor | Format::Pgn) | ("PC", Format::Pgn) => false,
        // Only a whole date is kept.
        ("DT", Format::Pgn) => date_of(value).as_ref() != Some(value),
        _ => true,
    };
    written.lose(LossKind::Field, game.other.iter().filter(is_lost).count());
}

/// Counts a result that differs from the score in the file. Adds a warning if the result comes from
/// a transcript.
fn count_result(written: &mut Written, index: usize, read: &ReadGame, to: Format) {
    let position = &read.position;
    let score = position.final_score(Color::Black);
    let is_over = position.is_over();
    if let Game::Pgn(game) = &read.game
        && let Some(GameResult::Won(color)) = game.result
    {
        let is_known = is_over && score.signum() == if color == Color::Black { 1 } else { -1 };
        written.lose(LossKind::Result, usize::from(to != Format::Pgn && !is_known));
        return;
    }
    let Some(declared) = read.game.declared_score() else { return };
    let difference = f64::from(position.black().len()) - f64::from(position.white().len());
    let is_score = declared == f64::from(score);
    // A written result may count only the discs on the board, without the empty squares.
    let is_of_board = is_score || is_over && declared == difference;
    let is_kept = match (to, &read.game) {
        (Format::Ggf, _) | (Format::Wthor, Game::Wthor(_)) | (Format::Pgn, Game::Pgn(_)) => true,
        (Format::Pgn, Game::Ggf(_)) => discs_of(declared).is_some(),
        (Format::Pgn, _) => true,
        (Format::Wthor, _) => is_of_board,
        _ => is_over && is_of_board,
    };
    // The flag for the end of a GGF game is part of its result.
    let has_end = matches!(&read.game, Game::Ggf(game)
        if to != Format::Ggf && game.result.is_some_and(|result| result.end.is_some()));
    if is_kept && !has_end {
        return;
    }
    written.lose(LossKind::Result, 1);
    if let Game::Transcript(game) = &read.game
        && let Some(result) = game.result
    {
        let kind = match (is_over, to) {
            (true, _) => WarningKind::Mismatch { result, score },
            (false, Format::Wthor) => WarningKind::Replaced { result, score },
            (false, _) => WarningKind::Lost { result },
        };
        written.warnings.push(Warning { index, place: read.place, kind });
    }
}

/// Returns the discs of both sides for a score for Black, in which the winner has the empty squares.
/// Returns `None` if the score is not an even number of discs.
pub(super) fn discs_of(score: f64) -> Option<WrittenResult> {
    let black = (score + 64.0) / 2.0;
    let is_whole = (0.0..=64.0).contains(&black) && black % 1.0 == 0.0;
    is_whole.then(|| WrittenResult { black: black as u8, white: 64 - black as u8 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_become_discs() {
        let discs = |black, white| Some(WrittenResult { black, white });
        assert_eq!([4.0, -64.0, 0.0].map(discs_of), [discs(34, 30), discs(0, 64), discs(32, 32)]);
        assert_eq!([3.0, 2.5, 66.0, f64::NAN].map(discs_of), [None; 4]);
    }
}
