//! Running other programs.

use std::path::Path;
use std::process::Command;

use crate::root;

/// Runs a program in the repository's folder, its output shown as it comes.
pub(crate) fn run(program: &str, arguments: &[&str]) -> Result<(), String> {
    run_with(program, arguments, &[])
}

/// The same with some environment variables set.
pub(crate) fn run_with(program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    run_in_with(&root(), program, arguments, variables)
}

/// Runs a program in another folder.
pub(crate) fn run_in(folder: &Path, program: &str, arguments: &[&str]) -> Result<(), String> {
    run_in_with(folder, program, arguments, &[])
}

/// Runs a program in another folder with some environment variables set.
pub(crate) fn run_in_with(
    folder: &Path,
    program: &str,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Result<(), String> {
    let line = format!("{program} {}", arguments.join(" "));
    eprintln!("── {line}");
    let status = Command::new(program)
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(folder)
        .status()
        .map_err(|error| format!("{line}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("failed: {line}")) }
}

/// Does a program run and say that all is well?
pub(crate) fn works(program: &str, arguments: &[&str]) -> bool {
    Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
}
