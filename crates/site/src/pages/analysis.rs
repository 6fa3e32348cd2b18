//! The analysis page: any position, rules or game.

use std::sync::Arc;

use axum::extract::{Query, State};
use draughts::notation::MoveStyle;
use draughts::{Color, Game, Kind, Piece, Rules, variant};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};

use super::board::{lone_piece, picture};
use super::error::PageError;
use super::families::options;
use super::layout::Page;
use super::script::{script_data, script_texts};
use crate::services::GameRecord;
use crate::site::Site;
use crate::study::{MAX_MOVES, rules_choice};
use crate::web::viewer::Viewer;
use play::id::GameId;
use texts::{RuleSetText, Texts};

/// Texts of the script.
const SCRIPT_TEXTS: [&str; 16] = [
    "noMoves",
    "graph",
    "depth",
    "whiteWinsIn",
    "blackWinsIn",
    "sameGame",
    "firstDifference",
    "onlyHere",
    "onlyThere",
    "stops",
    "allLegal",
    "leftOut",
    "leftOutOne",
    "gamesRead",
    "gamesReadOne",
    "lost",
];

/// The tools of the position editor: the name of the text and the symbol.
const PALETTE: [(&str, Symbol); 6] = [
    ("move", Symbol::Text("↔")),
    ("white-man", Symbol::Piece(Piece { color: Color::White, kind: Kind::Man })),
    ("white-king", Symbol::Piece(Piece { color: Color::White, kind: Kind::King })),
    ("black-man", Symbol::Piece(Piece { color: Color::Black, kind: Kind::Man })),
    ("black-king", Symbol::Piece(Piece { color: Color::Black, kind: Kind::King })),
    ("nothing", Symbol::Text("✕")),
];

