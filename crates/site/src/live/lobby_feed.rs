//! The open offers of the lobby, read once for all viewers.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::{Mutex, watch};
use tokio::time::Instant;

use crate::error::SiteError;
use crate::services::Names;
use crate::site::Site;
use crate::views::challenge::ChallengeView;
use play::id::AccountId;
use store::StoredChallenge;

/// Maximum number of offers in a message.
const MAX_OFFERS: usize = 50;
/// Time after which the offers are read again for a new connection: they expire without a notification.
const MAX_AGE: Duration = Duration::from_secs(1);

/// The open offers, the oldest first.
pub(super) struct OpenOffers {
    offers: Vec<StoredChallenge>,
    names: Names,
    challengers: HashSet<AccountId>,
    /// The offers as JSON, for viewers who made none of them.
    shared: String,
    /// The version of the lobby.
    version: u64,
    read_at: Instant,
}

impl OpenOffers {
    /// Returns the offers as JSON for a viewer.
    pub(super) fn for_viewer(&self, viewer: Option<AccountId>) -> Cow<'_, str> {
        match viewer.filter(|account| self.challengers.contains(account)) {
            Some(_) => Cow::Owned(to_json(&self.offers, &self.names, viewer)),
            None => Cow::Borrowed(&self.shared),
        }
    }
}

/// The offers that all connections to the lobby share.
#[derive(Default)]
pub(super) struct LobbyFeed {
    offers: Mutex<Option<Arc<OpenOffers>>>,
    /// Keeps the topic of the lobby, whose versions would start again when its last subscriber leaves.
    subscription: OnceLock<watch::Receiver<u64>>,
}

impl LobbyFeed {
    /// Subscribes to the versions of the lobby.
    pub(super) fn subscribe(&self, site: &Site) -> watch::Receiver<u64> {
        self.subscription.get_or_init(|| site.challenges.subscribe_lobby()).clone()
    }

    /// Returns the offers at a version of the lobby; those for a new connection are not older than [`MAX_AGE`].
    pub(super) async fn offers(
        &self,
        site: &Site,
        version: u64,
        is_new: bool,
    ) -> Result<Arc<OpenOffers>, SiteError> {
        let mut last = self.offers.lock().await;
        let is_current = |offers: &&Arc<OpenOffers>| {
            offers.version >= version && (!is_new || offers.read_at.elapsed() < MAX_AGE)
        };
        if let Some(offers) = last.as_ref().filter(is_current) {
            return Ok(Arc::clone(offers));
        }
        let read_at = Instant::now();
        let offers = site.challenges.lobby(MAX_OFFERS).await?;
        let names = site.challenges.names(&offers).await?;
        let challengers = offers.iter().map(|offer| offer.challenge.challenger).collect();
        let shared = to_json(&offers, &names, None);
        let offers = Arc::new(OpenOffers { offers, names, challengers, shared, version, read_at });
        *last = Some(Arc::clone(&offers));
        Ok(offers)
    }
}

fn to_json(offers: &[StoredChallenge], names: &Names, viewer: Option<AccountId>) -> String {
    let views: Vec<_> = offers.iter().map(|offer| ChallengeView::of(offer.clone(), names, viewer)).collect();
    // Serialising offers does not fail.
    serde_json::to_string(&views).unwrap_or_default()
}
