//! Draws in a game: counted, offered, claimed, judged.

use super::{Ending, Game, LONGEST_MESSAGE, Offer, Outcome, Refusal, Turn, Verdict};
use crate::color::Color;
use crate::draw::{Counter, Evidence, Grounds, Occurrence};
use crate::language::Language;
use crate::ruleset::{Agreement, DrawWhen, Effect};

impl Game {
    /// How far each draw rule has come, in the order of the rule set.
    #[must_use]
    pub fn counters(&self) -> Vec<Counter> {
        (0..self.rules().rule_set().draws.rules.len()).map(|rule| self.counter(rule)).collect()
    }

    /// How far one draw rule has come.
    fn counter(&self, rule: usize) -> Counter {
        let rules = self.rules().rule_set();
        let times = match rules.draws.rules[rule].when {
            DrawWhen::Repetition { .. } => self.repeated_after().len() as u32,
            _ => 0,
        };
        self.tally.counter(rules, rule, self.ply(), times)
    }

    /// After how many plies the position stood on the board, now included, oldest first.
    fn repeated_after(&self) -> Vec<u32> {
        // What was captured or crowned does not come back.
        let irreversible =
            |turn: &Turn| turn.played.is_capture() || turn.played.promotes() || turn.huffed.is_some();
        let hash = self.position.hash();
        let mut found = vec![self.ply()];
        for (i, turn) in self.turns.iter().enumerate().rev() {
            if irreversible(turn) {
                break;
            }
            if turn.before.hash() == hash && turn.before.state() == self.position.state() {
                found.push(self.first_ply + i as u32);
            }
        }
        found.reverse();
        found
    }

    /// When the position has stood on the board, now included, oldest first.
    #[must_use]
    pub fn occurrences(&self) -> Vec<Occurrence> {
        self.repeated_after().into_iter().map(|plies| self.moment(plies)).collect()
    }

    /// How far a draw rule has come, in words; a position that has come again is told by the moves after which it stood.
    #[must_use]
    pub fn tell_counter(&self, counter: &Counter, language: Language) -> String {
        let rules = self.rules().rule_set();
        let repetition = matches!(rules.draws.rules[counter.rule].when, DrawWhen::Repetition { .. });
        if !repetition || counter.made < 2 {
            return counter.tell(self.rules(), language);
        }
        let (made, needed) = (counter.made, counter.needed);
        match language {
            Language::English => format!("This position for the {} time of {needed}", ordinal(made)),
            Language::German => format!("Diese Stellung zum {made}. Mal von {needed}"),
        }
    }

    fn moment(&self, plies: u32) -> Occurrence {
        Occurrence::after_plies(plies, self.first_ply, self.rules().rule_set().start.first_move)
    }

    /// The proof of a draw rule, if it applies.
    #[must_use]
    pub fn evidence(&self, rule: usize) -> Option<Evidence> {
        let rules = self.rules().rule_set();
        let when = &rules.draws.rules.get(rule)?.when;
        let counter = self.counter(rule);
        if !counter.is_reached() {
            return None;
        }
        let grounds = match when {
            DrawWhen::Repetition { times } => {
                // As many as the rule asks for prove it.
                Grounds::Repetition(self.occurrences().into_iter().take(usize::from(*times)).collect())
            }
            DrawWhen::Material { count: None, .. } => {
                Grounds::Material(self.moment(u32::try_from(self.tally.first(rule)?).unwrap_or(0)))
            }
            DrawWhen::QuietMoves(_) | DrawWhen::Material { count: Some(_), .. } => {
                let (made, needed) = counter.moves();
                Grounds::Count { first: counter.first()?, from: counter.from()?, made, needed }
            }
        };
        Some(Evidence { rule: rules.draws.rules[rule].clone(), grounds })
    }

    /// The proofs of all draw rules with such an effect that apply.
    fn proofs(&self, effect: impl Fn(Effect) -> bool) -> Vec<Evidence> {
        let rules = self.rules().rule_set().draws.rules.iter().enumerate();
        rules.filter(|(_, rule)| effect(rule.effect)).filter_map(|(i, _)| self.evidence(i)).collect()
    }

    /// Is the game a draw by rules that take effect by themselves?
    pub(super) fn drawn(&self) -> Option<Outcome> {
        let proofs = self.proofs(|effect| effect == Effect::Automatic);
        (!proofs.is_empty()).then(|| Outcome::draw(Ending::DrawRules(proofs)))
    }

    pub(super) fn offer_draw(
        &mut self,
        by: Color,
        rule: Option<usize>,
        message: &str,
    ) -> Result<(), Refusal> {
        let rules = self.rules().rule_set();
        if rules.draws.agreement == Agreement::NotAllowed {
            return Err(Refusal::NoAgreement);
        }
        check_message(message)?;
        if let Some(rule) = rule.filter(|&rule| rule >= rules.draws.rules.len()) {
            return Err(Refusal::NoSuchRule(rule));
        }
        if let Some(offer) = &self.offer {
            return Err(Refusal::OfferOpen { by: offer.by });
        }
        if self.declined[by].is_some_and(|ply| !self.has_moved_since(by, ply)) {
            return Err(Refusal::OfferedBefore);
        }
        let evidence = rule.and_then(|rule| self.evidence(rule));
        let message = message.to_owned();
        self.offer = Some(Offer { by, rule, message, evidence, claim: false, declined: false });
        Ok(())
    }

