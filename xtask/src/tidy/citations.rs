//! The pages of the five documents point from each sentence to a field and to a test: both exist. What they say of the play
//! site points to tests through the API and on the pages.

use std::fs;

use draughts::{RuleSet, variant};

use crate::{pages, root};

pub(crate) fn check(faults: &mut Vec<String>) {
    let documents = [
        &variant::CHECKERS_BSN,
        &variant::DRAUGHTS_BSN,
        &variant::DAME_100,
        &variant::CHECKERS_REVENGE,
        &variant::DAME_8X8,
    ];
    for rules in documents {
        check_page(rules, faults);
    }
}

/// Rows of the trace table: `| sentence | field | test |`, the last two in code.
fn check_page(rules: &RuleSet, faults: &mut Vec<String>) {
    let name = rules.id.replace('-', "_");
    let tests = root().join("crates/draughts/tests/documents").join(format!("{name}.rs"));
    let tests = fs::read_to_string(tests).unwrap_or_default();
    let page = fs::read_to_string(pages::path(rules)).unwrap_or_default();
    let json = serde_json::to_value(rules).unwrap_or_default();
    let (rules_part, site_part) = page.split_once(SITE).unwrap_or((&page, ""));
    check_site(rules, site_part, faults);
    let mut cited = Vec::new();
    for row in rows(rules_part) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let (fields, test) = (codes(cells[1]), codes(cells[2]));
        for field in fields {
            if !has_field(&json, field) {
                faults.push(format!("docs/play/rules/{}.md: there is no field {field}", rules.id));
            }
        }
        for test in test {
            if !tests.contains(&format!("fn {test}()")) {
                faults.push(format!("docs/play/rules/{}.md: there is no test {test} for it", rules.id));
            }
            cited.push(test.to_owned());
        }
    }
    if cited.is_empty() {
        faults.push(format!("docs/play/rules/{}.md traces no sentence to a test", rules.id));
    }
    let written = tests.lines().filter_map(|line| line.strip_prefix("fn ")?.strip_suffix("() {"));
    for test in written.filter(|test| !cited.iter().any(|cited| cited == test)) {
        faults.push(format!("docs/play/rules/{}.md does not mention the test {test}", rules.id));
    }
}

/// The heading below which a page says what holds on the play site.
const SITE: &str = "## On the play site";

/// The rows of three cells in a part of a page.
fn rows(part: &str) -> impl Iterator<Item = &str> {
    part.lines().filter(|line| line.starts_with("| ") && line.matches('|').count() == 4)
}

/// Rows `| sentence | API | pages |`: the tests exist.
fn check_site(rules: &RuleSet, part: &str, faults: &mut Vec<String>) {
    let (api, pages) = (sources("crates/site/tests/site"), sources("xtask/browser/tests"));
    for row in rows(part).skip(2) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let missing_api = codes(cells[1]).into_iter().filter(|test| !api.contains(&format!("fn {test}()")));
        let missing_page = codes(cells[2]).into_iter().filter(|test| !pages.contains(&format!("\"{test}\"")));
        for test in missing_api.chain(missing_page) {
            faults.push(format!("docs/play/rules/{}.md: there is no test {test}", rules.id));
        }
    }
}

/// The text of all files in a folder.
fn sources(folder: &str) -> String {
    let files = fs::read_dir(root().join(folder)).into_iter().flatten().flatten();
    files.filter_map(|file| fs::read_to_string(file.path()).ok()).collect()
}

/// What stands in `code` in a cell.
fn codes(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Does `capture.removal` lead to a value?
fn has_field(json: &serde_json::Value, path: &str) -> bool {
    path.split('.').try_fold(json, |value, key| value.get(key)).is_some()
}
