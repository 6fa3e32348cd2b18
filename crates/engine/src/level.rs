//! Playing levels for people.
//!
//! A weaker level looks less far ahead, and sometimes takes a move that is a little worse than the best it sees, as
//! people do. An obvious capture of several pieces it does not refuse.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use draughts::ruleset::Goal;
use draughts::{Game, Move};

use crate::engine::{Engine, Report};
use crate::limits::Limits;
use crate::rng::Rng;
use crate::score::Score;

/// A playing strength from 1, which loses to a child, to 8, all that the engine can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What makes a level weaker.
struct SkillNoise {
    /// The depth searched after each of its moves, in plies.
    depth: u32,
    /// The most by which it misjudges a move, in centimen.
    centimen: u64,
}

impl Level {
    /// The strongest level.
    pub const BEST: Self = Self(8);

    /// Returns a level from 1 to 8; `None` for other numbers.
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
        let (depth, centimen) = match self.0 {
            1 => (1, 320),
            2 => (1, 60),
            3 => (2, 50),
            4 => (3, 35),
            5 => (4, 20),
            6 => (6, 12),
            7 => (8, 6),
            _ => return None,
        };
        Some(SkillNoise { depth, centimen })
    }
}

impl Engine {
    /// Returns the move that a level plays. The same `seed` makes the same choice, unless the time of `limits` runs out before
    /// all moves are searched; the other limits apply to the strongest level only.
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
        // Deeper levels see what is wrong with a tempting move.
        let candidates = if level.0 <= 3 { tempting(game) } else { game.legal_moves().iter().collect() };
        let first = candidates.first().copied();
        let begun = Instant::now();
        let judged = candidates.into_iter().filter_map(|m| {
            let error = rng.next() % (noise.centimen + 1);
            let left = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
            let limits = Limits { time: left, ..Limits::depth(noise.depth) };
            Some((self.judge(game, m, limits, stop)? + error as i32, m))
        });
        let best = judged.max_by_key(|(score, _)| *score);
        best.map(|(_, m)| m).or(first).cloned()
    }

    /// Returns the score of a move for the side that makes it; `None` if the time ran out.
    fn judge(&self, game: &Game, m: &Move, limits: Limits, stop: &AtomicBool) -> Option<i32> {
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

/// Returns the moves that come to mind: where a capture takes several pieces, those that take most. In losing games
/// nothing tempts.
fn tempting(game: &Game) -> Vec<&Move> {
    let legal = game.legal_moves();
    let most = legal.iter().map(|m| m.captured().len()).max().unwrap_or(0);
    let greedy = most > 1 && game.rules().rule_set().goal != Goal::NoMovesWins;
    legal.iter().filter(|m| !greedy || m.captured().len() == most).collect()
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
    fn no_level_refuses_an_obvious_capture_of_several() {
        // Any choice of captures is legal in English draughts; one takes two men, the other one.
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
    fn the_same_seed_makes_the_same_choice_and_others_vary_at_low_levels() {
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
