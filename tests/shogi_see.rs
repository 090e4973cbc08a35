//! Tests exchange values with published values, with formulas, with the collected cases, and with a
//! slow reference implementation of the definition.

mod support;

use shogi_core::format::record::Mode;
use shogi_core::format::{sfen, usi};
use shogi_core::{
    Bitboard, Color, Flaws, Move, Piece, PieceKind, Position, See, SeeTies, SeeValues, Setup,
    Square, attacks,
};

const BONANZA: See = See::BONANZA;

fn position(text: &str) -> Position {
    sfen::parse(text, Mode::Lenient).unwrap_or_else(|error| panic!("{text}: {error}")).0
}

fn the_move(position: &Position, text: &str) -> Move {
    position.legal_move(text.parse().unwrap()).unwrap_or_else(|why| panic!("{text}: {why}"))
}

/// Checks the exact value of a move, and the comparison with thresholds just below, at and above
/// the value.
fn assert_value(see: &See, position: &Position, m: Move, expected: i32) {
    assert_eq!(see.of_move(position, m), expected, "{position} {m}");
    for (threshold, reached) in [
        (expected - 1, true),
        (expected, true),
        (expected + 1, false),
        (i32::MIN, true),
        (i32::MAX, false),
    ] {
        assert_eq!(
            see.is_at_least(position, m, threshold),
            reached,
            "{position} {m} >= {threshold}"
        );
    }
}

#[test]
fn published_values() {
    for (text, m, expected) in [
        ("4k4/9/9/6s2/7p1/9/9/7R1/4K4 b", "2h2e", -1110),
        ("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b", "8h2b+", 0),
        ("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b", "8h2b", 0),
        ("lnsgkgsnl/1r5+B1/p1pppp1pp/6p2/1p7/2P6/PP1PPPPPP/7R1/LNSGKGSNL b B", "2b3a", -658),
        ("lnsgkgsnl/1r5+B1/p1pppp1pp/6p2/1p7/2P6/PP1PPPPPP/7R1/LNSGKGSNL b B", "B*3c", -624),
        ("lnsgkgsnl/1r5+B1/p1pppp1pp/6p2/1p7/2P6/PP1PPPPPP/7R1/LNSGKGSNL b B", "2b3c", -1396),
        ("4k4/9/4s4/4p4/4P4/4L4/4L4/9/4K4 b", "5e5d", 174),
        ("4k4/4r4/4g4/4p4/4P4/4L4/4R4/9/4K4 b", "5e5d", 174),
        ("4k4/9/4g4/4P4/9/9/9/9/4K4 b", "5d5c+", 1335),
        ("9/4k4/4g4/4P4/9/9/9/9/4K4 b", "5d5c+", 714),
        ("9/4k4/4g4/4P4/4L4/9/9/9/4K4 b", "5d5c+", 1335),
        ("4k4/9/5S3/4p4/4r4/9/9/9/8K b", "4c5d+", -564),
        ("4k4/9/9/4p4/9/4G4/9/9/4K4 b", "5f5e", -888),
        ("4k4/9/9/4p4/9/4L4/9/9/4K4 b P", "P*5e", 0),
        ("4k4/4r4/9/9/9/9/4P4/9/4L3K w", "5b5g+", -1110),
        ("p3k4/P8/9/9/9/9/9/9/4K4 b", "9b9a+", 621),
    ] {
        let position = position(text);
        let m = the_move(&position, m);
        assert_value(&BONANZA, &position, m, expected);
        assert_eq!((position.see(m), position.see_ge(m, expected)), (expected, true));
    }
    for (text, square, expected) in [
        ("4k4/9/9/6s2/7p1/9/9/7R1/4K4 b", Square::SQ_2E, 0),
        ("4R4/4k4/4N4/9/9/9/9/9/4K4 w", Square::SQ_5C, 0),
        ("9/4k4/4N4/9/9/9/9/9/4K4 w", Square::SQ_5C, 514),
        ("9/4k4/4N4/9/9/9/9/9/4K4 w", Square::SQ_5D, 0),
        // The rook captures before the horse, the silver before the promoted knight.
        ("k8/9/9/4p4/4r4/3+B5/9/9/K3R4 b", Square::SQ_5E, 174),
        ("k8/9/9/4p4/4g4/3S+N4/9/9/K8 b", Square::SQ_5E, 324),
    ] {
        assert_eq!(position(text).see_square(square), expected, "{text} {square}");
    }
}

