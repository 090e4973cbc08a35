//! Writes the JavaScript side of a WebAssembly module that was compiled with `wasm-bindgen`.
//!
//! `gamekit-web-builder MODULE.wasm FOLDER NAME` writes `FOLDER/NAME.js`, `NAME.d.ts` and `NAME_bg.wasm`. It does the work of the program `wasm-bindgen --target web`, but has a third
//! of its dependencies.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = &arguments[..] else {
        eprintln!("usage: gamekit-web-builder MODULE.wasm FOLDER NAME");
        return ExitCode::from(2);
    };
    match build(module, folder, name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn build(module: &str, folder: &str, name: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .web(true)?
        .typescript(true)
        .omit_default_module_path(false)
        .remove_name_section(true)
        .out_name(name);
    bindgen.generate(folder)?;
    Ok(())
}
