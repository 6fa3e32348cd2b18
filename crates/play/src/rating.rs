//! Ratings by Glicko-2, for each family of rules and each speed.

use draughts::ruleset::{MoveRules, RuleSet};
use draughts::variant;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

use crate::game::TimeControl;

/// The deviation above which a rating is provisional.
const SETTLED: f64 = 110.0;
/// The number of days without a game after which a rating is as uncertain as that of a beginner.
const PERIOD_DAYS: f64 = 30.0;

/// A Glicko-2 rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating; a new player has 1500.
    pub rating: f64,
    /// The deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
    /// The number of rated games.
    pub games: u64,
}

impl Default for Rating {
    fn default() -> Self {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Self { rating, deviation, volatility, games: 0 }
    }
}

/// The result of a game for one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameScore {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

impl Rating {
    /// Returns whether the rating is provisional.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > SETTLED
    }

    /// Returns the rating after a number of days without a game: its deviation grows.
    #[must_use]
    pub fn after_inactivity(self, days: f64) -> Self {
        let periods = (days / PERIOD_DAYS).floor().clamp(0.0, 100.0) as u32;
        let decayed = (0..periods).fold(self.glicko(), |rating, _| decay_deviation(&rating));
        self.with(&decayed)
    }

    fn glicko(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    fn with(self, rating: &Glicko2Rating) -> Self {
        let Glicko2Rating { rating, deviation, volatility } = *rating;
        Self { rating, deviation, volatility, games: self.games }
    }
}

/// Returns both ratings after a game. The score is that of White.
#[must_use]
pub fn after_game(white: Rating, black: Rating, score: GameScore) -> (Rating, Rating) {
    let outcome = match score {
        GameScore::Win => Outcomes::WIN,
        GameScore::Draw => Outcomes::DRAW,
        GameScore::Loss => Outcomes::LOSS,
    };
    let (new_white, new_black) = glicko2(&white.glicko(), &black.glicko(), &outcome, &Glicko2Config::new());
    let count = |rating: Rating, new: &Glicko2Rating| Rating { games: rating.games + 1, ..rating.with(new) };
    (count(white, &new_white), count(black, &new_black))
}

/// Returns the pool in which a game is rated: rule sets with the same board, moves and goal, at one speed. Returns
/// `None` for house rules and for games without a time limit. A stored game may follow an older edition of a named rule
/// set, with other draw rules.
#[must_use]
pub fn pool(rules: &RuleSet, time: TimeControl) -> Option<String> {
    let named = variant::ALL.into_iter().find(|named| named.id == rules.id && same_family(named, rules))?;
    let family = variant::ALL.into_iter().find(|other| same_family(other, &named))?;
    Some(format!("{}/{}", family.id, speed(time)?))
}

/// Returns whether two rule sets differ only in notation, draw rules and conduct.
fn same_family(a: &RuleSet, b: &RuleSet) -> bool {
    MoveRules::of(a) == MoveRules::of(b)
        && a.goal == b.goal
        && (a.board.width, a.board.height, a.start.first_move)
            == (b.board.width, b.board.height, b.start.first_move)
}

/// Returns the speed, by the time that one side has for 40 moves.
#[must_use]
pub fn speed(time: TimeControl) -> Option<&'static str> {
    match time {
        TimeControl::None {} => None,
        TimeControl::Days { .. } => Some("correspondence"),
        TimeControl::Clock { initial, increment } => Some(match (initial + 40 * increment) / 60_000 {
            0..3 => "bullet",
            3..8 => "blitz",
            8..25 => "rapid",
            _ => "classical",
        }),
    }
}

#[cfg(test)]
mod tests {
    use draughts::ruleset::{KingMark, Shade};

    use super::*;

    #[test]
    fn who_wins_rises_and_who_loses_falls_and_both_become_more_certain() {
        let (new, other) = (Rating::default(), Rating::default());
        assert!(new.is_provisional());
        let (winner, loser) = after_game(new, other, GameScore::Win);
        assert!(winner.rating > 1600.0 && loser.rating < 1400.0, "{winner:?} {loser:?}");
        assert!(winner.deviation < new.deviation && winner.games == 1);
        let (same, _) = after_game(new, other, GameScore::Draw);
        assert!((same.rating - 1500.0).abs() < 1e-9);
        assert!(winner.after_inactivity(65.0).deviation > winner.deviation);
        assert_eq!(winner.after_inactivity(29.0), winner);
    }

    #[test]
    fn families_share_moves_and_goal_and_house_rules_are_not_rated() {
        let blitz = TimeControl::Clock { initial: 180_000, increment: 2000 };
        let pool_of = |id: &str, time| pool(&variant::find(id).expect("a rule set"), time);
        assert_eq!(pool_of("english", blitz), pool_of("checkers-bsn", blitz));
        assert_eq!(pool_of("dame-100", blitz), pool_of("international", blitz));
        assert_ne!(pool_of("russian", blitz), pool_of("international", blitz));
        assert_ne!(pool_of("antidraughts", blitz), pool_of("international", blitz));
        assert_eq!(pool_of("russian", blitz).as_deref(), Some("russian/blitz"));
        let days = TimeControl::Days { days: 3, vacation: 0 };
        assert_eq!(pool_of("russian", days).as_deref(), Some("russian/correspondence"));
        assert_eq!(pool_of("russian", TimeControl::UNLIMITED), None);
        // Games stored before kings had marks, and games on the light squares, stay rated.
        let mut light = variant::find("dame-100").expect("a rule set").rule_set().clone();
        light.board.shade = Shade::Light;
        assert_eq!(pool(&light, blitz), pool_of("dame-100", blitz));
        let mut crowned = variant::find("checkers-bsn").expect("a rule set").rule_set().clone();
        crowned.notation.king_mark = KingMark::Crown;
        assert_eq!(pool(&crowned, blitz), pool_of("checkers-bsn", blitz));
        let mut house = variant::find("russian").expect("a rule set").rule_set().clone();
        // A house rule never has the id of a named rule set.
        house.id = "ours".into();
        assert_eq!(pool(&house, blitz), None);
    }
}
