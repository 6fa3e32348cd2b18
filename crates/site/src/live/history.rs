//! The events that a page is sent when it connects, besides the whole state.

use crate::error::SiteError;
use crate::site::Site;
use crate::views::event::{SharedEvent, is_message, is_move, is_visible};
use play::game::GameState;
use play::id::{AccountId, GameId};

/// Maximum number of chat messages that are sent at once; older ones are left out.
const MAX_MESSAGES: usize = 200;

/// Returns the events after event `after` that an account may see and that the state does not contain: all but moves,
/// and of the chat messages the newest.
pub(super) async fn events_besides_state(
    site: &Site,
    game: GameId,
    account: Option<AccountId>,
    state: &GameState,
    mut after: u64,
) -> Result<Vec<SharedEvent>, SiteError> {
    let mut kept = Vec::new();
    while after < state.seq() {
        let events = site.games.events(game, after, state.seq()).await?;
        let Some(last) = events.last() else { break };
        after = last.seq;
        kept.extend(events.into_iter().filter(|event| {
            event.seq <= state.seq() && !is_move(event) && is_visible(state, account, event)
        }));
        remove_old_messages(&mut kept);
    }
    Ok(kept)
}

fn remove_old_messages(events: &mut Vec<SharedEvent>) {
    let messages = events.iter().filter(|event| is_message(event)).count();
    let mut excess = messages.saturating_sub(MAX_MESSAGES);
    events.retain(|event| {
        let is_removed = excess > 0 && is_message(event);
        excess -= usize::from(is_removed);
        !is_removed
    });
}
