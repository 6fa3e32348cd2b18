//! Checks the size of files, their whitespace, and marks of unfinished work.

use std::fs;

use crate::command::{command, output};
use crate::root;

/// The maximum number of lines of a source file.
const MAX_LINES: usize = 600;

/// A text file of the repository.
pub(crate) struct File {
    /// Relative to the repository.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Returns the text files that git tracks, and new ones that it does not ignore.
pub(crate) fn tracked() -> Result<Vec<File>, String> {
    let paths = output(command("git").args(["ls-files", "--cached", "--others", "--exclude-standard"]))?;
    // Skips deleted and binary files.
    let read =
        |path: &str| Some(File { path: path.to_owned(), text: fs::read_to_string(root().join(path)).ok()? });
    let files: Vec<File> = paths.lines().filter_map(read).collect();
    if files.is_empty() { Err("git ls-files lists no files".to_owned()) } else { Ok(files) }
}

pub(crate) fn check(files: &[File], problems: &mut Vec<String>) {
    for File { path, text } in files {
        let lines = text.lines().count();
        if is_source(path) && lines > MAX_LINES {
            problems.push(format!("{path} has {lines} lines; the maximum is {MAX_LINES}"));
        }
        if !text.is_empty() && !text.ends_with('\n') {
            problems.push(format!("{path} does not end with a newline"));
        }
        for (number, line) in text.lines().enumerate() {
            let place = format!("{path}:{}", number + 1);
            if line.ends_with([' ', '\t']) && !path.ends_with(".snap") {
                problems.push(format!("{place}: trailing whitespace"));
            }
            if is_source(path) && is_unfinished(line) {
                problems.push(format!("{place}: a mark of unfinished work without an issue number"));
            }
        }
    }
}

fn is_source(path: &str) -> bool {
    [".rs", ".js", ".mjs", ".css"].iter().any(|ending| path.ends_with(ending))
}

/// Returns whether a line has a mark of unfinished work without an issue number. The marks are split so that this file
/// passes its own check.
fn is_unfinished(line: &str) -> bool {
    let marks = [["TO", "DO"], ["FIX", "ME"], ["XX", "X"]].map(|parts| parts.concat());
    marks.iter().any(|mark| line.contains(mark.as_str()) && !line.contains(&format!("{mark}(#")))
}
