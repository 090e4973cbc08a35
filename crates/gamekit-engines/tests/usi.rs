//! The program `gamekit-usi`: recorded dialogues, whole games, random lines, and the client of the
//! package `usi`.
//!
//! `BLESS=1 cargo test -p gamekit-engines --test usi` records the dialogue again.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use shogi_core::format::usi::{PositionLine, Word};
use shogi_core::format::usi_protocol::{Answer, Checkmate, Command as GuiCommand, Info, Score};
use shogi_core::{Position, Repetition};

const ENGINE: &str = env!("CARGO_BIN_EXE_gamekit-usi");

/// A running engine.
struct Engine {
    process: Child,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn new() -> Self {
        let mut process = Command::new(ENGINE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut engine = Self { process, output };
        engine.send("setoption name USI_Hash value 4");
        engine
    }

    fn send(&mut self, line: &str) {
        let input = self.process.stdin.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the engine ended");
        assert!(line.is_ascii(), "{line}");
        line.trim_end_matches('\n').to_owned()
    }

    /// Returns the next answer other than `info`. Checks that each line is in the grammar.
    fn answer(&mut self) -> Answer {
        loop {
            let line = self.line();
            let answer: Answer = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(answer.to_string(), line);
            if !matches!(answer, Answer::Info(_)) {
                return answer;
            }
        }
    }

    fn best_move(&mut self) -> Word {
        match self.answer() {
            Answer::BestMove { word, .. } => word,
            other => panic!("{other}"),
        }
    }

    fn checkmate(&mut self) -> Checkmate {
        match self.answer() {
            Answer::Checkmate(checkmate) => checkmate,
            other => panic!("{other}"),
        }
    }

    /// Waits until the engine has done everything.
    fn wait_until_ready(&mut self) {
        self.send("isready");
        assert_eq!(self.answer(), Answer::ReadyOk);
    }

    /// Ends the engine. Returns the answers that were not read.
    fn end(mut self, quits: bool) -> String {
        if quits {
            self.send("quit");
        }
        drop(self.process.stdin.take());
        let (mut rest, mut errors) = (String::new(), String::new());
        self.output.read_to_string(&mut rest).unwrap();
        self.process.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "");
        assert!(self.process.wait().unwrap().success());
        rest
    }
}

/// Removes what differs between runs: the times and the speed, and the version.
fn without_times(line: &str) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for i in 1..words.len() {
        if words[0] == "info" && ["time", "nps"].contains(&words[i - 1].as_str()) {
            words[i] = "_".into();
        }
    }
    words.join(" ").replace(env!("CARGO_PKG_VERSION"), "VERSION")
}

/// Plays a recorded dialogue again. A line with `> ` is sent, the lines after it are the answers.
#[test]
fn the_recorded_dialogue_is_repeated() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogues/usi.txt");
    let recorded = fs::read_to_string(&path).unwrap();
    let mut engine = Engine::new();
    engine.send("setoption name Threads value 1");
    let mut played = String::new();
    for command in recorded.lines().filter_map(|line| line.strip_prefix("> ")) {
        played += &format!("> {command}\n");
        engine.send(command);
        let end = match command.split(' ').next().unwrap() {
            "usi" => "usiok",
            "isready" => "readyok",
            "go" if command.contains("mate") => "checkmate",
            "go" if command.contains("infinite") || command.contains("ponder") => continue,
            "go" | "stop" | "ponderhit" => "bestmove",
            // The error of a position is sent at once.
            "position" if command.ends_with("1a1b") => "info",
            _ => continue,
        };
        loop {
            let line = engine.line();
            // How far an infinite search comes depends on the machine.
            let is_info = line.starts_with("info") && end != "info";
            if !(is_info && ["stop", "ponderhit"].contains(&command)) {
                played += &without_times(&line);
                played += "\n";
            }
            if line.starts_with(end) {
                break;
            }
        }
    }
    assert_eq!(engine.end(true), "");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &played).unwrap();
        return;
    }
    assert_eq!(played, recorded);
}

#[test]
fn a_whole_game_has_only_legal_moves() {
    let (mut black, mut white) = (Engine::new(), Engine::new());
    black.send("setoption name MaxMovesToDraw value 60");
    let mut line = PositionLine::new(Position::start());
    let mut history = shogi_core::History::new(&line.position);
    while line.moves.len() < 60 {
        let engine = if line.moves.len().is_multiple_of(2) { &mut black } else { &mut white };
        engine.send(&line.to_string());
        engine.send("go nodes 1500");
        let Word::Move(m) = engine.best_move() else { break };
        let m = line.position.legal_move(m).unwrap();
        line.position.play(m).unwrap();
        line.moves.push(m);
        if !matches!(history.push(&line.position), Repetition::None { .. }) {
            break;
        }
    }
    assert!(line.moves.len() > 10);
    black.send("gameover draw");
    black.wait_until_ready();
    assert_eq!((black.end(true), white.end(false)), (String::new(), String::new()));
}

