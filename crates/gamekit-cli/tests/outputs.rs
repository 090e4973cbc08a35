//! Output paths: a command never overwrites an input, and checks its output before it starts.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::{files_below, run};

const WHOLE: &str = "d3c3c4e3c2b2f4b1d2f5g5g6e2e1b3a4f2c5b5f3a2a6g3g2b4a5c1e6h7a3a7g4h5h3g1a1d7d1d6f1c6h4h2h1a8b7c7b6e8c8g7f7e7f6g8d8b8h8h6f8";
const KIF: &str =
    "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
const USI: &str = "position startpos moves 7g7f\nposition startpos moves 2g2f\n";

/// Makes a folder with a file of each format; some files also have a second name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for name in ["games", "records", "numbered"] {
        fs::create_dir(path(name)).unwrap();
    }
    for name in ["s.txt", "games/s.txt", "weights.txt"] {
        fs::write(path(name), format!("{WHOLE}\n")).unwrap();
    }
    fs::write(path("s.txt.checkpoint"), format!("{WHOLE}\n")).unwrap();
    fs::write(path("z.kif"), KIF).unwrap();
    fs::write(path("records/a.csa"), "PI\n+\n+7776FU\n").unwrap();
    fs::write(path("records/b.kif"), KIF).unwrap();
    fs::write(path("numbered/a.usi"), USI).unwrap();
    fs::write(path("numbered/a-1.kif"), KIF).unwrap();
    for (book, text) in [("e.book", "e.tsv"), ("f.book", "f.tsv")] {
        assert_eq!(run(&["reversi", "book", "build", &path("s.txt"), "-o", &path(book)]).code, 0);
        let words = ["reversi", "book", "export", &path(book), "-o", &path(text)];
        assert_eq!(run(&words).code, 0);
    }
    #[cfg(unix)]
    for (target, link) in [("s.txt", "s-link"), ("e.book", "e-link"), ("z.kif", "z-link")] {
        std::os::unix::fs::symlink(path(target), path(link)).unwrap();
    }
    folder
}

/// Returns all files below a folder with their contents.
fn contents(root: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let read = |path: PathBuf| {
        let bytes = fs::read(root.join(&path)).unwrap();
        (path, bytes)
    };
    files_below(root).into_iter().map(read).collect()
}

/// Runs the command in the folder.
fn run_in(folder: &Path, words: &str) -> (Option<i32>, String, String) {
    let words: Vec<&str> = words.split(' ').collect();
    let output = support::command(&words).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn no_command_writes_in_place_of_what_it_reads() {
    let folder = folder();
    let before = contents(folder.path());
    // Each case is a command and the file name that its error message must contain.
    let mut cases = vec![
        ("reversi train s.txt -o s.txt", "s.txt"),
        ("reversi train s.txt -o ./games/../s.txt", "s.txt"),
        ("reversi train games -o games/s.txt", "games/s.txt"),
        ("reversi train s.txt -o w --plot s.txt", "s.txt"),
        ("reversi train s.txt -o w --checkpoint s.txt", "s.txt"),
        ("reversi train s.txt.checkpoint -o s.txt", "s.txt.checkpoint"),
        ("reversi convert s.txt -o s.txt --to wthor", "s.txt"),
        ("reversi convert s.txt -o ./s.txt", "./s.txt"),
        ("reversi book build s.txt -o s.txt", "s.txt"),
        ("reversi book build games -o games/s.txt", "games/s.txt"),
        ("reversi book export e.book -o e.book", "e.book"),
        ("reversi book export e.book --to flat -o ./e.book", "./e.book"),
        ("reversi book import e.tsv -o e.tsv", "e.tsv"),
        ("reversi book merge e.book f.book -o e.book", "e.book"),
        ("reversi book merge e.book f.book -o games/../f.book", "f.book"),
        ("reversi book evaluate e.book -o weights.txt --weights weights.txt", "weights.txt"),
        ("reversi book find e.book f5 --svg e.book", "e.book"),
        ("reversi analyze f5 --book e.book --svg e.book", "e.book"),
        ("reversi analyze f5 --depth 1 --weights weights.txt --svg weights.txt", "weights.txt"),
        ("shogi show z.kif --svg z.kif", "z.kif"),
        ("shogi convert z.kif -o z.kif --to csa", "z.kif"),
        ("shogi convert z.kif -o ./z.kif", "./z.kif"),
        ("shogi convert z.kif -o . --to kif", "z.kif"),
        ("shogi convert z.kif records -o records --to kif", "records/b.kif"),
        ("shogi convert numbered/a.usi numbered/a-1.kif -o numbered --to kif", "a-1.kif"),
    ];
    if cfg!(unix) {
        cases.extend([
            ("reversi train s.txt -o s-link", "s-link"),
            ("reversi convert s-link -o s.txt --to wthor", "s.txt"),
            ("reversi book export e-link -o e.book", "e.book"),
            ("reversi book merge e.book f.book -o e-link", "e-link"),
            ("shogi convert z.kif -o z-link --to csa", "z-link"),
        ]);
    }
    for (words, name) in cases {
        let (code, stdout, stderr) = run_in(folder.path(), words);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{words}: {stderr}");
        let told = format!("{name}: the output is one of the input files");
        assert!(stderr.contains(&told), "{words}: {stderr}");
        assert!(contents(folder.path()) == before, "{words}");
    }
}

#[test]
fn games_with_numbers_spare_what_is_read_too() {
    let folder = folder();
    fs::write(folder.path().join("numbered/a-1.csa"), "PI\n+\n+7776FU\n").unwrap();
    let before = contents(folder.path());
    // The names of the two inputs require the output `a-1.kif`, which is also an input.
    let words = "shogi convert numbered -o numbered --to kif";
    let (code, _, stderr) = run_in(folder.path(), words);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("a-1.kif: the output is one of the input files"), "{stderr}");
    let after = contents(folder.path());
    assert!(before.iter().all(|file| after.contains(file)));
    assert_eq!(after.len(), before.len() + 2, "the other two are converted");
}

