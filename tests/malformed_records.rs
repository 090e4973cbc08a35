//! Broken records and books. Readers must not panic or run without end, and may allocate only a
//! small multiple of the size of the input. Every error must have a line and a column or, in binary
//! files, a byte offset.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::io::Cursor;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use shogi_core::Position;
use shogi_core::format::book::{Book, BookFile, BookPlace, ReadBookError};
use shogi_core::format::packed::{self, Hcpe, PackedSfenValue, Record, RecordReader};
use shogi_core::format::record::{Mode, ReadGame, ReadRecordError};
use shogi_core::format::{bod, csa, encoding, jkf, kif, notation, usi};

/// An allocator that counts the bytes in use and their peak.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// Only one test may run at a time, because the counters are global.
static TURN: Mutex<()> = Mutex::new(());

#[allow(unsafe_code, reason = "a counting allocator")]
// SAFETY: every call is passed to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(used, Ordering::Relaxed);
        // SAFETY: this function has the same safety contract as the function that it calls.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: this function has the same safety contract as the function that it calls.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The result of a reader.
enum Said {
    /// The input was read, with warnings at these lines.
    Read(Vec<u32>),
    /// The input is wrong at this line and column.
    Line(u32, u32),
    /// The input is wrong at this byte offset.
    Byte(u64),
}

type Reader = fn(&[u8], Mode) -> Said;

fn game(read: Result<ReadGame, ReadRecordError>) -> Said {
    match read {
        Ok(read) => Said::Read(read.warnings.iter().map(|warning| warning.line).collect()),
        Err(error) => Said::Line(error.line, error.column),
    }
}

fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

const READERS: [(&str, Reader); 10] = [
    ("kif", |bytes, mode| game(kif::read(bytes, mode))),
    ("csa", |bytes, mode| game(csa::read(bytes, mode).and_then(|mut games| games.swap_remove(0)))),
    ("jkf", |bytes, mode| game(jkf::read(bytes, mode))),
    ("bod", |bytes, _| match encoding::decode(bytes) {
        Ok((text, _)) => match bod::parse(&text) {
            Ok(position) => {
                position.assert_consistent();
                Said::Read(Vec::new())
            }
            Err(error) => Said::Line(error.line, error.column),
        },
        Err(error) => Said::Line(error.line, error.column),
    }),
    ("usi", |bytes, mode| {
        let mut lines = Vec::new();
        for game in usi::games(&text(bytes), mode) {
            match game {
                Ok(game) => lines.extend(game.warnings.iter().map(|warning| warning.line)),
                Err(error) => return Said::Line(error.line, error.column),
            }
        }
        Said::Read(lines)
    }),
    ("db", |bytes, _| match Book::parse_db(bytes) {
        Ok((_, warnings)) => {
            Said::Read(warnings.iter().map(|warning| warning.line as u32).collect())
        }
        Err(error) => book_place(error.place),
    }),
    ("db, not loaded", |bytes, _| {
        let mut file = BookFile::new_db(Cursor::new(bytes)).unwrap();
        match file.find(&Position::start()) {
            Ok(_) => Said::Read(Vec::new()),
            Err(ReadBookError::Parse(error)) => book_place(error.place),
            Err(error) => panic!("{error}"),
        }
    }),
    ("ybb", |bytes, _| match Book::parse_ybb(bytes) {
        Ok(_) => Said::Read(Vec::new()),
        Err(error) => book_place(error.place),
    }),
    ("psv", |bytes, _| records::<PackedSfenValue>(bytes)),
    ("hcpe", |bytes, _| records::<Hcpe>(bytes)),
];

fn book_place(place: BookPlace) -> Said {
    match place {
        BookPlace::Line { line, column } => Said::Line(line as u32, column as u32),
        BookPlace::Byte { at, .. } => Said::Byte(at),
    }
}

