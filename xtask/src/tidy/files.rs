//! File sizes and what does not belong in a file.

use std::fs;
use std::process::Command;

use crate::root;

/// Past this a source file is about more than one thing.
const MOST_LINES: usize = 600;

/// A text file of the repository.
pub(crate) struct File {
    /// From the repository's folder.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The text files that git tracks, and the new ones that it does not ignore.
pub(crate) fn tracked() -> Result<Vec<File>, String> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .map_err(|error| format!("git ls-files: {error}"))?;
    let paths = String::from_utf8_lossy(&output.stdout).into_owned();
    // A file that was deleted but not yet committed, or one that is no text, is passed over.
    let read =
        |path: &str| Some(File { path: path.to_owned(), text: fs::read_to_string(root().join(path)).ok()? });
    let files: Vec<File> = paths.lines().filter_map(read).collect();
    if files.is_empty() { Err("git ls-files names no file".to_owned()) } else { Ok(files) }
}

pub(crate) fn check(files: &[File], faults: &mut Vec<String>) {
    for File { path, text } in files {
        let lines = text.lines().count();
        if is_source(path) && lines > MOST_LINES {
            faults.push(format!("{path} has {lines} lines, {MOST_LINES} are the most: split it by meaning"));
        }
        if !text.is_empty() && !text.ends_with('\n') {
            faults.push(format!("{path} does not end with a newline"));
        }
        for (number, line) in text.lines().enumerate() {
            let place = format!("{path}:{}", number + 1);
            if line.ends_with([' ', '\t']) && !path.ends_with(".snap") {
                faults.push(format!("{place}: blanks at the end of the line"));
            }
            if is_source(path) && unfinished(line) {
                faults.push(format!("{place}: unfinished work without the number of its issue"));
            }
        }
    }
}

fn is_source(path: &str) -> bool {
    [".rs", ".js", ".mjs", ".css"].iter().any(|ending| path.ends_with(ending))
}

/// A mark of unfinished work that names no issue. The marks are put together here so that this file
/// passes its own check.
fn unfinished(line: &str) -> bool {
    let marks = [["TO", "DO"], ["FIX", "ME"], ["XX", "X"]].map(|parts| parts.concat());
    marks.iter().any(|mark| line.contains(mark.as_str()) && !line.contains(&format!("{mark}(#")))
}
