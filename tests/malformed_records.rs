//! Broken records: no panic, no endless loop, no memory beyond a small multiple of the input, and every
//! failure with its line and column.

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use shogi_core::Position;
use shogi_core::format::record::{Mode, ReadGame, ReadRecordError};
use shogi_core::format::{bod, csa, jkf, kif, notation};

/// Counts the bytes in use and their peak.
struct Counting;

static USED: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
/// One test at a time: the counters are the process's.
static TURN: Mutex<()> = Mutex::new(());

#[allow(unsafe_code, reason = "a counting allocator")]
// SAFETY: every call goes on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(used, Ordering::Relaxed);
        // SAFETY: the caller's contract is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's contract is the same.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

type Reader = fn(&[u8], Mode) -> Result<ReadGame, ReadRecordError>;

const READERS: [(&str, Reader); 3] = [
    ("kif", kif::read),
    ("csa", |bytes, mode| {
        let mut games = csa::read(bytes, mode)?;
        games.swap_remove(0)
    }),
    ("jkf", jkf::read),
];

/// Reads in both modes, with an eye on memory and places.
fn read(name: &str, reader: Reader, bytes: &[u8]) {
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
    for mode in [Mode::Strict, Mode::Lenient] {
        let before = USED.load(Ordering::Relaxed);
        PEAK.store(before, Ordering::Relaxed);
        let read = reader(bytes, mode);
        let peak = PEAK.load(Ordering::Relaxed) - before;
        let allowed = 20_000 + 80 * bytes.len();
        assert!(peak <= allowed, "{name}: {peak} bytes for {} of input", bytes.len());
        match read {
            Ok(read) => {
                for warning in &read.warnings {
                    assert!((1..=lines).contains(&(warning.line as usize)), "{name}: {warning}");
                }
            }
            Err(error) => {
                assert!((1..=lines).contains(&(error.line as usize)), "{name}: {error}");
                assert!(error.column > 0, "{name}: {error}");
            }
        }
    }
}

/// Some files of the corpus, one of each sort.
fn samples() -> Vec<(&'static str, Reader, Vec<u8>)> {
    [
        (0, "kif/fork.kif"),
        (0, "kif/doh_branch.kifu"),
        (0, "ki2/illegal.ki2"),
        (0, "ki2/7mai.ki2u"),
        (1, "csa/v2_2.csa"),
        (1, "csa/illegal_win.csa"),
        (1, "csa/8mai_hirate.csa"),
        (2, "jkf/same_move_minimal.jkf"),
    ]
    .into_iter()
    .map(|(reader, path)| {
        let bytes = fs::read(support::data_path("shogi/records").join(path)).unwrap();
        (path, READERS[reader].1, bytes)
    })
    .collect()
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
            // Which of these depends on the place, so that all are tried everywhere in the file.
            for other in [[whole ^ 1, b'0'], [whole ^ 0x80, b'\n']][at % 2] {
                bytes[at] = other;
                read(path, reader, &bytes);
            }
            bytes[at] = whole;
        }
    }
}

/// Inputs made to be slow or large: all end soon, with little memory.
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
    for (reader, texts) in READERS.iter().zip([&kif[..], &csa[..], &jkf[..]]) {
        for text in texts {
            let begin = Instant::now();
            read(reader.0, reader.1, text.as_bytes());
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
        let _ = notation::parse_ki2(&text, &start, None);
        let _ = notation::parse_western(&text, &start);
        let _ = bod::parse(&text);
    }
}

/// What records are made of.
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