    /// What an open offer appeals to may have come about, or be gone, with the move it was sent with.
    pub(super) fn renew_evidence(&mut self) {
        if let Some(rule) = self.offer.as_ref().and_then(|offer| offer.rule) {
            let evidence = self.evidence(rule);
            if let Some(offer) = &mut self.offer {
                offer.evidence = evidence;
            }
        }
    }

    fn has_moved_since(&self, side: Color, ply: u32) -> bool {
        let since = ply.saturating_sub(self.first_ply) as usize;
        self.turns.get(since..).is_some_and(|turns| turns.iter().any(|turn| turn.before.turn() == side))
    }

    pub(super) fn claim_draw(
        &mut self,
        by: Color,
        rule: Option<usize>,
        message: &str,
    ) -> Result<(), Refusal> {
        check_message(message)?;
        self.check_no_claim()?;
        if let Some(offer) = self.offer.as_ref().filter(|offer| offer.by != by) {
            return Err(Refusal::OfferOpen { by: offer.by });
        }
        if self.claimed[by].is_some_and(|ply| !self.has_moved_since(by, ply)) {
            return Err(Refusal::ClaimedBefore);
        }
        let (rule, evidence) = self.justification(rule)?;
        if evidence.rule.effect == Effect::OnClaim {
            self.outcome = Some(Outcome::draw(Ending::Claim(by, evidence)));
        } else {
            self.claimed[by] = Some(self.ply());
            let (rule, evidence, message) = (Some(rule), Some(evidence), message.to_owned());
            self.offer = Some(Offer { by, rule, message, evidence, claim: true, declined: false });
        }
        Ok(())
    }

    /// The rule by which a draw can be claimed now, and its proof; or what is missing.
    fn justification(&self, asked: Option<usize>) -> Result<(usize, Evidence), Refusal> {
        let rules = &self.rules().rule_set().draws.rules;
        if let Some(asked) = asked {
            let rule = rules.get(asked).ok_or(Refusal::NoSuchRule(asked))?;
            if rule.effect == Effect::Automatic {
                return Err(Refusal::Automatic(asked));
            }
        }
        let claimable: Vec<usize> = (0..rules.len())
            .filter(|&rule| {
                rules[rule].effect != Effect::Automatic && asked.is_none_or(|asked| asked == rule)
            })
            .collect();
        if claimable.is_empty() {
            return Err(Refusal::NothingToClaim);
        }
        let proved = claimable.iter().find_map(|&rule| Some((rule, self.evidence(rule)?)));
        proved.ok_or_else(|| {
            Refusal::NotJustified(claimable.into_iter().map(|rule| self.counter(rule)).collect())
        })
    }

    pub(super) fn accept_draw(&mut self, by: Color) -> Result<(), Refusal> {
        let offer = self.offer_to(by)?;
        let ending = match offer.evidence.clone().filter(|_| offer.claim) {
            Some(evidence) => Ending::Claim(offer.by, evidence),
            None => Ending::Agreement,
        };
        self.outcome = Some(Outcome::draw(ending));
        Ok(())
    }

    pub(super) fn decline_draw(&mut self, by: Color, message: &str) -> Result<(), Refusal> {
        check_message(message)?;
        let (claim, claimant) = match self.offer_to(by)? {
            offer if offer.declined => return Err(Refusal::DeclinedBefore),
            offer => (offer.claim, offer.by),
        };
        self.declined[claimant] = Some(self.ply());
        match &mut self.offer {
            Some(offer) if claim => offer.declined = true,
            offer => *offer = None,
        }
        Ok(())
    }

    pub(super) fn withdraw_draw(&mut self, by: Color) -> Result<(), Refusal> {
        match &self.offer {
            None => Err(Refusal::NothingOffered),
            Some(offer) if offer.by != by => Err(Refusal::NotYourOffer),
            Some(_) => {
                self.offer = None;
                Ok(())
            }
        }
    }

    /// The open offer that this side may answer.
    fn offer_to(&self, by: Color) -> Result<&Offer, Refusal> {
        match &self.offer {
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
            Verdict::ClaimGranted => match &self.offer {
                Some(Offer { claim: true, by, evidence: Some(evidence), .. }) => {
                    self.outcome = Some(Outcome::draw(Ending::Claim(*by, evidence.clone())));
                }
                _ => return Err(Refusal::NoClaim),
            },
            Verdict::ClaimRejected => match &self.offer {
                Some(offer) if offer.claim => self.offer = None,
                _ => return Err(Refusal::NoClaim),
            },
        }
        Ok(())
    }
}

/// "2nd".
fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

fn check_message(message: &str) -> Result<(), Refusal> {
    if message.chars().count() > LONGEST_MESSAGE {
        return Err(Refusal::MessageTooLong { most: LONGEST_MESSAGE });
    }
    Ok(())
}
