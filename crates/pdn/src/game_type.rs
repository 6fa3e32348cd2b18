//! The `GameType` tag: `25,W,8,8,A0,0`.

use draughts::ruleset::{Corner, FirstSquare, SquareNotation};
use draughts::{Color, RuleSet, Variant, variant};

use crate::score::ScoreStyle;

/// Returns the rule sets that have a number of their own. The first 5, of the rule documents, share numbers with these.
fn numbered_variants() -> &'static [Variant] {
    &variant::ALL[5..]
}

/// Returns the rule set with a game type number.
pub(crate) fn by_number(number: u8) -> Option<Variant> {
    numbered_variants().iter().find(|rules| rules.notation.game_type == Some(number)).copied()
}

/// Parses the number at the start of the value of a tag.
pub(crate) fn number(value: &str) -> Option<u8> {
    let digits: String = value.trim().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Returns the notation of results in the standard.
pub(crate) fn score_style(rules: &RuleSet) -> ScoreStyle {
    match rules.notation.game_type {
        Some(20 | 27) => ScoreStyle::International,
        _ => ScoreStyle::Usual,
    }
}

/// Returns the value of the tag; `None` for rule sets without a number and for house rules, for which it would be
/// wrong.
pub(crate) fn value(rules: &RuleSet) -> Option<String> {
    let number =
        rules.notation.game_type.filter(|_| variant::ALL.iter().any(|named| rules.is_edition_of(named)))?;
    let first = rules.start.first_move;
    let (letter, corner) = match rules.notation.squares {
        SquareNotation::Numeric => ('N', rules.notation.first_square),
        SquareNotation::Algebraic => ('A', FirstSquare::BottomLeft),
    };
    // The corner is given from the viewpoint of the side that begins.
    let corner = match (corner, first) {
        (FirstSquare::BottomLeft, Color::White) | (FirstSquare::TopRight, Color::Black) => 0,
        (FirstSquare::BottomRight, Color::White) | (FirstSquare::TopLeft, Color::Black) => 1,
        (FirstSquare::TopLeft, Color::White) | (FirstSquare::BottomRight, Color::Black) => 2,
        (FirstSquare::TopRight, Color::White) | (FirstSquare::BottomLeft, Color::Black) => 3,
    };
    let inverted = u8::from(rules.board.lower_left_corner == Corner::Empty);
    let (width, height) = (rules.board.width, rules.board.height);
    Some(format!("{number},{},{width},{height},{letter}{corner},{inverted}", first.letter()))
}

/// Returns whether the number identifies the rule set.
pub(crate) fn is_identified_by_number(rules: &RuleSet) -> bool {
    rules.notation.game_type.and_then(by_number).is_some_and(|known| known.rule_set() == rules)
}

/// Returns the rule set with the id in a `Variant` tag.
pub(crate) fn by_id(value: &str) -> Option<Variant> {
    variant::find(value.trim()).ok()
}

/// Returns the rule set that a play site names in a `Variant` tag: a word of the value is an id or an alias.
pub(crate) fn by_name(value: &str) -> Option<Variant> {
    let value = value.trim().to_lowercase();
    if value.contains('-') {
        // Only ids of Crownhead have hyphens: this is the id of a house rule.
        return None;
    }
    let words: Vec<&str> = value.split(|c: char| !c.is_alphanumeric()).collect();
    let aliases = [
        ("anti", "antidraughts"),
        ("losing", "antidraughts"),
        ("american", "english"),
        ("checkers", "english"),
        ("standard", "international"),
    ];
    let ids = numbered_variants().iter().map(|rules| (rules.id(), rules.id()));
    let (_, id) = ids.chain(aliases).find(|(name, _)| words.contains(name))?;
    variant::find(id).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_types_are_those_of_the_standard() {
        let cases = [
            (variant::INTERNATIONAL, "20,W,10,10,N2,0"),
            (variant::ENGLISH, "21,B,8,8,N1,0"),
            (variant::ITALIAN, "22,W,8,8,N2,1"),
            (variant::RUSSIAN, "25,W,8,8,A0,0"),
            (variant::BRAZILIAN, "26,W,8,8,A0,0"),
            (variant::CANADIAN, "27,W,12,12,N2,0"),
            (variant::CZECH, "29,W,8,8,A0,0"),
            (variant::TURKISH, "30,W,8,8,A0,0"),
            (variant::FRISIAN, "40,W,10,10,N2,0"),
        ];
        for (rules, expected) in cases {
            assert_eq!(value(&rules).as_deref(), Some(expected));
            assert_eq!(number(expected).and_then(by_number), Some(rules));
        }
    }

    #[test]
    fn names_of_play_sites_are_known() {
        let cases = [
            ("American/English", Some("english")),
            ("Russian checkers", Some("russian")),
            ("American Pool Checkers", Some("pool")),
            ("International checkers", Some("international")),
            ("Frysk!", Some("frysk")),
            ("Antidraughts", Some("antidraughts")),
            ("house-english", None),
            ("Go", None),
        ];
        for (value, id) in cases {
            assert_eq!(by_name(value).map(Variant::id), id, "{value}");
        }
        assert_eq!(by_id("dame-8x8"), Some(variant::DAME_8X8));
    }
}
