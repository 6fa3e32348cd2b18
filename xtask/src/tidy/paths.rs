//! Checks that source files exist which the documents name in backticks.

use std::path::Path;

use super::files::File;
use super::links::outside_code;
use crate::root;

const ENDINGS: [&str; 5] = [".rs", ".mjs", ".js", ".md", ".sql"];

pub(crate) fn check(files: &[File], problems: &mut Vec<String>) {
    for file in files.iter().filter(|file| describes_sources(&file.path)) {
        let folder = Path::new(&file.path).parent().unwrap_or(Path::new(""));
        // Paths are relative to the document, the repository, `crates`, or the sources of the document's crate.
        let folders = [folder.to_owned(), "".into(), "crates".into(), folder.join("src")];
        let exists = |path: &str| match path.contains('/') {
            true => folders.iter().any(|folder| root().join(folder).join(path).is_file()),
            false => !is_of_crate(&file.path) || has_file(files, folder, path),
        };
        for (number, path) in source_paths(&file.text).into_iter().filter(|(_, path)| !exists(path)) {
            problems.push(format!("{}:{number}: there is no file {path}", file.path));
        }
    }
}

/// Returns whether a document describes the sources: `README.md`, `ARCHITECTURE.md`, or the `README.md` of a crate.
fn describes_sources(path: &str) -> bool {
    matches!(path, "README.md" | "ARCHITECTURE.md") || is_of_crate(path)
}

/// Returns whether a path is that of the `README.md` of a crate. Names without a folder are checked only there.
fn is_of_crate(path: &str) -> bool {
    path.strip_prefix("crates/").is_some_and(|rest| rest.split('/').nth(1) == Some("README.md"))
}

/// Returns whether a file of this name is somewhere in a folder or its subfolders.
fn has_file(files: &[File], folder: &Path, name: &str) -> bool {
    files
        .iter()
        .map(|file| Path::new(&file.path))
        .any(|path| path.starts_with(folder) && path.ends_with(name))
}

/// Returns the source files named in backticks, with their line numbers. Patterns and commands are skipped.
fn source_paths(text: &str) -> Vec<(usize, &str)> {
    let is_path = |code: &&str| {
        ENDINGS.iter().any(|ending| code.ends_with(ending)) && !code.contains([' ', '*', '{', '<', ':'])
    };
    outside_code(text)
        .flat_map(|(number, line)| line.split('`').skip(1).step_by(2).map(move |code| (number, code)))
        .filter(|(_, code)| is_path(code))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_in_backticks_are_found() {
        let text = "`a/b.rs` and `c.rs`, `d/e.mjs`\n```sh\n`f/g.js`\n```\n| `docs/*.md` | `h/i.sql` |\nj/k.md `cat x/y.md`\n";
        assert_eq!(source_paths(text), [(1, "a/b.rs"), (1, "c.rs"), (1, "d/e.mjs"), (5, "h/i.sql")]);
    }

    #[test]
    fn missing_files_are_reported_with_their_line() {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let files = [
            file(
                "ARCHITECTURE.md",
                "`xtask/src/main.rs` `store/src/lib.rs` `bare.rs`\n`nowhere/at_all.rs`\n",
            ),
            file(
                "crates/store/README.md",
                "`sqlite/mod.rs` `benches/appends.rs` `crates/store/src/lib.rs`\n",
            ),
            file("crates/play/README.md", "`game/`: `clocks.rs`\n`request.rs` `sqlite.rs`\n"),
            file("crates/play/src/game/clocks.rs", ""),
            file("crates/store/src/sqlite.rs", ""),
            file("docs/build/api.md", "`nowhere/at_all.rs`\n"),
        ];
        let mut problems = Vec::new();
        check(&files, &mut problems);
        assert_eq!(
            problems,
            [
                "ARCHITECTURE.md:2: there is no file nowhere/at_all.rs",
                "crates/play/README.md:2: there is no file request.rs",
                "crates/play/README.md:2: there is no file sqlite.rs",
            ]
        );
    }
}
