//! The part of docs/play/rules/*.md that is made from the data.

use std::fs;
use std::path::PathBuf;

use draughts::{RuleSet, Variant, variant};
use texts::{Language, Render, RuleSetText};

use crate::root;

const BEGIN: &str = "<!-- made from the data by `cargo xtask pages`: begin -->";
const END: &str = "<!-- end -->";

/// The page of a rule set.
pub(crate) fn path(rules: &RuleSet) -> PathBuf {
    root().join("docs/play/rules").join(format!("{}.md", rules.id))
}

/// What a page must say between the marks.
fn generated(rules: &RuleSet) -> String {
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

/// The page with its generated part renewed.
fn renewed(rules: &RuleSet, page: &str) -> Result<String, String> {
    let missing =
        || format!("docs/play/rules/{}.md has no part made from the data ({BEGIN} … {END})", rules.id);
    let (before, rest) = page.split_once(BEGIN).ok_or_else(missing)?;
    let (_, after) = rest.split_once(END).ok_or_else(missing)?;
    Ok(format!("{before}{}{after}", generated(rules)))
}

/// Writes the generated part of every page anew; makes pages that are missing.
pub(crate) fn write() -> Result<(), String> {
    for rules in variant::ALL.map(Variant::rule_set) {
        let path = path(rules);
        let page = fs::read_to_string(&path).unwrap_or_else(|_| {
            format!(
                "# {}\n\n`{}`. Source: {}.\n\n## The rules\n\n{BEGIN}\n{END}\n",
                rules.name, rules.id, rules.source
            )
        });
        fs::write(&path, renewed(rules, &page)?).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

/// Every rule set has its page, and the page says what the data says.
pub(crate) fn check(faults: &mut Vec<String>) {
    for rules in variant::ALL.map(Variant::rule_set) {
        let Ok(page) = fs::read_to_string(path(rules)) else {
            faults.push(format!("docs/play/rules/{}.md is missing: cargo xtask pages makes it", rules.id));
            continue;
        };
        match renewed(rules, &page) {
            Ok(fresh) if fresh == page => {}
            Ok(_) => {
                faults.push(format!("docs/play/rules/{}.md is out of date: cargo xtask pages", rules.id));
            }
            Err(fault) => faults.push(fault),
        }
    }
}
