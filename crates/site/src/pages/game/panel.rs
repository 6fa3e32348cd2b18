//! What stands beside the board: the players, the record, what can be asked for, and what is said.

use draughts::{ByColor, Color};
use maud::{Markup, html};

use super::Player;
use super::plain::Plain;
use crate::pages::terms::rated_chip;
use play::game::{GameState, TimeControl};
use store::StoredGame;
use texts::{RuleSetText, Texts};

/// All that stands beside the board.
pub(super) struct Panel<'a> {
    pub(super) texts: &'a Texts,
    pub(super) stored: &'a StoredGame,
    pub(super) table: &'a GameState,
    pub(super) players: &'a ByColor<Player>,
}

/// The keys that the page knows, and the texts that say what they do.
const KEYS: [(&str, &str); 7] = [
    ("← ↑ → ↓", "key-walk"),
    ("Enter", "key-choose"),
    ("1 – 9", "key-ways"),
    ("Esc", "key-again"),
    ("← →", "key-step"),
    ("Home End", "key-ends"),
    ("?", "key-help"),
];

impl Panel<'_> {
    fn text(&self, name: &str) -> String {
        self.texts.get(name)
    }

    /// A button that asks for something at once.
    fn act(&self, what: &str, text: &str) -> Markup {
        html! { button type="button" data-do=(what) { (self.text(text)) } }
    }

    /// A button that asks twice.
    fn sure(&self, what: &str, sure: &str, hidden: bool) -> Markup {
        html! { button type="button" class="danger" id=(what) data-do=(what) data-sure=(self.text(sure)) hidden[hidden] { (self.text(what)) } }
    }

    pub(super) fn player(&self, side: Color, place: &str, sides: &[Color]) -> Markup {
        // Whoever plays against the clock can give the opponent some of it.
        let gives = sides.len() == 1 && matches!(self.table.terms().time, TimeControl::Clock { .. });
        let word = if side == Color::White { "white" } else { "black" };
        let Player { name, rating } = &self.players[side];
        html! {
            div class=(format!("card player {place}")) {
                span class=(format!("side {word}")) id=(format!("side-{word}")) title=(self.text(word)) {}
                span class="who" {
                    strong { span class="name" { (name) } @if let Some(rating) = rating { " " span class="soft figures" { (rating) } } }
                    // What was captured are pieces of the other side.
                    span class="soft figures captured" {
                        span class=(format!("side {}", if side == Color::White { "black" } else { "white" })) {}
                        span id=(format!("captured-{word}")) { (self.table.game().captured_by(side)) } span class="word" { (self.text("captured")) }
                        span class="to-move" id=(format!("turn-{word}")) hidden { "· " (self.text("turn-now")) }
                    }
                }
                @if place == "upper" && gives { button type="button" id="give-time" title=(self.text("give-time")) aria-label=(self.text("give-time")) { "+15" } }
                span class="clock" id=(format!("clock-{word}")) {}
            }
        }
    }

    pub(super) fn record(&self, sides: &[Color], plain: &Plain<'_>) -> Markup {
        let thinks = sides.len() == 1 && self.table.game().outcome().is_none();
        let (id, number) = (self.stored.id, self.stored.number);
        let rules = self.table.game().rules().rule_set();
        let step = |id: &str, text: &str, label: &str| {
            html! { button type="button" id=(id) aria-label=(self.text(label)) title=(self.text(label)) { (text) } }
        };
        html! {
            div class="card record" {
                h2 class="unseen" { (self.text("moves")) }
                header {
                    span class="figures" {
                        // First, so that it does not move when the number of the move grows.
                        (rated_chip(self.texts, self.table.terms().rated)) " "
                        (self.texts.with("game-number", "number", number.to_string())) " "
                        (self.text("move-number")) " " span id="move-number" { (plain.view.move_number()) }
                    }
                    a href=(format!("/games/{id}/rules")) { (rules.name_in(self.texts.language)) }
                }
                div class="moves figures" id="moves" tabindex="0" role="group" aria-label=(self.text("moves")) { (plain.moves()) }
                div class="steps" {
                    (step("first", "«", "step-first")) (step("back", "◀", "step-back")) (step("forward", "▶", "step-forward"))
                    (step("last", "»", "step-last")) (step("flip", "⇅", "flip")) (step("sound", "♪", "sound")) (step("help", "?", "key-list"))
                }
                p class="soft files" {
                    span id="analyse" class=[thinks.then_some("unused")] { a href=(format!("/analysis?game={id}")) { (self.text("analyse")) } " · " }
                    a href=(format!("/api/v1/games/{id}/pdn")) { (self.text("pdn")) }
                    span class="scripted" { " · " a href="#" id="fen" { "FEN" } }
                    " · " a href=(format!("/game/{number}")) id="share" { (self.text("share")) }
                }
            }
        }
    }

    /// Returns the acts of the players and the dialogs in their place, whose size does not change.
    pub(super) fn stage(&self, sides: &[Color]) -> Markup {
        // Before both have moved, a game is aborted, not resigned.
        let begun = self.table.game().turns().len() >= 2;
        let correspondence = matches!(self.table.terms().time, TimeControl::Days { .. });
        html! {
            div class="stage" {
                div class="going-on" id="going-on" {
                    h2 class="unseen" { (self.text("counters")) }
                    section class="card counters" id="counters" aria-label=(self.text("counters")) tabindex="0" {
                        p id="left" role="status" {}
                        p id="offer-waits" role="status" {}
                        div id="counter-rows" {}
                    }
                    div class="acts" id="playing" hidden[sides.is_empty()] {
                        button type="button" id="offer" { (self.text("offer-draw")) }
                        button type="button" id="withdraw-draw" data-do="withdraw-draw" hidden { (self.text("withdraw-draw")) }
                        button type="button" id="claim" { (self.text("claim-draw")) }
                        (self.sure("resign", "sure-resign", !begun))
                        (self.sure("abort", "sure-abort", begun))
                        button type="button" id="takeback" data-do="ask-takeback" { (self.text("takeback")) }
                        button type="button" id="claim-victory" data-do="claim-victory" hidden { (self.text("claim-victory")) }
                        button type="button" id="vacation" hidden[!correspondence] { (self.text("vacation")) }
                    }
                }
                (self.offer_dialogs())
                div class="card asking" id="takeback-asked" hidden role="status" {
                    span { (self.text("takeback-asked")) }
                    div class="buttons" { (self.act("grant-takeback", "grant")) (self.act("refuse-takeback", "refuse")) }
                }
                div class="card asking" id="irregular" hidden role="status" {
                    span { (self.text("irregular")) " " span id="irregular-text" {} }
                    div class="buttons" {
                        button type="button" id="demand-redo" data-do="demand-redo" { (self.text("demand-redo")) }
                        span class="buttons" id="huffs" {}
                        (self.act("let-stand", "let-stand"))
                    }
                }
                div class="card asking" id="breaking" hidden role="alertdialog" aria-labelledby="breaking-text" {
                    span id="breaking-text" {}
                    div class="buttons" {
                        button type="button" class="danger" id="breaking-play" { (self.text("break-play")) }
                        (self.cancel("breaking"))
                    }
                }
                div class="card asking" id="vacation-form" hidden role="group" aria-labelledby="vacation-text" {
                    span id="vacation-text" {}
                    div class="buttons" {
                        button type="button" class="main" id="vacation-take" { (self.text("vacation")) }
                        (self.cancel("vacation-form"))
                    }
                }
                form class="card asking" id="call-form" hidden {
                    p { (self.text(call_text(self.table.terms().time))) }
                    label for="call-message" { (self.text("call-reason")) }
                    input type="text" id="call-message" maxlength="500" required autocomplete="off";
                    div class="buttons" {
                        button class="main" { (self.text("call-admin")) }
                        (self.cancel("call-form"))
                    }
                }
                (self.finished())
            }
        }
    }

    /// A button that closes a dialog of the stage.
    fn cancel(&self, dialog: &str) -> Markup {
        html! { button type="button" data-cancel=(dialog) { (self.text("cancel")) } }
    }

    /// The dialogs of draw offers and claims.
    fn offer_dialogs(&self) -> Markup {
        html! {
            form class="card asking" id="offer-form" hidden {
                fieldset id="offer-grounds" { legend { (self.text("offer-ground")) } }
                label for="offer-message" { (self.text("offer-reason")) }
                input type="text" id="offer-message" maxlength="500" autocomplete="off";
                p class="soft" id="offer-when" {}
                div class="buttons" {
                    button class="main" { (self.text("offer-draw")) }
                    (self.cancel("offer-form"))
                }
            }
            div class="card asking" id="offered" hidden role="status" {
                span id="offer-text" {}
                label for="decline-message" { (self.text("decline-reason")) }
                input type="text" id="decline-message" maxlength="500" autocomplete="off";
                div class="buttons" {
                    (self.act("accept-draw", "accept-draw"))
                    button type="button" id="decline-draw" { (self.text("decline-draw")) }
                }
            }
            div class="card asking" id="claiming" hidden role="group" aria-label=(self.text("claim-steps")) {
                strong id="claim-state" {}
                ol class="claim-steps" {
                    @for step in ["offer", "answer", "claim"] {
                        li id=(format!("claim-step-{step}")) { (self.text(&format!("claim-step-{step}"))) }
                    }
                }
                div class="buttons" {
                    button type="button" class="main" id="claim-go" {}
                    (self.cancel("claiming"))
                }
            }
        }
    }

    /// The result, and the way to the next game.
    fn finished(&self) -> Markup {
        html! {
            div class="card asking" id="finished" hidden role="status" {
                strong id="outcome" {}
                span id="reason" {}
                span class="soft" id="proof" {}
                div class="figures" id="rating-changes" {}
                span id="revenge-asked" {}
                div class="buttons" {
                    button type="button" class="main" id="revenge" { (self.text("revenge")) }
                    span class="buttons" id="begins" role="group" aria-label=(self.text("rematch-who")) hidden {
                        span { (self.text("revenge")) ":" }
                        button type="button" id="begins-me" aria-pressed="false" { (self.text("rematch-i-begin")) }
                        button type="button" id="begins-them" aria-pressed="false" { (self.text("rematch-they-begin")) }
                    }
                    a class="button" id="next-game" hidden { (self.text("next-game")) }
                    a class="button" href=(format!("/analysis?game={}", self.stored.id)) { (self.text("analyse")) }
                }
            }
        }
    }

    /// The chat. Whoever is unknown to the site becomes a guest first.
    pub(super) fn talk(&self, sides: &[Color], is_known: bool) -> Markup {
        // Against the computer, and with oneself, there is nobody to talk to.
        let alone = self.table.terms().accounts().len() < 2 && !sides.is_empty();
        let label = self.text(if sides.is_empty() { "spectator-chat" } else { "player-chat" });
        html! {
            section class="card talk" aria-label=(label) {
                div id="judging" role="status" {
                    p class="note" id="call" hidden {}
                    p class="note" id="paused" hidden {}
                    p class="note" id="answered" hidden {}
                }
                h2 { (label) }
                p class="soft" id="spectators" {}
                div hidden[alone] {
                    ol id="messages" aria-live="polite" tabindex="0" aria-label=(label) {}
                    button type="button" id="chat-as-guest" hidden[is_known] { (self.text("chat-as-guest")) }
                    form id="talk" hidden[!is_known] {
                        input type="text" id="message" maxlength="500" aria-label=(self.text("message")) placeholder=(self.text("message")) autocomplete="off";
                        button { (self.text("send")) }
                    }
                }
                button type="button" id="call-admin" hidden[sides.is_empty()] { (self.text("call-admin")) }
            }
        }
    }

    pub(super) fn keys(&self) -> Markup {
        html! {
            dialog id="keys" aria-label=(self.text("key-list")) {
                h2 { (self.text("key-list")) }
                dl class="keys" {
                    @for (key, text) in KEYS { dt { kbd { (key) } } dd { (self.text(text)) } }
                }
                p class="soft" { (self.text("keys-pointer")) }
                form method="dialog" { button class="main" { (self.text("close-list")) } }
            }
        }
    }
}

/// The name of the text that says what a call does to the game.
fn call_text(time: TimeControl) -> &'static str {
    match time {
        TimeControl::None {} => "call-no-clock",
        TimeControl::Clock { .. } => "call-live",
        TimeControl::Days { .. } => "call-correspondence",
    }
}
