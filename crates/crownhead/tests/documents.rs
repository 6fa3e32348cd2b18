//! Runs the console sessions of the documents, and reads their JSON.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const PAGES: [&str; 5] = [
    "README.md",
    "docs/play/house-rules.md",
    "docs/build/library.md",
    "docs/build/formats/fen.md",
    "docs/build/formats/pdn.md",
];

/// Returns the fenced blocks of a page: language and text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let fenced = text.split("```").skip(1).step_by(2);
    let split = |block: &str| block.split_once('\n').map(|(kind, text)| (kind.to_owned(), text.to_owned()));
    fenced.filter_map(split).collect()
}

/// Returns the commands of a session, each with its expected output.
fn commands(session: &str) -> Vec<(Vec<String>, String)> {
    let mut commands: Vec<(Vec<String>, String)> = Vec::new();
    for line in session.lines() {
        if let Some(command) = line.strip_prefix("$ crownhead ") {
            commands.push((command.split_whitespace().map(str::to_owned).collect(), String::new()));
        } else if let Some((_, expected)) = commands.last_mut() {
            *expected += &format!("{line}\n");
        }
    }
    commands
}

/// Returns the lines typed in a session, after its prompts.
fn typed(session: &str) -> String {
    let prompt = |line: &str| {
        let (before, typed) = line.split_once("> ")?;
        let is_prompt =
            before.is_empty() || before.split_once(' ').is_some_and(|(n, _)| n.parse::<u32>().is_ok());
        is_prompt.then(|| format!("{typed}\n"))
    };
    session.lines().filter_map(prompt).collect()
}

/// Runs the program in a folder with standard input.
fn run(arguments: &[String], folder: &Path, input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    // A command that does not read its input may have exited.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn console_sessions_match_the_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut count = 0;
    for page in PAGES {
        for (kind, text) in blocks(page) {
            match kind.as_str() {
                "json" => {
                    draughts::Rules::house(&text).unwrap_or_else(|error| panic!("{page}: {error}"));
                    std::fs::write(folder.path().join("club.json"), text).expect("written");
                }
                "pdn" => std::fs::write(folder.path().join("games.pdn"), text).expect("written"),
                "console" => {
                    for (arguments, expected) in commands(&text) {
                        let printed = run(&arguments, folder.path(), &typed(&expected));
                        match expected.strip_suffix("...\n") {
                            Some(beginning) => {
                                assert!(printed.starts_with(beginning), "{page}: {arguments:?}");
                            }
                            None => assert_eq!(printed, expected, "{page}: {arguments:?}"),
                        }
                        count += 1;
                    }
                }
                _ => {}
            }
        }
    }
    assert!(count >= 16, "only {count} commands were found");
}

#[test]
fn house_rules_page_names_every_field() {
    fn fields(value: &serde_json::Value, path: &str, found: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(object) => {
                for (key, value) in object {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    fields(value, &path, found);
                }
            }
            _ => found.push(path.to_owned()),
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/play/house-rules.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let rules = serde_json::to_value(draughts::variant::FRISIAN.rule_set()).expect("JSON");
    let mut found = Vec::new();
    fields(&rules, "", &mut found);
    for field in found {
        assert!(page.contains(&format!("`{field}`")), "docs/play/house-rules.md does not name {field}");
    }
}
