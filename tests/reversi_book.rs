//! Tests the opening book: properties of small books, and the book of the whole WTHOR database.

mod support;
#[path = "support/reversi.rs"]
mod support_reversi;

use proptest::prelude::*;
use reversi_core::book::{
    Basis, Book, BookBuilder, BookFile, BookInfo, BookView, Evaluation, Record,
};
use reversi_core::format::{boardtext, games, transcript};
use reversi_core::{Board, Move, Position, Square, Symmetry, canonical};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::num::NonZeroU8;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;
use support_reversi::played;

fn turns(position: &Position) -> Vec<Move> {
    position.history().iter().map(|turn| turn.mv).collect()
}

type Game = (Vec<u8>, Option<i32>);

fn games(count: usize) -> impl Strategy<Value = Vec<Game>> {
    // The first picks have few choices, so that games share positions. Long games are rare.
    let picks = prop::collection::vec(0u8..3, 0..12);
    let long = prop::collection::vec(0u8..20, 50..70);
    let picks = prop_oneof![9 => picks, 1 => long];
    prop::collection::vec((picks, prop::option::of(-32i32..=32)), 0..count)
        .prop_map(|games| games.into_iter().map(|(p, s)| (p, s.map(|s| 2 * s))).collect())
}

fn build(games: &[Game]) -> BookBuilder {
    let mut builder = BookBuilder::new();
    for (picks, score) in games {
        builder.add_game(turns(&played(picks)), *score).unwrap();
    }
    builder
}

fn book(games: &[Game]) -> Book {
    build(games).build()
}

/// A naive book: a map of boards in which every image and each colour has a separate entry. Its
/// values are computed by plain recursion.
#[derive(Default)]
struct Naive {
    records: BTreeMap<(u64, u64), Record>,
}

impl Naive {
    fn key(board: Board) -> (u64, u64) {
        (board.player().bits(), board.opponent().bits())
    }

    fn add(&mut self, picks: &[u8], score: Option<i32>) {
        let game = played(picks);
        let score =
            if game.is_over() { Some(game.final_score(reversi_core::Color::Black)) } else { score };
        let mut replay = Position::start();
        let mut visit = |position: &Position| {
            let score =
                score.map(|score| if position.side().index() == 0 { score } else { -score });
            let seen =
                [(position.board(), score), (position.board().swap_sides(), score.map(|s| -s))];
            // A position in which a side cannot move, and a finished game, can be looked up from
            // both points of view.
            let views = if position.moves().is_empty() { 2 } else { 1 };
            for (board, score) in &seen[..views] {
                let mut images: Vec<Board> = Symmetry::ALL.map(|s| board.image(s)).to_vec();
                images.sort();
                images.dedup();
                for image in images {
                    let record = self.records.entry(Self::key(image)).or_default();
                    *record = match score {
                        Some(score) => record.with_result(*score),
                        None => record.with_game(),
                    };
                }
            }
        };
        for mv in turns(&game) {
            // If a pass is forced, the position after the pass is counted.
            if !replay.must_pass() {
                visit(&replay);
            }
            replay.play(mv).unwrap();
        }
        if replay.must_pass() {
            replay.pass().unwrap();
        }
        visit(&replay);
    }

    fn record(&self, board: Board) -> Option<Record> {
        if board.must_pass() {
            return self.records.get(&Self::key(board.swap_sides())).map(Record::reversed);
        }
        self.records.get(&Self::key(board)).copied()
    }

    fn value(&self, board: Board) -> Option<i32> {
        if board.must_pass() {
            return self.value(board.swap_sides()).map(|value| -value);
        }
        let record = self.record(board)?;
        if let Some(evaluation) = record.evaluation() {
            return Some(evaluation.value());
        }
        let after = board.moves().iter().filter_map(|s| self.value(board.play(s).unwrap()));
        after.map(|value| -value).max().or(record.mean())
    }
}

