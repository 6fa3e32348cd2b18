//! The statistics of a match: results, effort, the Elo difference and the sequential probability ratio test (SPRT) of a match.
//!
//! Games are played in pairs: the same opening with colours swapped. The five possible scores of a pair are counted
//! (0, ½, 1, 1½, 2), because the two games are not independent: openings that favour one side cancel out.

use draughts::game::{Ending, GameResult};
use draughts::{Color, Game};
use engine::Report;

/// The number of pairs in which the first player scored 0, 1, 2, 3 and 4 half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pentanomial(pub(crate) [u32; 5]);

impl Pentanomial {
    /// Returns the number of pairs.
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Returns the mean score of a game, from 0 to 1, and the variance of the mean score of a pair.
    fn mean_and_variance(&self) -> (f64, f64) {
        let count = f64::from(self.count());
        let mean_of = |value: &dyn Fn(f64) -> f64| -> f64 {
            let weighted = self.0.iter().enumerate().map(|(i, &n)| f64::from(n) * value(i as f64 / 4.0));
            weighted.sum::<f64>() / count
        };
        let mean = mean_of(&|score| score);
        let variance = mean_of(&|score| (score - mean).powi(2));
        (mean, variance)
    }

    /// Returns the mean score of the first player, from 0 to 1.
    pub(super) fn mean(&self) -> f64 {
        if self.count() == 0 { 0.5 } else { self.mean_and_variance().0 }
    }

    /// Returns the Elo difference, and half the width of its 95 % confidence interval.
    pub(crate) fn elo(&self) -> (f64, f64) {
        if self.count() == 0 {
            return (0.0, f64::INFINITY);
        }
        let (mean, variance) = self.mean_and_variance();
        // Equal pairs give no estimate of the variance.
        if variance == 0.0 {
            return (elo(mean), f64::INFINITY);
        }
        let error = 1.96 * (variance / f64::from(self.count())).sqrt();
        let (low, high) = (elo(mean - error), elo(mean + error));
        (elo(mean), (high - low) / 2.0)
    }

    /// Returns the log-likelihood ratio of `elo1` against `elo0`, the Elo differences of the two hypotheses, in the
    /// normal approximation of the generalised SPRT.
    pub(super) fn llr(&self, elo0: f64, elo1: f64) -> f64 {
        let (mean, variance) = match self.count() {
            0 => return 0.0,
            _ => self.mean_and_variance(),
        };
        if variance == 0.0 {
            return 0.0;
        }
        let (low, high) = (expected_score(elo0), expected_score(elo1));
        f64::from(self.count()) * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }
}

/// Returns the Elo difference of a mean score, which is clamped because 0 and 1 have none.
fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-3, 1.0 - 1e-3);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Returns the expected score at an Elo difference.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The SPRT stops when the log-likelihood ratio leaves ± this bound: 5 % errors of either kind.
pub(super) const LLR_BOUND: f64 = 2.944_438_979_166_44;

/// The numbers of games by their result for the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct GameCounts {
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
    /// The games that were lost on time.
    pub(super) flags: u32,
}

impl GameCounts {
    /// Counts a game in which the first player has the colour `first`.
    pub(super) fn add(&mut self, game: &Game, first: Color) {
        let outcome = game.outcome();
        match outcome.map(|outcome| outcome.result) {
            Some(GameResult::Win(side)) if side == first => self.wins += 1,
            Some(GameResult::Win(_)) => self.losses += 1,
            _ => self.draws += 1,
        }
        let has_flag_fallen = outcome.is_some_and(|outcome| matches!(outcome.ending, Ending::FlagFall(_)));
        self.flags += u32::from(has_flag_fallen);
    }
}

/// The searches of a player at full strength.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Effort {
    searches: u64,
    /// The sum of the depths, in plies.
    depths: u64,
    nodes: u64,
    seconds: f64,
}

impl Effort {
    /// Returns the effort of one search.
    pub(super) fn of(report: &Report) -> Self {
        let depth = report.info.as_ref().map_or(0, |info| info.depth);
        Self { searches: 1, depths: depth.into(), nodes: report.nodes, seconds: report.time.as_secs_f64() }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.searches += other.searches;
        self.depths += other.depths;
        self.nodes += other.nodes;
        self.seconds += other.seconds;
    }

    /// Returns the average depth, in plies, and the speed, in million nodes per second; `None` without searches.
    pub(super) fn averages(&self) -> Option<(f64, f64)> {
        let depth = self.depths as f64 / self.searches as f64;
        (self.searches > 0).then(|| (depth, self.nodes as f64 / self.seconds.max(1e-9) / 1e6))
    }
}

#[cfg(test)]
mod tests {
    use super::{LLR_BOUND, Pentanomial};

    #[test]
    fn elo_is_zero_for_equal_players_only() {
        let equal = Pentanomial([10, 20, 40, 20, 10]);
        assert!(equal.elo().0.abs() < 1e-9 && equal.elo().1 > 10.0);
        let better = Pentanomial([2, 10, 40, 30, 18]);
        assert!((better.mean() - 0.63).abs() < 1e-9);
        assert!((better.elo().0 - 92.5).abs() < 0.1, "{:?}", better.elo());
    }

    #[test]
    fn llr_bound_is_for_5_percent_errors() {
        assert!((LLR_BOUND - (0.95_f64 / 0.05).ln()).abs() < 1e-12);
    }

    #[test]
    fn sprt_decides_when_the_llr_leaves_its_bounds() {
        assert!(Pentanomial([2, 10, 40, 30, 18]).llr(0.0, 10.0) > 0.0);
        assert!(Pentanomial([100, 200, 400, 300, 180]).llr(0.0, 20.0) > LLR_BOUND);
        assert!(Pentanomial([180, 300, 400, 200, 100]).llr(0.0, 20.0) < -LLR_BOUND);
        assert_eq!(Pentanomial::default().llr(0.0, 5.0), 0.0);
    }
}
