//! The USI protocol: recorded lines are read, and lines survive reading and writing.

use std::time::Duration;

use proptest::prelude::*;
use shogi_core::format::usi::Word;
use shogi_core::format::usi_protocol::{
    Answer, Bound, Checkmate, Command, Go, MateLimit, OptionKind, Score, Times,
};

/// Lines that programs and engines were recorded to send. They are written as they were read.
const LINES: [&str; 37] = [
    "usi",
    "isready",
    "setoption name USI_Hash value 256",
    "setoption name ClearHash",
    "setoption name BookFile value C:\\my books\\user book.db",
    "usinewgame",
    "position startpos",
    "position startpos moves 7g7f 3c3d 8h2b+",
    "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
    "go btime 60000 wtime 50000 byoyomi 10000",
    "go btime 40000 wtime 50000 binc 10000 winc 10000",
    "go ponder btime 60000 wtime 60000",
    "go infinite",
    "go mate infinite",
    "go mate 10000",
    "go depth 6 nodes 100",
    "go movetime 1000 searchmoves 7g7f 2g2f",
    "stop",
    "ponderhit",
    "ponderhit btime 1000 wtime 2000 byoyomi 3000",
    "gameover",
    "gameover win",
    "quit",
    "id name gamekit 0.1.0",
    "id author the authors",
    "option name USI_Ponder type check default true",
    "option name USI_Hash type spin default 64 min 1 max 1048576",
    "option name Style type combo default Normal var Solid var Normal var Risky",
    "option name BookFile type filename default <empty>",
    "option name ClearHash type button",
    "usiok",
    "info depth 10 seldepth 12 time 1141 nodes 135125 nps 118427 hashfull 104 multipv 1 \
     score cp -1521 pv 3a3b L*4h 4c4d",
    "info score mate -4 upperbound currmove 7g7f string some text",
    "bestmove 7g7f ponder 8c8d",
    "bestmove resign",
    "checkmate G*5b 5a4a",
    "checkmate notimplemented",
];

#[test]
fn recorded_lines_are_read_and_written() {
    for line in LINES {
        let written = match (line.parse::<Command>(), line.parse::<Answer>()) {
            (Ok(command), Err(_)) => command.to_string(),
            (Err(_), Ok(answer)) => answer.to_string(),
            both => panic!("{line}: {both:?}"),
        };
        assert_eq!(written, line);
    }
}

#[test]
fn the_fields_are_read() {
    let Ok(Command::Go(go)) = "go btime -5 wtime 7 byoyomi x depth 3 mate".parse() else {
        panic!()
    };
    assert_eq!(go.times.main, [Some(Duration::ZERO), Some(Duration::from_millis(7))]);
    assert_eq!((go.times.byoyomi, go.depth), (Duration::ZERO, Some(3)));
    assert_eq!(go.mate, Some(MateLimit::Infinite));
    let Ok(Command::Go(go)) = "go".parse() else { panic!() };
    assert_eq!(go, Go::default());
    let Ok(Command::PonderHit(times)) = "ponderhit".parse() else { panic!() };
    assert_eq!(times, Times::default());
    let Ok(Command::SetOption { name, value }) = "setoption  name  A B  value  c  d ".parse()
    else {
        panic!()
    };
    assert_eq!((name.as_str(), value.as_deref()), ("A B", Some("c  d")));
    let Ok(Answer::Info(info)) = "info depth x score cp 12 lowerbound pv 7g7f junk nodes 5".parse()
    else {
        panic!()
    };
    assert_eq!((info.depth, info.nodes, info.pv.len()), (None, Some(5), 1));
    assert_eq!((info.score, info.bound), (Some(Score::Centipawns(12)), Bound::Lower));
    for (text, score) in [
        ("mate +", Score::Mate { plies: None }),
        ("mate -", Score::Mated { plies: None }),
        ("mate -0", Score::Mated { plies: Some(0) }),
        ("mate +5", Score::Mate { plies: Some(5) }),
        ("cp 99999999999999999999", Score::Centipawns(i64::MAX)),
    ] {
        assert_eq!(text.parse(), Ok(score));
        assert_eq!(score.to_string().parse(), Ok(score));
    }
    assert_eq!("bestmove win".parse(), Ok(Answer::BestMove { word: Word::Win, ponder: None }));
    assert_eq!("checkmate none".parse(), Ok(Answer::Checkmate(Checkmate::Timeout)));
    let Ok(Answer::Option(option)) = "option name A type string default <empty>".parse() else {
        panic!()
    };
    assert_eq!(option.kind, OptionKind::Text { default: String::new() });
}

#[test]
fn unknown_lines_are_errors_with_a_place() {
    for (line, expected) in [
        ("", "invalid line at byte 0: expected a command"),
        ("xboard", "invalid line at byte 0: unknown word"),
        (
            "position startpos moves 7g7f 7g7f",
            "invalid line at byte 29: move 2, 7g7f: the side to move does not have this piece on the \
             origin square",
        ),
    ] {
        assert_eq!(line.parse::<Command>().unwrap_err().to_string(), expected);
    }
    for line in ["", "bestmove", "bestmove x", "checkmate 7g7", "id x", "option name type check"] {
        assert!(line.parse::<Answer>().is_err(), "{line}");
    }
}

proptest! {
    /// What was read from any words is written so that it reads as the same.
    #[test]
    fn lines_survive_writing(
        choices in prop::collection::vec(0usize..60, 1..14),
        number in any::<i64>(),
    ) {
        let number = number.to_string();
        let words: Vec<&str> = LINES.iter().flat_map(|line| line.split(' ')).collect();
        let mut line = String::new();
        for choice in choices {
            let word = match choice {
                0..4 => number.as_str(),
                _ => words[(choice * 7919 + line.len()) % words.len()],
            };
            line.push_str(word);
            line.push(' ');
        }
        if let Ok(command) = line.parse::<Command>() {
            prop_assert_eq!(command.to_string().parse(), Ok(command));
        }
        if let Ok(answer) = line.parse::<Answer>() {
            prop_assert_eq!(answer.to_string().parse(), Ok(answer));
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in ".{0,60}") {
        for line in [text.clone(), format!("go {text}"), format!("option name {text}")] {
            if let Err(error) = line.parse::<Command>() {
                prop_assert!(line.is_char_boundary(error.at));
            }
            if let Err(error) = line.parse::<Answer>() {
                prop_assert!(line.is_char_boundary(error.at));
            }
        }
    }
}
