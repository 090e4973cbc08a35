//! Play, pass, undo and edits from any board. Flips and moves are compared with a simple
//! implementation of the rules, pattern states with states computed from scratch, and keys with all
//! images.
//!
//! The first byte of the input selects whether a board of 16 bytes follows. Then there is one byte
//! for each turn. Another value of the first byte selects the squares of patterns instead,
//! separated by bytes above 63.
#![no_main]
use libfuzzer_sys::fuzz_target;
use reversi_core::pattern::{
    MAX_PATTERNS, PatternBoard, PatternSet, PatternSetError, State, tutorial::PATTERNS,
};
use reversi_core::{
    Bitboard, Board, Color, Position, PositionKey, Square, Symmetry, canonical, equal_moves,
    from_canonical, perft, perft_every_leaf, perft_free_pass, stabilizer, to_canonical,
};

static WIDE: PatternSet<u32> = match PatternSet::<u32>::new(&[
    &[
        Square::A1,
        Square::B1,
        Square::C1,
        Square::D1,
        Square::E1,
        Square::F1,
        Square::G1,
        Square::H1,
        Square::B2,
        Square::G2,
        Square::C3,
        Square::F3,
    ],
    &[Square::H8],
    &[Square::D4, Square::E4, Square::D5, Square::E5],
]) {
    Ok(set) => set,
    Err(_) => panic!("the set does not fit"),
};

fuzz_target!(|bytes: &[u8]| {
    let Some((&mode, rest)) = bytes.split_first() else { return };
    let (start, turns) = start(mode, rest);
    if mode & 4 != 0 {
        return sets(&start, turns);
    }
    let mut source: PatternBoard<'_> = PatternBoard::from_position(&PATTERNS, start.clone());
    let mut wide = PatternBoard::from_position(&WIDE, start.clone());
    check(&source, &wide);
    for &turn in turns.iter().take(48) {
        let position = source.position().clone();
        let legal = position.moves();
        match turn {
            0..=199 => {
                let Some(square) =
                    legal.iter().nth(usize::from(turn) % legal.len().max(1) as usize)
                else {
                    assert_eq!(source.pass().is_ok(), position.must_pass());
                    assert_eq!(wide.pass().is_ok(), position.must_pass());
                    continue;
                };
                let flipped = source.play(square).expect("a legal move");
                assert_eq!(wide.play(square), Ok(flipped));
                assert_eq!(source.position().ply(), position.ply() + 1);
            }
            // Try any square, legal or not.
            200..=219 => {
                let square = Square::from_index(turn.wrapping_mul(37) % 64).expect("below 64");
                assert_eq!(source.play(square).is_ok(), legal.contains(square));
                let _ = wide.play(square);
            }
            220..=239 => {
                let undone = source.undo();
                assert_eq!(wide.undo(), undone);
                assert_eq!(undone, position.history().last().map(|turn| turn.mv));
            }
            240..=243 => {
                source.swap_colors();
                wide.swap_colors();
                assert_eq!(source.position().black(), position.white());
            }
            244..=247 => edit(&mut source, &mut wide, turn, position.ply() as u8),
            _ => {
                assert_eq!(source.pass().is_ok(), position.must_pass());
                let _ = wide.pass();
            }
        }
        check(&source, &wide);
    }
    let last = source.position().clone();
    // Undo all turns, then replay them.
    let history = last.history().to_vec();
    while source.undo().is_some() {}
    check(&source, &PatternBoard::from_position(&WIDE, source.position().clone()));
    let mut replay = source.position().clone();
    for turn in &history {
        replay.play(turn.mv).expect("played before");
    }
    assert_eq!(replay, last);
});

fn start(mode: u8, rest: &[u8]) -> (Position, &[u8]) {
    if mode & 1 == 1
        && let Some((words, turns)) = rest.split_at_checked(16)
    {
        let word = |at: usize| u64::from_le_bytes(*words[at..].first_chunk().expect("16 bytes"));
        let (player, opponent) = (word(0), word(8) & !word(0));
        let board = Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent));
        let side = if mode & 2 == 0 { Color::Black } else { Color::White };
        return (Position::from_board(board.expect("no overlap"), side), turns);
    }
    (Position::start(), rest)
}

/// Checks sets of arbitrary patterns: each set is rejected for its first fault, or has the states
/// that the digits give.
fn sets(start: &Position, bytes: &[u8]) {
    let lists: Vec<Vec<Square>> = bytes
        .split(|&byte| byte > 63)
        .map(|list| list.iter().filter_map(|&index| Square::from_index(index)).collect())
        .collect();
    let slices: Vec<&[Square]> = lists.iter().map(Vec::as_slice).collect();
    let set = PatternSet::<u16>::new(&slices);
    let repeats = |list: &[Square]| (1..list.len()).any(|at| list[..at].contains(&list[at]));
    let sound = |list: &&[Square]| (1..=10).contains(&list.len()) && !repeats(list);
    let set = match set {
        Ok(set) => {
            assert!(slices.len() <= MAX_PATTERNS && slices.iter().all(sound));
            set
        }
        Err(PatternSetError::TooManyPatterns { found, .. }) => {
            return assert_eq!(found, slices.len());
        }
        Err(
            PatternSetError::BadSize { pattern, .. }
            | PatternSetError::RepeatedSquare { pattern, .. },
        ) => return assert_eq!(Some(pattern), slices.iter().position(|list| !sound(list))),
        Err(error) => panic!("{error}"),
    };
    let mut board = PatternBoard::from_position(&set, start.clone());
    for turn in 0..8 {
        check_states(board.states(), board.position(), |id| set.squares(id));
        let moves = board.position().moves();
        let Some(square) = moves.iter().nth(turn % moves.len().max(1) as usize) else { break };
        board.play(square).expect("a legal move");
    }
    while board.undo().is_some() {}
    check_states(board.states(), start, |id| set.squares(id));
}

