//! Flying kings: moves along rays up to the first piece.

use super::Generator;
use super::side::Side;
use super::sink::Sink;
use super::source::{RuleSource, each_direction};
use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::geometry::Geometry;

impl<B: Bitboard, G: Geometry<B>, R: RuleSource, S: Side> Generator<B, G, R, S> {
    /// Returns the first of `squares` on a ray from this square; empty if there is none.
    #[inline(always)]
    pub(crate) fn first_on_ray(&self, at: u32, direction: Direction, squares: B) -> B {
        let hits = self.geometry.ray(at, direction) & squares;
        if direction.is_ascending() || hits.is_empty() { hits.lowest_bit() } else { B::bit(hits.highest()) }
    }

    /// Returns the squares of a ray before the first blocker.
    #[inline(always)]
    pub(crate) fn ray_up_to(&self, at: u32, direction: Direction, blockers: B) -> B {
        let ray = self.geometry.ray(at, direction);
        let blocker = self.first_on_ray(at, direction, blockers);
        if blocker.is_empty() {
            ray
        } else {
            ray & !(blocker | self.geometry.ray(blocker.lowest(), direction))
        }
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> B {
        self.men | self.kings | self.foe_men | self.foe_kings
    }

    /// Returns whether a flying king can capture.
    #[inline(never)]
    pub(crate) fn flying_king_can_capture(&self) -> bool {
        let occupied = self.occupied();
        let targets = self.king_targets();
        let mut landings = B::NONE;
        for king in self.kings.bits() {
            let at = king.lowest();
            each_direction!(R, S, self.rules().kings_capture, |direction| {
                let over = self.first_on_ray(at, direction, occupied) & targets;
                landings |= self.geometry.step(over, direction) & self.empty;
            });
        }
        landings.any()
    }

    /// Passes the quiet moves of flying kings to the sink.
    #[inline(always)]
    pub(crate) fn slides<K: Sink<B>>(&self, kings: B, sink: &mut K) {
        let occupied = self.occupied();
        for king in kings.bits() {
            let at = king.lowest();
            let mut to = B::NONE;
            each_direction!(R, S, self.rules().kings_move, |direction| {
                to |= self.ray_up_to(at, direction, occupied);
            });
            sink.slides(king, to);
        }
    }
}
