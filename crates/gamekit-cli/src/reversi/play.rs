//! `gamekit reversi play`: plays a game against the engine in the terminal.

use std::io::{self, BufRead, Read};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args as ClapArgs;
use reversi_core::format::transcript::{self, Passes};
use reversi_core::search::{Limits, Options, Selectivity};
use reversi_core::{Color, Move, Position};

use super::engine::{self, Engine};
use super::position;
use crate::error::{Failure, Outcome};
use crate::output::Output;
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
    /// Number of search threads [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    threads: Option<usize>,
    /// File with evaluation weights [default: the built-in weights].
    #[arg(long, value_name = "FILE")]
    weights: Option<std::path::PathBuf>,
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
  board     show the board again
  quit      end the game
";

/// In the first plies of the game, up to this number, the engine chooses randomly among good moves.
const VARIED_PLIES: usize = 8;
/// The maximum difference of a good move to the best move, in 1/100 disc.
const VARIED_BY: i32 = 60;

/// A command of the user.
#[derive(PartialEq, Eq, Debug)]
enum Typed {
    Play(Move),
    Hint,
    Undo,
    /// Sets the level, or shows it.
    Level(Option<u32>),
    Moves,
    Board,
    Help,
    Quit,
}

fn typed(line: &str) -> Result<Typed, String> {
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
        let end = match self.position.final_score(Color::Black) {
            0 => "a draw".to_owned(),
            score if score > 0 => format!("Black wins by {score}"),
            score => format!("White wins by {}", -score),
        };
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
                Ok(Typed::Board) => self.draw()?,
                Ok(Typed::Help) => self.output.text(HELP)?,
                Ok(Typed::Quit) => return Ok(false),
                Err(error) => self.output.text(&format!("{error}\n"))?,
            }
        }
    }

    fn turn_of_engine(&mut self) -> Outcome {
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
        if is_changed { self.draw() } else { Ok(self.output.text("no move to take back\n")?) }
    }

    fn play_move(&mut self, mv: Move) -> Outcome {
        self.position.play(mv).map(|_| ()).map_err(|error| Failure::from_error(&error))
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
        transcript::display(self.position.history(), Passes::Omit).to_string()
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
