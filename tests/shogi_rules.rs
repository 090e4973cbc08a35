//! Tests the outcomes of games: from their end words and from the rules.

use shogi_core::{
    Color, Declaration, DeclarationResult, DeclarationRule, Doubt, DrawReason, End, Flaws, Game,
    GameBuilder, GameRules, Handicap, NodeId, Outcome, Piece, PieceKind, Position, Setup, Square,
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
    let illegal = builder.position().with_kinds("3c3e".parse().unwrap()).unwrap();
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
        let mut rules = GameRules::default();
        rules.max_moves = Some(max);
        rules
    };
    let draw = Outcome::Draw(DrawReason::MaxMoves);
    assert_eq!(game.outcome_at(game.leaf(), &rules(2)), draw);
    assert_eq!(game.outcome_at(game.leaf(), &rules(3)), Outcome::Unfinished(None));
}

/// The side that gives perpetual check loses, with or without an end word, and even if the other
/// side makes the last move.
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

/// White's rook gives perpetual check to Black's king.
#[test]
fn perpetual_check_by_white_loses_too() {
    let start: Position = "k8/9/9/9/2r6/9/9/9/4K4 w - 1".parse().unwrap();
    let by_checker = format!("7e5e {}", "5i6i 5e6e 6i5i 6e5e ".repeat(3));
    assert_eq!(
        outcome(&play(start, &by_checker).finish()),
        "black wins by perpetual check of white"
    );
    let start: Position = "k8/9/9/9/3r5/9/9/9/4K4 w - 1".parse().unwrap();
    let by_evader = "6e5e 5i6i 5e6e 6i5i ".repeat(3);
    let game = play(start, &by_evader).finish();
    assert_eq!(outcome(&game), "black wins by perpetual check of white");
    // If one move between the occurrences does not give check, the repetition is a draw. Three
    // occurrences do not end the game.
    let start: Position = "k8/9/9/9/3r5/9/9/9/4K4 w - 1".parse().unwrap();
    let game = play(start.clone(), "6e5e 5i6i 5e6e 6i5i ".repeat(2).as_str()).finish();
    assert_eq!(outcome(&game), "unfinished");
    let mixed = "6e5e 5i6i 5e6e 6i5i 6e5e 5i6i 5e6e 6i5i 6e7e 5i6i 7e6e 6i5i ";
    assert_eq!(outcome(&play(start, mixed).finish()), "draw by repetition");
}

