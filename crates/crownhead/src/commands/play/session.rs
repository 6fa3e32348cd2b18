//! A session: the game, the view of the board, and the commands.

use std::fs::OpenOptions;
use std::io::Write;
use std::ops::ControlFlow;

use draughts::game::{Refusal, RefusedEvent};
use draughts::notation::{MoveStyle, SquareNames, WrittenMove, move_texts, vias};
use draughts::{Color, Event, Explainer, Game, Move, Square};
use texts::{Language, Render, RenderByRules, RuleSetText, Texts};

use super::command::Command;
use super::opponent::Opponent;
use crate::board::{self, Palette, View};
use crate::failure::Failure;

/// A game in the terminal.
pub(super) struct Session {
    pub(super) game: Game,
    opponent: Option<Opponent>,
    pub(super) language: Language,
    view: View,
    /// The ambiguous move about which the player was asked.
    ambiguous_move: Option<AmbiguousMove>,
    /// A draw offer to send with the next move: the draw rule, from 0, and the message.
    pending_offer: Option<(Option<usize>, String)>,
}

/// A typed move that may mean several legal moves.
struct AmbiguousMove {
    text: String,
    candidates: Vec<Move>,
}

impl Session {
    /// Creates a session. A person who plays against the engine has the bottom of the board.
    pub(super) fn new(game: Game, opponent: Option<Opponent>, language: Language, palette: Palette) -> Self {
        let bottom = opponent.as_ref().map_or(Color::White, |opponent| !opponent.side);
        let view = View { palette, bottom };
        Self { game, opponent, language, view, ambiguous_move: None, pending_offer: None }
    }

    /// Applies the events of the engine until it is the player's turn: answers to draw offers, redo demands, huffs and
    /// moves.
    pub(super) fn play_engine_turn(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        while let Some(event) = self.opponent.as_ref().and_then(|opponent| opponent.next_event(&self.game)) {
            if let Some(text) = self.move_text(&event) {
                let number = self.game.move_number();
                writeln!(out, "{} {}: {text}", number.number, number.by.render(self.language))?;
            }
            self.apply(event, out)?;
        }
        Ok(())
    }

    /// Returns the text of a legal move in the notation of the rule set; `None` for other events.
    fn move_text(&self, event: &Event) -> Option<String> {
        let legal = self.game.legal_moves();
        let texts = move_texts(self.game.position(), legal, &MoveStyle::of(self.game.rules()));
        let side = self.game.position().turn();
        let index = legal.iter().position(|m| Event::of(m, side) == *event)?;
        texts.get(index).cloned()
    }

    pub(super) fn square_names(&self) -> &SquareNames {
        self.game.rules().square_names()
    }