fn records<T: Record>(bytes: &[u8]) -> Said {
    let mut reader = RecordReader::<_, T>::new(bytes);
    let place = |record: u64, byte: usize| Said::Byte(record * T::SIZE as u64 + byte as u64);
    let mut said = Said::Read(Vec::new());
    while let Some(read) = reader.next_sample() {
        match read {
            Ok(_) => {}
            Err(error) => {
                let packed::SamplePlace::Record(record) = error.place else { panic!("{error}") };
                said = match error.kind {
                    packed::ReadSampleErrorKind::Record(error) => place(record, error.byte),
                    packed::ReadSampleErrorKind::Truncated { bytes, .. } => place(record, bytes),
                    kind => panic!("{kind}"),
                }
            }
        }
    }
    said
}

fn reader(name: &str) -> Reader {
    READERS.iter().find(|(known, _)| *known == name).unwrap().1
}

/// Reads in both modes and checks the memory use and the locations.
fn read(name: &str, reader: Reader, bytes: &[u8]) {
    let lines = bytes.iter().filter(|&&byte| matches!(byte, b'\n' | b'\r')).count() + 1;
    for mode in [Mode::Strict, Mode::Lenient] {
        let before = USED.load(Ordering::Relaxed);
        PEAK.store(before, Ordering::Relaxed);
        let read = reader(bytes, mode);
        let peak = PEAK.load(Ordering::Relaxed) - before;
        let allowed = 20_000 + 80 * bytes.len();
        assert!(peak <= allowed, "{name}: {peak} bytes for {} of input", bytes.len());
        match read {
            Said::Read(warnings) => {
                for line in warnings {
                    assert!((1..=lines).contains(&(line as usize)), "{name}: line {line}");
                }
            }
            Said::Line(line, column) => {
                assert!((1..=lines).contains(&(line as usize)), "{name}: line {line}");
                assert!(column > 0, "{name}: line {line}, column {column}");
            }
            Said::Byte(byte) => assert!(byte <= bytes.len() as u64, "{name}: byte {byte}"),
        }
    }
}

/// One file of each format.
fn samples() -> Vec<(&'static str, Reader, Vec<u8>)> {
    let file = |name, path| {
        (path, reader(name), fs::read(support::data_path("shogi").join(path)).unwrap())
    };
    let mut samples = vec![
        file("kif", "records/kif/fork.kif"),
        file("kif", "records/kif/doh_branch.kifu"),
        file("kif", "records/ki2/illegal.ki2"),
        file("kif", "records/ki2/7mai.ki2u"),
        file("csa", "records/csa/v2_2.csa"),
        file("csa", "records/csa/illegal_win.csa"),
        file("csa", "records/csa/8mai_hirate.csa"),
        file("jkf", "records/jkf/same_move_minimal.jkf"),
        file("db", "books/yaneuraou.db"),
        file("db", "books/yaneuraou-bom-crlf.db"),
        file("db, not loaded", "books/yaneuraou.db"),
        file("ybb", "books/yaneuraou.ybb"),
        file("psv", "packed/sample.psv"),
        file("hcpe", "packed/sample.hcpe"),
    ];
    for (_, _, records) in &mut samples[12..] {
        records.truncate(40 * 38);
    }
    let middle: Position =
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 31".parse().unwrap();
    samples.push(("bod", reader("bod"), bod::write(&middle).into_bytes()));
    let usi = format!("position startpos moves 7g7f 3c3d 8h2b+\nsfen {middle} moves P*6f\n");
    samples.push(("usi", reader("usi"), usi.into_bytes()));
    samples
}

#[test]
fn files_cut_at_every_byte() {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for (path, reader, bytes) in samples() {
        for len in 0..bytes.len() {
            read(path, reader, &bytes[..len]);
        }
    }
}