/// A declaration wins by its end word, regardless of the points. A doubt reports that no rule
/// supports the win.
#[test]
fn declarations_by_27_and_24_points_by_handicap_and_by_try() {
    const ZONE: &str = "+R+B+P+P5/4K+P+P+P+P/+P+P7/9/9/9/9/9/4k4 b";
    let claim = |sfen: &str, rules: &GameRules| {
        let mut builder = GameBuilder::new(sfen.parse().unwrap());
        builder.end(End::Declaration);
        let game = builder.finish();
        let winner = game.start().side();
        assert_eq!(game.outcome(), Outcome::Win { winner, reason: WinReason::Declaration });
        (Declaration::of(game.start()), game.doubts(rules))
    };
    let plain = GameRules::default();
    use DeclarationResult::{Draw, Fails, Win};
    for (hands, points, by_27, by_24) in [
        ("RB3P4g4s4n4l7p", 31, Win, Win),
        ("RB4g4s4n4l10p", 28, Win, Draw),
        ("R4Pb4g4s4n4l6p", 27, Fails, Draw),
        ("RPb4g4s4n4l9p", 24, Fails, Draw),
        ("Rb4g4s4n4l10p", 23, Fails, Fails),
    ] {
        let (facts, doubts) = claim(&format!("{ZONE} {hands} 1"), &plain);
        assert_eq!(facts.points, points, "{hands}");
        assert_eq!(facts.result(DeclarationRule::Points27), by_27, "{hands}");
        assert_eq!(facts.result(DeclarationRule::Points24), by_24, "{hands}");
        let wins = by_27 == Win || by_24 == Win;
        let expected = if wins { vec![] } else { vec![Doubt::NoDeclaration { facts }] };
        assert_eq!(doubts, expected, "{hands}");
    }
    // If a rule is selected, a win under the other rule does not count.
    let only = |rule| {
        let mut rules = GameRules::default();
        rules.declaration = Some(rule);
        rules
    };
    for (hands, by_27, by_24) in [
        ("RB3P4g4s4n4l7p", 0, 0),
        ("RB4g4s4n4l10p", 0, 1),
        ("R4Pb4g4s4n4l6p", 1, 1),
        ("Rb4g4s4n4l10p", 1, 1),
    ] {
        let doubts = |rule| claim(&format!("{ZONE} {hands} 1"), &only(rule)).1.len();
        assert_eq!(doubts(DeclarationRule::Points27), by_27, "{hands}");
        assert_eq!(doubts(DeclarationRule::Points24), by_24, "{hands}");
    }
    // Black has 27 points, and White has 26. This is a draw under the 24-point rule, which does not
    // support a win.
    for (sfen, words) in [
        (
            format!("{ZONE} R4Pb4g4s4n4l6p 1"),
            "the declaration does not win: 27 points, this is a draw under the 24-point rule",
        ),
        (
            "4K4/9/9/9/9/9/7+p+p/+p+p+p+pk4/5+p+p+b+r w B4G4S4N4L7Pr3p 1".to_owned(),
            "the declaration does not win: 26 points, this is a draw under the 24-point rule",
        ),
    ] {
        let (_, doubts) = claim(&sfen, &plain);
        assert_eq!(doubts.iter().map(ToString::to_string).collect::<Vec<_>>(), [words]);
    }
    // White needs 27 points. In a handicap game, the missing pieces count as White's points if
    // `handicap_points` is set.
    let white: Position = "4K4/9/9/9/9/9/7+p+p/+p+p+p+pk4/5+p+p+b+r w r3p 1".parse().unwrap();
    assert_eq!(Declaration::of(&white).points, 26);
    assert_eq!(Declaration::of(&white).result(DeclarationRule::Points27), Fails);
    assert_eq!(Declaration::of_handicap_game(&white).points, 54);
    assert_eq!(Declaration::of_handicap_game(&white).result(DeclarationRule::Points27), Win);
    let few = "4K4/9/9/9/9/9/7+p+p/+p+p+p+pk4/5+p+p+b+p w 3p 1";
    assert_eq!(claim(few, &plain).1.len(), 1);
    let mut handicap = GameRules::default();
    handicap.handicap_points = true;
    assert_eq!(claim(few, &handicap).1, []);
    // A black king on 5a wins under the try rule. Without the try rule, no rule supports the win.
    let tried = "4K4/9/9/9/9/9/9/9/4k4 b - 1";
    let mut rules = GameRules::default();
    rules.try_rule = true;
    assert_eq!(claim(tried, &rules).1, []);
    assert_eq!(claim(tried, &plain).1.len(), 1);
    // Selecting a point rule does not disable the try rule.
    rules.declaration = Some(DeclarationRule::Points24);
    assert_eq!(claim(tried, &rules).1, []);
}

#[test]
fn a_try_wins_where_it_is_the_rule() {
    let start: Position = "8k/5K3/9/9/9/9/9/9/9 b P 1".parse().unwrap();
    let game = play(start, "4b5a").finish();
    let mut rules = GameRules::default();
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
        builder.finish().doubts(&GameRules::default())
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
    assert_eq!(builder.finish().doubts(&GameRules::default()), []);
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
    assert_eq!(game.position(second).move_number(), 3);
    assert_eq!(game.preorder().count(), game.node_count());
}

#[test]
fn moves_are_added_where_a_line_is_open() {
    use shogi_core::{AddMoveError, AddMoveErrorKind, IllegalMove, IllegalMoveKind, Move};

    let mut game = Game::new(Position::start());
    let push = Move::normal(PieceKind::Pawn, Square::SQ_7G, Square::SQ_7F, false, None);
    let first = game.add_move(NodeId::ROOT, push).unwrap();
    assert_eq!(game.step(first), Some(shogi_core::Step::Move(push)));
    // The pawn has moved and White is to move, so the same move is illegal.
    let kind = IllegalMoveKind::NoSuchPiece;
    assert_eq!(game.add_move(first, push), Err(IllegalMove { mv: push.bare(), kind }.into()));
    let mut builder = GameBuilder::from_game(game);
    builder.go_to(first);
    let end = builder.end(End::Resignation);
    let mut game = builder.finish();
    let kind = AddMoveErrorKind::LineEnded;
    assert!(!game.is_open(end));
    assert_eq!(game.add_move(end, push), Err(AddMoveError { mv: push.bare(), kind }));
    assert_eq!(game.node_count(), 3);
}