#[test]
fn other_files_are_replaced_and_a_book_is_evaluated_in_place() {
    let folder = folder();
    for words in [
        "reversi convert s.txt -o weights.txt",
        "reversi book merge e.book f.book -o e.tsv",
        "reversi book evaluate e.book --depth 1",
        "reversi book evaluate e.book --depth 1 -o e.book",
        "shogi convert z.kif -o records/b.kif",
    ] {
        let (code, _, stderr) = run_in(folder.path(), words);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{words}");
    }
}

#[test]
fn a_picture_without_a_folder_is_refused_before_the_work() {
    let folder = folder();
    // Some of these commands would run for minutes if they did not check the output first.
    for words in [
        "bench --rounds 1000000 --svg nosuch/x.svg",
        "reversi analyze f5 --depth 50 --svg nosuch/x.svg",
        "shogi analyze startpos --svg nosuch/x.svg",
        "shogi show z.kif --svg nosuch/x.svg",
        "reversi book find e.book f5 --svg nosuch/x.svg",
    ] {
        let (code, stdout, stderr) = run_in(folder.path(), words);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{words}: {stderr}");
        assert_eq!(stderr, "gamekit: nosuch/x.svg: the folder does not exist\n", "{words}");
    }
}

#[test]
fn a_dash_is_standard_output_or_refused_and_never_a_file() {
    let folder = folder();
    let before = contents(folder.path());
    for words in [
        "bench --rounds 1000000 --svg -",
        "reversi analyze f5 --svg -",
        "shogi analyze startpos --svg -",
        "shogi show z.kif --svg -",
        "reversi book find e.book f5 --svg -",
        "reversi book build s.txt -o -",
        "reversi book merge e.book f.book -o -",
        "reversi book import e.tsv -o -",
        "reversi book evaluate e.book --depth 1 -o -",
        "reversi train s.txt -o -",
        "reversi train s.txt -o w --plot -",
    ] {
        let (code, stdout, stderr) = run_in(folder.path(), words);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{words}: {stderr}");
        assert!(
            stderr.contains("gamekit: -: standard output is already in use; give a file name"),
            "{words}"
        );
    }
    for words in ["reversi convert s.txt -o -", "shogi convert z.kif -o - --to csa"] {
        let (code, stdout, stderr) = run_in(folder.path(), words);
        assert!(code == Some(0) && !stdout.is_empty(), "{words}: {stderr}");
    }
    let (_, text, _) = run_in(folder.path(), "reversi book export e.book");
    let (code, stdout, _) = run_in(folder.path(), "reversi book export e.book -o -");
    assert_eq!((code, stdout), (Some(0), text));
    assert!(contents(folder.path()) == before);
}

#[cfg(unix)]
#[test]
fn a_link_to_what_is_not_there_is_written_through() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    // These commands save a book, write a file at once, write a file in pieces, and draw a picture.
    for (number, words) in [
        "reversi book build s.txt -o",
        "reversi book import e.tsv -o",
        "reversi book evaluate e.book --depth 1 -o",
        "reversi convert s.txt --to wthor -o",
        "reversi book export e.book -o",
        "shogi convert z.kif --to csa -o",
        "reversi analyze f5 --svg",
    ]
    .into_iter()
    .enumerate()
    {
        let (link, target) = (format!("link-{number}"), format!("games/new-{number}"));
        std::os::unix::fs::symlink(&target, path(&link)).unwrap();
        let (code, _, stderr) = run_in(folder.path(), &format!("{words} {link}"));
        assert_eq!(code, Some(0), "{words}: {stderr}");
        assert!(path(&link).is_symlink(), "{words}");
        assert!(fs::metadata(path(&target)).unwrap().len() > 0, "{words}");
    }
    // If the folder of a link's target does not exist, the error is reported before the work
    // starts, and the link remains.
    std::os::unix::fs::symlink("nosuch/new", path("astray")).unwrap();
    for words in [
        "reversi book build s.txt -o astray",
        "reversi analyze f5 --depth 50 --svg astray",
        "reversi train s.txt -o astray",
        "reversi book evaluate e.book --depth 50 -o astray",
        "shogi convert z.kif --to csa -o astray",
    ] {
        let (code, _, stderr) = run_in(folder.path(), words);
        assert_eq!(code, Some(2), "{words}");
        assert!(stderr.starts_with("gamekit: ") && stderr.contains("astray: "), "{stderr}");
        assert!(path("astray").is_symlink() && !path("nosuch").exists(), "{words}");
    }
}
