//! Who waits to be written, and with whom.

use std::collections::{HashMap, VecDeque};

use play::id::GameId;

/// What waits. Of each game one thing at a time is written; the next waits until it is known what became of that.
pub(super) struct Queue<T> {
    /// What can be written now: of each game one at the most, and none of a game that is being written.
    ready: VecDeque<(GameId, T)>,
    /// The games that are ready or being written, and what waits for each.
    behind: HashMap<GameId, VecDeque<T>>,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Self { ready: VecDeque::new(), behind: HashMap::new() }
    }
}

impl<T> Queue<T> {
    pub(super) fn push(&mut self, game: GameId, item: T) {
        match self.behind.get_mut(&game) {
            Some(behind) => behind.push_back(item),
            None => {
                self.behind.insert(game, VecDeque::new());
                self.ready.push_back((game, item));
            }
        }
    }

    /// Takes what can be written together, the first come first, at most so many.
    pub(super) fn take(&mut self, most: usize) -> Vec<(GameId, T)> {
        let count = self.ready.len().min(most);
        self.ready.drain(..count).collect()
    }

    /// A game that was taken is written: the next may come.
    pub(super) fn release(&mut self, game: GameId) {
        match self.behind.get_mut(&game).and_then(VecDeque::pop_front) {
            Some(next) => self.ready.push_back((game, next)),
            None => drop(self.behind.remove(&game)),
        }
    }

    /// How many could be written now.
    pub(super) fn ready(&self) -> usize {
        self.ready.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_each_game_one_is_written_at_a_time_and_in_order() {
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
        assert_eq!((queue.ready(), queue.behind.len()), (0, 0), "nothing is left behind");
    }
}
