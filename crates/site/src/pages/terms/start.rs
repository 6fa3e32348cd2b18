//! Who plays which colour in a proposed game, and from which position.

use draughts::{Color, Position, Rules};
use maud::{Markup, html};

use super::Opponents;
use crate::pages::board::picture;
use play::game::Seat;
use play::openings;
use play::proposal::{Proposal, Start, challenger_begins};
use texts::Texts;

fn word(colour: Color, texts: &Texts) -> String {
    texts.get(if colour == Color::White { "white" } else { "black" })
}

/// The position from which the game starts; none where it is not known yet.
fn first_position(proposal: &Proposal, rules: &Rules) -> Option<Position> {
    if proposal.start == Some(Start::BallotByLot) {
        return None;
    }
    let terms = proposal.ready(0).ok()?.terms(Seat::Computer(1), Seat::Computer(1));
    Some(terms.game(rules).ok()?.position().clone())
}

/// Who plays which colour, and who moves first.
pub(super) fn colours(proposal: &Proposal, rules: &Rules, people: &Opponents<'_>, texts: &Texts) -> Markup {
    let set = rules.rule_set();
    let fixed = challenger_begins(set);
    let challenger = if fixed { Some(set.start.first_move) } else { proposal.colour };
    let own = challenger.map(|colour| if people.mine { colour } else { !colour });
    let first = first_position(proposal, rules).map(|position| position.turn());
    html! {
        @match own {
            Some(own) => {
                (texts.with("terms-you-play", "colour", word(own, texts)))
                @if let Some(first) = first { " " (texts.get(if first == own { "terms-you-start" } else { "terms-opponent-starts" })) }
            }
            None => {
                (texts.get("terms-random"))
                @if let Some(first) = first { " " (texts.with("terms-colour-starts", "colour", word(first, texts))) }
            }
        }
        @if fixed { " " span class="soft" { (texts.get("terms-challenger-starts")) } }
    }
}

/// The position from which the game starts, where it is not the usual one.
pub(super) fn position(start: &Start, proposal: &Proposal, rules: &Rules, texts: &Texts) -> Markup {
    let label = match start {
        Start::Fen(_) => texts.get("terms-set-up"),
        Start::BallotByLot => texts.get("terms-ballot-random"),
        Start::Ballot(number) => {
            let name = openings::find(&rules.rule_set().id, number).map_or("", |opening| opening.name);
            texts.fill("terms-ballot", [("number", number.clone().into()), ("name", name.into())])
        }
    };
    html! {
        (label)
        @if let Some(position) = first_position(proposal, rules) {
            div class="start-position" { (picture(&position, false, &label)) }
        }
    }
}
