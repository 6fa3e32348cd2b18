//! Scores of the search.

use std::fmt;

/// The score of a position for the side to move: in centimen, or a proven win or loss in a number of plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

/// The score of a win in 0 plies.
pub(crate) const WIN: i32 = 30_000;
/// The lowest score of a proven win.
pub(crate) const PROVEN_WIN: i32 = WIN - 1000;
/// A bound above every score.
pub(crate) const INFINITE: i32 = WIN + 1;

impl Score {
    pub(crate) const fn new(value: i32) -> Self {
        Self(value)
    }

    /// Returns the score in centimen: a man is 100. A proven win in `n` plies is 30,000 − `n`, a loss `n` − 30,000.
    #[must_use]
    pub const fn centimen(self) -> i32 {
        self.0
    }

    /// Returns the number of plies to a proven win (positive) or loss (negative); `None` if neither is proven.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 >= PROVEN_WIN {
            Some(WIN - self.0)
        } else if self.0 <= -PROVEN_WIN {
            Some(-WIN - self.0)
        } else {
            None
        }
    }
}

/// The scale of the scores of a network: the score in centimen at which the winning chances are 1 / (1 + 1/e), about 73 %,
/// fitted to the results of games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scale(u16);

impl Scale {
    /// Creates a scale; `None` if it is 0.
    #[must_use]
    pub const fn new(centimen: u16) -> Option<Self> {
        if centimen > 0 { Some(Self(centimen)) } else { None }
    }

    /// Returns the scale in centimen.
    #[must_use]
    pub const fn centimen(self) -> u16 {
        self.0
    }

    /// Returns the winning chances of the side to move at a score, 0 to 1: 1 / (1 + e^(-score / scale)). A draw counts
    /// half. A proven win is 1, a proven loss 0.
    #[must_use]
    pub fn winning_chance(self, score: Score) -> f64 {
        match score.plies_to_end() {
            Some(_) if score.0 > 0 => 1.0,
            Some(_) => 0.0,
            None => 1.0 / (1.0 + (-f64::from(score.0) / f64::from(self.0)).exp()),
        }
    }
}

/// Writes the score in men (`+0.35`), or `+#7` for a win in 7 plies.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.0 > 0 => write!(f, "+#{plies}"),
            Some(plies) => write!(f, "-#{}", plies.abs()),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Scale, Score, WIN};

    #[test]
    fn winning_chances_follow_the_scale() {
        let chance = |scale, score| {
            let chance = Scale::new(scale).expect("a scale").winning_chance(Score::new(score));
            (1000.0 * chance).round() as i32
        };
        assert_eq!([chance(100, 0), chance(100, 100), chance(100, -100)], [500, 731, 269]);
        assert_eq!(
            [chance(538, 600), chance(108, 600)],
            [753, 996],
            "600 centimen are not worth the same everywhere"
        );
        assert_eq!([chance(538, WIN - 9), chance(538, 9 - WIN)], [1000, 0]);
        assert_eq!(Scale::new(0), None);
    }

    #[test]
    fn scores_are_written_in_men_or_in_plies_to_the_end() {
        let text = |value| Score::new(value).to_string();
        assert_eq!([text(35), text(-120), text(0)], ["+0.35", "-1.20", "+0.00"]);
        assert_eq!([text(WIN - 7), text(4 - WIN)], ["+#7", "-#4"]);
    }
}
