//! The programs `gamekit-gtp` and `gamekit-nboard`: recorded dialogues, whole games and random lines.
//!
//! `BLESS=1 cargo test -p gamekit-engines --test reversi` records the dialogues again.

#![cfg(feature = "reversi")]

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

use reversi_core::format::gtp::{self, Response};
use reversi_core::format::nboard::{Answer, Played};
use reversi_core::{Color, Move, Position};

/// A running engine.
struct Engine {
    process: Child,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn new(path: &str, arguments: &[&str]) -> Self {
        let mut process = Command::new(path)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Self { process, output }
    }

    fn gtp(arguments: &[&str]) -> Self {
        Self::new(env!("CARGO_BIN_EXE_gamekit-gtp"), arguments)
    }

    fn nboard(arguments: &[&str]) -> Self {
        Self::new(env!("CARGO_BIN_EXE_gamekit-nboard"), arguments)
    }

    fn send(&mut self, line: &str) {
        let input = self.process.stdin.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the engine ended");
        line.trim_end_matches('\n').to_owned()
    }

    /// Returns the lines of a GTP response, without the empty line.
    fn response(&mut self) -> Vec<String> {
        let mut lines = vec![self.line()];
        while let Some(last) = lines.pop_if(|line| !line.is_empty()) {
            lines.push(last);
            lines.push(self.line());
        }
        lines
    }

    /// Returns the NBoard answers up to the one for which `is_last` holds.
    fn answers(&mut self, is_last: impl Fn(&Answer) -> bool) -> Vec<Answer> {
        let mut answers = Vec::new();
        loop {
            let line = self.line();
            let answer: Answer = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(answer.to_string(), line);
            answers.push(answer);
            if answers.last().is_some_and(&is_last) {
                return answers;
            }
        }
    }

    /// Asks a GTP engine and returns the text of its successful response.
    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        let response: Response = self.response().join("\n").parse().unwrap();
        assert!(response.is_success, "{line}: {response}");
        response.text
    }

    /// Waits for the end. Returns the rest of the output; standard error must be empty.
    fn end(mut self) -> (ExitStatus, String) {
        drop(self.process.stdin.take());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        let mut errors = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "");
        (self.process.wait().unwrap(), rest)
    }
}

/// The end of the answers to `hint`, `go` and `analyze`.
fn is_idle(answer: &Answer) -> bool {
    matches!(answer, Answer::Status(text) if text.is_empty())
}

/// Runs the commands of a recorded dialogue and compares the answers.
fn replay(name: &str, mut engine: Engine, answers: impl Fn(&mut Engine, &str) -> Vec<String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues").join(name);
    let recorded = fs::read_to_string(&path).unwrap();
    let mut played = String::new();
    for line in recorded.lines().filter(|line| !line.starts_with('<')) {
        played += &format!("{line}\n");
        let Some(command) = line.strip_prefix("> ") else { continue };
        engine.send(command);
        for answer in answers(&mut engine, command) {
            played += format!("< {answer}").trim_end();
            played += "\n";
        }
    }
    let (status, rest) = engine.end();
    assert!(status.success());
    assert_eq!(rest, "", "more output than expected");
    if env::var_os("BLESS").is_some() {
        fs::write(path, played).unwrap();
    } else {
        assert_eq!(played, recorded, "{name}");
    }
}

#[test]
fn gtp_dialogues_are_as_recorded() {
    replay("gtp.txt", Engine::gtp(&["--depth", "4"]), |engine, command| {
        if gtp::requests(command).next().is_none() {
            return Vec::new();
        }
        let mut lines = engine.response();
        lines.pop();
        lines
    });
}

/// Returns an answer without the numbers that depend on the time.
fn timeless(answer: &Answer) -> String {
    match answer {
        Answer::NodeStats { .. } => "nodestats N T".to_owned(),
        Answer::Move(Played { time: Some(_), mv, value }) => {
            format!("{}/T", Answer::Move(Played { mv: *mv, value: *value, time: None }))
        }
        other => other.to_string(),
    }
}

#[test]
fn nboard_dialogues_are_as_recorded() {
    for name in ["nboard-1.txt", "nboard-2.txt"] {
        replay(name, Engine::nboard(&[]), |engine, command| {
            let is_last: fn(&Answer) -> bool = match command.split(' ').next().unwrap() {
                "hint" | "go" | "analyze" => is_idle,
                "nboard" | "ping" | "learn" => |_| true,
                "set" if command.starts_with("set depth") => |_| true,
                // The recorded lines that the engine cannot accept.
                _ if ["set game (;GM[Go];)", "move A1"].contains(&command) => |_| true,
                _ => return Vec::new(),
            };
            engine.answers(is_last).iter().map(timeless).collect()
        });
    }
}

