//! The engine of the Go Text Protocol.
use super::options::Options;
use super::player::{Effort, Player, USUAL_DEPTH};
use crate::clock::Clock;
use crate::message_loop::{JobHandler, LineHandler, Output, Queue, Stop};
use reversi_core::format::gtp::{
    Command, ParseRequestError, ParseRequestErrorKind, Request, Response, color_name,
};
use reversi_core::{Color, Move, Position, Square};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Reads requests. All of them are answered by the thinking thread, in order.
pub(super) struct Lines;

impl LineHandler for Lines {
    type Job = Result<Request, ParseRequestError>;

    fn line(&mut self, line: &str, queue: &mut Queue<Self::Job>) -> ControlFlow<()> {
        // An extension of GoGui: a comment that ends the current command early.
        if line.trim() == "# interrupt" {
            queue.stop();
        }
        let request = line.parse::<Request>();
        let is_quit = request.as_ref().is_ok_and(|request| request.command == Command::Quit);
        let blank = ParseRequestErrorKind::Blank;
        if !matches!(request, Err(error) if error.kind == blank) {
            queue.send(request);
        }
        if is_quit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn long_line(&mut self, queue: &mut Queue<Self::Job>) -> ControlFlow<()> {
        let kind = ParseRequestErrorKind::UnknownCommand;
        queue.send(Err(ParseRequestError { id: None, kind }));
        ControlFlow::Continue(())
    }
}

/// The clock settings of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Settings {
    main: Duration,
    period: Duration,
    moves: u32,
}

impl Settings {
    /// Returns the clock at the start, or `None` if the game has no clock.
    ///
    /// By the specification, a period without moves means a game without a clock. Some programs use
    /// such a period as an increment and send `time_left`: see [`Settings::clock`].
    fn start(&self) -> Option<Clock> {
        let clock = Clock::of_main_time(self.main);
        match (self.period.is_zero(), self.moves) {
            (true, _) => Some(clock),
            (false, 0) => None,
            (false, moves) => Some(clock.with_period(self.period, moves)),
        }
    }

    /// Returns the clock after `time_left`.
    fn clock(&self, time: Duration, moves: u32) -> Clock {
        match (self.period.is_zero(), self.moves, moves) {
            (_, _, 1..) => Clock::of_main_time(Duration::ZERO).with_period(time, moves),
            (true, _, 0) => Clock::of_main_time(time),
            (false, 0, 0) => Clock::of_main_time(time).with_increment(self.period),
            (false, moves, 0) => Clock::of_main_time(time).with_period(self.period, moves),
        }
    }
}

/// The state of the engine.
pub(super) struct Engine {
    player: Player,
    position: Position,
    /// The number of plies that each request played. A request that inserts a pass plays two, and a
    /// pass after the end of the game plays none.
    plies: Vec<usize>,
    depth: Option<u32>,
    overhead: Duration,
    settings: Option<Settings>,
    clocks: [Option<Clock>; 2],
}

impl JobHandler for Engine {
    type Job = Result<Request, ParseRequestError>;

    fn run(&mut self, job: Self::Job, stop: &Stop, output: &Output) {
        let response = match job {
            Err(error) => error.to_response(),
            Ok(Request { id, command }) => match self.answer(&command, stop) {
                Ok(text) => Response::success(id, &text),
                Err(text) => Response::failure(id, &text),
            },
        };
        // The output adds the last line break.
        output.print(response.to_string().strip_suffix('\n').unwrap_or_default());
    }
}

impl Engine {
    pub(super) fn new(player: Player, options: &Options) -> Self {
        Self {
            player,
            position: Position::start(),
            plies: Vec::new(),
            depth: options.depth,
            overhead: options.overhead(),
            settings: None,
            clocks: [None; 2],
        }
    }

