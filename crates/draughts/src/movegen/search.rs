//! Captures of several jumps, followed jump by jump.

use alloc::vec::Vec;

use super::Generator;
use super::choice::{Rank, Taken, order_matters, rank};
use super::short::Jumps;
use super::side::Side;
use super::source::{RuleSource, each_direction};
use crate::bitboard::Bitboard;
use crate::collections::Map;
use crate::direction::Direction;
use crate::geometry::Geometry;
use crate::moves::WordMove;
use crate::ruleset::{Crowning, Finish, Landing, Range, Removal, TurnBack};

/// The search for captures. It keeps those of the highest rank found so far in the list.
pub(crate) struct Search<'s, W, G, R, S> {
    generator: &'s Generator<W, G, R, S>,
    list: &'s mut Vec<WordMove<W>>,
    base: usize,
    best: Rank,
    /// The piece that captures: where it started, and whether it was a king then.
    from: W,
    king: bool,
}

/// How far a capture has come.
#[derive(Clone, Copy)]
struct Path<W> {
    at: W,
    captured: W,
    /// How many jumps, and which of them took kings (the first is the highest bit).
    jumps: u32,
    order: u64,
}

impl<W: Bitboard> Path<W> {
    #[inline(always)]
    fn from(at: W) -> Self {
        Self { at, captured: W::NONE, jumps: 0, order: 0 }
    }
}

impl<'s, W: Bitboard, G: Geometry<W>, R: RuleSource, S: Side> Search<'s, W, G, R, S> {
    #[inline(always)]
    pub(crate) fn new(generator: &'s Generator<W, G, R, S>, list: &'s mut Vec<WordMove<W>>) -> Self {
        let base = list.len();
        Self { generator, list, base, best: 0, from: W::NONE, king: false }
    }

    /// Two routes that take the same pieces between the same squares are one move.
    #[inline(always)]
    pub(crate) fn finish(self) {
        if self.list.len() - self.base > 1 {
            drop_repeated(self.list, self.base);
        }
    }

    /// Every capture of a man.
    pub(crate) fn men(&mut self, jumps: &Jumps<W>) {
        each_direction!(R, S, self.generator.rules().men_capture, |direction| {
            let landed = self.generator.landings(jumps, direction);
            self.men_landed(landed, direction);
        });
    }

    /// Every capture of a man that does not end with its first jump.
    #[inline(always)]
    pub(crate) fn men_that_go_on(&mut self, jumps: &Jumps<W>) {
        each_direction!(R, S, self.generator.rules().men_capture, |direction| {
            let landed = self.generator.landings(jumps, direction);
            let on = jumps.going_on(landed);
            self.men_landed(on, direction);
        });
    }

    #[inline(always)]
    fn men_landed(&mut self, landed: W, direction: Direction) {
        for at in landed.bits() {
            let over = self.generator.geometry.step(at, direction.opposite());
            self.from = self.generator.geometry.step(over, direction.opposite());
            self.king = false;
            let path = self.jumped(Path::from(self.from), over, at);
            self.man_goes_on(path, direction);
        }
    }

    /// Every capture of a king.
    pub(crate) fn kings(&mut self) {
        for king in self.generator.kings.bits() {
            self.from = king;
            self.king = true;
            self.king_goes_on(Path::from(king), 0);
        }
    }

    /// The squares that are free for the moving piece after these captures.
    #[inline(always)]
    fn free(&self, captured: W) -> W {
        let free = self.generator.empty | self.from;
        match self.generator.rules().removal {
            Removal::AtTheEndOfTheMove => free,
            Removal::AfterEachJump => free | captured,
        }
    }

    #[inline(always)]
    fn jumped(&self, path: Path<W>, over: W, to: W) -> Path<W> {
        let mut order = path.order;
        if order_matters(self.generator.rules()) && path.jumps < 64 {
            order |= u64::from((over & self.generator.foe_kings).any()) << (63 - path.jumps);
        }
        Path { at: to, captured: path.captured | over, jumps: path.jumps + 1, order }
    }

    /// A man has landed: it goes on, or the move ends here.
    fn man_goes_on(&mut self, path: Path<W>, came: Direction) {
        let generator = self.generator;
        let rules = generator.rules();
        let crowned = (path.at & generator.crown()).any();
        if crowned {
            match rules.crowning {
                Crowning::AtTheEndOfTheMove => {}
                Crowning::InPassingAndTheMoveEnds => return self.offer(path, true),
                Crowning::InPassingAndItGoesOn => {
                    let went_on = self.king_goes_on(path, self.closed_behind(came));
                    if !went_on || rules.finish == Finish::MayBeStopped {
                        self.offer(path, true);
                    }
                    return;
                }
            }
        }
        let targets = generator.men_targets() & !path.captured;
        let free = self.free(path.captured);
        let mut went_on = false;
        each_direction!(R, S, rules.men_capture, |direction| {
            let over = generator.geometry.step(path.at, direction) & targets;
            let to = generator.geometry.step(over, direction) & free;
            if to.any() {
                went_on = true;
                self.man_goes_on(self.jumped(path, over, to), direction);
            }
        });
        if !went_on || rules.finish == Finish::MayBeStopped {
            self.offer(path, crowned);
        }
    }

