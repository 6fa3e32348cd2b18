//! A rule set in words, made from the data: what is shown is what is played.
//!
//! Here it is decided which facts of a rule set are worth a sentence; [`english`] and [`german`] say them.

mod english;
mod german;

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::language::Language;
use crate::color::Color;
use crate::direction::{DirectionSet, RelativeDirection};
use crate::ruleset::{
    Agreement, Board, Claims, Corner, Crowning, DrawRule, DrawWhen, Duty, Effect, Enforcement, Finish, Goal,
    KingMark, Landing, NextGame, Notation, Priority, Range, Removal, RuleSet, Shade, SquaresInPlay, Start,
    Targets, TurnBack,
};

/// One sentence about a rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// What it is about.
    pub topic: &'static str,
    /// The field that says so.
    pub field: &'static str,
    /// The sentence.
    pub text: String,
}

/// What a group of sentences is about.
#[derive(Clone, Copy)]
enum Topic {
    Board,
    Men,
    Kings,
    Captures,
    End,
    Conduct,
    Notation,
}

/// How far a piece steps.
#[derive(Clone, Copy)]
enum Reach {
    OneSquare,
    /// Where every second square is played on, a straight step skips one.
    NextPlayingSquare,
    AnyNumber,
}

/// A fact that is worth a sentence.
enum Fact<'r> {
    Board(&'r Board),
    Start(Start),
    FirstMove(Color),
    ManMoves(Reach, &'r [RelativeDirection]),
    ManCaptures(&'r [RelativeDirection], Targets),
    KingMoves(Reach, &'r [RelativeDirection]),
    KingCaptures(Range, &'r [RelativeDirection]),
    RepeatLimit(u8),
    Priority(&'r [Priority]),
    Draw(&'r DrawRule),
    Notation(Notation),
    Fixed(FixedFact),
}

/// A fact with a fixed sentence for each of its values.
#[derive(Clone, Copy)]
enum FixedFact {
    OtherShade(Shade),
    Corner(Corner),
    KingMark(KingMark),
    ManBecomesKing,
    Crowning(Crowning),
    Landing(Landing),
    Duty(Duty),
    Finish(Finish),
    Removal(Removal),
    TurnBack(TurnBack),
    Goal(Goal),
    Agreement(Agreement),
    Claims(Claims),
    Enforcement(Enforcement),
    NextGame(NextGame),
}

impl From<FixedFact> for Fact<'_> {
    fn from(fact: FixedFact) -> Self {
        Self::Fixed(fact)
    }
}

impl RuleSet {
    /// The rule set in words, in the order in which one explains a game.
    #[must_use]
    pub fn sentences(&self) -> Vec<Sentence> {
        self.sentences_in(Language::English)
    }

    /// The rule set in the words of a language.
    #[must_use]
    pub fn sentences_in(&self, language: Language) -> Vec<Sentence> {
        let say = |(topic, field, fact): (Topic, &'static str, Fact<'_>)| match language {
            Language::English => Sentence { topic: english::topic(topic), field, text: english::say(&fact) },
            Language::German => Sentence { topic: german::topic(topic), field, text: german::say(&fact) },
        };
        self.facts().into_iter().map(say).collect()
    }

    /// The sentence that a field of this rule set stands for.
    #[must_use]
    pub fn sentence_of(&self, field: &str, language: Language) -> Option<String> {
        let sentence = self.sentences_in(language).into_iter().find(|sentence| sentence.field == field);
        sentence.map(|sentence| sentence.text)
    }

    fn facts(&self) -> Vec<(Topic, &'static str, Fact<'_>)> {
        let mut facts = vec![(Topic::Board, "board", Fact::Board(&self.board))];
        if self.board.leaves_shade_to_players() {
            let other = FixedFact::OtherShade(self.board.shade.other()).into();
            facts.push((Topic::Board, "board.shade_choice", other));
        }
        if self.board.squares_in_play == SquaresInPlay::EverySecond {
            let corner = FixedFact::Corner(self.board.lower_left_corner).into();
            facts.push((Topic::Board, "board.lower_left_corner", corner));
        }
        facts.push((Topic::Board, "start", Fact::Start(self.start)));
        facts.push((Topic::Board, "start.first_move", Fact::FirstMove(self.start.first_move)));
        let men = &self.men;
        facts.push((Topic::Men, "men.moves", Fact::ManMoves(self.step(&men.moves), &men.moves)));
        facts.push((Topic::Men, "men.captures", Fact::ManCaptures(&men.captures, men.takes)));
        facts.push((Topic::Men, "men", FixedFact::ManBecomesKing.into()));
        if !men.captures.is_empty() {
            facts.push((Topic::Men, "men.crowning", FixedFact::Crowning(men.crowning).into()));
        }
        self.facts_of_kings(&mut facts);
        let capture = &self.capture;
        facts.push((Topic::Captures, "capture.duty", FixedFact::Duty(capture.duty).into()));
        facts.push((Topic::Captures, "capture.priority", Fact::Priority(&capture.priority)));
        facts.push((Topic::Captures, "capture.finish", FixedFact::Finish(capture.finish).into()));
        facts.push((Topic::Captures, "capture.removal", FixedFact::Removal(capture.removal).into()));
        if capture.removal == Removal::AfterEachJump {
            facts.push((Topic::Captures, "capture.turn_back", FixedFact::TurnBack(capture.turn_back).into()));
        }
        facts.push((Topic::End, "goal", FixedFact::Goal(self.goal).into()));
        facts.push((Topic::End, "draws.agreement", FixedFact::Agreement(self.draws.agreement).into()));
        facts.extend(self.draws.rules.iter().map(|rule| (Topic::End, "draws.rules", Fact::Draw(rule))));
        if self.draws.rules.iter().any(|rule| rule.effect == Effect::OnClaim) {
            facts.push((Topic::End, "draws.claims", FixedFact::Claims(self.draws.claims).into()));
        }
        facts.push((
            Topic::Conduct,
            "conduct.enforcement",
            FixedFact::Enforcement(self.conduct.enforcement).into(),
        ));
        facts.push((Topic::Conduct, "conduct.next_game", FixedFact::NextGame(self.conduct.next_game).into()));
        facts.push((Topic::Notation, "notation", Fact::Notation(self.notation)));
        facts
    }

    fn facts_of_kings<'r>(&'r self, facts: &mut Vec<(Topic, &'static str, Fact<'r>)>) {
        let kings = &self.kings;
        facts.push((Topic::Kings, "notation.king_mark", FixedFact::KingMark(self.notation.king_mark).into()));
        let reach = match kings.range {
            Range::Short => self.step(&kings.moves),
            Range::Flying => Reach::AnyNumber,
        };
        facts.push((Topic::Kings, "kings.moves", Fact::KingMoves(reach, &kings.moves)));
        facts.push((Topic::Kings, "kings.captures", Fact::KingCaptures(kings.range, &kings.captures)));
        if !kings.captures.is_empty() {
            let landing = match kings.range {
                Range::Short => Landing::DirectlyBehind,
                Range::Flying => kings.landing,
            };
            facts.push((Topic::Kings, "kings.landing", FixedFact::Landing(landing).into()));
        }
        if let Some(limit) = kings.repeat_limit {
            facts.push((Topic::Kings, "kings.repeat_limit", Fact::RepeatLimit(limit)));
        }
    }

    fn step(&self, ways: &[RelativeDirection]) -> Reach {
        let skips =
            self.board.squares_in_play == SquaresInPlay::EverySecond && DirectionSet::of(ways).has_straight();
        if skips { Reach::NextPlayingSquare } else { Reach::OneSquare }
    }
}

/// What must have come about for a draw: "after 25 moves of each player without a capture or a new king".
pub(super) fn draw_when(when: &DrawWhen, language: Language) -> String {
    match language {
        Language::English => english::draw_when(when),
        Language::German => german::draw_when(when),
    }
}

/// Returns how far a draw rule has come, as part of a sentence: "17 of 25 moves without a capture or a new king".
pub(super) fn progress(when: &DrawWhen, (made, needed): (u32, u32), language: Language) -> String {
    match language {
        Language::English => english::progress(when, made, needed),
        Language::German => german::progress(when, made, needed),
    }
}
