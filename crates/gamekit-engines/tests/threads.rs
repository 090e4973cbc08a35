//! The three engines with several search threads and several lines: each question has one answer, also
//! if the search is stopped at any time.

#![cfg(all(feature = "reversi", feature = "shogi"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use shogi_core::format::usi::{PositionLine, Word};
use shogi_core::format::usi_protocol::Answer;
use shogi_core::{History, Position, Repetition};

/// A running engine. A test that waits longer than [`PATIENCE`] for a line fails.
struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    lines: mpsc::Receiver<String>,
}

const PATIENCE: Duration = Duration::from_secs(60);

impl Engine {
    fn new(path: &str, arguments: &[&str]) -> Self {
        let mut process = Command::new(path)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let output: ChildStdout = process.stdout.take().unwrap();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let _ = sender.send(line.unwrap());
            }
        });
        let input = process.stdin.take();
        Self { process, input, lines }
    }

    /// Starts `gamekit-usi` with three threads and two lines.
    fn usi() -> Self {
        let mut engine = Self::new(env!("CARGO_BIN_EXE_gamekit-usi"), &[]);
        for option in ["USI_Hash value 4", "Threads value 3", "MultiPV value 2"] {
            engine.send(&format!("setoption name {option}"));
        }
        engine
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// Returns the lines up to the first one with this prefix.
    fn until(&mut self, prefix: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.lines.recv_timeout(PATIENCE).expect("the engine hangs"));
            if lines.last().is_some_and(|line| line.starts_with(prefix)) {
                return lines;
            }
        }
    }

    /// Ends the engine by `quit` or by the end of the input. Returns the rest of its lines.
    fn end(mut self, quits: bool) -> Vec<String> {
        if quits {
            self.send("quit");
        }
        self.input = None;
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => rest.push(line),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Err(mpsc::RecvTimeoutError::Timeout) => panic!("the engine hangs"),
            }
        }
        let mut errors = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "");
        assert!(self.process.wait().unwrap().success());
        rest
    }
}

/// Waits for 0 to 5 ms, so that the searches are stopped in different states.
fn pause(round: u64) {
    thread::sleep(Duration::from_micros(round * 617 % 5000));
}

#[test]
fn usi_answers_each_stop_and_ponderhit_once() {
    let mut engine = Engine::usi();
    let positions = [
        "startpos",
        "startpos moves 7g7f 3c3d 2g2f",
        "sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1",
    ];
    let ends = [
        ("go infinite", "stop"),
        ("go ponder btime 0 wtime 0 byoyomi 3", "ponderhit"),
        ("go ponder btime 0 wtime 0 byoyomi 60000", "stop"),
        ("go ponder btime 60000 wtime 60000", "ponderhit btime 0 wtime 0 byoyomi 2"),
        ("go btime 600000 wtime 600000", "gameover win"),
        ("go byoyomi 2", "isready"),
        ("go nodes 300", "ponderhit"),
        ("go depth 2", "usi"),
    ];
    for round in 0..64 {
        let (go, end) = ends[round % ends.len()];
        engine.send(&format!("position {}", positions[round / ends.len() % positions.len()]));
        engine.send(go);
        pause(round as u64);
        engine.send(end);
        engine.until("bestmove");
    }
    engine.send("isready");
    let rest = engine.until("readyok");
    assert!(rest.iter().all(|line| !line.starts_with("bestmove")), "{rest:?}");
    assert!(engine.end(true).is_empty());
}