/// Returns all boards of the games, before and after passes.
fn boards(games: &[Game]) -> Vec<Board> {
    let mut boards = vec![];
    for (picks, _) in games {
        let mut position = Position::start();
        boards.push(position.board());
        for mv in turns(&played(picks)) {
            position.play(mv).unwrap();
            boards.push(position.board());
        }
    }
    boards.sort();
    boards.dedup();
    boards
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn it_is_the_obvious_book(games in games(12)) {
        let mut naive = Naive::default();
        games.iter().for_each(|(picks, score)| naive.add(picks, *score));
        let book = book(&games);
        let file = BookFile::from_bytes(book.to_bytes().unwrap()).unwrap();
        file.verify().unwrap();
        for board in boards(&games) {
            let value = naive.value(board);
            for symmetry in Symmetry::ALL {
                let image = board.image(symmetry);
                prop_assert_eq!(book.record(image), naive.record(image));
                prop_assert_eq!(file.record(image).unwrap(), naive.record(image));
                let info = book.find(image);
                prop_assert_eq!(info.unwrap().value, value);
                prop_assert_eq!(file.find(image).unwrap(), info);
            }
            for square in board.moves() {
                let after = board.play(square).unwrap();
                prop_assert_eq!(book.record(after), naive.record(after));
            }
        }
    }

    #[test]
    fn merging_knows_no_order(a in games(6), b in games(6), c in games(6), at in 0usize..20) {
        let all: Vec<Game> = [a.clone(), b.clone(), c.clone()].concat();
        let whole = book(&all).to_bytes().unwrap();

        let merged = |left: &Book, right: &Book| {
            let mut book = left.clone();
            book.merge(right);
            book
        };
        let [x, y, z] = [&a, &b, &c].map(|games| book(games));
        prop_assert_eq!(&merged(&merged(&x, &y), &z).to_bytes().unwrap(), &whole);
        prop_assert_eq!(&merged(&x, &merged(&y, &z)).to_bytes().unwrap(), &whole);
        prop_assert_eq!(&merged(&merged(&z, &x), &y).to_bytes().unwrap(), &whole);

        let mut builder = build(&c);
        builder.merge(build(&a));
        builder.add_file(&BookFile::from_bytes(y.to_bytes().unwrap()).unwrap()).unwrap();
        prop_assert_eq!(&builder.into_bytes().unwrap(), &whole);

        // Add the games one after the other, in another order.
        let mut one_by_one = Book::new();
        let split = at.min(all.len());
        for (picks, score) in all[split..].iter().chain(&all[..split]) {
            one_by_one.register(turns(&played(picks)), *score).unwrap();
        }
        prop_assert_eq!(&one_by_one.to_bytes().unwrap(), &whole);
        one_by_one.refresh();
        let book = BookFile::from_bytes(&whole[..]).unwrap().to_book().unwrap();
        prop_assert_eq!(&one_by_one, &book);
        for board in boards(&all) {
            prop_assert_eq!(one_by_one.find(board), book.find(board));
        }
    }

    #[test]
    fn evaluations_merge_in_any_order(
        values in prop::collection::vec((0u8..6, -10i32..10, 0u8..3), 0..20), at in 0usize..20,
    ) {
        let put = |values: &[(u8, i32, u8)]| {
            let mut book = Book::new();
            for &(pick, value, depth) in values {
                let mut one = Book::new();
                let record = Record::default().with_evaluation(Evaluation::new(value, NonZeroU8::new(depth)));
                one.insert(played(&[pick, pick, pick]).board(), record);
                book.merge(&one);
            }
            book
        };
        let mut turned = values.clone();
        turned.rotate_left(at.min(values.len()));
        prop_assert_eq!(put(&values).to_bytes().unwrap(), put(&turned).to_bytes().unwrap());
    }

    #[test]
    fn passes_may_be_written_or_not(picks in prop::collection::vec(0u8..20, 60..80)) {
        let game = played(&picks);
        let written = turns(&game);
        let squares: Vec<Square> = written.iter().filter_map(|mv| mv.square()).collect();
        let (mut with, mut without) = (Book::new(), Book::new());
        with.register(written.clone(), None).unwrap();
        without.register(squares.clone(), None).unwrap();
        prop_assert_eq!(with.to_bytes().unwrap(), without.to_bytes().unwrap());
        for board in boards(&[(picks, None)]) {
            let info = with.find(board).unwrap();
            prop_assert_eq!(info.games, 1);
            if board.must_pass() {
                prop_assert_eq!(with.find(board.swap_sides()), Some(info.reversed()));
                let moves = with.moves(board).unwrap();
                prop_assert_eq!((moves.len(), moves[0].mv, moves[0].info), (1, Move::Pass, info));
            }
        }
    }
}

