//! Views of players, and their names.

use draughts::ByColor;
use serde::Serialize;
use utoipa::ToSchema;

use crate::services::Names;
use play::game::{Seat, Terms};
use play::id::AccountId;
use store::Role;
use texts::Texts;

/// A player.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct PlayerView {
    /// The name; guests have none.
    name: Option<String>,
    /// `player`, `guest`, `bot` or `computer`.
    kind: &'static str,
    /// A number from 1000 to 9999 that tells guests apart; two guests may have the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    guest_number: Option<u16>,
    /// The level of the computer.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
}

impl Names {
    /// Returns the view of an account.
    pub(crate) fn player(&self, account: AccountId) -> PlayerView {
        let name = self.name(account).map(str::to_owned);
        let kind = match self.role(account) {
            Role::Bot => "bot",
            _ if name.is_none() => "guest",
            _ => "player",
        };
        let guest_number = name.is_none().then(|| guest_number(account));
        PlayerView { name, kind, guest_number, level: None }
    }

    /// Returns the name of an account on pages.
    pub(crate) fn display_name(&self, account: AccountId, texts: &Texts) -> String {
        self.player(account).display_name(texts)
    }

    /// Returns the views of both players of a game.
    pub(crate) fn players(&self, terms: &Terms) -> ByColor<PlayerView> {
        let seats = terms.seats();
        let player = |seat: Seat| match seat {
            Seat::Player(account) => self.player(account),
            Seat::Computer(level) => {
                PlayerView { name: None, kind: "computer", guest_number: None, level: Some(level) }
            }
        };
        ByColor { white: player(seats.white), black: player(seats.black) }
    }
}

/// Returns a number from 1000 to 9999 for a guest, derived from the id without disclosing it.
pub(crate) fn guest_number(account: AccountId) -> u16 {
    let hash =
        account.as_str().bytes().fold(7_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
    1000 + (hash % 9000) as u16
}

impl PlayerView {
    /// Returns the name of a player on pages.
    pub(crate) fn display_name(&self, texts: &Texts) -> String {
        match (&self.name, self.level) {
            (Some(name), _) => name.clone(),
            (None, Some(level)) => texts.with("computer-level", "level", level),
            (None, None) => self.numbered(&texts.get("guest")),
        }
    }

    /// Returns the name of a player in PDN.
    pub(crate) fn pdn_name(&self) -> String {
        match (&self.name, self.level) {
            (Some(name), _) => name.clone(),
            (None, Some(level)) => format!("Computer level {level}"),
            (None, None) => self.numbered("Guest"),
        }
    }

    fn numbered(&self, guest: &str) -> String {
        self.guest_number.map_or_else(|| guest.to_owned(), |number| format!("{guest} {number}"))
    }
}

#[cfg(test)]
mod tests {
    use texts::Language;

    use super::*;

    #[test]
    fn guest_numbers_are_stable_and_mostly_distinct() {
        let ids: Vec<AccountId> = (0..100).map(|_| AccountId::new().expect("random")).collect();
        let numbers: std::collections::HashSet<u16> = ids.iter().map(|id| guest_number(*id)).collect();
        assert!(
            numbers.len() > 90 && numbers.iter().all(|number| (1000..10_000).contains(number)),
            "{numbers:?}"
        );
        assert_eq!(guest_number(ids[0]), guest_number(ids[0]));
        let names = Names::default();
        let guest = guest_number(ids[0]);
        assert_eq!(names.display_name(ids[0], Texts::of(Language::German)), format!("Gast {guest}"));
        assert_eq!(names.player(ids[0]).pdn_name(), format!("Guest {guest}"));
    }
}
