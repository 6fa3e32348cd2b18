//! Hub 1, the first version of the protocol: arguments by position instead of by name.
//!
//! The first line that only Hub 1 has identifies a client of Hub 1. From then on, the answers are Hub 1.

use draughts::Rules;

use super::line::Line;
use crate::notation::write_position;

/// Translates a line of Hub 1 to Hub 2; `None` for a line that both have, or neither. `move` is not a command of Hub 2;
/// the session plays it.
pub(super) fn translate(text: &str, rules: &Rules) -> Option<Line> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let plain = |word: &&str| !word.contains('=');
    Some(match *words.as_slice() {
        ["set", name, value] => Line::new("set-param").with("name", name).with("value", value),
        ["new"] => Line::new("new-game"),
        ["start"] => Line::new("pos").with("pos", write_position(&draughts::Position::initial(rules))),
        ["pos", position] if plain(&position) => Line::new("pos").with("pos", position),
        ["move", played] => Line::new("move").with("move", played),
        ["level", moves, time, increment] if [moves, time, increment].iter().all(plain) => Line::new("level")
            .with("moves", moves)
            .with("time", seconds(time, 1))
            .with("inc", seconds(increment, 0)),
        ["time", time] if plain(&time) => Line::new("time").with("time", seconds(time, 1)),
        ["depth", depth] => Line::new("level").with("depth", depth),
        ["go"] => Line::new("go").flag("think"),
        ["ponder"] => Line::new("go").flag("ponder"),
        ["analyse" | "analyze"] => Line::new("go").flag("analyze"),
        _ => return None,
    })
}

/// Converts milliseconds, at least `min`, to seconds. Returns text that is not a number unchanged; it is rejected
/// later.
fn seconds(text: &str, min: i64) -> String {
    match text.parse::<i64>() {
        Ok(milliseconds) => (milliseconds.max(min) as f64 / 1000.0).to_string(),
        Err(_) => text.to_owned(),
    }
}

/// Writes an answer as a line of Hub 1.
pub(super) fn write(line: &Line) -> String {
    let value = |name| line.value(name).unwrap_or("0");
    // Hub 1 has centimen and milliseconds, Hub 2 men and seconds.
    let scaled = |name, factor: f64| (value(name).parse::<f64>().unwrap_or(0.0) * factor).round() as i64;
    match line.command.as_str() {
        "info" => format!(
            "info {depth} {depth} {} {} {} {} {}",
            scaled("score", 100.0),
            value("nodes"),
            scaled("time", 1000.0),
            scaled("nps", 1e6),
            value("pv"),
            depth = value("depth"),
        ),
        "done" => match line.value("ponder") {
            Some(answer) => format!("move {} {answer}", value("move")),
            None => format!("move {}", value("move")),
        },
        "error" => format!("error {}", value("message")),
        _ => line.to_string(),
    }
}
