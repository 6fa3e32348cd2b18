//! The rule finder: five questions that lead to the rule books that a player knows.

use axum::extract::Query;
use draughts::ruleset::{Goal, Priority, Range};
use draughts::{Color, Position, RelativeDirection, RuleSet, Rules, Variant, variant};
use maud::{Markup, html};
use serde::Deserialize;
use texts::{RuleSetText, Texts};

use super::board::picture;
use super::layout::Page;
use crate::web::viewer::Viewer;

/// The answers; empty if unanswered or unknown.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Answers {
    board: String,
    backward: String,
    kings: String,
    most: String,
    begins: String,
}

/// The questions: the name, and the answers with the names of their texts.
const QUESTIONS: [(&str, &[(&str, &str)]); 5] = [
    ("board", &[("8", "which-board-8"), ("10", "which-board-10"), ("other", "which-board-other")]),
    ("backward", &[("yes", "yes"), ("no", "no")]),
    ("kings", &[("flying", "which-kings-flying"), ("short", "which-kings-short")]),
    ("most", &[("yes", "yes"), ("no", "no")]),
    ("begins", &[("white", "white"), ("black", "black")]),
];

impl Answers {
    fn answer(&self, question: &str) -> &str {
        match question {
            "board" => &self.board,
            "backward" => &self.backward,
            "kings" => &self.kings,
            "most" => &self.most,
            _ => &self.begins,
        }
    }

    /// Returns whether a rule set matches the answers. Rule sets with another goal never do.
    fn matches(&self, set: &RuleSet) -> bool {
        let agrees = |answer: &str, truth: bool| match answer {
            "yes" => truth,
            "no" => !truth,
            _ => true,
        };
        let board = match self.board.as_str() {
            "8" => set.board.width == 8,
            "10" => set.board.width == 10,
            "other" => set.board.width != 8 && set.board.width != 10,
            _ => true,
        };
        let kings = match self.kings.as_str() {
            "flying" => set.kings.range == Range::Flying,
            "short" => set.kings.range == Range::Short,
            _ => true,
        };
        let begins = match self.begins.as_str() {
            "white" => set.start.first_move == Color::White,
            "black" => set.start.first_move == Color::Black,
            _ => true,
        };
        let backward = set.men.captures.contains(&RelativeDirection::DiagonallyBackward);
        let most = set.capture.priority.contains(&Priority::MostPieces);
        set.goal == Goal::NoMovesLoses
            && board
            && kings
            && begins
            && agrees(&self.backward, backward)
            && agrees(&self.most, most)
    }
}

/// Returns the rule finder.
pub(super) async fn rule_finder(viewer: Viewer, Query(answers): Query<Answers>) -> Markup {
    let texts = Texts::of(viewer.language);
    let matching: Vec<Variant> = variant::ALL.into_iter().filter(|set| answers.matches(set)).collect();
    let content = html! {
        h1 { (texts.get("which")) }
        div class="house" {
            form class="card" method="get" action="/which" {
                @for (question, options) in QUESTIONS {
                    fieldset {
                        legend { (texts.get(&format!("which-{question}"))) }
                        div class="choice" {
                            @for (value, text) in options.iter().chain(&[("", "which-unknown")]) {
                                label {
                                    input type="radio" name=(question) value=(value) checked[answers.answer(question) == *value];
                                    span { (texts.get(text)) }
                                }
                            }
                        }
                    }
                }
                button class="main" { (texts.get("which-find")) }
            }
            section class="card" {
                h2 { (texts.with("which-found", "count", matching.len() as u64)) }
                ul class="playing" {
                    @for set in &matching {
                        li class="card" {
                            a href=(format!("/rules/{}", set.id)) {
                                (picture(&Position::initial(&Rules::from(*set)), false, &set.name_in(texts.language)))
                                p { (set.name_in(texts.language)) }
                            }
                        }
                    }
                }
            }
        }
    };
    let title = texts.get("which");
    let page = Page {
        texts,
        title: &title,
        styles: &["home"],
        script: None,
        viewer: Some(&viewer),
        nav_entry: "rules",
    };
    page.render(&content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_is_found_by_its_answers() {
        for set in variant::ALL.into_iter().filter(|set| set.goal == Goal::NoMovesLoses) {
            let yes = |truth: bool| if truth { "yes" } else { "no" }.to_owned();
            let answers = Answers {
                board: match set.board.width {
                    8 => "8".to_owned(),
                    10 => "10".to_owned(),
                    _ => "other".to_owned(),
                },
                backward: yes(set.men.captures.contains(&RelativeDirection::DiagonallyBackward)),
                kings: if set.kings.range == Range::Flying { "flying" } else { "short" }.to_owned(),
                most: yes(set.capture.priority.contains(&Priority::MostPieces)),
                begins: if set.start.first_move == Color::White { "white" } else { "black" }.to_owned(),
            };
            assert!(answers.matches(&set), "{}", set.id);
            let matching = variant::ALL.into_iter().filter(|other| answers.matches(other)).count();
            assert!(matching <= 6, "{}: {matching} are left", set.id);
        }
        assert!(variant::ALL.into_iter().filter(|set| Answers::default().matches(set)).count() > 15);
    }
}
