//! Draw offers, draw claims and verdicts.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Ending, Event, Game, Outcome, Refusal, Verdict};
use crate::color::{ByColor, Color};
use crate::draw::Evidence;
use crate::ruleset::{Agreement, Claims, Effect};

/// Maximum length of a message in characters.
const MAX_MESSAGE_LEN: usize = 2000;

/// A draw offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The player who offers.
    pub by: Color,
    /// The index of the draw rule it invokes, from 0.
    pub rule: Option<usize>,
    /// The player's message.
    pub message: String,
    /// The proof of that rule when the offer was made. Later moves do not change it.
    pub evidence: Option<Evidence>,
}

/// An offer that the opponent did not accept. It permits a claim until its player has moved again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RejectedOffer {
    /// The offer.
    pub offer: Offer,
    /// The opponent's answer.
    pub answer: Answer,
    /// The opponent's message.
    pub message: String,
}

/// The way in which an offer was rejected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Answer {
    /// The opponent declined it.
    Declined,
    /// The opponent made a move instead of answering.
    Ignored,
}

/// The draw offers of both players.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct DrawOffers {
    /// The open offer.
    offer: Option<Offer>,
    /// The last offer of each side that was not accepted, until that side moves again.
    rejected: ByColor<Option<RejectedOffer>>,
}

impl DrawOffers {
    /// Updates the offers when a side moves: the opponent's open offer counts as ignored, and its own rejected one
    /// lapses.
    pub(super) fn on_move(&mut self, mover: Color) {
        self.rejected[mover] = None;
        if self.offer.as_ref().is_some_and(|offer| offer.by != mover) {
            self.reject(Answer::Ignored, "");
        }
    }

    fn reject(&mut self, answer: Answer, message: &str) {
        if let Some(offer) = self.offer.take() {
            let by = offer.by;
            self.rejected[by] = Some(RejectedOffer { offer, answer, message: message.to_owned() });
        }
    }
}

impl Game {
    /// Returns the open offer.
    #[must_use]
    pub fn offer(&self) -> Option<&Offer> {
        self.draw_offers.offer.as_ref()
    }

    /// Returns this side's last offer, if the opponent did not accept it and the side has not moved since.
    #[must_use]
    pub fn rejected_offer(&self, by: Color) -> Option<&RejectedOffer> {
        self.draw_offers.rejected[by].as_ref()
    }

    pub(super) fn offer_draw(
        &mut self,
        by: Color,
        rule: Option<usize>,
        message: &str,
    ) -> Result<(), Refusal> {
        check_message(message)?;
        let draws = &self.rules().rule_set().draws;
        if let Some(rule) = rule {
            draws.rules.get(rule).ok_or(Refusal::NoSuchRule(rule))?;
        }
        if let Some(offer) = &self.draw_offers.offer {
            return Err(Refusal::OfferOpen { by: offer.by });
        }
        if self.draw_offers.rejected[by].is_some() {
            return Err(Refusal::OfferedBefore);
        }
        let offer_first = draws.claims == Claims::OfferFirst;
        if draws.agreement == Agreement::NotAllowed && !(offer_first && rule.is_some()) {
            return Err(Refusal::NoAgreement);
        }
        if offer_first && self.position.turn() == by {
            return Err(Refusal::OfferWithMove);
        }
        let evidence = match rule {
            Some(rule) if offer_first => Some(self.justification(by, Some(rule))?.1),
            rule => rule.and_then(|rule| self.evidence(rule)),
        };
        self.draw_offers.offer = Some(Offer { by, rule, message: message.to_owned(), evidence });
        Ok(())
    }

    pub(super) fn claim_draw(
        &mut self,
        by: Color,
        rule: Option<usize>,
        message: &str,
    ) -> Result<(), Refusal> {
        check_message(message)?;
        let evidence = match self.rules().rule_set().draws.claims {
            Claims::Immediate => {
                if let Some(offer) = self.draw_offers.offer.as_ref().filter(|offer| offer.by != by) {
                    return Err(Refusal::OfferOpen { by: offer.by });
                }
                self.justification(by, rule)?.1
            }
            Claims::OfferFirst => self.rejected_evidence(by, rule)?,
        };
        self.outcome = Some(Outcome::draw(Ending::Claim(by, evidence)));
        Ok(())
    }

