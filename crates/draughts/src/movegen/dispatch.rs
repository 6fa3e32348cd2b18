//! The compiled generators, and the selection of a generator for a rule set.

use alloc::vec::Vec;

use super::Generator;
use super::perft::perft;
use super::side::{Black, Side, White};
use super::sink::Collect;
use super::source::{FixedRules, RuleSource, RunTimeRules};
use super::work::CaptureWork;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::geometry::{FixedGeometry, Geometry, Layout, RunTimeGeometry, Shape};
use crate::moves::BitboardMove;
use crate::pieces::Pieces;
use crate::ruleset::{MoveRules, RuleSet};
use crate::u256::U256;
use crate::variant;

/// Adds the legal moves to the list; returns the work that it took.
type ListMoves<B> = fn(&Layout<B>, &MoveRules, &Pieces<B>, Color, &mut Vec<BitboardMove<B>>) -> CaptureWork;

/// The functions of one generator.
pub(crate) struct GeneratorFns<B: Bitboard> {
    pub(crate) legal_moves: ListMoves<B>,
    pub(crate) has_capture: fn(&Layout<B>, &MoveRules, &Pieces<B>, Color) -> bool,
    pub(crate) perft: fn(&Layout<B>, &MoveRules, &Pieces<B>, Color, u32) -> u64,
    pub(crate) is_fixed: bool,
}

/// A generator configuration: creates the geometry and the source of rules.
trait Config<B: Bitboard> {
    type Geometry<'l>: Geometry<B>;
    type Rules<'r>: RuleSource;
    const IS_FIXED: bool;

    fn geometry(layout: &Layout<B>) -> Self::Geometry<'_>;
    fn rules(rules: &MoveRules) -> Self::Rules<'_>;
}

struct Fixed<const KEY: u64, const SHAPE: u32>;

impl<B: Bitboard, const KEY: u64, const SHAPE: u32> Config<B> for Fixed<KEY, SHAPE> {
    type Geometry<'l> = FixedGeometry<'l, B, SHAPE>;
    type Rules<'r> = FixedRules<KEY>;
    const IS_FIXED: bool = true;

    fn geometry(layout: &Layout<B>) -> Self::Geometry<'_> {
        FixedGeometry(layout)
    }

    fn rules(_: &MoveRules) -> Self::Rules<'_> {
        FixedRules
    }
}

struct RunTime<const GHOSTS: bool, const STRAIGHT: bool>;

impl<B: Bitboard, const GHOSTS: bool, const STRAIGHT: bool> Config<B> for RunTime<GHOSTS, STRAIGHT> {
    type Geometry<'l> = RunTimeGeometry<'l, B, GHOSTS>;
    type Rules<'r> = RunTimeRules<'r, STRAIGHT>;
    const IS_FIXED: bool = false;

    fn geometry(layout: &Layout<B>) -> Self::Geometry<'_> {
        RunTimeGeometry(layout)
    }

    fn rules(rules: &MoveRules) -> Self::Rules<'_> {
        RunTimeRules(rules)
    }
}

impl<B: Bitboard> GeneratorFns<B> {
    const fn of<M: Config<B>>() -> Self {
        Self {
            legal_moves: |layout, rules, pieces, turn, list| match turn {
                Color::White => collect::<B, M, White>(layout, rules, pieces, list),
                Color::Black => collect::<B, M, Black>(layout, rules, pieces, list),
            },
            has_capture: |layout, rules, pieces, turn| match turn {
                Color::White => has_capture::<B, M, White>(layout, rules, pieces),
                Color::Black => has_capture::<B, M, Black>(layout, rules, pieces),
            },
            perft: |layout, rules, pieces, turn, depth| {
                let list = &mut Vec::new();
                let (geometry, rules) = (M::geometry(layout), M::rules(rules));
                match turn {
                    Color::White => perft::<B, _, _, White>(geometry, rules, pieces, depth, list),
                    Color::Black => perft::<B, _, _, Black>(geometry, rules, pieces, depth, list),
                }
            },
            is_fixed: M::IS_FIXED,
        }
    }

