//! Games that wait for the computer, taken in fair turns.

use std::collections::{HashMap, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::OwnedSemaphorePermit;

use crate::id::{AccountId, GameId};
use crate::work::Ticket;

/// A game that waits here already is looked at again so much later, in case that comes to nothing.
const WAITS: Duration = Duration::from_millis(700);

/// A game in which the computer is asked.
pub(super) struct Job {
    pub(super) game: GameId,
    /// The right to it, and the hand that took it, if it comes from the queue of all nodes.
    pub(super) right: Option<(Ticket, OwnedSemaphorePermit)>,
}

/// Games that wait. Each opponent has a line of its own, and the lines take turns.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    more: Condvar,
}

#[derive(Default)]
struct State {
    /// Whose turn it is to be served; everybody with a line is here once.
    turns: VecDeque<Option<AccountId>>,
    lines: HashMap<Option<AccountId>, VecDeque<Job>>,
    /// Since when each waits; a game waits once.
    waiting: HashMap<GameId, Instant>,
    closed: bool,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game waits.
    pub(super) fn add(&self, job: Job, opponent: Option<AccountId>) {
        let mut state = self.state();
        if state.closed || state.waiting.contains_key(&job.game) {
            if let Some((ticket, _)) = job.right {
                ticket.again(WAITS);
            }
            return;
        }
        state.waiting.insert(job.game, Instant::now());
        let line = state.lines.entry(opponent).or_default();
        line.push_back(job);
        if line.len() == 1 {
            state.turns.push_back(opponent);
        }
        drop(state);
        self.more.notify_one();
    }

    /// The next game; waits for one. Nothing when the queue is closed.
    pub(super) fn next(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.take() {
                return Some(job);
            }
            state = self.more.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// How many games wait.
    pub(super) fn len(&self) -> usize {
        self.state().waiting.len()
    }

    /// For how long the one that has waited longest has waited.
    pub(super) fn oldest(&self) -> Duration {
        self.state().waiting.values().min().map_or(Duration::ZERO, Instant::elapsed)
    }

    /// Nobody is served any more; what waits is given back.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        state.lines.clear();
        state.turns.clear();
        drop(state);
        self.more.notify_all();
    }
}

impl State {
    fn take(&mut self) -> Option<Job> {
        let opponent = self.turns.pop_front()?;
        let line = self.lines.get_mut(&opponent)?;
        let job = line.pop_front()?;
        if line.is_empty() {
            self.lines.remove(&opponent);
        } else {
            self.turns.push_back(opponent);
        }
        self.waiting.remove(&job.game);
        Some(job)
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
        let job = |game| Job { game, right: None };
        for &game in &games[..3] {
            queue.add(job(game), busy);
        }
        queue.add(job(games[3]), other);
        queue.add(job(games[0]), busy);
        assert_eq!(queue.len(), 4, "a game waits once");
        let served: Vec<_> = (0..4).filter_map(|_| queue.next()).map(|job| job.game).collect();
        assert_eq!(served, [games[0], games[3], games[1], games[2]]);
        assert_eq!((queue.len(), queue.oldest()), (0, Duration::ZERO));
        queue.close();
        assert!(queue.next().is_none());
    }
}
