//! What a player can ask for at a table, and why it may be refused.

use draughts::Language;
use draughts::Rules;
use draughts::game::Refusal;
use draughts::notation::ReadMoveError;
use draughts::{Color, SquareSet};
use serde::{Deserialize, Serialize};

/// What a player asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// To make this move, written as people write it.
    Move {
        /// The move.
        text: String,
    },
    /// To make this move, by the numbers of its squares in the order of the diagram, from 0.
    MoveSquares {
        /// Where it starts.
        from: draughts::Square,
        /// Where it ends.
        to: draughts::Square,
        /// What it captures.
        captured: SquareSet,
    },
    /// To offer a draw.
    OfferDraw {
        /// The draw rule appealed to, by its place in the rule set, from 0.
        #[serde(default)]
        rule: Option<usize>,
        /// The reason, in words.
        #[serde(default)]
        message: String,
    },
    /// To accept what the opponent offers or claims.
    AcceptDraw,
    /// To decline it.
    DeclineDraw {
        /// The reason, in words.
        #[serde(default)]
        message: String,
    },
    /// To take back one's own offer or claim.
    WithdrawDraw,
    /// To claim a draw.
    ClaimDraw {
        /// The rule, by its place in the rule set, from 0; none: whichever applies.
        #[serde(default)]
        rule: Option<usize>,
        /// The reason, in words.
        #[serde(default)]
        message: String,
    },
    /// To give up.
    Resign,
    /// That the opponent redo a turn that broke a duty.
    DemandRedo,
    /// To let it stand.
    LetStand,
    /// To huff the piece on this square.
    Huff {
        /// The square.
        square: draughts::Square,
    },
    /// To call the game off before both have moved.
    Abort,
    /// To take back one's last move.
    AskTakeback,
    /// To let the opponent take back.
    GrantTakeback,
    /// Not to.
    RefuseTakeback,
    /// To answer moves of the opponent in advance.
    Plan {
        /// Lines of moves of the opponent and answers in turn; the last answer may be `resign`. None: nothing is planned.
        lines: Vec<Vec<String>>,
    },
    /// To give the opponent more time.
    GiveTime {
        /// How much.
        seconds: u32,
    },
    /// To say something.
    Message {
        /// To the opponent alone?
        #[serde(default)]
        private: bool,
        /// What.
        text: String,
    },
}

/// Why a request is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The rules of the game, or its state, do not allow it.
    Rules(Refusal),
    /// The text is not a legal move.
    Move(ReadMoveError),
    /// The flag of this side has fallen.
    TimeOver(Color),
    /// Nobody has asked to take back.
    NoTakeback,
    /// There is no move of one's own to take back.
    NothingToTakeBack,
    /// There is no clock.
    NoClock,
    /// So many seconds can be given at a time.
    TooMuchTime(u32),
    /// Plans are for the opponent's turn.
    OwnTurn,
    /// A line ends with a move of the opponent.
    NoAnswer,
    /// A plan is too long.
    PlanTooLong {
        /// So many lines are allowed.
        lines: usize,
        /// So many moves in each.
        steps: usize,
    },
    /// A message has between 1 and so many characters.
    BadMessage(usize),
}

impl Refused {
    /// A short name that programs can go by.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Rules(Refusal::GameOver) => "game-over",
            Self::Rules(Refusal::NotLegal(_)) | Self::Move(_) => "illegal-move",
            Self::Rules(Refusal::NotJustified(_)) => "claim-not-justified",
            Self::Rules(_) => "not-now",
            Self::TimeOver(_) => "time-over",
            Self::NoTakeback | Self::NothingToTakeBack => "no-takeback",
            Self::NoClock => "no-clock",
            Self::TooMuchTime(_) => "too-much-time",
            Self::BadMessage(_) => "bad-message",
            Self::OwnTurn | Self::NoAnswer | Self::PlanTooLong { .. } => "bad-plan",
        }
    }

    /// The refusal in words.
    #[must_use]
    pub fn tell(&self, rules: &Rules, language: Language) -> String {
        let pick = |english, german| language.pick(english, german).to_owned();
        match self {
            Self::Rules(refusal) => refusal.tell(rules, language),
            Self::Move(error) => error.to_string(),
            Self::TimeOver(side) => match language {
                Language::English => format!("{side}'s time is over."),
                Language::German => format!("Die Zeit von {} ist abgelaufen.", language.side(*side)),
            },
            Self::NoTakeback => {
                pick("Nobody has asked to take back a move.", "Niemand will einen Zug zurücknehmen.")
            }
            Self::NothingToTakeBack => {
                pick("You have no move to take back.", "Es gibt keinen eigenen Zug zum Zurücknehmen.")
            }
            Self::NoClock => pick("This game has no clock.", "Dieses Spiel hat keine Uhr."),
            Self::TooMuchTime(most) => match language {
                Language::English => format!("You can give from 1 to {most} seconds."),
                Language::German => format!("Man kann 1 bis {most} Sekunden geben."),
            },
            Self::OwnTurn => pick(
                "It is your turn: move, and plan afterwards.",
                "Du bist am Zug: ziehe zuerst, und plane danach.",
            ),
            Self::NoAnswer => pick(
                "A line consists of moves of the opponent and your answers in turn, an answer last.",
                "Eine Zeile besteht abwechselnd aus Zügen des Gegners und deinen Antworten, zuletzt eine Antwort.",
            ),
            Self::PlanTooLong { lines, steps } => match language {
                Language::English => format!("A plan has up to {lines} lines of up to {steps} moves."),
                Language::German => format!("Ein Plan hat bis zu {lines} Zeilen mit bis zu {steps} Zügen."),
            },
            Self::BadMessage(most) => match language {
                Language::English => format!("A message has from 1 to {most} characters."),
                Language::German => format!("Eine Nachricht hat 1 bis {most} Zeichen."),
            },
        }
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self::Rules(refusal)
    }
}
