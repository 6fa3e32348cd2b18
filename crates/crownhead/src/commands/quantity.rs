//! Numbers with their nouns, in English.

/// Returns a number with its noun in the singular or plural: "1 game", "2 games".
pub(super) fn quantity(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
