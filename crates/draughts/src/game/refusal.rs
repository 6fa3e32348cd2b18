//! Why something cannot happen in a game now.

use std::fmt;

use crate::color::Color;
use crate::draw::Counter;
use crate::explain::WhyNot;
use crate::language::Language;
use crate::rules::Rules;

/// Why an event is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// The move is not legal.
    NotLegal(WhyNot),
    /// There is no offer.
    NothingOffered,
    /// One cannot answer one's own offer.
    OwnOffer,
    /// The offer is the opponent's.
    NotYourOffer,
    /// An offer is open already.
    OfferOpen {
        /// Whose.
        by: Color,
    },
    /// The last offer was not accepted; the next may come after another move of one's own.
    OfferedBefore,
    /// An offer is sent with a move, or while the opponent is to move.
    OfferWithMove,
    /// A claim needs an offer first: this draw rule can be appealed to.
    OfferFirst(usize),
    /// The opponent has not answered the offer yet.
    OfferUnanswered,
    /// The rule set does not let the players agree on a draw.
    NoAgreement,
    /// The rule set has no draw rule that can be claimed.
    NothingToClaim,
    /// The rule set has no draw rule with this number.
    NoSuchRule(usize),
    /// A rule that takes effect by itself cannot be claimed.
    Automatic(usize),
    /// The claim is not justified: how far each rule has come.
    NotJustified(Vec<Counter>),
    /// No claim has ended the game.
    NoClaim,
    /// The last turn broke no duty, or was let stand.
    TurnWasLegal,
    /// No turn has been made.
    NoTurn,
    /// It is for the opponent of the one who made the turn to say so.
    NotForYou,
    /// The rule set does not let a turn be redone.
    NoRedo,
    /// The rule set knows no huffing.
    NoHuffing,
    /// The piece on this square did not fail to capture; these did.
    CannotBeHuffed(Vec<String>),
    /// Both sides have moved, so that only the adjudicator can call the game off.
    TooLateToAbort,
    /// A message is too long.
    MessageTooLong {
        /// How many characters are allowed.
        most: usize,
    },
}

impl Refusal {
    /// The refusal in words.
    #[must_use]
    pub fn tell(&self, rules: &Rules, language: Language) -> String {
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
                    Some(rules) => counter.tell_in_list(rules, language),
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
                let those = language.either(squares);
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

/// The refusal in English, squares by number from the top left: [`tell`](Refusal::tell) calls them as the rules do.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(None, Language::English))
    }
}

impl std::error::Error for Refusal {}
