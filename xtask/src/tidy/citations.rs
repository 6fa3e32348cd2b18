//! Checks that the fields and tests exist which the rule pages of the five documents cite for each sentence.

use std::fs;

use draughts::{RuleSet, variant};

use crate::{pages, root};

/// The heading of the part of a page about the play site.
const SITE_HEADING: &str = "## On the play site";

pub(crate) fn check(problems: &mut Vec<String>) {
    let documents = [
        &variant::CHECKERS_BSN,
        &variant::DRAUGHTS_BSN,
        &variant::DAME_100,
        &variant::CHECKERS_REVENGE,
        &variant::DAME_8X8,
    ];
    for rules in documents {
        let mut report =
            |problem: String| problems.push(format!("docs/play/rules/{}.md: {problem}", rules.id));
        let page = fs::read_to_string(pages::path(rules)).unwrap_or_default();
        let (rules_part, site_part) = page.split_once(SITE_HEADING).unwrap_or((&page, ""));
        check_rules(rules, rules_part, &mut report);
        check_site(site_part, &mut report);
    }
}

/// Checks the rows `| sentence | field | test |`. Every test of the document must be cited.
fn check_rules(rules: &RuleSet, part: &str, report: &mut impl FnMut(String)) {
    let file = format!("crates/draughts/tests/documents/{}.rs", rules.id.replace('-', "_"));
    let tests = fs::read_to_string(root().join(file)).unwrap_or_default();
    let json = serde_json::to_value(rules).unwrap_or_default();
    let mut cited = Vec::new();
    for [_, fields, names] in rows(part) {
        for field in codes(fields).filter(|field| !has_field(&json, field)) {
            report(format!("there is no field {field}"));
        }
        for test in codes(names) {
            if !tests.contains(&format!("fn {test}()")) {
                report(format!("there is no test {test}"));
            }
            cited.push(test);
        }
    }
    if cited.is_empty() {
        report("no sentence cites a test".to_owned());
    }
    let written = tests.lines().filter_map(|line| line.strip_prefix("fn ")?.strip_suffix("() {"));
    for test in written.filter(|test| !cited.contains(test)) {
        report(format!("the test {test} is not cited"));
    }
}

/// Checks the rows `| sentence | API tests | browser tests |`.
fn check_site(part: &str, report: &mut impl FnMut(String)) {
    let (api, browser) = (read_folder("crates/site/tests/site"), read_folder("xtask/browser/tests"));
    for [_, api_tests, browser_tests] in rows(part).skip(2) {
        let missing_api = codes(api_tests).filter(|test| !api.contains(&format!("fn {test}()")));
        let missing_browser = codes(browser_tests).filter(|test| !browser.contains(&format!("\"{test}\"")));
        for test in missing_api.chain(missing_browser) {
            report(format!("there is no test {test}"));
        }
    }
}

/// Returns the rows of three cells.
fn rows(part: &str) -> impl Iterator<Item = [&str; 3]> {
    part.lines().filter(|line| line.starts_with("| ")).filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        cells.try_into().ok()
    })
}

/// Returns the text of all files in a folder.
fn read_folder(folder: &str) -> String {
    let files = fs::read_dir(root().join(folder)).into_iter().flatten().flatten();
    files.filter_map(|file| fs::read_to_string(file.path()).ok()).collect()
}

/// Returns the parts of a cell in backticks.
fn codes(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Returns whether a path such as `capture.removal` leads to a value.
fn has_field(json: &serde_json::Value, path: &str) -> bool {
    path.split('.').try_fold(json, |value, key| value.get(key)).is_some()
}
