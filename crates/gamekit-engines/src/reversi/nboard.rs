//! The engine of the NBoard protocol.
use super::options::Options;
use super::player::{Choice, Effort, Player, Source, USUAL_DEPTH};
use crate::clock::Clock;
use crate::message_loop::{JobHandler, LineHandler, Output, Queue, Stop};
use reversi_core::book::{Basis, Book, BookMove};
use reversi_core::format::ggf;
use reversi_core::format::nboard::{
    Answer, Command, Depth, ParseCommandError, ParseCommandErrorKind, Played,
};
use reversi_core::search::{Hint, Progress};
use reversi_core::{Centidiscs, Color, Move, Position};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

/// Reads commands. Each command except `nboard` ends the work on earlier commands, because the
/// graphical program has moved on.
pub(super) struct Lines;

impl LineHandler for Lines {
    type Job = Job;

    fn line(&mut self, line: &str, queue: &mut Queue<Job>) -> ControlFlow<()> {
        match line.parse() {
            Ok(Command::Quit) => return ControlFlow::Break(()),
            Ok(command) => {
                if !matches!(command, Command::Version(_)) {
                    queue.stop();
                }
                queue.send(Job::Command(command));
            }
            // The engine would give advice on the old game, so the user must see the error.
            Err(error @ ParseCommandError { kind: ParseCommandErrorKind::Game(_), .. }) => {
                queue.stop();
                queue.send(Job::BadGame(error));
            }
            // The protocol says to ignore unknown lines.
            Err(_) => {}
        }
        ControlFlow::Continue(())
    }
}

/// A job of the thinking thread.
pub(super) enum Job {
    Command(Command),
    BadGame(ParseCommandError),
}

/// The state of the engine.
pub(super) struct Engine {
    player: Player,
    /// The version of the protocol. Version 1 has neither `nodestats` nor a clock.
    version: u32,
    position: Position,
    /// The clock of the game, `TI`, and the time that each side has used.
    clock: Option<Clock>,
    used: [Duration; 2],
    depth: Option<u32>,
    contempt: Centidiscs,
    overhead: Duration,
    learn: Option<PathBuf>,
}

impl JobHandler for Engine {
    type Job = Job;

    fn run(&mut self, job: Job, stop: &Stop, output: &Output) {
        let say = |answer: Answer| output.print(&answer.to_string());
        let status = |text: &str| say(Answer::Status(text.to_owned()));
        match job {
            Job::BadGame(error) => status(&format!("cannot read the game: {error}")),
            Job::Command(command) => match command {
                Command::Version(version) => {
                    self.version = version;
                    say(Answer::MyName(self.name()));
                }
                Command::SetDepth(depth) => {
                    self.depth = Some(depth.clamp(1, 60));
                    say(Answer::MyName(self.name()));
                }
                Command::SetContempt(value) => self.contempt = value,
                Command::SetGame(game) => self.set_game(&game),
                Command::Move(played) => {
                    let result = self.play(&played);
                    result.unwrap_or_else(|()| status(&format!("illegal move {}", played.mv)));
                }
                Command::Hint(count) => {
                    status("Analyzing");
                    self.hint(count.max(1), stop, output);
                    status("");
                }
                Command::Go => {
                    status("Thinking");
                    self.go(stop, output);
                    status("");
                }
                Command::Ping(number) => say(Answer::Pong(number)),
                Command::Learn => {
                    if let Err(message) = self.learn() {
                        status(&message);
                    }
                    say(Answer::Learned);
                }
                Command::Analyze => {
                    status("Analyzing the game");
                    self.analyze(stop, output);
                    status("");
                }
                _ => {}
            },
        }
    }
}

impl Engine {
    pub(super) fn new(player: Player, options: &Options) -> Self {
        Self {
            player,
            version: 2,
            position: Position::start(),
            clock: None,
            used: [Duration::ZERO; 2],
            depth: options.depth,
            contempt: Centidiscs::new(0),
            overhead: options.overhead(),
            learn: options.learn.clone(),
        }
    }

    fn depth(&self) -> u32 {
        self.depth.unwrap_or(USUAL_DEPTH)
    }

    fn name(&self) -> String {
        format!("gamekit{}", self.depth())
    }

