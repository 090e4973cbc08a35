//! `gamekit reversi games`: lists and selects games of files.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use reversi_core::Move;
use reversi_core::format::record::{Place, ReadGame};
use reversi_core::format::transcript::{Passes, display_game};
use reversi_core::format::{
    ContentKind, Contents, Format, GameFilter, GameResultFilter, OpeningFilter,
};
use serde::Serialize;

use super::game_files::{self, Skipped, is_standard, shown};
use super::game_output::{self, FileGame};
use super::openings::{self, OpeningNames};
use crate::error::{Failure, Outcome};
use crate::interrupt;
use crate::output::{Answer, Output};
use crate::output_path::Inputs;
use crate::plural::count;
use crate::text_table::{Align, Table};

/// List the games of files, or the games that satisfy all given conditions.
///
/// The files are WTHOR, PGN, GGF or transcripts. The names of a WTHOR file are read from the files of names
/// (.JOU, .TRN) beside it. Scores are in discs for Black. With -o, the games are written to a file in any
/// format of games, and the table is not printed. Games that cannot be read are reported and skipped; the
/// exit code is then 2.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The files to read; `-` is standard input. For a folder: all game files in it and its subfolders.
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,
    /// Only games of this player: a part of the name, in upper or lower case.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games of this tournament: a part of the name, in upper or lower case.
    #[arg(long, value_name = "NAME")]
    tournament: Option<String>,
    /// Only games of this year, or of these years: 1977 or 1977-1985.
    #[arg(long = "year", value_name = "YEARS", value_parser = years)]
    years: Option<RangeInclusive<u16>>,
    /// Only games with this opening: a part of its English or Japanese name, or a transcript. Images of the
    /// opening on a mirrored or rotated board and other orders of its moves count too.
    #[arg(long, value_name = "NAME|MOVES")]
    opening: Option<String>,
    /// Only games with this result: black (won), white, draw or unknown; with --player also won or lost.
    #[arg(long, value_name = "RESULT")]
    result: Option<GameResultFilter>,
    /// Write the games to this file; `-` is standard output [default: print a table].
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Output format [default: from the extension of OUT; text on standard output].
    #[arg(long, value_parser = game_output::parser(), value_name = "FORMAT", requires = "output")]
    to: Option<Format>,
    /// Print one JSON object per game.
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

/// Reads a year or a range of years.
fn years(text: &str) -> Result<RangeInclusive<u16>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a year or a range of years, such as 1977-1985".to_owned()),
    }
}

/// A game of the list.
#[derive(Serialize)]
struct Listed {
    file: String,
    /// The number of the game in its file; in a file of transcripts, its line.
    number: usize,
    date: Option<String>,
    tournament: Option<String>,
    black: Option<String>,
    white: Option<String>,
    black_score_discs: Option<f64>,
    /// The number of placed discs.
    move_count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<OpeningNames>,
    transcript: String,
    #[serde(skip)]
    opening_name: String,
}

impl Listed {
    fn new(path: &Path, game: &ReadGame) -> Self {
        let info = &game.info;
        let opening = openings::of_game(&game.position);
        let placed = game.position.history().iter().filter(|turn| turn.mv != Move::Pass).count();
        Self {
            file: shown(path).display().to_string(),
            number: match game.place {
                Place::Line(number) | Place::Record(number) | Place::Game(number) => number,
                _ => 0,
            },
            date: info.date.clone(),
            tournament: info.tournament.clone(),
            black: info.black.clone(),
            white: info.white.clone(),
            black_score_discs: game.score(),
            move_count: placed,
            opening: opening.map(OpeningNames::from),
            transcript: display_game(&game.position, Passes::Omit).to_string(),
            opening_name: opening.map_or_else(String::new, |opening| opening.to_string()),
        }
    }

    /// Returns the cells of the table after the file.
    fn cells(&self) -> Vec<String> {
        let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        let score = self.black_score_discs.map_or_else(|| "?".to_owned(), |s| format!("{s:+}"));
        vec![
            self.number.to_string(),
            text(&self.date),
            text(&self.tournament),
            text(&self.black),
            score,
            text(&self.white),
            self.move_count.to_string(),
            self.opening_name.clone(),
        ]
    }
}

