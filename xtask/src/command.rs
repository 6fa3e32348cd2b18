//! Running other programs.

use std::ffi::OsStr;
use std::process::Command;

use crate::root;

/// Returns a command that runs a program in the repository's folder.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// Runs a command and shows its output as it comes.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let line = command_line(command);
    eprintln!("── {line}");
    let status = command.status().map_err(|error| format!("{line}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("failed: {line}")) }
}

/// Runs a command and returns its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let line = command_line(command);
    let output = command.output().map_err(|error| format!("{line}: {error}"))?;
    if !output.status.success() {
        return Err(format!("failed: {line}\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns whether a command can be run and succeeds. Its output is not shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    output(command).is_ok()
}

fn command_line(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}
