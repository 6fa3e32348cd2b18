//! When the game is a draw.

use alloc::borrow::Cow;

/// When the game is a draw.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Draws {
    /// May the players agree on a draw?
    pub agreement: Agreement,
    /// How a player claims a draw by a rule that does not take effect by itself.
    #[cfg_attr(feature = "serde", serde(default))]
    pub claims: Claims,
    /// The rules by which a game is a draw, each on its own; at most [`MOST_COUNTED`](Self::MOST_COUNTED) that are not
    /// repetitions.
    pub rules: Cow<'static, [DrawRule]>,
}

impl Draws {
    /// The most rules that count moves or pieces. A search keeps a counter of each for every position.
    pub const MOST_COUNTED: usize = 8;

    /// Returns how many of the rules count moves or pieces: all but the repetitions.
    #[must_use]
    pub fn counted(&self) -> usize {
        self.rules.iter().filter(|rule| !matches!(rule.when, DrawWhen::Repetition { .. })).count()
    }
}

/// May the players agree on a draw?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Agreement {
    /// Yes.
    Allowed,
    /// No.
    NotAllowed,
}

/// How a player claims a draw by a rule that does not take effect by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Claims {
    /// The claim ends the game at once if the record proves it.
    #[default]
    Immediate,
    /// The opponent is offered the draw first. A player whose offer was declined or ignored may then claim.
    OfferFirst,
}

/// One rule by which a game is a draw.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct DrawRule {
    /// What must have come about.
    pub when: DrawWhen,
    /// How the rule takes effect.
    pub effect: Effect,
    /// Where the rule book says so.
    pub source: Cow<'static, str>,
}

/// What must have come about for a draw.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
pub enum DrawWhen {
    /// The same position, with the same side to move, has occurred this many times.
    Repetition {
        /// How many times.
        times: u8,
    },
    /// So many moves in a row were quiet.
    QuietMoves(Count),
    /// Such forces are on the board, at once or for so many moves.
    Material {
        /// The forces.
        forces: Forces,
        /// For how many moves; nothing: the draw is immediate.
        count: Option<Count>,
    },
}

/// A count of moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Count {
    /// How many moves.
    pub moves: u16,
    /// Whose moves are counted.
    pub per: Per,
    /// What starts the count anew.
    pub reset_by: Cow<'static, [Reset]>,
}

impl Count {
    /// Returns how many plies make one move of the count.
    #[must_use]
    pub const fn plies_per_move(&self) -> u32 {
        match self.per {
            Per::EachPlayer => 2,
            Per::BothTogether => 1,
        }
    }

    /// Returns how many plies must be counted.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.moves as u32 * self.plies_per_move()
    }

    /// Returns what starts the count anew, as a set.
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

/// Whose moves are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Per {
    /// Each player makes so many.
    EachPlayer,
    /// Both players together make so many.
    BothTogether,
}

/// What starts a count of moves anew.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Reset {
    /// A capture.
    Capture,
    /// A new king.
    Crowning,
    /// A move of a man.
    ManMove,
}

impl Reset {
    /// Returns the event as it is written in JSON.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Capture => "capture",
            Self::Crowning => "crowning",
            Self::ManMove => "man-move",
        }
    }
}

/// A set of [`Reset`]s: those that start a count anew, or those that happened in a turn.
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
    /// Returns whether the sets share an element: whether a turn in which these happened starts the count anew.
    #[inline]
    #[must_use]
    pub const fn intersects(self, other: Self) -> bool {
        self.capture && other.capture || self.crowning && other.crowning || self.man_move && other.man_move
    }
}

/// The forces on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields)
)]
pub enum Forces {
    /// One side has this, the other that; either may be White.
    Against {
        /// The side with more.
        strong: Force,
        /// The side with less.
        weak: Force,
        /// Who must hold the longest diagonal.
        main_road: MainRoad,
    },
    /// Both sides have kings, and this many pieces are on the board in all.
    KingsOnBothSides {
        /// At least so many pieces.
        least: u8,
        /// At most so many pieces.
        most: u8,
    },
}

