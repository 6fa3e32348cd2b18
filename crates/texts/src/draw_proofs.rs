//! Draw rules, their counters, and the proofs of draws.

use draughts::Rules;
use draughts::draw::{Counter, Evidence, Grounds, MoveNumber, Occurrence};
use draughts::ruleset::{Count, DrawRule, DrawWhen, Force, Forces, MainRoad, Per, ResetSet};

use crate::language::Language;
use crate::render::{Render, RenderByRules, capitalised, number, side};
use crate::sources::note;
use crate::texts::Texts;

/// "Threefold repetition", or "25 moves by each player without a capture or a new king".
impl Render for DrawRule {
    fn render(&self, language: Language) -> String {
        let name = match &self.when {
            DrawWhen::Repetition { times } => repetition(*times, language),
            DrawWhen::QuietMoves(count) | DrawWhen::Material { count: Some(count), .. } => {
                moves(&self.when, count, "nominative", language)
            }
            DrawWhen::Material { forces: material, count: None } => Texts::of(language)
                .render("draw-material", [("forces", forces_in(material, "nominative", language).into())]),
        };
        capitalised(&name)
    }
}

fn repetition(times: u8, language: Language) -> String {
    Texts::of(language).render("draw-repetition", [("times", number(times))])
}

/// Returns the moves that a rule counts: "25 moves by each player without a capture or a new king".
pub(crate) fn moves(when: &DrawWhen, count: &Count, case: &'static str, language: Language) -> String {
    let texts = Texts::of(language);
    let message = match count.per {
        Per::EachPlayer => "moves-by-each-player",
        Per::BothTogether => "moves-in-all",
    };
    let moves = texts.render(message, [("count", number(count.moves)), ("case", case.into())]);
    under_condition(moves, when, count, language)
}

/// Adds what holds while the moves are counted: "without a capture", or "with 3 kings against a single king".
fn under_condition(moves: String, when: &DrawWhen, count: &Count, language: Language) -> String {
    let texts = Texts::of(language);
    let moves = ("moves", moves.into());
    if let DrawWhen::Material { forces: material, .. } = when {
        return texts.render("moves-with", [moves, ("forces", forces(material, language).into())]);
    }
    let ResetSet { capture, crowning, man_move } = count.resets();
    let message = match (capture, crowning, man_move) {
        (false, false, false) => "moves-unconditional",
        (true, false, false) => "moves-without-capture",
        (false, true, false) => "moves-without-crowning",
        (false, false, true) => "moves-without-man-move",
        (true, true, false) => "moves-without-capture-or-crowning",
        (true, false, true) => "moves-without-capture-or-man-move",
        (false, true, true) => "moves-without-crowning-or-man-move",
        (true, true, true) => "moves-without-any",
    };
    texts.render(message, [moves])
}

/// Returns the forces, as they stand after "with": "3 kings against a single king".
pub(crate) fn forces(forces: &Forces, language: Language) -> String {
    forces_in(forces, "dative", language)
}

fn forces_in(forces: &Forces, case: &'static str, language: Language) -> String {
    let texts = Texts::of(language);
    match forces {
        Forces::Against { strong, weak, main_road } => {
            let message = match main_road {
                MainRoad::Any => "forces-against",
                MainRoad::HeldByTheWeaker => "forces-against-the-main-road",
            };
            let (strong, weak) = (force(strong, case, language), force(weak, "accusative", language));
            texts.render(message, [("strong", strong.into()), ("weak", weak.into())])
        }
        Forces::KingsOnBothSides { least, most } => {
            texts.render("forces-kings-on-both-sides", [("least", number(*least)), ("most", number(*most))])
        }
    }
}

fn force(force: &Force, case: &'static str, language: Language) -> String {
    let texts = Texts::of(language);
    let case = || ("case", case.into());
    if *force == Force::LONE_KING {
        return texts.render("force-lone-king", [case()]);
    }
    let kings = ("kings", number(force.least_kings));
    if force.least_kings > 0 && force.least_kings == force.most_pieces {
        return texts.render("force-kings", [kings, case()]);
    }
    let (least, most) = (force.least_pieces, force.most_pieces);
    let pieces = if least == most {
        texts.render("force-pieces", [("count", number(least)), case()])
    } else if least + 1 == most {
        texts.render("force-pieces-or", [("least", number(least)), ("most", number(most))])
    } else {
        texts.render("force-pieces-to", [("least", number(least)), ("most", number(most))])
    };
    match force.least_kings {
        0 => pieces,
        _ => texts.render("force-with-kings", [("pieces", pieces.into()), kings]),
    }
}

