//! The search: equal to a plain search without pruning, mates, repetitions, rules and lines.

mod support;

#[path = "support/shogi.rs"]
mod shogi_text;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use proptest::prelude::*;
use shogi_core::search::{Clock, Evaluate, Limits, Material, Options, Report, Searcher, Value};
use shogi_core::{
    DeclarationRule, GameRules, History, Move, MoveFilter, MoveList, Position, SearchRepetition,
    mate_in_one,
};
use std::time::Duration;

const TABLE_BYTES: usize = 1 << 20;

/// The score of a mate in 0 plies, of a win by repetition, and of a better hand.
const MATE: i32 = 32_000;
const REPETITION_WIN: i32 = 28_000;
const SUPERIOR: i32 = 26_000;

fn search(position: &Position, options: &Options) -> Report {
    let mut searcher = Searcher::new(Material::new(), TABLE_BYTES);
    searcher.search(position, &History::new(position), options, &Limits::NONE)
}

/// Plays random moves from a start. Each number chooses one of the moves.
fn play(start: &str, choices: &[u16]) -> (Position, History) {
    let mut position: Position = shogi_text::position(start);
    let mut history = History::new(&position);
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = moves[usize::from(choice) % moves.len()];
        let next = position.after(m);
        if !next.has_moves() {
            break;
        }
        position = next;
        history.push(&position);
    }
    (position, history)
}

/// Checks that each line can be played.
fn assert_lines(position: &Position, report: &Report) {
    for hint in &report.hints {
        assert_eq!(hint.pv.first(), Some(&hint.mv));
        let mut position = position.clone();
        for &m in &hint.pv {
            position.play(m).unwrap_or_else(|error| panic!("{position}: {error}"));
        }
        if let Value::Win { plies } = hint.value
            && hint.pv.len() == plies as usize
        {
            assert!(!position.has_moves(), "{position} is not mate");
        }
    }
}

/// A search by the definition: every line to the full depth, without a table and without bounds.
struct Plain<'a> {
    evaluation: &'a Material,
    history: History,
    root_len: usize,
}

impl Plain<'_> {
    fn value(&mut self, position: &Position, depth: u32, ply: i32) -> i32 {
        match self.history.search_repetition(self.root_len) {
            SearchRepetition::None => {}
            SearchRepetition::Draw => return 0,
            SearchRepetition::Win => return REPETITION_WIN,
            SearchRepetition::Loss => return -REPETITION_WIN,
            SearchRepetition::Superior => return SUPERIOR,
            SearchRepetition::Inferior => return -SUPERIOR,
        }
        self.node(position, depth, ply, 0)
    }

    fn node(&mut self, position: &Position, depth: u32, ply: i32, captures: u32) -> i32 {
        let is_check = position.is_check();
        // Quiescence does not notice that a side without a check has no legal move.
        if (depth > 0 || is_check) && !position.has_moves() {
            return ply - MATE;
        }
        if !is_check && (depth > 0 || captures == 0) && mate_in_one(position).is_some() {
            return MATE - (ply + 1);
        }
        let mut moves = MoveList::new();
        let mut best = -MATE;
        if depth == 0 && !is_check {
            best = self.evaluation.evaluate(position, &self.evaluation.state(position));
            position.engine_moves_into(MoveFilter::Captures, &mut moves);
            moves.retain(|m| position.see_ge(m, 0));
        } else {
            position.engine_moves_into(MoveFilter::All, &mut moves);
        }
        for m in &moves {
            best = best.max(self.after(position, m, depth, ply, captures));
        }
        best
    }

    fn after(&mut self, position: &Position, m: Move, depth: u32, ply: i32, captures: u32) -> i32 {
        let next = position.after(m);
        self.history.push(&next);
        let value = match depth {
            0 => -self.quiet_value(&next, ply + 1, captures + 1),
            _ => -self.value(&next, depth - 1, ply + 1),
        };
        self.history.pop();
        value
    }

    /// Returns the value of a position that quiescence reaches.
    fn quiet_value(&mut self, position: &Position, ply: i32, captures: u32) -> i32 {
        match self.history.search_repetition(self.root_len) {
            SearchRepetition::None => self.node(position, 0, ply, captures),
            _ => self.value(position, 0, ply),
        }
    }
}

