//! `gamekit completions` and `gamekit man`: files for shells and for `man`.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::atomic;
use crate::error::{Failure, Outcome};
use crate::output::Output;

/// Print a completion script for a shell.
///
/// For example, `gamekit completions bash > ~/.local/share/bash-completion/completions/gamekit`.
#[derive(Args)]
pub(crate) struct CompletionArgs {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual page of the program, or write the pages of all commands to a folder.
#[derive(Args)]
pub(crate) struct ManualArgs {
    /// Write a page for each command to this folder, such as ~/.local/share/man/man1 [default: print the
    /// main page].
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// Prints the completion script.
pub(crate) fn completions(args: &CompletionArgs, mut program: Command) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "gamekit", &mut script);
    Ok(Output::new(false).bytes(&script)?)
}

/// Prints or writes the manual pages.
pub(crate) fn manual(args: &ManualArgs, program: Command) -> Outcome {
    let Some(folder) = &args.output else {
        return Ok(Output::new(false).bytes(&page(program)?)?);
    };
    if !folder.is_dir() {
        return Err(Failure::Message(format!("{}: the folder does not exist", folder.display())));
    }
    // The pages of all commands are made before the first page is written.
    let error = |error: std::io::Error| Failure::about("the manual pages", &error);
    let made = tempfile::tempdir().map_err(error)?;
    clap_mangen::generate_to(program, made.path()).map_err(error)?;
    let entries = fs::read_dir(made.path()).map_err(error)?;
    let pages: Vec<_> = entries.collect::<Result<_, _>>().map_err(error)?;
    for page in &pages {
        let content = fs::read(page.path()).map_err(error)?;
        atomic::write(&folder.join(page.file_name()), &content)?;
    }
    Ok(Output::new(false).text(&format!("{}: {} pages\n", folder.display(), pages.len()))?)
}

/// Returns the manual page of a command.
fn page(command: Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command)
        .render(&mut page)
        .map_err(|error| Failure::about("the manual page", &error))?;
    Ok(page)
}
