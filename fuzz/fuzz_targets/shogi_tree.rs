//! Games built by hand, with any texts, written and read in every format. This tests the writers on
//! games that no reader produces.
//!
//! The input is a byte for the start, then a byte for each action with its arguments. Texts end
//! with a byte 0xff.
#![no_main]
use gamekit_fuzz::input::Input;
use gamekit_fuzz::record;
use libfuzzer_sys::fuzz_target;
use shogi_core::format::encoding::Encoding;
use shogi_core::format::record::{LossKind, Mode};
use shogi_core::format::{csa, jkf, ki2, kif, sfen, usi};
use shogi_core::{
    End, Game, GameBuilder, GameRules, Handicap, Move, MoveTime, Position, Step, field,
};
use std::time::Duration;

fuzz_target!(|bytes: &[u8]| {
    let mut input = Input(bytes);
    let choice = input.byte();
    let start = match Handicap::ALL.get(usize::from(choice % 20)) {
        Some(handicap) => handicap.position(),
        None => sfen::parse(&input.text(), Mode::Lenient)
            .map_or_else(|_| Position::start(), |(start, _)| start),
    };
    let mut builder = GameBuilder::new(start);
    for _ in 0..40 {
        let Some(act) = input.next() else { break };
        builder = self::act(builder, act, &mut input);
    }
    let game = builder.finish();
    record::tree(&game);
    let game = closed(game);
    for id in game.preorder().step_by(game.node_count().div_ceil(4)) {
        let _ = game.outcome_at(id, &GameRules::default()).to_string();
    }
    for doubt in game.doubts(&GameRules::default()) {
        let _ = doubt.to_string();
    }
    let strict = Mode::Strict;
    record::round(&game, kif::write, |text| kif::parse(text, strict));
    record::round(&game, ki2::write, |text| ki2::parse(text, strict));
    record::round(&game, jkf::write, |text| jkf::parse(text, strict));
    for version in [csa::Version::V2_2, csa::Version::V3_0] {
        let write = |game: &Game| csa::write_version(game, version);
        record::round(&game, write, |text| csa::parse(text, strict));
    }
    let written = usi::write(&game);
    for mode in [Mode::Strict, Mode::Lenient] {
        let again = usi::games(&written.text, mode)
            .next()
            .expect("a line")
            .expect("the output can be read");
        assert_eq!(again.game.start(), game.start());
        assert!(again.game.moves().eq(game.moves()), "{}", written.text);
        if written.losses.is_empty() {
            assert_eq!(again.game, game);
        }
    }
    let encodings = [Encoding::Utf8, Encoding::Utf8Bom, Encoding::ShiftJis, Encoding::EucJp];
    file(&game, encodings[usize::from(choice / 64)]);
});

fn act(mut builder: GameBuilder, act: u8, input: &mut Input<'_>) -> GameBuilder {
    let at = builder.at();
    let is_end =
        |builder: &GameBuilder| matches!(builder.game().step(builder.at()), Some(Step::End(_)));
    match act % 20 {
        0..=7 => {
            let moves = builder.position().legal_moves();
            let pick = usize::from(input.byte()) * 7 + usize::from(act);
            if let Some(&m) = moves.get(pick % moves.len().max(1)) {
                assert_eq!(builder.play(m).is_ok(), builder.game().is_open(at));
            }
        }
        8 => {
            for _ in 0..input.byte() % 8 {
                builder.back();
            }
        }
        9 => {
            let nth = usize::from(input.byte()) % builder.game().node_count();
            let id = builder.game().preorder().nth(nth).expect("a node");
            builder.go_to(id);
            assert_eq!(*builder.position(), builder.game().position(id));
        }
        10 if !is_end(&builder) => {
            let end = End::ALL[usize::from(input.byte()) % End::ALL.len()];
            builder.end(end);
        }
        11 if !is_end(&builder) => {
            builder.end_other(&input.text());
        }
        12 if builder.is_open() => {
            let m = Move::from_bits(input.word() & 0x7f_ffff);
            // In half of the moves, the named piece is on the origin square, as in usual records.
            let there = |m: Move| match m.origin() {
                Some(origin) if act < 128 => Move::try_normal(
                    builder.position().kind_on(origin)?,
                    origin,
                    m.target(),
                    m.is_promotion(),
                    builder.position().kind_on(m.target()),
                ),
                _ => Some(m),
            };
            if let Some(m) = m.and_then(there) {
                builder.illegal(m);
            }
        }
        13 => {
            let unit = [1, 1000, 60_000, 3_600_000][usize::from(act / 20 % 4)];
            let time = |count: u32| Duration::from_millis(u64::from(count % 10_000) * unit);
            let total = (act >= 160).then(|| time(input.word()));
            builder.set_time(MoveTime { spent: time(input.word()), total });
        }
        14 => builder.comment(&input.text()),
        15 => {
            let text = input.text();
            builder.game_mut().set_bookmark(at, Some(&text));
        }
        16 => {
            let text = input.text();
            builder.game_mut().set_remark(at, Some(&text));
        }
        17 => {
            let text = input.text();
            builder.game_mut().set_comment(at, (act < 200).then_some(&text));
        }
        18 => {
            let names = [field::BLACK, field::EVENT, field::HANDICAP, field::NOTE];
            let name = match names.get(usize::from(act / 20)) {
                Some(&name) => name.to_owned(),
                None => input.text(),
            };
            builder.game_mut().add_field(&name, &input.text());
        }
        _ => {
            // Continue the game; the builder is then at the end of the main line.
            builder = GameBuilder::from_game(builder.finish());
        }
    }
    builder
}

/// Changes a game in the same way as the readers do. An illegal move without an end word gets a
/// foul after it. A total time is removed if it equals the sum because an earlier time was changed.
fn closed(game: Game) -> Game {
    let is_open =
        |id: &_| matches!(game.step(*id), Some(Step::Illegal(_))) && game.next(*id).is_none();
    let open: Vec<_> = game.preorder().filter(is_open).collect();
    let nodes: Vec<_> = game.preorder().collect();
    let mut builder = GameBuilder::from_game(game);
    for id in nodes {
        if let Some(time) = builder.game().time(id) {
            builder.go_to(id);
            builder.set_time(time);
        }
    }
    for id in open {
        builder.go_to(id);
        let by = builder.position().side();
        builder.end(End::Foul { by });
    }
    builder.finish()
}

/// Checks that a file in an encoding that can represent the text is read as the same text.
fn file(game: &Game, encoding: Encoding) {
    let written = kif::write(game);
    let text = kif::parse(&written.text, Mode::Strict).expect("the output can be read");
    let (bytes, losses) = written.clone().into_bytes(encoding).expect("an encoding to write");
    if losses.iter().all(|loss| loss.kind != LossKind::Character) {
        let read = kif::read(&bytes, Mode::Strict).expect("the output can be read");
        assert_eq!(read.game, text.game, "{encoding:?}\n{}", written.text);
    }
}