/// If one condition of a declaration is not met, the declaration fails, regardless of the points.
#[test]
fn declarations_fail_without_the_conditions_of_entry() {
    use DeclarationResult::{Draw, Fails, Win};
    use DeclarationRule::{Points24, Points27};
    // Each of the other boards fails one condition that the first board meets. All boards have at
    // least 31 points.
    const HANDS: &str = "R2B4G2S2N2L2P";
    let boards = [
        ("R+P+P+P+P+P3/4K+P+P+P+P/9/9/9/9/9/9/4k4", Win, Win, ""),
        // The king is on the fourth rank.
        (
            "R+P+P+P+P+P3/5+P+P+P+P/9/4K4/9/9/9/9/4k4",
            Fails,
            Fails,
            "the king is not in the promotion zone",
        ),
        // Only nine other pieces are in the promotion zone.
        (
            "R+P+P+P+P+P3/4K+P+P+P1/9/8+P/9/9/9/9/4k4",
            Fails,
            Fails,
            "only 9 other pieces are in the promotion zone, expected 10",
        ),
        // A lance gives check.
        ("R+P+P+Pl+P+P2/4K+P+P+P+P/9/9/9/9/9/9/4k4", Fails, Fails, "the king is in check"),
    ];
    for (board, by_27, by_24, words) in boards {
        let position: Position = format!("{board} b {HANDS} 1").parse().unwrap();
        let facts = Declaration::of(&position);
        assert!(facts.points >= 31, "{board}: {} points", facts.points);
        assert_eq!(facts.is_entered(), by_27 == Win, "{board}");
        assert_eq!(facts.result(Points27), by_27, "{board}");
        assert_eq!(facts.result(Points24), by_24, "{board}");
        let mut builder = GameBuilder::new(position);
        builder.end(End::Declaration);
        let doubts = builder.finish().doubts(&GameRules::default());
        if words.is_empty() {
            assert_eq!(doubts, []);
        } else {
            let text = doubts.iter().map(ToString::to_string).collect::<Vec<_>>();
            let expected =
                format!("the declaration does not win: {words}, {} points", facts.points);
            assert_eq!(text, [expected]);
        }
    }
    // With 24 points, the declaration is not a draw if a condition is not met.
    let outside: Position = "+R+P+P+P+P+P3/5+P+P+P+P/9/4K4/9/9/9/9/4k4 b RB 1".parse().unwrap();
    let facts = Declaration::of(&outside);
    assert_eq!((facts.points, facts.result(Points24)), (24, Fails));
    let inside: Position = "+R+P+P+P+P+P3/4K+P+P+P+P/9/9/9/9/9/9/4k4 b RB 1".parse().unwrap();
    assert_eq!(Declaration::of(&inside).result(Points24), Draw);
}

/// A try fails if the king is on another square or in check.
#[test]
fn tries_that_fail() {
    let result = |sfen: &str| {
        let position: Position = sfen.parse().unwrap();
        Declaration::of(&position).result(DeclarationRule::Try)
    };
    assert_eq!(result("4K4/9/9/9/9/9/9/9/4k4 b - 1"), DeclarationResult::Win);
    assert_eq!(result("4K4/9/9/9/9/9/9/9/4k4 w - 1"), DeclarationResult::Win);
    // A rook on 1a gives check to the king on 5a.
    assert_eq!(result("4K3r/9/9/9/9/9/9/9/4k4 b - 1"), DeclarationResult::Fails);
    assert_eq!(result("4K4/9/9/9/9/9/9/9/R3k4 w - 1"), DeclarationResult::Fails);
    for square in Square::all() {
        if square != Square::SQ_5A && square != Square::SQ_5I {
            let mut setup = Setup::empty();
            setup.board[square.index()] = Some(Piece::new(Color::Black, PieceKind::King));
            let position = Position::from_setup_allowing(setup, Flaws::MISSING_KINGS).unwrap();
            let facts = Declaration::of(&position);
            assert_eq!(facts.result(DeclarationRule::Try), DeclarationResult::Fails, "{square}");
        }
    }
}

#[test]
fn a_true_claim_raises_no_doubt() {
    let claim = |mut builder: GameBuilder, end| {
        builder.end(end);
        builder.finish().doubts(&GameRules::default())
    };
    let mate: Position = "k8/9/K8/9/9/9/9/9/9 b G 1".parse().unwrap();
    assert_eq!(claim(play(mate.clone(), "G*9b"), End::Checkmate), []);
    assert_eq!(claim(play(mate, "G*5e"), End::Checkmate), [Doubt::NoCheckmate]);
    let fourfold = play(Position::start(), &SHUFFLE.repeat(3));
    assert_eq!(claim(fourfold, End::Repetition), []);
    let threefold = play(Position::start(), &SHUFFLE.repeat(2));
    assert_eq!(claim(threefold, End::Repetition), [Doubt::NoRepetition { occurrences: 3 }]);
}
