//! Games as pictures in a list.

use maud::{Markup, html};

use super::board::picture;
use super::terms::rated_chip;
use crate::services::GameList;
use play::id::AccountId;
use texts::{Render, RuleSetText, Texts};

/// Games as pictures; those in which this account is to move come first, and say so.
pub(super) fn list(
    GameList { games, names }: &GameList,
    texts: &Texts,
    account: Option<AccountId>,
    most: usize,
) -> Markup {
    let mut rows: Vec<_> = games
        .iter()
        .map(|(game, table)| {
            let turn = table.game().position().turn();
            let own = account.is_some_and(|account| {
                table.game().outcome().is_none() && table.terms().seats()[turn].account() == Some(account)
            });
            (own, game, table)
        })
        .collect();
    rows.sort_by_key(|(own, game, _)| (!own, std::cmp::Reverse(game.number)));
    rows.truncate(most);
    html! {
        ul class="playing" {
            @for (own, game, table) in &rows {
                @let players = names.players(table);
                @let label = format!("{} – {}", players.white.shown(texts), players.black.shown(texts));
                li class="card" {
                    a href=(format!("/games/{}", game.id)) {
                        (picture(table.game().position(), false, &label))
                        p {
                            (label) br;
                            span class="soft" { (table.game().rules().rule_set().name_in(texts.language)) }
                            @if table.terms().rated { " " (rated_chip(texts, true)) }
                            @if *own { br; strong class="turn" { (texts.get("your-turn")) } }
                            @if let Some(outcome) = table.game().outcome() { br; (outcome.render(texts.language)) }
                        }
                    }
                }
            }
        }
    }
}