    pub(super) fn texts(&self) -> &'static Texts {
        Texts::of(self.language)
    }

    pub(super) fn greet(&self, out: &mut impl Write) -> Result<(), Failure> {
        let rules = self.game.rules().rule_set().name_in(self.language).into_owned();
        writeln!(out, "{}\n", self.texts().with("terminal-greeting", "rules", rules))?;
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
        let [white, black] = Color::ALL.map(|side| self.game.captured_by(side));
        let values = [("white", white.into()), ("black", black.into())];
        writeln!(out, "{}", self.texts().fill("terminal-captured", values))?;
        if let Some(outcome) = self.game.outcome() {
            writeln!(out, "{}", outcome.render(self.language))?;
        }
        Ok(())
    }

    /// Executes a command; breaks if the player quits.
    pub(super) fn handle(
        &mut self,
        command: Command,
        out: &mut impl Write,
    ) -> Result<ControlFlow<()>, Failure> {
        let turn = self.game.position().turn();
        let offered_to = self.game.offer().map_or(turn, |offer| !offer.by);
        match command {
            Command::Empty => {}
            Command::Help => writeln!(out, "{}", self.texts().get("terminal-help"))?,
            Command::Usage(usage) => {
                writeln!(out, "{}", self.texts().with("terminal-usage", "usage", usage))?;
            }
            Command::Board => self.draw(out)?,
            Command::Moves => self.print_moves(out)?,
            Command::Rules => {
                for sentence in self.game.rules().rule_set().sentences_in(self.language) {
                    writeln!(out, "{}", sentence.text)?;
                }
            }
            Command::Fen => writeln!(out, "{}", self.game.fen())?,
            Command::Counters => self.print_counters(out)?,
            Command::Why(text) => self.explain(&text, out)?,
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
            Command::Adjudicate(verdict) => {
                self.apply(Event::Adjudicate { verdict, reason: String::new() }, out)?;
            }
            Command::Resign => self.apply(Event::Resign { by: turn }, out)?,
            Command::DemandRedo => self.apply(Event::DemandRedo { by: turn }, out)?,
            Command::LetStand => self.apply(Event::LetStand { by: turn }, out)?,
            Command::Huff(square) => self.huff(&square, out)?,
            Command::Undo => self.undo(out)?,
            Command::Flip => {
                self.view.bottom = !self.view.bottom;
                self.draw(out)?;
            }
            Command::Save(file) => self.save(&file, out)?,
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Move(text) => match self.ambiguous_move.take() {
                Some(ambiguous) => self.resolve_ambiguity(&text, ambiguous, out)?,
                None => self.play(&text, out)?,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Offers a draw. If the rules send offers with a move, the offer is kept for the next one.
    fn offer(&mut self, offer: (Option<usize>, String), out: &mut impl Write) -> Result<(), Failure> {
        let (rule, message) = offer.clone();
        let by = self.game.position().turn();
        match self.game.clone().apply(Event::OfferDraw { by, rule, message: message.clone() }) {
            Err(Refusal::OfferWithMove) => {
                self.pending_offer = Some(offer);
                Ok(writeln!(out, "{}", self.texts().get("terminal-offer-kept"))?)
            }
            _ => self.apply(Event::OfferDraw { by, rule, message }, out),
        }
    }

    /// Applies an event, and prints its result.
    fn apply(&mut self, event: Event, out: &mut impl Write) -> Result<(), Failure> {
        self.ambiguous_move = None;
        let before = self.game.position().clone();
        let confirmation = self.confirmation(&event);
        let moved = event.by().filter(|_| matches!(event, Event::Move { .. }));
        if let Err(refusal) = self.game.apply(event) {
            return self.print_rejection(&refusal, out);
        }
        if let Some(confirmation) = confirmation {
            writeln!(out, "{confirmation}")?;
        }
        if let Some(((rule, message), by)) = moved.and_then(|by| Some((self.pending_offer.take()?, by))) {
            // An offer with the move that ends the game is dropped.
            if self.game.outcome().is_none()
                && let Err(refusal) = self.game.apply(Event::OfferDraw { by, rule, message })
            {
                self.print_rejection(&refusal, out)?;
            }
        }
        if *self.game.position() != before {
            self.draw(out)?;
        } else if let Some(outcome) = self.game.outcome() {
            writeln!(out, "{}", outcome.render(self.language))?;
        }
        self.print_irregular_turn(out)?;
        self.print_offer(out)
    }

    /// Prints why an event was rejected.
    pub(super) fn print_rejection(&self, refusal: &Refusal, out: &mut impl Write) -> Result<(), Failure> {
        Ok(writeln!(out, "{}", refusal.render(self.game.rules(), self.language))?)
    }

    /// Plays a typed move.
    fn play(&mut self, text: &str, out: &mut impl Write) -> Result<(), Failure> {
        if self.game.outcome().is_some() {
            return self.print_rejection(&Refusal::GameOver, out);
        }
        let names = self.square_names();
        let written = match WrittenMove::parse(text, names) {
            Ok(written) => written,
            Err(error) => {
                let help = self.texts().get("terminal-commands");
                return Ok(writeln!(out, "{} {help}", error.render(self.game.rules(), self.language))?);
            }
        };
        let explainer = Explainer::new(self.game.position());
        let moves = match written.find(&explainer, names) {
            Ok(moves) => moves,
            Err(why) => {
                let irregular = self.game.possible_as_written(&written);
                if irregular.is_empty() {
                    return self.print_rejection(&Refusal::NotLegal(why), out);
                }
                irregular
            }
        };
        self.play_or_ask(text, moves, out)
    }

    /// Plays the only matching move, or asks which one is meant.
    fn play_or_ask(&mut self, text: &str, moves: Vec<Move>, out: &mut impl Write) -> Result<(), Failure> {
        if let [only] = moves.as_slice() {
            return self.apply(Event::of(only, self.game.position().turn()), out);
        }
        let names = self.square_names();
        let style = MoveStyle::of(self.game.rules());
        let position = self.game.position();
        let choices = moves.iter().zip(vias(position, &moves));
        let route = |(m, via): (&Move, Option<Square>)| {
            via.map_or_else(|| style.full(position, m), |via| names.name(via).to_owned())
        };
        let routes: Vec<String> = choices.map(route).collect();
        let values = [("move", text.to_owned().into()), ("routes", self.language.either(&routes).into())];
        writeln!(out, "{}", self.texts().fill("terminal-via", values))?;
        self.ambiguous_move = Some(AmbiguousMove { text: text.to_owned(), candidates: moves });
        Ok(())
    }

    /// Handles the answer to "via 27 or 31?": a square, or the complete move.
    fn resolve_ambiguity(
        &mut self,
        answer: &str,
        AmbiguousMove { text, candidates }: AmbiguousMove,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let answer = answer.trim_start_matches("via ").trim_start_matches("über ").trim();
        match self.parse_square(answer) {
            None if WrittenMove::parse(answer, self.square_names()).is_ok() => self.play(answer, out),
            None => {
                writeln!(out, "{}", self.texts().get("terminal-answer-with-square"))?;
                self.play_or_ask(&text, candidates, out)
            }
            Some(square) => {
                let position = self.game.position();
                let touches = |m: &&Move| position.route(m).contains(&square);
                let mut found: Vec<Move> = candidates.iter().filter(touches).cloned().collect();
                if found.len() != 1 {
                    let leads_through = |m: &&Move| position.leads_through(m, &[square]);
                    found = candidates.iter().filter(leads_through).cloned().collect();
                }
                if found.is_empty() {
                    writeln!(out, "{}", self.texts().get("terminal-no-such-route"))?;
                    found = candidates;
                }
                self.play_or_ask(&text, found, out)
            }
        }
    }

    /// Parses a square by its number or its letter and number.
    fn parse_square(&self, text: &str) -> Option<Square> {
        let names = self.square_names();
        match text.parse() {
            Ok(number) => names.by_number(number),
            Err(_) => names.by_letter(text),
        }
    }

    fn huff(&mut self, square: &str, out: &mut impl Write) -> Result<(), Failure> {
        match self.parse_square(square) {
            Some(square) => self.apply(Event::Huff { by: self.game.position().turn(), square }, out),
            None => {
                let range = self.square_names().range().render(self.language);
                let values = [("text", square.to_owned().into()), ("range", range.into())];
                Ok(writeln!(out, "{}", self.texts().fill("terminal-not-a-square", values))?)
            }
        }
    }

    /// Takes back the last event.
    fn undo(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        // The answer of the engine is taken back, too.
        let engine = self.opponent.as_ref().map(|opponent| opponent.side);
        let own = |event: &Event| engine.is_none_or(|engine| event.by() != Some(engine));
        let Some(last) = self.game.events().iter().rposition(own) else {
            return Ok(writeln!(out, "{}", self.texts().get("terminal-nothing-to-take-back"))?);
        };
        let events: Vec<Event> = self.game.events().iter().take(last).cloned().collect();
        self.ambiguous_move = None;
        self.game = self.game.from_the_start();
        // These events were accepted before, so they are accepted again.
        if let Err(RefusedEvent { refusal, .. }) = self.game.apply_all(events) {
            self.print_rejection(&refusal, out)?;
        }
        self.draw(out)?;
        self.print_offer(out)
    }

    fn save(&self, file: &str, out: &mut impl Write) -> Result<(), Failure> {
        let saved = OpenOptions::new().write(true).create_new(true).open(file).and_then(|mut opened| {
            let tags = ["White", "Black"].map(|name| (name.to_owned(), "?".to_owned())).to_vec();
            pdn::write(&pdn::from_game(&self.game, tags), &mut opened)?;
            opened.sync_all()
        });
        match saved {
            Ok(()) => writeln!(out, "{}", self.texts().with("terminal-saved", "file", file.to_owned()))?,
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                writeln!(out, "{}", self.texts().with("terminal-exists", "file", file.to_owned()))?;
            }
            Err(error) => {
                let values = [("file", file.to_owned().into()), ("error", error.to_string().into())];
                writeln!(out, "{}", self.texts().fill("terminal-not-written", values))?;
            }
        }
        Ok(())
    }
}
