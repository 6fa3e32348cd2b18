//! Sends the events of a game, its changes, or its whole state.

use std::sync::Arc;

use axum::extract::ws::Message;

use super::super::feed::Update;
use super::super::history::events_besides_state;
use super::super::messages::{ServerMessage, StateMode, ViewerChanges};
use super::{Connection, Disconnect};
use crate::views::event::{EventView, is_visible};
use crate::views::game::CallView;
use play::game::GameState;

impl Connection {
    /// Sends what has happened since the last event sent, at least up to event `until`.
    pub(super) async fn send_new(&mut self, until: u64) -> Result<(), Disconnect> {
        if self.last_sent >= until {
            return Ok(());
        }
        match self.state_mode {
            StateMode::Never => {
                let state = self.site.games.state_at(self.game, until).await?;
                self.send_events(&state).await
            }
            StateMode::Whole => self.send_whole_state(until).await,
            StateMode::Changes => self.send_updates(until).await,
        }
    }

    async fn send_updates(&mut self, until: u64) -> Result<(), Disconnect> {
        let (feed, site) = (Arc::clone(&self.feed), Arc::clone(&self.site));
        let preferences = self.viewer.display_preferences();
        match feed.updates(&site, preferences, self.last_sent, until).await? {
            None => self.send_events_and_state(until).await,
            Some(updates) => {
                for update in updates {
                    self.send_update(&update).await?;
                }
                Ok(())
            }
        }
    }

    /// Sends the events since the last one sent and the whole state after them. Viewers who do not play share both.
    async fn send_whole_state(&mut self, until: u64) -> Result<(), Disconnect> {
        let (feed, site) = (Arc::clone(&self.feed), Arc::clone(&self.site));
        let preferences = self.viewer.display_preferences();
        let whole = feed.whole_states.get(&site, preferences, until).await?;
        let state = &whole.record.state;
        if whole.after == self.last_sent {
            let viewer = self.viewer.player();
            for (event, message) in &whole.events {
                if is_visible(state, viewer, event) {
                    self.send(Message::Text(message.clone())).await?;
                }
            }
            self.last_sent = state.seq();
        } else {
            self.send_events(state).await?;
        }
        if self.viewer.id().is_none_or(|account| state.sides_of(account).is_empty()) {
            return self.send(Message::Text(whole.message.clone())).await;
        }
        let game = site.views.view(&whole.record, self.viewer.id(), preferences).await?;
        self.send_message(&ServerMessage::State { game: &game }).await
    }

    /// Sends an update, and what only this viewer may see.
    async fn send_update(&mut self, update: &Update) -> Result<(), Disconnect> {
        let viewer = self.viewer.player();
        for (event, message) in &update.events {
            if is_visible(&update.state, viewer, event) {
                self.send(Message::Text(message.clone())).await?;
            }
        }
        self.send(Message::Text(update.changes.clone())).await?;
        let sides = self.viewer.id().map(|account| update.state.sides_of(account)).unwrap_or_default();
        if update.changes_call && !sides.is_empty() {
            let call = update.state.call().and_then(|call| CallView::for_player(call, &sides));
            let message = ServerMessage::ViewerUpdate { seq: update.seq, changes: ViewerChanges { call } };
            self.send_message(&message).await?;
        }
        self.last_sent = update.seq;
        Ok(())
    }

    /// Sends the events since the last one sent, at least up to event `until`, and then the whole state, unless the
    /// client wants events only. A client that gets changes finds the moves in the state.
    pub(super) async fn send_events_and_state(&mut self, until: u64) -> Result<(), Disconnect> {
        let (feed, site) = (Arc::clone(&self.feed), Arc::clone(&self.site));
        let state = site.games.state_at(self.game, until).await?;
        if self.state_mode == StateMode::Changes {
            let viewer = self.viewer.player();
            for event in events_besides_state(&site, self.game, viewer, &state, self.last_sent).await? {
                self.send_message(&ServerMessage::Event(&EventView::of(&event))).await?;
            }
            self.last_sent = state.seq().max(self.last_sent);
            feed.begin(self.viewer.display_preferences(), &state);
        } else {
            self.send_events(&state).await?;
        }
        if self.state_mode != StateMode::Never {
            let record = Box::pin(feed.whole_states.read(&site, state)).await?;
            let game = site.views.view(&record, self.viewer.id(), self.viewer.display_preferences()).await?;
            self.send_message(&ServerMessage::State { game: &game }).await?;
        }
        Ok(())
    }

    /// Sends the events since the last one sent, up to a state.
    async fn send_events(&mut self, state: &GameState) -> Result<(), Disconnect> {
        let site = Arc::clone(&self.site);
        let viewer = self.viewer.player();
        while self.last_sent < state.seq() {
            let mut events = site.games.events(self.game, self.last_sent, state.seq()).await?;
            events.retain(|event| event.seq <= state.seq());
            let Some(last) = events.last().map(|event| event.seq) else { break };
            for event in events.iter().filter(|event| is_visible(state, viewer, event)) {
                self.send_message(&ServerMessage::Event(&EventView::of(event))).await?;
            }
            self.last_sent = last;
        }
        Ok(())
    }
}
