//! `gamekit reversi play`: plays a game against the engine in the terminal.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args as ClapArgs;
use reversi_core::book::Basis;
use reversi_core::format::transcript::{self, Passes};
use reversi_core::search::{Limits, Options, Selectivity};
use reversi_core::{Color, Move, Position};

use super::book::{AnyBook, BookLine};
use super::engine::{self, Engine};
use super::{game_output, position};
use crate::error::{Failure, Outcome};
use crate::output::Output;
use crate::output_path::{self, Inputs};
use crate::text_table::{Align, Table};
use crate::threads;

/// Play against the engine in the terminal.
///
/// Type a square to play on it. Type `help` for a list of commands.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// Starting position of the game: a transcript (f5d6c3), or a board of 64 characters (X black,
    /// O white, - empty) and the side to move [default: the usual start position].
    #[arg(value_name = "POSITION", value_parser = position::word)]
    words: Vec<String>,
    /// Your colour: black or white. With `none`, the engine plays against itself.
    #[arg(long, value_name = "COLOR", default_value = "black", value_parser = side)]
    side: Side,
    /// Strength of the engine, approximately the search depth in plies. At level N, the engine
    /// plays perfectly if at most 2 x N (but not more than 24) squares are empty.
    #[arg(
        long,
        value_name = "1..20",
        default_value_t = 6,
        value_parser = clap::value_parser!(u32).range(1..=20)
    )]
    level: u32,
    /// Stop the search for each move after about this many seconds [default: no limit].
    #[arg(long, value_name = "SECONDS", value_parser = crate::arguments::seconds)]
    time: Option<Duration>,
    /// Seed for the random choice among good moves in the opening [default: from the clock]. With
    /// one thread, the same seed and the same moves of the user give the same game.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of threads [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// File with evaluation weights [default: the built-in weights].
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Opening book of the engine, or `none` [default: the built-in book]. The engine plays a move of the
    /// book that is almost as good as the best move of the book.
    #[arg(long, value_name = "FILE|none")]
    book: Option<PathBuf>,
    /// Save the game to this file after every move: text, GGF, PGN or WTHOR by its extension [default: do
    /// not save].
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// The side of the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Person(Color),
    Nobody,
}

fn side(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "black" | "b" | "x" => Ok(Side::Person(Color::Black)),
        "white" | "w" | "o" => Ok(Side::Person(Color::White)),
        "none" => Ok(Side::Nobody),
        _ => Err("expected black, white or none".to_owned()),
    }
}

const HELP: &str = "\
  f5        play on f5
  hint      show the engine's values of your moves
  undo      take back your last move and all later moves
  level 8   set the strength of the engine, 1 to 20; `level` shows it
  moves     show the moves of the game
  save FILE save the game to a file: .txt, .ggf, .pgn or .wtb
  board     show the board again
  quit      end the game
";

/// In the first plies of the game, up to this number, the engine chooses randomly among good moves.
const VARIED_PLIES: usize = 8;
/// The maximum difference of a good move to the best move, in 1/100 disc.
const VARIED_BY: i32 = 60;
/// The maximum difference to the best move of the book in 1/100 disc.
const BOOK_VARIED_BY: i32 = 60;
/// The minimum number of games for a value of the book that is a mean of games.
const FEWEST_GAMES: u32 = 20;

/// A command of the user.
#[derive(PartialEq, Eq, Debug)]
enum Typed {
    Play(Move),
    Hint,
    Undo,
    /// Sets the level, or shows it.
    Level(Option<u32>),
    Moves,
    Save(PathBuf),
    Board,
    Help,
    Quit,
}

fn typed(line: &str) -> Result<Typed, String> {
    // A file name keeps its case and its blanks.
    if let Some((command, name)) = line.trim().split_once(char::is_whitespace)
        && command.eq_ignore_ascii_case("save")
    {
        return Ok(Typed::Save(name.trim().into()));
    }
    let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Ok(match words[..] {
        ["hint" | "h"] => Typed::Hint,
        ["undo" | "u"] => Typed::Undo,
        ["moves"] => Typed::Moves,
        ["board"] => Typed::Board,
        ["help" | "?"] => Typed::Help,
        ["quit" | "q" | "exit"] => Typed::Quit,
        ["level"] => Typed::Level(None),
        ["level", number] => match number.parse() {
            Ok(level @ 1..=20) => Typed::Level(Some(level)),
            _ => return Err(format!("invalid level {number}, expected 1 to 20")),
        },
        [word] => {
            let mv = word.parse::<Move>();
            Typed::Play(mv.map_err(|error| format!("{error}; type `help` for a list of commands"))?)
        }
        _ => return Err(format!("{line}: type `help` for a list of commands")),
    })
}

