//! `gamekit reversi train`: training is reproducible and resumable, and it reduces the error.

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Command;

use reversi_core::eval::Weights;
use support::{command, run};

const GAMES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/reversi/wthor/WTH_1980.wtb");

fn arguments<'a>(output: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let usual =
        ["reversi", "train", GAMES, "-o", output, "--self-play", "40", "--steps", "8", "--json"];
    [&usual[..], more].concat()
}

fn train(output: &str, more: &[&str]) -> support::Run {
    run(&arguments(output, more))
}

/// A folder and the paths in it.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let names = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }
}

const QUICK: [&str; 4] = ["--exact", "8", "--shapes", "plain"];

#[test]
fn the_same_games_and_seed_give_the_same_weights() {
    let folder = Folder::new();
    let one = folder.path("one");
    let first = train(&one, &[&QUICK[..], &["--threads", "1"]].concat());
    assert_eq!(first.stderr, "", "progress is for terminals");
    let lines = first.json_lines();
    assert_eq!(lines.len(), 2 * 15 + 1);
    assert_eq!((lines[0]["round"].as_u64(), lines[0]["stage"].as_u64()), (Some(1), Some(14)));
    let last = lines.last().unwrap();
    assert_eq!(last["self_played"], 40);
    let weights = folder.read("one");
    assert_eq!(last["bytes"], weights.len());
    assert!(Weights::from_bytes(&weights).is_ok());

    // Runs the same training again with another number of threads.
    let two = folder.path("two");
    train(&two, &[&QUICK[..], &["--threads", "2"]].concat());
    assert_eq!(folder.read("two"), weights);
    assert_eq!(folder.read("two.checkpoint"), folder.read("one.checkpoint"));

    // A training that resumes from a truncated checkpoint writes the missing part of the
    // checkpoint.
    let checkpoint = folder.read("one.checkpoint");
    for cut in [5, checkpoint.len() / 2, checkpoint.len() - 20] {
        let (name, part) = (folder.path("part"), &checkpoint[..checkpoint.len() - cut]);
        fs::write(folder.path("part.checkpoint"), part).unwrap();
        let lines = train(&name, &[&QUICK[..], &["--resume"]].concat()).json_lines();
        assert_eq!(lines[..30], first.json_lines()[..30], "the printed errors are the same");
        assert_eq!(folder.read("part"), weights);
        assert_eq!(folder.read("part.checkpoint"), checkpoint);
    }

    let other = folder.path("other");
    train(&other, &[&QUICK[..], &["--seed", "2"]].concat());
    assert_ne!(folder.read("other"), weights);
}

#[cfg(unix)]
#[test]
fn after_an_interrupt_the_same_command_goes_on() {
    let folder = Folder::new();
    train(&folder.path("whole"), &QUICK);

    let stopped = folder.path("stopped");
    let mut child = command(&arguments(&stopped, &QUICK)).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap(); // the first stage is fitted
    let interrupt = ["-INT", &child.id().to_string()];
    assert!(Command::new("kill").args(interrupt).status().unwrap().success());
    let told = 1 + lines.map(Result::unwrap).count();
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{message}");
    assert!(message.contains("stopped.checkpoint"), "{message}");
    assert!(told < 31, "the training was stopped early");
    assert!(!Path::new(&stopped).exists());

    let resumed = train(&stopped, &[&QUICK[..], &["--resume"]].concat());
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    assert_eq!(folder.read("stopped"), folder.read("whole"));
    assert_eq!(folder.read("stopped.checkpoint"), folder.read("whole.checkpoint"));
}

#[test]
fn the_plot_compares_evaluations() {
    let folder = Folder::new();
    let (weights, svg) = (folder.path("w"), folder.path("w.svg"));
    // Few games, because boards of 12 empty squares are solved.
    let train = || {
        let games = GAMES.replace("1980", "1977");
        let words =
            ["reversi", "train", &games, "-o", &weights, "--self-play", "8", "--steps", "4"];
        let more = ["--exact", "12", "--plot", &svg, "--solved", "2", "--held-back", "4", "--json"];
        run(&[&words[..], &more].concat()).json_lines()
    };
    let lines = train();
    let errors: Vec<_> =
        lines.iter().filter(|line| line["mobility_error_discs"].is_number()).collect();
    let empties: Vec<_> = errors.iter().map(|line| line["empties"].as_u64().unwrap()).collect();
    assert_eq!(empties, [20, 16, 12]);
    assert!(errors.iter().all(|line| line["boards"] == 2));
    assert_eq!(errors[2]["label_error_discs"], 0.0, "boards of 12 empties were solved before");
    let drawn = fs::read_to_string(&svg).unwrap();
    let document = roxmltree::Document::parse(&drawn).unwrap();
    let curves = document
        .descendants()
        .filter(|node| node.has_tag_name("polyline") && node.attribute("fill") == Some("none"));
    assert_eq!(curves.count(), 4);
    // The run with `--resume` reads all results from the checkpoint.
    assert_eq!(train(), lines);
    assert_eq!(fs::read_to_string(&svg).unwrap(), drawn);
}

