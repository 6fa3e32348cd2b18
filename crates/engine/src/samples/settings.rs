//! The settings of self-play.

use draughts::Rules;
use draughts::ruleset::{Goal, RuleSet};

use crate::network::NetworkChoice;
use crate::score::Scale;

/// The nodes of the search that rejects openings: enough to see a piece that is lost at once.
pub(super) const OPENING_NODES: u64 = 500;
/// The greatest score of an opening for either side, in centimen: two men. Beyond it, games are decided and teach
/// little; within it, the evaluation learns what an advantage is worth.
pub(super) const MAX_OPENING_SCORE: i32 = 200;
/// Random moves are played while at least this many pieces are on the board. With fewer, one move decides most games.
pub(super) const MIN_RANDOM_MOVE_PIECES: usize = 9;
/// The greatest change of the score by a random move, in centimen, that leaves the earlier samples in the file. After a
/// greater one, the result no longer says what the earlier positions were worth.
pub(super) const MAX_RANDOM_MOVE_SCORE_CHANGE: i32 = 50;
/// A game is won when both sides agree for `WIN_PLIES` plies on winning chances of at least this, in per cent: such an
/// advantage is rarely lost again, but takes many moves to win.
const MIN_WIN_PERCENT: u32 = 98;
/// The logit of `MIN_WIN_PERCENT` in thousandths, rounded up: ln(98 / 2). An integer, so that every processor adjudicates
/// alike.
const MIN_WIN_LOGIT: i32 = 3892;
/// The score that wins by the hand-made evaluation, which has no scale, in centimen.
const MIN_HAND_MADE_WIN_SCORE: i32 = 600;
/// The number of consecutive plies with a winning score: two moves of each side, so that no exchange of pieces is
/// pending.
pub(super) const WIN_PLIES: u32 = 4;
/// A game with kings on both sides is a draw when it has at most this many pieces and keeps a score of at most
/// `MAX_DRAW_SCORE` for `DRAW_PLIES` plies. Its draw rule would end it much later.
pub(super) const MAX_DRAW_PIECES: usize = 6;
/// The greatest score, in centimen, of a position that counts as a draw.
pub(super) const MAX_DRAW_SCORE: i32 = 10;
/// The number of consecutive plies with `MAX_DRAW_SCORE`.
pub(super) const DRAW_PLIES: u32 = 20;
/// Plies before this one do not count towards `DRAW_PLIES`.
pub(super) const MIN_DRAW_PLY: usize = 60;
/// The maximum number of plies of a game; a longer game is a draw.
pub(super) const MAX_PLIES: usize = 300;

/// The settings of self-play. The same settings give the same games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The number of nodes searched for each move.
    pub nodes: u64,
    /// The seed of the openings and of the random moves.
    pub seed: u64,
    /// The probability of a random move after the opening, in per cent.
    pub random_moves: u8,
}

impl Settings {
    /// Returns all settings except the nodes and the seed, as text for the header of a file.
    #[must_use]
    pub fn to_text(&self, rules: &Rules, network: &NetworkChoice) -> String {
        let (min, max) = opening_plies(rules);
        let rule_set = rules.rule_set();
        let scale = network.scale(rule_set);
        let win = match (min_win_score(rule_set, scale), scale) {
            (Some(score), Some(_)) => format!("{score} win-chance={MIN_WIN_PERCENT}%"),
            (Some(score), None) => score.to_string(),
            (None, _) => "proven".to_owned(),
        };
        format!(
            "opening-plies={min}-{max} opening-score={MAX_OPENING_SCORE} opening-nodes={OPENING_NODES} \
             random-moves={}% random-move-pieces={MIN_RANDOM_MOVE_PIECES} \
             random-move-change={MAX_RANDOM_MOVE_SCORE_CHANGE} win-score={win} win-plies={WIN_PLIES} \
             draw-pieces={MAX_DRAW_PIECES} draw-score={MAX_DRAW_SCORE} \
             draw-plies={DRAW_PLIES} min-draw-ply={MIN_DRAW_PLY} max-plies={MAX_PLIES} \
             network={network}",
            self.random_moves
        )
    }
}

/// Returns the least and the greatest number of random moves at the start of a game: 6 to 20 on 10×10, 4 to 12 on 8×8.
pub(super) fn opening_plies(rules: &Rules) -> (u64, u64) {
    let squares = rules.square_names().len() as u64;
    (squares / 8, squares * 2 / 5)
}

/// Returns the least score in centimen of a game that is won; `None` if only a proven win is. Without a scale, the goal of
/// losing all pieces has none: a side that is ahead often still has to take pieces.
pub(super) fn min_win_score(rules: &RuleSet, scale: Option<Scale>) -> Option<i32> {
    match (scale, rules.goal) {
        (Some(scale), _) => Some((i32::from(scale.centimen()) * MIN_WIN_LOGIT + 999) / 1000),
        (None, Goal::NoMovesWins) => None,
        (None, Goal::NoMovesLoses | Goal::FirstKingWins) => Some(MIN_HAND_MADE_WIN_SCORE),
    }
}

#[cfg(test)]
mod tests {
    use draughts::variant;

    use super::*;
    use crate::score::Score;

    #[test]
    fn scores_that_win_have_winning_chances_of_98_percent() {
        for set in variant::ALL {
            let rules = set.rule_set();
            let scale = NetworkChoice::Embedded.scale(rules).expect("an embedded network");
            let score = min_win_score(rules, Some(scale)).expect("a score");
            let chance = |score| 100.0 * scale.winning_chance(Score::new(score));
            let least = f64::from(MIN_WIN_PERCENT);
            assert!(chance(score) >= least && chance(score - 1) < least + 0.1, "{}: {score}", set.id);
        }
        let hand_made = |set: draughts::Variant| min_win_score(set.rule_set(), None);
        assert_eq!(hand_made(variant::INTERNATIONAL), Some(600));
        assert_eq!((hand_made(variant::ANTIDRAUGHTS), hand_made(variant::PODDAVKI)), (None, None));
    }
}
