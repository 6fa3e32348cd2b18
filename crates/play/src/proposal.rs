//! A proposal for a game, checked before anybody plays it.

use draughts::notation::Fen;
use draughts::ruleset::{MoveRules, NextGame, Range, Removal, RuleSet, Shade};
use draughts::{Color, Position, Rules, Setup, variant};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;
use utoipa::ToSchema;

use crate::game::{Seat, Side, Terms, TimeControl};
use crate::{openings, rating};

/// The maximum length of rules in bytes: the lobby sends them to every visitor.
const LONGEST_RULES: usize = 8192;
/// The kind of error for flying kings over pieces that are removed at once, on a board that is too large for it.
pub const VANISHING: &str = "flying-over-vanishing";
/// The kind of error for flying kings that capture in eight directions, on a board that is too large for it.
pub const EIGHT_DIRECTIONS: &str = "flying-eight-directions";
/// The maximum number of squares of a board on which a position can be set up: the largest of the named rule sets.
const LARGEST_SET_UP: usize = 72;

/// A proposal for a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// The id of a rule set, or house rules (a `base` and what differs from it).
    pub rules: RulesChoice,
    /// The side of the proposer; none: as the rule set says, or random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Side>)]
    pub colour: Option<Color>,
    /// The time control; none: unlimited.
    #[serde(default = "unlimited")]
    pub time: TimeControl,
    /// The position to start from; none: the start position of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// Whether the game counts for the ratings.
    #[serde(default)]
    pub rated: bool,
    /// The squares in play, where the rules leave the choice to the players: `dark` or `light`; none: as the rules say.
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
    BallotByLot,
}

/// The reason why a proposal cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct ProposalError {
    /// The message for programs: what is wrong, and what would be right.
    pub message: String,
    /// The name under which pages word the error in each language; none where only programs can cause it.
    pub kind: Option<&'static str>,
}

impl ProposalError {
    fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), kind: None }
    }

    fn of_kind(self, kind: &'static str) -> Self {
        Self { kind: Some(kind), ..self }
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
            Self::Named(id) => Rules::named(id).map_err(|error| ProposalError::new(error.to_string()))?,
            Self::House(house) => {
                let text = Value::Object(house.clone()).to_string();
                Rules::house(&text).map_err(|error| ProposalError::new(error.to_string()))?
            }
        };
        check_bounded(&rules)?;
        let length = serde_json::to_string(rules.rule_set()).map_or(0, |text| text.len());
        if length > LONGEST_RULES {
            return Err(ProposalError::new(format!(
                "these rules take {length} bytes; {LONGEST_RULES} are enough for any: shorten their texts"
            )));
        }
        Ok(rules)
    }
}

