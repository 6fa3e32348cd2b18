//! Data of a page for its script.

use maud::{Markup, PreEscaped, html};
use serde_json::{Map, Value};
use texts::Texts;

/// Texts that scripts use to draw a board.
const BOARD_TEXTS: [&str; 8] =
    ["board", "white-man", "white-king", "black-man", "black-king", "empty", "movable", "target"];

/// Returns texts for a script, by their names in camel case.
pub(super) fn script_texts(texts: &Texts, names: &[&str]) -> Map<String, Value> {
    let kebab_case = |name: &str| {
        name.chars().fold(String::new(), |text, c| {
            if c.is_uppercase() { format!("{text}-{}", c.to_lowercase()) } else { format!("{text}{c}") }
        })
    };
    let text = |name: &str| texts.for_script(&kebab_case(name));
    names.iter().chain(&BOARD_TEXTS).map(|name| ((*name).to_owned(), text(name).into())).collect()
}

/// Returns the element from which the script reads its data.
pub(super) fn script_data(data: &Value) -> Markup {
    // The data must not contain `</script>`.
    let escaped = data.to_string().replace('<', "\\u003c");
    html! { script type="application/json" id="data" { (PreEscaped(escaped)) } }
}