/// A graphical program plays a whole game: in version 2 with `move` and a clock, in version 1 with
/// bare moves.
#[test]
fn nboard_plays_whole_games() {
    for version in [1, 2] {
        let mut engine = Engine::nboard(&["--book", "none"]);
        engine.send(&format!("nboard {version}\nset depth 2"));
        engine.answers(|answer| *answer == Answer::MyName("gamekit2".into()));
        let board = "8 ---------------------------O*------*O--------------------------- *";
        let game = format!("(;GM[Othello]PB[a]PW[b]RE[?]TI[02:00]TY[8]BO[{board}];)");
        engine.send(&format!("set game {game}"));
        let mut position = Position::start();
        let mut number = 0;
        while !position.is_over() {
            number += 1;
            engine.send(&format!("ping {number}\nhint 2\ngo"));
            let answers = engine.answers(|answer| matches!(answer, Answer::Move(_)));
            assert_eq!(answers[0], Answer::Pong(number));
            let has_stats = answers.iter().any(|answer| matches!(answer, Answer::NodeStats { .. }));
            assert_eq!(has_stats, version == 2);
            let Some(Answer::Move(played)) = answers.last() else { panic!() };
            assert_eq!(engine.answers(is_idle).len(), 1);
            position.play(played.mv).unwrap();
            let prefix = if version == 1 { "" } else { "move " };
            engine.send(&format!("{prefix}{played}"));
        }
        engine.send("analyze");
        let plies: Vec<usize> = engine
            .answers(is_idle)
            .iter()
            .filter_map(|answer| match answer {
                Answer::Analysis { ply, .. } => Some(*ply),
                _ => None,
            })
            .collect();
        assert!(plies.iter().copied().eq((0..=position.ply()).rev()), "{plies:?}");
        engine.send("quit");
        let (status, rest) = engine.end();
        assert!(status.success() && rest.is_empty(), "{rest}");
    }
}

/// Two engines play each other. The controller sends passes in one game, and not in the other one.
#[test]
fn gtp_plays_whole_games() {
    for sends_passes in [false, true] {
        let arguments = ["--book", "none", "--depth", "2"];
        let mut engines = [Engine::gtp(&arguments), Engine::gtp(&arguments)];
        let mut position = Position::start();
        while !position.is_over() {
            let color = position.side();
            let name = gtp::color_name(color);
            let must_pass = position.must_pass();
            if must_pass && !sends_passes {
                position.pass().unwrap();
                continue;
            }
            let word = engines[color.index()].ask(&format!("genmove {name}"));
            let mv: Move = word.parse().unwrap();
            position.play(mv).unwrap();
            engines[color.opponent().index()].ask(&format!("play {name} {word}"));
        }
        let score = position.final_score(Color::Black);
        let expected = match score {
            0 => "0".to_owned(),
            1.. => format!("B+{score}"),
            _ => format!("W+{}", -score),
        };
        for engine in &mut engines {
            assert_eq!(engine.ask("final_score"), expected);
            assert_eq!(engine.ask("genmove b"), "pass");
            assert_eq!(engine.ask("genmove w"), "pass");
        }
        for engine in engines {
            assert!(engine.end().0.success());
        }
    }
}

#[test]
fn the_engines_end_during_a_search() {
    // To depth 60, these searches would take years.
    for last in ["quit", ""] {
        let mut engine = Engine::gtp(&["--depth", "60", "--book", "none"]);
        engine.send("genmove b");
        engine.send(last);
        let (status, rest) = engine.end();
        let answers = if last.is_empty() { 1 } else { 2 };
        assert!(status.success() && rest.matches("\n\n").count() == answers, "{rest}");
        assert!(rest.starts_with("= "), "{rest}");

        let mut engine = Engine::nboard(&["--depth", "60", "--book", "none"]);
        engine.send("go");
        assert_eq!(engine.line(), "status Thinking");
        engine.send(last);
        let (status, rest) = engine.end();
        assert!(status.success() && rest.matches("===").count() == 1, "{rest}");
    }
}

#[test]
fn an_interrupt_ends_a_command() {
    let mut engine = Engine::gtp(&["--depth", "60", "--book", "none"]);
    engine.send("genmove b\n# interrupt");
    assert!(engine.response()[0].starts_with("= "));
    engine.send("name");
    assert_eq!(engine.response()[0], "= gamekit");
    assert!(engine.end().0.success());
}

#[test]
fn a_ping_ends_an_analysis() {
    let mut engine = Engine::nboard(&["--book", "none"]);
    for (number, command) in ["hint 10", "go", "analyze", "hint 1"].iter().enumerate() {
        engine.send(&format!("set depth 60\n{command}\nping {number}"));
        let answers = engine.answers(|answer| matches!(answer, Answer::Pong(_)));
        assert_eq!(answers.last(), Some(&Answer::Pong(number as i64)));
        assert_eq!(answers.iter().filter(|answer| is_idle(answer)).count(), 1, "{answers:?}");
    }
    assert!(engine.end().0.success());
}

#[test]
fn learned_games_are_in_the_book_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("learned.book");
    let arguments = ["--learn", path.to_str().unwrap()];
    for _ in 0..2 {
        let mut engine = Engine::nboard(&arguments);
        for mv in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
            engine.send(&format!("move {mv}"));
        }
        engine.send("learn");
        assert_eq!(engine.answers(|_| true), [Answer::Learned]);
        assert!(engine.end().0.success());
    }
    let book = reversi_core::book::Book::load(&path).unwrap();
    let start = book.find(Position::start().board()).unwrap();
    assert_eq!((start.games, start.wins, start.losses), (2, 2, 0));
}

