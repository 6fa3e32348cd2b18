//! `crownhead rules`: lists, describes and checks rule sets.

use std::io::Write;
use std::path::Path;

use draughts::ruleset::{Landing, Range, RuleSet, SquaresInPlay};
use draughts::{Position, RelativeDirection, Rules, Variant, variant};
use texts::{Language, Render, RuleSetText, Texts};

use super::input;
use crate::args::RulesCommand;
use crate::failure::Failure;

pub(crate) fn run(
    command: Option<RulesCommand>,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    match command {
        None => list(out),
        Some(RulesCommand::Show { rules, json: false }) => {
            show(input::rules(&rules)?.rule_set(), language, out)
        }
        Some(RulesCommand::Show { rules, json: true }) => show_json(input::rules(&rules)?.rule_set(), out),
        Some(RulesCommand::Check { file }) => check(&input::house_rules(Path::new(&file))?, out),
    }
}

/// Prints a table with one row per rule set.
pub(super) fn list(out: &mut impl Write) -> Result<(), Failure> {
    let header =
        ["id", "board", "men per side", "first move", "men capture", "kings", "choice of capture", "name"];
    let rows: Vec<_> =
        std::iter::once(header.map(str::to_owned)).chain(variant::ALL.into_iter().map(row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    for row in &rows {
        let cells: Vec<String> = row
            .iter()
            .enumerate()
            .map(|(column, cell)| format!("{cell:width$}", width = width(column)))
            .collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}

/// Returns the cells of a rule set, in the order of the columns.
fn row(rules: Variant) -> [String; 8] {
    let squares = match rules.board.squares_in_play {
        SquaresInPlay::All => ", all squares",
        SquaresInPlay::EverySecond => "",
    };
    let backward = rules.men.captures.contains(&RelativeDirection::DiagonallyBackward);
    let straight = rules.men.captures.contains(&RelativeDirection::StraightForward);
    let captures = match (backward, straight) {
        (true, true) => "in all 8 directions",
        (true, false) => "forward and backward",
        (false, true) => "forward and sideways",
        (false, false) => "forward",
    };
    let kings = match (rules.kings.range, rules.kings.landing) {
        (Range::Short, _) => "short",
        (Range::Flying, Landing::AnySquareBehind) => "flying",
        (Range::Flying, Landing::DirectlyBehind) => "flying, land directly behind",
        (Range::Flying, _) => "flying, land directly behind kings",
    };
    let choice = if rules.capture.priority.is_empty() { "free" } else { "by priority" };
    let men = Position::initial(&Rules::from(rules)).setup().men.white.len();
    [
        rules.id.to_string(),
        format!("{}×{}{squares}", rules.board.width, rules.board.height),
        men.to_string(),
        rules.start.first_move.to_string(),
        captures.to_owned(),
        kings.to_owned(),
        choice.to_owned(),
        rules.name.to_string(),
    ]
}

/// Prints a rule set in sentences.
fn show(rules: &RuleSet, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{} ({})", rules.name_in(language), rules.id)?;
    writeln!(out, "{}", Texts::of(language).with("terminal-source", "source", rules.source_in(language)))?;
    let mut topic = None;
    for sentence in rules.sentences_in(language) {
        if topic.replace(sentence.topic) != Some(sentence.topic) {
            writeln!(out, "\n{}", sentence.topic.render(language))?;
        }
        writeln!(out, "  {}", sentence.text)?;
    }
    Ok(())
}

fn show_json(rules: &RuleSet, out: &mut impl Write) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(rules).map_err(std::io::Error::from)?;
    Ok(writeln!(out, "{json}")?)
}

/// Confirms that house rules have no conflicts.
fn check(rules: &Rules, out: &mut impl Write) -> Result<(), Failure> {
    let set = rules.rule_set();
    Ok(writeln!(out, "{}: no conflicts. {}", set.id, set.name)?)
}
