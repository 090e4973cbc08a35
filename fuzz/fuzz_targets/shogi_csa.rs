//! CSA records: texts, files of several games, all encodings.
#![no_main]
use gamekit_fuzz::record;
use libfuzzer_sys::fuzz_target;
use shogi_core::format::csa;
use shogi_core::format::record::Mode;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    for mode in [Mode::Strict, Mode::Lenient] {
        let mut number = 0;
        for read in csa::games(&text, mode) {
            number += 1;
            match read {
                Ok(read) => {
                    record::sound(&read, &text);
                    for version in [csa::Version::V2_2, csa::Version::V3_0] {
                        record::round(
                            &read.game,
                            |game| csa::write_version(game, version),
                            |text| csa::parse(text, Mode::Strict),
                        );
                    }
                }
                Err(error) => {
                    assert_eq!(error.game, number);
                    record::place(&error, &text);
                }
            }
        }
    }
    record::modes(&csa::parse(&text, Mode::Strict), &csa::parse(&text, Mode::Lenient));
    if let Ok(games) = csa::read(bytes, Mode::Lenient) {
        assert!(!games.is_empty());
    }
    let _ = csa::read(bytes, Mode::Strict);
});
