//! The parts of the start page that change while it is open: open offers, the viewer's games, and running games.

use maud::{Markup, html};

use crate::error::SiteError;
use crate::pages::games::list;
use crate::pages::terms::{Summary, line, rated_chip};
use crate::services::OwnChallenges;
use crate::site::Site;
use play::id::AccountId;
use store::GameFilter;
use texts::Texts;

/// Maximum number of games, and of offers, in a fragment.
const MAX_SHOWN: usize = 8;
/// Maximum number of the viewer's games from which those to show are selected.
const MAX_OWN_GAMES: usize = 64;

/// A fragment that most viewers share.
pub(super) struct SharedFragment {
    pub(super) html: Markup,
    /// The accounts that see another version, because an offer or game in it is theirs.
    pub(super) owners: Vec<AccountId>,
}

/// Renders the open offers for a viewer.
pub(super) async fn offers(
    site: &Site,
    texts: &Texts,
    viewer: Option<AccountId>,
) -> Result<SharedFragment, SiteError> {
    let offers = site.challenges.lobby(MAX_SHOWN).await?;
    let names = site.challenges.names(&offers).await?;
    let mut rows = Vec::new();
    for offer in &offers {
        let challenge = &offer.challenge;
        if let Some(summary) = Summary::of(site, &challenge.proposal, challenge.challenger).await? {
            rows.push((challenge, summary));
        }
    }
    let html = html! {
        @if rows.is_empty() { p class="soft" { (texts.get("no-offers")) } }
        ul class="offers" {
            @for (challenge, summary) in &rows {
                li {
                    span {
                        strong {
                            (names.display_name(challenge.challenger, texts))
                            @if let Some(rating) = summary.rating() { " " span class="soft figures" { (rating) } }
                        }
                        span class="soft" { (summary.line(texts)) }
                        @if summary.is_rated() { " " (rated_chip(texts, true)) }
                    }
                    // The button leads to the terms, which are shown before the game is accepted.
                    @if viewer != Some(challenge.challenger) {
                        a class="button" href=(format!("/challenges/{}", challenge.id)) { (texts.get("accept")) }
                    }
                }
            }
        }
    };
    Ok(SharedFragment { html, owners: rows.iter().map(|(challenge, _)| challenge.challenger).collect() })
}

/// Renders the running games of other players.
pub(super) async fn running_games(
    site: &Site,
    texts: &Texts,
    viewer: Option<AccountId>,
) -> Result<SharedFragment, SiteError> {
    let own = own_games(site, viewer).await?;
    let mut running = site.games.running(u64::MAX, MAX_SHOWN + own.len()).await?;
    running.retain(|game| !own.iter().any(|own| own.id == game.id));
    let running = site.games.load_all(running).await?;
    let html = html! {
        h2 { (texts.get("now-playing")) }
        @if running.games.is_empty() { p class="soft" { (texts.get("no-games")) } }
        (list(&running, texts, None, MAX_SHOWN))
    };
    let owners = running.games.iter().flat_map(|game| game.terms.accounts()).collect();
    Ok(SharedFragment { html, owners })
}

/// Renders the open challenges and the running games of the viewer.
pub(super) async fn my_games(
    site: &Site,
    texts: &Texts,
    viewer: Option<AccountId>,
) -> Result<Markup, SiteError> {
    let Some(account) = viewer else { return Ok(html! {}) };
    let games = site.games.load_all(own_games(site, viewer).await?).await?;
    Ok(html! {
        (my_challenges(site, texts, account).await?)
        @if !games.games.is_empty() {
            h2 { (texts.get("my-games")) }
            (list(&games, texts, viewer, MAX_SHOWN))
        }
    })
}

async fn own_games(site: &Site, viewer: Option<AccountId>) -> Result<Vec<store::StoredGame>, SiteError> {
    match viewer {
        Some(account) => site.games.of(account, GameFilter::Running, u64::MAX, MAX_OWN_GAMES).await,
        None => Ok(Vec::new()),
    }
}

/// Renders the open challenges that an account made or received.
async fn my_challenges(site: &Site, texts: &Texts, account: AccountId) -> Result<Markup, SiteError> {
    let OwnChallenges { received, sent } = site.challenges.of(account, MAX_SHOWN).await?;
    if sent.is_empty() && received.is_empty() {
        return Ok(html! {});
    }
    let names = site.challenges.names(&received).await?;
    Ok(html! {
        h2 { (texts.get("my-challenges")) }
        ul class="offers" {
            @for sent in &received {
                @let challenge = &sent.challenge;
                li {
                    a href=(format!("/challenges/{}", challenge.id)) {
                        (names.display_name(challenge.challenger, texts)) ": " (line(&challenge.proposal, texts))
                    }
                }
            }
            @for own in &sent {
                @let id = own.challenge.id;
                li {
                    a href=(format!("/challenges/{id}")) { (line(&own.challenge.proposal, texts)) }
                    form method="post" action=(format!("/challenges/{id}/withdraw")) { button { (texts.get("withdraw-challenge")) } }
                }
            }
        }
    })
}
