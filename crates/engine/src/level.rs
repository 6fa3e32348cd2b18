//! Playing levels.
//!
//! A weaker level searches less deep and adds noise to the scores, so that it sometimes plays a slightly worse move, as
//! people do. It never misses an obvious capture of several pieces.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use draughts::ruleset::Goal;
use draughts::{Game, Move};

use crate::engine::{Engine, Report};
use crate::limits::Limits;
use crate::rng::Rng;
use crate::score::Score;

/// A playing strength from 1 (a beginner) to 8 (full strength).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The limits that weaken a level.
struct SkillNoise {
    /// The depth of the search after each candidate move, in plies.
    depth: u32,
    /// The maximum error that is added to a score, in centimen.
    max_error: u64,
}

impl Level {
    /// The strongest level.
    pub const BEST: Self = Self(8);

    /// Creates a level from its number; `None` unless it is from 1 to 8.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 8 { Some(Self(number)) } else { None }
    }

    /// Returns the number of the level.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the noise of the level; `None` for the strongest.
    fn noise(self) -> Option<SkillNoise> {
        let (depth, max_error) = match self.0 {
            1 => (1, 320),
            2 => (1, 60),
            3 => (2, 50),
            4 => (3, 35),
            5 => (4, 20),
            6 => (6, 12),
            7 => (8, 6),
            _ => return None,
        };
        Some(SkillNoise { depth, max_error })
    }
}

impl Engine {
    /// Returns the move that a level plays; `None` if there is no legal move. The same `seed` gives the same move,
    /// unless the time of `limits` runs out before all moves are searched. The other limits apply only to the strongest
    /// level.
    pub fn choose(
        &self,
        game: &Game,
        level: Level,
        limits: Limits,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<Move> {
        let Some(noise) = level.noise() else {
            return self.search(game, limits, stop, |_| {}).best;
        };
        let mut rng = Rng::new(seed);
        // The search of higher levels is deep enough to refute an obvious capture.
        let candidates = if level.0 <= 3 { obvious_moves(game) } else { game.legal_moves().iter().collect() };
        if let [only] = candidates[..] {
            return Some(only.clone());
        }
        let first = candidates.first().copied();
        let start = Instant::now();
        let scored = candidates.into_iter().filter_map(|m| {
            let error = rng.next() % (noise.max_error + 1);
            let left = limits.time.map(|time| time.saturating_sub(start.elapsed()));
            let limits = Limits { time: left, ..Limits::depth(noise.depth) };
            Some((self.score_move(game, m, limits, stop)? + error as i32, m))
        });
        let best = scored.max_by_key(|(score, _)| *score);
        best.map(|(_, m)| m).or(first).cloned()
    }

    /// Returns the score of a move for the side that makes it, in centimen; `None` if the time has run out.
    fn score_move(&self, game: &Game, m: &Move, limits: Limits, stop: &AtomicBool) -> Option<i32> {
        if limits.time == Some(Duration::ZERO) {
            return None;
        }
        let mut next = game.clone();
        let side = game.position().turn();
        if next.play(m).is_err() {
            return None;
        }
        if let Some(outcome) = next.outcome() {
            return Some(match outcome.result {
                draughts::game::GameResult::Win(winner) if winner == side => crate::score::WIN,
                draughts::game::GameResult::Win(_) => -crate::score::WIN,
                _ => 0,
            });
        }
        let Report { info, .. } = self.search(&next, limits, stop, |_| {});
        info.map(|info| -Score::centimen(info.score))
    }
}

/// Returns the obvious moves: if a capture takes several pieces, the captures that take the most; otherwise all moves.
/// In losing draughts, all moves.
fn obvious_moves(game: &Game) -> Vec<&Move> {
    let legal = game.legal_moves();
    let most = legal.iter().map(|m| m.captured().len()).max().unwrap_or(0);
    let has_obvious = most > 1 && game.rules().rule_set().goal != Goal::NoMovesWins;
    legal.iter().filter(|m| !has_obvious || m.captured().len() == most).collect()
}

#[cfg(test)]
mod tests {
    use draughts::{Rules, variant};

    use super::*;
    use crate::engine::Options;

    fn engine() -> Engine {
        Engine::new(Options { mebibytes: 1, ..Options::default() }).expect("a small table")
    }

    #[test]
    fn no_level_misses_an_obvious_capture_of_several_pieces() {
        // English draughts does not require the longest capture: one takes two men, the other takes one.
        let rules = Rules::from(variant::ENGLISH);
        let game = Game::from_fen(&rules, "W:W30,21,32:B26,18,17,3,4").expect("a position");
        let stop = AtomicBool::new(false);
        for number in 1..=8 {
            let level = Level::new(number).expect("a level");
            for seed in 0..20 {
                let m = engine().choose(&game, level, Limits::depth(6), seed, &stop).expect("a move");
                assert_eq!(m.captured().len(), 2, "level {number}, seed {seed}");
            }
        }
    }

    #[test]
    fn choices_depend_on_the_seed_alone() {
        let game = Game::new(&Rules::from(variant::INTERNATIONAL));
        let stop = AtomicBool::new(false);
        let level = Level::new(1).expect("a level");
        let choice = |seed| engine().choose(&game, level, Limits::default(), seed, &stop);
        assert_eq!(choice(7), choice(7));
        let all: std::collections::HashSet<_> = (0..20).map(choice).collect();
        assert!(all.len() > 2, "{} different first moves", all.len());
    }

    #[test]
    fn levels_are_numbers_from_1_to_8() {
        assert_eq!((Level::new(0), Level::new(9)), (None, None));
        assert_eq!(Level::new(8), Some(Level::BEST));
    }
}
