//! The page of administrators: open disputes and the audit log.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Redirect;
use draughts::game::Answer;
use maud::{Markup, html};
use serde::Deserialize;

use super::board::picture;
use super::error::{PageError, PageId};
use super::layout::Page;
use crate::services::{Dispute, GameRecord, Names};
use crate::site::Site;
use crate::views::history::{HistoryLine, history};
use crate::views::names::PlayerView;
use crate::web::body::Form;
use crate::web::viewer::Viewer;
use play::game::Report;
use play::id::GameId;
use play::moderator_action::Judgement;
use store::{AuditEntry, ModeratorAction};
use texts::{Render, RenderByRules, RuleSetText, Texts};

/// Maximum number of disputes, and of audit log entries, on the page.
const MAX_ENTRIES: usize = 50;

/// Returns the page.
pub(super) async fn queue(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Markup, PageError> {
    viewer.require_admin()?;
    let texts = Texts::of(viewer.language);
    let mut disputes = Vec::new();
    for Dispute { game, log } in site.moderation.queue(MAX_ENTRIES).await? {
        let (state, preferences) = (Arc::clone(&game.state), viewer.display_preferences());
        let history = site.views.run(move || history(&state, &log, preferences)).await??;
        disputes.push(DisputeView { game, history });
    }
    let (entries, names) = site.moderation.audit_log(u64::MAX, MAX_ENTRIES).await?;
    let content = html! {
        h1 { (texts.get("disputes")) }
        @if disputes.is_empty() {
            section class="card" {
                p { strong { (texts.get("no-disputes")) } }
                p class="soft" { (texts.get("no-disputes-how")) }
            }
        }
        div class="ways" { @for dispute in &disputes { (dispute.render(texts)) } }
        h2 { (texts.get("acts")) }
        @if entries.is_empty() { p class="soft" { (texts.get("no-acts")) } }
        @else { ol class="card acts-list" { @for entry in &entries { (audit_entry(texts, entry, &names)) } } }
    };
    let title = texts.get("disputes");
    let styles = &["home", "people"];
    let page = Page { texts, title: &title, styles, script: None, viewer: Some(&viewer), nav_entry: "" };
    Ok(page.render(&content))
}

/// A game that waits for an administrator.
struct DisputeView {
    game: GameRecord,
    history: Vec<HistoryLine>,
}

impl DisputeView {
    /// Renders the game with its negotiation history and the forms for a decision.
    fn render(&self, texts: &Texts) -> Markup {
        let GameRecord { stored, state, names, .. } = &self.game;
        let (id, number) = (stored.id, stored.number);
        let title = texts.with("game-number", "number", number.to_string());
        let players = names.players(state.terms());
        html! {
            article class="card dispute" {
                a href=(format!("/games/{id}")) { (picture(state.game().position(), false, &title)) }
                h2 { a href=(format!("/games/{id}")) { (players.white.display_name(texts)) " – " (players.black.display_name(texts)) } }
                p class="soft" {
                    (title) " · " (state.game().rules().rule_set().name_in(texts.language))
                    @if let Some(since) = state.awaits_admin_since() { " · " (texts.with("waits-since", "day", since.render(texts.language))) }
                }
                @if let Some(call) = state.call() {
                    p class="note" {
                        (players[call.by].display_name(texts)) " (" (texts.get(side(call.by))) "): " (call.message)
                    }
                }
                @if state.is_paused() { p class="note" { (texts.get("game-paused")) } }
                @if let Some(report) = state.report() { (report_line(texts, &players[report.of], report)) }
                (self.history(texts))
                form method="post" action=(format!("/admin/games/{id}")) {
                    label for=(format!("decision-{number}")) { (texts.get("decision")) }
                    select name="decision" id=(format!("decision-{number}")) {
                        @for word in Judgement::ALL.map(Judgement::as_str) {
                            option value=(word) { (texts.get(&format!("judge-{word}"))) }
                        }
                    }
                    label for=(format!("reason-{number}")) { (texts.get("reason")) }
                    input type="text" name="reason" id=(format!("reason-{number}")) maxlength="500" required;
                    button class="main" { (texts.get("decide")) }
                }
                (self.warnings(texts))
            }
        }
    }

    /// Renders a form to warn each player; guests cannot be warned, because they have no name.
    fn warnings(&self, texts: &Texts) -> Markup {
        let GameRecord { stored, state, names, .. } = &self.game;
        let players = state.terms().accounts().into_iter().filter_map(|account| names.name(account));
        html! {
            @for name in players {
                @let id = format!("warning-{}-{name}", stored.number);
                details {
                    summary { (texts.with("report-warn", "name", name.to_owned())) }
                    form method="post" action=(format!("/admin/players/{name}/warn")) {
                        input type="hidden" name="game" value=(stored.id);
                        label for=(id) { (texts.get("act-reason")) }
                        input type="text" name="reason" id=(id) maxlength="500" required;
                        button { (texts.get("warn")) }
                    }
                }
            }
        }
    }

    /// Renders the negotiation history and the draw counters.
    fn history(&self, texts: &Texts) -> Markup {
        let game = self.game.state.game();
        html! {
            details open {
                summary { (texts.get("history")) }
                ol class="history" {
                    @for line in &self.history {
                        li {
                            span class="soft figures" { (line.move_number) } " "
                            @if let Some(by) = line.by { (texts.get(side(by))) " " }
                            (texts.get(line.what.text()))
                            @if !line.message.is_empty() { ": " (texts.with("quoted", "text", line.message.clone())) }
                            @if let Some(proof) = &line.proof { " " span class="soft" { (proof) } }
                        }
                    }
                }
                p { strong { (texts.get("history-counters")) } }
                ul { @for counter in game.counters() { li { (counter.render(game.rules(), texts.language)) } } }
            }
        }
    }
}

/// Renders the report of a justified offer that was not accepted.
fn report_line(texts: &Texts, player: &PlayerView, report: Report) -> Markup {
    let text = match report.answer {
        Answer::Declined => "report-declined",
        Answer::Ignored => "report-ignored",
    };
    html! { p class="note" { (texts.with(text, "name", player.display_name(texts))) } }
}

/// Renders an entry of the audit log.
fn audit_entry(texts: &Texts, entry: &AuditEntry, names: &Names) -> Markup {
    let player_link = |account| {
        let name = names.display_name(account, texts);
        match names.name(account) {
            Some(_) => html! { a href=(format!("/players/{name}")) { (name) } },
            None => html! { (name) },
        }
    };
    let act = &entry.entry;
    html! {
        li {
            span class="soft figures" { (act.at.render(texts.language)) } " "
            (player_link(act.admin)) ": "
            strong { (texts.get(action_text(act.action))) } " "
            @if let Some(account) = act.account { (player_link(account)) " " }
            @if let Some(game) = act.game { a href=(format!("/games/{game}")) { (texts.get("to-the-game")) } " " }
            "– " (act.reason)
        }
    }
}

/// Returns the name of the text of an action.
fn action_text(action: ModeratorAction) -> &'static str {
    match action {
        ModeratorAction::Grant => "moderator-grant",
        ModeratorAction::Refuse => "moderator-refuse",
        ModeratorAction::Pause => "moderator-pause",
        ModeratorAction::Resume => "moderator-resume",
        ModeratorAction::WhiteWins => "judge-white-wins",
        ModeratorAction::BlackWins => "judge-black-wins",
        ModeratorAction::Draw => "judge-draw",
        ModeratorAction::Abort => "moderator-abort",
        ModeratorAction::Warn => "moderator-warn",
        ModeratorAction::Close => "moderator-close",
        ModeratorAction::Reopen => "moderator-reopen",
    }
}