    const DIAGONAL: &'static Self = &Self::of::<RunTime<true, false>>();
    const WITH_STRAIGHT: &'static Self = &Self::of::<RunTime<true, true>>();
    const ALL_SQUARES: &'static Self = &Self::of::<RunTime<false, true>>();

    /// Returns the generator that takes its rules at run time, for boards of this shape.
    pub(crate) fn run_time(shape: Shape) -> &'static Self {
        match (shape.all_squares, shape.straight) {
            (true, _) => Self::ALL_SQUARES,
            (false, true) => Self::WITH_STRAIGHT,
            (false, false) => Self::DIAGONAL,
        }
    }
}

impl<B: Generated> GeneratorFns<B> {
    /// Returns the generator for these rules: the compiled one, if there is one.
    pub(crate) fn select(rules: &MoveRules, shape: Shape) -> &'static Self {
        let (key, packed) = (rules.pack(), shape.pack());
        let compiled = B::compiled().iter().find(|entry| entry.0 == key && entry.1 == packed);
        compiled.map_or_else(|| Self::run_time(shape), |entry| &entry.2)
    }
}

fn collect<B: Bitboard, M: Config<B>, S: Side>(
    layout: &Layout<B>,
    rules: &MoveRules,
    pieces: &Pieces<B>,
    list: &mut Vec<BitboardMove<B>>,
) -> CaptureWork {
    let geometry = M::geometry(layout);
    let king_row = geometry.king_row(S::COLOR);
    let generator = Generator::<B, _, _, S>::new(geometry, M::rules(rules), pieces);
    let mut collect = Collect { king_row, list, work: CaptureWork::NONE };
    generator.legal_moves(&mut collect);
    collect.work
}

fn has_capture<B: Bitboard, M: Config<B>, S: Side>(
    layout: &Layout<B>,
    rules: &MoveRules,
    pieces: &Pieces<B>,
) -> bool {
    Generator::<B, _, _, S>::new(M::geometry(layout), M::rules(rules), pieces).has_capture()
}

/// Compiles a generator for each of these rule sets and their boards.
macro_rules! compiled {
    ($bitboard:ty, $($rules:ident),* $(,)?) => {
        &[$((key(variant::$rules.rule_set()), shape(variant::$rules.rule_set()), GeneratorFns::of::<
            Fixed<{ key(variant::$rules.rule_set()) }, { shape(variant::$rules.rule_set()) }>,
        >())),*]
    };
}

const fn key(rules: &RuleSet) -> u64 {
    MoveRules::of(rules).pack()
}

const fn shape(rules: &RuleSet) -> u32 {
    rules.shape().pack()
}

/// The generators for 64-bit boards. Rule sets that share key and shape (draughts-bsn, dame-100 and antidraughts share
/// those of international) are listed once.
static NARROW: &[(u64, u32, GeneratorFns<u64>)] = compiled!(
    u64,
    INTERNATIONAL,
    ENGLISH,
    RUSSIAN,
    BRAZILIAN,
    ITALIAN,
    SPANISH,
    POOL,
    CZECH,
    SLOVAK,
    THAI,
    DAME_8X8,
    TURKISH,
    FRISIAN,
    BREAKTHROUGH,
    KILLER,
);

/// The generators for 128-bit boards.
static MIDDLE: &[(u64, u32, GeneratorFns<u128>)] = compiled!(u128, CANADIAN);

/// A bitboard type that has move generators: `u64`, `u128` and [`U256`].
#[allow(private_bounds, reason = "only the types of this crate have generators")]
pub trait Generated: Bitboard + Compiled {}

impl<B: Compiled> Generated for B {}

/// A bitboard type and the generators compiled for it.
pub(crate) trait Compiled: Bitboard {
    /// Returns the key of the rules, the packed shape of the board, and the generator, for each.
    fn compiled() -> &'static [(u64, u32, GeneratorFns<Self>)];
}

impl Compiled for u64 {
    fn compiled() -> &'static [(u64, u32, GeneratorFns<Self>)] {
        NARROW
    }
}

impl Compiled for u128 {
    fn compiled() -> &'static [(u64, u32, GeneratorFns<Self>)] {
        MIDDLE
    }
}

impl Compiled for U256 {
    fn compiled() -> &'static [(u64, u32, GeneratorFns<Self>)] {
        &[]
    }
}
