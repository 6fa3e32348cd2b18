//! What a session says beside the board.

use std::io::Write;

use draughts::game::Refusal;
use draughts::notation::{MoveStyle, WrittenMove, move_texts};
use draughts::{Event, Explainer};
use texts::{Language, Render, RenderByRules, WhyNotText};

use super::session::Session;
use crate::failure::Failure;

impl Session {
    /// What is said of an event that the board does not show.
    pub(super) fn confirmation(&self, event: &Event) -> Option<String> {
        let (by, does) = match event {
            Event::DeclineDraw { by, .. } => (by, self.pick("declines", "lehnt ab")),
            Event::WithdrawDraw { by } => (by, self.pick("withdraws the offer", "zieht das Angebot zurück")),
            Event::LetStand { by } => (by, self.pick("lets the turn stand", "lässt den Zug gelten")),
            _ => return None,
        };
        Some(format!("{} {does}.", by.render(self.language)))
    }

    /// The last turn broke a duty: what the opponent may do about it.
    pub(super) fn tell_broken_duty(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Some((side, why)) =
            self.game.irregular_turn().and_then(|turn| Some((turn.before.turn(), turn.irregular?)))
        else {
            return Ok(());
        };
        let broke = self.pick("has broken a duty", "hat eine Pflicht verletzt");
        let rule = why.rule(self.game.rules(), self.language).unwrap_or_default();
        writeln!(out, "{} {broke}: {rule}", side.render(self.language))?;
        let naming = self.naming();
        let huffable: Vec<String> =
            self.game.huffable().iter().map(|&square| naming.name(square).to_owned()).collect();
        let huffable = (!huffable.is_empty()).then(|| self.language.either(&huffable));
        let may = match (huffable, self.language) {
            (None, Language::English) => "demand that the turn be redone (redo)".to_owned(),
            (None, Language::German) => "verlangen, dass der Zug wiederholt wird (redo)".to_owned(),
            (Some(squares), Language::English) => format!("huff {squares} and then move (huff SQUARE)"),
            (Some(squares), Language::German) => format!("{squares} pusten und dann ziehen (huff FELD)"),
        };
        let stand = match self.game.legal_moves().is_empty() {
            false => self.pick("or let it stand by moving", "oder ihn gelten lassen und ziehen"),
            true => self.pick("or let it stand (stand)", "oder ihn gelten lassen (stand)"),
        };
        Ok(writeln!(out, "{} {may}, {stand}.", self.pick("The opponent may", "Der Gegner darf"))?)
    }

    pub(super) fn tell_offer(&self, out: &mut impl Write) -> Result<(), Failure> {
        let Some(offer) = self.game.offer().filter(|_| self.game.outcome().is_none()) else { return Ok(()) };
        let does = self.pick("offers a draw", "bietet Remis an");
        let message = if offer.message.is_empty() { String::new() } else { format!(": {}", offer.message) };
        writeln!(out, "{} {does}{message}", offer.by.render(self.language))?;
        if let Some(evidence) = &offer.evidence {
            writeln!(out, "{}", evidence.render(self.language))?;
        }
        Ok(())
    }

    pub(super) fn tell_counters(&self, out: &mut impl Write) -> Result<(), Failure> {
        let counters = self.game.counters();
        if counters.is_empty() {
            let none =
                self.pick("These rules have no draws that are counted.", "Diese Regeln zählen kein Remis.");
            writeln!(out, "{none}")?;
        }
        for counter in counters {
            writeln!(out, "{}. {}", counter.rule + 1, counter.render(self.game.rules(), self.language))?;
        }
        Ok(())
    }

    pub(super) fn tell_moves(&self, out: &mut impl Write) -> Result<(), Failure> {
        if self.game.outcome().is_some() {
            return self.refuse(&Refusal::GameOver, out);
        }
        let style = MoveStyle::of(self.game.rules());
        Ok(writeln!(out, "{}", move_texts(self.game.position(), self.game.legal_moves(), &style).join(" "))?)
    }

    pub(super) fn why(&self, text: &str, out: &mut impl Write) -> Result<(), Failure> {
        if self.game.outcome().is_some() {
            return self.refuse(&Refusal::GameOver, out);
        }
        let naming = self.naming();
        let written = match WrittenMove::parse(text, naming) {
            Ok(written) => written,
            Err(error) => {
                return Ok(writeln!(out, "{}", error.render(self.game.rules(), self.language))?);
            }
        };
        match written.find(&Explainer::new(self.game.position()), naming) {
            Ok(_) => writeln!(out, "{text}: {}", self.pick("the move is legal.", "Der Zug ist erlaubt."))?,
            Err(why) => writeln!(out, "{}", why.in_full(self.game.rules(), self.language))?,
        }
        Ok(())
    }
}