/// The maximum length of an input line in bytes. A longer line is an unknown command.
const LONGEST_LINE: u64 = 1000;

/// Reads the next line of the user. Returns `None` at the end of the input. Invalid UTF-8 is
/// replaced, and the replaced text does not match any command.
fn line() -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
    let read = read.map_err(|error| Failure::about("standard input", &error))?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args) -> Outcome {
    let engine = Engine::new(engine::weights(args.weights.as_deref())?, args.threads)?;
    let book = match args.book.as_deref() {
        Some(name) if name == Path::new("none") => None,
        path => Some(AnyBook::open(path)?),
    };
    if let Some(output) = &args.output {
        output_path::check(output)?;
        Inputs::of(args.book.iter().chain(&args.weights)).refuse(output)?;
        game_output::format(None, output)?;
    }
    let from_clock = || {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(1, |since| since.as_nanos() as u64)
    };
    let mut game = Game {
        position: position::parse(&args.words.join(" "))?,
        first: 0,
        side: args.side,
        level: args.level,
        time: args.time,
        seed: args.seed.unwrap_or_else(from_clock),
        engine,
        book,
        saved: args.output.clone(),
        output: Output::new(false),
    };
    game.first = game.position.ply();
    game.play()
}

struct Game {
    position: Position,
    /// The number of plies in the starting position's history.
    first: usize,
    side: Side,
    level: u32,
    time: Option<Duration>,
    seed: u64,
    engine: Engine,
    book: Option<AnyBook>,
    /// The file that the game is saved to.
    saved: Option<PathBuf>,
    output: Output,
}

impl Game {
    fn play(&mut self) -> Outcome {
        self.draw()?;
        while !self.position.is_over() {
            let side = self.position.side();
            if self.position.must_pass() {
                self.output.text(&format!("{} must pass\n", name(side)))?;
                self.play_move(Move::Pass)?;
                continue;
            }
            if self.side == Side::Person(side) {
                if !self.turn_of_person()? {
                    return Ok(());
                }
            } else {
                self.turn_of_engine()?;
                self.draw()?;
            }
        }
        let end = position::verdict(&self.position);
        self.output.text(&format!("the game is over: {end}\n{}\n", self.moves()))?;
        Ok(())
    }

    /// Reads commands until the user plays a move. Returns `false` if the user quits.
    fn turn_of_person(&mut self) -> Result<bool, Failure> {
        loop {
            self.output.text(&format!("{}> ", self.position.side().letter()))?;
            let Some(line) = line()? else {
                self.output.text("\n")?;
                return Ok(false);
            };
            if line.is_empty() {
                continue;
            }
            match typed(&line) {
                Ok(Typed::Play(mv)) => match self.position.play(mv) {
                    Ok(_) => {
                        self.save()?;
                        self.draw()?;
                        return Ok(true);
                    }
                    Err(error) => self.output.text(&format!("{error}\n"))?,
                },
                Ok(Typed::Undo) => {
                    self.undo()?;
                    return Ok(true);
                }
                Ok(Typed::Hint) => self.hint()?,
                Ok(Typed::Level(level)) => {
                    self.level = level.unwrap_or(self.level);
                    self.output.text(&format!("the engine plays at level {}\n", self.level))?;
                }
                Ok(Typed::Moves) => self.output.text(&format!("{}\n", self.moves()))?,
                Ok(Typed::Save(path)) => {
                    let result = self.save_to(&path);
                    self.output.text(&match result {
                        Ok(()) => format!("saved to {}\n", path.display()),
                        Err(Failure::Message(error)) => format!("{error}\n"),
                        Err(failure) => return Err(failure),
                    })?;
                }
                Ok(Typed::Board) => self.draw()?,
                Ok(Typed::Help) => self.output.text(HELP)?,
                Ok(Typed::Quit) => return Ok(false),
                Err(error) => self.output.text(&format!("{error}\n"))?,
            }
        }
    }

    /// Plays a move of the book, if the book has good moves. Returns whether it played.
    fn turn_of_book(&mut self) -> Result<bool, Failure> {
        let Some(book) = &self.book else { return Ok(false) };
        let mut moves = book.moves(self.position.board())?;
        // The mean of a few games is not a reason to play a move.
        moves.retain(|step| match step.info.basis {
            Basis::Games(games) => games >= FEWEST_GAMES,
            Basis::Depth(_) => true,
        });
        let best = moves.iter().filter_map(|step| step.info.value).max();
        let Some(best) = best else { return Ok(false) };
        moves.retain(|step| step.info.value.is_some_and(|value| value >= best - BOOK_VARIED_BY));
        let step = moves[self.random(moves.len())];
        let side = self.position.side();
        let line = BookLine::new(step.info, None);
        let value = line.value().unwrap_or_default();
        let text =
            format!("{} plays {}  ({value}, book: {})\n", name(side), step.mv, line.basis_text());
        self.output.text(&text)?;
        self.play_move(step.mv)?;
        Ok(true)
    }