/// The list of games as a table.
#[derive(Serialize)]
struct List {
    games: Vec<Listed>,
    /// Whether the games are from several files.
    #[serde(skip)]
    has_files: bool,
    #[serde(skip)]
    total: usize,
}

impl Answer for List {
    fn text(&self) -> String {
        let mut columns = vec![("file", Align::Left)];
        columns.retain(|_| self.has_files);
        columns.extend([
            ("game", Align::Right),
            ("date", Align::Left),
            ("tournament", Align::Left),
            ("black", Align::Left),
            ("score", Align::Right),
            ("white", Align::Left),
            ("moves", Align::Right),
            ("opening", Align::Left),
        ]);
        let mut table = Table::new(&columns);
        for game in &self.games {
            let mut cells = vec![game.file.clone()];
            cells.retain(|_| self.has_files);
            cells.extend(game.cells());
            table.row(cells);
        }
        format!("{table}{} of {}\n", self.games.len(), count(self.total, "game"))
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let filter = filter(args)?;
    let files = game_output::inputs(&args.inputs, ContentKind::Games)?;
    let output = match &args.output {
        Some(output) => {
            if !is_standard(output) {
                Inputs::of(files.iter().filter(|path| !is_standard(path))).refuse(output)?;
            }
            Some((output, game_output::format(args.to, output)?))
        }
        None => None,
    };
    let (mut found, mut total, mut skipped) = (Vec::new(), 0, Skipped::default());
    let mut printed = Output::new(args.json);
    for path in &files {
        let Contents::Games(games) = game_files::read(path)?.1 else {
            return Err(game_files::at(path, "positions", "expected games"));
        };
        for game in games {
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    skipped.add(path, error);
                    continue;
                }
            };
            total += 1;
            if !filter.matches(&game, openings::all()) {
                continue;
            }
            match output {
                Some(_) => found.push(FileGame { path: path.clone(), game }),
                None if args.json => printed.json_line(&Listed::new(path, &game))?,
                None => found.push(FileGame { path: path.clone(), game }),
            }
        }
        if interrupt::is_asked() {
            return Err(Failure::Interrupted);
        }
    }
    if output.is_some() {
        skipped.refuse_if_nothing_else(total)?;
    }
    if let Some((output, to)) = output {
        let games = game_output::without_other_starts(found, to, &mut skipped);
        let written = games.len();
        game_output::write(games, to, output, None)?.print(output);
        if !is_standard(output) {
            printed.text(&format!(
                "{}: {written} of {}\n",
                output.display(),
                count(total, "game")
            ))?;
        }
    } else if !args.json {
        let games = found.iter().map(|game| Listed::new(&game.path, &game.game)).collect();
        printed.answer(&List { games, has_files: files.len() > 1, total })?;
    }
    skipped.report();
    skipped.outcome()
}

/// Returns the conditions of the arguments.
fn filter(args: &Args) -> Result<GameFilter, Failure> {
    let mut filter = GameFilter::new();
    if let Some(player) = &args.player {
        filter = filter.with_player(player);
    }
    if let Some(tournament) = &args.tournament {
        filter = filter.with_tournament(tournament);
    }
    if let Some(years) = &args.years {
        filter = filter.with_years(years.clone());
    }
    if let Some(opening) = &args.opening {
        let opening = opening.parse::<OpeningFilter>().unwrap_or_else(|error| match error {});
        filter = filter.with_opening(opening);
    }
    if let Some(result) = args.result {
        let needs_player = matches!(result, GameResultFilter::Won | GameResultFilter::Lost);
        if needs_player && args.player.is_none() {
            return Err(format!("--result {result} needs --player").into());
        }
        filter = filter.with_result(result);
    }
    Ok(filter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_read() {
        assert_eq!(years("1977"), Ok(1977..=1977));
        assert_eq!(years("1977-1985"), Ok(1977..=1985));
        for text in ["", "x", "1985-1977", "1977-"] {
            assert!(years(text).is_err(), "{text}");
        }
    }
}
