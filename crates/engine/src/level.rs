//! Playing levels for people.
//!
//! A weaker level looks less far ahead, and sometimes takes a move that is a little worse than the best it sees, as
//! people do. An obvious capture of several pieces it does not refuse.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use draughts::ruleset::Goal;
use draughts::{Event, Game, Move};

use crate::chance::Chance;
use crate::engine::{Engine, Report};
use crate::limits::Limits;
use crate::score::Score;

/// How well the engine plays: 1 loses to a child, 8 is all it can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What a level sees and overlooks.
struct Sight {
    /// How deep it looks after each of its moves.
    depth: u32,
    /// By how much, at the most, it misjudges a move.
    blur: u64,
}

impl Level {
    /// The best there is.
    pub const BEST: Self = Self(8);

    /// Level 1 to 8; nothing for other numbers.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 8 { Some(Self(number)) } else { None }
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Nothing for the best level, which has no limit of its own.
    fn sight(self) -> Option<Sight> {
        let (depth, blur) = match self.0 {
            1 => (1, 320),
            2 => (1, 60),
            3 => (2, 50),
            4 => (3, 35),
            5 => (4, 20),
            6 => (6, 12),
            7 => (8, 6),
            _ => return None,
        };
        Some(Sight { depth, blur })
    }
}

impl Engine {
    /// The move that a level plays. The same `seed` makes the same choice, unless the time of `limits` is up before all moves
    /// were looked at; the other limits hold for the best level.
    pub fn choose(
        &self,
        game: &Game,
        level: Level,
        limits: Limits,
        seed: u64,
        stop: &AtomicBool,
    ) -> Option<Move> {
        let Some(sight) = level.sight() else {
            return self.search(game, limits, stop, |_| {}).best;
        };
        let mut chance = Chance::new(seed);
        // Who looks further is not tempted.
        let candidates = if level.0 <= 3 { tempting(game) } else { game.legal_moves().iter().collect() };
        let first = candidates.first().copied();
        let begun = Instant::now();
        let judged = candidates.into_iter().filter_map(|m| {
            let blur = chance.next() % (sight.blur + 1);
            let left = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
            let limits = Limits { time: left, ..Limits::depth(sight.depth) };
            Some((self.judge(game, m, limits, stop)? + blur as i32, m))
        });
        let best = judged.max_by_key(|(score, _)| *score);
        best.map(|(_, m)| m).or(first).cloned()
    }

    /// What a move is worth to who makes it, seen so deep; nothing if there was no time to tell.
    fn judge(&self, game: &Game, m: &Move, limits: Limits, stop: &AtomicBool) -> Option<i32> {
        if limits.time == Some(Duration::ZERO) {
            return None;
        }
        let mut next = game.clone();
        let side = game.position().turn();
        if next.apply(Event::of(m, side)).is_err() {
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
        info.map(|info| -Score::hundredths(info.score))
    }
}

/// The moves that come to mind: of captures, where one takes several pieces, those that take most. In losing games
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
        let rules = Rules::from(&variant::ENGLISH);
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
        let game = Game::new(&Rules::from(&variant::INTERNATIONAL));
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
