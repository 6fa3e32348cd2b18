//! The first evaluation, one for all rule sets: material, and a few things that are good in every game.

use draughts::ruleset::{Goal, Landing, Range};
use draughts::{ByColor, Color, Generated, Referee, SquareSet, State};

use super::{Evaluation, Weights};

/// Material, advance, back row, centre and balance, weighed by what the rule set makes of them.
pub struct Material<W> {
    weights: Weights,
    king: i32,
    goal: Goal,
    /// The rows of each side, its own back row first.
    rows: ByColor<Vec<W>>,
    centre: W,
    left: W,
    right: W,
}

impl<W: Generated> Evaluation<W> for Material<W> {
    fn new(referee: &Referee<W>, weights: &Weights) -> Self {
        let rules = referee.rule_set();
        let (width, height) = (usize::from(rules.board.width), usize::from(rules.board.height));
        let naming = draughts::notation::Naming::of(rules);
        let word = |of: &dyn Fn(usize, usize) -> bool| {
            let squares = naming.squares().filter(|&square| {
                let (row, column) = naming.cell(square);
                of(row, column)
            });
            referee.layout().word(squares.collect::<SquareSet>())
        };
        let row = |row: usize| word(&|r, _| r == row);
        let king = match (rules.kings.range, rules.kings.landing) {
            (Range::Short, _) => weights.short_king,
            (Range::Flying, Landing::DirectlyBehind) => weights.king_that_stops_behind,
            (Range::Flying, _) => weights.flying_king,
        };
        Self {
            weights: *weights,
            king,
            goal: rules.goal,
            rows: ByColor {
                white: (0..height).rev().map(row).collect(),
                black: (0..height).map(row).collect(),
            },
            centre: word(&|_, column| (width / 4..width - width / 4).contains(&column)),
            left: word(&|_, column| column < width / 2),
            right: word(&|_, column| column >= width.div_ceil(2)),
        }
    }

    #[inline]
    fn evaluate(&self, state: &State<W>) -> i32 {
        let (own, foe) = (state.turn(), !state.turn());
        let pieces = state.pieces();
        let score = self.side(state, own) - self.side(state, foe);
        let score = match self.goal {
            Goal::NoMovesLoses | Goal::FirstKingWins => score,
            // Who has less to move is nearer to winning.
            Goal::NoMovesWins => -score,
        };
        let few = pieces.all().count() <= self.weights.few_pieces;
        let drawish = few && pieces.kings.white.any() && pieces.kings.black.any();
        let score = if drawish { score * self.weights.drawish_percent / 100 } else { score };
        score + self.weights.turn
    }
}

impl<W: Generated> Material<W> {
    #[inline]
    fn side(&self, state: &State<W>, color: Color) -> i32 {
        let weights = &self.weights;
        let (men, kings) = (state.pieces().men[color], state.pieces().kings[color]);
        let count = |set: W| set.count() as i32;
        let rows = &self.rows[color];
        let mut score = weights.man * count(men) + self.king * count(kings);
        let mut advanced = 0;
        for (steps, &row) in rows.iter().enumerate() {
            advanced += steps as i32 * count(men & row);
        }
        score += weights.advance * advanced;
        if let [back, .., nearly, _] = rows.as_slice() {
            score += weights.nearly_crowned * count(men & *nearly);
            score += weights.back_row * count(men & *back);
        }
        score += weights.centre * count((men | kings) & self.centre);
        score - weights.balance * (count(men & self.left) - count(men & self.right)).abs()
    }
}