/// The force of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Force {
    /// At least so many pieces.
    pub least_pieces: u8,
    /// At most so many pieces.
    pub most_pieces: u8,
    /// At least so many of them kings.
    pub least_kings: u8,
}

impl Force {
    /// One king and nothing else.
    pub const LONE_KING: Self = Self::exactly(1, 1);

    /// So many pieces, at least so many of them kings.
    #[must_use]
    pub const fn exactly(pieces: u8, least_kings: u8) -> Self {
        Self { least_pieces: pieces, most_pieces: pieces, least_kings }
    }
}

/// Who must hold the longest diagonal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum MainRoad {
    /// It does not matter.
    Whoever,
    /// The weaker side.
    HeldByTheWeaker,
}

/// How a draw rule takes effect.
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

/// The rules that several books share, so that each book's file says only what differs.
impl DrawRule {
    /// The same position so many times.
    #[must_use]
    pub const fn repetition(times: u8, effect: Effect, source: &'static str) -> Self {
        Self { when: DrawWhen::Repetition { times }, effect, source: Cow::Borrowed(source) }
    }

    /// So many moves of each player with kings only and without a capture.
    #[must_use]
    pub const fn only_kings_moved(moves: u16, effect: Effect, source: &'static str) -> Self {
        let count = Count { moves, per: Per::EachPlayer, reset_by: Cow::Borrowed(CAPTURE_OR_MAN_MOVE) };
        Self { when: DrawWhen::QuietMoves(count), effect, source: Cow::Borrowed(source) }
    }

    /// So many moves without a capture and without a new king.
    #[must_use]
    pub const fn nothing_happened(moves: u16, per: Per, effect: Effect, source: &'static str) -> Self {
        let count = Count { moves, per, reset_by: Cow::Borrowed(CAPTURE_OR_CROWNING) };
        Self { when: DrawWhen::QuietMoves(count), effect, source: Cow::Borrowed(source) }
    }

    /// One force against another for so many moves of each player; 0 moves: at once.
    #[must_use]
    pub const fn material(
        strong: Force,
        weak: Force,
        moves: u16,
        effect: Effect,
        source: &'static str,
    ) -> Self {
        let forces = Forces::Against { strong, weak, main_road: MainRoad::Whoever };
        let count = if moves == 0 {
            None
        } else {
            Some(Count { moves, per: Per::EachPlayer, reset_by: Cow::Borrowed(CAPTURE) })
        };
        Self { when: DrawWhen::Material { forces, count }, effect, source: Cow::Borrowed(source) }
    }

    /// This force against a lone king for so many moves of each player; 0 moves: at once.
    #[must_use]
    pub const fn against_a_lone_king(
        strong: Force,
        moves: u16,
        effect: Effect,
        source: &'static str,
    ) -> Self {
        Self::material(strong, Force::LONE_KING, moves, effect, source)
    }

    /// The same where the force may shrink without the count beginning anew.
    #[must_use]
    pub const fn against_a_lone_king_throughout(
        strong: Force,
        moves: u16,
        effect: Effect,
        source: &'static str,
    ) -> Self {
        let forces = Forces::Against { strong, weak: Force::LONE_KING, main_road: MainRoad::Whoever };
        let count = Some(Count { moves, per: Per::EachPlayer, reset_by: Cow::Borrowed(&[]) });
        Self { when: DrawWhen::Material { forces, count }, effect, source: Cow::Borrowed(source) }
    }

    /// The same against a lone king that holds the longest diagonal.
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

    /// Kings on both sides and so many pieces in all, unchanged for so many moves of each player.
    #[must_use]
    pub const fn unchanged(least: u8, most: u8, moves: u16, effect: Effect, source: &'static str) -> Self {
        let forces = Forces::KingsOnBothSides { least, most };
        let count = Some(Count { moves, per: Per::EachPlayer, reset_by: Cow::Borrowed(CAPTURE_OR_CROWNING) });
        Self { when: DrawWhen::Material { forces, count }, effect, source: Cow::Borrowed(source) }
    }
}