    fn turn_of_engine(&mut self) -> Outcome {
        if self.turn_of_book()? {
            return Ok(());
        }
        let is_varied = self.position.ply() < VARIED_PLIES;
        let count = if is_varied { usize::MAX } else { 1 };
        let options = self.options().with_count(count);
        let answer = self.engine.search(self.position.board(), &options, &self.limits());
        let hints = answer.report.hints;
        let best = hints.first().map_or(0, |hint| hint.value.get());
        let good: Vec<_> =
            hints.iter().take_while(|hint| hint.value.get() >= best - VARIED_BY).collect();
        let Some(hint) = good.get(self.random(good.len())) else { return Ok(()) };
        let side = self.position.side();
        let value = engine::value(hint);
        let sure = if hint.is_proven { "proven".into() } else { format!("depth {}", hint.depth) };
        let text = format!("{} plays {}  ({value}, {sure})\n", name(side), hint.mv);
        let mv = hint.mv;
        self.output.text(&text)?;
        self.play_move(mv)
    }

    fn hint(&mut self) -> Outcome {
        let options = self.options().with_count(usize::MAX);
        let answer = self.engine.search(self.position.board(), &options, &self.limits());
        let heads = [("move", Align::Left), ("value", Align::Right), ("depth", Align::Right)];
        let mut table = Table::new(&[&heads[..], &[("line", Align::Left)]].concat());
        for hint in &answer.report.hints {
            let line = hint.pv.iter().take(8).map(ToString::to_string).collect();
            table.row(vec![hint.mv.to_string(), engine::value(hint), engine::depth(hint), line]);
        }
        self.output.text(&table.to_string())?;
        Ok(())
    }

    /// Takes back moves until the user is to move again.
    fn undo(&mut self) -> Outcome {
        let mut is_changed = false;
        while self.position.ply() > self.first {
            self.position.undo();
            is_changed = true;
            let is_turn = self.side == Side::Person(self.position.side());
            if is_turn && !self.position.must_pass() {
                break;
            }
        }
        if is_changed {
            self.save()?;
        }
        if is_changed { self.draw() } else { Ok(self.output.text("no move to take back\n")?) }
    }

    fn play_move(&mut self, mv: Move) -> Outcome {
        self.position.play(mv).map_err(|error| Failure::from_error(&error))?;
        self.save()
    }

    /// Saves the game to the file of the options, if there is one.
    fn save(&self) -> Outcome {
        match &self.saved {
            Some(path) => self.save_to(path),
            None => Ok(()),
        }
    }

    /// Saves the game to a file, in the format of its extension.
    fn save_to(&self, path: &Path) -> Outcome {
        let person = |color| match self.side {
            Side::Person(side) if side == color => "person".to_owned(),
            _ => format!("gamekit level {}", self.level),
        };
        game_output::write_one(&self.position, [Color::Black, Color::White].map(person), path)
    }

    fn options(&self) -> Options {
        Options::to_depth(self.level)
            .with_solve_from((2 * self.level).min(24))
            .with_selectivity(Selectivity::P95)
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::NONE;
        limits.time = self.time;
        limits
    }

    /// Returns a random number below `end`, or 0 if `end` is 0 (SplitMix64).
    fn random(&mut self, end: usize) -> usize {
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.seed ^ self.seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % end.max(1) as u64) as usize
    }

    fn moves(&self) -> String {
        transcript::display_game(&self.position, Passes::Omit).to_string()
    }

    fn draw(&mut self) -> Outcome {
        let position = &self.position;
        let mut facts = vec![
            format!("discs  X {}, O {}", position.black().len(), position.white().len()),
            format!("level  {}", self.level),
        ];
        if !position.is_over() {
            facts.insert(0, format!("turn   {}", name(position.side())));
        }
        self.output.text(&format!("\n{}\n", position::drawn(position, facts)))?;
        Ok(())
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black (X)",
        Color::White => "White (O)",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_understood() {
        assert_eq!(typed("F5"), Ok(Typed::Play("f5".parse().unwrap())));
        assert_eq!(typed("level  12"), Ok(Typed::Level(Some(12))));
        assert_eq!(typed("level"), Ok(Typed::Level(None)));
        assert_eq!(typed("U"), Ok(Typed::Undo));
        for text in ["level 0", "level x", "f9", "f5 d6", "hallo"] {
            assert!(typed(text).is_err(), "{text}");
        }
        assert_eq!(
            (side("White"), side("none")),
            (Ok(Side::Person(Color::White)), Ok(Side::Nobody))
        );
        assert!(side("red").is_err());
    }
}