#[test]
fn each_go_has_one_answer() {
    let mut engine = Engine::new();
    engine.wait_until_ready();
    for go in [
        "go infinite",
        "go",
        "go ponder btime 1000 wtime 1000",
        "go ponder infinite",
        "go nodes 100",
        "go depth 2",
        "go movetime 5",
        "go byoyomi 5",
        "go mate infinite",
        "go mate 5",
        "go btime 0 wtime 0",
    ] {
        // A program may stop, or ask again without a stop.
        engine.send("position startpos moves 7g7f");
        engine.send(go);
        engine.send("stop");
        engine.send(go);
        engine.send("go nodes 10");
        let mut answers = 0;
        engine.send("isready");
        loop {
            match engine.answer() {
                Answer::ReadyOk => break,
                Answer::BestMove { word: Word::Move(m), .. } => {
                    let after: PositionLine = "startpos moves 7g7f".parse().unwrap();
                    assert!(after.position.legal_move(m).is_ok());
                    answers += 1;
                }
                Answer::Checkmate(_) if go.contains("mate") => answers += 1,
                other => panic!("{go}: {other}"),
            }
        }
        assert_eq!(answers, 3, "{go}");
    }
    assert_eq!(engine.end(true), "");
}

/// Programs that do not stop an unlimited search must not wait for ever. cshogi sends `gameover` without
/// a result.
#[test]
fn unlimited_searches_end_with_the_game() {
    let mut engine = Engine::new();
    for go in ["go infinite", "go ponder byoyomi 100", "go depth 99", "go mate infinite", "go"] {
        for end in ["gameover", "gameover lose", "gameover x", "isready", "usinewgame"] {
            engine.send("position startpos");
            engine.send(go);
            engine.send(end);
            assert!(matches!(engine.answer(), Answer::BestMove { .. } | Answer::Checkmate(_)));
            if end != "isready" {
                engine.send("isready");
            }
            assert_eq!(engine.answer(), Answer::ReadyOk);
        }
    }
    // A limited search is not cut short.
    engine.send("go nodes 3000");
    engine.send("isready");
    let mut nodes = None;
    loop {
        match engine.line().parse().unwrap() {
            Answer::Info(info) => nodes = info.nodes.or(nodes),
            Answer::ReadyOk => break,
            _ => {}
        }
    }
    assert_eq!(nodes, Some(3000));
    assert_eq!(engine.end(true), "");
}

#[test]
fn odd_lines_are_survived() {
    let mut engine = Engine::new();
    for line in [
        "stop",
        "ponderhit",
        "gameover win",
        "setoption name Unknown value 1",
        "setoption name MultiPV value 99999",
        "setoption name MultiPV value x",
        "setoption name MultiPV",
        "setoption",
        "positions are unknown",
        "  \t ",
        "go\u{e9}",
        "isready\r",
    ] {
        engine.send(line);
    }
    assert_eq!(engine.answer(), Answer::ReadyOk);
    engine.send("setoption name MultiPV value 0");
    for _ in 0..2 {
        engine.wait_until_ready();
    }
    engine.send("position startpos moves 7g7f\r");
    engine.send("go nodes 100\r");
    assert!(matches!(engine.best_move(), Word::Move(_)));
    assert_eq!(engine.end(true), "");
}

#[test]
fn ponderhit_lets_the_engine_answer() {
    let mut engine = Engine::new();
    engine.send("position startpos");
    engine.send("go ponder btime 0 wtime 0 byoyomi 100");
    engine.send("ponderhit");
    assert!(matches!(engine.best_move(), Word::Move(_)));
    engine.send("go ponder btime 0 wtime 0");
    engine.send("ponderhit btime 50 wtime 50 byoyomi 100");
    assert!(matches!(engine.best_move(), Word::Move(_)));
    engine.send("go ponder btime 0 wtime 0 byoyomi 60000");
    engine.send("gameover win");
    assert!(matches!(engine.best_move(), Word::Move(_)));
    assert_eq!(engine.end(true), "");
}

