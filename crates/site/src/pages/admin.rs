//! The page of administrators: what waits for them, and what they did.

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

/// So much is shown of each.
const MOST: usize = 50;

pub(super) async fn queue(State(site): State<Arc<Site>>, viewer: Viewer) -> Result<Markup, PageError> {
    viewer.admin()?;
    let texts = Texts::of(viewer.language);
    let mut waiting = Vec::new();
    for Dispute { game, log } in site.moderation.queue(MOST).await? {
        let history = history(&game.table, &log, viewer.eyes())?;
        waiting.push(Waiting { game, history });
    }
    let (acts, names) = site.moderation.acts(u64::MAX, MOST).await?;
    let content = html! {
        h1 { (texts.get("disputes")) }
        @if waiting.is_empty() {
            section class="card" {
                p { strong { (texts.get("no-disputes")) } }
                p class="soft" { (texts.get("no-disputes-how")) }
            }
        }
        div class="ways" { @for waiting in &waiting { (waiting.draw(texts)) } }
        h2 { (texts.get("acts")) }
        @if acts.is_empty() { p class="soft" { (texts.get("no-acts")) } }
        @else { ol class="card acts-list" { @for act in &acts { (done(texts, act, &names)) } } }
    };
    let title = texts.get("disputes");
    let styles = &["home", "people"];
    let page = Page { texts, title: &title, styles, script: None, viewer: Some(&viewer), part: "" };
    Ok(page.with(&content))
}

/// A game that waits for an administrator.
struct Waiting {
    game: GameRecord,
    history: Vec<HistoryLine>,
}

impl Waiting {
    /// Draws the game with everything that was offered, claimed and said, and the forms to decide.
    fn draw(&self, texts: &Texts) -> Markup {
        let GameRecord { stored, table, names, .. } = &self.game;
        let (id, number) = (stored.id, stored.number);
        let title = texts.with("game-number", "number", number.to_string());
        let players = names.players(table);
        html! {
            article class="card dispute" {
                a href=(format!("/games/{id}")) { (picture(table.game().position(), false, &title)) }
                h2 { a href=(format!("/games/{id}")) { (players.white.shown(texts)) " – " (players.black.shown(texts)) } }
                p class="soft" {
                    (title) " · " (table.game().rules().rule_set().name_in(texts.language))
                    @if let Some(since) = table.judged_since() { " · " (texts.with("waits-since", "day", since.render(texts.language))) }
                }
                @if let Some(call) = table.call() { p class="note" { (texts.get(side(call.by))) ": " (call.message) } }
                @if table.is_paused() { p class="note" { (texts.get("game-paused")) } }
                @if let Some(report) = table.report() { (report_line(texts, &players[report.of], report)) }
                (self.record(texts))
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

    /// A form to warn each player; guests have no name to be warned by.
    fn warnings(&self, texts: &Texts) -> Markup {
        let GameRecord { stored, table, names, .. } = &self.game;
        let players = table.terms().accounts().into_iter().filter_map(|account| names.name(account));
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

    /// What was offered, claimed and said, and how far the draw rules have come.
    fn record(&self, texts: &Texts) -> Markup {
        let game = self.game.table.game();
        html! {
            details open {
                summary { (texts.get("history")) }
                ol class="history" {
                    @for line in &self.history {
                        li {
                            span class="soft figures" { (line.move_number) } " "
                            @if let Some(by) = line.by { (texts.get(side(by))) " " }
                            (texts.get(line.what.text()))
                            @if !line.message.is_empty() { ": “" (line.message) "”" }
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

/// A justified offer that was not accepted.
fn report_line(texts: &Texts, player: &PlayerView, report: Report) -> Markup {
    let text = match report.answer {
        Answer::Declined => "report-declined",
        Answer::Ignored => "report-ignored",
    };
    html! { p class="note" { (texts.with(text, "name", player.shown(texts))) } }
}

/// Something that was done: when, by whom, about what, and why.
fn done(texts: &Texts, act: &AuditEntry, names: &Names) -> Markup {
    let person = |account| {
        let name = names.shown(account, texts);
        match names.name(account) {
            Some(_) => html! { a href=(format!("/players/{name}")) { (name) } },
            None => html! { (name) },
        }
    };
    let act = &act.act;
    html! {
        li {
            span class="soft figures" { (act.at.render(texts.language)) } " "
            (person(act.admin)) ": "
            strong { (texts.get(deed(act.deed))) } " "
            @if let Some(account) = act.account { (person(account)) " " }
            @if let Some(game) = act.game { a href=(format!("/games/{game}")) { (texts.get("to-the-game")) } " " }
            "– " (act.reason)
        }
    }
}

/// The name of the text for what was done.
fn deed(deed: ModeratorAction) -> &'static str {
    match deed {
        ModeratorAction::Grant => "deed-grant",
        ModeratorAction::Refuse => "deed-refuse",
        ModeratorAction::Pause => "deed-pause",
        ModeratorAction::Resume => "deed-resume",
        ModeratorAction::WhiteWins => "judge-white-wins",
        ModeratorAction::BlackWins => "judge-black-wins",
        ModeratorAction::Draw => "judge-draw",
        ModeratorAction::Abort => "deed-abort",
        ModeratorAction::Warn => "deed-warn",
        ModeratorAction::Close => "deed-close",
        ModeratorAction::Reopen => "deed-reopen",
    }
}

fn side(color: draughts::Color) -> &'static str {
    match color {
        draughts::Color::White => "white",
        draughts::Color::Black => "black",
    }
}

/// A decision.
#[derive(Deserialize)]
pub(super) struct Decision {
    decision: Judgement,
    reason: String,
}

pub(super) async fn judge(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PageId(id): PageId<GameId>,
    Form(Decision { decision, reason }): Form<Decision>,
) -> Result<Redirect, PageError> {
    let admin = viewer.admin()?;
    site.moderation.judge(admin, id, decision, reason, viewer.language).await?;
    Ok(Redirect::to("/admin"))
}

/// What is to be done about a player.
#[derive(Deserialize)]
pub(super) struct DeedForm {
    reason: String,
    /// The game it is about.
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
    Form(DeedForm { reason, game, .. }): Form<DeedForm>,
) -> Result<Redirect, PageError> {
    let admin = viewer.admin()?;
    let game = game.map(|game| game.parse().map_err(|_| PageError::nothing("game"))).transpose()?;
    site.moderation.warn(admin, &name, reason, game).await?;
    Ok(Redirect::to("/admin"))
}

/// Closes an account, or opens it again.
pub(super) async fn close(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Path(name): Path<String>,
    Form(DeedForm { reason, reopen, .. }): Form<DeedForm>,
) -> Result<Redirect, PageError> {
    let admin = viewer.admin()?;
    site.moderation.close_account(admin, &name, reason, reopen).await?;
    Ok(Redirect::to("/admin"))
}