    /// Returns the text of a success or of a failure.
    fn answer(&mut self, command: &Command, stop: &Stop) -> Result<String, String> {
        let text = |text: &str| Ok(text.to_owned());
        match *command {
            Command::ProtocolVersion => text("2"),
            Command::Name => text("gamekit"),
            Command::Version => text(env!("CARGO_PKG_VERSION")),
            Command::KnownCommand(ref name) => {
                Ok(Command::NAMES.contains(&name.as_str()).to_string())
            }
            Command::ListCommands => Ok(Command::NAMES.join("\n")),
            Command::BoardSize(8) => text(""),
            Command::BoardSize(_) => Err("unacceptable size".to_owned()),
            Command::ClearBoard => {
                self.position = Position::start();
                self.plies.clear();
                self.clocks = [self.settings.and_then(|settings| settings.start()); 2];
                text("")
            }
            Command::Play { color, mv } => self.play(color, mv).map(|()| String::new()),
            Command::GenMove(color) => {
                let begun = Instant::now();
                let mv = self.think(color, stop)?;
                self.play(color, mv)?;
                if let Some(clock) = &mut self.clocks[color.index()] {
                    *clock = clock.after_move(begun.elapsed());
                }
                Ok(mv.to_string())
            }
            Command::RegGenMove(color) => self.think(color, stop).map(|mv| mv.to_string()),
            Command::Undo => {
                let plies = self.plies.pop().ok_or("cannot undo")?;
                for _ in 0..plies {
                    self.position.undo();
                }
                text("")
            }
            Command::TimeSettings { main, period, moves } => {
                let settings = Settings { main, period, moves };
                self.settings = Some(settings);
                self.clocks = [settings.start(); 2];
                text("")
            }
            Command::TimeLeft { color, time, moves } => {
                let none = Settings { main: time, period: Duration::ZERO, moves: 0 };
                let settings = self.settings.unwrap_or(none);
                self.clocks[color.index()] = Some(settings.clock(time, moves));
                text("")
            }
            Command::FinalScore => match self.final_score() {
                None => Err("the game is not over".to_owned()),
                Some(0) => text("0"),
                Some(score) if score > 0 => Ok(format!("B+{score}")),
                Some(score) => Ok(format!("W+{}", -score)),
            },
            Command::ShowBoard => Ok(shown(&self.position)),
            Command::SetLevel(level) if (1..=60).contains(&level) => {
                self.depth = Some(level);
                text("")
            }
            Command::SetLevel(_) => Err("expected a level from 1 to 60".to_owned()),
            Command::ListGames | Command::RulesGameId => text("Othello"),
            Command::SetGame(ref game) => {
                let is_ours =
                    ["othello", "reversi"].iter().any(|our| our.eq_ignore_ascii_case(game));
                if is_ours { text("") } else { Err("unknown game".to_owned()) }
            }
            Command::RulesBoard => Ok(rows(&self.position).rev().collect::<Vec<_>>().join("\n")),
            Command::RulesBoardSize => text("8"),
            Command::RulesLegalMoves => Ok(legal_moves(&self.position)),
            Command::RulesSideToMove => text(color_name(self.position.side())),
            Command::RulesFinalResult => Ok(self.final_result()),
            // `quit`, `komi` and `gogui-interrupt` have an empty answer.
            _ => text(""),
        }
    }

    /// Plays a move of a colour. If the other side must pass, the pass is inserted.
    fn play(&mut self, color: Color, mv: Move) -> Result<(), String> {
        let illegal = || "illegal move".to_owned();
        let mut position = self.position.clone();
        // Both sides may pass after the end of the game.
        if !(position.is_over() && mv == Move::Pass) {
            if color != position.side() {
                position.pass().map_err(|_| illegal())?;
            }
            position.play(mv).map_err(|_| illegal())?;
        }
        self.plies.push(position.ply() - self.position.ply());
        self.position = position;
        Ok(())
    }

    /// Chooses a move for a colour.
    fn think(&mut self, color: Color, stop: &Stop) -> Result<Move, String> {
        let mut board = self.position.board();
        if board.is_over() {
            return Ok(Move::Pass);
        }
        if color != self.position.side() {
            let side = color_name(self.position.side());
            board = board.pass().map_err(|_| format!("it is the turn of {side}"))?;
        }
        let effort = match &self.clocks[color.index()] {
            Some(clock) => Effort::of_clock(clock, board, self.depth, self.overhead),
            None => Effort::of_depth(self.depth.unwrap_or(USUAL_DEPTH)),
        };
        let choice = self.player.choose(board, &effort, stop, |_, _| {});
        Ok(choice.map_or(Move::Pass, |choice| choice.mv))
    }

    /// Returns Black's final score, if the game is over.
    fn final_score(&self) -> Option<i32> {
        self.position.is_over().then(|| self.position.final_score(Color::Black))
    }

    fn final_result(&self) -> String {
        match self.final_score() {
            None => "unknown".to_owned(),
            Some(0) => "draw".to_owned(),
            Some(score) if score > 0 => format!("Black wins by {score} discs"),
            Some(score) => format!("White wins by {} discs", -score),
        }
    }
}

/// Returns the rows of the board from rank 1 to rank 8, with blanks between the squares.
fn rows(position: &Position) -> impl DoubleEndedIterator<Item = String> {
    let mark = |square: Square| match () {
        () if position.black().contains(square) => "X",
        () if position.white().contains(square) => "O",
        () => ".",
    };
    let marks: Vec<&str> = Square::all().map(mark).collect();
    let rows: Vec<String> = marks.chunks(8).map(|row| row.join(" ")).collect();
    rows.into_iter()
}

/// Returns the board with its coordinates and the side to move.
fn shown(position: &Position) -> String {
    let mut text = String::from("\n  A B C D E F G H\n");
    for (index, row) in rows(position).enumerate() {
        text += &format!("{} {row} {}\n", index + 1, index + 1);
    }
    text += "  A B C D E F G H\n";
    text += &match position.is_over() {
        true => "game over".to_owned(),
        false => format!("{} to move", color_name(position.side())),
    };
    text + &format!(", X {}, O {}", position.black().len(), position.white().len())
}

/// Returns the legal moves. GoGui compares them with squares in upper case.
fn legal_moves(position: &Position) -> String {
    if position.must_pass() {
        return "pass".to_owned();
    }
    let moves: Vec<String> =
        position.moves().iter().map(|square| square.to_string().to_uppercase()).collect();
    moves.join(" ")
}
