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
    /// A claim is open and must be settled before anybody moves.
    ClaimOpen {
        /// Who claims.
        by: Color,
    },
    /// There is no offer or claim.
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
    /// An offer was declined; the next may come after another move of one's own.
    OfferedBefore,
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
    /// The claim was declined already and awaits judgement.
    DeclinedBefore,
    /// A claim was made in this very position; the next may come after another move of one's own.
    ClaimedBefore,
    /// No claim is open that could be rejected.
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
            Self::ClaimOpen { by } => match language {
                Language::English => {
                    format!(
                        "{by} has claimed a draw; it is accepted, declined and judged, or withdrawn first."
                    )
                }
                Language::German => format!(
                    "{} hat Remis beansprucht; das wird erst angenommen, abgelehnt und entschieden, oder zurückgezogen.",
                    language.side(*by)
                ),
            },
            Self::NothingOffered => pick("No draw has been offered.", "Es ist kein Remis angeboten."),
            Self::OwnOffer => {
                pick("The offer is your own; the opponent answers it.", "Das Angebot ist Ihr eigenes.")
            }
            Self::NotYourOffer => pick(
                "The offer is the opponent's; accept or decline it.",
                "Das Angebot ist das des Gegners; nehmen Sie es an oder lehnen Sie es ab.",
            ),
            Self::OfferOpen { by } => match language {
                Language::English => format!("An offer of {by} is open already."),
                Language::German => format!("Ein Angebot von {} ist noch offen.", language.side(*by)),
            },
            Self::OfferedBefore => pick(
                "Your offer was declined; make another move before you offer again.",
                "Ihr Angebot wurde abgelehnt; ziehen Sie, bevor Sie wieder anbieten.",
            ),
            Self::NoAgreement => pick(
                "By these rules the players may not agree on a draw.",
                "Nach diesen Regeln dürfen sich die Spieler nicht auf Remis einigen.",
            ),
            Self::NothingToClaim => pick(
                "These rules have no draw that is claimed.",
                "Diese Regeln kennen kein Remis, das beansprucht wird.",
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
                let tell = |counter: &Counter| match rules {
                    Some(rules) => counter.tell(rules, language),
                    None => counter.to_string(),
                };
                let missing: Vec<String> = counters.iter().map(tell).collect();
                let head = pick("The claim is not justified", "Der Anspruch ist nicht begründet");
                format!("{head}: {}.", missing.join("; "))
            }
            Self::DeclinedBefore => pick(
                "The claim was declined already; an administrator judges it.",
                "Der Anspruch wurde schon abgelehnt; ein Administrator entscheidet darüber.",
            ),
            Self::ClaimedBefore => pick(
                "You have claimed a draw here before; make another move before you claim again.",
                "Sie haben hier schon Remis beansprucht; ziehen Sie, bevor Sie es wieder tun.",
            ),
            Self::NoClaim => pick("No claim is open.", "Kein Anspruch ist offen."),
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
                "Beide haben gezogen; geben Sie auf oder bieten Sie Remis an.",
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
