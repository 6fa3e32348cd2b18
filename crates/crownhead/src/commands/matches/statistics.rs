//! What a match says about who is stronger.
//!
//! Games come in pairs: the same opening with colours swapped. The five possible results of a pair (0, ½, 1, 1½, 2) are
//! counted, because the two games of a pair depend on each other: openings that favour one side cancel out.

/// How often a pair of games brought the first player so many half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Pairs(pub(super) [u32; 5]);

impl Pairs {
    pub(super) fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The mean score of a game, from 0 to 1, and the variance of the mean of a pair.
    fn mean_and_variance(&self) -> (f64, f64) {
        let count = f64::from(self.count());
        let points = |i: usize| i as f64 / 4.0;
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            self.0.iter().enumerate().map(|(i, &n)| f64::from(n) * of(points(i))).sum()
        };
        let mean = sum(&|points| points) / count;
        let variance = sum(&|points| (points - mean).powi(2)) / count;
        (mean, variance)
    }

    /// The score of the first player, from 0 to 1.
    pub(super) fn score(&self) -> f64 {
        if self.count() == 0 { 0.5 } else { self.mean_and_variance().0 }
    }

    /// The difference in Elo, and how far the truth lies from it with 95 % confidence.
    pub(super) fn elo(&self) -> (f64, f64) {
        if self.count() == 0 {
            return (0.0, f64::INFINITY);
        }
        let (mean, variance) = self.mean_and_variance();
        // Pairs that are all alike say nothing about how far they would differ.
        if variance == 0.0 {
            return (elo(mean), f64::INFINITY);
        }
        let error = 1.96 * (variance / f64::from(self.count())).sqrt();
        let (low, high) = (elo(mean - error), elo(mean + error));
        (elo(mean), (high - low) / 2.0)
    }

    /// How much likelier it is, as a logarithm, that the first player is `better` than that it is only `worse` Elo
    /// stronger. The generalised test for pairs, in its normal approximation.
    pub(super) fn likelihood(&self, worse: f64, better: f64) -> f64 {
        let (mean, variance) = match self.count() {
            0 => return 0.0,
            _ => self.mean_and_variance(),
        };
        if variance == 0.0 {
            return 0.0;
        }
        let (low, high) = (expected(worse), expected(better));
        f64::from(self.count()) * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }
}

/// The difference in Elo that a score stands for.
fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-3, 1.0 - 1e-3);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that a difference in Elo brings.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The test ends when the likelihood leaves these bounds: 5 % of wrong decisions either way.
pub(super) const BOUND: f64 = 2.944_438_979_166_44;

#[cfg(test)]
mod tests {
    use super::{BOUND, Pairs};

    #[test]
    fn equal_players_have_no_difference_and_better_ones_have_one() {
        let equal = Pairs([10, 20, 40, 20, 10]);
        assert!(equal.elo().0.abs() < 1e-9 && equal.elo().1 > 10.0);
        let better = Pairs([2, 10, 40, 30, 18]);
        assert!((better.score() - 0.63).abs() < 1e-9);
        assert!((better.elo().0 - 92.5).abs() < 0.1, "{:?}", better.elo());
    }

    #[test]
    fn the_bound_is_that_of_five_percent() {
        assert!((BOUND - (0.95_f64 / 0.05).ln()).abs() < 1e-12);
    }

    #[test]
    fn the_test_decides_for_the_truth_and_not_before_it_is_likely() {
        assert!(Pairs([2, 10, 40, 30, 18]).likelihood(0.0, 10.0) > 0.0);
        assert!(Pairs([100, 200, 400, 300, 180]).likelihood(0.0, 20.0) > BOUND);
        assert!(Pairs([180, 300, 400, 200, 100]).likelihood(0.0, 20.0) < -BOUND);
        assert_eq!(Pairs::default().likelihood(0.0, 5.0), 0.0);
    }
}