/// Compares the values of all moves with the plain search.
fn assert_plain(position: &Position, history: &History, depth: u32) {
    let options = Options::to_depth(depth)
        .with_selective(false)
        .with_declarations(false)
        .with_count(usize::MAX);
    let mut searcher = Searcher::new(Material::new(), TABLE_BYTES);
    let report = searcher.search(position, history, &options, &Limits::NONE);
    assert_lines(position, &report);
    let evaluation = &Material::new();
    let mut plain = Plain { evaluation, history: history.clone(), root_len: history.len() };
    let mut expected = BTreeMap::new();
    for m in &position.engine_moves() {
        expected.insert(m, plain.after(position, m, depth, 0, 0));
    }
    let score = |value| match value {
        Value::Centipawns(value) => value,
        Value::Win { plies } => MATE - plies as i32,
        Value::Loss { plies } => plies as i32 - MATE,
    };
    let found: BTreeMap<Move, i32> =
        report.hints.iter().map(|hint| (hint.mv, score(hint.value))).collect();
    assert_eq!(found, expected, "{position}");
    assert!(report.hints.is_sorted_by_key(|hint| std::cmp::Reverse(hint.value)));
}

/// Starts with few pieces, so that the plain search is quick.
const STARTS: [&str; 4] = [
    "4k4/9/4pp3/9/4P4/4R4/9/9/4K4 b - 1",
    "3gkl3/9/3p1p3/9/4n4/3P1P3/4S4/9/3GK4 b P 1",
    "2k6/1s7/2pp5/9/2PP1b3/9/9/1S3G3/4K4 w p 1",
    "8k/7p1/6P1+R/9/9/9/9/1r7/K8 b G 1",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 40 } else { 400 }))]

    #[test]
    fn without_pruning_the_values_are_those_of_a_plain_search(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(0u16..600, 0..12),
        depth in 1u32..3,
    ) {
        let (position, history) = play(STARTS[start], &choices);
        assert_plain(&position, &history, depth);
    }

    #[test]
    fn lines_are_legal_and_limits_hold(
        choices in prop::collection::vec(0u16..600, 0..120),
        nodes in 1u64..4_000,
        count in 1usize..4,
        threads in 1usize..3,
    ) {
        let (position, history) =
            play("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", &choices);
        let mut searcher = Searcher::new(Checked(Material::new()), TABLE_BYTES).with_threads(threads);
        let options = Options::unlimited().with_count(count);
        let limits = Limits::NONE.with_nodes(nodes);
        let report = searcher.search(&position, &history, &options, &limits);
        prop_assert!(report.best().is_some_and(|m| position.is_legal(m)));
        prop_assert!(report.hints.is_sorted_by_key(|hint| std::cmp::Reverse(hint.value)));
        assert_lines(&position, &report);
        if threads == 1 {
            prop_assert!(report.nodes <= nodes + 1024, "{} of {nodes}", report.nodes);
            searcher.clear();
            let again = searcher.search(&position, &history, &options, &limits);
            prop_assert_eq!(report, again);
        }
    }
}

/// Compares each state with the state from scratch.
struct Checked<E>(E);

impl<E: Evaluate<State = i32>> Evaluate for Checked<E> {
    type State = i32;

    fn state(&self, position: &Position) -> i32 {
        self.0.state(position)
    }

    fn play(&self, before: &i32, m: Move, after: &Position) -> i32 {
        let state = self.0.play(before, m, after);
        assert_eq!(state, self.0.state(after), "{after}");
        state
    }

