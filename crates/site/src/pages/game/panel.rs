//! The panel beside the board: players, moves, actions and chat.

use draughts::{ByColor, Color};
use maud::{Markup, html};

use super::Player;
use super::static_view::StaticView;
use crate::pages::terms::rated_chip;
use play::game::{GameState, TimeControl};
use store::StoredGame;
use texts::{RuleSetText, Texts};

/// The panel beside the board.
pub(super) struct Panel<'a> {
    pub(super) texts: &'a Texts,
    pub(super) stored: &'a StoredGame,
    pub(super) state: &'a GameState,
    pub(super) players: &'a ByColor<Player>,
}

/// Keyboard shortcuts: `key-name-…` names the keys, `key-…` describes their effect.
const SHORTCUTS: [&str; 7] = ["walk", "choose", "ways", "again", "step", "ends", "help"];

impl Panel<'_> {
    fn text(&self, name: &str) -> String {
        self.texts.get(name)
    }

    /// Renders a button that sends a command at once.
    fn command_button(&self, command: &str, text: &str) -> Markup {
        html! { button type="button" data-do=(command) { (self.text(text)) } }
    }

    /// Renders a button that sends a command after a confirmation.
    fn confirmed_button(&self, command: &str, confirmation: &str, hidden: bool) -> Markup {
        html! { button type="button" class="danger" id=(command) data-do=(command) data-sure=(self.text(confirmation)) hidden[hidden] { (self.text(command)) } }
    }

    /// Renders a player with captured pieces and clock.
    pub(super) fn player(&self, side: Color, place: &str, sides: &[Color]) -> Markup {
        // In a game with clocks, a player can give the opponent time.
        let can_give_time = sides.len() == 1 && matches!(self.state.terms().time, TimeControl::Clock { .. });
        let colour = if side == Color::White { "white" } else { "black" };
        let Player { name, rating } = &self.players[side];
        html! {
            div class=(format!("card player {place}")) {
                span class=(format!("side {colour}")) id=(format!("side-{colour}")) title=(self.text(colour)) {}
                span class="who" {
                    strong { span class="name" { (name) } @if let Some(rating) = rating { " " span class="soft figures" { (rating) } } }
                    // The captured pieces belong to the other side.
                    span class="soft figures captured" {
                        span class=(format!("side {}", if side == Color::White { "black" } else { "white" })) {}
                        span id=(format!("captured-{colour}")) { (self.state.game().captured_by(side)) } span class="word" { (self.text("captured")) }
                        span class="to-move" id=(format!("turn-{colour}")) hidden { "· " (self.text("turn-now")) }
                    }
                }
                @if place == "upper" && can_give_time { button type="button" id="give-time" title=(self.text("give-time")) aria-label=(self.text("give-time")) { "+15" } }
                span class="clock" id=(format!("clock-{colour}")) {}
            }
        }
    }

    /// Renders the moves, and links to the game in other forms.
    pub(super) fn record(&self, sides: &[Color], static_view: &StaticView<'_>) -> Markup {
        let is_playing = sides.len() == 1 && self.state.game().outcome().is_none();
        let (id, number) = (self.stored.id, self.stored.number);
        let rules = self.state.game().rules().rule_set();
        let step = |id: &str, text: &str, label: &str| {
            html! { button type="button" id=(id) aria-label=(self.text(label)) title=(self.text(label)) { (text) } }
        };
        html! {
            div class="card record" {
                h2 class="unseen" { (self.text("moves")) }
                header {
                    span class="figures" {
                        // First, so that it does not shift when the move number grows.
                        (rated_chip(self.texts, self.state.terms().rated)) " "
                        (self.texts.with("game-number", "number", number.to_string())) " "
                        (self.text("move-number")) " " span id="move-number" { (static_view.view.move_number()) }
                    }
                    a href=(format!("/games/{id}/rules")) { (rules.name_in(self.texts.language)) }
                }
                div class="moves figures" id="moves" tabindex="0" role="group" aria-label=(self.text("moves")) { (static_view.moves()) }
                div class="steps" {
                    (step("first", "«", "step-first")) (step("back", "◀", "step-back")) (step("forward", "▶", "step-forward"))
                    (step("last", "»", "step-last")) (step("flip", "⇅", "flip")) (step("sound", "♪", "sound")) (step("help", "?", "key-list"))
                }
                p class="soft files" {
                    span id="analyse" class=[is_playing.then_some("unused")] { a href=(format!("/analysis?game={id}")) { (self.text("analyse")) } " · " }
                    a href=(format!("/api/v1/games/{id}/pdn")) { (self.text("pdn")) }
                    span class="scripted" { " · " a href="#" id="fen" { "FEN" } }
                    " · " a href=(format!("/game/{number}")) id="share" { (self.text("share")) }
                }
            }
        }
    }

    /// Renders the actions of the players, and the dialogs that replace them without changing the layout.
    pub(super) fn actions(&self, sides: &[Color]) -> Markup {
        // Before both have moved, a game is aborted, not resigned.
        let is_resignable = self.state.game().turns().len() >= 2;
        let correspondence = matches!(self.state.terms().time, TimeControl::Days { .. });
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
                        (self.confirmed_button("resign", "sure-resign", !is_resignable))
                        (self.confirmed_button("abort", "sure-abort", is_resignable))
                        button type="button" id="takeback" data-do="ask-takeback" { (self.text("takeback")) }
                        button type="button" id="claim-victory" data-do="claim-victory" hidden { (self.text("claim-victory")) }
                        button type="button" id="vacation" hidden[!correspondence] { (self.text("vacation")) }
                    }
                }
                (self.offer_dialogs())
                div class="card asking" id="takeback-asked" hidden role="status" {
                    span { (self.text("takeback-asked")) }
                    div class="buttons" { (self.command_button("grant-takeback", "grant")) (self.command_button("refuse-takeback", "refuse")) }
                }
                div class="card asking" id="irregular" hidden role="status" {
                    span { (self.text("irregular")) " " span id="irregular-text" {} }
                    div class="buttons" {
                        button type="button" id="demand-redo" data-do="demand-redo" { (self.text("demand-redo")) }
                        span class="buttons" id="huffs" {}
                        (self.command_button("let-stand", "let-stand"))
                    }
                }
                div class="card asking" id="breaking" hidden role="alertdialog" aria-labelledby="breaking-text" {
                    span id="breaking-text" {}
                    div class="buttons" {
                        button type="button" class="danger" id="breaking-play" { (self.text("break-play")) }
                        (self.cancel_button("breaking"))
                    }
                }
                div class="card asking" id="vacation-form" hidden role="group" aria-labelledby="vacation-text" {
                    span id="vacation-text" {}
                    div class="buttons" {
                        button type="button" class="main" id="vacation-take" { (self.text("vacation")) }
                        (self.cancel_button("vacation-form"))
                    }
                }
                form class="card asking" id="call-form" hidden {
                    p { (self.text(call_text(self.state.terms().time))) }
                    label for="call-message" { (self.text("call-reason")) }
                    input type="text" id="call-message" maxlength="500" required autocomplete="off";
                    div class="buttons" {
                        button class="main" { (self.text("call-admin")) }
                        (self.cancel_button("call-form"))
                    }
                }
                (self.result())
            }
        }
    }

    /// Renders a button that closes a dialog.
    fn cancel_button(&self, dialog: &str) -> Markup {
        html! { button type="button" data-cancel=(dialog) { (self.text("cancel")) } }
    }

    /// Renders the dialogs of draw offers and claims.
    fn offer_dialogs(&self) -> Markup {
        html! {
            form class="card asking" id="offer-form" hidden {
                fieldset id="offer-grounds" { legend { (self.text("offer-ground")) } }
                label for="offer-message" { (self.text("offer-reason")) }
                input type="text" id="offer-message" maxlength="500" autocomplete="off";
                p class="soft" id="offer-when" {}
                div class="buttons" {
                    button class="main" { (self.text("offer-draw")) }
                    (self.cancel_button("offer-form"))
                }
            }
            div class="card asking" id="offered" hidden role="status" {
                span id="offer-text" {}
                label for="decline-message" { (self.text("decline-reason")) }
                input type="text" id="decline-message" maxlength="500" autocomplete="off";
                div class="buttons" {
                    (self.command_button("accept-draw", "accept-draw"))
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
                    (self.cancel_button("claiming"))
                }
            }
        }
    }

    /// Renders the result and the rematch.
    fn result(&self) -> Markup {
        html! {
            div class="card asking" id="finished" hidden role="status" {
                strong id="outcome" {}
                span id="reason" {}
                span class="soft" id="proof" {}
                div class="figures" id="rating-changes" {}
                span id="rematch-asked" {}
                div class="buttons" {
                    button type="button" class="main" id="rematch" { (self.text("rematch")) }
                    span class="buttons" id="begins" role="group" aria-label=(self.text("rematch-who")) hidden {
                        span { (self.text("rematch")) ":" }
                        button type="button" id="begins-me" aria-pressed="false" { (self.text("rematch-i-begin")) }
                        button type="button" id="begins-them" aria-pressed="false" { (self.text("rematch-they-begin")) }
                    }
                    a class="button" id="next-game" hidden { (self.text("next-game")) }
                    a class="button" href=(format!("/analysis?game={}", self.stored.id)) { (self.text("analyse")) }
                }
            }
        }
    }

    /// Renders the chat. A visitor without an account becomes a guest first.
    pub(super) fn chat(&self, sides: &[Color], has_account: bool) -> Markup {
        // Against the computer, and when playing both sides, there is nobody to chat with.
        let alone = self.state.terms().accounts().len() < 2 && !sides.is_empty();
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
                    button type="button" id="chat-as-guest" hidden[has_account] { (self.text("chat-as-guest")) }
                    form id="talk" hidden[!has_account] {
                        input type="text" id="message" maxlength="500" aria-label=(self.text("message")) placeholder=(self.text("message")) autocomplete="off";
                        button { (self.text("send")) }
                    }
                }
                button type="button" id="call-admin" hidden[sides.is_empty()] { (self.text("call-admin")) }
            }
        }
    }

    /// Renders the dialog with the keyboard shortcuts.
    pub(super) fn keyboard_help(&self) -> Markup {
        html! {
            dialog id="keys" aria-label=(self.text("key-list")) {
                h2 { (self.text("key-list")) }
                dl class="keys" {
                    @for shortcut in SHORTCUTS {
                        dt { kbd { (self.text(&format!("key-name-{shortcut}"))) } }
                        dd { (self.text(&format!("key-{shortcut}"))) }
                    }
                }
                p class="soft" { (self.text("keys-pointer")) }
                form method="dialog" { button class="main" { (self.text("close-list")) } }
            }
        }
    }
}

/// Returns the name of the text that says what a call for an administrator does to the game.
fn call_text(time: TimeControl) -> &'static str {
    match time {
        TimeControl::None {} => "call-no-clock",
        TimeControl::Clock { .. } => "call-live",
        TimeControl::Days { .. } => "call-correspondence",
    }
}
