//! Clock times in comments: `[%clk 0:09:58]`, `[%clock w0:10:00 B0:09:58]`.

use draughts::Color;

/// A clock time in a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ClockTime {
    /// The kind of the time.
    pub kind: ClockTimeKind,
    /// The side whose clock it is; `None` for the side that has just moved.
    pub side: Option<Color>,
    /// Whether the clock is running.
    pub is_running: bool,
    /// The time in milliseconds.
    pub milliseconds: u64,
}

/// The kind of a clock time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ClockTimeKind {
    /// The time left: `clk`, `clock`.
    Remaining,
    /// The time used for the move: `emt`.
    ElapsedMove,
    /// The time used since the start of the game: `egt`.
    ElapsedGame,
    /// The time on a mechanical clock: `mct`.
    MechanicalClock,
}

/// Returns the clock times in a comment.
#[must_use]
pub fn clock_times(comment: &str) -> Vec<ClockTime> {
    let mut times = Vec::new();
    for command in comment.split("[%").skip(1) {
        let Some((command, _)) = command.split_once(']') else { continue };
        let mut words = command.split([' ', ',']).filter(|word| !word.is_empty());
        let kind = match words.next() {
            Some("clk" | "clock") => ClockTimeKind::Remaining,
            Some("emt") => ClockTimeKind::ElapsedMove,
            Some("egt") => ClockTimeKind::ElapsedGame,
            Some("mct") => ClockTimeKind::MechanicalClock,
            _ => continue,
        };
        times.extend(words.filter_map(|word| parse_clock_time(word, kind)));
    }
    times
}

/// Parses `0:09:58`, or with the letter of a side, upper-case if that clock is running, `B0:09:58`.
fn parse_clock_time(word: &str, kind: ClockTimeKind) -> Option<ClockTime> {
    let (side, is_running) = match word.chars().next()? {
        'w' => (Some(Color::White), false),
        'W' => (Some(Color::White), true),
        'b' => (Some(Color::Black), false),
        'B' => (Some(Color::Black), true),
        _ => (None, false),
    };
    let time = if side.is_some() { &word[1..] } else { word };
    Some(ClockTime { kind, side, is_running, milliseconds: parse_milliseconds(time)? })
}

/// Parses `[[hours:]minutes:]seconds[.fraction]`.
fn parse_milliseconds(time: &str) -> Option<u64> {
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
        let left = |side, is_running, milliseconds| ClockTime {
            kind: ClockTimeKind::Remaining,
            side,
            is_running,
            milliseconds,
        };
        assert_eq!(clock_times("good [%clk 0:09:58] move"), [left(None, false, 598_000)]);
        assert_eq!(
            clock_times("[%clock w0:10:00 B0:09:58]"),
            [left(Some(Color::White), false, 600_000), left(Some(Color::Black), true, 598_000)]
        );
        let used = ClockTime {
            kind: ClockTimeKind::ElapsedGame,
            side: None,
            is_running: false,
            milliseconds: 9_560,
        };
        assert_eq!(clock_times("[%eval 0.1][%egt 0:0:9.56][%depth 12]"), [used]);
        assert_eq!(clock_times("[%clk soon] [%clk 99999999999999999999:0:0]"), []);
    }
}
