//! The colours and the starting position of a proposed game.

use draughts::{Color, Position, Rules};
use maud::{Markup, html};

use super::Opponents;
use crate::pages::board::picture;
use play::game::Seat;
use play::openings;
use play::proposal::{Proposal, Start, challenger_begins};
use texts::Texts;

fn colour_name(colour: Color, texts: &Texts) -> String {
    texts.get(if colour == Color::White { "white" } else { "black" })
}

/// Returns the starting position; `None` if it is drawn at random later. This can take milliseconds: call it on a blocking
/// thread.
pub(super) fn first_position(proposal: &Proposal, rules: &Rules) -> Option<Position> {
    if proposal.start == Some(Start::RandomBallot) {
        return None;
    }
    let terms = proposal.ready(0).ok()?.terms(Seat::Computer(1), Seat::Computer(1));
    Some(terms.game(rules).ok()?.position().clone())
}

/// Renders who plays which colour, and who starts.
pub(super) fn colours(
    proposal: &Proposal,
    rules: &Rules,
    first: Option<&Position>,
    opponents: &Opponents<'_>,
    texts: &Texts,
) -> Markup {
    let set = rules.rule_set();
    let fixed = challenger_begins(set);
    let challenger = if fixed { Some(set.start.first_move) } else { proposal.colour };
    let own = challenger.map(|colour| if opponents.mine { colour } else { !colour });
    let first = first.map(Position::turn);
    html! {
        @match own {
            Some(own) => {
                (texts.with("terms-you-play", "colour", colour_name(own, texts)))
                @if let Some(first) = first { " " (texts.get(if first == own { "terms-you-start" } else { "terms-opponent-starts" })) }
            }
            None => {
                (texts.get("terms-random"))
                @if let Some(first) = first { " " (texts.with("terms-colour-starts", "colour", colour_name(first, texts))) }
            }
        }
        @if fixed { " " span class="soft" { (texts.get("terms-challenger-starts")) } }
    }
}

/// Renders a starting position that is not that of the rules.
pub(super) fn position(start: &Start, rules: &Rules, first: Option<&Position>, texts: &Texts) -> Markup {
    let label = match start {
        Start::Fen(_) => texts.get("terms-set-up"),
        Start::RandomBallot => texts.get("terms-ballot-random"),
        Start::Ballot(number) => {
            let name = openings::find(&rules.rule_set().id, number).map_or("", |opening| opening.name);
            texts.fill("terms-ballot", [("number", number.clone().into()), ("name", name.into())])
        }
    };
    html! {
        (label)
        @if let Some(position) = first {
            div class="start-position" { (picture(position, false, &label)) }
        }
    }
}
