//! By which rules a game may have been played, and how its squares may be called.

use draughts::notation::SquareNames;
use draughts::ruleset::FirstSquare;
use draughts::{Color, Rules};

use crate::game_type;
use crate::record::Record;

/// One way to read a game: its rules and the names of its squares.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Reading {
    /// The rules.
    pub rules: Rules,
    /// The names of the squares.
    pub naming: SquareNames,
    /// Whether the names differ from those of the rule set.
    pub is_other_view: bool,
}

impl Reading {
    /// Returns the reading with the rule set's own square names.
    #[must_use]
    pub fn usual(rules: &Rules) -> Self {
        Self { naming: rules.square_names().clone(), rules: rules.clone(), is_other_view: false }
    }

    /// Returns the readings with all square names in use, the usual ones first.
    pub(crate) fn of(rules: &Rules) -> Vec<Self> {
        let usual = Self::usual(rules);
        let other = |naming: SquareNames| Self { naming, rules: rules.clone(), is_other_view: true };
        let turned = match rules.rule_set().start.first_move {
            // The standard has letters as the side sees them that begins.
            Color::Black => Some(other(usual.naming.seen_by_black())),
            Color::White => None,
        };
        let corners = [FirstSquare::BottomRight, FirstSquare::BottomLeft, FirstSquare::TopRight];
        let numbered: Vec<Self> =
            corners.into_iter().map(|corner| other(usual.naming.numbered_from(corner))).collect();
        [usual].into_iter().chain(turned).chain(numbered).collect()
    }
}

/// Returns the readings of these rule sets.
pub(crate) fn readings_of(ids: &[&str]) -> Vec<Reading> {
    ids.iter().filter_map(|id| Rules::named(id).ok()).flat_map(|rules| Reading::of(&rules)).collect()
}

/// Returns the ids of the rule sets that a game may follow, likeliest first.
pub(crate) fn likely(record: &Record) -> Vec<&'static str> {
    let by_number = || record.tag("GameType").and_then(game_type::number).and_then(game_type::by_number);
    let by_name = || record.tag("Variant").and_then(game_type::by_name);
    let tagged = record.tag("Variant").and_then(game_type::by_id).or_else(by_number).or_else(by_name);
    match tagged {
        Some(rules) => vec![rules.id()],
        None => guess(record).to_vec(),
    }
}

/// Returns the name that the tags give to the rules, if it is unknown.
pub(crate) fn unknown_rules(record: &Record) -> Option<String> {
    let unknown_variant =
        |value: &&str| game_type::by_id(value).or_else(|| game_type::by_name(value)).is_none();
    let unknown_number = |value: &&str| game_type::number(value).and_then(game_type::by_number).is_none();
    let variant = record.tag("Variant").filter(|value| !value.trim().is_empty()).filter(unknown_variant);
    let number = record.tag("GameType").filter(|value| !value.trim().is_empty()).filter(unknown_number);
    variant.or(number).map(str::to_owned)
}

/// Returns the rule sets that the squares of a game suggest, likeliest first.
fn guess(record: &Record) -> &'static [&'static str] {
    let fen = record.tag("FEN").unwrap_or("");
    let texts = record.line.moves.iter().map(|node| node.text.as_str());
    let letters = texts.clone().any(|text| text.starts_with(|c: char| c.is_ascii_alphabetic()));
    let highest = |text: &str| numbers(text).into_iter().max();
    let highest_move = texts.filter_map(highest).max().unwrap_or(0);
    if letters {
        return match highest_move {
            0..=8 => &["russian", "brazilian", "czech", "english", "pool", "italian", "spanish", "turkish"],
            9..=10 => &["international", "frisian"],
            _ => &["canadian", "international"],
        };
    }
    let first = record.line.moves.first().and_then(|node| numbers(&node.text).first().copied());
    match (highest_move.max(highest(fen).unwrap_or(0)), first, fen.starts_with(['B', 'b'])) {
        (51.., _, _) => &["canadian", "international", "english", "russian"],
        (33..=50, _, _) => &["international", "frisian", "killer", "antidraughts", "english", "russian"],
        (_, Some(1..=12), _) | (_, None, true) => &["english", "pool", "thai", "international"],
        _ => &["russian", "brazilian", "italian", "spanish", "czech", "english", "pool", "international"],
    }
}

/// Returns the numbers in a text; too many digits for one square are read in pairs.
fn numbers(text: &str) -> Vec<u32> {
    let pairs = |digits: &str| -> Vec<String> {
        match digits.len() {
            0..=3 => vec![digits.to_owned()],
            _ => digits.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair).into_owned()).collect(),
        }
    };
    let groups = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    groups.flat_map(pairs).filter_map(|digits| digits.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use draughts::variant;

    use super::*;

    #[test]
    fn the_usual_reading_comes_first() {
        for set in variant::ALL {
            let readings = Reading::of(&Rules::from(set));
            assert!(!readings[0].is_other_view && readings[1..].iter().all(|other| other.is_other_view));
        }
    }
}
