//! A diagram as a picture with a caption.

use draughts::notation::{MoveStyle, move_texts};
use draughts::{Color, Move, Position, RuleSet, Rules, Setup, SquareSet};
use maud::{Markup, html};

use super::diagrams::{Diagram, Point};
use super::sentences_of;
use crate::pages::board::{Marks, marked};
use crate::pages::texts::Texts;

/// More moves than this are seen, not read.
const READ: usize = 4;

/// A diagram, with the sentence that it shows and the reasons for what is refused in it.
pub(super) fn figure(diagram: &Diagram, set: &RuleSet, texts: &Texts) -> Markup {
    let rules = diagram.position.rules();
    let title = texts.get(diagram.point.text());
    let moves = move_texts(&diagram.moves, &MoveStyle::of(set));
    let mut reasons: Vec<String> =
        diagram.refused.iter().map(|refused| refused.why.tell(rules, texts.language)).collect();
    reasons.dedup();
    let mut label = vec![title.clone(), moves.join(", ")];
    label.extend(reasons.iter().cloned());
    label.retain(|part| !part.is_empty());
    html! {
        figure {
            (marked(&diagram.position, false, &label.join(" – "), &marks(diagram)))
            figcaption {
                strong { (title) }
                @if !moves.is_empty() && moves.len() <= READ { " " span class="figures soft" { (moves.join(", ")) } }
                p { (sentences_of(set, diagram.point.fields(), texts.language)) }
                @for reason in reasons { p class="refusal" { (reason) } }
            }
        }
    }
}

fn marks(diagram: &Diagram) -> Marks {
    let captured = diagram.moves.iter().flat_map(|m| m.captured().iter()).collect();
    // A man that is only shown to move does not lead the eye to its end.
    let crowned = diagram.moves.iter().filter(|m| m.promotes()).map(Move::to).collect();
    let ways: Vec<_> = diagram.moves.iter().map(|m| m.route().to_vec()).collect();
    let refused: Vec<_> = diagram.refused.iter().map(|refused| refused.route.clone()).collect();
    let naming = diagram.position.rules().naming();
    let standing = naming.squares().filter(|&square| diagram.position.piece(square).is_some());
    let touched = ways.iter().chain(&refused).flatten().copied();
    let named =
        if diagram.point == Point::Blocked { SquareSet::EMPTY } else { touched.chain(standing).collect() };
    Marks { ways, refused, captured, crowned, named }
}

/// What the squares are called.
pub(super) fn notation(set: &'static RuleSet, texts: &Texts) -> Markup {
    let rules = Rules::from(set);
    let Ok(empty) = Position::new(&rules, &Setup::empty(Color::White)) else { return html! {} };
    let title = texts.get("rules-notation");
    let marks = Marks { named: rules.naming().squares().collect(), ..Marks::default() };
    html! {
        figure {
            (marked(&empty, false, &format!("{title}: {}", rules.naming().range()), &marks))
            figcaption {
                strong { (title) }
                p { (sentences_of(set, &["notation"], texts.language)) }
            }
        }
    }
}
