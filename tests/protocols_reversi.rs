//! The grammars of the protocols NBoard and GTP: recorded lines, faults, and texts that read back.

mod support;

use proptest::prelude::*;
use reversi_core::format::gtp::{self, ParseRequestErrorKind as RequestFault, Request, Response};
use reversi_core::format::nboard::{
    Answer, Command, Depth, ParseAnswerErrorKind as AnswerFault, ParseCommandErrorKind as Fault,
    Played,
};
use reversi_core::{Centidiscs, Color, Move, Square};
use std::time::Duration;

/// Returns the lines of a recorded dialogue that one of the two sides wrote.
fn lines(name: &str, side: char) -> Vec<String> {
    let text = support::data_text(&format!("reversi/protocols/{name}"));
    let lines = text.lines().filter_map(|line| line.strip_prefix(side));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned()).collect()
}

#[test]
fn recorded_requests_and_responses_of_gtp_are_read() {
    let requests = lines("gtp-rhino.txt", '>');
    let mut unknown = 0;
    for line in &requests {
        match line.parse::<Request>() {
            Ok(request) => {
                assert_eq!(request.to_string().parse(), Ok(request), "{line}");
            }
            Err(error) => {
                assert_eq!(error.kind, RequestFault::UnknownCommand, "{line}");
                unknown += 1;
            }
        }
    }
    assert_eq!((requests.len(), unknown), (22, 1));
    let text = lines("gtp-rhino.txt", '<').join("\n");
    let responses: Vec<Response> = text
        .split("\n\n")
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().unwrap())
        .collect();
    assert_eq!(responses.len(), requests.len());
    for (request, response) in requests.iter().zip(&responses) {
        let id = request.split(' ').next().and_then(|word| word.parse().ok());
        assert_eq!(response.id, id, "{request}");
        assert_eq!(response.to_string().parse().as_ref(), Ok(response));
    }
    assert_eq!(responses[11].text.parse(), Ok(Move::Place(Square::F6)));
    assert_eq!(responses.iter().filter(|response| !response.is_success).count(), 3);
}

#[test]
fn recorded_lines_of_nboard_are_read() {
    for line in lines("nboard.txt", '>') {
        let command: Command = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(command.to_string().parse(), Ok(command), "{line}");
    }
    let answers = lines("nboard.txt", '<');
    for line in &answers {
        let answer: Answer = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(answer.to_string().parse(), Ok(answer), "{line}");
    }
    let edax = Played {
        mv: Square::D6.into(),
        value: Some(Centidiscs::new(-100)),
        time: Some(Duration::ZERO),
    };
    assert_eq!("=== d6 -1.00 0.0".parse(), Ok(Answer::Move(edax)));
    assert!(answers.len() > 15);
}

#[test]
fn faults_of_nboard_commands_have_their_place() {
    let fault = |line: &str| {
        let error = line.parse::<Command>().unwrap_err();
        (error.at, error.kind)
    };
    assert_eq!(fault(""), (0, Fault::UnknownCommand));
    assert_eq!(fault("  fly"), (2, Fault::UnknownCommand));
    assert_eq!(fault("set speed 1"), (4, Fault::UnknownCommand));
    assert_eq!(fault("nboard x"), (7, Fault::Number));
    assert_eq!(fault("set depth -1"), (10, Fault::Number));
    assert_eq!(fault("set contempt nan"), (13, Fault::Number));
    assert_eq!(fault("ping"), (4, Fault::Number));
    assert_eq!(fault("ping 1.5"), (5, Fault::Number));
    assert_eq!(fault("hint x"), (5, Fault::Number));
    assert_eq!(fault("move"), (4, Fault::Move));
    assert_eq!(fault("move z9"), (5, Fault::Move));
    assert_eq!(fault("move f5/x"), (5, Fault::Move));
    assert_eq!(fault("move f5/1/-1"), (5, Fault::Move));
    assert_eq!(fault("f5/1/1/1"), (0, Fault::UnknownCommand));
    let (at, kind) = fault("set game (;GM[Go];)");
    assert_eq!(at, 14);
    assert!(matches!(kind, Fault::Game(_)));
    assert_eq!("hint".parse(), Ok(Command::Hint(1)));
    assert_eq!(" go ".parse(), Ok(Command::Go));
}