/// Rejects rules whose captures could take too long to compute: flying kings on a large board. The named rule sets have no such
/// captures, and the rules of a stranger must not stop the site.
fn check_bounded(rules: &Rules) -> Result<(), ProposalError> {
    let set = rules.rule_set();
    if moves_like_a_named_one(set) {
        return Ok(());
    }
    let vanishing = set.capture.removal == Removal::AfterEachJump;
    if set.kings.range == Range::Flying && vanishing && rules.board_len() > 32 {
        return Err(ProposalError::new(
            "kings that fly over pieces which vanish at once are played on boards of up to 32 squares here: on larger ones a \
             capture can take too long to work out",
        )
        .of_kind(VANISHING));
    }
    let directions = set.kings.captures.iter().map(|way| way.directions(Color::White).len()).sum::<usize>();
    if set.kings.range == Range::Flying && directions >= 8 && rules.board_len() > 50 {
        return Err(ProposalError::new(
            "kings that fly and capture in all eight directions are played on boards of up to 50 squares here: on larger \
             ones a capture can take too long to work out",
        )
        .of_kind(EIGHT_DIRECTIONS));
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

/// Rejects a position that could take too long to compute: on the largest boards, or with more pieces than a game starts with; with
/// house rules, with more than a few.
pub fn check_set_up(rules: &Rules, fen: &str) -> Result<(), ProposalError> {
    if fen.len() > 2000 {
        return Err(ProposalError::new("a position has 2000 characters at the most".to_owned()));
    }
    // Other errors are reported when the game is prepared.
    let Ok(fen) = Fen::parse(fen, rules.square_names()) else { return Ok(()) };
    check_pieces(rules, &fen.setup)
}

/// Checks a parsed position like [`check_set_up`].
pub fn check_pieces(rules: &Rules, setup: &Setup) -> Result<(), ProposalError> {
    if rules.board_len() > LARGEST_SET_UP {
        return Err(ProposalError::new(format!(
            "positions can be set up on boards of up to {LARGEST_SET_UP} squares here, and this one has {}",
            rules.board_len()
        )));
    }
    let named = moves_like_a_named_one(rules.rule_set());
    let most = Position::initial(rules).count(Color::White).0.min(if named { usize::MAX } else { 12 });
    let crowded = |side: &Color| setup.men[*side].len() + setup.kings[*side].len() > most;
    match Color::ALL.iter().find(|side| crowded(side)) {
        Some(side) => Err(ProposalError::new(format!(
            "{side} has more than {most} pieces, too many for a position of one's own"
        ))),
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
            let said = set.board.shade.as_str();
            return Err(ProposalError::new(format!(
                "{} leaves no choice of squares: it is played on the {said} ones; leave the shade out",
                set.name
            )));
        }
        let mut agreed = set.clone();
        agreed.board.shade = shade;
        Rules::new(agreed).map_err(|conflicts| ProposalError::new(conflicts.to_string()))
    }

    /// Returns the game with every open choice decided, at random if the proposal leaves it open.
    pub fn ready(&self, chance: u64) -> Result<AgreedGame, ProposalError> {
        let rules = self.agreed_rules()?;
        let set = rules.rule_set();
        self.time.check().map_err(|error| ProposalError::new(error.to_string()))?;
        let first = set.start.first_move;
        let colour = match (challenger_begins(set), self.colour) {
            (true, None) => first,
            (true, Some(colour)) if colour != first => {
                return Err(ProposalError::new(format!(
                    "by the rules of {} the challenger begins, with {first}: leave the colour out",
                    set.name
                ))
                .of_kind("challenger-begins"));
            }
            (_, Some(colour)) => colour,
            (_, None) => Color::ALL[(chance & 1) as usize],
        };
        let start = self.start(set.id.as_ref(), chance >> 1)?;
        if let Some(fen) = &start {
            check_set_up(&rules, fen)?;
        }
        self.check_rated(set)?;
        Ok(AgreedGame { colour, time: self.time, start, rated: self.rated, rules })
    }

    /// Rejects rated games without a time control, by house rules, or from a position other than the start or an opening.
    fn check_rated(&self, set: &RuleSet) -> Result<(), ProposalError> {
        if !self.rated {
            return Ok(());
        }
        let (message, kind) = if rating::speed(self.time).is_none() {
            (
                "a game without a time control is not rated: choose a clock or days per move, or leave rated out",
                "rated-without-time",
            )
        } else if rating::pool(set, self.time).is_none() {
            ("a game by house rules is not rated: leave rated out", "rated-house-rules")
        } else if matches!(self.start, Some(Start::Fen(_))) {
            ("a game from a position of one's own is not rated: leave rated out", "rated-set-up")
        } else {
            return Ok(());
        };
        Err(ProposalError::new(message).of_kind(kind))
    }

    fn start(&self, rules: &str, chance: u64) -> Result<Option<String>, ProposalError> {
        let no_ballots =
            || ProposalError::new(format!("{rules} has no list of openings: leave the opening out"));
        Ok(match &self.start {
            None => None,
            Some(Start::Fen(fen)) => Some(fen.clone()),
            Some(Start::BallotByLot) => {
                Some(openings::by_lot(rules, chance).ok_or_else(no_ballots)?.fen.to_owned())
            }
            Some(Start::Ballot(number)) => {
                let found = openings::find(rules, number).map(|opening| opening.fen.to_owned());
                Some(found.ok_or_else(|| match openings::of(rules) {
                    [] => no_ballots(),
                    [first, .., last] => ProposalError::new(format!(
                        "there is no opening {number:?}: they are called {} to {}",
                        first.number, last.number
                    )),
                    [only] => {
                        ProposalError::new(format!("there is no opening {number:?}, only {}", only.number))
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