    /// A king stands here: says whether it can jump on, having offered every capture that does. `closed`
    /// has a bit for each direction that need not be looked at.
    fn king_goes_on(&mut self, path: Path<W>, closed: u8) -> bool {
        match self.generator.rules().range {
            Range::Short => self.short_king_goes_on(path),
            Range::Flying => self.flying_king_goes_on(path, closed),
        }
    }

    /// The way straight back, where it is barred after a jump in this direction.
    #[inline(always)]
    fn closed_behind(&self, came: Direction) -> u8 {
        let rules = self.generator.rules();
        let open = rules.removal == Removal::AfterEachJump && rules.turn_back == TurnBack::Allowed;
        if open { 0 } else { 1 << came.opposite() as u8 }
    }

    #[inline(always)]
    fn short_king_goes_on(&mut self, path: Path<W>) -> bool {
        let generator = self.generator;
        let targets = generator.king_targets() & !path.captured;
        let free = self.free(path.captured);
        let mut went_on = false;
        each_direction!(R, S, generator.rules().kings_capture, |direction| {
            let over = generator.geometry.step(path.at, direction) & targets;
            let to = generator.geometry.step(over, direction) & free;
            if to.any() {
                went_on = true;
                let next = self.jumped(path, over, to);
                let goes_on = self.king_goes_on(next, 0);
                if !goes_on || generator.rules().finish == Finish::MayBeStopped {
                    self.offer(next, !self.king);
                }
            }
        });
        went_on
    }

    #[inline(always)]
    fn flying_king_goes_on(&mut self, path: Path<W>, closed: u8) -> bool {
        let generator = self.generator;
        let free = self.free(path.captured);
        let walls = generator.geometry.squares() & !free;
        let targets = generator.king_targets() & !path.captured;
        let at = path.at.lowest();
        let mut went_on = false;
        each_direction!(R, S, generator.rules().kings_capture, |direction| {
            if closed >> direction as u8 & 1 == 0 {
                let over = generator.first_on_ray(at, direction, walls) & targets;
                let behind = generator.geometry.step(over, direction) & free;
                if behind.any() {
                    went_on = true;
                    self.fly_over(path, over, behind, walls, direction);
                }
            }
        });
        went_on
    }

    /// The king jumps this piece: it may land on several squares, and must choose one from which
    /// it can go on if there is one.
    fn fly_over(&mut self, path: Path<W>, over: W, behind: W, walls: W, direction: Direction) {
        let generator = self.generator;
        let landings = match generator.rules().landing {
            Landing::DirectlyBehind => behind,
            _ => generator.ray_up_to(over.lowest(), direction, walls),
        };
        let mut goes_on = false;
        for to in landings.bits() {
            // Straight on, the next piece is the same from every landing: it is met from the first.
            let known = if to == behind { 0 } else { 1 << direction as u8 };
            let next = self.jumped(path, over, to);
            goes_on |= self.flying_king_goes_on_from(next, self.closed_behind(direction) | known);
        }
        if !goes_on || generator.rules().finish == Finish::MayBeStopped {
            let last_is_king = (over & generator.foe_kings).any();
            let ends = match generator.rules().landing {
                Landing::DirectlyBehindALastKing if last_is_king => behind,
                Landing::DirectlyBehindALastKingOfSeveral if last_is_king && path.jumps > 0 => behind,
                _ => landings,
            };
            for to in ends.bits() {
                self.offer(self.jumped(path, over, to), !self.king);
            }
        }
    }

    #[inline(never)]
    fn flying_king_goes_on_from(&mut self, path: Path<W>, closed: u8) -> bool {
        self.flying_king_goes_on(path, closed)
    }

    /// A capture is complete: keep it unless a better one is known.
    fn offer(&mut self, path: Path<W>, promotes: bool) {
        let taken = Taken {
            pieces: path.jumps,
            kings: (path.captured & self.generator.foe_kings).count(),
            order: path.order,
            by_king: self.king,
        };
        let rank = rank(self.generator.rules(), taken);
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.list.truncate(self.base);
        }
        let (from, king) = (self.from, self.king);
        self.list.push(WordMove { from, to: path.at, captured: path.captured, king, promotes });
    }
}

/// Drops moves that stand in the list before, from `base` on. Should one way to make the same move
/// crown the man and another not, the player is taken to choose the crown.
fn drop_repeated<W: Bitboard>(list: &mut Vec<WordMove<W>>, base: usize) {
    if list.len() - base > MANY {
        return drop_repeated_of_many(list, base);
    }
    let mut kept = base;
    for i in base..list.len() {
        let m = list[i];
        let same = |k: &&mut WordMove<W>| k.to == m.to && k.captured == m.captured && k.from == m.from;
        if let Some(known) = list[base..kept].iter_mut().find(same) {
            known.promotes |= m.promotes;
        } else {
            list[kept] = m;
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// From how many captures on a table is quicker than comparing each with each.
const MANY: usize = 64;

#[cold]
fn drop_repeated_of_many<W: Bitboard>(list: &mut Vec<WordMove<W>>, base: usize) {
    let mut places = Map::new();
    let mut kept = base;
    for i in base..list.len() {
        let m = list[i];
        let place = *places.entry((m.from, m.to, m.captured)).or_insert(kept);
        if place == kept {
            list[kept] = m;
            kept += 1;
        } else {
            list[place].promotes |= m.promotes;
        }
    }
    list.truncate(kept);
}
