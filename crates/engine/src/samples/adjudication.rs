//! Adjudication: ends games whose result is clear.

use draughts::draw::Counter;
use draughts::game::GameResult;
use draughts::{Color, Game};

use super::settings::{
    DRAW_PLIES, MAX_DRAW_PIECES, MAX_DRAW_SCORE, MAX_PLIES, MIN_DRAW_PLY, MIN_WIN_SCORE, WIN_PLIES,
};
use crate::score::Score;

/// Adjudicates a game by the scores of its searches.
#[derive(Default)]
pub(super) struct Adjudicator {
    /// The side that was winning after the last search.
    winner: Option<Color>,
    /// The number of consecutive plies for which it was.
    win_plies: u32,
    /// The number of consecutive plies that looked like a draw.
    draw_plies: u32,
}

impl Adjudicator {
    /// Returns the result if it is clear after a search with this score for the side to move. Call it at every ply
    /// that is searched.
    pub(super) fn adjudicate(&mut self, game: &Game, score: Score) -> Option<GameResult> {
        let score = score.centimen();
        let turn = game.position().turn();
        let winner = (score.abs() >= MIN_WIN_SCORE).then_some(if score > 0 { turn } else { !turn });
        self.win_plies = if winner == self.winner { self.win_plies + 1 } else { 1 };
        self.winner = winner;
        let looks_drawn =
            score.abs() <= MAX_DRAW_SCORE && game.turns().len() >= MIN_DRAW_PLY && is_ending(game);
        self.draw_plies = if looks_drawn { self.draw_plies + 1 } else { 0 };
        match winner {
            Some(winner) if self.win_plies >= WIN_PLIES => Some(GameResult::Win(winner)),
            _ if self.draw_plies >= DRAW_PLIES => Some(GameResult::Draw),
            _ => None,
        }
    }
}

/// Returns the result of a game that has ended, or that a counter ends: a draw rule can need a claim, which the engine
/// never makes.
pub(super) fn result(game: &Game) -> Option<GameResult> {
    let is_drawn = || game.turns().len() >= MAX_PLIES || game.counters().iter().any(Counter::is_reached);
    match game.outcome() {
        Some(outcome) => Some(outcome.result),
        None => is_drawn().then_some(GameResult::Draw),
    }
}

/// Returns the number of pieces on the board.
pub(super) fn pieces(game: &Game) -> usize {
    Color::ALL.into_iter().map(|color| game.position().count(color)).map(|(men, kings)| men + kings).sum()
}

/// Returns whether few pieces are left, with kings on both sides.
fn is_ending(game: &Game) -> bool {
    pieces(game) <= MAX_DRAW_PIECES && Color::ALL.into_iter().all(|color| game.position().count(color).1 > 0)
}

#[cfg(test)]
mod tests {
    use draughts::Rules;

    use super::*;

    #[test]
    fn wins_need_both_sides_to_agree() {
        let game = |turn| {
            let fen = format!("{turn}:WK46,K47:BK5");
            Game::from_fen(&Rules::named("international").expect("a rule set"), &fen).expect("a position")
        };
        let [white, black] = ["W", "B"].map(game);
        let run = |scores: &[i32]| {
            let mut adjudicator = Adjudicator::default();
            let games = [&white, &black].into_iter().cycle();
            scores
                .iter()
                .zip(games)
                .map(|(&score, game)| adjudicator.adjudicate(game, Score::new(score)))
                .last()
        };
        assert_eq!(run(&[600, -600, 29_990, -600]), Some(Some(GameResult::Win(Color::White))));
        assert_eq!(run(&[-700, 700, -700, 700]), Some(Some(GameResult::Win(Color::Black))));
        assert_eq!(run(&[600, -600, 599, -600]), Some(None), "interrupted");
        assert_eq!(run(&[600, 600, 600, 600]), Some(None), "each side sees itself winning");
        assert_eq!(run(&[0; 40]), Some(None), "too early in the game");
    }
}
