//! Diagrams as pictures with captions.

use draughts::notation::{MoveStyle, move_texts};
use draughts::{Color, Move, Position, RuleSet, Rules, Setup, SquareSet, Variant};
use maud::{Markup, html};
use texts::{Render, RenderByRules, Texts};

use super::diagrams::{Diagram, Point};
use super::sentences_of;
use crate::pages::board::{Marks, annotated_picture};

/// Maximum number of moves in a caption.
const MAX_CAPTION_MOVES: usize = 4;

/// Renders a diagram with its sentence, unless an earlier diagram showed it, and the reasons why moves are illegal.
pub(super) fn figure(diagram: &Diagram, is_repeated: bool, set: &RuleSet, texts: &Texts) -> Markup {
    let rules = diagram.position.rules();
    let title = texts.get(diagram.point.text());
    let moves = move_texts(&diagram.position, &diagram.moves, &MoveStyle::of(rules));
    let mut reasons: Vec<String> =
        diagram.refused.iter().map(|refused| refused.why.render(rules, texts.language)).collect();
    reasons.dedup();
    let mut label = vec![title.clone(), moves.join(", ")];
    label.extend(reasons.iter().cloned());
    label.retain(|part| !part.is_empty());
    html! {
        figure {
            (annotated_picture(&diagram.position, false, &label.join(" – "), &marks(diagram)))
            figcaption {
                strong { (title) }
                @if !moves.is_empty() && moves.len() <= MAX_CAPTION_MOVES { " " span class="figures soft" { (moves.join(", ")) } }
                @if !is_repeated { p { (sentences_of(set, diagram.point.fields(), texts.language)) } }
                @for reason in reasons { p class="refusal" { (reason) } }
            }
        }
    }
}

fn marks(diagram: &Diagram) -> Marks {
    let captured = diagram.moves.iter().flat_map(|m| m.captured().iter()).collect();
    let crowned = diagram.moves.iter().filter(|m| m.promotes()).map(Move::to).collect();
    let routes: Vec<_> = diagram.moves.iter().map(|m| diagram.position.route(m)).collect();
    let refused: Vec<_> = diagram.refused.iter().map(|refused| refused.route.clone()).collect();
    let names = diagram.position.rules().square_names();
    let occupied = names.squares().filter(|&square| diagram.position.piece(square).is_some());
    let touched = routes.iter().chain(&refused).flatten().copied();
    let named =
        if diagram.point == Point::Blocked { SquareSet::EMPTY } else { touched.chain(occupied).collect() };
    Marks { routes, refused, captured, crowned, named }
}

/// Renders an empty board with the names of the squares.
pub(super) fn notation(set: Variant, texts: &Texts) -> Markup {
    let rules = Rules::from(set);
    let Ok(empty) = Position::new(&rules, &Setup::empty(Color::White)) else { return html! {} };
    let title = texts.get("rules-notation");
    let marks = Marks { named: rules.square_names().squares().collect(), ..Marks::default() };
    html! {
        figure class="names" {
            (annotated_picture(&empty, false, &format!("{title}: {}", rules.square_names().range().render(texts.language)), &marks))
            figcaption {
                strong { (title) }
                p { (sentences_of(&set, &["notation"], texts.language)) }
            }
        }
    }
}
