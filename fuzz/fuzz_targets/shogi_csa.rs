//! CSA records: texts, files of several games, all encodings.
#![no_main]
use gamekit_fuzz::record;
use libfuzzer_sys::fuzz_target;
use shogi_core::format::csa;
use shogi_core::format::record::Mode;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let games = |mode| csa::games(&text, mode).collect::<Vec<_>>();
    let (strict, lenient) = (games(Mode::Strict), games(Mode::Lenient));
    for read in [&strict, &lenient] {
        for (number, game) in read.iter().enumerate() {
            match game {
                Ok(read) => record::sound(read, &text),
                Err(error) => {
                    assert_eq!(error.game as usize, number + 1);
                    record::place(error, &text);
                }
            }
        }
    }
    if let (Some(strict), Some(lenient)) = (strict.first(), lenient.first()) {
        record::modes(strict, lenient);
        record::same_as_text(bytes, &first(bytes, Mode::Strict), strict);
        record::same_as_text(bytes, &first(bytes, Mode::Lenient), lenient);
        assert_eq!(&csa::parse(&text, Mode::Strict), strict);
    }
    let same = strict == lenient;
    for read in strict.iter().filter(|_| !same).chain(&lenient).flatten() {
        for version in [csa::Version::V2_2, csa::Version::V3_0] {
            record::round(
                &read.game,
                |game| csa::write_version(game, version),
                |text| csa::parse(text, Mode::Strict),
            );
        }
    }
});

/// Returns the first game of a file.
fn first(bytes: &[u8], mode: Mode) -> record::Read {
    csa::read(bytes, mode).and_then(|mut games| games.swap_remove(0))
}