    /// Returns the proof of this side's rejected offer, or why there is none yet.
    fn rejected_evidence(&self, by: Color, requested: Option<usize>) -> Result<Evidence, Refusal> {
        let rejected = self.draw_offers.rejected[by].as_ref().map(|rejected| &rejected.offer);
        let matches = |rule: Option<usize>| requested.is_none() || requested == rule;
        if let Some(evidence) =
            rejected.filter(|offer| matches(offer.rule)).and_then(|offer| offer.evidence.as_ref())
        {
            return Ok(evidence.clone());
        }
        let open = self.draw_offers.offer.as_ref().filter(|offer| offer.by == by);
        if open.is_some_and(|offer| offer.evidence.is_some() && matches(offer.rule)) {
            return Err(Refusal::OfferUnanswered);
        }
        self.justification(by, requested).and_then(|(rule, _)| Err(Refusal::OfferFirst(rule)))
    }

    /// Returns the draw rule that this side can invoke now and its proof, or what is missing.
    fn justification(&self, by: Color, requested: Option<usize>) -> Result<(usize, Evidence), Refusal> {
        let rules = &self.rules().rule_set().draws.rules;
        if let Some(requested) = requested {
            let rule = rules.get(requested).ok_or(Refusal::NoSuchRule(requested))?;
            if rule.effect == Effect::Automatic {
                return Err(Refusal::Automatic(requested));
            }
        }
        let claimable: Vec<usize> = (0..rules.len())
            .filter(|&rule| {
                rules[rule].effect == Effect::OnClaim && requested.is_none_or(|requested| requested == rule)
            })
            .collect();
        if claimable.is_empty() {
            return Err(Refusal::NothingToClaim);
        }
        let proved = claimable.iter().find_map(|&rule| Some((rule, self.ground(by, rule)?)));
        proved.ok_or_else(|| {
            Refusal::NotJustified(claimable.into_iter().map(|rule| self.counter(rule)).collect())
        })
    }

    pub(super) fn accept_draw(&mut self, by: Color) -> Result<(), Refusal> {
        let offer = self.offer_to(by)?;
        let ending = match (self.rules().rule_set().draws.agreement, &offer.evidence) {
            // Agreement is not allowed, so the draw is by the rule.
            (Agreement::NotAllowed, Some(evidence)) => Ending::Claim(offer.by, evidence.clone()),
            _ => Ending::Agreement,
        };
        self.outcome = Some(Outcome::draw(ending));
        Ok(())
    }

    pub(super) fn decline_draw(&mut self, by: Color, message: &str) -> Result<(), Refusal> {
        check_message(message)?;
        self.offer_to(by)?;
        self.draw_offers.reject(Answer::Declined, message);
        Ok(())
    }

    pub(super) fn withdraw_draw(&mut self, by: Color) -> Result<(), Refusal> {
        match &self.draw_offers.offer {
            None => Err(Refusal::NothingOffered),
            Some(offer) if offer.by != by => Err(Refusal::NotYourOffer),
            Some(_) => {
                self.draw_offers.offer = None;
                Ok(())
            }
        }
    }

    /// Returns the open offer that this side may answer.
    fn offer_to(&self, by: Color) -> Result<&Offer, Refusal> {
        match &self.draw_offers.offer {
            None => Err(Refusal::NothingOffered),
            Some(offer) if offer.by == by => Err(Refusal::OwnOffer),
            Some(offer) => Ok(offer),
        }
    }

    pub(super) fn adjudicate(&mut self, verdict: Verdict, reason: &str) -> Result<(), Refusal> {
        check_message(reason)?;
        let ending = |proofs| Ending::Adjudication(reason.to_owned(), proofs);
        match verdict {
            Verdict::Win(side) => self.outcome = Some(Outcome::win(side, ending(Vec::new()))),
            Verdict::Draw => self.outcome = Some(Outcome::draw(ending(self.proofs(|_| true)))),
            Verdict::ClaimGranted if self.outcome.is_some() => {}
            Verdict::ClaimGranted => return Err(Refusal::NoClaim),
        }
        Ok(())
    }

    /// Returns whether an event only confirms the claim that ended the game, as earlier versions recorded it.
    pub(super) fn confirms_claim(&self, event: &Event) -> bool {
        let claimed =
            self.outcome.as_ref().is_some_and(|outcome| matches!(outcome.ending, Ending::Claim(..)));
        claimed && matches!(event, Event::Adjudicate { verdict: Verdict::ClaimGranted, .. })
    }
}

fn check_message(message: &str) -> Result<(), Refusal> {
    if message.chars().count() > MAX_MESSAGE_LEN {
        return Err(Refusal::MessageTooLong { most: MAX_MESSAGE_LEN });
    }
    Ok(())
}