    fn set_game(&mut self, game: &ggf::Game) {
        self.position = game.position.clone();
        self.clock = game.time.as_deref().and_then(read_clock);
        self.used = [Duration::ZERO; 2];
        let mut side = game.start.clone();
        for played in &game.moves {
            if played.mv != Move::Pass && side.must_pass() {
                let _ = side.pass();
            }
            let seconds = played.seconds.filter(|seconds| *seconds >= 0.0).unwrap_or_default();
            let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
            self.spend(side.side(), time);
            let _ = side.play(played.mv);
        }
    }

    fn spend(&mut self, side: Color, time: Duration) {
        let used = &mut self.used[side.index()];
        *used = used.saturating_add(time);
    }

    /// Plays a move. A pass that the graphical program left out is inserted.
    fn play(&mut self, played: &Played) -> Result<(), ()> {
        let result = match played.mv {
            Move::Pass => self.position.pass(),
            Move::Place(square) => self.position.play_with_forced_pass(square).map(|_| ()),
        };
        result.map_err(|_| ())?;
        self.spend(!self.position.side(), played.time.unwrap_or_default());
        Ok(())
    }

    /// Returns the effort for a move: the depth, and in version 2 also the clock of the game.
    fn effort(&self) -> Effort {
        let side = self.position.side();
        let Some(clock) = self.clock.filter(|_| self.version >= 2) else {
            return Effort::of_depth(self.depth());
        };
        let moves = self.position.history().iter().rev().skip(1).step_by(2);
        let moves = moves.filter(|turn| turn.mv != Move::Pass).count() as u32;
        let gained = clock.increment.saturating_mul(moves);
        let rest = clock.main.saturating_add(gained).saturating_sub(self.used[side.index()]);
        let rest = Clock::of_main_time(rest).with_increment(clock.increment);
        Effort::of_clock(&rest, self.position.board(), Some(self.depth()), self.overhead)
    }

    /// Prints the values of the best moves: of the book, or else of a search.
    fn hint(&mut self, count: usize, stop: &Stop, output: &Output) {
        let board = self.position.board();
        if board.is_over() {
            return;
        }
        let mut book = self.player.book_moves(board);
        book.truncate(count);
        for found in &book {
            output.print(&book_answer(found).to_string());
        }
        if book.len() >= count.min(board.moves().len() as usize).max(1) {
            return;
        }
        let effort = Effort::of_depth(self.depth());
        let is_known = |hint: &Hint| book.iter().any(|found| found.mv == hint.mv);
        let contempt = self.draw_value();
        let print = |hints: &[Hint]| {
            for hint in hints.iter().filter(|hint| !is_known(hint)).rev() {
                output.print(&search_answer(hint, contempt).to_string());
            }
        };
        let mut watch = Watch::new(self.version, output);
        let mut depth = 0;
        let found = self.player.search(board, &effort, count, stop, |progress, time| {
            watch.stats(progress.nodes, time);
            // The values of the first rounds change too often to be sent.
            if progress.depth > depth.max(3) && !progress.is_solving && !stop.is_set() {
                print(&progress.hints);
            }
            depth = depth.max(progress.depth);
        });
        print(&found.hints);
        watch.last(found.nodes, found.time);
    }

    /// Prints the move that the engine would play.
    fn go(&mut self, stop: &Stop, output: &Output) {
        let (board, effort) = (self.position.board(), self.effort());
        let mut watch = Watch::new(self.version, output);
        let begun = std::time::Instant::now();
        let choice = self.player.choose(board, &effort, stop, |progress: &Progress, time| {
            watch.stats(progress.nodes, time);
        });
        let time = Duration::from_millis(begun.elapsed().as_millis() as u64);
        let none = Choice { mv: Move::Pass, value: None, source: Source::Forced };
        let Choice { mv, value, source } = choice.unwrap_or(none);
        let time = (source != Source::Forced).then_some(time);
        output.print(&Answer::Move(Played { mv, value, time }).to_string());
    }

    /// Prints the value of each position of the game, the last one first.
    fn analyze(&mut self, stop: &Stop, output: &Output) {
        let effort = Effort::of_depth(self.depth());
        let mut position = self.position.clone();
        loop {
            let board = position.board();
            let value = if board.is_over() {
                Some(Centidiscs::from_discs(board.final_score()))
            } else {
                let found = self.player.search(board, &effort, 1, stop, |_, _| {});
                found.hints.first().map(|hint| hint.value)
            };
            if stop.is_set() {
                return;
            }
            if let Some(value) = value {
                output.print(&Answer::Analysis { ply: position.ply(), value }.to_string());
            }
            if position.undo().is_none() {
                return;
            }
        }
    }

