//! Kings that fly: along rays to the first piece in the way.

use super::Generator;
use super::side::Side;
use super::sink::Sink;
use super::source::{RuleSource, each_direction};
use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::geometry::Geometry;

impl<W: Bitboard, G: Geometry<W>, R: RuleSource, S: Side> Generator<W, G, R, S> {
    /// The first of these squares that a ray from this square meets; nothing if it meets none.
    #[inline(always)]
    pub(crate) fn first_on_ray(&self, at: u32, direction: Direction, squares: W) -> W {
        let met = self.geometry.ray(at, direction) & squares;
        if direction.is_ascending() || met.is_empty() { met.lowest_bit() } else { W::bit(met.highest()) }
    }

    /// The squares of a ray before the first of these.
    #[inline(always)]
    pub(crate) fn ray_up_to(&self, at: u32, direction: Direction, blockers: W) -> W {
        let ray = self.geometry.ray(at, direction);
        let wall = self.first_on_ray(at, direction, blockers);
        if wall.is_empty() { ray } else { ray & !(wall | self.geometry.ray(wall.lowest(), direction)) }
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> W {
        self.men | self.kings | self.foe_men | self.foe_kings
    }

    /// Can any flying king capture?
    #[inline(never)]
    pub(crate) fn a_flying_king_can_capture(&self) -> bool {
        let occupied = self.occupied();
        let targets = self.king_targets();
        let mut can = W::NONE;
        for king in self.kings.bits() {
            let at = king.lowest();
            each_direction!(R, S, self.rules().kings_capture, |direction| {
                let over = self.first_on_ray(at, direction, occupied) & targets;
                can |= self.geometry.step(over, direction) & self.empty;
            });
        }
        can.any()
    }

    /// Hands the quiet moves of flying kings to the sink.
    #[inline(always)]
    pub(crate) fn slides<K: Sink<W>>(&self, kings: W, sink: &mut K) {
        let occupied = self.occupied();
        for king in kings.bits() {
            let at = king.lowest();
            let mut to = W::NONE;
            each_direction!(R, S, self.rules().kings_move, |direction| {
                to |= self.ray_up_to(at, direction, occupied);
            });
            sink.slides(king, to);
        }
    }
}
