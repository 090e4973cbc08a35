//! JKF records, and their conversion to the other formats.
#![no_main]
use gamekit_fuzz::record;
use libfuzzer_sys::fuzz_target;
use shogi_core::format::record::Mode;
use shogi_core::format::{csa, jkf, ki2, kif};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (strict, lenient) = (jkf::parse(&text, Mode::Strict), jkf::parse(&text, Mode::Lenient));
    record::modes(&strict, &lenient);
    record::same_as_text(bytes, &jkf::read(bytes, Mode::Strict), &strict);
    record::same_as_text(bytes, &jkf::read(bytes, Mode::Lenient), &lenient);
    for read in record::different(strict, lenient) {
        match read {
            Ok(read) => {
                record::sound(&read, &text);
                record::round(&read.game, jkf::write, |text| jkf::parse(text, Mode::Strict));
                record::round(&read.game, kif::write, |text| kif::parse(text, Mode::Strict));
                record::round(&read.game, ki2::write, |text| ki2::parse(text, Mode::Strict));
                record::round(
                    &read.game,
                    |game| csa::write_version(game, csa::Version::V3_0),
                    |text| csa::parse(text, Mode::Strict),
                );
            }
            Err(error) => record::place(&error, &text),
        }
    }
});
