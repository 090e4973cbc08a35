//! Outcomes: what an end word and the rules make of a game.

use shogi_core::{
    Color, Doubt, DrawReason, End, Game, GameBuilder, Handicap, NodeId, Outcome, Position, Rules,
    WinReason,
};

fn play(start: Position, moves: &str) -> GameBuilder {
    let mut builder = GameBuilder::new(start);
    for text in moves.split_whitespace() {
        builder.play_bare(text.parse().unwrap()).unwrap_or_else(|| panic!("{text}"));
    }
    builder
}

fn outcome(game: &Game) -> String {
    game.outcome().to_string()
}

const SHUFFLE: &str = "4i4h 6a6b 4h4i 6b6a ";

#[test]
fn words_name_winner_and_reason() {
    for (end, expected) in [
        (End::Resignation, "black wins by resignation"),
        (End::Checkmate, "black wins by checkmate"),
        (End::TimeUp, "black wins by time"),
        (End::Foul { by: Color::Black }, "white wins by foul of black"),
        (End::Foul { by: Color::White }, "black wins by foul of white"),
        (End::Impasse, "draw by impasse"),
        (End::Declaration, "white wins by declaration"),
        (End::Draw, "draw by agreement"),
        (End::MaxMoves, "draw by maximum number of moves"),
        (End::WinByDefault, "white wins by default"),
        (End::LossByDefault, "black wins by default"),
        (End::Interruption, "unfinished (interruption)"),
        (End::SealedMove, "unfinished (sealed move)"),
    ] {
        let mut builder = play(Position::start(), "7g7f");
        builder.end(end);
        assert_eq!(outcome(&builder.finish()), expected);
    }
}

#[test]
fn an_illegal_move_loses_for_its_mover() {
    let mut builder = play(Position::start(), "7g7f");
    let illegal = builder.position().complete("3c3e".parse().unwrap()).unwrap();
    assert!(builder.play(illegal).is_err());
    builder.illegal(illegal);
    assert_eq!(builder.side(), Color::Black);
    assert_eq!(outcome(&builder.clone().finish()), "black wins by foul of white");
    builder.end(End::Foul { by: Color::White });
    assert_eq!(outcome(&builder.finish()), "black wins by foul of white");
}

#[test]
fn without_a_word_the_rules_decide() {
    let mate: Position = "k8/9/1G7/9/9/9/9/9/8K b G 1".parse().unwrap();
    assert_eq!(outcome(&play(mate, "G*9b").finish()), "black wins by checkmate");
    assert_eq!(
        outcome(&play(Position::start(), &SHUFFLE.repeat(3)).finish()),
        "draw by repetition"
    );
    assert_eq!(outcome(&play(Position::start(), &SHUFFLE.repeat(2)).finish()), "unfinished");
    let game = play(Position::start(), "7g7f 3c3d").finish();
    let rules = |max| {
        let mut rules = Rules::default();
        rules.max_moves = Some(max);
        rules
    };
    let draw = Outcome::Draw(DrawReason::MaxMoves);
    assert_eq!(game.outcome_at(game.leaf(), &rules(2)), draw);
    assert_eq!(game.outcome_at(game.leaf(), &rules(3)), Outcome::Unfinished(None));
}

/// The checking side loses, whoever completes the cycle, with or without the word.
#[test]
fn perpetual_check_loses() {
    let start: Position = "4k4/9/9/9/6R2/9/9/9/K8 b - 1".parse().unwrap();
    let cycle = "5a4a 5e4e 4a5a 4e5e ";
    let by_checker = format!("3e5e {}", cycle.repeat(3));
    let mut builder = play(start.clone(), &by_checker);
    assert_eq!(outcome(&builder.clone().finish()), "white wins by perpetual check of black");
    builder.end(End::Repetition);
    assert_eq!(outcome(&builder.finish()), "white wins by perpetual check of black");
    let start: Position = "4k4/9/9/9/5R3/9/9/9/K8 b - 1".parse().unwrap();
    let by_evader = "4e5e 5a4a 5e4e 4a5a ".repeat(3);
    let builder = play(start, &by_evader);
    assert_eq!(outcome(&builder.finish()), "white wins by perpetual check of black");
}

#[test]
fn a_try_wins_where_it_is_the_rule() {
    let start: Position = "8k/5K3/9/9/9/9/9/9/9 b P 1".parse().unwrap();
    let game = play(start, "4b5a").finish();
    let mut rules = Rules::default();
    assert_eq!(game.outcome_at(game.leaf(), &rules), Outcome::Unfinished(None));
    rules.try_rule = true;
    let win = Outcome::Win { winner: Color::Black, reason: WinReason::Try };
    assert_eq!(game.outcome_at(game.leaf(), &rules), win);
}

#[test]
fn doubtful_claims_are_told() {
    let claim = |moves: &str, end| {
        let mut builder = play(Position::start(), moves);
        builder.end(end);
        builder.finish().doubts(&Rules::default())
    };
    assert_eq!(claim("7g7f", End::Checkmate), [Doubt::NoCheckmate]);
    assert_eq!(claim("7g7f", End::Repetition), [Doubt::NoRepetition { occurrences: 1 }]);
    assert!(matches!(claim("7g7f", End::Declaration)[..], [Doubt::NoDeclaration { .. }]));
    let on = SHUFFLE.repeat(3) + "7g7f";
    assert_eq!(claim(&on, End::Resignation), [Doubt::PlayedOn { ply: 12 }]);
    assert_eq!(claim("7g7f", End::Resignation), []);
    let entered: Position =
        "+R+B+P+P5/4K+P+P+P+P/+P+P7/9/9/9/9/9/4k4 b RB4g4s4n4l10p 1".parse().unwrap();
    let mut builder = GameBuilder::new(entered);
    builder.end(End::Declaration);
    assert_eq!(builder.finish().doubts(&Rules::default()), []);
}

#[test]
fn the_builder_goes_anywhere() {
    let mut builder = play(Handicap::Two.position(), "3c3d 7g7f");
    let second = builder.at();
    builder.end(End::Resignation);
    builder.go_to(NodeId::ROOT);
    assert_eq!(builder.position(), &Handicap::Two.position());
    builder.play_bare("8c8d".parse().unwrap()).unwrap();
    builder.go_to(second);
    assert!(builder.is_open());
    builder.play_bare("8c8d".parse().unwrap()).unwrap();
    assert!(builder.back() && builder.at() == second);
    let game = builder.finish();
    assert_eq!(game.children(second).count(), 2);
    assert_eq!(game.position(second).ply(), 3);
    assert_eq!(game.preorder().count(), game.node_count());
}
