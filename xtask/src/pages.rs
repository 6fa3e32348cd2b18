//! `cargo xtask pages`: the sections of docs/play/rules/*.md that are generated from the rule sets.

use std::fs;
use std::path::PathBuf;

use draughts::{RuleSet, Variant, variant};
use texts::{Language, Render, RuleSetText};

use crate::{root, section};

const BEGIN: &str = "<!-- made from the data by `cargo xtask pages`: begin -->";
const END: &str = "<!-- end -->";

/// Returns the path of a rule set's page.
pub(crate) fn path(rules: &RuleSet) -> PathBuf {
    root().join("docs/play/rules").join(format!("{}.md", rules.id))
}

/// Renders the generated section of a page.
fn render(rules: &RuleSet) -> String {
    let mut text = format!("{BEGIN}\n");
    let mut topic = None;
    for sentence in rules.sentences_in(Language::English) {
        if topic.replace(sentence.topic) != Some(sentence.topic) {
            text += &format!("\n**{}**\n\n", sentence.topic.render(Language::English));
        }
        text += &format!("- {} (`{}`)\n", sentence.text, sentence.field);
    }
    text + "\n" + END
}

/// Returns a page with its generated section updated.
fn update(rules: &RuleSet, page: &str) -> Result<String, String> {
    section::replace(page, BEGIN, END, &render(rules))
        .ok_or_else(|| format!("docs/play/rules/{}.md has no generated section ({BEGIN} … {END})", rules.id))
}

/// Updates the generated section of every page, and creates missing pages.
pub(crate) fn write() -> Result<(), String> {
    for rules in variant::ALL.map(Variant::rule_set) {
        let path = path(rules);
        let page = fs::read_to_string(&path).unwrap_or_else(|_| {
            format!(
                "# {}\n\n`{}`. Source: {}.\n\n## The rules\n\n{BEGIN}\n{END}\n",
                rules.name, rules.id, rules.source
            )
        });
        fs::write(&path, update(rules, &page)?).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Reports rule sets whose page is missing or out of date.
pub(crate) fn check(problems: &mut Vec<String>) {
    for rules in variant::ALL.map(Variant::rule_set) {
        let Ok(page) = fs::read_to_string(path(rules)) else {
            problems.push(format!("docs/play/rules/{}.md is missing: run cargo xtask pages", rules.id));
            continue;
        };
        match update(rules, &page) {
            Ok(updated) if updated == page => {}
            Ok(_) => {
                problems
                    .push(format!("docs/play/rules/{}.md is out of date: run cargo xtask pages", rules.id));
            }
            Err(problem) => problems.push(problem),
        }
    }
}
