//! A small SFEN reader for the shogi tests. It does not use the library's reader, so that errors of
//! that reader do not affect the tests.

use shogi_core::{Color, Flaws, Piece, PieceKind, Position, Setup};

/// Returns the position of a valid SFEN. All flaws are allowed.
pub(crate) fn position(sfen: &str) -> Position {
    Position::from_setup_allowing(setup(sfen), Flaws::ALLOWABLE).expect(sfen)
}

fn setup(sfen: &str) -> Setup {
    let mut fields = sfen.split_whitespace();
    let mut setup = Setup::empty();
    let (mut square, mut promoted) = (0, false);
    for c in fields.next().unwrap().chars() {
        match c {
            '/' => {}
            '+' => promoted = true,
            '1'..='9' => square += c as usize - '0' as usize,
            _ => {
                let kind = PieceKind::from_letter(c.to_ascii_uppercase()).unwrap();
                let kind = if promoted { kind.promoted().unwrap() } else { kind };
                let color = if c.is_ascii_uppercase() { Color::Black } else { Color::White };
                setup.board[square] = Some(Piece::new(color, kind));
                square += 1;
                promoted = false;
            }
        }
    }
    assert_eq!(square, 81, "{sfen}");
    setup.side = if fields.next() == Some("w") { Color::White } else { Color::Black };
    let mut count = 0;
    for c in fields.next().unwrap_or("-").chars() {
        match c {
            '-' => {}
            '0'..='9' => count = 10 * count + (c as u8 - b'0'),
            _ => {
                let kind = PieceKind::from_letter(c.to_ascii_uppercase()).unwrap();
                let hand = &mut setup.hands[usize::from(c.is_ascii_lowercase())];
                *hand = hand.with_count(kind, hand.count(kind) + count.max(1)).unwrap();
                count = 0;
            }
        }
    }
    setup.move_number = fields.next().map_or(1, |ply| ply.parse().unwrap());
    setup
}
