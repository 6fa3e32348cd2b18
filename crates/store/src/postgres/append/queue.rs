//! The queue of waiting appends.

use std::collections::{HashMap, VecDeque};

use play::id::GameId;

/// A queue that hands out one item per game at a time. The next item of the game waits until the game is released.
pub(super) struct Queue<T> {
    /// Items that can be written now: at most one per game, and none of a game that is being written.
    ready: VecDeque<(GameId, T)>,
    /// The games that are ready or being written, with their further items.
    waiting: HashMap<GameId, VecDeque<T>>,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self { ready: VecDeque::new(), waiting: HashMap::new() }
    }
}

impl<T> Queue<T> {
    pub(super) fn push(&mut self, game: GameId, item: T) {
        match self.waiting.get_mut(&game) {
            Some(waiting) => waiting.push_back(item),
            None => {
                self.waiting.insert(game, VecDeque::new());
                self.ready.push_back((game, item));
            }
        }
    }

    /// Removes the oldest ready items, at most `limit`.
    pub(super) fn take(&mut self, limit: usize) -> Vec<(GameId, T)> {
        let count = self.ready.len().min(limit);
        self.ready.drain(..count).collect()
    }

    /// Releases a game whose item was written, so that its next item is ready.
    pub(super) fn release(&mut self, game: GameId) {
        match self.waiting.get_mut(&game).and_then(VecDeque::pop_front) {
            Some(next) => self.ready.push_back((game, next)),
            None => drop(self.waiting.remove(&game)),
        }
    }

    /// Returns the number of ready items.
    pub(super) fn ready_len(&self) -> usize {
        self.ready.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_a_game_are_written_in_order_one_at_a_time() {
        let [one, two, three] = ["a", "b", "c"].map(|letter| letter.repeat(20).parse().expect("an id"));
        let mut queue = Queue::default();
        for (game, item) in [(one, 1), (two, 2), (one, 3), (three, 4), (one, 5)] {
            queue.push(game, item);
        }
        assert_eq!(queue.take(2), [(one, 1), (two, 2)]);
        assert_eq!(queue.take(9), [(three, 4)], "the first game is being written");
        queue.release(one);
        queue.release(three);
        assert_eq!(queue.take(9), [(one, 3)]);
        queue.push(three, 6);
        queue.release(one);
        assert_eq!(queue.take(9), [(three, 6), (one, 5)]);
        for game in [one, two, three] {
            queue.release(game);
        }
        assert_eq!((queue.ready_len(), queue.waiting.len()), (0, 0), "the queue is empty");
    }
}
