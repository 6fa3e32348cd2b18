//! Who plays, and what they are called.

use std::collections::HashMap;

use draughts::ByColor;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::ApiError;
use crate::id::AccountId;
use crate::site::Site;
use crate::store::Role;
use crate::table::{Seat, Table};

/// Who plays.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct PlayerView {
    /// The name; guests have none.
    name: Option<String>,
    /// `player`, `guest`, `bot` or `computer`.
    kind: &'static str,
    /// The level of the computer.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
}

/// The names of players.
#[derive(Default)]
pub(crate) struct Names(HashMap<AccountId, (Option<String>, Role)>);

impl Names {
    /// Those of the players at these tables.
    pub(crate) async fn of<'t>(
        site: &Site,
        tables: impl IntoIterator<Item = &'t Table>,
    ) -> Result<Self, ApiError> {
        Self::all(site, tables.into_iter().flat_map(|table| table.terms().accounts()).collect()).await
    }

    /// Those of these accounts.
    pub(crate) async fn all(site: &Site, mut ids: Vec<AccountId>) -> Result<Self, ApiError> {
        ids.sort();
        ids.dedup();
        let found = site.store.names(ids).await?;
        Ok(Self(found.into_iter().map(|(id, name, role)| (id, (name, role))).collect()))
    }

    pub(crate) fn player(&self, account: AccountId) -> PlayerView {
        let (name, role) = self.0.get(&account).cloned().unwrap_or((None, Role::Player));
        let kind = match role {
            Role::Bot => "bot",
            _ if name.is_none() => "guest",
            _ => "player",
        };
        PlayerView { name, kind, level: None }
    }

    pub(crate) fn name(&self, account: AccountId) -> Option<String> {
        self.0.get(&account).and_then(|(name, _)| name.clone())
    }

    pub(crate) fn players(&self, table: &Table) -> ByColor<PlayerView> {
        let seats = table.terms().seats();
        let player = |seat: Seat| match seat {
            Seat::Player(account) => self.player(account),
            Seat::Computer(level) => PlayerView { name: None, kind: "computer", level: Some(level) },
        };
        ByColor { white: player(seats.white), black: player(seats.black) }
    }
}

impl PlayerView {
    /// As it is called on a page.
    pub(crate) fn shown(&self, guest: &str, computer: impl Fn(u8) -> String) -> String {
        match (&self.name, self.level) {
            (Some(name), _) => name.clone(),
            (None, Some(level)) => computer(level),
            (None, None) => guest.to_owned(),
        }
    }

    /// As it is called in a record.
    pub(crate) fn called(&self) -> String {
        match (&self.name, self.level) {
            (Some(name), _) => name.clone(),
            (None, Some(level)) => format!("Computer level {level}"),
            (None, None) => "Guest".to_owned(),
        }
    }
}