#[test]
fn bonanzas_table() {
    for (kind, capture, gain) in [
        (PieceKind::Pawn, 174, Some(447)),
        (PieceKind::Lance, 464, Some(257)),
        (PieceKind::Knight, 514, Some(253)),
        (PieceKind::Silver, 738, Some(126)),
        (PieceKind::Gold, 888, None),
        (PieceKind::Bishop, 1138, Some(258)),
        (PieceKind::Rook, 1284, Some(303)),
        (PieceKind::Tokin, 621, None),
        (PieceKind::ProLance, 721, None),
        (PieceKind::ProKnight, 767, None),
        (PieceKind::ProSilver, 864, None),
        (PieceKind::Horse, 1396, None),
        (PieceKind::Dragon, 1587, None),
        (PieceKind::King, 15_000, None),
    ] {
        let values = BONANZA.values();
        assert_eq!((values.capture(kind), values.promotion(kind)), (capture, gain), "{kind:?}");
    }
}

#[test]
fn twenty_captures_on_one_square() {
    let position = position("k8/4l4/2bnlnB2/3sgS3/2rgpGR2/3SGs3/3NLN3/4L4/K8 b - 1");
    for pins in [false, true] {
        let see = if pins { BONANZA.with_pins() } else { BONANZA };
        let slow = oracle(&see, &position);
        assert_eq!(see.of_square(&position, Square::SQ_5E), slow.of_square(Square::SQ_5E));
        // Only the pawn has a value, but the captures after it must still be examined.
        let mut capture = [0; 16];
        capture[PieceKind::Pawn.index()] = 1;
        let flat = See::new(SeeValues::new(capture, [None; 16]));
        assert_eq!(flat.of_square(&position, Square::SQ_5E), 1);
    }
    let all = position.attackers_to(Square::SQ_5E, Bitboard::EMPTY);
    assert_eq!(all.len(), 20);
}

/// The piece values for the names in the formulas. With these values, each formula is the exchange
/// value.
const BOARD: [(&str, PieceKind, i32); 13] = [
    ("pawn", PieceKind::Pawn, 50),
    ("lance", PieceKind::Lance, 150),
    ("knight", PieceKind::Knight, 170),
    ("silver", PieceKind::Silver, 260),
    ("gold", PieceKind::Gold, 310),
    ("bishop", PieceKind::Bishop, 400),
    ("rook", PieceKind::Rook, 500),
    ("tokin", PieceKind::Tokin, 300),
    ("proLance", PieceKind::ProLance, 290),
    ("proKnight", PieceKind::ProKnight, 295),
    ("proSilver", PieceKind::ProSilver, 305),
    ("horse", PieceKind::Horse, 550),
    ("dragon", PieceKind::Dragon, 700),
];

fn board_value(kind: PieceKind) -> i32 {
    BOARD.iter().find(|row| row.1 == kind).map_or(0, |row| row.2)
}

/// Computes a sum of terms. `pawnEx` is the capture value of a pawn, and `pawn` is its value on the
/// board.
fn formula(text: &str) -> i32 {
    let text =
        text.replace("- (proSilver - silver)", "- proSilver + silver").replace("-pro", "- pro");
    let text = text.replace("-rook", "- rook");
    let (mut sum, mut sign) = (0, 1);
    for word in text.split_whitespace() {
        match word {
            "+" => sign = 1,
            "-" => sign = -1,
            "0" => {}
            _ => {
                let (name, exchanged) = match word.strip_suffix("Ex") {
                    Some(name) => (name, true),
                    None => (word, false),
                };
                let &(_, kind, board) = BOARD.iter().find(|row| row.0 == name).unwrap();
                let hand = if exchanged { board_value(kind.unpromoted()) } else { 0 };
                sum += sign * (board + hand);
            }
        }
    }
    sum
}

