//! Hub 1, the first version of the protocol: arguments by position instead of by name.
//!
//! The first line that only Hub 1 has shows that a client speaks it. From then on the answers are Hub 1, too.

use draughts::Rules;

use super::line::Line;
use crate::notation::write_position;

/// Translates a line of Hub 1 to Hub 2; `None` for a line that both have, or neither. `move` is no command of Hub 2: the session
/// plays it.
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

/// Converts milliseconds to seconds. An overdrawn clock has the least time; what is no number is left as it is, to be rejected
/// later.
fn seconds(text: &str, least: i64) -> String {
    match text.parse::<i64>() {
        Ok(thousandths) => (thousandths.max(least) as f64 / 1000.0).to_string(),
        Err(_) => text.to_owned(),
    }
}

/// Writes an answer as Hub 1 has it.
pub(super) fn write(line: &Line) -> String {
    let value = |name| line.value(name).unwrap_or("0");
    // Centimen and milliseconds, where Hub 2 has men and seconds.
    let times = |name, factor: f64| (value(name).parse::<f64>().unwrap_or(0.0) * factor).round() as i64;
    match line.command.as_str() {
        "info" => format!(
            "info {depth} {depth} {} {} {} {} {}",
            times("score", 100.0),
            value("nodes"),
            times("time", 1000.0),
            times("nps", 1e6),
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