#[test]
fn a_game_that_is_illegal_changes_nothing() {
    let mut book = Book::new();
    book.register([Square::F5, Square::D6], Some(2)).unwrap();
    let before = book.clone();
    let error = book.register([Square::F5, Square::F6, Square::A1], Some(2)).unwrap_err();
    assert_eq!(error.to_string(), "illegal game, ply 3: illegal move a1: the move flips no disc");
    let error = book.register([Move::Place(Square::F5), Move::Pass], None).unwrap_err();
    assert_eq!(error.ply, 2);
    assert_eq!(book.to_bytes(), before.to_bytes());
}

#[test]
fn inserting_overwriting_removing() {
    let board = |moves: &str| transcript::parse(moves).unwrap().position.board();
    let value = |n| Record::default().with_evaluation(Evaluation::new(n, NonZeroU8::new(20)));
    let mut book = Book::new();
    assert_eq!(book.insert(board("f5d6c3"), value(150)), None);
    // This is the same position on another image of the board, with the same colours.
    assert_eq!(book.record(board("d3c5f6")), Some(value(150)));
    assert_eq!(book.insert(board("c4e3f6"), value(90)), Some(value(150)));
    assert_eq!(book.len(), 1);
    assert_eq!(
        book.find(board("f5d6c3")),
        Some(BookInfo {
            value: Some(90),
            basis: Basis::Depth(NonZeroU8::new(20)),
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0
        })
    );
    assert_eq!(book.find(board("f5d6")), None);

    // A position without an evaluation takes the value of its best move. A position with an
    // evaluation keeps it.
    book.insert(board("f5d6"), Record::default());
    assert_eq!(book.find(board("f5d6")).unwrap().value, Some(-90));
    book.insert(board("f5d6c4"), value(-30));
    book.refresh();
    assert_eq!(book.find(board("f5d6")).unwrap().value, Some(30));
    book.insert(board("f5d6"), value(-700));
    book.refresh();
    assert_eq!(book.find(board("f5d6")).unwrap().value, Some(-700));

    assert_eq!(book.remove(board("d3c5f6")), Some(value(90)));
    assert_eq!(book.remove(board("d3c5f6")), None);
    assert_eq!(book.len(), 2);
    assert_eq!(Evaluation::new(6401, None), None);
}

#[test]
fn the_best_move_is_chosen_and_the_caller_breaks_ties() {
    let mut book = Book::new();
    assert_eq!(book.choose(Board::START, |_| 0).unwrap(), None);
    book.register([Square::F5, Square::D6], Some(4)).unwrap();
    book.register([Square::F5, Square::F6], Some(-8)).unwrap();
    book.register([Square::F5, Square::F4], None).unwrap();
    for (square, replies) in [("f5", ["d6", "f6"]), ("c4", ["e3", "c3"]), ("d3", ["c5", "c3"])] {
        let board = transcript::parse(square).unwrap().position.board();
        let moves = book.moves(board).unwrap();
        assert_eq!(moves.len(), 3);
        let best = book.choose(board, |tied| tied.len() - 1).unwrap().unwrap();
        assert_eq!((best.mv.to_string().as_str(), best.info.value), (replies[1], Some(800)));
        let other = moves.iter().find(|m| m.mv.to_string() == replies[0]).unwrap();
        assert_eq!((other.info.value, other.info.losses), (Some(-400), 1));
    }
    // The four first moves are symmetric and count as one move.
    let chosen: Vec<String> = (0..5)
        .map(|number| book.choose(Board::START, |_| number).unwrap().unwrap().mv.to_string())
        .collect();
    assert_eq!(chosen, ["d3", "c4", "f5", "e6", "d3"]);
}