#[test]
fn formulas_hold() {
    let rows = support::data_rows("shogi/see.tsv");
    assert_eq!(rows.len(), 14);
    let (mut capture, mut promotion) = ([0; 16], [None; 16]);
    for &(_, kind, board) in &BOARD {
        capture[kind.index()] = board + board_value(kind.unpromoted());
        promotion[kind.index()] = kind.promoted().map(|promoted| board_value(promoted) - board);
    }
    let see = See::new(SeeValues::new(capture, promotion));
    for row in rows {
        let position = position(&row[0]);
        let m = the_move(&position, &row[1]);
        if let Some(claim) = row[2].strip_prefix("see_ge(") {
            let (threshold, answer) = claim.split_once(")=").unwrap();
            let threshold = formula(&threshold.replace('-', " - "));
            assert_eq!(see.is_at_least(&position, m, threshold), answer == "true", "{row:?}");
        } else {
            assert_value(&see, &position, m, formula(&row[2]));
        }
    }
}

/// Returns the piece values of a case, without promotion.
fn values_of_case(values: &serde_json::Value) -> SeeValues {
    let mut capture = [0; 16];
    for kind in PieceKind::ALL {
        if kind != PieceKind::King {
            capture[kind.index()] = values[kind.to_string()].as_i64().unwrap() as i32;
        }
    }
    SeeValues::new(capture, [None; 16])
}

#[test]
fn collected_cases() {
    let cases = support::cases("shogi", &["see"], false);
    assert_eq!(cases.len(), 12);
    for case in cases {
        let (input, expected) = (&case["input"], &case["expected"]);
        let position = position(input["sfen"].as_str().unwrap());
        let m = the_move(&position, input["move"].as_str().unwrap());
        let plain = See::new(values_of_case(&input["piece_values"]));
        let pinned = plain.clone().with_pins();
        let value = expected["value_pins_respected"].as_i64().unwrap() as i32;
        assert_value(&pinned, &position, m, value);
        assert_eq!(Some(pinned.is_at_least(&position, m, 0)), expected["see_ge_0"].as_bool());
        let ignored = expected["value_pins_ignored"].as_i64().map_or(value, |value| value as i32);
        assert_value(&plain, &position, m, ignored);
    }
}

#[test]
fn pins_end_with_the_pinner_and_still_guard_against_the_king() {
    let see = BONANZA.with_pins();
    for (text, m, with_pins, without) in [
        // The gold on 5c is pinned along the file of the target, so it may capture.
        ("4k4/9/4g4/4p4/9/9/9/9/K3R4 b", "5i5d", 174 - 1284, 174 - 1284),
        // The gold on 5b is pinned by the rook on 5i and may not leave the file.
        ("4k4/4g4/3p5/9/9/9/9/3L5/K3R4 b", "6h6c+", 174 + 257, 174 + 257 - 721),
        // The pinning piece has moved to the target, so the gold is no longer pinned.
        (
            "4k4/4g4/3pR4/3L5/9/9/9/9/K8 b",
            "5c6c",
            174 - (1284 - 888 - 257),
            174 - (1284 - 888 - 257),
        ),
        // The rook pins Black's gold, but the gold still prevents the white king from capturing.
        ("9/9/3r1G2K/4n4/3k5/9/9/9/9 b", "4c5d", 514, 514 - 888),
    ] {
        let position = position(text);
        let m = match usi::parse_move(m).map(|bare| position.with_kinds(bare)) {
            Ok(Some(m)) => m,
            other => panic!("{m}: {other:?}"),
        };
        let slow = |see: &See| oracle(see, &position).of_move(m);
        assert_eq!(slow(&BONANZA), BONANZA.of_move(&position, m), "{text}");
        assert_eq!(slow(&see), see.of_move(&position, m), "{text}");
        if !text.starts_with("9/9/3r") {
            assert_value(&see, &position, m, with_pins);
            assert_value(&BONANZA, &position, m, without);
        }
    }
}

