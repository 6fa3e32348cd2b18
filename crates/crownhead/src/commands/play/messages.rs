//! The messages that a session prints.

use std::io::Write;

use draughts::game::Refusal;
use draughts::notation::{MoveStyle, WrittenMove, move_texts};
use draughts::{Event, Explainer};
use texts::{Render, RenderByRules, WhyNotText};

use super::session::Session;
use crate::failure::Failure;

impl Session {
    /// Returns the confirmation of an event that does not change the board.
    pub(super) fn confirmation(&self, event: &Event) -> Option<String> {
        let (by, message) = match event {
            Event::DeclineDraw { by, .. } => (by, "terminal-declines"),
            Event::WithdrawDraw { by } => (by, "terminal-withdraws"),
            Event::LetStand { by } => (by, "terminal-lets-stand"),
            _ => return None,
        };
        Some(self.texts().with(message, "side", by.render(self.language)))
    }

    /// If the last turn broke a rule, prints the rule and what the opponent may do.
    pub(super) fn print_irregular_turn(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Some((side, why)) =
            self.game.irregular_turn().and_then(|turn| Some((turn.before.turn(), turn.irregular?)))
        else {
            return Ok(());
        };
        let rule = why.rule(self.game.rules(), self.language).unwrap_or_default();
        let values = [("side", side.render(self.language).into()), ("rule", rule.into())];
        writeln!(out, "{}", self.texts().fill("terminal-broke-a-rule", values))?;
        let names = self.square_names();
        let huffable: Vec<String> =
            self.game.huffable().iter().map(|&square| names.name(square).to_owned()).collect();
        let message = match (huffable.is_empty(), self.game.legal_moves().is_empty()) {
            (true, false) => "terminal-may-redo",
            (true, true) => "terminal-may-redo-or-stand",
            (false, false) => "terminal-may-huff",
            (false, true) => "terminal-may-huff-or-stand",
        };
        let squares = self.language.either(&huffable);
        Ok(writeln!(out, "{}", self.texts().with(message, "squares", squares))?)
    }

    /// Prints the open draw offer with its evidence, if there is one.
    pub(super) fn print_offer(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Some(offer) = self.game.offer().filter(|_| self.game.outcome().is_none()) else { return Ok(()) };
        let name = if offer.message.is_empty() { "terminal-offers" } else { "terminal-offers-message" };
        let values =
            [("side", offer.by.render(self.language).into()), ("message", offer.message.clone().into())];
        writeln!(out, "{}", self.texts().fill(name, values))?;
        if let Some(evidence) = &offer.evidence {
            writeln!(out, "{}", evidence.render(self.language))?;
        }
        Ok(())
    }

    /// Prints the draw counters.
    pub(super) fn print_counters(&self, out: &mut impl Write) -> Result<(), Failure> {
        let counters = self.game.counters();
        if counters.is_empty() {
            writeln!(out, "{}", self.texts().get("terminal-no-counters"))?;
        }
        for counter in counters {
            writeln!(out, "{}. {}", counter.rule + 1, counter.render(self.game.rules(), self.language))?;
        }
        Ok(())
    }

    /// Prints the legal moves.
    pub(super) fn print_moves(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.game.outcome().is_some() {
            return self.print_rejection(&Refusal::GameOver, out);
        }
        let style = MoveStyle::of(self.game.rules());
        Ok(writeln!(out, "{}", move_texts(self.game.position(), self.game.legal_moves(), &style).join(" "))?)
    }

    /// Explains why a move is illegal.
    pub(super) fn explain(&self, text: &str, out: &mut impl Write) -> Result<(), Failure> {
        if self.game.outcome().is_some() {
            return self.print_rejection(&Refusal::GameOver, out);
        }
        let names = self.square_names();
        let written = match WrittenMove::parse(text, names) {
            Ok(written) => written,
            Err(error) => {
                return Ok(writeln!(out, "{}", error.render(self.game.rules(), self.language))?);
            }
        };
        match written.find(&Explainer::new(self.game.position()), names) {
            Ok(_) => writeln!(out, "{}", self.texts().with("terminal-is-legal", "move", text.to_owned()))?,
            Err(why) => writeln!(out, "{}", why.in_full(self.game.rules(), self.language))?,
        }
        Ok(())
    }
}
