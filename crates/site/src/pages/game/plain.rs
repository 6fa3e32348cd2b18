//! A game as it is shown without a script: whose turn it is or how it ended, and the moves.

use draughts::{ByColor, Color};
use maud::{Markup, html};

use super::Player;
use crate::views::game::GameView;
use play::game::GameState;
use texts::Texts;

/// What the server draws itself.
pub(super) struct Plain<'a> {
    pub(super) texts: &'a Texts,
    pub(super) view: &'a GameView,
    pub(super) table: &'a GameState,
    pub(super) players: &'a ByColor<Player>,
}

impl Plain<'_> {
    /// Whose turn it is, or how the game ended and what that did to the ratings.
    pub(super) fn status(&self) -> Markup {
        let turn = self.table.game().position().turn();
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
                            @let sure = if change.provisional { "?" } else { "" };
                            p class="figures" {
                                (self.players[side].name) " " (change.before) " → " (change.after) (sure)
                                " (" (signed(change.after - change.before)) ")"
                            }
                        }
                    }
                }
            }
        }
    }

    /// The moves in rows of their numbers; the script draws them anew, as links.
    pub(super) fn moves(&self) -> Markup {
        html! {
            @for (i, (number, text)) in self.view.moves().enumerate() {
                @let answers = number.ends_with("...");
                @if !answers || i == 0 { span class="number" { (number.trim_end_matches('.')) "." } }
                @if answers && i == 0 { span { "…" } }
                span class="played" { (text) }
            }
        }
    }
}

/// A difference with its sign; the minus is as wide as the plus.
fn signed(difference: i64) -> String {
    if difference < 0 { format!("−{}", difference.unsigned_abs()) } else { format!("+{difference}") }
}