    fn evaluate(&self, position: &Position, state: &i32) -> i32 {
        let value = self.0.evaluate(position, state);
        let turned = position.half_turn();
        assert_eq!(value, self.0.evaluate(&turned, &self.0.state(&turned)), "{position}");
        value
    }
}

#[test]
fn mates_are_found() {
    for (file, depth) in [(1, 1), (3, 8), (5, 1)] {
        let text = support::data_text(&format!("shogi/mate/mate-{file}.txt"));
        for line in text.lines().take(20) {
            let position: Position = line.parse().unwrap();
            // The mate search finds mates before the first round. The rounds find short mates alone.
            for mate_nodes in [10_000, 0] {
                if mate_nodes == 0 && file == 5 {
                    continue;
                }
                let options = Options::to_depth(depth).with_mate_nodes(mate_nodes);
                let report = search(&position, &options);
                let hint = &report.hints[0];
                // The mate search may find a longer mate first.
                let most = if mate_nodes > 0 { 99 } else { file + 2 };
                let is_mate = matches!(hint.value, Value::Win { plies } if plies <= most);
                assert!(is_mate, "{line}: {hint:?}");
                assert_lines(&position, &report);
            }
        }
    }
}

/// Plays the moves of a cycle several times. Returns the position and the history.
fn cycle(start: &str, moves: [&str; 4], count: usize) -> (Position, History) {
    let mut position = shogi_text::position(start);
    let mut history = History::new(&position);
    for text in moves.iter().cycle().take(count) {
        position.play(position.parse_move(text).unwrap()).unwrap();
        history.push(&position);
    }
    (position, history)
}

#[test]
fn a_winning_side_avoids_repetition_and_a_losing_side_seeks_it() {
    // Black has a rook more. After eleven moves, White's position would occur for the fourth time.
    let start = "4k4/9/9/9/9/4p4/9/7R1/4K4 b - 1";
    let (position, history) = cycle(start, ["2h3h", "5a4a", "3h2h", "4a5a"], 12);
    let mut searcher = Searcher::new(Material::new(), TABLE_BYTES);
    let mut search = |position: &Position, history: &History| {
        searcher.search(position, history, &Options::to_depth(5), &Limits::NONE)
    };
    let report = search(&position, &history);
    assert_ne!(report.best().unwrap().to_string(), "2h3h");
    assert!(report.hints[0].value > Value::Centipawns(300), "{report:?}");
    let (position, history) = cycle(start, ["2h3h", "5a4a", "3h2h", "4a5a"], 11);
    let report = search(&position, &history);
    assert_eq!(report.best().unwrap().to_string(), "4a5a");
    assert_eq!(report.hints[0].value, Value::Centipawns(0));
}

#[test]
fn perpetual_check_is_not_played() {
    // Black's dragon checks on 9a and 9b. White has much more material, but no quick mate.
    let start = "8k/+R8/9/9/9/9/5pppp/1r7/2K6 b 2b4g 1";
    let moves = ["9b9a", "1a1b", "9a9b", "1b1a"];
    for count in [8, 12] {
        let (position, history) = cycle(start, moves, count);
        let mut searcher = Searcher::new(Material::new(), TABLE_BYTES);
        for depth in 1..=6 {
            let options = Options::to_depth(depth);
            let report = searcher.search(&position, &history, &options, &Limits::NONE);
            if count == 12 {
                assert_ne!(report.best().unwrap().to_string(), "9b9a", "depth {depth}");
            }
            assert_lines(&position, &report);
        }
    }
}

