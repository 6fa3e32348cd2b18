//! Refusals in words.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::display_in_english;
use super::language::Language;
use super::reasons::Names;
use crate::draw::Counter;
use crate::game::{NextGameError, Refusal, RefusedEvent};
use crate::position::PlayError;
use crate::rules::Rules;

impl Refusal {
    /// The refusal in words.
    #[must_use]
    pub fn render(&self, rules: &Rules, language: Language) -> String {
        self.say(Some(rules), language)
    }

    /// With the names that the rules have for squares and draws, or without.
    fn say(&self, rules: Option<&Rules>, language: Language) -> String {
        let pick = |english, german| language.pick(english, german).to_owned();
        match self {
            Self::GameOver => pick("The game is over.", "Das Spiel ist zu Ende."),
            Self::NotLegal(why) => {
                rules.map_or_else(|| why.to_string(), |rules| why.in_full(rules, language))
            }
            Self::NothingOffered => pick("No draw has been offered.", "Es ist kein Remis angeboten."),
            Self::OwnOffer => pick(
                "The offer is your own: your opponent answers it.",
                "Das Angebot ist dein eigenes: Dein Gegner beantwortet es.",
            ),
            Self::NotYourOffer => pick(
                "The offer is your opponent's: accept or decline it.",
                "Das Angebot kommt vom Gegner: Nimm es an oder lehne es ab.",
            ),
            Self::OfferOpen { by } => match language {
                Language::English => format!("An offer of {by} is open already."),
                Language::German => format!("Ein Angebot von {} ist noch offen.", language.side(*by)),
            },
            Self::OfferedBefore => pick(
                "Your last offer was not accepted. Make another move before you offer again.",
                "Dein letztes Angebot wurde nicht angenommen. Ziehe, bevor du wieder anbietest.",
            ),
            Self::OfferWithMove => pick(
                "Send the offer with your move, or while your opponent is to move.",
                "Schicke das Angebot mit deinem Zug, oder während dein Gegner am Zug ist.",
            ),
            Self::OfferFirst(_) => pick(
                "Offer your opponent the draw first and name the rule. If the offer is declined, or your opponent \
                 plays on, you can claim the draw.",
                "Biete deinem Gegner zuerst Remis an und nenne die Regel. Lehnt er ab oder zieht er weiter, kannst \
                 du Remis beanspruchen.",
            ),
            Self::OfferUnanswered => pick(
                "Your opponent has not answered your offer yet. If it is declined, or your opponent plays on, you \
                 can claim the draw.",
                "Dein Gegner hat dein Angebot noch nicht beantwortet. Lehnt er ab oder zieht er weiter, kannst du \
                 Remis beanspruchen.",
            ),
            Self::NoAgreement => pick(
                "By these rules the players cannot agree on a draw.",
                "Nach diesen Regeln können sich die Spieler nicht auf Remis einigen.",
            ),
            Self::NothingToClaim => pick(
                "These rules have no draw that a player can claim.",
                "Diese Regeln kennen kein Remis, das man beanspruchen kann.",
            ),
            Self::NoSuchRule(rule) => match language {
                Language::English => format!("The rule set has no draw rule number {}.", rule + 1),
                Language::German => format!("Die Regeln haben keine Remisregel Nummer {}.", rule + 1),
            },
            Self::Automatic(rule) => match language {
                Language::English => format!("Draw rule number {} takes effect by itself.", rule + 1),
                Language::German => format!("Die Remisregel Nummer {} wirkt von selbst.", rule + 1),
            },
            Self::NotJustified(counters) => {
                let progress = |counter: &Counter| match rules {
                    Some(rules) => counter.render_in_list(rules, language),
                    None => counter.to_string(),
                };
                let missing: Vec<String> = counters.iter().map(progress).collect();
                let head = pick("You cannot claim a draw yet", "Noch kein Remis");
                format!("{head}: {}.", missing.join("; "))
            }
            Self::NoClaim => pick("No draw was claimed.", "Remis wurde nicht beansprucht."),
            Self::TurnWasLegal => pick(
                "The last turn broke no duty, or was allowed to stand.",
                "Der letzte Zug hat keine Pflicht verletzt oder wurde gelten gelassen.",
            ),
            Self::NoTurn => pick("No turn has been made yet.", "Es wurde noch nicht gezogen."),
            Self::NotForYou => pick(
                "That is for the opponent of the player who made the turn.",
                "Das steht dem Gegner dessen zu, der gezogen hat.",
            ),
            Self::NoRedo => pick(
                "By these rules nobody can demand that a turn be redone.",
                "Nach diesen Regeln kann nicht verlangt werden, dass ein Zug wiederholt wird.",
            ),
            Self::NoHuffing => {
                pick("By these rules nothing is huffed.", "Nach diesen Regeln wird nicht gepustet.")
            }
            Self::CannotBeHuffed(squares) => {
                let names = rules.map_or(Names::Numbers, |rules| Names::Of(rules.square_names()));
                let those = language.either(&names.names(*squares));
                match language {
                    Language::English => format!("That piece did not fail to capture; {those} did."),
                    Language::German => {
                        format!("Diese Figur musste nicht schlagen; schlagen musste die auf {those}.")
                    }
                }
            }
            Self::TooLateToAbort => pick(
                "Both sides have moved; resign or offer a draw instead.",
                "Beide haben gezogen; gib auf oder biete Remis an.",
            ),
            Self::MessageTooLong { most } => match language {
                Language::English => format!("A message has at most {most} characters."),
                Language::German => format!("Eine Nachricht hat höchstens {most} Zeichen."),
            },
        }
    }
}

/// The refusal in English, squares by number from the top left: [`render`](Refusal::render) calls them as the rules do.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(None, Language::English))
    }
}

/// The number of the event and the refusal in English.
impl fmt::Display for RefusedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {}: {}", self.place + 1, self.refusal)
    }
}

impl NextGameError {
    /// Returns the reason in words.
    #[must_use]
    pub fn render(self, language: Language) -> String {
        let pick = |english, german| language.pick(english, german).to_owned();
        match self {
            Self::NotOver => pick("the last game is not over", "Die letzte Partie ist nicht zu Ende"),
            Self::NotChosen => {
                pick("the players must choose who begins", "Die Spieler müssen wählen, wer beginnt")
            }
        }
    }
}

impl PlayError {
    /// Returns the reason in words.
    #[must_use]
    pub fn render(self, language: Language) -> String {
        let illegal = language.pick(
            "the move is not legal in this position",
            "Der Zug ist in dieser Stellung nicht regelgerecht",
        );
        illegal.to_owned()
    }
}

display_in_english!(NextGameError, PlayError);
