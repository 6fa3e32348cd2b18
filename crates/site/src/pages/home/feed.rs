//! Fragments of the start page, rendered once for all viewers who see the same.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use maud::Markup;
use serde::Serialize;
use tokio::sync::{Mutex, watch};
use tokio::time::Instant;

use super::fragments::{self, SharedFragment};
use crate::error::SiteError;
use crate::site::Site;
use play::id::AccountId;
use texts::{Language, Texts};

/// Time between two pictures of the running games.
pub(super) const BOARD_INTERVAL: Duration = Duration::from_secs(2);

/// The id of an element of the start page that is replaced.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FragmentId {
    Offers,
    MyGames,
    NowPlaying,
}

/// The message that replaces a part of the page.
#[derive(Clone)]
pub(super) struct Fragment {
    pub(super) id: FragmentId,
    pub(super) message: Utf8Bytes,
    /// The hash of the message, by which connections know whether they have sent it.
    pub(super) hash: u64,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "fragment")]
struct FragmentMessage<'a> {
    id: FragmentId,
    html: &'a str,
}

impl Fragment {
    pub(super) fn new(id: FragmentId, html: &Markup) -> Self {
        // Serialising a fragment does not fail.
        let message = serde_json::to_string(&FragmentMessage { id, html: &html.0 }).unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        message.hash(&mut hasher);
        Self { id, message: message.into(), hash: hasher.finish() }
    }
}

/// A fragment for all viewers but some.
pub(super) struct Shared {
    pub(super) fragment: Fragment,
    /// The accounts that see another version.
    pub(super) owners: Vec<AccountId>,
}

impl Shared {
    fn new(id: FragmentId, SharedFragment { html, owners }: SharedFragment) -> Arc<Self> {
        Arc::new(Self { fragment: Fragment::new(id, &html), owners })
    }
}

/// The fragments that viewers share, in each language.
#[derive(Default)]
pub(in crate::pages) struct HomeFeed {
    languages: Mutex<HashMap<Language, Fragments>>,
    /// Keeps the topic of the lobby, whose versions would start again when its last subscriber leaves.
    subscription: OnceLock<watch::Receiver<u64>>,
}

#[derive(Default)]
struct Fragments {
    /// The open offers, and the version of the lobby that they show.
    offers: Option<(u64, Arc<Shared>)>,
    /// The running games, and when they were read.
    running_games: Option<(Instant, Arc<Shared>)>,
}

impl HomeFeed {
    /// Subscribes to the versions of the lobby.
    pub(super) fn subscribe(&self, site: &Site) -> watch::Receiver<u64> {
        self.subscription.get_or_init(|| site.challenges.subscribe_lobby()).clone()
    }

    /// Returns the open offers at a version of the lobby.
    pub(super) async fn offers(
        &self,
        site: &Site,
        language: Language,
        version: u64,
    ) -> Result<Arc<Shared>, SiteError> {
        let mut languages = self.languages.lock().await;
        let fragments = languages.entry(language).or_default();
        let known = fragments.offers.as_ref().filter(|(known, _)| *known >= version);
        if let Some((_, offers)) = known {
            return Ok(Arc::clone(offers));
        }
        let offers = fragments::offers(site, Texts::of(language), None).await?;
        let offers = Shared::new(FragmentId::Offers, offers);
        fragments.offers = Some((version, Arc::clone(&offers)));
        Ok(offers)
    }

    /// Returns the running games as they were less than [`BOARD_INTERVAL`] ago.
    pub(super) async fn running_games(
        &self,
        site: &Site,
        language: Language,
    ) -> Result<Arc<Shared>, SiteError> {
        let mut languages = self.languages.lock().await;
        let fragments = languages.entry(language).or_default();
        let known = fragments.running_games.as_ref().filter(|(at, _)| at.elapsed() < BOARD_INTERVAL);
        if let Some((_, games)) = known {
            return Ok(Arc::clone(games));
        }
        let games = fragments::running_games(site, Texts::of(language), None).await?;
        let games = Shared::new(FragmentId::NowPlaying, games);
        fragments.running_games = Some((Instant::now(), Arc::clone(&games)));
        Ok(games)
    }
}