#[test]
fn files_with_one_byte_changed() {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for (path, reader, mut bytes) in samples() {
        for at in 0..bytes.len() {
            let whole = bytes[at];
            // The location selects the kind of change, so that each kind occurs in all parts of the
            // file.
            for other in [[whole ^ 1, b'0'], [whole ^ 0x80, b'\n']][at % 2] {
                bytes[at] = other;
                read(path, reader, &bytes);
            }
            bytes[at] = whole;
        }
    }
}

/// Returns all files of the corpus.
fn everything() -> Vec<(String, Reader, Vec<u8>)> {
    let mut files = Vec::new();
    for (folder, name) in [
        ("records/kif", "kif"),
        ("records/ki2", "kif"),
        ("records/csa", "csa"),
        ("records/csa-pro", "csa"),
        ("records/jkf", "jkf"),
    ] {
        for entry in fs::read_dir(support::data_path("shogi").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            files.push((path.display().to_string(), reader(name), fs::read(path).unwrap()));
        }
    }
    files
}

/// The maximum number of bytes that the readers read for one file. In files of up to 12 KB, every
/// byte is changed. In longer files, only some bytes are changed, because the work grows
/// quadratically.
const READ_OF_A_FILE: usize = 2 << 30;

#[test]
#[ignore = "half a minute: the whole corpus, truncated and changed at 89,000 places"]
fn the_whole_corpus_cut_and_changed() {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut seed = 1u64;
    for (path, reader, mut bytes) in everything() {
        // One truncation and six changes are each read in two modes. The average truncated file has
        // half the length.
        let places = (READ_OF_A_FILE / (13 * bytes.len().max(1))).min(bytes.len());
        for place in 0..places {
            // Divide the file into equal parts and choose one random byte in each part.
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let part = place * bytes.len() / places..(place + 1) * bytes.len() / places;
            let at = part.start + (seed >> 33) as usize % part.len();
            read(&path, reader, &bytes[..at]);
            let whole = bytes[at];
            for other in [whole ^ 1, whole ^ 0x80, b'0', b'\n', b' ', 0xff] {
                bytes[at] = other;
                read(&path, reader, &bytes);
            }
            bytes[at] = whole;
        }
    }
}

