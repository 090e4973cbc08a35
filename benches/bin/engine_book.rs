//! Writes a large book of Egaroucid: `engine-book COUNT FILE [SEED]`.

use gamekit_benches::engine_book::write_egbk3;
use std::fs::File;
use std::io::BufWriter;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (count, path, seed) = match words.as_slice() {
        [count, path] => (count.parse(), path, Ok(1)),
        [count, path, seed] => (count.parse(), path, seed.parse()),
        _ => {
            eprintln!("usage: engine-book COUNT FILE [SEED]");
            return ExitCode::from(2);
        }
    };
    let (Ok(count), Ok(seed)) = (count, seed) else {
        eprintln!("COUNT and SEED must be numbers");
        return ExitCode::from(2);
    };
    let written =
        File::create(path).and_then(|file| write_egbk3(count, seed, BufWriter::new(file)));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::from(2)
        }
    }
}
