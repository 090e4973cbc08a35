//! Start-up: a process of its own that reads the start position, lists its moves and ends.
use std::process::Command;

use criterion::Criterion;

#[cfg(not(feature = "rivals"))]
const PROGRAMS: &[&str] = &["ours"];
#[cfg(feature = "rivals")]
const PROGRAMS: &[&str] = &["ours", "shunsai", "haitaka", "rsshogi", "shogi"];

pub(crate) fn define(c: &mut Criterion) {
    let mut group = c.benchmark_group("shogi/start-up");
    for &who in PROGRAMS {
        let list = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_shogi-work"));
            command.args([who, "list", "start:1", "1"]).output().unwrap().stdout
        };
        let said = String::from_utf8(list()).unwrap();
        assert!(said.starts_with(&format!("{who} list start:1: 30 in ")), "{said}");
        group.bench_function(who, |b| b.iter(list));
    }
    group.finish();
}
