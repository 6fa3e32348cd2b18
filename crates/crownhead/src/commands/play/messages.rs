//! Messages of a session.

use std::io::Write;

use draughts::game::Refusal;
use draughts::notation::{MoveStyle, WrittenMove, move_texts};
use draughts::{Event, Explainer, Language};

use super::session::Session;
use crate::failure::Failure;

impl Session {
    /// Returns the confirmation of an event that does not change the board.
    pub(super) fn confirmation(&self, event: &Event) -> Option<String> {
        let (by, does) = match event {
            Event::DeclineDraw { by, .. } => (by, self.language.pick("declines", "lehnt ab")),
            Event::WithdrawDraw { by } => {
                (by, self.language.pick("withdraws the offer", "zieht das Angebot zurück"))
            }
            Event::LetStand { by } => (by, self.language.pick("lets the turn stand", "lässt den Zug gelten")),
            _ => return None,
        };
        Some(format!("{} {does}.", self.language.side(*by)))
    }

    /// If the last turn broke a rule, prints the rule and what the opponent may do.
    pub(super) fn print_irregular_turn(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Some((side, why)) =
            self.game.irregular_turn().and_then(|turn| Some((turn.before.turn(), turn.irregular?)))
        else {
            return Ok(());
        };
        let broke = self.language.pick("broke a rule", "hat gegen eine Regel verstoßen");
        let rule = why.rule(self.game.rules(), self.language).unwrap_or_default();
        writeln!(out, "{} {broke}: {rule}", self.language.side(side))?;
        let names = self.square_names();
        let huffable: Vec<String> =
            self.game.huffable().iter().map(|&square| names.name(square).to_owned()).collect();
        let huffable = (!huffable.is_empty()).then(|| self.language.either(&huffable));
        let may = match (huffable, self.language) {
            (None, Language::English) => "demand a redo (redo)".to_owned(),
            (None, Language::German) => "verlangen, dass der Zug wiederholt wird (redo),".to_owned(),
            (Some(squares), Language::English) => format!("huff {squares} (huff SQUARE) and then move,"),
            (Some(squares), Language::German) => format!("{squares} pusten (huff FELD) und dann ziehen"),
        };
        let stand = match self.game.legal_moves().is_empty() {
            false => {
                self.language.pick("or let the turn stand by moving", "oder den Zug gelten lassen und ziehen")
            }
            true => self.language.pick("or let the turn stand (stand)", "oder den Zug gelten lassen (stand)"),
        };
        Ok(writeln!(out, "{} {may} {stand}.", self.language.pick("The opponent may", "Der Gegner darf"))?)
    }

    pub(super) fn print_offer(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Some(offer) = self.game.offer().filter(|_| self.game.outcome().is_none()) else { return Ok(()) };
        let does = self.language.pick("offers a draw", "bietet Remis an");
        let message = if offer.message.is_empty() { String::new() } else { format!(": {}", offer.message) };
        writeln!(out, "{} {does}{message}", self.language.side(offer.by))?;
        if let Some(evidence) = &offer.evidence {
            writeln!(out, "{}", evidence.render(self.language))?;
        }
        Ok(())
    }

    pub(super) fn print_counters(&self, out: &mut impl Write) -> Result<(), Failure> {
        let counters = self.game.counters();
        if counters.is_empty() {
            let none = self
                .language
                .pick("These rules have no draw counters.", "In diesen Regeln gibt es keine Remiszähler.");
            writeln!(out, "{none}")?;
        }
        for counter in counters {
            writeln!(out, "{}. {}", counter.rule + 1, counter.render(self.game.rules(), self.language))?;
        }
        Ok(())
    }

    pub(super) fn print_moves(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.game.outcome().is_some() {
            return self.refuse(&Refusal::GameOver, out);
        }
        let style = MoveStyle::of(self.game.rules());
        Ok(writeln!(out, "{}", move_texts(self.game.position(), self.game.legal_moves(), &style).join(" "))?)
    }

    /// Explains why a move is illegal.
    pub(super) fn explain(&self, text: &str, out: &mut impl Write) -> Result<(), Failure> {
        if self.game.outcome().is_some() {
            return self.refuse(&Refusal::GameOver, out);
        }
        let names = self.square_names();
        let written = match WrittenMove::parse(text, names) {
            Ok(written) => written,
            Err(error) => return Ok(writeln!(out, "{}", error.render(self.language))?),
        };
        match written.find(&Explainer::new(self.game.position()), names) {
            Ok(_) => writeln!(out, "{text} {}", self.language.pick("is legal.", "ist erlaubt."))?,
            Err(why) => writeln!(out, "{}", why.in_full(self.game.rules(), self.language))?,
        }
        Ok(())
    }
}
