//! Runs the compiler on a library that cargo has checked: expands all macros of its source, and
//! compiles programs that use it.

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::support;

/// A library that cargo has checked with all features.
pub(crate) struct Library {
    package: String,
    features: Vec<String>,
    /// `name=path` for each of the checked libraries and for each of their dependencies.
    externs: Vec<String>,
    deps: PathBuf,
}

impl Library {
    /// Checks libraries with one call of cargo, which runs on all cores, in the target directory of
    /// this test's own build. Reads the paths of the results from cargo's messages.
    pub(crate) fn check(packages: &[String]) -> Vec<Self> {
        let mut target = env::current_exe().unwrap(); // target/debug/deps/api-...
        target.pop();
        target.pop();
        target.pop();
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["check", "--quiet", "--offline", "--lib", "--all-features"])
            .args(packages.iter().flat_map(|package| ["-p", package]))
            .arg("--message-format=json")
            .arg("--target-dir")
            .arg(&target)
            .current_dir(support::root())
            .stderr(Stdio::inherit())
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "the libraries do not build");
        let mut externs = Vec::new();
        let mut features = BTreeMap::<String, Vec<String>>::new();
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let message: serde_json::Value = serde_json::from_str(line).unwrap();
            if message["reason"] != "compiler-artifact" {
                continue;
            }
            let name = message["target"]["name"].as_str().unwrap().replace('-', "_");
            let enabled = message["features"].as_array().unwrap();
            features.insert(
                name.clone(),
                enabled.iter().map(|feature| feature.as_str().unwrap().into()).collect(),
            );
            let kind = message["target"]["kind"][0].as_str().unwrap_or("");
            if matches!(kind, "lib" | "rlib" | "proc-macro") {
                // Cargo may build a library twice, once for macros. The build for this check has
                // only metadata.
                let files = message["filenames"].as_array().unwrap();
                if let [file] = files.as_slice() {
                    externs.push(format!("{name}={}", file.as_str().unwrap()));
                }
            }
        }
        let library = |package: &String| Self {
            package: package.clone(),
            features: features[&package.replace('-', "_")].clone(),
            externs: externs.clone(),
            deps: target.join("debug/deps"),
        };
        packages.iter().map(library).collect()
    }

    /// Returns the expanded source: one file with all modules of the library.
    pub(crate) fn expanded(&self) -> String {
        let folder = support::root().join("crates").join(&self.package);
        let name = self.package.replace('-', "_");
        let mut command = self.rustc();
        command
            .args(["--crate-type=lib", "-Zunpretty=expanded", "--cap-lints=allow"])
            .arg(format!("--crate-name={name}"))
            .arg(folder.join("src/lib.rs"))
            .args(self.features.iter().flat_map(|f| ["--cfg".into(), format!("feature={f:?}")]))
            // The flag is unstable. This call does not build anything.
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_MANIFEST_DIR", folder);
        let output = command.output().expect("rustc runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name} does not expand: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Checks a program that uses the library. Returns the compiler's messages if there is an
    /// error.
    pub(crate) fn compile(&self, program: &str) -> Result<(), String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("main.rs");
        std::fs::write(&file, program).unwrap();
        let mut command = self.rustc();
        command.args(["--emit=metadata", "--out-dir"]).arg(folder.path()).arg(&file);
        let output = command.output().expect("rustc runs");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(()) } else { Err(errors) }
    }

    fn rustc(&self) -> Command {
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut command = Command::new(rustc);
        command
            .arg("--edition=2024")
            .args(self.externs.iter().flat_map(|pair| ["--extern", pair]))
            .arg(format!("-Ldependency={}", self.deps.display()));
        command
    }
}