#[test]
fn faults_of_nboard_answers_have_their_place() {
    let fault = |line: &str| {
        let error = line.parse::<Answer>().unwrap_err();
        (error.at, error.kind)
    };
    assert_eq!(fault(""), (0, AnswerFault::UnknownAnswer));
    assert_eq!(fault("set name x"), (4, AnswerFault::UnknownAnswer));
    assert_eq!(fault("search F 1 0 1"), (7, AnswerFault::Move));
    assert_eq!(fault("search F5D 1 0 1"), (7, AnswerFault::Move));
    assert_eq!(fault("search é5 1 0 1"), (7, AnswerFault::Move));
    assert_eq!(fault("search F5 x 0 1"), (10, AnswerFault::Number));
    assert_eq!(fault("search F5 1 x 1"), (12, AnswerFault::Number));
    assert_eq!(fault("search F5 1 0 1%X"), (14, AnswerFault::Depth));
    assert_eq!(fault("book F5 1 0"), (11, AnswerFault::Depth));
    assert_eq!(fault("==="), (3, AnswerFault::Move));
    assert_eq!(fault("nodestats 1"), (11, AnswerFault::Number));
    assert_eq!(fault("nodestats -1 1"), (10, AnswerFault::Number));
    assert_eq!(fault("pong"), (4, AnswerFault::Number));
    assert_eq!(fault("analysis 1 inf"), (11, AnswerFault::Number));
}

#[test]
fn gtp_requests_follow_the_specification() {
    let request = |line: &str| line.parse::<Request>().unwrap();
    // Control characters are discarded, a tab is a blank, and `#` begins a comment.
    let clean = request("12 play black f5");
    for line in ["12\tplay\u{1}\u{7} black\tF5\r", " 12  play b f5 # 13 quit", "12 play B F5#"] {
        assert_eq!(request(line), clean, "{line:?}");
    }
    let fault = |line: &str| {
        let error = line.parse::<Request>().unwrap_err();
        (error.id, error.kind)
    };
    for line in ["", "  ", "# 1 name", "\t\r", "\u{7}"] {
        assert_eq!(fault(line), (None, RequestFault::Blank), "{line:?}");
    }
    assert_eq!(fault("12"), (Some(12), RequestFault::UnknownCommand));
    assert_eq!(fault("2147483648 name"), (None, RequestFault::UnknownCommand));
    assert_eq!(fault("+1 name"), (None, RequestFault::UnknownCommand));
    assert_eq!(fault("NAME"), (None, RequestFault::UnknownCommand));
    for line in [
        "3 play",
        "3 play black",
        "3 play x f5",
        "3 play b i9",
        "3 genmove",
        "3 boardsize",
        "3 boardsize -8",
        "3 komi",
        "3 time_settings 1 2",
        "3 time_settings 1 2 -3",
        "3 time_left b nan 0",
        "3 time_left b 1",
        "3 set_level",
        "3 reg_genmove 1",
    ] {
        let (id, kind) = fault(line);
        assert!(id == Some(3) && matches!(kind, RequestFault::Syntax { .. }), "{line}");
        let response = line.parse::<Request>().unwrap_err().to_response().to_string();
        assert!(response.starts_with("?3 syntax error: expected "), "{response}");
    }
    // Times may be fractions, and a clock that has run out may be negative.
    let left = |line: &str| match request(line).command {
        gtp::Command::TimeLeft { time, .. } => time.as_millis(),
        other => panic!("{other}"),
    };
    assert_eq!((left("time_left b 1.25 0"), left("time_left b -3 0")), (1250, 0));
}

#[test]
fn every_name_of_gtp_is_a_command() {
    for name in gtp::Command::NAMES {
        let arguments = match name {
            "known_command" => "x",
            "boardsize" | "komi" | "set_level" => "8",
            "play" => "black f5",
            "genmove" | "reg_genmove" => "white",
            "time_settings" => "1 2 3",
            "time_left" => "white 1 2",
            "set_game" => "Othello",
            _ => "",
        };
        let line = format!("{name} {arguments}");
        let request: Request = line.parse().unwrap();
        assert!(request.to_string().starts_with(name), "{line}");
    }
}

