//! The settings of self-play.

use draughts::Rules;

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
/// A game is won when both sides agree for `WIN_PLIES` plies on a score of at least this, in centimen: such an
/// advantage is not lost again, but takes many moves to win.
pub(super) const MIN_WIN_SCORE: i32 = 600;
/// The number of consecutive plies with `MIN_WIN_SCORE`: two moves of each side, so that no exchange of pieces is
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
    pub fn to_text(&self, rules: &Rules) -> String {
        let (min, max) = opening_plies(rules);
        format!(
            "opening-plies={min}-{max} opening-score={MAX_OPENING_SCORE} opening-nodes={OPENING_NODES} \
             random-moves={}% random-move-pieces={MIN_RANDOM_MOVE_PIECES} \
             random-move-change={MAX_RANDOM_MOVE_SCORE_CHANGE} win-score={MIN_WIN_SCORE} win-plies={WIN_PLIES} \
             draw-pieces={MAX_DRAW_PIECES} draw-score={MAX_DRAW_SCORE} \
             draw-plies={DRAW_PLIES} min-draw-ply={MIN_DRAW_PLY} max-plies={MAX_PLIES}",
            self.random_moves
        )
    }
}

/// Returns the least and the greatest number of random moves at the start of a game: 6 to 20 on 10×10, 4 to 12 on 8×8.
pub(super) fn opening_plies(rules: &Rules) -> (u64, u64) {
    let squares = rules.square_names().len() as u64;
    (squares / 8, squares * 2 / 5)
}
