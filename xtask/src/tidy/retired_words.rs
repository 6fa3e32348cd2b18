//! Retired words: a list of names and phrases that are no longer used, each with what to write instead.

use super::files::File;

/// The list, one word per line.
const RETIRED: &str = include_str!("../../retired_words.tsv");
/// The files that quote retired words.
const QUOTING: [&str; 2] = ["xtask/retired_words.tsv", "xtask/src/tidy/retired_words.rs"];
/// The endings of the files that are checked.
const ENDINGS: [&str; 11] =
    [".rs", ".js", ".mjs", ".css", ".sql", ".md", ".ftl", ".toml", ".yml", ".py", ".conf"];

struct Retired {
    kind: &'static str,
    word: &'static str,
    replacement: &'static str,
    folder: &'static str,
}

/// Reports every retired word with its file, line and replacement.
pub(crate) fn check(files: &[File], problems: &mut Vec<String>) {
    let retired: Vec<Retired> = RETIRED.lines().filter_map(parse).collect();
    let is_checked = |path: &str| {
        let is_exempt = QUOTING.contains(&path) || path.contains("/tests/fixtures/");
        !is_exempt && ENDINGS.iter().any(|ending| path.ends_with(ending))
    };
    for file in files.iter().filter(|file| is_checked(&file.path)) {
        for (number, line) in (1..).zip(file.text.lines()) {
            let line = without_quotations(line);
            for one in retired.iter().filter(|one| file.path.starts_with(one.folder)) {
                if one.is_in(&file.path, &line) {
                    let Retired { word, replacement, .. } = one;
                    problems
                        .push(format!("{}:{number}: write {replacement:?} instead of {word:?}", file.path));
                }
            }
        }
    }
}

/// Parses a line of the list; `None` for a comment.
fn parse(line: &'static str) -> Option<Retired> {
    let mut columns = line.split('\t');
    let kind = columns.next().filter(|kind| !kind.starts_with('#'))?;
    let (word, replacement) = (columns.next()?, columns.next()?);
    Some(Retired { kind, word, replacement, folder: columns.next().unwrap_or("") })
}

impl Retired {
    fn is_in(&self, path: &str, line: &str) -> bool {
        let declares = |keywords: &[&str]| {
            path.ends_with(".rs")
                && keywords.iter().any(|keyword| has_words(line, &format!("{keyword} {}", self.word)))
        };
        match self.kind {
            "type" => declares(&["struct", "enum", "trait", "type"]),
            "fn" => declares(&["fn"]),
            "mod" => declares(&["mod"]),
            "opening" => comment(line).is_some_and(|text| {
                text.strip_prefix(self.word).is_some_and(|rest| rest.starts_with([' ', ',', '.', ':']))
            }),
            "text" => path.ends_with(".ftl") && has_words(line, self.word),
            _ => has_words(&line.to_lowercase(), &self.word.to_lowercase()),
        }
    }
}

/// Returns the text of a line that is a comment in Rust or JavaScript.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let text = ["///", "//!", "//", "/**", "* "].iter().find_map(|mark| line.strip_prefix(mark))?;
    Some(text.trim_start())
}

/// Returns whether a line has these words, not as parts of longer ones, and not as a whole string, which is a stored
/// value.
fn has_words(line: &str, words: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(words).any(|(start, _)| {
        let (before, after) = (&line[..start], &line[start + words.len()..]);
        let is_value = before.ends_with('"') && after.starts_with('"');
        !is_value && !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

/// Returns a line without quotations: in typographic quotation marks (rule documents) or in backticks (stored values).
fn without_quotations(line: &str) -> String {
    let (mut depth, mut is_code) = (0_usize, false);
    let is_outside = |letter: &char| {
        match letter {
            '“' | '„' => depth += 1,
            '”' => depth = depth.saturating_sub(1),
            '`' => is_code = !is_code,
            _ => {}
        }
        depth == 0 && !is_code
    };
    line.chars().filter(is_outside).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, text: &str) -> Vec<String> {
        let mut problems = Vec::new();
        check(&[File { path: path.to_owned(), text: text.to_owned() }], &mut problems);
        problems
    }

    #[test]
    fn retired_words_are_reported_with_their_replacement() {
        for (path, text, expected) in [
            ("crates/site/src/a.rs", "pub struct Hall {", "GameRepository"),
            ("crates/bus/src/a.rs", "    async fn gossip(&self) {", "broadcast"),
            ("crates/play/src/a.rs", "\n", ""),
            ("web/a.js", "/** What is kept. */", "a noun: the value, the state, the reason"),
            ("docs/a.md", "A move Is Told to others.", "is reported, is sent"),
            ("crates/texts/texts/en/a.ftl", "a = Revenge", "Rematch"),
        ] {
            let found = problems(path, text);
            let is_right = found.iter().all(|problem| problem.contains(&format!("write {expected:?}")));
            assert!(is_right && found.is_empty() == expected.is_empty(), "{text}: {found:?}");
        }
    }

    #[test]
    fn standard_words_and_quotations_pass() {
        for (path, text) in [
            ("crates/store/src/a.rs", "struct Table; // a table of the database"),
            ("crates/site/src/a.rs", "let is_hall = Hallway::new();"),
            ("crates/site/src/a.rs", "/// Whatever the rules say."),
            ("docs/a.md", "The document: “whoever captures …”."),
            ("docs/a.md", "| `main_road` | `any` or `whoever` |"),
            ("docs/a.md", "{ \"main_road\": \"whoever\" }"),
            ("crates/site/tests/fixtures/a.sql", "'whoever'"),
            ("docs/a.md", "the Hall effect"),
        ] {
            assert_eq!(problems(path, text), [""; 0], "{text}");
        }
    }

    #[test]
    fn every_line_of_the_list_is_understood() {
        let lines = RETIRED.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let kind = parse(line).map(|retired| retired.kind);
            assert!(matches!(kind, Some("type" | "fn" | "mod" | "opening" | "phrase" | "text")), "{line}");
        }
    }
}
