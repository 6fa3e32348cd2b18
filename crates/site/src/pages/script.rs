//! What a page brings along for its script.

use maud::{Markup, PreEscaped, html};
use serde_json::{Map, Value};
use texts::Texts;

/// Texts that scripts say when they draw a board.
const BOARD_TEXTS: [&str; 8] =
    ["board", "white-man", "white-king", "black-man", "black-king", "empty", "movable", "target"];

/// Texts for a script, by their names; a text's own name has hyphens where the script's has capitals.
pub(super) fn script_texts(texts: &Texts, names: &[&str]) -> Map<String, Value> {
    let own_name = |name: &str| {
        name.chars().fold(String::new(), |own, c| {
            if c.is_uppercase() { format!("{own}-{}", c.to_lowercase()) } else { format!("{own}{c}") }
        })
    };
    let text = |name: &str| texts.for_script(&own_name(name));
    names.iter().chain(&BOARD_TEXTS).map(|name| ((*name).to_owned(), text(name).into())).collect()
}

/// The element in which the script finds what it needs.
pub(super) fn script_data(data: &Value) -> Markup {
    // It cannot end the element it stands in.
    let escaped = data.to_string().replace('<', "\\u003c");
    html! { script type="application/json" id="data" { (PreEscaped(escaped)) } }
}
