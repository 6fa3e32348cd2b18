//! Possible readings of a game: its rules and square names.

use draughts::notation::SquareNames;
use draughts::ruleset::FirstSquare;
use draughts::{Color, Rules};

use crate::game_type;
use crate::record::Record;

/// A way to read a game: its rules and the names of its squares.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Reading {
    /// The rules.
    pub rules: Rules,
    /// The names of the squares.
    pub square_names: SquareNames,
    /// Whether the square names differ from those of the rule set.
    pub has_alternative_names: bool,
}

impl Reading {
    /// Returns the reading with the square names of the rule set.
    #[must_use]
    pub fn standard(rules: &Rules) -> Self {
        Self {
            square_names: rules.square_names().clone(),
            rules: rules.clone(),
            has_alternative_names: false,
        }
    }

    /// Returns the readings with the square names of the rule set first, then with alternative names.
    pub(crate) fn all(rules: &Rules) -> Vec<Self> {
        let standard = Self::standard(rules);
        let alternative = |square_names: SquareNames| Self {
            square_names,
            rules: rules.clone(),
            has_alternative_names: true,
        };
        let seen_by_black = match rules.rule_set().start.first_move {
            // In the standard, letters are given from the viewpoint of the side that begins.
            Color::Black => Some(alternative(standard.square_names.seen_by_black())),
            Color::White => None,
        };
        let corners = [FirstSquare::BottomRight, FirstSquare::BottomLeft, FirstSquare::TopRight];
        let numbered: Vec<Self> = corners
            .into_iter()
            .map(|corner| alternative(standard.square_names.numbered_from(corner)))
            .collect();
        [standard].into_iter().chain(seen_by_black).chain(numbered).collect()
    }
}

/// Returns the readings of several rule sets.
pub(crate) fn readings_of(ids: &[&str]) -> Vec<Reading> {
    ids.iter().filter_map(|id| Rules::named(id).ok()).flat_map(|rules| Reading::all(&rules)).collect()
}

/// Returns the ids of the likely rule sets of a game, the likeliest first: that of the tags, or else a guess.
pub(crate) fn likely_rule_sets(record: &Record) -> Vec<&'static str> {
    let by_number = || record.tag("GameType").and_then(game_type::number).and_then(game_type::by_number);
    let by_name = || record.tag("Variant").and_then(game_type::by_name);
    let tagged = record.tag("Variant").and_then(game_type::by_id).or_else(by_number).or_else(by_name);
    match tagged {
        Some(rules) => vec![rules.id()],
        None => guess(record).to_vec(),
    }
}

/// Returns the name or number of the rules in the tags if it is unknown.
pub(crate) fn unknown_rules(record: &Record) -> Option<String> {
    let unknown_variant =
        |value: &&str| game_type::by_id(value).or_else(|| game_type::by_name(value)).is_none();
    let unknown_number = |value: &&str| game_type::number(value).and_then(game_type::by_number).is_none();
    let variant = record.tag("Variant").filter(|value| !value.trim().is_empty()).filter(unknown_variant);
    let number = record.tag("GameType").filter(|value| !value.trim().is_empty()).filter(unknown_number);
    variant.or(number).map(str::to_owned)
}

/// Guesses the rule set from the squares of a game. Returns the candidates, the likeliest first.
fn guess(record: &Record) -> &'static [&'static str] {
    let fen = record.tag("FEN").unwrap_or("");
    let texts = record.line.moves.iter().map(|node| node.text.as_str());
    let has_letters = texts.clone().any(|text| text.starts_with(|c: char| c.is_ascii_alphabetic()));
    let highest = |text: &str| numbers(text).into_iter().max();
    let highest_move = texts.filter_map(highest).max().unwrap_or(0);
    if has_letters {
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

/// Returns the numbers in a text. More than 3 digits are read as pairs, as in `1118`.
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
    fn standard_names_come_first() {
        for set in variant::ALL {
            let readings = Reading::all(&Rules::from(set));
            assert!(
                !readings[0].has_alternative_names
                    && readings[1..].iter().all(|reading| reading.has_alternative_names)
            );
        }
    }
}
