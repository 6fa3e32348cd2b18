//! The page on which one arrives: three ways to play, and the games that are being played.

use std::sync::Arc;

use axum::extract::State;
use draughts::ruleset::Shade;
use draughts::{Position, Rules};
use maud::{Markup, html};

use super::board::picture;
use super::error::PageError;
use super::families::options;
use super::games::list;
use super::layout::Page;
use super::texts::Texts;
use crate::http::{Names, Viewer, shelf_of};
use crate::proposal::Proposal;
use crate::site::Site;
use crate::store::{Shelved, Which};
use crate::table::TimeControl;
use crate::time::Timestamp;

/// The rule set that is played if one just begins.
pub(super) const USUAL: &str = "dame-8x8";
/// So many games and offers are shown.
const MOST: usize = 8;
/// So many of one's own games are looked through for those that wait.
const MANY: usize = 64;

pub(super) async fn home(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Markup, PageError> {
    let texts = Texts::of(viewer.language);
    let rules = Rules::named(USUAL).map_err(|error| PageError::internal(&error))?;
    let own = shelf_of(&site, &viewer).await?;
    let mine = match viewer.id() {
        Some(account) => site.store.games_of(account, Which::GoingOn, u64::MAX, MANY).await?,
        None => Vec::new(),
    };
    let mut going_on = site.store.games_going_on(u64::MAX, MOST + mine.len()).await?;
    going_on.retain(|game| !mine.iter().any(|own| own.id == game.id));
    let content = html! {
        section class="hero" {
            div {
                h1 { (texts.get("home-title")) }
                p class="soft" { (texts.get("home-lead")) }
                form method="post" action="/play/computer" class="buttons" {
                    input type="hidden" name="rules" value=(USUAL);
                    input type="hidden" name="level" value="3";
                    input type="hidden" name="colour" value="first";
                    button class="main" { (texts.with("play-now", "rules", rules.rule_set().name_in(texts.language).into_owned())) }
                    a class="button" href="/which" { (texts.get("which")) }
                }
            }
            (picture(&Position::initial(&rules), false, &rules.rule_set().name_in(texts.language)))
        }
        div class="ways" {
            (against_computer(texts, &own))
            (with_friend(&viewer, texts, &own))
            (with_anyone(&site, &viewer, texts, &own).await?)
        }
        section id="my-games" {
            (my_challenges(&site, &viewer, texts).await?)
            @if !mine.is_empty() {
                h2 { (texts.get("my-games")) }
                (list(&site, &mine, texts, viewer.id(), MOST).await?)
            }
        }
        section id="now-playing" {
            h2 { (texts.get("now-playing")) }
            @if going_on.is_empty() { p class="soft" { (texts.get("no-games")) } }
            (list(&site, &going_on, texts, None, MOST).await?)
        }
    };
    let title = texts.get("play");
    let page = Page {
        texts,
        title: &title,
        styles: &["home"],
        script: Some("home/home.js"),
        viewer: Some(&viewer),
        part: "play",
    };
    Ok(page.with(&content))
}

fn rules_choice(texts: &Texts, id: &str, own: &[Shelved]) -> Markup {
    html! {
        label for=(id) { (texts.get("rules-label")) }
        select name="rules" id=(id) {
            (options(texts, USUAL, own))
        }
        div class="shade-choice" { (shades(texts)) }
    }
}

/// A choice of a few, one of them chosen.
fn choice(legend: &str, name: &str, options: &[(&str, String)], chosen: &str) -> Markup {
    html! {
        fieldset {
            legend { (legend) }
            div class="choice" {
                @for (value, text) in options {
                    label { input type="radio" name=(name) value=(value) checked[*value == chosen]; span { (text) } }
                }
            }
        }
    }
}

/// The choice of squares; the style shows it where the chosen rules leave it to the players.
fn shades(texts: &Texts) -> Markup {
    let options = [Shade::Dark, Shade::Light].map(Shade::as_str);
    let options = options.map(|shade| (shade, texts.get(&format!("shade-{shade}"))));
    choice(&texts.get("shade"), "shade", &options, Shade::Dark.as_str())
}

fn colours(texts: &Texts, chosen: &str) -> Markup {
    let options =
        [("first", texts.get("first")), ("second", texts.get("second")), ("lot", texts.get("by-lot"))];
    choice(&texts.get("i-play"), "colour", &options, chosen)
}

fn times(texts: &Texts) -> Markup {
    let options = [
        ("none", texts.get("time-none")),
        ("5+3", "5+3".to_owned()),
        ("15+10", "15+10".to_owned()),
        ("days", texts.get("time-days")),
    ];
    choice(&texts.get("time"), "time", &options, "none")
}

fn against_computer(texts: &Texts, own: &[Shelved]) -> Markup {
    let levels: Vec<(String, String)> = (1..=8).map(|level| (level.to_string(), level.to_string())).collect();
    let levels: Vec<(&str, String)> =
        levels.iter().map(|(value, text)| (value.as_str(), text.clone())).collect();
    html! {
        form class="card" method="post" action="/play/computer" {
            h2 { (texts.get("computer")) }
            (rules_choice(texts, "rules-computer", own))
            (choice(&texts.get("level"), "level", &levels, "3"))
            (colours(texts, "first"))
            button class="main" { (texts.get("start")) }
        }
    }
}

fn with_friend(viewer: &Viewer, texts: &Texts, own: &[Shelved]) -> Markup {
    html! {
        form class="card" method="post" action="/play/friend" {
            h2 { (texts.get("friend")) }
            (rules_choice(texts, "rules-friend", own))
            (times(texts))
            (colours(texts, "lot"))
            (rated(viewer, texts))
            button class="main" { (texts.get("make-link")) }
        }
    }
}

async fn with_anyone(
    site: &Site,
    viewer: &Viewer,
    texts: &Texts,
    own: &[Shelved],
) -> Result<Markup, PageError> {
    let offers = site.store.lobby(Timestamp::now(), MOST).await?;
    let names = Names::all(site, offers.iter().map(|offer| offer.challenge.challenger).collect()).await?;
    Ok(html! {
        section class="card" {
            h2 { (texts.get("anyone")) }
            div id="offers" {
                @if offers.is_empty() { p class="soft" { (texts.get("no-offers")) } }
                ul class="offers" {
                    @for offer in &offers {
                        @let challenge = &offer.challenge;
                        li {
                            span {
                                strong { (names.shown(challenge.challenger, &texts.get("guest"))) }
                                span class="soft" { (about(&challenge.proposal, texts)) }
                            }
                            @if viewer.id() != Some(challenge.challenger) {
                                form method="post" action=(format!("/challenges/{}/accept", challenge.id)) {
                                    button { (texts.get("accept")) }
                                }
                            }
                        }
                    }
                }
            }
            form method="post" action="/play/lobby" {
                (rules_choice(texts, "rules-lobby", own))
                (times(texts))
                (rated(viewer, texts))
                button class="main" { (texts.get("offer-game")) }
            }
        }
    })
}

/// The challenges that one has made or was sent, and that nobody has answered.
async fn my_challenges(site: &Site, viewer: &Viewer, texts: &Texts) -> Result<Markup, PageError> {
    let Some(account) = viewer.id() else { return Ok(html! {}) };
    let now = Timestamp::now();
    let made = site.store.challenges_made(account, now, MOST).await?;
    let received = site.store.challenges_received(account, now, MOST).await?;
    if made.is_empty() && received.is_empty() {
        return Ok(html! {});
    }
    let from = received.iter().map(|sent| sent.challenge.challenger).collect();
    let names = Names::all(site, from).await?;
    Ok(html! {
        h2 { (texts.get("my-challenges")) }
        ul class="offers" {
            @for sent in &received {
                @let challenge = &sent.challenge;
                li {
                    a href=(format!("/challenges/{}", challenge.id)) {
                        (names.shown(challenge.challenger, &texts.get("guest"))) ": " (about(&challenge.proposal, texts))
                    }
                }
            }
            @for own in &made {
                @let id = own.challenge.id;
                li {
                    a href=(format!("/challenges/{id}")) { (about(&own.challenge.proposal, texts)) }
                    form method="post" action=(format!("/challenges/{id}/withdraw")) { button { (texts.get("withdraw-challenge")) } }
                }
            }
        }
    })
}

/// Only who has a name has a rating.
fn rated(viewer: &Viewer, texts: &Texts) -> Markup {
    let named = viewer.account().is_some_and(|account| !account.is_guest());
    html! {
        @if named { label class="switch" { input type="checkbox" name="rated"; " " (texts.get("rated")) } }
    }
}

/// What is to be played, in a line.
pub(super) fn about(proposal: &serde_json::Value, texts: &Texts) -> String {
    let Ok(proposal) = serde_json::from_value::<Proposal>(proposal.clone()) else { return String::new() };
    let Ok(rules) = proposal.agreed_rules() else { return time(proposal.time, texts) };
    let set = rules.rule_set();
    let mut parts = vec![set.name_in(texts.language).into_owned(), time(proposal.time, texts)];
    if set.board.leaves_shade_to_players() {
        parts.push(texts.get(&format!("shade-about-{}", set.board.shade.as_str())));
    }
    parts.join(" · ")
}

pub(super) fn time(time: TimeControl, texts: &Texts) -> String {
    match time {
        TimeControl::None {} => texts.get("no-clock"),
        TimeControl::Clock { initial, increment } => format!("{}+{}", initial / 60_000, increment / 1000),
        TimeControl::Days { days, .. } => format!("{days} {}", texts.get("time-days")),
    }
}