/// "41 (White)".
impl Render for MoveNumber {
    fn render(&self, language: Language) -> String {
        Texts::of(language)
            .render("numbered-move", [("number", number(self.number)), ("side", side(self.by))])
    }
}

/// The texts of a draw counter beside the usual one.
pub trait CounterText {
    /// Returns how far the rule has come, in a list: "17 of 25 moves without a capture (draw at move 66)".
    #[must_use]
    fn render_in_list(&self, rules: &Rules, language: Language) -> String;
}

/// "17 of 25 moves without a capture; draw at move 66".
impl RenderByRules for Counter {
    fn render(&self, rules: &Rules, language: Language) -> String {
        let progress = capitalised(&progress(self, rules, language));
        let Some(from) = self.from() else { return progress };
        let message = if self.is_reached() { "counter-draw-since" } else { "counter-draw-at" };
        Texts::of(language).render(message, [("progress", progress.into()), ("number", number(from.number))])
    }
}

impl CounterText for Counter {
    fn render_in_list(&self, rules: &Rules, language: Language) -> String {
        let progress = progress(self, rules, language);
        let Some(from) = self.from() else { return progress };
        let message =
            if self.is_reached() { "counter-in-list-draw-since" } else { "counter-in-list-draw-at" };
        Texts::of(language).render(message, [("progress", progress.into()), ("number", number(from.number))])
    }
}

/// Returns how far a rule has come, as part of a sentence.
fn progress(counter: &Counter, rules: &Rules, language: Language) -> String {
    let texts = Texts::of(language);
    let (made, needed) = counter.moves();
    let when = &rules.rule_set().draws.rules[counter.rule].when;
    match when {
        DrawWhen::Repetition { .. } => {
            texts.render("counter-repetition", [("made", number(made.max(1))), ("needed", number(needed))])
        }
        DrawWhen::QuietMoves(count) | DrawWhen::Material { count: Some(count), .. } => {
            let moves = texts.render("counter-moves", [("made", number(made)), ("needed", number(needed))]);
            under_condition(moves, when, count, language)
        }
        DrawWhen::Material { forces: material, count: None } => {
            let message = if made == 0 { "counter-material-missing" } else { "counter-material" };
            let forces = forces_in(material, "accusative", language);
            texts.render(message, [("forces", forces.into())])
        }
    }
}

/// The rule, its source, and the numbers of the moves that prove the draw.
impl Render for Evidence {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        let note = ("note", note(&self.rule.source, language).into());
        match (&self.grounds, &self.rule.when) {
            (Grounds::Repetition(occurrences), DrawWhen::Repetition { times }) => {
                let moments: Vec<String> = occurrences.iter().map(|moment| moment.render(language)).collect();
                texts.render(
                    "proof-repetition",
                    [("times", number(*times)), note, ("moments", language.all_of(&moments).into())],
                )
            }
            (
                Grounds::Count { first, from, made, needed },
                DrawWhen::QuietMoves(count) | DrawWhen::Material { count: Some(count), .. },
            ) => texts.render(
                "proof-count",
                [
                    ("moves", moves(&self.rule.when, count, "dative", language).into()),
                    note,
                    ("first", first.render(language).into()),
                    ("from", from.render(language).into()),
                    ("made", number(*made)),
                    ("needed", number(*needed)),
                ],
            ),
            (Grounds::Material(moment), DrawWhen::Material { forces: material, .. }) => texts.render(
                "proof-material",
                [
                    ("forces", forces(material, language).into()),
                    note,
                    ("moment", moment.render(language).into()),
                ],
            ),
            // The grounds are always of the kind of the rule.
            (Grounds::Repetition(_) | Grounds::Count { .. } | Grounds::Material(_), _) => {
                self.rule.render(language)
            }
        }
    }
}

/// "at the start" or "after move 41 (White)".
impl Render for Occurrence {
    fn render(&self, language: Language) -> String {
        let texts = Texts::of(language);
        match self {
            Self::AtTheStart => texts.get("moment-start"),
            Self::After(number) => texts.render("moment-after", [("move", number.render(language).into())]),
        }
    }
}
