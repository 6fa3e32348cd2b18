//! A proposal for a game, checked before anybody plays it.

use draughts::house::HouseRuleError;
use draughts::notation::Fen;
use draughts::ruleset::{MoveRules, NextGame, Range, Removal, RuleSet, Shade};
use draughts::variant::UnknownRuleSet;
use draughts::{Color, Position, RuleConflicts, Rules, Setup, variant};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;
use utoipa::ToSchema;

use crate::game::{Seat, Side, Terms, TimeControl, TimeControlError};
use crate::{openings, rating};

/// Rules are no longer than this: everybody in the lobby reads them.
pub const MAX_RULES_LENGTH: usize = 8192;
/// Most squares of a board on which flying kings may capture pieces that are removed after each jump.
pub const SMALL_BOARD: usize = 32;
/// Most squares of a board on which flying kings may capture in eight directions.
pub const MEDIUM_BOARD: usize = 50;
/// Most squares of a board on which a position can be set up: enough for every named rule set.
pub const MAX_SETUP_SQUARES: usize = 72;
/// Maximum length of a FEN, in characters.
pub const MAX_FEN_LENGTH: usize = 2000;

/// A proposal for a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// The id of a rule set, or house rules (a `base` and what differs from it).
    pub rules: RulesChoice,
    /// The side of the proposer. Without it, the rule set decides, or the side is random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Side>)]
    pub colour: Option<Color>,
    /// The time control. Without it, time is unlimited.
    #[serde(default = "unlimited")]
    pub time: TimeControl,
    /// The position to start from. Without it, the start position of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// Whether the game counts for the ratings.
    #[serde(default)]
    pub rated: bool,
    /// The squares in play, where the rules leave the choice to the players: `dark` or `light`. Without it,
    /// the default of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, example = "light")]
    pub shade: Option<Shade>,
}

fn unlimited() -> TimeControl {
    TimeControl::UNLIMITED
}

/// The rules of a proposal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "rules are the id of a rule set, or an object with house rules")]
pub enum RulesChoice {
    /// The id of a rule set.
    Named(String),
    /// House rules, or a whole rule set.
    #[schema(value_type = Object)]
    House(Map<String, Value>),
}

/// The position of a proposal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// A position as a FEN.
    Fen(String),
    /// The opening with this number.
    Ballot(String),
    /// A random opening.
    #[serde(rename = "ballot-by-lot")]
    RandomBallot,
}

/// The reason why a proposal cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProposalError {
    /// No rule set has this id.
    #[error(transparent)]
    UnknownRuleSet(#[from] UnknownRuleSet),
    /// The house rules cannot be read, or contradict themselves.
    #[error(transparent)]
    HouseRules(#[from] HouseRuleError),
    /// The rules with the agreed squares contradict themselves.
    #[error(transparent)]
    Conflicts(#[from] RuleConflicts),
    /// The rules are too long.
    #[error("these rules take {length} bytes; at most {MAX_RULES_LENGTH} are allowed: shorten their texts")]
    RulesTooLong {
        /// Their length as JSON, in bytes.
        length: usize,
    },
    /// Flying kings capture pieces that are removed after each jump, on a board too large for it.
    #[error("flying kings with removal after each jump are played on boards of up to {SMALL_BOARD} squares")]
    FlyingWithEarlyRemoval,
    /// Flying kings capture in eight directions, on a board too large for it.
    #[error(
        "flying kings that capture in eight directions are played on boards of up to {MEDIUM_BOARD} squares"
    )]
    FlyingInEightDirections,
    /// The FEN is too long.
    #[error("a position has at most {MAX_FEN_LENGTH} characters")]
    PositionTooLong,
    /// Positions cannot be set up on so large a board.
    #[error(
        "positions can be set up on boards of up to {MAX_SETUP_SQUARES} squares, and this one has {squares}"
    )]
    BoardTooLarge {
        /// The squares of the board.
        squares: usize,
    },
    /// A side has too many pieces.
    #[error("{side} has more than {most} pieces")]
    TooManyPieces {
        /// The side.
        side: Color,
        /// The most that it may have.
        most: usize,
    },
    /// The rules do not let the players choose the squares.
    #[error("{} is played on the {} squares: leave the shade out", rules.name, shade.as_str())]
    NoChoiceOfSquares {
        /// The rule set.
        rules: Box<RuleSet>,
        /// The squares that are played on.
        shade: Shade,
    },
    /// The time control is out of range.
    #[error(transparent)]
    Time(#[from] TimeControlError),
    /// The challenger begins, and wants the other side.
    #[error("by the rules of {} the challenger begins, with {first}: leave the colour out", rules.name)]
    ChallengerBegins {
        /// The rule set.
        rules: Box<RuleSet>,
        /// The side that begins.
        first: Color,
    },
    /// A rated game needs a time control.
    #[error(
        "a game without a time control is not rated: choose a clock or days per move, or leave rated out"
    )]
    RatedWithoutTime,
    /// House rules are not rated.
    #[error("a game by house rules is not rated: leave rated out")]
    RatedHouseRules,
    /// A position that was set up is not rated.
    #[error("a game from a position that was set up is not rated: leave rated out")]
    RatedSetUp,
    /// The rule set has no openings.
    #[error("{rules} has no openings")]
    NoOpenings {
        /// The id of the rule set.
        rules: String,
    },
    /// The rule set has no opening with this number.
    #[error("there is no opening {number:?}: they are numbered {first} to {last}")]
    UnknownOpening {
        /// The number that was asked for.
        number: String,
        /// The first number.
        first: &'static str,
        /// The last number.
        last: &'static str,
    },
}