/// A direct implementation of the definition, which examines the whole board in every step.
struct Oracle<'a> {
    see: &'a See,
    position: &'a Position,
    ties: SeeTies,
}

fn oracle<'a>(see: &'a See, position: &'a Position) -> Oracle<'a> {
    Oracle { see, position, ties: see.ties() }
}

const ORDERS: [SeeTies; 4] = [SeeTies::From9a, SeeTies::From1a, SeeTies::From9i, SeeTies::From1i];

impl Oracle<'_> {
    /// Returns the result of `ask` for the selected order of ties. For [`SeeTies::Minimum`],
    /// returns the minimum over all orders.
    fn least(&self, ask: impl Fn(&Self) -> i32) -> i32 {
        let of_order = |&ties: &SeeTies| ask(&Oracle { ties, ..*self });
        match self.ties {
            SeeTies::Minimum => ORDERS.iter().map(of_order).min().unwrap(),
            _ => ask(self),
        }
    }

    /// Returns the sort key of a square in the order of ties. The attacker with the smaller key
    /// captures first.
    fn place(&self, square: Square) -> (u8, u8) {
        let (rank, file) = (square.rank(), square.file());
        match self.ties {
            SeeTies::From9a => (rank, 9 - file),
            SeeTies::From1a => (rank, file),
            SeeTies::From9i => (9 - rank, 9 - file),
            SeeTies::From1i => (9 - rank, file),
            SeeTies::Minimum => unreachable!("no order"),
        }
    }

    fn of_move(&self, m: Move) -> i32 {
        self.least(|one| one.of_move_in_order(m))
    }

    fn of_square(&self, square: Square) -> i32 {
        self.least(|one| one.of_square_in_order(square))
    }

    fn of_move_in_order(&self, m: Move) -> i32 {
        let values = self.see.values();
        let captured = m.captured().map_or(0, |kind| values.capture(kind));
        let (gain, after) = match (m.is_promotion(), values.promotion(m.kind())) {
            (true, Some(gain)) => (gain, m.kind().promoted().unwrap()),
            _ => (0, m.kind()),
        };
        let mut occupied = self.position.occupied();
        if let Some(origin) = m.origin() {
            occupied.remove(origin);
        }
        let them = self.position.side().opponent();
        captured + gain - self.exchange(m.target(), occupied, them, values.capture(after))
    }

    fn of_square_in_order(&self, square: Square) -> i32 {
        let Some(piece) = self.position.piece_on(square) else { return 0 };
        let value = self.see.values().capture(piece.kind());
        self.exchange(square, self.position.occupied(), piece.color().opponent(), value)
    }

    /// Returns the value that `side` wins by capturing a piece of this value on the square, at
    /// least 0.
    fn exchange(&self, square: Square, occupied: Bitboard, side: Color, victim: i32) -> i32 {
        const ORDER: [PieceKind; 14] = [
            PieceKind::Pawn,
            PieceKind::Lance,
            PieceKind::Knight,
            PieceKind::Tokin,
            PieceKind::ProLance,
            PieceKind::ProKnight,
            PieceKind::Silver,
            PieceKind::ProSilver,
            PieceKind::Gold,
            PieceKind::Bishop,
            PieceKind::Horse,
            PieceKind::Rook,
            PieceKind::Dragon,
            PieceKind::King,
        ];
        let mut standing = occupied;
        standing.remove(square);
        let attackers = self.position.attackers_to(square, occupied) & standing;
        let values = self.see.values();
        let promotes = |from: Square, kind: PieceKind| {
            let zone = |square: Square| square.is_promotion_zone(side);
            let leaves = matches!(kind, PieceKind::Silver | PieceKind::Bishop | PieceKind::Rook);
            values.promotion(kind).is_some() && (zone(square) || leaves && zone(from))
        };
        let taker = (attackers & self.position.colors(side))
            .iter()
            .filter(|&from| !self.see.has_pins() || !self.is_pinned(from, square, occupied, side))
            .map(|from| (from, self.position.kind_on(from).unwrap()))
            .min_by_key(|&(from, kind)| {
                let value = (kind == PieceKind::King, values.capture(kind));
                let place = ORDER.iter().position(|&k| k == kind);
                (value, place, !promotes(from, kind), self.place(from))
            });
        let Some((from, kind)) = taker else { return 0 };
        standing.remove(from);
        let mut left = occupied;
        left.remove(from);
        if kind == PieceKind::King {
            let retakers = self.position.attackers_to(square, left) & standing;
            if retakers.intersects(self.position.colors(side.opponent())) {
                return 0;
            }
        }
        let (gain, after) = if promotes(from, kind) {
            (values.promotion(kind).unwrap(), kind.promoted().unwrap())
        } else {
            (0, kind)
        };
        let back = self.exchange(square, left, side.opponent(), values.capture(after));
        i32::max(0, victim + gain - back)
    }

    /// Returns whether a piece is pinned: its capture on the square would open the line of an enemy
    /// slider to its king.
    fn is_pinned(&self, from: Square, square: Square, occupied: Bitboard, side: Color) -> bool {
        let Some(king) = self.position.king(side) else { return false };
        // If the king has captured or was captured, no piece is pinned.
        if king == from || king == square || !occupied.contains(king) {
            return false;
        }
        let mut before = occupied;
        before.insert(square);
        let mut after = before;
        after.remove(from);
        // The piece on the target square does not count, because it is captured.
        let mut standing = occupied;
        standing.remove(square);
        let sliders = |blockers: Bitboard| {
            let reach = |kind| attacks::attacks(Piece::new(side, kind), king, blockers);
            let (bishop, rook) = (reach(PieceKind::Bishop), reach(PieceKind::Rook));
            let of = |kind| self.position.colored_pieces(side.opponent(), kind) & standing;
            (reach(PieceKind::Lance) & of(PieceKind::Lance))
                | (bishop & (of(PieceKind::Bishop) | of(PieceKind::Horse)))
                | (rook & (of(PieceKind::Rook) | of(PieceKind::Dragon)))
        };
        !sliders(after).difference(sliders(before)).is_empty()
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// Places random pieces near the middle of the board, so that there are many exchanges.
fn random_position(random: &mut Random) -> Position {
    let mut setup = Setup::empty();
    setup.side = Color::ALL[random.below(2)];
    let count = 8 + random.below(31);
    let mut set: Vec<PieceKind> =
        PieceKind::HAND.iter().flat_map(|&kind| vec![kind; kind.set_size().into()]).collect();
    for kings in [Color::Black, Color::White] {
        let square = random.below(81);
        setup.board[square] = Some(Piece::new(kings, PieceKind::King));
    }
    for _ in 0..count {
        let kind = set.swap_remove(random.below(set.len()));
        let kind = match (kind.promoted(), random.below(3)) {
            (Some(promoted), 0) => promoted,
            _ => kind,
        };
        let color = Color::ALL[random.below(2)];
        if random.below(6) == 0 && kind.is_hand() {
            assert!(setup.hands[color.index()].add(kind));
            continue;
        }
        let square = loop {
            let square = random.below(81);
            if setup.board[square].is_none() {
                break square;
            }
        };
        setup.board[square] = Some(Piece::new(color, kind));
    }
    Position::from_setup_allowing(setup, Flaws::ALLOWABLE).unwrap()
}

/// Places pieces around one square. Many of them are identical and have sliders behind them.
fn fight(random: &mut Random) -> (Position, Square) {
    let mut setup = Setup::empty();
    setup.side = Color::ALL[random.below(2)];
    let target = random.below(81);
    let near =
        [PieceKind::Silver, PieceKind::Gold, PieceKind::Tokin, PieceKind::Horse, PieceKind::Dragon];
    let near = [near[random.below(5)], near[random.below(5)]];
    // The number of pieces of each kind is limited, because a hand cannot hold more than seven.
    let mut left = [6; 16];
    for (dr, dc) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
        let (mut rank, mut column) = ((target / 9) as i32 + dr, (target % 9) as i32 + dc);
        let mut far = false;
        while (0..9).contains(&rank) && (0..9).contains(&column) {
            let kinds = match (far, dr * dc == 0) {
                (false, _) => near,
                (true, false) => [PieceKind::Bishop, PieceKind::Horse],
                (true, true) if dc == 0 => [PieceKind::Lance, PieceKind::Rook],
                (true, true) => [PieceKind::Rook, PieceKind::Dragon],
            };
            let kind = kinds[random.below(2)];
            if random.below(4) != 0 && left[kind.unpromoted().index()] > 0 {
                left[kind.unpromoted().index()] -= 1;
                let piece = Piece::new(Color::ALL[random.below(2)], kind);
                setup.board[(9 * rank + column) as usize] = Some(piece);
            }
            far = true;
            (rank, column) = (rank + dr, column + dc);
        }
    }
    let kinds = [PieceKind::Pawn, PieceKind::Knight, PieceKind::Gold, PieceKind::Rook];
    setup.board[target] = Some(Piece::new(setup.side.opponent(), kinds[random.below(kinds.len())]));
    for color in Color::ALL {
        let square = random.below(81);
        if square != target {
            setup.board[square] = Some(Piece::new(color, PieceKind::King));
        }
    }
    let square = Square::from_index(target as u8).unwrap();
    (Position::from_setup_allowing(setup, Flaws::ALLOWABLE).unwrap(), square)
}

