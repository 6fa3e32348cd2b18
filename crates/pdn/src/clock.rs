//! Clock times in comments: `[%clk 0:09:58]`, `[%clock w0:10:00 B0:09:58]`.

use draughts::Color;

/// A clock time in a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Clock {
    /// The kind of the time.
    pub kind: ClockKind,
    /// The side whose clock it is; `None` for the side that has just moved.
    pub side: Option<Color>,
    /// Whether the clock is running.
    pub running: bool,
    /// The time in milliseconds.
    pub milliseconds: u64,
}

/// The kind of a clock time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ClockKind {
    /// The time left: `clk`, `clock`.
    Left,
    /// The time used for the move: `emt`.
    Move,
    /// The time used since the start of the game: `egt`.
    Game,
    /// The time on a mechanical clock: `mct`.
    Mechanical,
}

/// Returns the clock times in a comment.
#[must_use]
pub fn clocks(comment: &str) -> Vec<Clock> {
    let mut clocks = Vec::new();
    for command in comment.split("[%").skip(1) {
        let Some((command, _)) = command.split_once(']') else { continue };
        let mut words = command.split([' ', ',']).filter(|word| !word.is_empty());
        let kind = match words.next() {
            Some("clk" | "clock") => ClockKind::Left,
            Some("emt") => ClockKind::Move,
            Some("egt") => ClockKind::Game,
            Some("mct") => ClockKind::Mechanical,
            _ => continue,
        };
        clocks.extend(words.filter_map(|word| clock(word, kind)));
    }
    clocks
}

/// Parses `0:09:58`, or with the letter of a side, upper-case if that clock is running, `B0:09:58`.
fn clock(word: &str, kind: ClockKind) -> Option<Clock> {
    let (side, running) = match word.chars().next()? {
        'w' => (Some(Color::White), false),
        'W' => (Some(Color::White), true),
        'b' => (Some(Color::Black), false),
        'B' => (Some(Color::Black), true),
        _ => (None, false),
    };
    let time = if side.is_some() { &word[1..] } else { word };
    Some(Clock { kind, side, running, milliseconds: milliseconds(time)? })
}

/// Parses `[[hours:]minutes:]seconds[.fraction]`.
fn milliseconds(time: &str) -> Option<u64> {
    let (whole, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let mut seconds = 0_u64;
    for part in whole.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    let milliseconds: u64 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
    seconds.checked_mul(1000)?.checked_add(milliseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_times_are_parsed() {
        let left = |side, running, milliseconds| Clock { kind: ClockKind::Left, side, running, milliseconds };
        assert_eq!(clocks("good [%clk 0:09:58] move"), [left(None, false, 598_000)]);
        assert_eq!(
            clocks("[%clock w0:10:00 B0:09:58]"),
            [left(Some(Color::White), false, 600_000), left(Some(Color::Black), true, 598_000)]
        );
        let used = Clock { kind: ClockKind::Game, side: None, running: false, milliseconds: 9_560 };
        assert_eq!(clocks("[%eval 0.1][%egt 0:0:9.56][%depth 12]"), [used]);
        assert_eq!(clocks("[%clk soon] [%clk 99999999999999999999:0:0]"), []);
    }
}
