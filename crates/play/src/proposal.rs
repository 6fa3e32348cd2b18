//! What somebody proposes to play.

use draughts::notation::Fen;
use draughts::ruleset::{MoveRules, NextGame, Range, Removal, RuleSet, Shade};
use draughts::{Color, Position, Rules, Setup, variant};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;
use utoipa::ToSchema;

use crate::game::{Seat, Side, Terms, TimeControl};
use crate::{openings, rating};

/// Rules are no longer than this: everybody in the lobby reads them.
const LONGEST_RULES: usize = 8192;
/// Kings that fly over pieces which vanish, on a board too large for it.
pub const VANISHING: &str = "flying-over-vanishing";
/// Kings that fly and capture in eight directions, on a board too large for it.
pub const EIGHT_DIRECTIONS: &str = "flying-eight-directions";
/// A position can be set up on boards of so many squares: those of every named rule set.
const LARGEST_SET_UP: usize = 72;

/// What somebody proposes to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// By which rules: the id of a rule set, or house rules (a `base` and what differs from it).
    pub rules: RulesChoice,
    /// Which side the proposer plays; none: as the rule set says, or by lot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Side>)]
    pub colour: Option<Color>,
    /// With how much time; none: as much as they like.
    #[serde(default = "unlimited")]
    pub time: TimeControl,
    /// From which position; none: the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// Does it count for the ratings?
    #[serde(default)]
    pub rated: bool,
    /// On which squares, where the rules leave it to the players: `dark` or `light`; none: as the rules say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, example = "light")]
    pub shade: Option<Shade>,
}

fn unlimited() -> TimeControl {
    TimeControl::UNLIMITED
}

/// By which rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged, expecting = "rules are the id of a rule set, or an object with house rules")]
pub enum RulesChoice {
    /// The id of a rule set.
    Named(String),
    /// House rules, or a whole rule set.
    #[schema(value_type = Object)]
    House(Map<String, Value>),
}

/// From which position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// This one, as a FEN.
    Fen(String),
    /// The opening with this number.
    Ballot(String),
    /// An opening by lot.
    BallotByLot,
}

/// Why something cannot be played as proposed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct ProposalError {
    /// What is wrong, and what would be right, for programs.
    pub message: String,
    /// What exactly, by the name under which pages word it in each language; none where only programs send it.
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
    /// Which side the proposer plays.
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
    /// The rules, or what is wrong with them.
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

/// Some captures of flying kings can take for ever to work out on a large board, and a stranger's rules must not stop the
/// site. Those of the named rule sets do not.
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

/// Do pieces move as in a named rule set, on the same board?
fn moves_like_a_named_one(set: &RuleSet) -> bool {
    let moves = MoveRules::of(set);
    variant::ALL
        .into_iter()
        .any(|named| named.board.has_squares_of(&set.board) && MoveRules::of(&named) == moves)
}

/// A position that a stranger made up must not take long to work out, either: the board is not the largest, and no side
/// has more pieces than a game begins with; by house rules, not more than a few.
pub fn check_set_up(rules: &Rules, fen: &str) -> Result<(), ProposalError> {
    if fen.len() > 2000 {
        return Err(ProposalError::new("a position has 2000 characters at the most".to_owned()));
    }
    // Whatever else is wrong with it is told when the game is prepared.
    let Ok(fen) = Fen::parse(fen, rules.square_names()) else { return Ok(()) };
    check_pieces(rules, &fen.setup)
}

/// The same for a position that was read already.
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

    /// The same with everything that was open decided, by chance where need be.
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

    /// Only games with a time control, by rules that have a name and from the start or a ballot, are rated.
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
            || ProposalError::new(format!("there are no openings to be drawn by lot in {rules}"));
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
    /// The terms of the game against this opponent.
    #[must_use]
    pub fn terms(&self, proposer: Seat, opponent: Seat) -> Terms {
        let (white, black) = match self.colour {
            Color::White => (proposer, opponent),
            Color::Black => (opponent, proposer),
        };
        Terms { white, black, time: self.time, start: self.start.clone(), rated: self.rated }
    }
}
