//! The reasons why a command is rejected.

use draughts::game::{NextGameError, Refusal};
use draughts::notation::ReadMoveError;
use draughts::{Color, Language, Rules, WhyNot};
use std::time::Duration;

/// The reason why a command is rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// The rules or the state of the game do not allow it.
    Rules(Refusal),
    /// The text is not a legal move.
    Move(ReadMoveError),
    /// The squares are those of a move, but its jumps do not lead there in this order.
    NotThisWay,
    /// The flag of this side has fallen.
    TimeOver(Color),
    /// Nobody has asked for a takeback.
    NoTakeback,
    /// The player has made no move to take back.
    NothingToTakeBack,
    /// The player has already asked for a takeback.
    TakebackAsked,
    /// The game has no clock.
    NoClock,
    /// More than this number of seconds cannot be given at a time.
    TooMuchTime(u32),
    /// This number of days off is left.
    NoVacation(u16),
    /// Conditional moves can be set only during the opponent's turn.
    OwnTurn,
    /// The player has no conditional moves to delete.
    NothingPlanned,
    /// A line ends with a move of the opponent.
    NoAnswer,
    /// There are too many conditional moves.
    PlanTooLong {
        /// The maximum number of lines.
        lines: usize,
        /// The maximum number of moves in a line.
        steps: usize,
    },
    /// A message is empty, or longer than this number of characters.
    BadMessage(usize),
    /// The opponent has not left, or not for long enough; the remaining time.
    NotLeft(Option<Duration>),
    /// Nobody loses before both players have moved.
    NotBegun,
    /// It is the turn of the player who claims the win.
    NotWaiting,
    /// The game is paused until an administrator has decided.
    Paused,
    /// The game is not paused.
    NotPaused,
    /// Nobody has called an administrator.
    NotCalled,
    /// An administrator has been called already.
    CalledBefore,
    /// The game is not over.
    NotOver,
    /// The players must say who begins.
    NotChosen,
    /// The player has already asked for a rematch.
    AskedBefore,
    /// The next game has begun.
    NextGameBegun,
    /// Nobody has asked for a rematch.
    NoRematch,
}

impl CommandError {
    /// Returns why the move is not legal, if that is the reason.
    #[must_use]
    pub fn why_not(&self) -> Option<&WhyNot> {
        match self {
            Self::Rules(Refusal::NotLegal(why)) | Self::Move(ReadMoveError::NotLegal(why)) => Some(why),
            _ => None,
        }
    }

    /// Returns the error in words.
    #[must_use]
    pub fn render(&self, rules: &Rules, language: Language) -> String {
        let pick = |english, german| language.pick(english, german).to_owned();
        match self {
            Self::Rules(refusal) => refusal.render(rules, language),
            Self::Move(ReadMoveError::NotLegal(why)) => why.render(rules, language),
            Self::Move(ReadMoveError::Parse(_)) => pick(
                "That is not a move. Type it like 11-15 or 15x22.",
                "Das ist kein Zug. Schreibe ihn wie 11-15 oder 15x22.",
            ),
            Self::Move(error) => error.render(rules, language),
            Self::NotThisWay => pick(
                "No capture goes on by these jumps. Start again with the first.",
                "Kein Schlagzug geht mit diesen Sprüngen weiter. Beginne mit dem ersten von vorn.",
            ),
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
            Self::TakebackAsked => {
                pick("You have asked to take back already.", "Du hast schon gebeten, zurücknehmen zu dürfen.")
            }
            Self::NothingPlanned => pick("You have planned nothing.", "Es ist nichts geplant."),
            Self::NotBegun => pick(
                "Before both have moved nobody can win: abort the game instead.",
                "Bevor beide gezogen haben, gewinnt niemand: Brich die Partie stattdessen ab.",
            ),
            Self::NoClock => pick("This game has no clock.", "Dieses Spiel hat keine Uhr."),
            Self::TooMuchTime(most) => match language {
                Language::English => format!("You can give from 1 to {most} seconds."),
                Language::German => format!("Man kann 1 bis {most} Sekunden geben."),
            },
            Self::NoVacation(left) => match language {
                Language::English => match left {
                    1 => "You have 1 day off left in this game.".to_owned(),
                    left => format!("You have {left} days off left in this game."),
                },
                Language::German => match left {
                    1 => "In dieser Partie hast du noch 1 freien Tag.".to_owned(),
                    left => format!("In dieser Partie hast du noch {left} freie Tage."),
                },
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
            Self::NotLeft(None) => {
                pick("Your opponent has not left the game.", "Der Gegner hat das Spiel nicht verlassen.")
            }
            Self::NotLeft(Some(missing)) => {
                let seconds = missing.as_secs() + 1;
                match language {
                    Language::English => format!(
                        "Your opponent may still come back. In {seconds} seconds you can claim the game."
                    ),
                    Language::German => format!(
                        "Der Gegner kann noch zurückkommen. In {seconds} Sekunden kann das Spiel beansprucht werden."
                    ),
                }
            }
            Self::NotWaiting => pick(
                "It is your turn: your opponent is not the one who keeps the game waiting.",
                "Du bist am Zug: Der Gegner lässt nicht auf sich warten.",
            ),
            Self::Paused => pick(
                "The game is paused until an administrator has decided.",
                "Die Partie ruht, bis ein Administrator entschieden hat.",
            ),
            Self::NotPaused => pick("The game is not paused.", "Die Partie ruht nicht."),
            Self::NotCalled => pick(
                "Nothing in this game waits for an administrator.",
                "In dieser Partie wartet nichts auf einen Administrator.",
            ),
            Self::CalledBefore => pick(
                "An administrator has been called to this game already.",
                "Zu diesem Spiel wurde schon ein Administrator gerufen.",
            ),
            Self::NotOver => pick("The game is not over.", "Die Partie ist nicht zu Ende."),
            Self::NotChosen => pick(
                "Say who is to begin: these rules leave it to the players.",
                "Sage, wer beginnen soll: Diese Regeln überlassen es den Spielern.",
            ),
            Self::AskedBefore => {
                pick("You have asked for a rematch already.", "Du hast schon um Revanche gebeten.")
            }
            Self::NextGameBegun => pick("The next game has begun.", "Die nächste Partie hat begonnen."),
            Self::NoRematch => pick("Nobody has asked for a rematch.", "Niemand hat um Revanche gebeten."),
        }
    }
}

impl From<Refusal> for CommandError {
    fn from(refusal: Refusal) -> Self {
        Self::Rules(refusal)
    }
}

impl From<NextGameError> for CommandError {
    fn from(error: NextGameError) -> Self {
        match error {
            NextGameError::NotChosen => Self::NotChosen,
            _ => Self::NotOver,
        }
    }
}
