//! Limits of a search as lines of the protocol.

use std::time::Duration;

use engine::Limits;

use super::line::Line;

/// `level depth=|nodes=|move-time=|[moves=] time= [inc=]|infinite`, in seconds.
pub(super) fn read(line: &Line) -> Result<Limits, String> {
    Ok(Limits {
        depth: number(line, "depth")?,
        nodes: number(line, "nodes")?,
        time: seconds(line, "move-time")?,
        clock: seconds(line, "time")?,
        increment: if is_nought(line, "inc") { None } else { seconds(line, "inc")? }.unwrap_or_default(),
        moves: if is_nought(line, "moves") { None } else { number(line, "moves")? },
    })
}

/// The same, written.
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

/// A time in seconds.
pub(super) fn seconds(line: &Line, name: &str) -> Result<Option<Duration>, String> {
    if is_nought(line, name) {
        // Nothing is left: the least there is.
        return Ok(Some(Duration::from_millis(1)));
    }
    let seconds = number::<f64>(line, name)?.map(|seconds| seconds.min(1e6));
    Ok(seconds.map(Duration::from_secs_f64))
}

fn number<T: std::str::FromStr + PartialOrd + Default>(line: &Line, name: &str) -> Result<Option<T>, String> {
    let Some(text) = line.value(name) else { return Ok(None) };
    let number = text.parse().ok().filter(|number| *number > T::default());
    number.map(Some).ok_or_else(|| format!("{name} is a number above 0, not {text:?}"))
}

/// Programs write nought where they have nothing to say.
fn is_nought(line: &Line, name: &str) -> bool {
    line.value(name).is_some_and(|text| text.parse() == Ok(0.0))
}
