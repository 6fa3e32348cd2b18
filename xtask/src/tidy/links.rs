//! Checks that the targets of relative links in the documents exist.

use std::path::Path;

use super::files::File;
use crate::root;

pub(crate) fn check(files: &[File], problems: &mut Vec<String>) {
    for file in files.iter().filter(|file| file.path.ends_with(".md")) {
        let folder = Path::new(&file.path).parent().unwrap_or(Path::new(""));
        for (number, target) in links(&file.text) {
            let path = target.split('#').next().unwrap_or("");
            let is_external = target.contains("://") || target.starts_with("mailto:");
            if !is_external && !path.is_empty() && !root().join(folder).join(path).exists() {
                problems.push(format!("{}:{number}: the link target {target} does not exist", file.path));
            }
        }
    }
}

/// Returns the target of every `](target)` outside code blocks, with its line number.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, mut rest) in outside_code(text) {
        while let Some((_, after)) = rest.split_once("](") {
            let Some((target, after)) = after.split_once(')') else { break };
            found.push((number, target));
            rest = after;
        }
    }
    found
}

/// Returns the lines of a document outside code blocks, with their numbers.
pub(super) fn outside_code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}
