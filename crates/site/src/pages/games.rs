//! A list of games with pictures of their boards.

use maud::{Markup, html};

use super::board::picture;
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
        .map(|(game, state)| {
            let turn = state.game().position().turn();
            let own_turn = account.is_some_and(|account| {
                state.game().outcome().is_none() && state.terms().seats()[turn].account() == Some(account)
            });
            (own_turn, game, state)
        })
        .collect();
    rows.sort_by_key(|(own_turn, game, _)| (!own_turn, std::cmp::Reverse(game.number)));
    rows.truncate(limit);
    html! {
        ul class="playing" {
            @for (own_turn, game, state) in &rows {
                @let players = names.players(state);
                @let label = format!("{} – {}", players.white.display_name(texts), players.black.display_name(texts));
                li class="card" {
                    a href=(format!("/games/{}", game.id)) {
                        (picture(state.game().position(), false, &label))
                        p {
                            (label) br;
                            span class="soft" { (state.game().rules().rule_set().name_in(texts.language)) }
                            @if state.terms().rated { " " (rated_chip(texts, true)) }
                            @if *own_turn { br; strong class="turn" { (texts.get("your-turn")) } }
                            @if let Some(outcome) = state.game().outcome() { br; (outcome.render(texts.language)) }
                        }
                    }
                }
            }
        }
    }
}