/// Returns pseudo-legal moves of all pieces, and some drops.
fn some_moves(position: &Position) -> Vec<Move> {
    let side = position.side();
    let mut moves = Vec::new();
    for origin in position.colors(side) {
        let kind = position.kind_on(origin).unwrap();
        let targets = attacks::attacks(Piece::new(side, kind), origin, position.occupied());
        for target in targets.difference(position.colors(side)) {
            let captured = position.kind_on(target);
            let zone = origin.is_promotion_zone(side) || target.is_promotion_zone(side);
            moves.extend(Move::try_normal(kind, origin, target, false, captured));
            if zone {
                moves.extend(Move::try_normal(kind, origin, target, true, captured));
            }
        }
    }
    for (kind, _) in position.hand(side).iter() {
        for target in !position.occupied() {
            moves.push(Move::drop(kind, target));
        }
    }
    moves
}

#[test]
fn equals_the_definition_and_its_laws_on_random_positions() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let strange = {
        let mut capture = [0; 16];
        let mut promotion = [None; 16];
        for kind in PieceKind::ALL {
            capture[kind.index()] = [3, 900, 7, 7, 12, 1, 40][kind.index() % 7];
            if kind.can_promote() && kind != PieceKind::Lance {
                promotion[kind.index()] = Some([5, -4, 300][kind.index() % 3]);
            }
        }
        See::new(SeeValues::new(capture, promotion))
    };
    let rules = [BONANZA, BONANZA.with_pins(), strange.clone(), strange.with_pins()];
    let (mut moves, mut losses, mut wins, mut told) = (0, 0, 0, 0);
    for round in 0..14_000 {
        let fights = round >= 10_000;
        let (position, targets) = if fights {
            let (position, target) = fight(&mut random);
            (position, vec![target])
        } else {
            (random_position(&mut random), Square::all().collect())
        };
        let images = Images { turned: position.half_turn(), mirrored: position.mirror() };
        let see = &rules[if round % 4 == 0 { 1 + round / 4 % 3 } else { 0 }];
        // Each round also uses one of the single orders of ties.
        let one = see.clone().with_ties(ORDERS[round % 4]);
        let (slow, slow_one) = (oracle(see, &position), oracle(&one, &position));
        for square in targets {
            let (value, of_one) = (slow.of_square(square), slow_one.of_square(square));
            assert_eq!(see.of_square(&position, square), value, "{position} {square} {see:?}");
            assert_eq!(one.of_square(&position, square), of_one, "{position} {square} {one:?}");
            assert_eq!(images.of_square(see, square), [value; 2], "{position} {square} {see:?}");
            assert_eq!(images.of_square(&one, square), [of_one; 2]);
        }
        let mut all = some_moves(&position);
        if fights {
            all.retain(|m| m.is_capture());
        }
        for _ in 0..all.len().min(20) {
            let m = all[random.below(all.len())];
            let (value, of_one) = (slow.of_move(m), slow_one.of_move(m));
            for (see, value) in [(see, value), (&one, of_one)] {
                assert_eq!(see.of_move(&position, m), value, "{position} {m} {see:?}");
                assert_eq!(images.of_move(see, m), [value; 2], "{position} {m} {see:?}");
                for threshold in [value - 1, value, value + 1, 0, random.below(3000) as i32 - 1500]
                {
                    assert_eq!(
                        see.is_at_least(&position, m, threshold),
                        value >= threshold,
                        "{position} {m} >= {threshold} {see:?}"
                    );
                }
            }
            moves += 1;
            losses += usize::from(value < 0);
            wins += usize::from(value > 0);
            told += usize::from(of_one != value);
        }
    }
    assert!(moves > 150_000 && losses > moves / 8 && wins > moves / 16, "{moves} {losses} {wins}");
    assert!(told > 200, "the order of ties changes {told} of {moves} values");
}