/// Both sides think on the time of the other side. The client sends `ponderhit` after an expected move,
/// and `stop` after another move.
#[test]
fn usi_plays_a_game_with_pondering() {
    let mut engines = [Engine::usi(), Engine::usi()];
    let mut line = PositionLine::new(Position::start());
    let mut history = History::new(&line.position);
    let (mut hits, mut stops) = (0, 0);
    let mut expected: [Option<PositionLine>; 2] = [None, None];
    for ply in 0..50 {
        let side = ply % 2;
        let engine = &mut engines[side];
        match expected[side].take() {
            Some(guess) if guess.moves == line.moves => {
                engine.send("ponderhit");
                hits += 1;
            }
            guess => {
                if guess.is_some() {
                    engine.send("stop");
                    engine.until("bestmove");
                    stops += 1;
                }
                engine.send(&line.to_string());
                engine.send(if ply < 10 { "go nodes 200" } else { "go byoyomi 54" });
            }
        }
        let answers = engine.until("bestmove");
        let Ok(Answer::BestMove { word: Word::Move(m), ponder }) = answers.last().unwrap().parse()
        else {
            break;
        };
        let m = line.position.legal_move(m).unwrap();
        line.position.play(m).unwrap();
        line.moves.push(m);
        if !matches!(history.push(&line.position), Repetition::None { .. }) {
            break;
        }
        if let Some(reply) = ponder {
            let mut guess = line.clone();
            let reply = guess.position.legal_move(reply).unwrap();
            guess.position.play(reply).unwrap();
            guess.moves.push(reply);
            engine.send(&guess.to_string());
            engine.send("go ponder btime 0 wtime 0 byoyomi 54");
            expected[side] = Some(guess);
        }
    }
    assert!(hits > 0 && stops > 0, "{hits} {stops}");
    // A search may still run.
    for (engine, guess) in engines.into_iter().zip(expected) {
        let answers = engine.end(true);
        let count = answers.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(count, usize::from(guess.is_some()));
    }
}

#[test]
fn usi_ends_during_a_search() {
    for (round, go) in
        ["go infinite", "go ponder byoyomi 100", "go mate infinite"].iter().enumerate()
    {
        let mut engine = Engine::usi();
        engine.send("isready");
        engine.until("readyok");
        engine.send(go);
        pause(3 * round as u64);
        let answers = engine.end(round % 2 == 0);
        let is_answer =
            |line: &&String| ["bestmove", "checkmate"].iter().any(|of| line.starts_with(of));
        assert_eq!(answers.iter().filter(is_answer).count(), 1, "{go}");
    }
}

#[test]
fn nboard_answers_during_a_search() {
    let arguments = ["--threads", "3", "--book", "none", "--memory", "1"];
    let mut engine = Engine::new(env!("CARGO_BIN_EXE_gamekit-nboard"), &arguments);
    engine.send("nboard 2\nset depth 60");
    engine.until("set myname gamekit60");
    for round in 0..40 {
        engine.send(["hint 1", "hint 20", "go", "analyze"][round % 4]);
        pause(round as u64);
        engine.send(&format!("ping {round}"));
        let answers = engine.until("pong");
        assert_eq!(answers.last(), Some(&format!("pong {round}")));
        assert_eq!(answers.iter().filter(|line| *line == "status").count(), 1, "{answers:?}");
        let moves = answers.iter().filter(|line| line.starts_with("===")).count();
        assert_eq!(moves, usize::from(round % 4 == 2));
    }
    engine.send("go");
    let answers = engine.end(true);
    assert_eq!(answers.iter().filter(|line| line.starts_with("===")).count(), 1, "{answers:?}");
}

#[test]
fn gtp_answers_during_a_search() {
    let arguments = ["--threads", "3", "--depth", "60", "--book", "none", "--memory", "1"];
    let mut engine = Engine::new(env!("CARGO_BIN_EXE_gamekit-gtp"), &arguments);
    for round in 0..30 {
        engine.send("reg_genmove b");
        pause(round as u64);
        engine.send("# interrupt");
        let answer = engine.until("").remove(0);
        assert!(answer.starts_with("= ") && answer.len() == 4, "{answer}");
        assert_eq!(engine.until(""), [""]);
    }
    engine.send("genmove b");
    let answers = engine.end(true);
    assert_eq!(answers.iter().filter(|line| line.starts_with("=")).count(), 2, "{answers:?}");
}