/// The symbol of a tool.
#[derive(Clone, Copy)]
enum Symbol {
    Text(&'static str),
    Piece(Piece),
}

/// The subject of the page.
#[derive(Deserialize, Default)]
pub(super) struct AnalysisQuery {
    /// The id of a game.
    #[serde(default)]
    game: Option<String>,
    /// The id of a rule set; ignored if `game` is given.
    #[serde(default)]
    rules: Option<String>,
    /// A position, in FEN; ignored if `game` is given.
    #[serde(default)]
    fen: Option<String>,
}

/// The subject of the page, with its data for the script.
struct Subject {
    game: Game,
    study: Value,
    tags: Vec<(String, String)>,
}

impl Subject {
    async fn of(site: &Site, query: &AnalysisQuery) -> Result<Self, PageError> {
        if let Some(id) = &query.game {
            let id: GameId = id.parse().map_err(|_| PageError::not_found("game"))?;
            let GameRecord { state, names, .. } = site.games.record(id).await?;
            let names = names.players(state.terms());
            let tags = vec![
                ("White".to_owned(), names.white.pdn_name()),
                ("Black".to_owned(), names.black.pdn_name()),
            ];
            let (game, start) = (state.game().clone(), state.terms().start.clone());
            let study =
                json!({ "rules": rules_choice(game.rules()), "fen": start, "moves": moves_of(&game) });
            return Ok(Self { game, study, tags });
        }
        let id = query.rules.as_deref().unwrap_or("international");
        let rules = Rules::named(id).map_err(|_| PageError::not_found("rule book"))?;
        // The script shows errors of the position.
        let study = json!({ "rules": id, "fen": query.fen, "moves": [] });
        Ok(Self { game: Game::new(&rules), study, tags: Vec::new() })
    }
}

/// Returns the moves of a game in notation, up to the first huffed piece, which a study cannot express.
fn moves_of(game: &Game) -> Vec<String> {
    let style = MoveStyle::of(game.rules());
    let until = game.turns().iter().position(|turn| turn.huffed.is_some()).map_or(MAX_MOVES, |turn| turn + 1);
    game.turns()
        .iter()
        .take(until.min(MAX_MOVES))
        .map(|turn| style.among(&turn.before, &turn.played, &turn.before.legal_moves()))
        .collect()
}

/// Returns the analysis page.
pub(super) async fn analysis(
    State(site): State<Arc<Site>>,
    viewer: Viewer,
    Query(query): Query<AnalysisQuery>,
) -> Result<Markup, PageError> {
    let texts = Texts::of(viewer.language);
    let Subject { game, study, tags } = Subject::of(&site, &query).await?;
    let title = texts.get("analysis");
    let data = json!({ "study": study, "tags": tags, "texts": script_texts(texts, &SCRIPT_TEXTS) });
    let content = html! {
        h1 class="unseen" { (title) }
        div class="table" {
            div class="left" {
                div id="board" class="board" { (picture(game.position(), false, &title)) }
                p class="note" id="note" role="status" {}
                (position_editor(texts))
            }
            div class="panel" { (move_list(texts, &game.rules().rule_set().id)) (engine(texts)) (tools(texts)) }
        }
        (script_data(&data))
    };
    let styles = &["game", "analysis"];
    let script = Some("analysis/analysis.js");
    let page = Page { texts, title: &title, styles, script, viewer: Some(&viewer), nav_entry: "analysis" };
    Ok(page.render(&content))
}

/// Renders the position editor below the board.
fn position_editor(texts: &Texts) -> Markup {
    html! {
        form id="fen-form" class="typed" {
            input type="text" id="fen" aria-label=(texts.get("fen-label")) autocomplete="off" spellcheck="false";
            button { (texts.get("fen-use")) }
        }
        details class="card" {
            summary { (texts.get("set-up")) }
            fieldset id="palette" {
                legend { (texts.get("palette")) }
                div class="choice" {
                    @for (name, symbol) in PALETTE {
                        label title=(texts.get(name)) {
                            input type="radio" name="piece" value=(name) checked[name == "move"] aria-label=(texts.get(name));
                            span {
                                @match symbol {
                                    Symbol::Text(text) => (text),
                                    Symbol::Piece(piece) => (lone_piece(piece)),
                                }
                            }
                        }
                    }
                }
            }
            fieldset {
                legend { (texts.get("to-move")) }
                div class="choice" {
                    @for side in ["white", "black"] {
                        label { input type="radio" name="turn" id=(format!("turn-{side}")); span { (texts.get(side)) } }
                    }
                }
            }
            div class="buttons" {
                button type="button" id="clear-board" { (texts.get("clear-board")) }
                button type="button" id="start-again" { (texts.get("start-again")) }
            }
        }
    }
}

/// Renders the moves and their comments.
fn move_list(texts: &Texts, rules: &str) -> Markup {
    let step = |id: &str, text: &str, label: &str| {
        html! { button type="button" id=(id) aria-label=(texts.get(label)) title=(texts.get(label)) { (text) } }
    };
    html! {
        section class="card study" {
            label for="rules" { (texts.get("rules-label")) }
            select id="rules" { (options(texts, rules, &[])) }
            div class="tree figures" id="moves" tabindex="0" role="group" aria-label=(texts.get("moves")) {}
            p class="soft" id="outcome" role="status" {}
            div class="steps" {
                (step("first", "«", "step-first")) (step("back", "◀", "step-back")) (step("forward", "▶", "step-forward"))
                (step("last", "»", "step-last")) (step("flip", "⇅", "flip"))
                (step("promote", "⇧", "promote")) (step("remove", "✕", "remove"))
            }
            label for="comment" { (texts.get("comment")) }
            input type="text" id="comment" maxlength="500" autocomplete="off";
        }
    }
}

/// Returns a key of the squares in play: rule sets with the same key are played on the same squares. The script
/// computes the same key.
fn board_key(rules: &Rules) -> String {
    let (board, names) = (&rules.rule_set().board, rules.square_names());
    let shade = names.squares().next().map_or(0, |square| {
        let (row, column) = names.cell(square);
        (row + column) % 2
    });
    format!("{}x{}/{}/{shade}", board.width, board.height, names.len())
}

/// Renders the engine output.
fn engine(texts: &Texts) -> Markup {
    html! {
        section class="card" {
            label class="switch" { input type="checkbox" id="engine"; " " (texts.get("engine")) " " span id="depth" {} }
            ol class="lines figures" id="lines" {}
            div class="graph" id="graph" hidden {}
            div class="buttons" {
                button type="button" id="evaluate" { (texts.get("evaluate")) }
                button type="button" id="play-on" { (texts.get("play-on")) }
            }
        }
    }
}

/// Renders PDN import and export, and the comparison with other rules.
fn tools(texts: &Texts) -> Markup {
    html! {
        details class="card" {
            summary { (texts.get("pdn-in-out")) }
            label for="pdn" { (texts.get("pdn-paste")) }
            textarea id="pdn" rows="6" spellcheck="false" {}
            label for="pdn-file" { (texts.get("pdn-file")) }
            input type="file" id="pdn-file" accept=".pdn,.txt";
            div class="buttons" {
                button type="button" class="main" id="read-pdn" { (texts.get("pdn-read")) }
                button type="button" id="write" { (texts.get("pdn-write")) }
            }
            div id="games-read" hidden {
                label for="games" { (texts.get("pdn-games")) }
                select id="games" {}
            }
        }
        details class="card" {
            summary { (texts.get("compare")) }
            label for="other-rules" { (texts.get("compare-with")) }
            select id="other-rules" {
                @for set in variant::ALL {
                    option value=(set.id) data-board=(board_key(&Rules::from(set))) { (set.name_in(texts.language)) }
                }
            }
            button type="button" id="compare" { (texts.get("compare-go")) }
            div id="compared" role="status" {}
        }
    }
}