#[test]
fn decided_positions_are_answered() {
    let mut engine = Engine::new();
    // Mated, and an invalid position.
    for position in ["sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "startpos moves 1a1b", "sfen x"] {
        engine.send(&format!("position {position}"));
        engine.send("go nodes 100");
        assert_eq!(engine.best_move(), Word::Resign, "{position}");
    }
    let entered = "position sfen 2K6/1+R+R+B5/PPPPPPP2/9/9/9/9/9/4k4 b B4G4S 1";
    engine.send(entered);
    engine.send("go nodes 100");
    assert_eq!(engine.best_move(), Word::Win);
    engine.send("setoption name EnteringKingRule value NoEnteringKing");
    engine.send("go nodes 100");
    assert!(matches!(engine.best_move(), Word::Move(_)));
    engine.send("setoption name ResignValue value 500");
    engine.send("position sfen 4k4/9/9/9/9/9/9/1r5b1/4K4 b 2g 1");
    engine.send("go nodes 2000");
    assert_eq!(engine.best_move(), Word::Resign);
    assert_eq!(engine.end(true), "");
}

#[test]
fn mates_are_answered() {
    let mut engine = Engine::new();
    engine.send("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    engine.send("go mate infinite");
    let Checkmate::Mate(moves) = engine.checkmate() else { panic!() };
    assert_eq!(moves[0].to_string(), "G*5b");
    engine.send("go nodes 1000");
    let Ok(Answer::Info(info)) = engine.line().parse() else { panic!() };
    assert_eq!(info.score, Some(Score::Mate { plies: Some(1) }));
    assert!(matches!(engine.best_move(), Word::Move(_)));
    engine.send("position startpos");
    engine.send("go mate 1000");
    assert_eq!(engine.checkmate(), Checkmate::NoMate);
    assert_eq!(engine.end(true), "");
}

#[test]
fn several_lines_are_sent() {
    let mut engine = Engine::new();
    engine.send("setoption name MultiPV value 3");
    engine.send("position startpos");
    engine.send("go depth 2");
    let mut lines: Vec<Info> = Vec::new();
    loop {
        match engine.line().parse().unwrap() {
            Answer::Info(info) => lines.push(info),
            Answer::BestMove { .. } => break,
            other => panic!("{other}"),
        }
    }
    let numbers: Vec<Option<u32>> =
        lines.iter().filter(|info| info.depth == Some(2)).map(|info| info.line).collect();
    assert!(numbers.starts_with(&[Some(1), Some(2), Some(3)]), "{numbers:?}");
    assert_eq!(engine.end(true), "");
}

#[test]
fn the_book_is_used() {
    let book = "#YANEURAOU-DB2016 1.00\n\
        sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
        9g9f 3c3d 10 25 6\n1g1f 3c3d 20 25 6\n1a1b none 90 1 1\n";
    let path = env::temp_dir().join(format!("gamekit-usi-{}.db", std::process::id()));
    fs::write(&path, book).unwrap();
    let mut engine = Engine::new();
    engine.send(&format!("setoption name BookFile value {}", path.display()));
    engine.wait_until_ready();
    engine.send("position startpos");
    engine.send("go infinite");
    engine.send("stop");
    let Word::Move(m) = engine.best_move() else { panic!() };
    assert_eq!(m.to_string(), "1g1f");
    // A book that does not exist is reported, and the engine searches.
    engine.send("setoption name BookFile value /does/not/exist");
    engine.send("go nodes 10");
    let line = engine.line();
    assert!(line.starts_with("info string error: /does/not/exist"), "{line}");
    assert!(matches!(engine.best_move(), Word::Move(_)));
    assert_eq!(engine.end(true), "");
    fs::remove_file(path).unwrap();
}

#[test]
fn a_search_ends_with_the_input() {
    for quits in [true, false] {
        let mut engine = Engine::new();
        engine.wait_until_ready();
        engine.send("go infinite");
        let rest = engine.end(quits);
        assert_eq!(rest.lines().filter(|line| line.starts_with("bestmove")).count(), 1);
    }
}

/// Words of the protocol, and words that are wrong everywhere.
const WORDS: [&str; 40] = [
    "usi",
    "isready",
    "setoption",
    "name",
    "value",
    "usinewgame",
    "position",
    "startpos",
    "sfen",
    "moves",
    "7g7f",
    "3c3d",
    "8h2b+",
    "P*5e",
    "go",
    "ponder",
    "btime",
    "byoyomi",
    "infinite",
    "depth",
    "nodes",
    "movetime",
    "mate",
    "searchmoves",
    "stop",
    "ponderhit",
    "gameover",
    "win",
    "0",
    "1",
    "-7",
    "99999999999999999999",
    "MultiPV",
    "Threads",
    "x",
    "\u{7f}",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
    "b",
    "-",
    "4k4/9/9/9/9/9/9/9/9",
];

/// Commands that a line may begin with. A search ends at the latest with the next `go`.
const STARTS: [&str; 16] = [
    "go",
    "go",
    "go infinite",
    "go ponder",
    "go mate 1000",
    "go depth 1",
    "go nodes 50",
    "go byoyomi 1",
    "stop",
    "ponderhit",
    "position startpos",
    "position startpos moves 7g7f",
    "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
    "setoption name MultiPV value 3",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
];

/// Returns lines of random words and bytes. Every second line begins with a command.
fn random_lines(count: usize) -> Vec<u8> {
    let mut state = 0x1234_5678_9abc_def1u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let mut text = Vec::new();
    for _ in 0..count {
        let mut words = random(9);
        if random(2) == 0 {
            text.extend_from_slice(STARTS[random(STARTS.len())].as_bytes());
            text.push(b' ');
            words = random(9).saturating_sub(5);
        }
        for _ in 0..words {
            if random(30) == 0 {
                text.push(random(256) as u8);
            }
            text.extend_from_slice(WORDS[random(WORDS.len())].as_bytes());
            text.push(b' ');
        }
        text.extend_from_slice(if random(4) == 0 { b"\r\n" } else { b"\n" });
    }
    text
}

/// The engine must not hang, panic, or leave the grammar, and must answer each question once.
#[test]
fn random_lines_have_one_answer_each() {
    let mut text = random_lines(10_000);
    let lines = String::from_utf8_lossy(&text).into_owned();
    let commands: Vec<GuiCommand> = lines.lines().filter_map(|line| line.parse().ok()).collect();
    let asked = |is: fn(&GuiCommand) -> bool| commands.iter().filter(|of| is(of)).count();
    let (mates, moves) = (
        asked(|of| matches!(of, GuiCommand::Go(go) if go.mate.is_some())),
        asked(|of| matches!(of, GuiCommand::Go(go) if go.mate.is_none())),
    );
    assert!(mates > 100 && moves > 1000);
    text.extend_from_slice(b"\nstop\nisready\nquit\n");
    let mut engine = Engine::new();
    let mut input = engine.process.stdin.take().unwrap();
    std::thread::spawn(move || input.write_all(&text).unwrap());
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let _ = sender.send(engine.end(false));
    });
    let rest = receiver.recv_timeout(Duration::from_secs(120)).expect("the engine hangs");
    let answers: Vec<Answer> =
        rest.lines().map(|line| line.parse().unwrap_or_else(|_| panic!("{line}"))).collect();
    let answered = |is: fn(&Answer) -> bool| answers.iter().filter(|of| is(of)).count();
    assert_eq!(answered(|of| matches!(of, Answer::BestMove { .. })), moves);
    assert_eq!(answered(|of| matches!(of, Answer::Checkmate(_))), mates);
    assert_eq!(
        answered(|of| matches!(of, Answer::ReadyOk)),
        asked(|of| matches!(of, GuiCommand::IsReady)) + 1
    );
    assert_eq!(
        answered(|of| matches!(of, Answer::UsiOk)),
        asked(|of| matches!(of, GuiCommand::Usi))
    );
}