#[test]
fn declarations_win() {
    let entered = "2K6/1+R+R+B5/PPPPPPP2/9/9/9/9/9/4k4 b B4G4S 1";
    let report = search(&shogi_text::position(entered), &Options::to_depth(3));
    assert!(report.declares && report.best().is_none());
    let off = Options::to_depth(2).with_declarations(false);
    assert!(search(&shogi_text::position(entered), &off).best().is_some());
    // The king enters, and declares at its next turn.
    let outside = "9/1+R+R+B5/PPPPPPP2/7K1/9/9/9/9/4k4 b B4G4SP 1";
    let report =
        search(&shogi_text::position(outside), &Options::to_depth(3).with_selective(false));
    assert!(matches!(report.hints[0].value, Value::Win { plies: 3 }), "{report:?}");
    let mut rules = GameRules::default();
    rules.declaration = Some(DeclarationRule::Points24);
    let points = "2K6/1+R7/PPPPPPPPP2/9/9/9/9/9/4k4 b B 1".replace("PPPPPPPPP2", "PPPPPPPPP");
    let report = search(&shogi_text::position(&points), &Options::to_depth(2).with_rules(rules));
    assert!(!report.declares, "19 points do not win");
}

#[test]
fn tries_and_the_maximum_number_of_moves_decide() {
    let mut rules = GameRules::default();
    rules.try_rule = true;
    let position = shogi_text::position("8k/4K4/9/9/9/9/9/9/9 b - 1");
    let report = search(&position, &Options::to_depth(3).with_rules(rules));
    assert_eq!(report.best().unwrap().to_string(), "5b5a");
    assert_eq!(report.hints[0].value, Value::Win { plies: 1 });

    let mut rules = GameRules::default();
    rules.max_moves = Some(1);
    let position = shogi_text::position("4k4/9/9/9/9/9/9/7R1/4K4 b - 1");
    let report = search(&position, &Options::to_depth(3).with_rules(rules.clone()));
    assert_eq!(report.hints[0].value, Value::Centipawns(0));
    let mate = shogi_text::position("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    let report = search(&mate, &Options::to_depth(3).with_rules(rules));
    assert_eq!(report.hints[0].value, Value::Win { plies: 1 });
}

#[test]
fn only_the_given_moves_are_searched() {
    let position = Position::start();
    let moves: Vec<Move> = ["9i9h", "1i1h"].map(|text| position.parse_move(text).unwrap()).to_vec();
    let illegal = Move::from_bits(moves[0].bits() ^ 1).unwrap();
    let options =
        Options::to_depth(3).with_count(9).with_moves(vec![moves[0], illegal, moves[1], moves[0]]);
    let report = search(&position, &options);
    let mut found: Vec<Move> = report.hints.iter().map(|hint| hint.mv).collect();
    found.sort_unstable();
    let mut expected = moves;
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mated = shogi_text::position("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
    let report = search(&mated, &Options::to_depth(3));
    assert_eq!((report.best(), report.declares), (None, false));
}

#[test]
fn an_observer_stops_the_search_and_sees_every_round() {
    let position = Position::start();
    let history = History::new(&position);
    let mut rounds = Vec::new();
    let mut searcher = Searcher::new(Material::new(), TABLE_BYTES);
    let report = searcher.search_observed(
        &position,
        &history,
        &Options::unlimited(),
        &Limits::NONE,
        |progress| {
            if progress.is_new_round {
                rounds.push(progress.depth);
            }
            if rounds.len() == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    assert_eq!(rounds, [1, 2, 3, 4]);
    assert_eq!(report.depth, 4);
}

proptest! {
    #[test]
    fn the_time_of_a_move_is_within_the_clock(
        main in 0u64..3_600_000,
        increment in 0u64..60_000,
        byoyomi in 0u64..60_000,
        margin in 0u64..2_000,
        moves in 0u32..400,
    ) {
        let millis = Duration::from_millis;
        let clock = Clock::new(millis(main))
            .with_increment(millis(increment))
            .with_byoyomi(millis(byoyomi))
            .with_margin(millis(margin));
        let limits = clock.limits(moves);
        let time = limits.time.unwrap();
        let available = if main + byoyomi == 0 { increment } else { main + byoyomi };
        prop_assert!(time >= millis(1));
        prop_assert!(time <= millis(available.saturating_sub(margin).max(1)));
        prop_assert!(limits.round_time.is_none_or(|round| round <= time));
    }
}