impl ProposalError {
    /// Returns the name of the error where a page has its own advice for it.
    #[must_use]
    pub const fn kind(&self) -> Option<&'static str> {
        match self {
            Self::ChallengerBegins { .. } => Some("challenger-begins"),
            Self::RatedWithoutTime => Some("rated-without-time"),
            Self::RatedHouseRules => Some("rated-house-rules"),
            Self::RatedSetUp => Some("rated-set-up"),
            _ => None,
        }
    }
}

/// A proposal that can be played.
#[derive(Clone, Debug)]
pub struct AgreedGame {
    /// The rules.
    pub rules: Rules,
    /// The side of the proposer.
    pub colour: Color,
    time: TimeControl,
    start: Option<String>,
    rated: bool,
}

/// Returns whether the rules say that the challenger begins, so that there is no colour to choose.
#[must_use]
pub fn challenger_begins(set: &RuleSet) -> bool {
    matches!(set.conduct.next_game, NextGame::WinnerBegins | NextGame::ChallengerBegins)
}

impl RulesChoice {
    /// Returns the rules, or what is wrong with them.
    pub fn rules(&self) -> Result<Rules, ProposalError> {
        let rules = match self {
            Self::Named(id) => Rules::named(id)?,
            Self::House(house) => Rules::house(&Value::Object(house.clone()).to_string())?,
        };
        check_bounded(&rules)?;
        let length = serde_json::to_string(rules.rule_set()).map_or(0, |text| text.len());
        if length > MAX_RULES_LENGTH {
            return Err(ProposalError::RulesTooLong { length });
        }
        Ok(rules)
    }
}

/// Rejects rules whose captures could take too long to compute: flying kings on a large board. The named rule sets have
/// no such captures, and the rules of a stranger must not stop the site.
fn check_bounded(rules: &Rules) -> Result<(), ProposalError> {
    let set = rules.rule_set();
    if moves_like_a_named_one(set) {
        return Ok(());
    }
    let removes_early = set.capture.removal == Removal::AfterEachJump;
    if set.kings.range == Range::Flying && removes_early && rules.board_len() > SMALL_BOARD {
        return Err(ProposalError::FlyingWithEarlyRemoval);
    }
    let directions = set.kings.captures.iter().map(|way| way.directions(Color::White).len()).sum::<usize>();
    if set.kings.range == Range::Flying && directions >= 8 && rules.board_len() > MEDIUM_BOARD {
        return Err(ProposalError::FlyingInEightDirections);
    }
    Ok(())
}

/// Returns whether pieces move as in a named rule set, on the same board.
fn moves_like_a_named_one(set: &RuleSet) -> bool {
    let moves = MoveRules::of(set);
    variant::ALL
        .into_iter()
        .any(|named| named.board.has_squares_of(&set.board) && MoveRules::of(&named) == moves)
}

/// Rejects a position that could take too long to compute: on the largest boards, or with more pieces than a game
/// starts with; with house rules, with more than a few.
pub fn check_set_up(rules: &Rules, fen: &str) -> Result<(), ProposalError> {
    if fen.len() > MAX_FEN_LENGTH {
        return Err(ProposalError::PositionTooLong);
    }
    // Other errors are reported when the game is prepared.
    let Ok(fen) = Fen::parse(fen, rules.square_names()) else { return Ok(()) };
    check_pieces(rules, &fen.setup)
}

