//! Names of starts other than the sixteen handicaps. The server lishogi writes them.

use crate::color::Color;
use crate::game::Handicap;
use crate::hand::Hand;
use crate::piece::PieceKind;
use crate::setup::Setup;
use crate::square::Square;

/// The handicaps whose missing pieces the stronger player gives to the other player.
const GAINS: [(&str, Handicap); 8] = [
    ("香得", Handicap::Lance),
    ("角得", Handicap::Bishop),
    ("飛車得", Handicap::Rook),
    ("飛香得", Handicap::RookLance),
    ("二枚得", Handicap::Two),
    ("四枚得", Handicap::Four),
    ("六枚得", Handicap::Six),
    ("八枚得", Handicap::Eight),
];

/// Returns what a record is if its start names another game, such as 5五将棋 on a board of 5x5 squares.
pub(crate) fn other_game(name: &str) -> Option<&'static str> {
    Some(match name.trim() {
        "5五将棋" | "５五将棋" | "五五将棋" => "a game of minishogi (5五将棋)",
        "京都将棋" => "a game of Kyoto shogi (京都将棋)",
        "どうぶつ将棋" => "a game of dobutsu shogi (どうぶつ将棋)",
        "中将棋" => "a game of chu shogi (中将棋)",
        "安南将棋" => "a game of Annan shogi (安南将棋)",
        "王手将棋" => "a game of check shogi (王手将棋)",
        _ => return None,
    })
}

/// Returns the start with this name: a gain such as 香得, a bare king (裸玉, 歩三兵), or a dragonfly
/// (トンボ, in which White has only king, rook, bishop and pawns).
pub(crate) fn setup(name: &str) -> Option<Setup> {
    let name = name.trim();
    if let Some((_, handicap)) = GAINS.iter().find(|(known, _)| *known == name) {
        let mut setup = handicap.setup();
        for square in handicap.missing() {
            let piece = Setup::start().board[square.index()];
            if let Some(kind) = piece.map(crate::piece::Piece::kind) {
                // The start has few pieces, which fit into a hand.
                let _ = setup.hands[Color::Black.index()].add(kind);
            }
        }
        return Some(setup);
    }
    let mut setup = Handicap::Ten.setup();
    match name {
        "裸玉" | "歩三兵" => {
            for file in 1..=9 {
                if let Some(square) = Square::new(file, 3) {
                    setup.board[square.index()] = None;
                }
            }
            if name == "歩三兵" {
                setup.hands[Color::White.index()] =
                    Hand::default().with_count(PieceKind::Pawn, 3)?;
            }
        }
        "トンボ" => keep(&mut setup, &[2, 8], 2),
        "トンボ＋香" => {
            keep(&mut setup, &[2, 8], 2);
            keep(&mut setup, &[1, 9], 1);
        }
        "トンボ＋桂香" => {
            keep(&mut setup, &[2, 8], 2);
            keep(&mut setup, &[1, 2, 8, 9], 1);
        }
        _ => return None,
    }
    Some(setup)
}

/// Puts back the pieces of the even start on some files of a rank.
fn keep(setup: &mut Setup, files: &[u8], rank: u8) {
    for square in files.iter().filter_map(|&file| Square::new(file, rank)) {
        setup.board[square.index()] = Setup::start().board[square.index()];
    }
}