#[test]
fn an_unknown_depth_is_less_than_any_depth() {
    let evaluation = |value, depth| Evaluation::new(value, NonZeroU8::new(depth)).unwrap();
    let [unknown, shallow, deep] = [evaluation(300, 0), evaluation(200, 1), evaluation(100, 2)];
    assert_eq!((unknown.depth(), shallow.depth().map(NonZeroU8::get)), (None, Some(1)));
    assert!(unknown < shallow && shallow < deep);
    let record = |evaluation| Record::default().with_evaluation(Some(evaluation));
    assert_eq!(record(unknown).joined(record(shallow)), record(shallow));
    assert_eq!(record(deep).joined(record(shallow)), record(deep));
    // Reads both evaluations back from the file.
    for evaluation in [unknown, deep] {
        let mut book = Book::new();
        book.insert(Board::START, record(evaluation));
        let file = BookFile::from_bytes(book.to_bytes().unwrap()).unwrap();
        assert_eq!(file.record(Board::START).unwrap(), Some(record(evaluation)));
        let info = file.find(Board::START).unwrap().unwrap();
        assert_eq!(info.basis, Basis::Depth(evaluation.depth()));
    }
}

/// The messages of an error and its sources.
fn chain(error: &dyn std::error::Error) -> Vec<String> {
    std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string).collect()
}

#[test]
fn an_error_chain_states_each_fact_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.book");
    let place = path.display();
    fs::write(&path, b"text").unwrap();
    let error = Book::load(&path).unwrap_err();
    assert_eq!(chain(&error), [format!("{place}: invalid book, byte 0: not a book file")]);
    fs::remove_file(&path).unwrap();
    let missing = fs::read(&path).unwrap_err();
    let error = Book::load(&path).unwrap_err();
    assert_eq!(chain(&error), [format!("{place}: {missing}")]);
    let error = Book::load(directory.path()).unwrap_err();
    assert_eq!(chain(&error), [format!("{}: is a directory", directory.path().display())]);
    let error = Book::new().save(directory.path()).unwrap_err();
    assert_eq!(chain(&error), [format!("{}: is a directory", directory.path().display())]);
}

#[test]
fn a_loaded_book_does_not_depend_on_its_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.book");
    let book = two_books(1);
    book.save(&path).unwrap();
    let loaded = Book::load(&path).unwrap();
    // Truncating a mapped file would end the process.
    fs::write(&path, b"").unwrap();
    assert_eq!(loaded, book);
    assert!(book.iter().all(|(key, _, info)| loaded.find(key.board()) == Some(info)));
}

#[test]
fn cases_of_the_book() {
    for case in support::cases("reversi", &["book"], true) {
        let input = &case["input"];
        if let Some(stored) = input["stored_line"].as_str() {
            let board = |moves: &str| transcript::parse(moves).unwrap().position.board();
            let (stored, asked) = (board(stored), board(input["query_line"].as_str().unwrap()));
            let mut book = Book::new();
            let record = Record::default().with_result(2);
            book.insert(stored, record);
            assert_eq!(book.record(asked), Some(record));
            // A move of the stored board is returned in the orientation of the caller's board.
            for square in stored.moves() {
                let mut book = book.clone();
                book.insert(stored.play(square).unwrap(), record);
                let moves = book.moves(asked).unwrap();
                assert!(!moves.is_empty());
                for found in moves {
                    let after = asked.play(found.mv.square().unwrap()).unwrap();
                    assert_eq!(canonical(after).0, canonical(stored.play(square).unwrap()).0);
                }
            }
        } else {
            // If the side to move must pass, the position has the record of the position after the
            // pass.
            let position = boardtext::parse(input["board"].as_str().unwrap()).unwrap();
            let board = position.board();
            assert!(board.must_pass());
            let record = Record::default().with_result(10);
            let (mut before, mut after) = (Book::new(), Book::new());
            before.insert(board, record);
            after.insert(board.swap_sides(), record.reversed());
            assert_eq!(before.to_bytes(), after.to_bytes());
            assert_eq!(before.record(board), Some(record));
            assert_eq!(before.record(board.swap_sides()), Some(record.reversed()));
        }
    }
}