fn side(color: draughts::Color) -> &'static str {
    match color {
        draughts::Color::White => "white",
        draughts::Color::Black => "black",
    }
}

/// The form for a decision.
#[derive(Deserialize)]
pub(super) struct JudgementForm {
    decision: Judgement,
    reason: String,
}

/// Records a decision about a game.
pub(super) async fn adjudicate(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PageId(id): PageId<GameId>,
    Form(JudgementForm { decision, reason }): Form<JudgementForm>,
) -> Result<Redirect, PageError> {
    let admin = viewer.require_admin()?;
    site.moderation.adjudicate(admin, id, decision, &reason, viewer.language).await?;
    Ok(Redirect::to("/admin"))
}

/// The form for a warning, or for closing an account.
#[derive(Deserialize)]
pub(super) struct ModerationForm {
    reason: String,
    /// The id of the game that it is about.
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    reopen: bool,
}

/// Warns a player.
pub(super) async fn warn(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Form(ModerationForm { reason, game, .. }): Form<ModerationForm>,
) -> Result<Redirect, PageError> {
    let admin = viewer.require_admin()?;
    let game = game.map(|game| game.parse().map_err(|_| PageError::not_found("game"))).transpose()?;
    site.moderation.warn(admin, &name, &reason, game).await?;
    Ok(Redirect::to("/admin"))
}

/// Closes or reopens an account.
pub(super) async fn close(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Form(ModerationForm { reason, reopen, .. }): Form<ModerationForm>,
) -> Result<Redirect, PageError> {
    let admin = viewer.require_admin()?;
    site.moderation.close_account(admin, &name, &reason, reopen).await?;
    Ok(Redirect::to("/admin"))
}
