//! How a rated game changed the ratings of its players.

use draughts::{ByColor, Color};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::ApiError;
use crate::rating::{self, Rating};
use crate::site::Site;
use crate::table::Table;

/// The rating of a player before and after a game.
#[derive(Clone, Copy, Serialize, ToSchema)]
pub(crate) struct RatingChangeView {
    pub(crate) before: i64,
    pub(crate) after: i64,
    /// The new rating may still be far off.
    pub(crate) provisional: bool,
}

/// Returns the changes by a rated game that is over; none where it changed nothing, because it goes on or was aborted.
pub(super) async fn rating_changes(
    site: &Site,
    number: u64,
    table: &Table,
) -> Result<Option<ByColor<RatingChangeView>>, ApiError> {
    if !table.terms().rated || table.game().outcome().is_none() {
        return Ok(None);
    }
    let Some(pool) = rating::pool(table.game().rules().rule_set(), table.terms().time) else {
        return Ok(None);
    };
    let mut changes = ByColor { white: None, black: None };
    for side in Color::ALL {
        let Some(account) = table.terms().seats()[side].account() else { return Ok(None) };
        let change = site.store.rating_change(account, pool.clone(), number).await?;
        changes[side] = change.map(|change| {
            let beginner = Rating::default();
            let after = Rating { rating: change.after.rating, deviation: change.after.deviation, ..beginner };
            let before = change.before.map_or(beginner.rating, |before| before.rating);
            RatingChangeView {
                before: before.round() as i64,
                after: after.rating.round() as i64,
                provisional: after.is_provisional(),
            }
        });
    }
    Ok(match (changes.white, changes.black) {
        (Some(white), Some(black)) => Some(ByColor { white, black }),
        _ => None,
    })
}
