//! The state that an engine keeps from one search to the next, besides its transposition table.

use draughts::{Game, Rules};

use crate::search::History;
use crate::transposition_table::{Salt, TranspositionTable};

/// The rule set of the latest search, and the move ordering of the latest search that has ended.
#[derive(Debug, Default)]
pub(crate) struct Carryover {
    rules: Option<Rules>,
    salt: Salt,
    ended: Option<Ended>,
}

/// A search that has ended.
#[derive(Debug)]
struct Ended {
    root: Root,
    /// The histories of its threads.
    histories: Vec<History>,
}

/// The position that a search starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Root {
    /// The salt of the rule set in the transposition table.
    pub(crate) salt: Salt,
    /// The number of turns played before.
    turns: usize,
    hash: u64,
}

impl Carryover {
    /// Starts a search. Returns its root, and the histories of the latest search if that was one of the same game.
    ///
    /// If the latest search had another rule set, none of the entries in the table are found from now on: they hold for
    /// other rules.
    pub(crate) fn start(&mut self, game: &Game, table: &TranspositionTable) -> (Root, Vec<History>) {
        let rules = game.rules();
        if self.rules.as_ref() != Some(rules) && self.rules.replace(rules.clone()).is_some() {
            self.salt = self.salt.next();
            table.retire_entries();
        }
        let (turns, hash) = (game.turns().len(), game.position().zobrist_hash());
        let root = Root { salt: self.salt, turns, hash };
        let same_game = self.ended.take().filter(|ended| root.continues(&ended.root, game));
        let histories = same_game.map(|Ended { root: ended, mut histories }| {
            histories.iter_mut().for_each(|history| history.advance(turns - ended.turns));
            histories
        });
        (root, histories.unwrap_or_default())
    }

    /// Ends the search that started from this root.
    pub(crate) fn end(&mut self, root: Root, histories: Vec<History>) {
        self.ended = Some(Ended { root, histories });
    }

    /// Forgets the game.
    pub(crate) fn clear(&mut self) {
        self.ended = None;
    }
}

impl Root {
    /// Returns whether the game has passed through an earlier root, by the same rules.
    fn continues(&self, earlier: &Self, game: &Game) -> bool {
        let hash = match game.turns().get(earlier.turns) {
            Some(turn) => turn.before.zobrist_hash(),
            None => self.hash,
        };
        self.salt == earlier.salt && self.turns >= earlier.turns && hash == earlier.hash
    }
}

#[cfg(test)]
mod tests {
    use draughts::variant;

    use super::*;

    /// Starts and ends a search; returns whether it was given the histories of the one before.
    fn search(carryover: &mut Carryover, game: &Game, table: &TranspositionTable) -> bool {
        let (root, histories) = carryover.start(game, table);
        let kept = !histories.is_empty();
        carryover.end(root, vec![History::new(64, 10)]);
        kept
    }

    fn play(game: &Game, moves: &[usize]) -> Game {
        let mut game = game.clone();
        for &i in moves {
            let m = game.legal_moves()[i].clone();
            game.play(&m).expect("a legal move");
        }
        game
    }

    #[test]
    fn histories_are_kept_within_one_game() {
        let table = TranspositionTable::new(1).expect("a small table");
        let mut carryover = Carryover::default();
        let start = Game::new(&Rules::from(variant::INTERNATIONAL));
        let (first, other) = (play(&start, &[0, 0]), play(&start, &[1, 0]));
        assert!(!search(&mut carryover, &start, &table), "the first search");
        assert!(search(&mut carryover, &start, &table), "the same position");
        assert!(search(&mut carryover, &first, &table), "two plies later");
        assert!(!search(&mut carryover, &other, &table), "another game");
        assert!(!search(&mut carryover, &start, &table), "an earlier position");
        let frisian = Game::new(&Rules::from(variant::FRISIAN));
        assert!(!search(&mut carryover, &frisian, &table), "another rule set");
        carryover.clear();
        assert!(!search(&mut carryover, &frisian, &table), "cleared");
    }
}
