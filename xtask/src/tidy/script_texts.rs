//! Checks that the pages provide every text that their scripts show, `texts.confirmResign` for example.

use super::files::File;

pub(super) fn check(files: &[File], problems: &mut Vec<String>) {
    let is_page = |path: &str| path.starts_with("crates/site/src/pages/") && path.ends_with(".rs");
    let pages: Vec<&str> =
        files.iter().filter(|file| is_page(&file.path)).map(|file| file.text.as_str()).collect();
    let scripts = files.iter().filter(|file| file.path.starts_with("web/") && file.path.ends_with(".js"));
    for File { path, text } in scripts {
        for name in used(text) {
            let literal = format!("\"{name}\"");
            if !pages.iter().any(|page| page.contains(&literal)) {
                problems.push(format!("{path}: no page provides texts.{name}"));
            }
        }
    }
}

/// Returns the names of the texts that a script uses. `texts.map(…)` calls a method.
fn used(script: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric();
    script.split("texts.").skip(1).filter_map(move |rest| {
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        (end > 0 && !rest[end..].starts_with('(')).then(|| &rest[..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_no_page_provides_are_found() {
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        let files = [
            file("crates/site/src/pages/game.rs", r#"const TEXTS: [&str; 1] = ["rematchAsked"];"#),
            file("web/game/result.js", "say(texts.rematchAsked); say(texts.rematchWish); texts.map(f);"),
        ];
        let mut problems = Vec::new();
        check(&files, &mut problems);
        assert_eq!(problems, ["web/game/result.js: no page provides texts.rematchWish"]);
    }
}
