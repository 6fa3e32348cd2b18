//! The static evaluation, the same for all rule sets: material and a few positional features.

mod evaluator;
mod weights;

use draughts::ruleset::{Goal, Landing, Range};
use draughts::{Bitboard, ByColor, Color, Direction, Generated, Layout, Referee, State};

pub(crate) use evaluator::Evaluator;
pub(crate) use weights::Weights;

/// The evaluation for a rule set: material, advance, back row, centre, balance and mobility.
pub(crate) struct Evaluation<W: Bitboard> {
    weights: Weights,
    /// The value of a king under the rule set, in centimen.
    king: i32,
    goal: Goal,
    layout: Layout<W>,
    sides: ByColor<SideMasks<W>>,
    centre: W,
    left: W,
    right: W,
}

/// The masks and directions of one side.
struct SideMasks<W> {
    /// The squares whose distance from the back row has this bit set. One population count for each bit gives the sum
    /// of the distances of all men.
    distance: [W; DISTANCE_BITS],
    back_row: W,
    /// The row before the king row.
    nearly_crowned: W,
    /// The directions in which men step.
    steps: Vec<Direction>,
}

/// The number of bits of the largest distance, which is less than 16 on every board.
const DISTANCE_BITS: usize = 4;

impl<W: Generated> Evaluation<W> {
    /// Creates the evaluation for the rules and the board of a referee.
    pub(crate) fn new(referee: &Referee<W>, weights: &Weights) -> Self {
        let rules = referee.rule_set();
        let width = usize::from(rules.board.width);
        let shape = referee.layout().shape();
        let mask = |of: &dyn Fn(usize, usize) -> bool| {
            let cells =
                (0..usize::from(shape.height)).flat_map(|row| (0..width).map(move |column| (row, column)));
            let chosen = cells.filter(|&(row, column)| shape.is_played(row, column) && of(row, column));
            chosen.fold(W::NONE, |mask, (row, column)| mask | W::bit(shape.bit(row, column) as u32))
        };
        let king = match (rules.kings.range, rules.kings.landing) {
            (Range::Short, _) => weights.short_king,
            (Range::Flying, Landing::DirectlyBehind) => weights.king_that_stops_behind,
            (Range::Flying, _) => weights.flying_king,
        };
        let last = usize::from(rules.board.height) - 1;
        let side = |color: Color| {
            let distance = move |row: usize| if color == Color::White { last - row } else { row };
            SideMasks {
                distance: std::array::from_fn(|bit| mask(&|row, _| distance(row) >> bit & 1 == 1)),
                back_row: mask(&|row, _| distance(row) == 0),
                nearly_crowned: mask(&|row, _| distance(row) + 1 == last),
                steps: rules.men.moves.iter().flat_map(|way| way.directions(color)).copied().collect(),
            }
        };
        Self {
            weights: *weights,
            king,
            goal: rules.goal,
            layout: referee.layout().clone(),
            sides: ByColor { white: side(Color::White), black: side(Color::Black) },
            centre: mask(&|_, column| (width / 4..width - width / 4).contains(&column)),
            left: mask(&|_, column| column < width / 2),
            right: mask(&|_, column| column >= width.div_ceil(2)),
        }
    }

    /// Returns the score of a position for the side to move, in centimen.
    #[inline]
    pub(crate) fn evaluate(&self, state: &State<W>) -> i32 {
        let (own, opponent) = (state.turn(), !state.turn());
        let pieces = state.pieces();
        let score = self.side(state, own) - self.side(state, opponent);
        let score = match self.goal {
            Goal::NoMovesLoses | Goal::FirstKingWins => score,
            // Fewer pieces and moves are better in losing draughts.
            Goal::NoMovesWins => -score,
        };
        let is_drawish = pieces.kings.white.any()
            && pieces.kings.black.any()
            && pieces.all().count() <= self.weights.few_pieces;
        let score = if is_drawish { score * self.weights.drawish_percent / 100 } else { score };
        score + self.weights.turn
    }

    /// Returns the sum of the features of one side, in centimen.
    #[inline]
    fn side(&self, state: &State<W>, color: Color) -> i32 {
        let (weights, side) = (&self.weights, &self.sides[color]);
        let (men, kings) = (state.pieces().men[color], state.pieces().kings[color]);
        let count = |set: W| set.count() as i32;
        let mut score = weights.man * count(men) + self.king * count(kings);
        for (bit, &squares) in side.distance.iter().enumerate() {
            score += (weights.advance << bit) * count(men & squares);
        }
        score += weights.nearly_crowned * count(men & side.nearly_crowned);
        score += weights.back_row * count(men & side.back_row);
        score += weights.centre * count((men | kings) & self.centre);
        let occupied = state.pieces().all();
        for &direction in &side.steps {
            score += weights.mobility * count(self.layout.step(men, direction) & !occupied);
        }
        score - weights.balance * (count(men & self.left) - count(men & self.right)).abs()
    }
}