/// Checks that every sampled position gives the same result for its 8 images and both colours, with
/// moves that are legal on the caller's board.
fn check_samples(book: &impl BookView, boards: impl Iterator<Item = Board>) -> usize {
    let mut count = 0;
    for board in boards {
        let info = book.find(board).unwrap().expect("a position of the book");
        let moves = book.moves(board).unwrap();
        for symmetry in Symmetry::ALL {
            let image = board.image(symmetry);
            assert_eq!(book.find(image).unwrap(), Some(info));
            let mut mapped = book.moves(image).unwrap();
            for found in &mut mapped {
                let square = found.mv.square().expect("the stored side has a move");
                assert!(image.moves().contains(square));
                let index = symmetry.map_index(square.index() as u8);
                found.mv = Move::Place(Square::from_index(index).unwrap());
            }
            mapped.sort_by_key(|found| found.mv);
            assert_eq!(mapped, moves);
            // Compare the same discs with White to move and with Black to move.
            for side in reversi_core::Color::ALL {
                let position = Position::from_board(image, side);
                let text = boardtext::display(&position).to_string();
                let read = boardtext::parse(&text).unwrap();
                assert_eq!(read.side(), side);
                assert_eq!(book.find(read.board()).unwrap(), Some(info));
            }
        }
        count += 1;
    }
    count
}

fn wthor_files() -> Vec<PathBuf> {
    games::files(&[support::data_path("reversi/wthor")]).unwrap()
}

fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// Builds the book of all WTHOR games on two threads, and checks the reported progress.
fn wthor_book(builder: BookBuilder) -> BookFile<Vec<u8>> {
    let files = wthor_files();
    let seen = Mutex::new((0, 0));
    let builder = in_pool(2, || {
        games::add_files(builder, &files, |progress| {
            let mut seen = seen.lock().unwrap();
            *seen = (seen.0.max(progress.bytes), seen.1.max(progress.games));
            assert!(progress.bytes <= progress.total_bytes);
        })
        .unwrap()
    });
    let total: u64 = files.iter().map(|path| fs::metadata(path).unwrap().len()).sum();
    assert_eq!(*seen.lock().unwrap(), (total, 120_146));
    let file = BookFile::from_bytes(builder.into_bytes().unwrap()).unwrap();
    file.verify().unwrap();
    file
}

/// Compares the program's built-in book with the book that this command builds:
/// `gamekit reversi book build tests/data/reversi/wthor --min-games 5`. The command
/// `book evaluate --depth 12 --exact 18 --all` added the evaluations.
#[test]
fn the_embedded_book_is_that_of_the_wthor_base() {
    let embedded = support::root().join("crates/gamekit-engines/data/opening.book");
    let embedded = fs::read(embedded).unwrap();
    assert!(embedded.len() <= 1_000_000);
    let book = BookFile::from_bytes(&embedded).unwrap();
    book.verify().unwrap();
    let deepest =
        book.iter().map(|item| item.unwrap().0.board().occupied().len()).max().unwrap() - 4;
    // One ply more shows that the embedded book does not lack later positions.
    let builder = BookBuilder::new().with_min_games(5).with_max_ply(deepest + 1);
    let built = wthor_book(builder).to_book().unwrap();
    assert_eq!(book.len(), built.len() as u64);
    for item in book.iter() {
        let (key, record, info) = item.unwrap();
        assert_eq!(built.record(key.board()), Some(record.with_evaluation(None)), "{key:?}");
        assert!(record.evaluation().is_some(), "{key:?}");
        assert!(matches!(info.basis, Basis::Depth(_)), "{key:?}: {:?}", info.basis);
    }
}

#[test]
#[ignore = "sorts five million positions; takes 12 s of CPU time in a debug build"]
fn the_book_of_the_wthor_base() {
    let file = wthor_book(BookBuilder::new());
    assert_eq!(file.len(), 5_151_477);
    let count = if cfg!(debug_assertions) { 2_000 } else { 10_000 };
    let step = file.len() as usize / count;
    let samples = file.iter().step_by(step).map(|item| item.unwrap().0.board());
    assert!(check_samples(&file, samples) >= count);
}

/// Saves two books alternately in an endless loop. This function runs in a separate process, which
/// the test kills.
#[test]
#[ignore = "started by a_killed_save_leaves_a_whole_book"]
fn save_until_killed() {
    let Some(path) = std::env::var_os("SAVE_UNTIL_KILLED") else { return };
    let books = [0, 1].map(two_books);
    println!("ready");
    loop {
        books.iter().rev().for_each(|book| book.save(&path).unwrap());
    }
}

