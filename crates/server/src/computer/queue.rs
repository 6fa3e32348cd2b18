//! Games that wait for the computer, taken in fair turns.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::id::{AccountId, GameId};

/// Games that wait. Each opponent has a line of its own, and the lines take turns.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    more: Condvar,
}

#[derive(Default)]
struct State {
    /// Whose turn it is to be served; everybody with a line is here once.
    turns: VecDeque<Option<AccountId>>,
    lines: HashMap<Option<AccountId>, VecDeque<GameId>>,
    /// Since when each waits; a game waits once.
    waiting: HashMap<GameId, Instant>,
    closed: bool,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game waits.
    pub fn add(&self, game: GameId, opponent: Option<AccountId>) {
        let mut state = self.state();
        if state.closed || state.waiting.contains_key(&game) {
            return;
        }
        state.waiting.insert(game, Instant::now());
        let line = state.lines.entry(opponent).or_default();
        line.push_back(game);
        if line.len() == 1 {
            state.turns.push_back(opponent);
        }
        drop(state);
        self.more.notify_one();
    }

    /// The next game; waits for one. Nothing when the queue is closed.
    pub fn next(&self) -> Option<GameId> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            if let Some(game) = state.take() {
                return Some(game);
            }
            state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// How many games wait.
    pub fn len(&self) -> usize {
        self.state().waiting.len()
    }

    /// For how long the one that has waited longest has waited.
    pub fn oldest(&self) -> Duration {
        self.state().waiting.values().min().map_or(Duration::ZERO, Instant::elapsed)
    }

    /// Does none wait?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Nobody is served any more.
    pub fn close(&self) {
        self.state().closed = true;
        self.more.notify_all();
    }
}

impl State {
    fn take(&mut self) -> Option<GameId> {
        let opponent = self.turns.pop_front()?;
        let line = self.lines.get_mut(&opponent)?;
        let game = line.pop_front()?;
        if line.is_empty() {
            self.lines.remove(&opponent);
        } else {
            self.turns.push_back(opponent);
        }
        self.waiting.remove(&game);
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_with_many_games_does_not_keep_others_waiting() {
        let queue = Queue::default();
        let account = || Some(AccountId::new().expect("chance"));
        let (busy, other) = (account(), account());
        let games: Vec<GameId> = (0..4).map(|_| GameId::new().expect("chance")).collect();
        for &game in &games[..3] {
            queue.add(game, busy);
        }
        queue.add(games[3], other);
        queue.add(games[0], busy);
        assert_eq!(queue.len(), 4, "a game waits once");
        let served: Vec<_> = (0..4).filter_map(|_| queue.next()).collect();
        assert_eq!(served, [games[0], games[3], games[1], games[2]]);
        assert!(queue.is_empty() && queue.oldest() == Duration::ZERO);
        queue.close();
        assert_eq!(queue.next(), None);
    }
}
