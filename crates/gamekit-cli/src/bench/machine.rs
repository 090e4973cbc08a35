//! The description of the machine on which `gamekit bench` runs.

use std::fs;

use serde::Serialize;

use crate::output::Answer;

/// The machine, and the version and kernels of the program.
#[derive(Serialize)]
pub(super) struct Machine {
    /// The program's version.
    pub(super) version: &'static str,
    /// The name of the processor.
    pub(super) cpu: String,
    pub(super) os: &'static str,
    pub(super) arch: &'static str,
    /// The number of hardware threads. The tasks use one thread.
    pub(super) threads: usize,
    pub(super) kernels: Kernels,
    /// `release`, or `debug` for a build without full optimisation.
    pub(super) build: &'static str,
}

/// The instruction set that each game crate uses on this processor.
#[derive(Serialize)]
pub(super) struct Kernels {
    pub(super) reversi: &'static str,
    pub(super) shogi: &'static str,
}

impl Machine {
    /// Describes this machine.
    pub(super) fn new() -> Self {
        let kernels = Kernels {
            reversi: reversi_core::instruction_set(),
            shogi: shogi_core::instruction_set(),
        };
        Self {
            version: env!("CARGO_PKG_VERSION"),
            cpu: cpu(),
            os: std::env::consts::OS,
            arch: std::env::consts::ARCH,
            threads: rayon::current_num_threads(),
            kernels,
            build: if cfg!(debug_assertions) { "debug" } else { "release" },
        }
    }

    /// Returns the description of the machine as one line.
    pub(super) fn line(&self) -> String {
        let Self { cpu, os, arch, kernels, .. } = self;
        format!("{cpu}, {arch} {os}; kernels: Reversi {}, shogi {}", kernels.reversi, kernels.shogi)
    }
}

impl Answer for Machine {
    fn text(&self) -> String {
        let Self { version, build, threads, .. } = self;
        format!("gamekit {version} ({build} build), one thread of {threads}\n{}\n", self.line())
    }
}

/// Returns the name of the processor, or its architecture if the name is unknown.
fn cpu() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told.lines().find_map(|line| line.strip_prefix("model name"));
    let name = name.map(|rest| rest.trim_start_matches([' ', '\t', ':']).trim().to_owned());
    name.filter(|name| !name.is_empty())
        .unwrap_or_else(|| format!("{} processor", std::env::consts::ARCH))
}
