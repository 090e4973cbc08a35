//! A slow and simple generator of legal shogi moves. Tests compare the fast generator with it.

use shogi_core::{Color, Hand, Move, Piece, PieceKind, Position, Square};

/// Returns all legal moves. It uses only the types of the library, not its functions for attacks or
/// legality.
pub(crate) fn legal(position: &Position) -> Vec<Move> {
    let board = Board::of(position);
    board.legal(position.side(), true)
}

/// A position as an array.
#[derive(Clone)]
struct Board {
    squares: [Option<Piece>; 81],
    hands: [Hand; 2],
}

impl Board {
    fn of(position: &Position) -> Self {
        Self {
            squares: std::array::from_fn(|i| {
                position.piece_on(Square::from_index(i as u8).unwrap())
            }),
            hands: [position.hand(Color::Black), position.hand(Color::White)],
        }
    }

    /// Returns the squares that a piece attacks, including squares with pieces of its own side.
    fn reach(&self, piece: Piece, from: usize) -> Vec<usize> {
        let up = if piece.color() == Color::Black { -1 } else { 1 };
        let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
        let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let gold = [(0, up), (1, up), (-1, up), (1, 0), (-1, 0), (0, -up)];
        let (mut steps, mut slides) = (Vec::new(), Vec::new());
        match piece.kind() {
            PieceKind::Pawn => steps.push((0, up)),
            PieceKind::Lance => slides.push((0, up)),
            PieceKind::Knight => steps.extend([(1, 2 * up), (-1, 2 * up)]),
            PieceKind::Silver => {
                steps.extend(diagonal);
                steps.push((0, up));
            }
            PieceKind::Bishop => slides.extend(diagonal),
            PieceKind::Rook => slides.extend(straight),
            PieceKind::King => {
                steps.extend(straight);
                steps.extend(diagonal);
            }
            PieceKind::Horse => {
                steps.extend(straight);
                slides.extend(diagonal);
            }
            PieceKind::Dragon => {
                steps.extend(diagonal);
                slides.extend(straight);
            }
            _ => steps.extend(gold),
        }
        let (column, rank) = ((from % 9) as i32, (from / 9) as i32);
        let at = |dc: i32, dr: i32| {
            let (c, r) = (column + dc, rank + dr);
            ((0..9).contains(&c) && (0..9).contains(&r)).then_some((9 * r + c) as usize)
        };
        let mut reached: Vec<usize> = steps.iter().filter_map(|&(dc, dr)| at(dc, dr)).collect();
        for (dc, dr) in slides {
            for n in 1.. {
                let Some(to) = at(n * dc, n * dr) else { break };
                reached.push(to);
                if self.squares[to].is_some() {
                    break;
                }
            }
        }
        reached
    }

    fn in_check(&self, color: Color) -> bool {
        let king = self.squares.iter().position(|&p| p == Some(Piece::new(color, PieceKind::King)));
        let Some(king) = king else { return false };
        (0..81).any(|from| {
            self.squares[from]
                .is_some_and(|p| p.color() != color && self.reach(p, from).contains(&king))
        })
    }

    fn pawn_checks(&self, from: usize, us: Color) -> bool {
        let king = Some(Piece::new(us.opponent(), PieceKind::King));
        self.reach(Piece::new(us, PieceKind::Pawn), from).iter().any(|&to| self.squares[to] == king)
    }

    fn after(&self, m: Move, us: Color) -> Self {
        let mut next = self.clone();
        match m.origin() {
            Some(origin) => next.squares[origin.index()] = None,
            None => assert!(next.hands[us.index()].remove(m.kind())),
        }
        if let Some(taken) = next.squares[m.target().index()] {
            assert!(next.hands[us.index()].add(taken.kind().unpromoted()));
        }
        next.squares[m.target().index()] = Some(Piece::new(us, m.kind_after()));
        next
    }

    fn dead(piece: Piece, to: usize) -> bool {
        let rank = if piece.color() == Color::Black { to / 9 } else { 8 - to / 9 };
        match piece.kind() {
            PieceKind::Pawn | PieceKind::Lance => rank == 0,
            PieceKind::Knight => rank <= 1,
            _ => false,
        }
    }

    fn legal(&self, us: Color, pawn_drop_mate: bool) -> Vec<Move> {
        let square = |i: usize| Square::from_index(i as u8).unwrap();
        let zone = |i: usize| if us == Color::Black { i < 27 } else { i >= 54 };
        let mut moves = Vec::new();
        for from in 0..81 {
            let Some(piece) = self.squares[from].filter(|p| p.color() == us) else { continue };
            for to in self.reach(piece, from) {
                let taken = self.squares[to];
                if taken.is_some_and(|p| p.color() == us || p.kind() == PieceKind::King) {
                    continue;
                }
                let taken = taken.map(Piece::kind);
                if !Self::dead(piece, to) {
                    moves.push(Move::normal(piece.kind(), square(from), square(to), false, taken));
                }
                if piece.kind().can_promote() && (zone(from) || zone(to)) {
                    moves.push(Move::normal(piece.kind(), square(from), square(to), true, taken));
                }
            }
        }
        for kind in PieceKind::HAND {
            if self.hands[us.index()].count(kind) == 0 {
                continue;
            }
            for to in (0..81).filter(|&to| self.squares[to].is_none()) {
                let nifu = (0..9)
                    .any(|r| self.squares[9 * r + to % 9] == Some(Piece::new(us, PieceKind::Pawn)));
                let barred =
                    kind == PieceKind::Pawn && nifu || Self::dead(Piece::new(us, kind), to);
                if !barred {
                    moves.push(Move::drop(kind, square(to)));
                }
            }
        }
        moves.retain(|&m| {
            let next = self.after(m, us);
            if next.in_check(us) {
                return false;
            }
            // A dropped pawn gives check from an adjacent square, so no drop is a legal reply. The
            // replies can therefore be generated without the rule about pawn-drop mate.
            !(pawn_drop_mate
                && m.dropped() == Some(PieceKind::Pawn)
                && next.pawn_checks(m.target().index(), us)
                && next.legal(us.opponent(), false).is_empty())
        });
        moves
    }

    fn gives_check(&self, m: Move, us: Color) -> bool {
        self.after(m, us).in_check(us.opponent())
    }
}

/// Returns the moves that give check.
pub(crate) fn checks(position: &Position, moves: &[Move]) -> Vec<Move> {
    let board = Board::of(position);
    moves.iter().copied().filter(|&m| board.gives_check(m, position.side())).collect()
}
