//! Search limits as `level` lines.

use std::time::Duration;

use engine::Limits;

use super::error::HubError;
use super::line::Line;

/// Parses `level depth=|nodes=|move-time=|[moves=] time= [inc=]|infinite`, times in seconds.
pub(super) fn read(line: &Line) -> Result<Limits, HubError> {
    Ok(Limits {
        depth: number(line, "depth")?,
        nodes: number(line, "nodes")?,
        time: seconds(line, "move-time")?,
        clock: seconds(line, "time")?,
        increment: if is_zero(line, "inc") { None } else { seconds(line, "inc")? }.unwrap_or_default(),
        moves: if is_zero(line, "moves") { None } else { number(line, "moves")? },
        ..Limits::default()
    })
}

/// Writes limits as a `level` line.
pub(super) fn write(limits: &Limits) -> Line {
    let mut line = Line::new("level");
    let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
    if let Some(depth) = limits.depth {
        line = line.with("depth", depth);
    }
    if let Some(nodes) = limits.nodes {
        line = line.with("nodes", nodes);
    }
    if let Some(time) = limits.time {
        line = line.with("move-time", seconds(time));
    }
    if let Some(moves) = limits.moves {
        line = line.with("moves", moves);
    }
    if let Some(clock) = limits.clock {
        line = line.with("time", seconds(clock)).with("inc", seconds(limits.increment));
    }
    if line.arguments.is_empty() { line.flag("infinite") } else { line }
}

/// Parses a time in seconds.
pub(super) fn seconds(line: &Line, name: &str) -> Result<Option<Duration>, HubError> {
    if is_zero(line, name) {
        // No time is left: use the shortest search.
        return Ok(Some(Duration::from_millis(1)));
    }
    let seconds = number::<f64>(line, name)?.map(|seconds| seconds.min(1e6));
    Ok(seconds.map(Duration::from_secs_f64))
}

fn number<T: std::str::FromStr + PartialOrd + Default>(
    line: &Line,
    name: &str,
) -> Result<Option<T>, HubError> {
    let Some(text) = line.value(name) else { return Ok(None) };
    let number = text.parse().ok().filter(|number| *number > T::default());
    number.map(Some).ok_or_else(|| HubError::NotPositive { name: name.to_owned(), value: text.to_owned() })
}

/// Returns whether an argument is 0. Clients send `inc=0` and `moves=0` for none.
fn is_zero(line: &Line, name: &str) -> bool {
    line.value(name).is_some_and(|text| text.parse() == Ok(0.0))
}
