//! Captures of several jumps, found by a depth-first search.
//!
//! Many orders of jumps lead to the same state: the same piece on the same square that has captured the same pieces. A
//! search that takes long merges equal states, and ends after a fixed number of steps.

use alloc::vec::Vec;

use super::Generator;
use super::choice::{CaptureSummary, Rank, order_matters, rank};
use super::effort::{Effort, Long};
use super::short::Jumps;
use super::side::Side;
use super::source::{RuleSource, each_direction};
use super::work::CaptureWork;
use crate::bitboard::Bitboard;
use crate::collections::Map;
use crate::direction::Direction;
use crate::geometry::Geometry;
use crate::moves::BitboardMove;
use crate::ruleset::{Crowning, Finish, Landing, Range, Removal, TurnBack};

/// The search for captures. The list holds those of the highest rank found so far.
pub(crate) struct CaptureSearch<'s, B, G, R, S, E> {
    generator: &'s Generator<B, G, R, S>,
    list: &'s mut Vec<BitboardMove<B>>,
    base: usize,
    best: Rank,
    /// The origin of the capturing piece.
    from: B,
    /// Whether the capturing piece was a king at the start.
    king: bool,
    /// The number of steps that are left; negative if the search was cut off.
    steps_left: i32,
    effort: E,
}

/// The pieces whose captures are searched.
#[derive(Clone, Copy)]
pub(crate) enum Capturers {
    /// The men that continue after their first jump.
    ContinuingMen,
    /// All men.
    Men,
    /// All kings and men.
    All,
}

/// An unfinished capture.
#[derive(Clone, Copy)]
struct Path<B> {
    at: B,
    captured: B,
    /// The number of jumps.
    jumps: u32,
    /// The jumps that took kings; the first jump is the highest bit.
    king_order: u64,
}

/// How the capturing piece continues.
#[derive(Clone, Copy)]
enum By {
    Man,
    ShortKing,
    FlyingKing,
}

impl<B: Bitboard> Path<B> {
    #[inline(always)]
    fn from(at: B) -> Self {
        Self { at, captured: B::NONE, jumps: 0, king_order: 0 }
    }
}

