//! What a position is worth to the side to move.

use std::fmt;

/// What a position is worth to the side to move: hundredths of a man, or a win or loss in so many turns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

/// A win at once.
pub(crate) const WIN: i32 = 30_000;
/// From here on a score is a win that the search has seen to its end.
pub(crate) const SURE: i32 = WIN - 1000;
/// Greater than any score.
pub(crate) const INFINITE: i32 = WIN + 1;

impl Score {
    pub(crate) const fn new(value: i32) -> Self {
        Self(value)
    }

    /// Hundredths of a man; a sure win is worth some 300 men.
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        self.0
    }

    /// In how many turns, of both sides, the game is won (above 0) or lost (below 0), if the search has seen that.
    #[must_use]
    pub const fn turns_to_the_end(self) -> Option<i32> {
        if self.0 >= SURE {
            Some(WIN - self.0)
        } else if self.0 <= -SURE {
            Some(-WIN - self.0)
        } else {
            None
        }
    }
}

/// `+0.35`, `-1.20`, or `+#7` for a win in seven turns.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turns_to_the_end() {
            Some(turns) if self.0 > 0 => write!(f, "+#{turns}"),
            Some(turns) => write!(f, "-#{}", turns.abs()),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Score, WIN};

    #[test]
    fn scores_are_told_in_men_or_in_turns_to_the_end() {
        let told = |value| Score::new(value).to_string();
        assert_eq!([told(35), told(-120), told(0)], ["+0.35", "-1.20", "+0.00"]);
        assert_eq!([told(WIN - 7), told(4 - WIN)], ["+#7", "-#4"]);
    }
}
