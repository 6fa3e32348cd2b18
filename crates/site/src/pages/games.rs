//! A list of games with pictures of their boards.

use maud::{Markup, html};

use super::board::setup_picture;
use super::terms::rated_chip;
use crate::services::GameList;
use play::id::AccountId;
use texts::{Render, RuleSetText, Texts};

/// Renders a list of at most `limit` games; those in which `account` is to move come first.
pub(super) fn list(
    GameList { games, names }: &GameList,
    texts: &Texts,
    account: Option<AccountId>,
    limit: usize,
) -> Markup {
    let mut rows: Vec<_> = games
        .iter()
        .map(|game| {
            let to_move = game.terms.seats()[game.setup.turn].account();
            (account.is_some() && game.outcome.is_none() && to_move == account, game)
        })
        .collect();
    rows.sort_by_key(|(own_turn, game)| (!own_turn, std::cmp::Reverse(game.stored.number)));
    rows.truncate(limit);
    html! {
        ul class="playing" {
            @for (own_turn, game) in &rows {
                @let players = names.players(&game.terms);
                @let label = format!("{} – {}", players.white.display_name(texts), players.black.display_name(texts));
                li class="card" {
                    a href=(format!("/games/{}", game.stored.id)) {
                        (setup_picture(&game.rules, &game.setup, &label))
                        p {
                            (label) br;
                            span class="soft" { (game.rules.rule_set().name_in(texts.language)) }
                            @if game.terms.rated { " " (rated_chip(texts, true)) }
                            @if *own_turn { br; strong class="turn" { (texts.get("your-turn")) } }
                            @if let Some(outcome) = &game.outcome { br; (outcome.render(texts.language)) }
                        }
                    }
                }
            }
        }
    }
}