    /// Returns the value of a draw for the side to move.
    fn draw_value(&self) -> Centidiscs {
        match self.position.side() {
            Color::Black => self.contempt,
            Color::White => -self.contempt,
        }
    }

    /// Adds the game to the book file of the options.
    fn learn(&self) -> Result<(), String> {
        let Some(path) = &self.learn else { return Ok(()) };
        let mut start = self.position.clone();
        while start.undo().is_some() {}
        if start != Position::start() {
            return Err("only games from the usual start can be learned".to_owned());
        }
        let mut book = if path.exists() {
            Book::load(path).map_err(|error| error.to_string())?
        } else {
            Book::new()
        };
        let moves = self.position.history().iter().map(|turn| turn.mv);
        book.register(moves, None).map_err(|error| error.to_string())?;
        book.save(path).map_err(|error| error.to_string())
    }
}

/// Prints `nodestats` at intervals.
struct Watch<'a> {
    output: Option<&'a Output>,
    next: Duration,
}

impl<'a> Watch<'a> {
    const INTERVAL: Duration = Duration::from_millis(500);

    fn new(version: u32, output: &'a Output) -> Self {
        Self { output: (version >= 2).then_some(output), next: Self::INTERVAL }
    }

    fn stats(&mut self, nodes: u64, time: Duration) {
        if time >= self.next {
            self.next = time + Self::INTERVAL;
            self.last(nodes, time);
        }
    }

    fn last(&self, nodes: u64, time: Duration) {
        if let Some(output) = self.output {
            output.print(&Answer::NodeStats { nodes, time }.to_string());
        }
    }
}

fn search_answer(hint: &Hint, draw: Centidiscs) -> Answer {
    let is_draw = hint.is_proven && hint.value == Centidiscs::new(0);
    Answer::Search {
        line: hint.pv.clone(),
        value: if is_draw { draw } else { hint.value },
        depth: if hint.is_proven { Depth::EXACT } else { Depth::Plies(hint.depth) },
        text: String::new(),
    }
}

fn book_answer(found: &BookMove) -> Answer {
    let depth = match found.info.basis {
        Basis::Depth(Some(depth)) => depth.get().into(),
        _ => 0,
    };
    Answer::Book {
        line: vec![found.mv],
        value: Centidiscs::new(found.info.value.unwrap_or_default()),
        games: found.info.games.into(),
        depth: Depth::Plies(depth),
        text: String::new(),
    }
}

/// Reads a clock of GGF: main time, increment and extension as `hours:minutes:seconds`, of which
/// only the seconds are required. Returns `None` for a game without a main time.
fn read_clock(text: &str) -> Option<Clock> {
    let read = |part: Option<&str>| {
        // The first comma separates the time from parts that this engine does not use.
        let part = part?.split(',').next()?;
        let number = |word: &str| word.trim().parse::<u64>().ok();
        let seconds = part
            .split(':')
            .try_fold(0u64, |sum, word| sum.checked_mul(60)?.checked_add(number(word)?))?;
        (seconds < 1 << 32).then(|| Duration::from_secs(seconds))
    };
    let mut parts = text.split('/');
    let main = read(parts.next()).filter(|main| !main.is_zero())?;
    Some(Clock::of_main_time(main).with_increment(read(parts.next()).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use reversi_core::{Bitboard, Board};

    #[test]
    fn clocks_are_read() {
        let clock =
            |text: &str| read_clock(text).map(|c| (c.main.as_secs(), c.increment.as_secs()));
        assert_eq!(clock("05:00//02:00"), Some((300, 0)));
        assert_eq!(clock("1:00:00/00:10/02:00"), Some((3600, 10)));
        assert_eq!(clock("15"), Some((15, 0)));
        assert_eq!(clock("05:00,0:1/00:03,0:2"), Some((300, 3)));
        for text in ["", "0", "00:00//02:00", "x", "99999999999999999999", "5::"] {
            assert_eq!(clock(text), None, "{text}");
        }
    }

    #[test]
    fn a_board_after_the_end_has_no_choice() {
        let full = Board::new(Bitboard::from_bits(!0), Bitboard::EMPTY).unwrap();
        let parts = Options::default().open().unwrap();
        let effort = Effort::of_depth(1);
        let choice = Player::new(parts).choose(full, &effort, &Stop::never(), |_, _| {});
        assert_eq!(choice, None);
    }
}