fn edit(source: &mut PatternBoard<'_>, wide: &mut PatternBoard<'_, u32>, turn: u8, ply: u8) {
    let square = Square::from_index(turn.wrapping_mul(ply | 1) % 64).expect("below 64");
    let disc = source.disc(square);
    let color = if ply & 2 == 0 { Color::Black } else { Color::White };
    match turn % 3 {
        0 => {
            assert_eq!(source.put(square, color).is_ok(), disc.is_none());
            let _ = wide.put(square, color);
        }
        1 => {
            assert_eq!(source.flip(square).is_ok(), disc.is_some());
            let _ = wide.flip(square);
        }
        _ => {
            assert_eq!(source.remove(square).ok(), disc);
            let _ = wide.remove(square);
        }
    }
}

fn check(source: &PatternBoard<'_>, wide: &PatternBoard<'_, u32>) {
    let position = source.position();
    assert_eq!(position, wide.position());
    let set: &PatternSet = source.set();
    check_states(source.states(), position, |id| set.squares(id));
    check_states(wide.states(), position, |id| wide.set().squares(id));
    let board = position.board();
    assert!((board.player() & board.opponent()).is_empty());
    check_rules(board);
    check_key(board);
    let score = board.final_score();
    assert!(score.abs() <= 64 && board.swap_sides().final_score() == -score);
    if board.empties().len() > 20 && board.moves().len() < 12 {
        check_perft(board);
    }
}

/// Computes the states from the digits, square by square.
fn check_states<'a, S: State>(
    states: &[S],
    position: &Position,
    squares: impl Fn(usize) -> Option<&'a [Square]>,
) {
    for (id, &state) in states.iter().enumerate() {
        let squares = squares(id).expect("a pattern of the set");
        let mut expected = 0u32;
        for &square in squares.iter().rev() {
            let digit = u32::from(position.black().contains(square))
                + 2 * u32::from(position.white().contains(square));
            expected = 3 * expected + digit;
        }
        assert_eq!(state.into(), expected, "pattern {id}");
    }
}

/// Computes the flips by the rule, step by step.
fn naive_flips(board: Board, square: Square) -> u64 {
    let (player, opponent) = (board.player().bits(), board.opponent().bits());
    let mut flipped = 0;
    if board.occupied().contains(square) {
        return 0;
    }
    for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
        let (mut x, mut y) = (i32::from(square.file()) - 1 + dx, i32::from(square.rank()) - 1 + dy);
        let mut run = 0u64;
        while (0..8).contains(&x) && (0..8).contains(&y) {
            let bit = 1u64 << (8 * y + x);
            if opponent & bit != 0 {
                run |= bit;
            } else {
                if player & bit != 0 {
                    flipped |= run;
                }
                break;
            }
            (x, y) = (x + dx, y + dy);
        }
    }
    flipped
}

fn check_rules(board: Board) {
    let legal = board.moves();
    assert_eq!(board.has_moves(), !legal.is_empty());
    for square in Square::all() {
        let flips = naive_flips(board, square);
        assert_eq!(board.flips(square).bits(), flips, "{square}");
        assert_eq!(legal.contains(square), flips != 0, "{square}");
        match board.play(square) {
            Ok(after) => {
                assert_eq!(after.opponent().bits(), board.player().bits() | flips | square.bit());
                assert_eq!(after.player().bits(), board.opponent().bits() & !flips);
            }
            Err(error) => assert_eq!((flips, error.mv.square()), (0, Some(square))),
        }
    }
    let moves = [board.has_moves(), board.swap_sides().has_moves()];
    assert_eq!(board.must_pass(), moves == [false, true]);
    assert_eq!(board.is_over(), moves == [false, false]);
    assert_eq!(board.pass().is_ok(), board.must_pass());
}

fn check_key(board: Board) {
    let (key, symmetry) = canonical(board);
    assert_eq!(key.board(), board.image(symmetry));
    let least = Symmetry::ALL
        .iter()
        .map(|&symmetry| board.image(symmetry))
        .min_by_key(|image| (image.opponent().bits(), image.player().bits()));
    assert_eq!(Some(key.board()), least);
    assert_eq!(PositionKey::from_words(key.words()), Some(key));
    for symmetry in Symmetry::ALL {
        assert_eq!(canonical(board.image(symmetry)).0, key);
    }
    for square in board.moves().iter().take(3) {
        let there = to_canonical(square, symmetry);
        assert_eq!(from_canonical(there, symmetry), square);
        assert!(key.board().moves().contains(there));
        assert!(equal_moves(board, square).contains(square));
    }
    assert_eq!(stabilizer(board).next(), Some(Symmetry::ALL[0]));
}

fn check_perft(board: Board) {
    fn naive(board: Board, depth: u32) -> u64 {
        if depth == 0 || board.is_over() {
            return 1;
        }
        if board.must_pass() {
            return naive(board.swap_sides(), depth - 1);
        }
        board
            .moves()
            .iter()
            .map(|square| naive(board.play(square).expect("legal"), depth - 1))
            .sum()
    }
    assert_eq!(perft(board, 2), naive(board, 2));
    let _ = (perft_free_pass(board, 2), perft_every_leaf(board, 2));
}
