//! The generators that are compiled, and how a rule set finds its own.

use alloc::vec::Vec;

use super::Generator;
use super::perft::perft;
use super::side::{Black, Side, White};
use super::sink::Collect;
use super::source::{FixedRules, RuleSource, RunTimeRules};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::geometry::{FixedGeometry, Geometry, Layout, RunTimeGeometry, Shape};
use crate::moves::WordMove;
use crate::pieces::Pieces;
use crate::ruleset::{MoveRules, RuleSet};
use crate::u256::U256;
use crate::variant;

/// Adds the legal moves to the list.
type ListMoves<W> = fn(&Layout<W>, &MoveRules, &Pieces<W>, Color, &mut Vec<WordMove<W>>);

/// The functions of one generator, chosen once for a rule set.
pub(crate) struct Table<W: Bitboard> {
    pub(crate) legal_moves: ListMoves<W>,
    pub(crate) has_capture: fn(&Layout<W>, &MoveRules, &Pieces<W>, Color) -> bool,
    pub(crate) perft: fn(&Layout<W>, &MoveRules, &Pieces<W>, Color, u32) -> u64,
    pub(crate) is_fixed: bool,
}

/// Makes a geometry and a source of rules of what is known at run time.
trait Maker<W: Bitboard> {
    type Geometry<'l>: Geometry<W>;
    type Rules<'r>: RuleSource;
    const IS_FIXED: bool;

    fn geometry(layout: &Layout<W>) -> Self::Geometry<'_>;
    fn rules(rules: &MoveRules) -> Self::Rules<'_>;
}

struct Fixed<const KEY: u64, const SHAPE: u32>;

impl<W: Bitboard, const KEY: u64, const SHAPE: u32> Maker<W> for Fixed<KEY, SHAPE> {
    type Geometry<'l> = FixedGeometry<'l, W, SHAPE>;
    type Rules<'r> = FixedRules<KEY>;
    const IS_FIXED: bool = true;

    fn geometry(layout: &Layout<W>) -> Self::Geometry<'_> {
        FixedGeometry(layout)
    }

    fn rules(_: &MoveRules) -> Self::Rules<'_> {
        FixedRules
    }
}

struct RunTime<const GHOSTS: bool, const STRAIGHT: bool>;

impl<W: Bitboard, const GHOSTS: bool, const STRAIGHT: bool> Maker<W> for RunTime<GHOSTS, STRAIGHT> {
    type Geometry<'l> = RunTimeGeometry<'l, W, GHOSTS>;
    type Rules<'r> = RunTimeRules<'r, STRAIGHT>;
    const IS_FIXED: bool = false;

    fn geometry(layout: &Layout<W>) -> Self::Geometry<'_> {
        RunTimeGeometry(layout)
    }

    fn rules(rules: &MoveRules) -> Self::Rules<'_> {
        RunTimeRules(rules)
    }
}

impl<W: Bitboard> Table<W> {
    const fn of<M: Maker<W>>() -> Self {
        Self {
            legal_moves: |layout, rules, pieces, turn, list| match turn {
                Color::White => collect::<W, M, White>(layout, rules, pieces, list),
                Color::Black => collect::<W, M, Black>(layout, rules, pieces, list),
            },
            has_capture: |layout, rules, pieces, turn| match turn {
                Color::White => has_capture::<W, M, White>(layout, rules, pieces),
                Color::Black => has_capture::<W, M, Black>(layout, rules, pieces),
            },
            perft: |layout, rules, pieces, turn, depth| {
                let list = &mut Vec::new();
                let (geometry, rules) = (M::geometry(layout), M::rules(rules));
                match turn {
                    Color::White => perft::<W, _, _, White>(geometry, rules, pieces, depth, list),
                    Color::Black => perft::<W, _, _, Black>(geometry, rules, pieces, depth, list),
                }
            },
            is_fixed: M::IS_FIXED,
        }
    }

    const DIAGONAL: &'static Self = &Self::of::<RunTime<true, false>>();
    const STRAIGHT_TOO: &'static Self = &Self::of::<RunTime<true, true>>();
    const ALL_SQUARES: &'static Self = &Self::of::<RunTime<false, true>>();

    /// The generator that takes the rules as a value, for boards of this shape.
    pub(crate) fn run_time(shape: Shape) -> &'static Self {
        match (shape.all_squares, shape.straight) {
            (true, _) => Self::ALL_SQUARES,
            (false, true) => Self::STRAIGHT_TOO,
            (false, false) => Self::DIAGONAL,
        }
    }
}

impl<W: Generated> Table<W> {
    /// The generator for these rules: the compiled one if there is one.
    pub(crate) fn choose(rules: &MoveRules, shape: Shape) -> &'static Self {
        let (key, packed) = (rules.pack(), shape.pack());
        let compiled = W::compiled().iter().find(|entry| entry.0 == key && entry.1 == packed);
        compiled.map_or_else(|| Self::run_time(shape), |entry| &entry.2)
    }
}

fn collect<W: Bitboard, M: Maker<W>, S: Side>(
    layout: &Layout<W>,
    rules: &MoveRules,
    pieces: &Pieces<W>,
    list: &mut Vec<WordMove<W>>,
) {
    let geometry = M::geometry(layout);
    let crown = geometry.crown(S::IS_WHITE);
    let generator = Generator::<W, _, _, S>::new(geometry, M::rules(rules), pieces);
    generator.legal_moves(&mut Collect { crown, list });
}

fn has_capture<W: Bitboard, M: Maker<W>, S: Side>(
    layout: &Layout<W>,
    rules: &MoveRules,
    pieces: &Pieces<W>,
) -> bool {
    Generator::<W, _, _, S>::new(M::geometry(layout), M::rules(rules), pieces).has_capture()
}

/// A generator compiled for one rule set and its board.
macro_rules! compiled {
    ($word:ty, $($rules:ident),* $(,)?) => {
        &[$((key(variant::$rules.rule_set()), shape(variant::$rules.rule_set()), Table::of::<
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

/// Rule sets that share key and shape (draughts-bsn, dame-100, antidraughts: international) are
/// listed once.
static NARROW: &[(u64, u32, Table<u64>)] = compiled!(
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

static MIDDLE: &[(u64, u32, Table<u128>)] = compiled!(u128, CANADIAN);

/// A word that has generators: `u64`, `u128` and [`U256`].
#[allow(private_bounds, reason = "only the words of this crate have generators")]
pub trait Generated: Bitboard + Compiled {}

impl<W: Compiled> Generated for W {}

/// A word, and the generators compiled for it.
pub(crate) trait Compiled: Bitboard {
    /// Each with the key of its rules and the shape of its board.
    fn compiled() -> &'static [(u64, u32, Table<Self>)];
}

impl Compiled for u64 {
    fn compiled() -> &'static [(u64, u32, Table<Self>)] {
        NARROW
    }
}

impl Compiled for u128 {
    fn compiled() -> &'static [(u64, u32, Table<Self>)] {
        MIDDLE
    }
}

impl Compiled for U256 {
    fn compiled() -> &'static [(u64, u32, Table<Self>)] {
        &[]
    }
}
