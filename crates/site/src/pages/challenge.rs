//! The page of a challenge, for the challenger and for the opponent.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{PreEscaped, html};
use qrcode::QrCode;
use qrcode::render::svg;

use super::error::{PageError, PageId};
use super::layout::Page;
use super::terms::{Opponents, Summary};
use crate::services::check_open;
use crate::site::Site;
use crate::web::viewer::Viewer;
use play::id::ChallengeId;
use store::{ChallengeTarget, clock};
use texts::Texts;

/// Returns a link as a QR code. It is black on white in every theme, so that readers recognise it.
fn qr_code(link: &str) -> String {
    let code = QrCode::new(link).map(|code| {
        let picture = code.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
        // Without the XML declaration.
        picture.find("<svg").map(|start| picture[start..].to_owned()).unwrap_or_default()
    });
    code.unwrap_or_default()
}

/// Returns the page of a challenge.
pub(super) async fn challenge(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PageId(id): PageId<ChallengeId>,
) -> Result<Response, PageError> {
    let stored = site.challenges.find(id, viewer.id()).await?;
    if let Some(game) = stored.game {
        return Ok(Redirect::to(&format!("/games/{game}")).into_response());
    }
    let texts = Texts::of(viewer.language);
    let challenge = &stored.challenge;
    let names = site.players.names(vec![challenge.challenger]).await?;
    let name = names.display_name(challenge.challenger, texts);
    check_open(&stored, clock::now())?;
    let mine = viewer.id() == Some(challenge.challenger);
    let summary = Summary::of(&site, &challenge.proposal, challenge.challenger).await?;
    let is_named = viewer.account().is_some_and(|account| !account.is_guest());
    let needs_account = summary.as_ref().is_some_and(Summary::is_rated) && !is_named;
    let details = match &summary {
        Some(summary) => {
            let opponents = Opponents { challenger: &name, mine, viewer: viewer.requester() };
            summary.details(&site, &opponents, texts).await?
        }
        None => html! {},
    };
    let content = html! {
        section class="card" {
            h1 { (texts.get("challenge-title")) }
            @if !mine { p { (texts.with("challenge-accept", "name", name)) } }
            (details)
            @if mine {
                @if challenge.target == ChallengeTarget::Link {
                    p { (texts.get("challenge-waiting")) }
                    @let link = format!("{}/challenges/{id}", viewer.origin);
                    input type="text" id="link" readonly value=(link) aria-label=(texts.get("challenge-link"));
                    p { button type="button" id="copy" data-done=(texts.get("link-copied")) { (texts.get("copy-link")) } }
                    div class="qr" { (PreEscaped(qr_code(&link))) }
                } @else if challenge.target == ChallengeTarget::Lobby {
                    p { (texts.get("challenge-lobby")) }
                } @else {
                    p { (texts.get("challenge-sent")) }
                }
                form method="post" action=(format!("/challenges/{id}/withdraw")) { button { (texts.get("withdraw-challenge")) } }
            } @else {
                @if needs_account { p class="needs" { (texts.get("rated-needs-account")) } }
                div class="buttons" {
                    @if needs_account {
                        a class="button main" href="/login" { (texts.get("sign-in")) }
                    } @else {
                        form method="post" action=(format!("/challenges/{id}/accept")) {
                            button class="main" { (texts.get("accept-challenge")) }
                        }
                    }
                    @if matches!(challenge.target, ChallengeTarget::Player(_)) {
                        form method="post" action=(format!("/challenges/{id}/decline")) { button { (texts.get("decline-challenge")) } }
                    }
                }
            }
        }
    };
    let title = texts.get("challenge-title");
    let script = mine.then_some("game/waiting.js");
    let page =
        Page { texts, title: &title, styles: &["home"], script, viewer: Some(&viewer), nav_entry: "play" };
    Ok(page.render(&content).into_response())
}
