//! Draw rules.

use alloc::borrow::Cow;

/// The draw rules of a rule set.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Draws {
    /// Whether the players may agree on a draw.
    pub agreement: Agreement,
    /// The procedure of claiming a draw by a rule that is not automatic.
    #[cfg_attr(feature = "serde", serde(default))]
    pub claims: Claims,
    /// The draw rules, each sufficient on its own; at most [`MAX_COUNTED`](Self::MAX_COUNTED) that are not repetitions.
    pub rules: Cow<'static, [DrawRule]>,
}

impl Draws {
    /// Maximum number of rules other than repetitions. A search keeps a counter for each of them at every node.
    pub const MAX_COUNTED: usize = 8;

    /// Returns the number of rules other than repetitions.
    #[must_use]
    pub fn counted(&self) -> usize {
        self.rules.iter().filter(|rule| !matches!(rule.when, DrawWhen::Repetition { .. })).count()
    }
}

/// Whether the players may agree on a draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Agreement {
    /// The players may agree.
    Allowed,
    /// The players may not agree.
    NotAllowed,
}

/// The procedure of claiming a draw by a rule that is not automatic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Claims {
    /// The claim ends the game at once if the record proves it.
    #[default]
    Immediate,
    /// The player must offer the draw first, and may claim it if the offer is declined or ignored.
    OfferFirst,
}

/// A draw rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct DrawRule {
    /// The condition.
    pub when: DrawWhen,
    /// The effect of the rule.
    pub effect: Effect,
    /// The place in the rule book.
    pub source: Cow<'static, str>,
}

/// The condition of a draw rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
pub enum DrawWhen {
    /// The same position, with the same side to move, has occurred this many times.
    Repetition {
        /// The number of occurrences.
        times: u8,
    },
    /// A number of moves in a row were quiet.
    QuietMoves(Count),
    /// These forces are on the board, for a number of moves or at once.
    Material {
        /// The forces.
        forces: Forces,
        /// The number of moves; `None` if the draw is immediate.
        count: Option<Count>,
    },
}

/// A count of moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Count {
    /// The number of moves.
    pub moves: u16,
    /// Whether moves are counted per player or together.
    pub per: Per,
    /// The events that reset the count.
    pub reset_by: Cow<'static, [Reset]>,
}

impl Count {
    /// Returns the number of plies per counted move.
    #[must_use]
    pub const fn plies_per_move(&self) -> u32 {
        match self.per {
            Per::EachPlayer => 2,
            Per::BothTogether => 1,
        }
    }

    /// Returns the length of the count in plies.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.moves as u32 * self.plies_per_move()
    }

    /// Returns the events that reset the count.
    #[must_use]
    pub fn resets(&self) -> ResetSet {
        let has = |reset| self.reset_by.contains(&reset);
        ResetSet {
            capture: has(Reset::Capture),
            crowning: has(Reset::Crowning),
            man_move: has(Reset::ManMove),
        }
    }
}

/// Whether moves are counted per player or together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Per {
    /// Each player must make this many moves.
    EachPlayer,
    /// Both players together must make this many moves.
    BothTogether,
}

/// An event that resets a count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Reset {
    /// A capture.
    Capture,
    /// A promotion to king.
    Crowning,
    /// A move of a man.
    ManMove,
}

impl Reset {
    /// Returns the name in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Capture => "capture",
            Self::Crowning => "crowning",
            Self::ManMove => "man-move",
        }
    }
}

/// A set of [`Reset`]s: those that reset a count, or those that happened in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ResetSet {
    /// Whether [`Reset::Capture`] is in the set.
    pub capture: bool,
    /// Whether [`Reset::Crowning`] is in the set.
    pub crowning: bool,
    /// Whether [`Reset::ManMove`] is in the set.
    pub man_move: bool,
}

impl ResetSet {
    /// Returns whether the sets share an element: whether a turn with these events resets the count.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.capture && other.capture || self.crowning && other.crowning || self.man_move && other.man_move
    }
}

/// The forces on the board that a draw rule requires.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
pub enum Forces {
    /// One force against another; either may be White's.
    Against {
        /// The stronger side.
        strong: Force,
        /// The weaker side must.
        weak: Force,
        /// Whether a side must hold the main road, the longest diagonal.
        main_road: MainRoad,
    },
    /// Both sides have kings, and the total number of pieces is in this range.
    KingsOnBothSides {
        /// The minimum number of pieces.
        least: u8,
        /// The maximum number of pieces.
        most: u8,
    },
}

/// The force of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Force {
    /// The minimum number of pieces.
    pub least_pieces: u8,
    /// The maximum number of pieces.
    pub most_pieces: u8,
    /// The minimum number of kings among them.
    pub least_kings: u8,
}

impl Force {
    /// A single king.
    pub const LONE_KING: Self = Self::exactly(1, 1);