impl<'s, B, G, R, S, E> CaptureSearch<'s, B, G, R, S, E>
where
    B: Bitboard,
    G: Geometry<B>,
    R: RuleSource,
    S: Side,
    E: Effort<B>,
{
    #[inline(always)]
    pub(crate) fn new(
        generator: &'s Generator<B, G, R, S>,
        list: &'s mut Vec<BitboardMove<B>>,
        effort: E,
    ) -> Self {
        let base = list.len();
        Self {
            generator,
            list,
            base,
            best: 0,
            from: B::NONE,
            king: false,
            steps_left: E::steps(&generator.geometry.layout().limits) as i32,
            effort,
        }
    }

    /// Searches the captures of these pieces; returns the work that it took. `jumps` are those of the men.
    #[inline(always)]
    pub(crate) fn run(&mut self, capturers: Capturers, jumps: &Jumps<B>) -> CaptureWork {
        match capturers {
            Capturers::ContinuingMen => self.continuing_men(jumps),
            Capturers::Men => self.men(jumps),
            Capturers::All => {
                self.kings();
                if jumps.jumpers(self.generator.men).any() {
                    self.men(jumps);
                }
            }
        }
        if self.list.len() - self.base > 1 {
            deduplicate(self.list, self.base);
        }
        let steps = E::steps(&self.generator.geometry.layout().limits) as i32 - self.steps_left;
        CaptureWork { steps: steps as u32, is_complete: self.steps_left >= 0 }
    }

    /// Counts a step; returns whether a state must be explored: not if it was explored before, or if the search is cut
    /// off. `place` is the square of a landing or of the piece just jumped.
    ///
    /// Of two orders of jumps that lead to the same state, the one that captures kings earlier finds all that the other
    /// can find, at no lower rank.
    #[inline(always)]
    fn must_explore(&mut self, path: Path<B>, by: By, place: B, came: Option<Direction>) -> bool {
        let from = self.from;
        let tag = || {
            let came = came.map_or(0, |direction| direction as u64 + 1);
            u64::from(from.lowest()) << 16 | u64::from(place.lowest()) << 8 | came << 2 | by as u64
        };
        self.steps_left -= 1;
        self.steps_left >= 0 && self.effort.must_explore(path.captured, path.king_order, tag)
    }

    /// Finds every capture of a man.
    fn men(&mut self, jumps: &Jumps<B>) {
        each_direction!(R, S, self.generator.rules().men_capture, |direction| {
            let landed = self.generator.landings(jumps, direction);
            self.men_landed(landed, direction);
        });
    }

    /// Finds every capture of a man that continues after its first jump.
    #[inline(always)]
    fn continuing_men(&mut self, jumps: &Jumps<B>) {
        each_direction!(R, S, self.generator.rules().men_capture, |direction| {
            let landed = self.generator.landings(jumps, direction);
            let continuing = jumps.continuing(landed);
            self.men_landed(continuing, direction);
        });
    }

    #[inline(always)]
    fn men_landed(&mut self, landed: B, direction: Direction) {
        for at in landed.bits() {
            let over = self.generator.geometry.step(at, direction.opposite());
            self.from = self.generator.geometry.step(over, direction.opposite());
            self.king = false;
            let path = self.jumped(Path::from(self.from), over, at);
            self.continue_man(path, direction);
        }
    }

    /// Finds every capture of a king.
    fn kings(&mut self) {
        for king in self.generator.kings.bits() {
            self.from = king;
            self.king = true;
            self.continue_king(Path::from(king), 0);
        }
    }

    /// Returns the squares that are free for the moving piece after these captures.
    #[inline(always)]
    fn free(&self, captured: B) -> B {
        let free = self.generator.empty | self.from;
        match self.generator.rules().removal {
            Removal::AtTheEndOfTheMove => free,
            Removal::AfterEachJump => free | captured,
        }
    }

    #[inline(always)]
    fn jumped(&self, path: Path<B>, over: B, to: B) -> Path<B> {
        let mut king_order = path.king_order;
        if order_matters(self.generator.rules()) && path.jumps < 64 {
            king_order |= u64::from((over & self.generator.foe_kings).any()) << (63 - path.jumps);
        }
        Path { at: to, captured: path.captured | over, jumps: path.jumps + 1, king_order }
    }

    /// Continues the capture of a man that has landed after a jump in direction `came`, or ends it.
    fn continue_man(&mut self, path: Path<B>, came: Direction) {
        let generator = self.generator;
        let rules = generator.rules();
        let crowned = (path.at & generator.king_row()).any();
        if crowned {
            match rules.crowning {
                Crowning::AtTheEndOfTheMove => {}
                Crowning::InPassingAndTheMoveEnds => return self.add(path, true),
                Crowning::InPassingAndItGoesOn => {
                    let continues = self.continue_king(path, self.excluded_behind(came));
                    if !continues || rules.finish == Finish::MayBeStopped {
                        self.add(path, true);
                    }
                    return;
                }
            }
        }
        let targets = generator.men_targets() & !path.captured;
        let free = self.free(path.captured);
        let mut continues = false;
        each_direction!(R, S, rules.men_capture, |direction| {
            let over = generator.geometry.step(path.at, direction) & targets;
            let to = generator.geometry.step(over, direction) & free;
            if to.any() {
                continues = true;
                let next = self.jumped(path, over, to);
                // The direction matters only to a new king, which may not turn back.
                let came = (to & generator.king_row()).any().then_some(direction);
                if self.must_explore(next, By::Man, to, came) {
                    self.continue_man(next, direction);
                }
            }
        });
        if !continues || rules.finish == Finish::MayBeStopped {
            self.add(path, crowned);
        }
    }

    /// Adds every capture that continues from here with a king; returns whether there is one. `excluded` has a bit for
    /// each direction to skip.
    fn continue_king(&mut self, path: Path<B>, excluded: u8) -> bool {
        match self.generator.rules().range {
            Range::Short => self.continue_short_king(path),
            Range::Flying => self.continue_flying_king(path, excluded),
        }
    }

    /// Returns the direction straight back as a bit, if it is excluded after a jump in direction `came`.
    #[inline(always)]
    fn excluded_behind(&self, came: Direction) -> u8 {
        let rules = self.generator.rules();
        let allowed = rules.removal == Removal::AfterEachJump && rules.turn_back == TurnBack::Allowed;
        if allowed { 0 } else { 1 << came.opposite() as u8 }
    }

    #[inline(always)]
    fn continue_short_king(&mut self, path: Path<B>) -> bool {
        let generator = self.generator;
        let targets = generator.king_targets() & !path.captured;
        let free = self.free(path.captured);
        let mut continues = false;
        each_direction!(R, S, generator.rules().kings_capture, |direction| {
            let over = generator.geometry.step(path.at, direction) & targets;
            let to = generator.geometry.step(over, direction) & free;
            if to.any() {
                continues = true;
                let next = self.jumped(path, over, to);
                if self.must_explore(next, By::ShortKing, to, None) {
                    let next_continues = self.continue_king(next, 0);
                    if !next_continues || generator.rules().finish == Finish::MayBeStopped {
                        self.add(next, !self.king);
                    }
                }
            }
        });
        continues
    }

    #[inline(always)]
    fn continue_flying_king(&mut self, path: Path<B>, excluded: u8) -> bool {
        let generator = self.generator;
        let free = self.free(path.captured);
        let blockers = generator.geometry.playing_squares() & !free;
        let targets = generator.king_targets() & !path.captured;
        let at = path.at.lowest();
        let mut continues = false;
        each_direction!(R, S, generator.rules().kings_capture, |direction| {
            if excluded >> direction as u8 & 1 == 0 {
                let over = generator.first_on_ray(at, direction, blockers) & targets;
                let behind = generator.geometry.step(over, direction) & free;
                if behind.any() {
                    continues = true;
                    self.jump_flying(path, over, behind, blockers, direction);
                }
            }
        });
        continues
    }

    /// Jumps a piece with a flying king, which must land on a square from which it can continue, if there is one.
    fn jump_flying(&mut self, path: Path<B>, over: B, behind: B, blockers: B, direction: Direction) {
        let generator = self.generator;
        // The landings depend on the jumped piece and the direction, not on the square before the jump.
        let jumped = self.jumped(path, over, behind);
        if !self.must_explore(jumped, By::FlyingKing, over, Some(direction)) {
            return;
        }
        let landings = match generator.rules().landing {
            Landing::DirectlyBehind => behind,
            _ => generator.ray_up_to(over.lowest(), direction, blockers),
        };
        self.steps_left -= E::further_steps(landings);
        let mut continues = false;
        for to in landings.bits() {
            // Straight ahead the next piece is the same from every landing: search it from the first only.
            let ahead = if to == behind { 0 } else { 1 << direction as u8 };
            let next = self.jumped(path, over, to);
            continues |= self.continue_flying_king_outlined(next, self.excluded_behind(direction) | ahead);
        }
        if !continues || generator.rules().finish == Finish::MayBeStopped {
            let last_is_king = (over & generator.foe_kings).any();
            let ends = match generator.rules().landing {
                Landing::DirectlyBehindALastKing if last_is_king => behind,
                Landing::DirectlyBehindALastKingOfSeveral if last_is_king && path.jumps > 0 => behind,
                _ => landings,
            };
            for to in ends.bits() {
                self.add(self.jumped(path, over, to), !self.king);
            }
        }
    }

    #[inline(never)]
    fn continue_flying_king_outlined(&mut self, path: Path<B>, excluded: u8) -> bool {
        self.continue_flying_king(path, excluded)
    }

    /// Adds a complete capture unless one of a higher rank is known.
    fn add(&mut self, path: Path<B>, promotes: bool) {
        let capture = CaptureSummary {
            pieces: path.jumps,
            kings: (path.captured & self.generator.foe_kings).count(),
            king_order: path.king_order,
            by_king: self.king,
        };
        let rank = rank(self.generator.rules(), capture);
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.best = rank;
            self.list.truncate(self.base);
        }
        if !self.effort.has_room(self.list.len() - self.base) {
            return;
        }
        let (from, king) = (self.from, self.king);
        self.list.push(BitboardMove { from, to: path.at, captured: path.captured, king, promotes });
    }
}

