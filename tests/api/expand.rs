//! The source of a library with its macros expanded, by the compiler itself.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::support;

/// One file with all modules of a library, all features on.
pub(crate) fn expanded(package: &str) -> String {
    let Built { features, externs, deps } = build(package);
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command
        .args(["--edition=2024", "--crate-type=lib", "-Zunpretty=expanded", "--cap-lints=allow"])
        .arg(format!("--crate-name={}", package.replace('-', "_")))
        .arg(support::root().join("crates").join(package).join("src/lib.rs"))
        .args(features.iter().flat_map(|name| ["--cfg".into(), format!("feature={name:?}")]))
        .args(externs.iter().flat_map(|pair| ["--extern", pair]))
        .arg(format!("-Ldependency={}", deps.display()))
        // The flag is the compiler's own; expanding touches no artefact of the build.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_MANIFEST_DIR", support::root().join("crates").join(package));
    let output = command.output().expect("rustc runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{package} does not expand: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// What the compiler needs to know of a library that cargo has checked.
struct Built {
    features: Vec<String>,
    /// `name=path` of everything built on the way.
    externs: Vec<String>,
    deps: PathBuf,
}

/// Checks the library with all features, in the folder of the tests' own build, and reads where
/// cargo put its dependencies.
fn build(package: &str) -> Built {
    let mut target = env::current_exe().unwrap(); // target/debug/deps/api-...
    target.pop();
    target.pop();
    target.pop();
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["check", "--quiet", "--offline", "--lib", "--all-features", "-p", package])
        .arg("--message-format=json")
        .arg("--target-dir")
        .arg(&target)
        .current_dir(support::root())
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{package} does not build");
    let mut built =
        Built { features: Vec::new(), externs: Vec::new(), deps: target.join("debug/deps") };
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let message: serde_json::Value = serde_json::from_str(line).unwrap();
        if message["reason"] != "compiler-artifact" {
            continue;
        }
        let name = message["target"]["name"].as_str().unwrap().replace('-', "_");
        if name == package.replace('-', "_") {
            let features = message["features"].as_array().unwrap();
            built.features = features.iter().map(|name| name.as_str().unwrap().into()).collect();
            continue;
        }
        let kind = message["target"]["kind"][0].as_str().unwrap_or("");
        if matches!(kind, "lib" | "rlib" | "proc-macro") {
            // A library may be there twice, for macros and for us; the one for us is metadata only.
            let files = message["filenames"].as_array().unwrap();
            if let [file] = files.as_slice() {
                built.externs.push(format!("{name}={}", file.as_str().unwrap()));
            }
        }
    }
    built
}
