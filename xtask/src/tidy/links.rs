//! Links in the documents lead somewhere.

use std::path::Path;

use super::files::File;
use crate::root;

pub(crate) fn check(files: &[File], faults: &mut Vec<String>) {
    for file in files.iter().filter(|file| file.path.ends_with(".md")) {
        let folder = Path::new(&file.path).parent().unwrap_or(Path::new(""));
        for (number, target) in links(&file.text) {
            let path = target.split('#').next().unwrap_or("");
            let elsewhere = target.contains("://") || target.starts_with("mailto:");
            if !elsewhere && !path.is_empty() && !root().join(folder).join(path).exists() {
                faults.push(format!("{}:{number}: the link to {target} leads nowhere", file.path));
            }
        }
    }
}

/// Every `](target)` with the number of its line. Code is not looked into.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut in_code = false;
    for (i, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        let mut rest = line;
        while let Some((_, after)) = rest.split_once("](") {
            let Some((target, after)) = after.split_once(')') else { break };
            found.push((i + 1, target));
            rest = after;
        }
    }
    found
}