    /// Creates a force with an exact number of pieces and a minimum number of kings among them.
    #[must_use]
    pub const fn exactly(pieces: u8, least_kings: u8) -> Self {
        Self { least_pieces: pieces, most_pieces: pieces, least_kings }
    }
}

/// Whether a side must hold the main road, the longest diagonal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum MainRoad {
    /// Neither side must.
    #[cfg_attr(feature = "serde", serde(rename = "whoever"))]
    Any,
    /// The weaker side must.
    HeldByTheWeaker,
}

/// The effect of a draw rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Effect {
    /// The game ends at once.
    Automatic,
    /// The game ends when a player claims the draw. Earlier versions also wrote `on-claim-judged`.
    #[cfg_attr(feature = "serde", serde(alias = "on-claim-judged"))]
    OnClaim,
}

const CAPTURE: &[Reset] = &[Reset::Capture];
const CAPTURE_OR_MAN_MOVE: &[Reset] = &[Reset::Capture, Reset::ManMove];
const CAPTURE_OR_CROWNING: &[Reset] = &[Reset::Capture, Reset::Crowning];

/// Constructors of the rules that several rule books share.
impl DrawRule {
    /// Creates a draw by this many occurrences of a position.
    #[must_use]
    pub const fn repetition(times: u8, effect: Effect, source: &'static str) -> Self {
        Self { when: DrawWhen::Repetition { times }, effect, source: Cow::Borrowed(source) }
    }

    /// Creates a draw after this many moves of each player by kings without a capture.
    #[must_use]
    pub const fn only_kings_moved(moves: u16, effect: Effect, source: &'static str) -> Self {
        let count = Count { moves, per: Per::EachPlayer, reset_by: Cow::Borrowed(CAPTURE_OR_MAN_MOVE) };
        Self { when: DrawWhen::QuietMoves(count), effect, source: Cow::Borrowed(source) }
    }

    /// Creates a draw after this many moves without a capture or a promotion.
    #[must_use]
    pub const fn nothing_happened(moves: u16, per: Per, effect: Effect, source: &'static str) -> Self {
        let count = Count { moves, per, reset_by: Cow::Borrowed(CAPTURE_OR_CROWNING) };
        Self { when: DrawWhen::QuietMoves(count), effect, source: Cow::Borrowed(source) }
    }

    /// Creates a draw by one force against another for this many moves of each player; at once for 0.
    #[must_use]
    pub const fn material(
        strong: Force,
        weak: Force,
        moves: u16,
        effect: Effect,
        source: &'static str,
    ) -> Self {
        let forces = Forces::Against { strong, weak, main_road: MainRoad::Any };
        let count = if moves == 0 {
            None
        } else {
            Some(Count { moves, per: Per::EachPlayer, reset_by: Cow::Borrowed(CAPTURE) })
        };
        Self { when: DrawWhen::Material { forces, count }, effect, source: Cow::Borrowed(source) }
    }

    /// Creates a draw by a force against a lone king for this many moves of each player; at once for 0.
    #[must_use]
    pub const fn against_a_lone_king(
        strong: Force,
        moves: u16,
        effect: Effect,
        source: &'static str,
    ) -> Self {
        Self::material(strong, Force::LONE_KING, moves, effect, source)
    }

    /// Creates a draw by a force against a lone king, where captures do not reset the count.
    #[must_use]
    pub const fn against_a_lone_king_throughout(
        strong: Force,
        moves: u16,
        effect: Effect,
        source: &'static str,
    ) -> Self {
        let forces = Forces::Against { strong, weak: Force::LONE_KING, main_road: MainRoad::Any };
        let count = Some(Count { moves, per: Per::EachPlayer, reset_by: Cow::Borrowed(&[]) });
        Self { when: DrawWhen::Material { forces, count }, effect, source: Cow::Borrowed(source) }
    }

    /// Creates a draw by a force against a lone king that holds the main road.
    #[must_use]
    pub const fn against_the_main_road(
        strong: Force,
        moves: u16,
        effect: Effect,
        source: &'static str,
    ) -> Self {
        let forces = Forces::Against { strong, weak: Force::LONE_KING, main_road: MainRoad::HeldByTheWeaker };
        let count = Some(Count { moves, per: Per::EachPlayer, reset_by: Cow::Borrowed(CAPTURE) });
        Self { when: DrawWhen::Material { forces, count }, effect, source: Cow::Borrowed(source) }
    }

    /// Creates a draw with kings on both sides and `least` to `most` pieces in total, unchanged for this many moves of
    /// each player.
    #[must_use]
    pub const fn unchanged(least: u8, most: u8, moves: u16, effect: Effect, source: &'static str) -> Self {
        let forces = Forces::KingsOnBothSides { least, most };
        let count = Some(Count { moves, per: Per::EachPlayer, reset_by: Cow::Borrowed(CAPTURE_OR_CROWNING) });
        Self { when: DrawWhen::Material { forces, count }, effect, source: Cow::Borrowed(source) }
    }
}
