//! Measures look-ups in books of real games, and the building of such books.
use criterion::{Criterion, Throughput};
use gamekit_benches::engine_book::write_egbk3;
use reversi_core::book::{Book, BookBuilder, BookFile, MappedBook};
use reversi_core::format::engine_book::{self, EngineFormat};
use reversi_core::format::games;
use reversi_core::{Board, Symmetry};
use std::cell::LazyCell;
use std::fs::File;
use std::hint::black_box;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

/// Maps a book file of this benchmark.
#[allow(unsafe_code, reason = "maps a book file into memory")]
fn open(path: &Path) -> MappedBook {
    // SAFETY: the file is in a temporary directory of this process, and this process does not
    // change the file.
    unsafe { MappedBook::open(path) }.expect("a book")
}

/// The number of positions of the imported book, and the number of different ones.
const IMPORTED: u32 = 10_000_000;
const DIFFERENT: u64 = 9_999_895;

fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/reversi/wthor").join(path)
}

/// Returns `count` boards from all parts of the book's file. Each board has a random orientation.
/// The order is random too, so that the CPU cannot prefetch.
fn questions<D: AsRef<[u8]>>(file: &BookFile<D>, count: usize) -> Vec<Board> {
    let step = (file.len() as usize).div_ceil(count);
    let all = file.iter().step_by(step).map(|item| item.expect("an intact book").0.board());
    let mut boards: Vec<Board> = all.collect();
    let mut seed = 0x9e37_79b9_7f4a_7c15u64;
    for i in (1..boards.len()).rev() {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        boards.swap(i, seed as usize % (i + 1));
        boards[i] = boards[i].image(Symmetry::ALL[(seed >> 61) as usize]);
    }
    boards
}

/// Makes a book of `count` positions from all parts of another book.
fn part<D: AsRef<[u8]>>(file: &BookFile<D>, count: usize) -> Book {
    let mut book = Book::with_capacity(count);
    for item in file.iter().step_by(file.len() as usize / count).take(count) {
        let (key, record, _) = item.expect("an intact book");
        book.insert(key.board(), record);
    }
    book.refresh();
    book
}

/// The book of the whole WTHOR database, which is built on first use.
struct Whole {
    directory: tempfile::TempDir,
    file: MappedBook,
}

impl Whole {
    const POSITIONS: usize = 5_151_477;

    fn new() -> Self {
        let files = games::files(&[data("")]).expect("the WTHOR base");
        let whole = games::add_files(BookBuilder::new(), &files, |_| {}).expect("legal games");
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("whole.book");
        whole.save(&path).expect("room for a book");
        let file = open(&path);
        assert_eq!(file.len(), Self::POSITIONS as u64);
        Self { directory, file }
    }

    /// Returns a book of `count` positions, in memory and memory-mapped, with boards to look up.
    fn part(&self, count: usize) -> (Book, MappedBook, Vec<Board>) {
        let book = if count == Self::POSITIONS {
            self.file.to_book().expect("an intact book")
        } else {
            part(&self.file, count)
        };
        let path = self.directory.path().join(count.to_string());
        book.save(&path).expect("room for a book");
        let mapped = open(&path);
        let boards = questions(&mapped, 1_000_000.min(count));
        for &board in &boards {
            let info = book.find(board);
            assert!(info.is_some());
            assert_eq!(mapped.find(board), Ok(info));
        }
        (book, mapped, boards)
    }
}

pub(crate) fn define(c: &mut Criterion) {
    let whole = LazyCell::new(Whole::new);

    let mut group = c.benchmark_group("reversi/book-probe");
    group.sample_size(10);
    for count in [1_000, 31_008, 100_000, Whole::POSITIONS] {
        let part = LazyCell::new(|| whole.part(count));
        group.throughput(Throughput::Elements(1_000_000.min(count) as u64));
        group.bench_function(format!("memory-{count}"), |b| {
            let (book, _, boards) = &*part;
            b.iter(|| {
                let games = |&board| u64::from(book.find(board).map_or(0, |info| info.games));
                black_box(boards).iter().map(games).sum::<u64>()
            });
        });
        group.bench_function(format!("mapped-{count}"), |b| {
            let (_, book, boards) = &*part;
            b.iter(|| {
                let find = |&board| book.find(board).expect("an intact book");
                let games = |board| u64::from(find(board).map_or(0, |info| info.games));
                black_box(boards).iter().map(games).sum::<u64>()
            });
        });
    }
    group.finish();

    let mut group = c.benchmark_group("reversi/book-open");
    group.bench_function(format!("mapped-{}", Whole::POSITIONS), |b| {
        let path = whole.directory.path().join("whole.book");
        b.iter(|| {
            let book = open(&path);
            let start = book.find(Board::START).expect("an intact book");
            assert_eq!(start.expect("the start").games, 120_146);
        });
    });
    group.finish();

    let mut group = c.benchmark_group("reversi/book-import");
    group.sample_size(10);
    group.throughput(Throughput::Elements(u64::from(IMPORTED)));
    group.bench_function(format!("egbk3-{IMPORTED}"), |b| {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("large.egbk3");
        let file = File::create(&path).expect("a file");
        write_egbk3(IMPORTED, 1, BufWriter::new(file)).expect("room for a book");
        b.iter(|| {
            let file = File::open(&path).expect("a file");
            let book = engine_book::import(file, EngineFormat::Egaroucid, |_| ()).expect("a book");
            assert_eq!(book.len(), DIFFERENT);
            book
        });
    });
    group.finish();

    let year = [data("WTH_1998.wtb")];
    let mut group = c.benchmark_group("reversi/book-build");
    group.sample_size(10);
    group.throughput(Throughput::Elements(8_077));
    group.bench_function("wthor-1998", |b| {
        b.iter(|| {
            let games = games::add_files(BookBuilder::new(), &year, |_| {}).expect("legal games");
            let bytes = games.into_bytes().expect("a small book");
            assert_eq!(BookFile::from_bytes(bytes).expect("a book").len(), 352_131);
        });
    });
    group.finish();
}