/// The images of a position: turned by 180 degrees, and mirrored. All images must have the same
/// exchange values.
struct Images {
    turned: Position,
    mirrored: Position,
}

impl Images {
    /// Returns the values of a move in all images. The order of ties is transformed together with
    /// the board.
    fn of_move(&self, see: &See, m: Move) -> [i32; 2] {
        let (turned, mirrored) = (see.ties().half_turn(), see.ties().mirror());
        [
            see.clone().with_ties(turned).of_move(&self.turned, m.half_turn()),
            see.clone().with_ties(mirrored).of_move(&self.mirrored, m.mirror()),
        ]
    }

    fn of_square(&self, see: &See, square: Square) -> [i32; 2] {
        let (turned, mirrored) = (see.ties().half_turn(), see.ties().mirror());
        [
            see.clone().with_ties(turned).of_square(&self.turned, square.half_turn()),
            see.clone().with_ties(mirrored).of_square(&self.mirrored, square.mirror()),
        ]
    }
}

#[test]
fn the_order_of_ties_tells_and_the_least_is_the_default() {
    // The gold on 5d shields the pawn on 5e from the lance on 5c; the gold on 6e does not.
    let shielded = position("4k4/9/4l4/4G4/3Gp4/9/9/9/4K4 b - 1");
    let values = ORDERS.map(|ties| BONANZA.with_ties(ties).of_square(&shielded, Square::SQ_5E));
    assert_eq!(values, [0, 0, 174, 174]);
    assert_eq!(shielded.see_square(Square::SQ_5E), 0);
    // With a single order of squares, the turned position would have another value.
    assert_eq!(shielded.half_turn().see_square(Square::SQ_5E), 0);
    assert_eq!(BONANZA.ties(), SeeTies::Minimum);
    assert_eq!(SeeTies::default(), SeeTies::Minimum);
}

#[test]
fn values_of_games_are_those_of_their_images() {
    assert_eq!(SeeTies::Minimum.half_turn(), SeeTies::Minimum);
    assert_eq!(SeeTies::Minimum.mirror(), SeeTies::Minimum);
    let by_square = BONANZA.with_ties(SeeTies::From9a);
    let mut moves = 0;
    for line in support::data_text("shogi/games618.sfen").lines() {
        let position = position(line);
        let images = Images { turned: position.half_turn(), mirrored: position.mirror() };
        for m in &position.legal_moves() {
            let value = position.see(m);
            assert_eq!(images.of_move(&BONANZA, m), [value; 2], "{position} {m}");
            // In these games, the order of ties never changes a value.
            assert_eq!(by_square.of_move(&position, m), value, "{position} {m}");
            moves += 1;
        }
    }
    assert_eq!(moves, 65_747);
}