/// Checks that inputs that are designed to be slow or large are read quickly and with little
/// memory.
#[test]
fn hostile_inputs_end_soon() {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let shuffle =
        ["   1 ５八玉(59)\n", "   2 ５二玉(51)\n", "   3 ５九玉(58)\n", "   4 ５一玉(52)\n"];
    let long: String = shuffle.iter().cycle().take(20_000).copied().collect();
    let jumps = "変化：19999手\n変化：2手\n".repeat(10_000);
    let kif = [
        "変化：1手\n*x\n".repeat(50_000),
        "*a\n&b\n#c\n".repeat(50_000),
        format!("{long}{jumps}"),
        format!("{long}{}", "変化：19999手\n".repeat(20_000)),
        "変化：1手\n   1 ７五歩(77)\n変化：1手\n   1 ７六歩(77)\n".repeat(10_000),
        "変化：18446744073709551615手\n".into(),
        "99999999999999999999999 ７六歩(77)\n".into(),
        "先手の持駒：歩九九九九九九九九九九九\n".into(),
        "まで99999999999999999999手で投了\n".into(),
        "1 ７六歩(77) (99999999:99999999/1:1)\n".into(),
        "a：b\n".repeat(100_000),
        "1 x\n".repeat(50_000),
        "▲".repeat(100_000),
        "|".repeat(100_000),
    ];
    let csa = [
        format!("PI\n+\n{}", "'*x\n'y\n".repeat(50_000)),
        format!("PI\n+\n{}", "+5958OU,-5152OU,+5859OU,-5251OU,".repeat(20_000)),
        "PI\n+\n/\n".repeat(20_000),
        format!("P+{}", "00FU".repeat(100_000)),
        format!("P+{}", "00AL".repeat(10_000)),
        "T99999999999999999999".into(),
        "$NOTE:".to_owned() + &"\\n".repeat(100_000),
        ",".repeat(100_000),
    ];
    let jkf = [
        "[".repeat(100_000),
        format!("{{\"moves\":[{}", "{\"forks\":[[".repeat(20_000)),
        format!("{{\"moves\":[{{}},{}1", "{\"forks\":[[".repeat(20_000)),
        format!("{{\"moves\":[{{}},{}{}]}}", "{\"forks\":[[".repeat(5_000), "]]}".repeat(5_000)),
        format!("{{\"moves\":[{}{{}}]}}", "{},".repeat(50_000)),
        format!("{{\"moves\":[{{}},{{\"forks\":[{}[]]}}]}}", "[],".repeat(50_000)),
        "{\"moves\":[{},{\"time\":{\"now\":{\"s\":1e400}}}]}".into(),
        "{\"moves\":[{},{\"special\":\"A\",\"time\":{\"now\":{\"h\":1e300,\"s\":-1e300}}}]}".into(),
    ];
    let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";
    let usi = [
        "startpos\n".repeat(20_000),
        format!("startpos moves{}", " 5i5h 5a5b 5h5i 5b5a".repeat(20_000)),
        format!("startpos moves {}", "7".repeat(400_000)),
        "sfen 9/".repeat(50_000),
    ];
    let db = [
        start.repeat(5_000),
        format!("{start}{}", "7g7f none 0 0\n".repeat(20_000)),
        format!("{start}{}", "#\n".repeat(50_000)),
        "sfen \n".repeat(50_000),
        "\n".repeat(400_000),
        " ".repeat(400_000),
        "7".repeat(900_000),
    ];
    let bod = ["|".repeat(100_000), "先手の持駒：".to_owned() + &"歩".repeat(100_000)];
    let hostile = [
        ("kif", &kif[..]),
        ("csa", &csa[..]),
        ("jkf", &jkf[..]),
        ("usi", &usi[..]),
        ("db", &db[..]),
        ("db, not loaded", &db[..]),
        ("bod", &bod[..]),
    ];
    for (name, texts) in hostile {
        for text in texts {
            let begin = Instant::now();
            read(name, reader(name), text.as_bytes());
            let shown: String = text.chars().take(40).collect();
            assert!(begin.elapsed() < Duration::from_secs(20), "{shown}");
        }
    }
}

proptest! {
    #[test]
    fn bytes_at_random(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        for (name, reader) in READERS {
            read(name, reader, &bytes);
        }
    }

    #[test]
    fn words_at_random(words in proptest::collection::vec(0usize..WORDS.len(), 0..60)) {
        let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let text: String = words.into_iter().map(|word| WORDS[word]).collect();
        for (name, reader) in READERS {
            read(name, reader, text.as_bytes());
        }
        let start = Position::start();
        let _ = notation::parse_japanese(&text, &start, None);
        let _ = notation::parse_japanese(&text, &start, None);
        let _ = notation::parse_western(&text, &start);
    }
}

/// The pieces of text that records consist of.
const WORDS: [&str; 60] = [
    "\n",
    "\n",
    "\n",
    " ",
    "　",
    "１",
    "1",
    "７",
    "六",
    "歩",
    "成",
    "不",
    "打",
    "同",
    "(77)",
    "(00)",
    "(",
    ")",
    "▲",
    "△",
    "上",
    "左",
    "変化：",
    "手",
    "まで",
    "投了",
    "中断",
    "反則負け",
    "+",
    "*",
    "&",
    "#",
    "：",
    "手合割：平手",
    "後手の持駒：",
    "飛二",
    "|",
    " ・",
    "v玉",
    "先手番",
    "手数＝",
    "手数----",
    "P",
    "I",
    "P+",
    "00",
    "FU",
    "AL",
    "+7776FU",
    "-3334FU",
    "T1",
    ".5",
    ",",
    "%TORYO",
    "/",
    "'",
    "'*",
    "{\"moves\":[",
    "]}",
    "\u{feff}",
];
