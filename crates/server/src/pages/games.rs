//! Games as pictures in a list.

use maud::{Markup, html};

use super::board::picture;
use super::error::PageError;
use super::terms::rated_chip;
use super::texts::Texts;
use crate::http::{Names, PlayerView};
use crate::id::AccountId;
use crate::site::Site;
use crate::store::StoredGame;

/// Games as pictures; those in which this account is to move come first, and say so.
pub(super) async fn list(
    site: &Site,
    games: &[StoredGame],
    texts: &Texts,
    account: Option<AccountId>,
    most: usize,
) -> Result<Markup, PageError> {
    let mut tables = Vec::new();
    for game in games {
        tables.push((game, site.hall.table(game.id).await?));
    }
    let names = Names::of(site, tables.iter().map(|(_, table)| table.as_ref())).await?;
    let called = |player: &PlayerView| {
        player.shown(&texts.get("guest"), |level| texts.with("computer-level", "level", level))
    };
    let mut rows: Vec<_> = tables
        .into_iter()
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
    Ok(html! {
        ul class="playing" {
            @for (own, game, table) in &rows {
                @let players = names.players(table);
                @let label = format!("{} – {}", called(&players.white), called(&players.black));
                li class="card" {
                    a href=(format!("/games/{}", game.id)) {
                        (picture(table.game().position(), false, &label))
                        p {
                            (label) br;
                            span class="soft" { (table.game().rules().rule_set().name_in(texts.language)) }
                            @if table.terms().rated { " " (rated_chip(texts, true)) }
                            @if *own { br; strong class="turn" { (texts.get("your-turn")) } }
                            @if let Some(outcome) = table.game().outcome() { br; (outcome.tell(texts.language)) }
                        }
                    }
                }
            }
        }
    })
}