#[test]
fn bad_options_are_errors() {
    for arguments in [["--book", "/no/such/file"], ["--depth", "61"], ["--weights", "Cargo.toml"]] {
        for path in [env!("CARGO_BIN_EXE_gamekit-gtp"), env!("CARGO_BIN_EXE_gamekit-nboard")] {
            let output = Command::new(path).args(arguments).stdin(Stdio::null()).output().unwrap();
            assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}");
            assert!(!output.stderr.is_empty());
        }
    }
}

/// A generator of pseudorandom numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }

    /// Returns a line of random words, with random characters from time to time.
    fn line(&mut self, words: &[&str]) -> String {
        let mut line = String::new();
        for _ in 0..1 + self.below(5) {
            line += words[self.below(words.len())];
            line.push([' ', ' ', ' ', '\t', '/'][self.below(5)]);
        }
        for _ in 0..[0, 0, 0, 3][self.below(4)] {
            let places: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
            let at = places[self.below(places.len())];
            line.insert(at, [' ', '#', '\u{7}', '0', 'z', '['][self.below(6)]);
        }
        line
    }
}

const SQUARES: [&str; 8] = ["d3", "C4", "f5", "e6", "f4", "pass", "PA", "a1"];

fn random_gtp_lines(count: usize) {
    let mut words = gtp::Command::NAMES.to_vec();
    words.retain(|&word| word != "quit");
    words.extend([
        "genmove b",
        "genmove w",
        "play b",
        "play w",
        "black",
        "white",
        "1",
        "2147483648",
    ]);
    words.extend(["0.01", "0", "-1", "1e999", "nan", "8", "", "é"]);
    words.extend(SQUARES);
    let mut random = Random(1);
    let lines: Vec<String> = (0..count)
        .map(|_| random.line(&words))
        // Longer searches only take time.
        .filter(|line| !line.contains("set_level") && !line.contains("time_"))
        .collect();
    let text = lines.join("\n") + "\n77 name";
    let expected = gtp::requests(&text).count();
    let mut engine = Engine::gtp(&["--depth", "2"]);
    let mut input = engine.process.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        input.write_all(format!("{text}\n").as_bytes()).unwrap();
        input
    });
    let mut found = 0;
    loop {
        let response: Response = engine.response().join("\n").parse().unwrap();
        found += 1;
        if response.id == Some(77) && response.text == "gamekit" {
            break;
        }
    }
    drop(writer.join().unwrap());
    assert_eq!(found, expected);
    let (status, rest) = engine.end();
    assert!(status.success() && rest.is_empty(), "{rest}");
}

fn random_nboard_lines(count: usize) {
    use reversi_core::format::nboard::Command as C;
    let board = "8 ---------------------------O*------*O--------------------------- *";
    let game = format!("set game (;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[{board}]B[f5]W[d6];)");
    let mut words = vec!["nboard", "set", "depth", "contempt", "move", "hint", "go", "ping"];
    words.extend(["learn", "analyze", "set depth", "set game", "1", "-1", "60", "nan", "", "é"]);
    words.extend(["hint 3", "ping 7", "set game (;GM[Othello]", "BO[8 x]", &game]);
    words.extend(SQUARES);
    let mut random = Random(2);
    let lines: Vec<String> = (0..count).map(|_| random.line(&words)).collect();
    let commands: Vec<C> = lines.iter().filter_map(|line| line.parse().ok()).collect();
    let asked = |is: fn(&C) -> bool| commands.iter().filter(|command| is(command)).count();
    let mut engine = Engine::nboard(&[]);
    let mut input = engine.process.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        input.write_all(format!("{}\nping 4242\n", lines.join("\n")).as_bytes()).unwrap();
        input
    });
    let answers = engine.answers(|answer| *answer == Answer::Pong(4242));
    drop(writer.join().unwrap());
    let answered = |is: fn(&Answer) -> bool| answers.iter().filter(|answer| is(answer)).count();
    assert_eq!(answered(|a| matches!(a, Answer::Pong(_))), 1 + asked(|c| matches!(c, C::Ping(_))));
    assert_eq!(answered(|a| matches!(a, Answer::Move(_))), asked(|c| matches!(c, C::Go)));
    assert_eq!(answered(|a| matches!(a, Answer::Learned)), asked(|c| matches!(c, C::Learn)));
    let long = asked(|c| matches!(c, C::Hint(_) | C::Go | C::Analyze));
    assert_eq!(answered(is_idle), long);
    assert!(long > 0);
    let (status, rest) = engine.end();
    assert!(status.success() && rest.is_empty(), "{rest}");
}

#[test]
fn random_lines_have_one_answer_each() {
    random_gtp_lines(10_000);
    random_nboard_lines(10_000);
}