/// A client in Rust, the package `usi`.
#[test]
fn a_client_of_another_author_drives_the_engine() {
    use usi::{BestMoveParams, EngineCommand, GuiCommand as Sent, ThinkParams, UsiEngineHandler};
    let mut handler = UsiEngineHandler::spawn(ENGINE, env::temp_dir()).unwrap();
    let info = handler.get_info().unwrap();
    assert!(info.name().starts_with("gamekit "));
    assert_eq!(info.options()["MaxMovesToDraw"], "0");
    let hash = Sent::SetOption("USI_Hash".into(), Some("4".into()));
    handler.send_command(&hash).unwrap();
    handler.prepare().unwrap();
    handler.send_command(&Sent::UsiNewGame).unwrap();
    let (sender, receiver) = mpsc::channel();
    handler
        .listen(move |output| -> Result<(), usi::Error> {
            if let Some(EngineCommand::BestMove(BestMoveParams::MakeMove(m, _))) = output.response()
            {
                let _ = sender.send(m.clone());
            }
            Ok(())
        })
        .unwrap();
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let mut line = format!("{start} moves");
    for _ in 0..4 {
        handler.send_command(&Sent::Position(line.clone())).unwrap();
        let params = ThinkParams::new().byoyomi(Duration::from_millis(100));
        handler.send_command(&Sent::Go(params)).unwrap();
        let m = receiver.recv_timeout(Duration::from_secs(60)).unwrap();
        line += &format!(" {m}");
        assert!(line.parse::<PositionLine>().is_ok(), "{line}");
    }
}
