//! The job queue of this process, fair between visitors.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::job::{Job, Settlement};
use crate::slots::{FairQueue, Visitor};
use bus::queue::JobKind;
use play::id::GameId;

/// The settlement of a second job for a game that waits here already: it is delivered again later, in case the first
/// one fails.
const ALREADY_WAITING: Settlement = Settlement::Retry(Duration::from_millis(700));

/// The jobs that wait in this process. Each kind of job has its own queue and workers, so that turns and analyses do not
/// wait for each other.
#[derive(Default)]
pub(super) struct JobQueue {
    state: Mutex<State>,
    changed: Condvar,
}

/// The jobs of one kind by visitor.
type Jobs = FairQueue<Option<Visitor>, Job>;

#[derive(Default)]
struct State {
    turns: Jobs,
    analyses: Jobs,
    /// The time at which each waiting game was added. A game waits only once.
    games: HashMap<GameId, Instant>,
    closed: bool,
}

impl JobQueue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a job for `owner`. Drops it if the queue is closed, and settles it if its game waits already.
    pub(super) fn add(&self, job: Job, owner: Option<Visitor>) {
        let mut state = self.state();
        if state.closed {
            return;
        }
        match job {
            Job::Turn(game, lease) if state.games.contains_key(&game) => {
                if let Some(lease) = lease {
                    lease.settle(ALREADY_WAITING);
                }
                return;
            }
            Job::Turn(game, _) => drop(state.games.insert(game, Instant::now())),
            // Abandoned requests must not pile up behind long searches.
            Job::Analysis(_) => state.analyses.retain(|job| !job.is_abandoned()),
        }
        state.queue(job.kind()).push(owner, job);
        drop(state);
        self.changed.notify_all();
    }

    /// Waits for the next job of a kind; `None` when the queue is closed.
    pub(super) fn next(&self, kind: JobKind) -> Option<Job> {
        let mut state = self.state();
        loop {
            if let Some(job) = state.queue(kind).pop() {
                if let Job::Turn(game, _) = &job {
                    state.games.remove(game);
                }
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns the number of waiting games.
    pub(super) fn games(&self) -> usize {
        self.state().games.len()
    }

    /// Returns the longest wait of a game.
    pub(super) fn longest_wait(&self) -> Duration {
        self.state().games.values().min().map_or(Duration::ZERO, Instant::elapsed)
    }

    /// Closes the queue to new jobs and drops the waiting turns, whose leases return to the shared queue. Waiting analysis
    /// requests can still be taken.
    pub(super) fn close(&self) {
        let mut state = self.state();
        (state.turns, state.games, state.closed) = (Jobs::default(), HashMap::new(), true);
        drop(state);
        self.changed.notify_all();
    }
}

impl State {
    fn queue(&mut self, kind: JobKind) -> &mut Jobs {
        match kind {
            JobKind::Turn => &mut self.turns,
            JobKind::Analysis => &mut self.analyses,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use draughts::variant;
    use play::id::AccountId;
    use play::proposal::RulesChoice;
    use tokio::sync::oneshot;

    use super::*;
    use crate::engine_jobs::job::AnalysisJob;
    use crate::engine_jobs::messages::AnalysisOutcome;
    use crate::engine_jobs::visitors::VisitorCount;
    use crate::study::Study;
    use crate::study::request::{AnalysisKind, AnalysisRequest};

    fn turn(game: GameId) -> Job {
        Job::Turn(game, None)
    }

    fn request() -> (Job, oneshot::Receiver<AnalysisOutcome>) {
        let rules = RulesChoice::Named(variant::INTERNATIONAL.id.to_string());
        let study = Study { rules, fen: None, moves: Vec::new() };
        let request = AnalysisRequest { study, kind: AnalysisKind::Lines { count: 1, milliseconds: 10 } };
        let (reply, answer) = oneshot::channel();
        let (stop, visitor_count) = (Arc::default(), VisitorCount::default());
        (Job::Analysis(Box::new(AnalysisJob { request, stop, visitor_count, reply })), answer)
    }

    fn visitor() -> Option<Visitor> {
        Some(Visitor::Account(AccountId::new().expect("random bytes")))
    }

    #[test]
    fn visitors_take_turns() {
        let queue = JobQueue::default();
        let (busy, other) = (visitor(), visitor());
        let games: Vec<GameId> = (0..4).map(|_| GameId::new().expect("random bytes")).collect();
        for &game in &games[..3] {
            queue.add(turn(game), busy);
        }
        queue.add(turn(games[3]), other);
        queue.add(turn(games[0]), busy);
        assert_eq!(queue.games(), 4, "a game waits once");
        let served = (0..4).filter_map(|_| match queue.next(JobKind::Turn)? {
            Job::Turn(game, _) => Some(game),
            Job::Analysis(_) => None,
        });
        assert_eq!(served.collect::<Vec<_>>(), [games[0], games[3], games[1], games[2]]);
        assert_eq!((queue.games(), queue.longest_wait()), (0, Duration::ZERO));
        queue.close();
        assert!(queue.next(JobKind::Turn).is_none());
    }

    #[test]
    fn turns_and_requests_do_not_wait_for_each_other() {
        let queue = JobQueue::default();
        let (request, _answer) = request();
        for _ in 0..3 {
            queue.add(turn(GameId::new().expect("random bytes")), visitor());
        }
        queue.add(request, visitor());
        assert!(matches!(queue.next(JobKind::Analysis), Some(Job::Analysis(_))));
        assert!(matches!(queue.next(JobKind::Turn), Some(Job::Turn(..))));
        assert_eq!(queue.games(), 2);
    }

    #[test]
    fn a_closed_queue_keeps_requests_and_drops_turns() {
        let queue = JobQueue::default();
        let (waiting, mut answer) = request();
        let (late, mut refused) = request();
        queue.add(turn(GameId::new().expect("random bytes")), visitor());
        queue.add(waiting, visitor());
        queue.close();
        queue.add(late, visitor());
        assert!(queue.next(JobKind::Turn).is_none());
        let job = queue.next(JobKind::Analysis);
        assert!(job.is_some() && queue.next(JobKind::Analysis).is_none());
        assert!(matches!(answer.try_recv(), Err(oneshot::error::TryRecvError::Empty)));
        assert!(matches!(refused.try_recv(), Err(oneshot::error::TryRecvError::Closed)));
    }

    #[test]
    fn abandoned_requests_are_dropped() {
        let queue = JobQueue::default();
        let (abandoned, answer) = request();
        queue.add(abandoned, visitor());
        drop(answer);
        let (next, _answer) = request();
        queue.add(next, visitor());
        queue.close();
        let answered = std::iter::from_fn(|| queue.next(JobKind::Analysis));
        assert_eq!(answered.count(), 1);
    }
}
