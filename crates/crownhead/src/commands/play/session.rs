//! The session: the game, the board in view, and what typed commands do.

use std::fs::OpenOptions;
use std::io::Write;

use draughts::game::{Refusal, RefusedEvent};
use draughts::notation::{MoveStyle, SquareNames, WrittenMove, move_texts, vias};
use draughts::{Color, Event, Explainer, Game, Move, Square};
use texts::{Language, Render, RenderByRules, RuleSetText};

use super::command::{Command, HELP, HILFE};
use super::opponent::Opponent;
use crate::board::{self, Palette, View};
use crate::failure::Failure;

/// Whether the session goes on.
pub(super) enum Next {
    Go,
    Leave,
}

pub(super) struct Session {
    pub(super) game: Game,
    opponent: Option<Opponent>,
    pub(super) language: Language,
    view: View,
    /// A capture that may mean several, and was asked about.
    question: Option<(String, Vec<Move>)>,
    /// A draw offer that goes with the next move: the draw rule, from 0, and the message.
    waiting_offer: Option<(Option<usize>, String)>,
}

impl Session {
    /// Creates a session. The person who plays against the engine sits below.
    pub(super) fn new(game: Game, opponent: Option<Opponent>, language: Language, palette: Palette) -> Self {
        let below = opponent.as_ref().map_or(Color::White, |opponent| !opponent.side);
        Self { game, opponent, language, view: View { palette, below }, question: None, waiting_offer: None }
    }

    /// Lets the engine do what is due: answer an offer, object to a turn, move.
    pub(super) fn run_engine(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        while let Some(event) = self.opponent.as_ref().and_then(|opponent| opponent.event(&self.game)) {
            if let Event::Move { .. } = &event {
                let number = self.game.move_number();
                writeln!(
                    out,
                    "{} {}: {}",
                    number.number,
                    number.by.render(self.language),
                    self.text_of(&event)
                )?;
            }
            self.apply(event, out)?;
        }
        Ok(())
    }

    /// How the rule set writes a move.
    fn text_of(&self, event: &Event) -> String {
        let legal = self.game.legal_moves();
        let texts = move_texts(self.game.position(), legal, &MoveStyle::of(self.game.rules()));
        let side = self.game.position().turn();
        let place = legal.iter().position(|m| Event::of(m, side) == *event);
        place.map_or_else(String::new, |place| texts[place].clone())
    }

