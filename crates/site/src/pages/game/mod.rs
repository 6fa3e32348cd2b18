//! The page of a game.

mod panel;
mod static_view;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Redirect;
use draughts::ruleset::Removal;
use draughts::{ByColor, Color, Game};
use maud::{Markup, html};
use serde_json::json;

use super::board::picture;
use super::error::{PageError, PageId};
use super::layout::Page;
use super::script::{script_data, script_texts};
use super::terms::rating_of;
use crate::services::GameRecord;
use crate::site::Site;
use crate::views::board::BoardView;
use crate::views::display_preferences::DisplayPreferences;
use crate::web::viewer::Viewer;
use play::id::GameId;
use play::rating;
use texts::Texts;

/// Texts of the script.
const SCRIPT_TEXTS: &[&str] = &[
    "lost",
    "over",
    "retryIn",
    "retrying",
    "unsent",
    "sending",
    "notPlayed",
    "notDone",
    "notSent",
    "movedOn",
    "tooLong",
    "whyOffline",
    "tooOften",
    "unavailable",
    "notSignedIn",
    "refusalNotAPlayer",
    "refusalInternal",
    "someAct",
    "message",
    "resign",
    "abort",
    "offerDraw",
    "claimDraw",
    "withdrawDraw",
    "white",
    "black",
    "offerMade",
    "rematchAsked",
    "seeMoves",
    "premove",
    "premoveDropped",
    "spectators",
    "spectatorsOne",
    "yourTurn",
    "claimable",
    "whichWay",
    "or",
    "copied",
    "here",
    "away",
    "huff",
    "takebackWaits",
    "takebackRefused",
    "rematchWaits",
    "guest",
    "offerAgree",
    "groundHolds",
    "groundMissing",
    "groundAutomatic",
    "quoted",
    "earlierPosition",
    "offerGoesWithMove",
    "offerSentNow",
    "offerWaitsForMove",
    "offerOf",
    "offerAnsweredDeclined",
    "offerAnsweredIgnored",
    "claimGoOffer",
    "claimGoClaim",
    "claimWaiting",
    "claimCanOffer",
    "claimCanClaim",
    "callByYou",
    "callByOpponent",
    "gamePaused",
    "adminAnswered",
    "vacationAsk",
    "vacationNone",
    "breakAskRedo",
    "breakAskHuff",
    "huffedYours",
    "huffedTheirs",
    "huffedWhite",
    "huffedBlack",
    "huffedLine",
    "redoDemandedYours",
    "abandonedIn",
    "abandonedNow",
    "won",
    "lostGame",
    "drawn",
    "noResult",
    "rematchStarterMineMe",
    "rematchStarterMineThem",
    "rematchStarterTheirsMe",
    "rematchStarterTheirsThem",
    "rematchConflict",
];

/// Redirects to a game by its public number.
pub(super) async fn by_number(
    State(site): State<Arc<Site>>,
    PageId(number): PageId<u64>,
) -> Result<Redirect, PageError> {
    let game = site.games.by_number(number).await?;
    Ok(Redirect::to(&format!("/games/{}", game.id)))
}

/// A player, as shown on the page.
struct Player {
    name: String,
    /// The rating; `None` if the game is not rated.
    rating: Option<String>,
}

async fn players(site: &Site, record: &GameRecord, texts: &Texts) -> Result<ByColor<Player>, PageError> {
    let GameRecord { state, names, .. } = record;
    let pool = rating::pool(state.game().rules().rule_set(), state.terms().time);
    let mut ratings = ByColor { white: None, black: None };
    for side in Color::ALL {
        let account = state.terms().seats()[side].account().filter(|_| state.terms().rated);
        if let (Some(account), Some(pool)) = (account, &pool) {
            ratings[side] = Some(rating_of(site, account, pool).await?);
        }
    }
    let views = names.players(state.terms());
    Ok(ByColor {
        white: Player { name: views.white.display_name(texts), rating: ratings.white },
        black: Player { name: views.black.display_name(texts), rating: ratings.black },
    })
}

/// Returns an example of a typed move: a legal one, or the last one if there is none.
fn example_move(game: &Game, preferences: DisplayPreferences) -> String {
    let example = game.legal_moves().first().or(game.turns().last().map(|turn| &turn.played));
    example.map(|m| preferences.move_style(game.rules()).short(m)).unwrap_or_default()
}

/// Renders the banner for a lost connection. It is on the page from the start, because screen readers announce only
/// live regions that existed before.
fn connection_banner(texts: &Texts) -> Markup {
    html! {
        div class="offline" id="offline" {
            span role="status" id="connection" {}
            span class="figures" id="retry" hidden {}
            button type="button" id="reconnect" hidden { (texts.get("reconnect")) }
            a class="button" id="sign-in-again" href="/login" hidden { (texts.get("sign-in")) }
        }
    }
}

/// Returns the page of a game.
pub(super) async fn game(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    PageId(id): PageId<GameId>,
) -> Result<Markup, PageError> {
    let record = site.games.find(id, viewer.id()).await?;
    let texts = Texts::of(viewer.language);
    let view = site.views.view(&record, viewer.id(), viewer.display_preferences()).await?;
    let players = players(&site, &record, texts).await?;
    let GameRecord { stored, state, .. } = &record;
    let sides = viewer.id().map(|account| state.sides_of(account)).unwrap_or_default();
    let flipped = sides == [Color::Black];
    let title = format!("{} – {}", players.white.name, players.black.name);
    let mut script = script_texts(texts, SCRIPT_TEXTS);
    script.insert("title".to_owned(), title.clone().into());
    let rules = state.game().rules().rule_set();
    let data = json!({
        "game": view,
        "shape": BoardView::with_preferences(state.game().rules(), viewer.display_preferences()),
        "vanish": rules.capture.removal == Removal::AfterEachJump,
        "enforcement": rules.conduct.enforcement,
        "names": { "white": players.white.name, "black": players.black.name },
        "texts": script,
    });
    let type_move = texts.with("type-move", "text", example_move(state.game(), viewer.display_preferences()));
    let (upper, lower) = if flipped { (Color::White, Color::Black) } else { (Color::Black, Color::White) };
    let panel = panel::Panel { texts, stored, state, players: &players };
    let static_view = static_view::StaticView { texts, view: &view, state, players: &players };
    let content = html! {
        h1 class="unseen" { (title) }
        div class="table play" {
            (connection_banner(texts))
            div class="left" {
                div id="board" class="board" { (picture(state.game().position(), flipped, &title)) }
                p class="note" id="note" role="status" {}
                div id="ways" class="ways-asked" {}
                form class="typed" id="typed" {
                    input type="text" id="typed-move" aria-label=(type_move) placeholder=(type_move) autocomplete="off" autocapitalize="none" maxlength="500";
                    button { (texts.get("play-move")) }
                }
                p class="unseen" id="heard" aria-live="assertive" {}
            }
            div class="panel" {
                (panel.player(upper, "upper", &sides))
                (static_view.status())
                (panel.record(&sides, &static_view))
                (panel.actions(&sides))
                (panel.player(lower, "lower", &sides))
                (panel.chat(&sides, viewer.id().is_some()))
            }
        }
        (panel.keyboard_help())
        (script_data(&data))
    };
    let styles = &["game", "play"];
    let script = Some("game/game.js");
    let page = Page { texts, title: &title, styles, script, viewer: Some(&viewer), nav_entry: "play" };
    Ok(page.render(&content))
}
