//! `gamekit reversi convert`: converts games between transcripts and WTHOR.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args as ClapArgs, ValueEnum};
use reversi_core::format::transcript::{self, Passes, Transcript, WrittenResult};
use reversi_core::format::wthor::{Date, GameFile, GameRecord};
use reversi_core::{Color, Position};

use super::game_files;
use crate::atomic;
use crate::error::{Failure, Outcome};
use crate::output::Output;
use crate::output_path::Inputs;

/// Convert games between transcripts, one per line, and a WTHOR file (.wtb).
///
/// The input format is detected from the content. If a game is illegal or the file is damaged, nothing
/// is written. Transcripts do not contain players, tournaments or theoretical scores.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The file to read; `-` is standard input.
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write; `-` is standard output. A file is written completely or not at all.
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Output format [default: from the extension of OUT, .wtb or .txt; text on standard output].
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Format>,
    /// Year of the games in a new WTHOR file [default: the current year].
    #[arg(long, value_name = "YEAR")]
    year: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Transcripts, one game per line.
    Text,
    /// A WTHOR game file.
    Wthor,
}

impl Format {
    /// Returns the format for the extension of a file name.
    fn of_name(path: &Path) -> Result<Self, Failure> {
        let ends_in = |end| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(end));
        if ends_in("wtb") {
            return Ok(Self::Wthor);
        }
        if ends_in("txt") {
            return Ok(Self::Text);
        }
        let message = "cannot tell the format from the file name; use .txt, .wtb or --to";
        Err(Failure::Message(format!("{}: {message}", path.display())))
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let is_standard = |path: &Path| path == Path::new("-");
    let is_stdout = is_standard(&args.output);
    if !is_stdout && !is_standard(&args.input) {
        Inputs::of([&args.input]).refuse(&args.output)?;
    }
    let to = match args.to {
        Some(to) => to,
        None if is_stdout => Format::Text,
        None => Format::of_name(&args.output)?,
    };
    let games = game_files::read(&args.input)?;
    let input = if is_standard(&args.input) { Path::new(game_files::STDIN) } else { &args.input };
    if let game_files::Games::Text(games) = &games {
        for warning in games.iter().filter_map(|(line, game)| lost_result(*line, game, to)) {
            eprintln!("gamekit: {}: {warning}", input.display());
        }
    }
    let bytes = match (to, games) {
        (Format::Wthor, game_files::Games::Wthor(file)) => wthor_bytes(&file)?,
        (Format::Wthor, game_files::Games::Text(games)) => {
            let today = today();
            let mut file = GameFile::new(today, args.year.unwrap_or(today.year));
            for (_, game) in &games {
                let record = GameRecord::from_position(&game.position);
                file.games.push(record.map_err(|error| Failure::from_error(&error))?);
            }
            wthor_bytes(&file)?
        }
        (Format::Text, games) => text(&games.positions(input)?).into_bytes(),
    };
    if is_stdout {
        Ok(Output::new(false).bytes(&bytes)?)
    } else {
        atomic::write(&args.output, &bytes)
    }
}

/// Returns a warning if a result after the moves is lost. Both output formats contain only the score of
/// the board.
fn lost_result(line: usize, game: &Transcript, to: Format) -> Option<String> {
    let WrittenResult { black, white } = game.result?;
    let score = game.position.final_score(Color::Black);
    let is_same = i32::from(black) - i32::from(white) == score;
    let what = match (is_same, game.position.is_over(), to) {
        (true, true, _) | (true, _, Format::Wthor) => return None,
        (false, true, _) => format!("disagrees with the board, which ends {score:+} for Black"),
        (false, false, Format::Wthor) => {
            format!(
                "is lost because the game is not over: WTHOR gets the score {score:+} for Black"
            )
        }
        (_, false, Format::Text) => "is lost because the game is not over".to_owned(),
    };
    Some(format!("line {line}: warning: the result {black}-{white} {what}"))
}

fn wthor_bytes(file: &GameFile) -> Result<Vec<u8>, Failure> {
    file.to_bytes().map_err(|error| Failure::from_error(&error))
}

fn text(positions: &[Position]) -> String {
    let line = |position: &Position| {
        format!("{}\n", transcript::display(position.history(), Passes::Omit))
    };
    positions.iter().map(line).collect()
}

/// Returns the current date in UTC.
fn today() -> Date {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds / 86_400)
}

/// Returns the date of a number of days after 1970-01-01. The calculation uses years that begin in March,
/// so that the leap day is the last day.
fn date(days: u64) -> Date {
    let days = days + 719_468; // since 0000-03-01
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = u16::try_from(400 * era + year + next).unwrap_or(u16::MAX);
    Date { year, month: month as u8, day: day as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (days, year, month, day) in [
            (0, 1970, 1, 1),
            (58, 1970, 2, 28),
            (59, 1970, 3, 1),
            (11_016, 2000, 2, 29),
            (11_017, 2000, 3, 1),
            (19_722, 2023, 12, 31),
            (19_723, 2024, 1, 1),
        ] {
            assert_eq!(date(days), Date { year, month, day }, "{days}");
        }
    }
}