/// Searches the captures of these pieces, merging equal states; returns the work that it took.
#[cold]
#[inline(never)]
pub(crate) fn search_long<B: Bitboard, G: Geometry<B>, R: RuleSource, S: Side>(
    generator: &Generator<B, G, R, S>,
    capturers: Capturers,
    list: &mut Vec<BitboardMove<B>>,
) -> CaptureWork {
    let base = list.len();
    let effort = Long::new(&generator.geometry.layout().limits);
    let mut search = CaptureSearch::new(generator, list, effort);
    let work = search.run(capturers, &generator.men_jumps());
    let (is_full, most) = (search.effort.is_full, base + generator.geometry.layout().limits.captures);
    let is_complete = work.is_complete && !is_full && list.len() <= most;
    list.truncate(most);
    CaptureWork { is_complete, ..work }
}

/// Removes duplicate moves from `base` on. If one route of a move promotes and another does not, the move promotes.
fn deduplicate<B: Bitboard>(list: &mut Vec<BitboardMove<B>>, base: usize) {
    if list.len() - base > MAP_THRESHOLD {
        return deduplicate_many(list, base);
    }
    let mut kept = base;
    for i in base..list.len() {
        let m = list[i];
        let same = |k: &&mut BitboardMove<B>| k.to == m.to && k.captured == m.captured && k.from == m.from;
        if let Some(known) = list[base..kept].iter_mut().find(same) {
            known.promotes |= m.promotes;
        } else {
            list[kept] = m;
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// The number of captures above which a map is faster than comparing all pairs.
const MAP_THRESHOLD: usize = 64;

#[cold]
fn deduplicate_many<B: Bitboard>(list: &mut Vec<BitboardMove<B>>, base: usize) {
    let mut indices = Map::new();
    let mut kept = base;
    for i in base..list.len() {
        let m = list[i];
        let index = *indices.entry((m.from, m.to, m.captured)).or_insert(kept);
        if index == kept {
            list[kept] = m;
            kept += 1;
        } else {
            list[index].promotes |= m.promotes;
        }
    }
    list.truncate(kept);
}