/// Checks a parsed position like [`check_set_up`].
pub fn check_pieces(rules: &Rules, setup: &Setup) -> Result<(), ProposalError> {
    if rules.board_len() > MAX_SETUP_SQUARES {
        return Err(ProposalError::BoardTooLarge { squares: rules.board_len() });
    }
    let named = moves_like_a_named_one(rules.rule_set());
    let most = Position::initial(rules).count(Color::White).0.min(if named { usize::MAX } else { 12 });
    let crowded = |side: &Color| setup.men[*side].len() + setup.kings[*side].len() > most;
    match Color::ALL.into_iter().find(crowded) {
        Some(side) => Err(ProposalError::TooManyPieces { side, most }),
        None => Ok(()),
    }
}

impl Proposal {
    /// Returns the rules with the squares that the players have agreed on, or what is wrong with either.
    pub fn agreed_rules(&self) -> Result<Rules, ProposalError> {
        let rules = self.rules.rules()?;
        let set = rules.rule_set();
        let Some(shade) = self.shade.filter(|shade| *shade != set.board.shade) else { return Ok(rules) };
        if !set.board.leaves_shade_to_players() {
            let (rules, shade) = (Box::new(set.clone()), set.board.shade);
            return Err(ProposalError::NoChoiceOfSquares { rules, shade });
        }
        let mut agreed = set.clone();
        agreed.board.shade = shade;
        Ok(Rules::new(agreed)?)
    }

    /// Returns the game with every open choice decided, at random if the proposal leaves it open.
    pub fn ready(&self, random: u64) -> Result<AgreedGame, ProposalError> {
        let rules = self.agreed_rules()?;
        let set = rules.rule_set();
        self.time.check()?;
        let first = set.start.first_move;
        let colour = match (challenger_begins(set), self.colour) {
            (true, None) => first,
            (true, Some(colour)) if colour != first => {
                return Err(ProposalError::ChallengerBegins { rules: Box::new(set.clone()), first });
            }
            (_, Some(colour)) => colour,
            (_, None) => Color::ALL[(random & 1) as usize],
        };
        let start = self.start(set.id.as_ref(), random >> 1)?;
        if let Some(fen) = &start {
            check_set_up(&rules, fen)?;
        }
        self.check_rated(set)?;
        Ok(AgreedGame { colour, time: self.time, start, rated: self.rated, rules })
    }

    /// Rejects rated games without a time control, by house rules, or from a position other than the start or an
    /// opening.
    fn check_rated(&self, set: &RuleSet) -> Result<(), ProposalError> {
        if !self.rated {
            return Ok(());
        }
        if rating::speed(self.time).is_none() {
            Err(ProposalError::RatedWithoutTime)
        } else if rating::pool(set, self.time).is_none() {
            Err(ProposalError::RatedHouseRules)
        } else if matches!(self.start, Some(Start::Fen(_))) {
            Err(ProposalError::RatedSetUp)
        } else {
            Ok(())
        }
    }

    fn start(&self, rules: &str, random: u64) -> Result<Option<String>, ProposalError> {
        let no_ballots = || ProposalError::NoOpenings { rules: rules.to_owned() };
        Ok(match &self.start {
            None => None,
            Some(Start::Fen(fen)) => Some(fen.clone()),
            Some(Start::RandomBallot) => {
                Some(openings::random(rules, random).ok_or_else(no_ballots)?.fen.to_owned())
            }
            Some(Start::Ballot(number)) => {
                let found = openings::find(rules, number).map(|opening| opening.fen.to_owned());
                Some(found.ok_or_else(|| match openings::of(rules) {
                    [] => no_ballots(),
                    [first, ..] => {
                        let last = openings::of(rules).last().map_or(first.number, |last| last.number);
                        ProposalError::UnknownOpening { number: number.clone(), first: first.number, last }
                    }
                })?)
            }
        })
    }
}

impl AgreedGame {
    /// Returns the terms of the game against this opponent.
    #[must_use]
    pub fn terms(&self, proposer: Seat, opponent: Seat) -> Terms {
        let (white, black) = match self.colour {
            Color::White => (proposer, opponent),
            Color::Black => (opponent, proposer),
        };
        Terms { white, black, time: self.time, start: self.start.clone(), rated: self.rated }
    }
}