/// Returns one of two books that have thousands of positions and different sizes.
fn two_books(which: u8) -> Book {
    let mut builder = BookBuilder::new();
    for number in 0..200u8 {
        let picks: Vec<u8> = (0..40).map(|i| number.wrapping_mul(i + which) % 23).collect();
        builder.add_game(turns(&played(&picks)), Some(0)).unwrap();
    }
    builder.build()
}

#[test]
fn a_killed_save_leaves_a_whole_book() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.book");
    let books = [0, 1].map(two_books);
    books[0].save(&path).unwrap();
    let mut found = [0, 0];
    // Kills the process at many different moments during a save, until both books have been found
    // in the file. The moments do not depend on the speed of the disk.
    for round in 0..400u64 {
        if round >= 30 && found.iter().all(|&times| times >= 3) {
            break;
        }
        let mut saver = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "save_until_killed", "--ignored", "--nocapture"])
            .env("SAVE_UNTIL_KILLED", &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(saver.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().ends_with("ready")));
        sleep(Duration::from_micros(1709 * round % 40_000));
        saver.kill().unwrap();
        saver.wait().unwrap();
        let book = Book::load(&path).unwrap();
        let which = books.iter().position(|known| *known == book);
        found[which.expect("the old book or the new one")] += 1;
    }
    assert!(
        found[0] > 0 && found[1] > 0,
        "{found:?}: the process was never killed between the two books"
    );
}

#[test]
fn threads_order_and_tree_make_no_difference() {
    let mut files: Vec<PathBuf> = wthor_files().into_iter().step_by(5).collect();
    let add =
        |builder: BookBuilder, files: &[PathBuf]| games::add_files(builder, files, |_| {}).unwrap();
    let limits = || BookBuilder::new().with_max_ply(14).with_min_games(3);
    let expected = in_pool(1, || add(limits(), &files).into_bytes().unwrap());
    let file = BookFile::from_bytes(&expected[..]).unwrap();
    file.verify().unwrap();
    // Looks up the same samples in the book in memory.
    let samples = file.iter().step_by(10).map(|item| item.unwrap().0.board());
    assert!(check_samples(&file.to_book().unwrap(), samples) > 200);

    files.reverse();
    assert!(in_pool(2, || add(limits(), &files).into_bytes().unwrap()) == expected);

    files.rotate_left(7);
    let parts: Vec<BookBuilder> =
        files.chunks(2).map(|part| add(BookBuilder::new().with_max_ply(14), part)).collect();
    let mut tree = limits();
    // Adds every third part as the bytes of a saved book.
    for (index, part) in parts.into_iter().rev().enumerate() {
        if index % 3 == 0 {
            let part = BookFile::from_bytes(part.into_bytes().unwrap()).unwrap();
            tree.add_file(&part).unwrap();
        } else if index % 3 == 1 {
            tree.add_book(&part.build());
        } else {
            tree.merge(part);
        }
    }
    assert!(tree.into_bytes().unwrap() == expected);
}

#[cfg(unix)]
#[test]
fn saving_keeps_links_permissions_and_pipes() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let mut builder = BookBuilder::new();
    builder.add_game([Square::F5, Square::D6], Some(2)).unwrap();
    let bytes = builder.clone().into_bytes().unwrap();

    fs::write(at("real"), b"old").unwrap();
    fs::set_permissions(at("real"), PermissionsExt::from_mode(0o600)).unwrap();
    symlink(at("real"), at("link")).unwrap();
    builder.clone().save(at("link")).unwrap();
    assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
    assert!(fs::read(at("real")).unwrap() == bytes);
    assert_eq!(fs::metadata(at("real")).unwrap().permissions().mode() & 0o777, 0o600);

    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    let reader = {
        let pipe = at("pipe");
        std::thread::spawn(move || fs::read(pipe).unwrap())
    };
    builder.clone().save(at("pipe")).unwrap();
    assert!(reader.join().unwrap() == bytes);
    assert!(fs::symlink_metadata(at("pipe")).unwrap().file_type().is_fifo());

    assert!(builder.save(directory.path()).is_err());
    let left = fs::read_dir(directory.path()).unwrap().count();
    assert_eq!(left, 3, "no other file is left");
}
