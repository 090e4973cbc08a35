//! One piece of shogi work, done as often as asked: `shogi-work WHO WORK CASE TIMES`.
//!
//! WHO is `ours` or `shunsai` (feature `rivals`). WORK is `count`, `list` or `play` with a CASE
//! `start:4`, `matsuri:3`, `max:2`, or `list`, `count` with `games`. It prints the number of leaves
//! or moves and the least time of one round. The difference between two runs that differ in TIMES
//! alone, under `valgrind --tool=cachegrind`, is the number of instructions of the work.
use std::process::ExitCode;
use std::time::Instant;

const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
const MAX: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const GAMES: &str = include_str!("../../tests/data/shogi/games618.sfen");

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [who, work, case, times] = arguments.as_slice() else { return usage() };
    let Ok(times) = times.parse::<u32>() else { return usage() };
    let run: Option<Box<dyn FnMut() -> u64>> = match who.as_str() {
        "ours" => ours::work(work, case),
        #[cfg(feature = "rivals")]
        "shunsai" => shunsai::work(work, case),
        _ => None,
    };
    let Some(mut run) = run else { return usage() };
    let (mut best, mut result) = (f64::INFINITY, 0);
    for _ in 0..times {
        let start = Instant::now();
        result = run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!(
        "{who} {work} {case}: {result} in {:.3} ms, {:.1} M/s",
        best * 1e3,
        result as f64 / best / 1e6
    );
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: shogi-work ours|shunsai count|list|play start:4|matsuri:3|max:2|games TIMES");
    ExitCode::FAILURE
}

/// The SFEN and depth of a case; `games` has none.
fn case(case: &str) -> Option<(&'static str, u32)> {
    let (name, depth) = case.split_once(':')?;
    let sfen = match name {
        "start" => START,
        "matsuri" => MATSURI,
        "max" => MAX,
        _ => return None,
    };
    Some((sfen, depth.parse().ok()?))
}

mod ours {
    use std::hint::black_box;

    use shogi_core::{Color, Flaws, Kind, MoveList, Piece, Position, Setup};

    pub(crate) fn work(work: &str, case: &str) -> Option<Box<dyn FnMut() -> u64>> {
        if case == "games" {
            let positions: Vec<Position> = super::GAMES.lines().map(position).collect();
            return Some(match work {
                "list" => Box::new(move || {
                    let mut list = MoveList::new();
                    let mut moves = 0;
                    for position in &positions {
                        position.legal_moves_into(&mut list);
                        moves += black_box(&list).len() as u64;
                    }
                    moves
                }),
                "count" => Box::new(move || positions.iter().map(|p| p.count_moves() as u64).sum()),
                _ => return None,
            });
        }
        let (sfen, depth) = super::case(case)?;
        let position = position(sfen);
        Some(match work {
            "count" => Box::new(move || shogi_core::perft(&position, depth)),
            "list" => Box::new(move || shogi_core::perft_listed(&position, depth)),
            "play" => Box::new(move || shogi_core::perft_played(&position, depth)),
            _ => return None,
        })
    }

    fn position(sfen: &str) -> Position {
        let mut fields = sfen.split_whitespace();
        let mut setup = Setup::empty();
        let (mut square, mut promoted) = (0, false);
        for c in fields.next().unwrap().chars() {
            match c {
                '/' => {}
                '+' => promoted = true,
                '1'..='9' => square += c as usize - '0' as usize,
                _ => {
                    let kind = Kind::from_letter(c.to_ascii_uppercase()).unwrap();
                    let kind = if promoted { kind.promoted().unwrap() } else { kind };
                    let color = if c.is_ascii_uppercase() { Color::Black } else { Color::White };
                    setup.board[square] = Some(Piece::new(color, kind));
                    square += 1;
                    promoted = false;
                }
            }
        }
        setup.side = if fields.next() == Some("w") { Color::White } else { Color::Black };
        let mut count = 0;
        for c in fields.next().unwrap_or("-").chars() {
            match c {
                '-' => {}
                '0'..='9' => count = 10 * count + (c as u8 - b'0'),
                _ => {
                    let kind = Kind::from_letter(c.to_ascii_uppercase()).unwrap();
                    let hand = &mut setup.hands[usize::from(c.is_ascii_lowercase())];
                    *hand = hand.with_count(kind, count.max(1)).unwrap();
                    count = 0;
                }
            }
        }
        Position::from_setup_allowing(setup, Flaws::ALLOWABLE).unwrap()
    }
}

#[cfg(feature = "rivals")]
mod shunsai {
    use std::hint::black_box;
    use std::ops::ControlFlow;

    use rival_core::Move;
    use shogi_usi_parser::FromUsi;
    use shunsai::Position;

    pub(crate) fn work(work: &str, case: &str) -> Option<Box<dyn FnMut() -> u64>> {
        if case == "games" {
            let positions: Vec<Position> = super::GAMES.lines().map(position).collect();
            return Some(match work {
                "list" => Box::new(move || {
                    let mut moves = 0;
                    for position in &positions {
                        moves += black_box(position.legal_moves()).len() as u64;
                    }
                    moves
                }),
                "count" => Box::new(move || positions.iter().map(count).sum()),
                _ => return None,
            });
        }
        let (sfen, depth) = super::case(case)?;
        let mut position = position(sfen);
        let work = match work {
            "count" => counted,
            "list" => listed,
            "play" => played,
            _ => return None,
        };
        // Buffers are the caller's here, one a ply, so that no allocation is measured.
        let mut lists: Vec<Vec<Move>> = (0..=depth).map(|_| Vec::with_capacity(600)).collect();
        Some(Box::new(move || work(&mut position, depth, &mut lists)))
    }

    fn position(sfen: &str) -> Position {
        Position::new(rival_core::PartialPosition::from_usi(&format!("sfen {sfen}")).unwrap())
    }

    fn count(position: &Position) -> u64 {
        let mut moves = 0;
        let _ = position.generate_moves(|set| {
            moves += set.len() as u64;
            ControlFlow::Continue(())
        });
        moves
    }

    fn list(position: &Position, list: &mut Vec<Move>) {
        list.clear();
        let _ = position.generate_moves(|set| {
            set.write_into(list);
            ControlFlow::Continue(())
        });
    }

    fn counted(position: &mut Position, depth: u32, lists: &mut [Vec<Move>]) -> u64 {
        if depth == 1 {
            return count(position);
        }
        deeper(position, depth, lists, counted)
    }

    fn listed(position: &mut Position, depth: u32, lists: &mut [Vec<Move>]) -> u64 {
        if depth == 1 {
            list(position, &mut lists[0]);
            return lists[0].len() as u64;
        }
        deeper(position, depth, lists, listed)
    }

    fn played(position: &mut Position, depth: u32, lists: &mut [Vec<Move>]) -> u64 {
        if depth == 0 { 1 } else { deeper(position, depth, lists, played) }
    }

    #[inline(always)]
    fn deeper(
        position: &mut Position,
        depth: u32,
        lists: &mut [Vec<Move>],
        next: fn(&mut Position, u32, &mut [Vec<Move>]) -> u64,
    ) -> u64 {
        let (own, rest) = lists.split_first_mut().unwrap();
        list(position, own);
        let mut nodes = 0;
        for &m in own.iter() {
            let undo = position.do_move(m);
            nodes += next(position, depth - 1, rest);
            position.undo_move(m, undo);
        }
        nodes
    }
}