#[test]
fn gtp_responses_have_no_empty_lines() {
    let response = Response::success(Some(3), "\na\n\n b \n");
    assert_eq!(response.to_string(), "=3\na\n b\n\n");
    assert_eq!(Response::success(Some(3), "a\n\n b").to_string(), "=3 a\n b\n\n");
    // Fuzzing found that the line break before the text was lost.
    for text in ["=\n\0t\n\n", "=3\n  a b\n1 . .\n\n"] {
        assert_eq!(text.parse::<Response>().unwrap().to_string(), text);
    }
    assert_eq!(Response::failure(None, "no").to_string(), "? no\n\n");
    assert_eq!(Response::success(None, "8").to_string(), "= 8\n\n");
    assert_eq!("= 8".parse(), Ok(Response::success(None, "8")));
    assert_eq!("=8".parse(), Ok(Response::success(Some(8), "")));
    for text in ["", "\n\n", "x", "=99999999999"] {
        assert!(text.parse::<Response>().is_err(), "{text:?}");
    }
}

fn mv() -> impl Strategy<Value = Move> {
    (0u8..65).prop_map(|index| Square::from_index(index).map_or(Move::Pass, Move::Place))
}

fn millis() -> impl Strategy<Value = Duration> {
    (0u64..10_000_000_000).prop_map(Duration::from_millis)
}

fn centidiscs() -> impl Strategy<Value = Centidiscs> {
    (-1_000_000..=1_000_000i32).prop_map(Centidiscs::new)
}

fn played() -> impl Strategy<Value = Played> {
    let value = prop::option::of(centidiscs());
    (mv(), value, prop::option::of(millis())).prop_map(|(mv, value, time)| Played {
        mv,
        value,
        time,
    })
}

fn answer() -> impl Strategy<Value = Answer> {
    let depth = prop_oneof![
        any::<u32>().prop_map(Depth::Plies),
        (any::<u32>(), any::<bool>())
            .prop_map(|(percent, is_win_loss_draw)| Depth::End { percent, is_win_loss_draw }),
    ];
    let values =
        (prop::collection::vec(mv(), 1..30), centidiscs(), any::<u64>(), depth, "[a-z]{0,3}");
    prop_oneof![
        any::<i64>().prop_map(Answer::Pong),
        played().prop_map(Answer::Move),
        "[a-z0-9]{0,9}".prop_map(Answer::Status),
        "[a-z0-9]{1,9}".prop_map(Answer::MyName),
        (any::<u64>(), millis()).prop_map(|(nodes, time)| Answer::NodeStats { nodes, time }),
        (any::<usize>(), centidiscs()).prop_map(|(ply, value)| Answer::Analysis { ply, value }),
        (values, any::<bool>()).prop_map(|((line, value, games, depth, text), is_book)| {
            match is_book {
                true => Answer::Book { line, value, games, depth, text },
                false => Answer::Search { line, value, depth, text },
            }
        }),
    ]
}

proptest! {
    #[test]
    fn nboard_texts_read_back(answer in answer(), played in played(), number: u32, value in centidiscs()) {
        prop_assert_eq!(answer.to_string().parse(), Ok(answer));
        for command in [
            Command::Move(played), Command::Hint(number as usize), Command::SetDepth(number),
            Command::Version(number), Command::SetContempt(value), Command::Ping(number.into()),
        ] {
            prop_assert_eq!(command.to_string().parse(), Ok(command));
        }
    }

    #[test]
    fn gtp_texts_read_back(
        id in prop::option::of(0u32..1 << 31), mv in mv(), time in millis(), period in millis(),
        moves: u32, black: bool,
    ) {
        let color = if black { Color::Black } else { Color::White };
        for command in [
            gtp::Command::Play { color, mv },
            gtp::Command::GenMove(color),
            gtp::Command::TimeLeft { color, time, moves },
            gtp::Command::TimeSettings { main: time, period, moves },
            gtp::Command::BoardSize(moves),
        ] {
            let request = Request { id, command };
            prop_assert_eq!(request.to_string().parse(), Ok(request));
        }
        let response = Response { id, is_success: black, text: mv.to_string() };
        prop_assert_eq!(response.to_string().parse(), Ok(response));
    }

    #[test]
    fn any_line_has_an_answer(line in "\\PC{0,40}", bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        for line in [line, String::from_utf8_lossy(&bytes).into_owned()] {
            if let Err(error) = line.parse::<Command>() {
                prop_assert!(line.is_char_boundary(error.at), "{line:?} {error}");
            }
            if let Err(error) = line.parse::<Answer>() {
                prop_assert!(line.is_char_boundary(error.at), "{line:?} {error}");
            }
            let _ = (line.parse::<Request>(), line.parse::<Response>());
        }
    }
}
