//! The parts of a game that are rendered without a script: the status and the moves.

use draughts::{ByColor, Color};
use maud::{Markup, html};

use super::Player;
use crate::views::game::GameView;
use play::game::GameState;
use texts::Texts;

/// The parts of a game that are rendered without a script.
pub(super) struct StaticView<'a> {
    pub(super) texts: &'a Texts,
    pub(super) view: &'a GameView,
    pub(super) state: &'a GameState,
    pub(super) players: &'a ByColor<Player>,
}

impl StaticView<'_> {
    /// Renders the side to move, or the result with the rating changes.
    pub(super) fn status(&self) -> Markup {
        let turn = self.state.game().position().turn();
        let colour = self.texts.get(if turn == Color::White { "white" } else { "black" });
        html! {
            noscript {
                div class="card plain-status" {
                    @match self.view.result() {
                        Some(result) => strong { (result) },
                        None => strong { (colour) " (" (self.players[turn].name) "): " (self.texts.get("turn-now")) },
                    }
                    @if let Some(ratings) = self.view.ratings() {
                        @for side in Color::ALL {
                            @let change = ratings[side];
                            @let mark = if change.provisional { "?" } else { "" };
                            p class="figures" {
                                (self.players[side].name) " " (change.before) " → " (change.after) (mark)
                                " (" (signed(change.after - change.before)) ")"
                            }
                        }
                    }
                }
            }
        }
    }

    /// Renders the moves, numbered; the script replaces them by links.
    pub(super) fn moves(&self) -> Markup {
        html! {
            @for (i, (number, text)) in self.view.moves().enumerate() {
                @let is_second = number.ends_with("...");
                @if !is_second || i == 0 { span class="number" { (number.trim_end_matches('.')) "." } }
                @if is_second && i == 0 { span { "…" } }
                span class="played" { (text) }
            }
        }
    }
}

/// Returns a number with its sign; the minus sign U+2212 is as wide as the plus sign.
fn signed(difference: i64) -> String {
    if difference < 0 { format!("−{}", difference.unsigned_abs()) } else { format!("+{difference}") }
}