    pub(super) fn pick(&self, english: &'static str, german: &'static str) -> &'static str {
        match self.language {
            Language::English => english,
            Language::German => german,
        }
    }

    pub(super) fn naming(&self) -> &SquareNames {
        self.game.rules().square_names()
    }

    pub(super) fn greet(&self, out: &mut impl Write) -> Result<(), Failure> {
        let help = self.pick("Type help for what you can do.", "help zeigt, was man tun kann.");
        writeln!(out, "{}. {help}\n", self.game.rules().rule_set().name_in(self.language))?;
        self.draw(out)
    }

    pub(super) fn prompt(&self, out: &mut impl Write) -> Result<(), Failure> {
        let number = self.game.move_number();
        match self.game.outcome() {
            Some(_) => write!(out, "> ")?,
            None => write!(out, "{} {}> ", number.number, number.by.render(self.language))?,
        }
        Ok(out.flush()?)
    }

    fn draw(&self, out: &mut impl Write) -> Result<(), Failure> {
        let last = self.game.turns().last().map(|turn| &turn.played);
        write!(out, "{}", board::draw(self.game.position(), last, self.view))?;
        let captured = Color::ALL.map(|side| {
            let has_captured = self.pick("has captured", "hat geschlagen:");
            format!("{} {has_captured} {}", side.render(self.language), self.game.captured_by(side))
        });
        writeln!(out, "{}", captured.join(", "))?;
        if let Some(outcome) = self.game.outcome() {
            writeln!(out, "{}", outcome.render(self.language))?;
        }
        Ok(())
    }

    pub(super) fn handle(&mut self, command: Command, out: &mut impl Write) -> Result<Next, Failure> {
        let turn = self.game.position().turn();
        let offered_to = self.game.offer().map_or(turn, |offer| !offer.by);
        match command {
            Command::Nothing => {}
            Command::Help => writeln!(out, "{}", self.pick(HELP, HILFE))?,
            Command::Usage(usage) => writeln!(out, "{}: {usage}", self.pick("Type", "Tippen Sie"))?,
            Command::Board => self.draw(out)?,
            Command::Moves => self.tell_moves(out)?,
            Command::Rules => {
                for sentence in self.game.rules().rule_set().sentences_in(self.language) {
                    writeln!(out, "{}", sentence.text)?;
                }
            }
            Command::Fen => writeln!(out, "{}", self.game.fen())?,
            Command::Counters => self.tell_counters(out)?,
            Command::Why(text) => self.why(&text, out)?,
            Command::Offer(rule, message) => {
                let offer = (rule.map(|number| number - 1), message);
                self.offer(offer, out)?;
            }
            Command::Accept => self.apply(Event::AcceptDraw { by: offered_to }, out)?,
            Command::Decline(message) => self.apply(Event::DeclineDraw { by: offered_to, message }, out)?,
            Command::Withdraw => self.apply(Event::WithdrawDraw { by: !offered_to }, out)?,
            Command::Claim(rule) => {
                let rule = rule.map(|number| number - 1);
                // The side whose offer was declined may claim while the opponent is still to move.
                let by = if self.game.rejected_offer(!turn).is_some() { !turn } else { turn };
                self.apply(Event::ClaimDraw { by, rule, message: String::new() }, out)?;
            }
            Command::Judge(verdict) => {
                self.apply(Event::Adjudicate { verdict, reason: String::new() }, out)?;
            }
            Command::Resign => self.apply(Event::Resign { by: turn }, out)?,
            Command::Redo => self.apply(Event::DemandRedo { by: turn }, out)?,
            Command::Stand => self.apply(Event::LetStand { by: turn }, out)?,
            Command::Huff(square) => self.huff(&square, out)?,
            Command::Undo => self.undo(out)?,
            Command::Flip => {
                self.view.below = !self.view.below;
                self.draw(out)?;
            }
            Command::Save(file) => self.save(&file, out)?,
            Command::Quit => return Ok(Next::Leave),
            Command::Move(text) => match self.question.take() {
                Some((asked, moves)) => self.answer(&text, &asked, moves, out)?,
                None => self.play(&text, out)?,
            },
        }
        Ok(Next::Go)
    }

    /// Offers a draw; where the rules send an offer with a move, it waits for the next one.
    fn offer(&mut self, offer: (Option<usize>, String), out: &mut impl Write) -> Result<(), Failure> {
        let (rule, message) = offer.clone();
        let by = self.game.position().turn();
        match self.game.clone().apply(Event::OfferDraw { by, rule, message: message.clone() }) {
            Err(Refusal::OfferWithMove) => {
                self.waiting_offer = Some(offer);
                let told = self
                    .pick("The offer goes with your next move.", "Das Angebot geht mit deinem nächsten Zug.");
                Ok(writeln!(out, "{told}")?)
            }
            _ => self.apply(Event::OfferDraw { by, rule, message }, out),
        }
    }

    /// Applies an event, and shows what came of it.
    fn apply(&mut self, event: Event, out: &mut impl Write) -> Result<(), Failure> {
        self.question = None;
        let before = self.game.position().clone();
        let done = self.confirmation(&event);
        let moved = event.by().filter(|_| matches!(event, Event::Move { .. }));
        if let Err(refusal) = self.game.apply(event) {
            return self.refuse(&refusal, out);
        }
        if let Some(done) = done {
            writeln!(out, "{done}")?;
        }
        if let Some(((rule, message), by)) = moved.and_then(|by| Some((self.waiting_offer.take()?, by))) {
            // An offer sent with the move that ends the game is not needed any more.
            if self.game.outcome().is_none()
                && let Err(refusal) = self.game.apply(Event::OfferDraw { by, rule, message })
            {
                self.refuse(&refusal, out)?;
            }
        }
        if *self.game.position() != before {
            self.draw(out)?;
        } else if let Some(outcome) = self.game.outcome() {
            writeln!(out, "{}", outcome.render(self.language))?;
        }
        self.tell_broken_duty(out)?;
        self.tell_offer(out)
    }

    pub(super) fn refuse(&self, refusal: &Refusal, out: &mut impl Write) -> Result<(), Failure> {
        Ok(writeln!(out, "{}", refusal.render(self.game.rules(), self.language))?)
    }

    /// A move is typed.
    fn play(&mut self, text: &str, out: &mut impl Write) -> Result<(), Failure> {
        if self.game.outcome().is_some() {
            return self.refuse(&Refusal::GameOver, out);
        }
        let naming = self.naming();
        let written = match WrittenMove::parse(text, naming) {
            Ok(written) => written,
            Err(error) => {
                let help = self.pick("(help lists what you can type)", "(help zeigt, was man tippen kann)");
                return Ok(writeln!(out, "{} {help}", error.render(self.game.rules(), self.language))?);
            }
        };
        let explainer = Explainer::new(self.game.position());
        let found = match written.find(&explainer, naming) {
            Ok(found) => found,
            Err(why) => {
                let careless = self.game.possible_as_written(&written);
                if careless.is_empty() {
                    return self.refuse(&Refusal::NotLegal(why), out);
                }
                careless
            }
        };
        self.choose(text, found, out)
    }

    /// Plays the only one, or asks which is meant.
    fn choose(&mut self, text: &str, found: Vec<Move>, out: &mut impl Write) -> Result<(), Failure> {
        if let [only] = found.as_slice() {
            return self.apply(Event::of(only, self.game.position().turn()), out);
        }
        let naming = self.naming();
        let style = MoveStyle::of(self.game.rules());
        let position = self.game.position();
        let choices = found.iter().zip(vias(position, &found));
        let name = |(m, via): (&Move, Option<Square>)| {
            via.map_or_else(|| style.full(position, m), |via| naming.name(via).to_owned())
        };
        let names: Vec<String> = choices.map(name).collect();
        let via = self.pick("via", "über");
        writeln!(out, "{text}: {via} {}?", self.language.either(&names))?;
        self.question = Some((text.to_owned(), found));
        Ok(())
    }

    /// The answer to "via 27 or 31?": a square, or the whole move.
    fn answer(
        &mut self,
        text: &str,
        question: &str,
        asked: Vec<Move>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let text = text.trim_start_matches("via ").trim_start_matches("über ").trim();
        match self.square(text) {
            None if WrittenMove::parse(text, self.naming()).is_ok() => self.play(text, out),
            None => {
                let only =
                    self.pick("Answer with one of the squares.", "Antworten Sie mit einem der Felder.");
                writeln!(out, "{only}")?;
                self.choose(question, asked, out)
            }
            Some(square) => {
                let position = self.game.position();
                let touched = |m: &&Move| position.route(m).contains(&square);
                let mut found: Vec<Move> = asked.iter().filter(touched).cloned().collect();
                if found.len() != 1 {
                    found = asked.iter().filter(|m| position.leads_through(m, &[square])).cloned().collect();
                }
                if found.is_empty() {
                    let none = self.pick("None of them goes that way.", "Keiner davon geht diesen Weg.");
                    writeln!(out, "{none}")?;
                    found = asked;
                }
                self.choose(question, found, out)
            }
        }
    }

    fn square(&self, text: &str) -> Option<Square> {
        let naming = self.naming();
        match text.parse() {
            Ok(number) => naming.by_number(number),
            Err(_) => naming.by_letter(text),
        }
    }

    fn huff(&mut self, square: &str, out: &mut impl Write) -> Result<(), Failure> {
        match self.square(square) {
            Some(square) => self.apply(Event::Huff { by: self.game.position().turn(), square }, out),
            None => {
                let range = self.naming().range().render(self.language);
                let not_one = self.pick("is not a square; this board has", "ist kein Feld; das Brett hat");
                Ok(writeln!(out, "{square:?} {not_one} {range}")?)
            }
        }
    }

    /// The game again without the last thing that happened.
    fn undo(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        // Against the engine, what it did in answer is taken back too.
        let engine = self.opponent.as_ref().map(|opponent| opponent.side);
        let own = |event: &Event| engine.is_none_or(|engine| event.by() != Some(engine));
        let Some(last) = self.game.events().iter().rposition(own) else {
            let none = self.pick("There is nothing to take back.", "Es gibt nichts zurückzunehmen.");
            return Ok(writeln!(out, "{none}")?);
        };
        let kept = self.game.events()[..last].to_vec();
        self.question = None;
        self.game = self.game.from_the_start();
        // What was accepted once is accepted again.
        if let Err(RefusedEvent { refusal, .. }) = self.game.apply_all(kept) {
            self.refuse(&refusal, out)?;
        }
        self.draw(out)?;
        self.tell_offer(out)
    }

    fn save(&self, file: &str, out: &mut impl Write) -> Result<(), Failure> {
        let saved = OpenOptions::new().write(true).create_new(true).open(file).and_then(|mut opened| {
            let tags = ["White", "Black"].map(|name| (name.to_owned(), "?".to_owned())).to_vec();
            pdn::write(&pdn::of_game(&self.game, tags), &mut opened)?;
            opened.sync_all()
        });
        match saved {
            Ok(()) => writeln!(out, "{} {file}", self.pick("Saved in", "Gespeichert in"))?,
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                let exists = self.pick(
                    "exists already; choose another name",
                    "gibt es schon; wählen Sie einen anderen Namen",
                );
                writeln!(out, "{file} {exists}")?;
            }
            Err(error) => {
                let unwritable = self.pick("cannot be written", "kann nicht geschrieben werden");
                writeln!(out, "{file} {unwritable}: {error}")?;
            }
        }
        Ok(())
    }
}
