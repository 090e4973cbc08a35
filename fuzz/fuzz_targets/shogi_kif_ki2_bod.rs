//! KIF, KI2 and BOD: texts and bytes in all encodings.
#![no_main]
use gamekit_fuzz::record;
use libfuzzer_sys::fuzz_target;
use shogi_core::format::encoding::{self, Encoding};
use shogi_core::format::record::Mode;
use shogi_core::format::{bod, ki2, kif};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (strict, lenient) = (kif::parse(&text, Mode::Strict), kif::parse(&text, Mode::Lenient));
    record::modes(&strict, &lenient);
    record::same_as_text(bytes, &kif::read(bytes, Mode::Strict), &strict);
    record::same_as_text(bytes, &kif::read(bytes, Mode::Lenient), &lenient);
    for read in record::different(strict, lenient) {
        match read {
            Ok(read) => {
                record::sound(&read, &text);
                record::round(&read.game, kif::write, |text| kif::parse(text, Mode::Strict));
                record::round(&read.game, ki2::write, |text| ki2::parse(text, Mode::Strict));
            }
            Err(error) => record::place(&error, &text),
        }
    }
    match bod::parse(&text) {
        Ok(position) => {
            position.assert_consistent();
            let written = bod::write(&position);
            let again = bod::parse(&written).expect("the output can be read");
            assert_eq!(again.to_setup(), position.to_setup(), "{written}");
        }
        Err(error) => record::place(&error, &text),
    }
    encodings(bytes);
});

/// Checks that text which is decoded and encoded again decodes to the same text.
fn encodings(bytes: &[u8]) {
    let (lossy, _) = encoding::decode_lossy(bytes);
    match encoding::decode(bytes) {
        Ok((text, found)) => {
            assert_eq!(text, lossy);
            if let Ok((again, 0)) = encoding::encode(&text, found)
                && matches!(found, Encoding::Utf8 | Encoding::Utf8Bom)
            {
                assert_eq!(again, bytes);
            }
            if let Ok((shift_jis, 0)) = encoding::encode(&text, Encoding::ShiftJis)
                && let Ok((again, Encoding::ShiftJis)) = encoding::decode(&shift_jis)
            {
                assert_eq!(again, text);
            }
        }
        Err(error) => assert!(error.line >= 1 && error.column >= 1),
    }
}