/// The validation error does not improve if images of the games are added, because a game and its images
/// are held out together.
#[test]
fn images_of_training_games_are_not_held_out() {
    let folder = Folder::new();
    let text = run(&["reversi", "convert", GAMES, "-o", "-", "--to", "text"]).stdout;
    let rotated = |game: &str| -> String {
        // A half turn: a1 becomes h8.
        let turned = |pair: &[u8]| [b'a' + b'h' - pair[0], b'1' + b'8' - pair[1]];
        let bytes: Vec<u8> = game.as_bytes().chunks(2).flat_map(turned).collect();
        String::from_utf8(bytes).unwrap()
    };
    let images: Vec<String> = text.lines().take(60).map(rotated).collect();
    let games = text.lines().take(60).map(str::to_owned).collect::<Vec<_>>();
    fs::write(folder.path("one.txt"), games.join("\n")).unwrap();
    fs::write(folder.path("two.txt"), [games, images].concat().join("\n")).unwrap();
    let validation = |name: &str| {
        let (input, output) = (folder.path(name), folder.path("w"));
        let words = ["reversi", "train", &input, "-o", &output, "--self-play", "0", "--steps", "4"];
        let more = ["--exact", "8", "--shapes", "plain", "--held-back", "4", "--json"];
        let checkpoint = folder.path(&format!("{name}.checkpoint"));
        let more = [&more[..], &["--checkpoint", &checkpoint]].concat();
        let lines = run(&[&words[..], &more].concat()).json_lines();
        let stages = lines.iter().filter(|line| line["round"] == 1);
        let stages: Vec<_> = stages.map(|line| line["samples"].as_u64().unwrap()).collect();
        let errors = lines.iter().filter_map(|line| line["validation_error_discs"].as_f64());
        (stages, errors.sum::<f64>())
    };
    let ((one, error), (two, with_images)) = (validation("one.txt"), validation("two.txt"));
    let doubled: Vec<u64> = one.iter().map(|samples| 2 * samples).collect();
    assert_eq!(two, doubled, "the images of training games are training games");
    assert!(with_images > 0.9 * error, "{with_images} {error}");
}

#[test]
fn bad_input_is_refused_and_writes_nothing() {
    let folder = Folder::new();
    let weights = folder.path("w");
    run(&["reversi", "train", "no such file", "-o", &weights]).refused(&["no such file"]);
    fs::write(folder.path("torn.wtb"), &fs::read(GAMES).unwrap()[..100]).unwrap();
    run(&["reversi", "train", &folder.path("torn.wtb"), "-o", &weights]).refused(&["torn.wtb"]);
    fs::write(folder.path("short.txt"), "f5d6c3\nf5f6e6\n").unwrap();
    run(&["reversi", "train", &folder.path("short.txt"), "-o", &weights])
        .refused(&["every training game ends before", "--exact 14"]);
    train(&folder.path("missing/w"), &[]).refused(&["missing", "folder does not exist"]);
    train(&weights, &["--plot", &folder.path("missing/svg")]).refused(&["folder does not exist"]);
    train(&folder.path("."), &[]).refused(&["a folder"]);
    train(&weights, &["--resume"]).refused(&["w.checkpoint"]);
    train(&weights, &["--ridge", "NaN"]).refused(&["--ridge"]);
    fs::write(folder.path("w.checkpoint"), "something else").unwrap();
    train(&weights, &[]).refused(&["w.checkpoint", "byte 0"]);
    assert_eq!(folder.read("w.checkpoint"), b"something else");
    assert_eq!(folder.names(), ["short.txt", "torn.wtb", "w.checkpoint"]);
}
