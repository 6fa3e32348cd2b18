//! Are such forces on the board?

use crate::color::Color;
use crate::notation::Naming;
use crate::position::Position;
use crate::ruleset::{Force, Forces, MainRoad};
use crate::square::SquareSet;

impl Forces {
    /// Does the position have these forces?
    #[must_use]
    pub fn hold(&self, position: &Position) -> bool {
        match self {
            Self::Against { strong, weak, main_road } => Color::ALL.into_iter().any(|side| {
                strong.fits(position.count(side))
                    && weak.fits(position.count(!side))
                    && (*main_road == MainRoad::Whoever || holds_the_main_road(position, !side))
            }),
            Self::KingsOnBothSides { least, most } => {
                let [white, black] = Color::ALL.map(|side| position.count(side));
                let pieces = white.0 + white.1 + black.0 + black.1;
                white.1 > 0 && black.1 > 0 && (usize::from(*least)..=usize::from(*most)).contains(&pieces)
            }
        }
    }
}

impl Force {
    /// Does a side with so many men and kings have this force?
    fn fits(&self, (men, kings): (usize, usize)) -> bool {
        (usize::from(self.least_pieces)..=usize::from(self.most_pieces)).contains(&(men + kings))
            && kings >= usize::from(self.least_kings)
    }
}

/// Does every piece of this side stand on the longest diagonal?
fn holds_the_main_road(position: &Position, side: Color) -> bool {
    let setup = position.setup();
    let road = Forces::main_road(&position.rules().naming());
    setup.men[side].is_subset(road) && setup.kings[side].is_subset(road)
}

impl Forces {
    /// The squares of the longest diagonal, or of the longest ones where several are equally long.
    #[must_use]
    pub fn main_road(naming: &Naming) -> SquareSet {
        // A diagonal is known by the sum or the difference of row and column.
        let cells: Vec<_> = naming.squares().map(|square| (square, naming.cell(square))).collect();
        let lines: [fn(usize, usize) -> isize; 2] =
            [|row, column| (row + column) as isize, |row, column| row as isize - column as isize];
        let mut longest = Vec::<SquareSet>::new();
        for line in lines {
            for &(_, (row, column)) in &cells {
                let on = cells.iter().filter(|(_, (r, c))| line(*r, *c) == line(row, column));
                longest.push(on.map(|&(square, _)| square).collect());
            }
        }
        let most = longest.iter().map(|line| line.len()).max().unwrap_or(0);
        longest.iter().filter(|line| line.len() == most).flat_map(|line| line.iter()).collect()
    }
}
