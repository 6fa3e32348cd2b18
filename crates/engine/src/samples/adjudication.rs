//! Adjudication: ends games whose result is clear.

use draughts::draw::Counter;
use draughts::game::GameResult;
use draughts::ruleset::RuleSet;
use draughts::{Color, Game};

use super::settings::{
    DRAW_PLIES, MAX_DRAW_PIECES, MAX_DRAW_SCORE, MAX_PLIES, MIN_DRAW_PLY, WIN_PLIES, min_win_score,
};
use crate::score::{Scale, Score};

/// Adjudicates a game by the scores of its searches.
pub(super) struct Adjudicator {
    /// The least score that wins, in centimen; `None` if only a proven win does.
    min_win_score: Option<i32>,
    /// The side that was winning after the last search.
    winner: Option<Color>,
    /// The number of consecutive plies for which it was.
    win_plies: u32,
    /// The number of consecutive plies that looked like a draw.
    draw_plies: u32,
}

impl Adjudicator {
    /// Creates the adjudicator of a game whose searches have scores of this scale.
    pub(super) fn new(rules: &RuleSet, scale: Option<Scale>) -> Self {
        Self { min_win_score: min_win_score(rules, scale), winner: None, win_plies: 0, draw_plies: 0 }
    }

    /// Returns the result if it is clear after a search with this score for the side to move. Call it at every ply
    /// that is searched.
    pub(super) fn adjudicate(&mut self, game: &Game, score: Score) -> Option<GameResult> {
        let is_proven = score.plies_to_end().is_some();
        let score = score.centimen();
        let turn = game.position().turn();
        let is_won = is_proven || self.min_win_score.is_some_and(|min| score.abs() >= min);
        let winner = is_won.then_some(if score > 0 { turn } else { !turn });
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

    /// Returns the adjudication after searches with these scores, from White's first one on.
    fn adjudicate(id: &str, scale: Option<u16>, scores: &[i32]) -> Option<Option<GameResult>> {
        let rules = Rules::named(id).expect("a rule set");
        let game = |turn| Game::from_fen(&rules, &format!("{turn}:WK46,K47:BK5")).expect("a position");
        let [white, black] = ["W", "B"].map(game);
        let mut adjudicator = Adjudicator::new(rules.rule_set(), scale.and_then(Scale::new));
        let games = [&white, &black].into_iter().cycle();
        scores.iter().zip(games).map(|(&score, game)| adjudicator.adjudicate(game, Score::new(score))).last()
    }

    #[test]
    fn wins_need_both_sides_to_agree() {
        let run = |scores: &[i32]| adjudicate("international", None, scores);
        assert_eq!(run(&[600, -600, 29_990, -600]), Some(Some(GameResult::Win(Color::White))));
        assert_eq!(run(&[-700, 700, -700, 700]), Some(Some(GameResult::Win(Color::Black))));
        assert_eq!(run(&[600, -600, 599, -600]), Some(None), "interrupted");
        assert_eq!(run(&[600, 600, 600, 600]), Some(None), "each side sees itself winning");
        assert_eq!(run(&[0; 40]), Some(None), "too early in the game");
    }

    #[test]
    fn wins_are_adjudicated_by_winning_chances() {
        let white = Some(Some(GameResult::Win(Color::White)));
        let is_won = |id, scale, score: i32| adjudicate(id, scale, &[score, -score, score, -score]) == white;
        // A score of 600 is a winning chance of 75 % in antidraughts.
        assert!(!is_won("antidraughts", Some(538), 600) && is_won("antidraughts", Some(538), 2094));
        assert!(!is_won("international", Some(108), 420) && is_won("international", Some(108), 421));
        // Without a scale, a losing game is played until the search sees its end.
        assert!(!is_won("antidraughts", None, 28_000) && is_won("antidraughts", None, 29_990));
    }
}
