//! The export of all games of an account, as a stream.
//!
//! Games are read from the log, past the cache, which would lose the games that are being played. They are replayed on
//! blocking threads, a few at a time and one after the other for each export, so that exports take turns.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::{Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio_stream::wrappers::ReceiverStream;
use tracing::Instrument;

use super::GameService;
use crate::error::SiteError;
use crate::repository::GameError;
use crate::services::{GameRecord, Parts};
use play::id::AccountId;
use store::{GameFilter, StoredGame};

/// Number of games whose records are read at a time.
const CHUNK: usize = 50;
/// Number of games that are buffered for the reader.
const BUFFER: usize = 4;

/// Writes a game in the format of an export.
type WriteGame = dyn Fn(&GameRecord) -> Vec<u8> + Send + Sync;

/// Limits the games that all exports replay at the same time.
pub(super) struct ReplaySlots(Arc<Semaphore>);

impl Default for ReplaySlots {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Semaphore::new((cores / 2).max(1))))
    }
}

struct Export {
    parts: Parts,
    slots: Arc<Semaphore>,
    write: Arc<WriteGame>,
}

impl GameService {
    /// Streams all games of an account, the newest first. The stream ends after an error. The export stops when the
    /// stream is dropped.
    pub(crate) fn export(
        &self,
        address: IpAddr,
        account: AccountId,
        write: impl Fn(&GameRecord) -> Vec<u8> + Send + Sync + 'static,
    ) -> Result<ReceiverStream<Result<Vec<u8>, SiteError>>, SiteError> {
        let permit = self.parts.limits.begin_export(address)?;
        let (sender, receiver) = mpsc::channel(BUFFER);
        let export = Export {
            parts: self.parts.clone(),
            slots: Arc::clone(&self.replay_slots.0),
            write: Arc::new(write),
        };
        let run = async move {
            let _permit = permit;
            let sent = tokio::select! {
                sent = export.send_all(account, &sender) => sent,
                () = sender.closed() => return,
            };
            if let Err(error) = sent {
                // The receiver is gone; ignore the error.
                let _ = sender.send(Err(error)).await;
            }
        };
        tokio::spawn(run.in_current_span());
        Ok(ReceiverStream::new(receiver))
    }
}

impl Export {
    async fn send_all(
        &self,
        account: AccountId,
        sender: &mpsc::Sender<Result<Vec<u8>, SiteError>>,
    ) -> Result<(), SiteError> {
        let mut before = u64::MAX;
        loop {
            let games = self.parts.store.games_by_account(account, GameFilter::All, before, CHUNK).await?;
            let Some(last) = games.last() else { return Ok(()) };
            before = last.number;
            for stored in games {
                let text = self.written(stored).await?;
                if sender.send(Ok(text)).await.is_err() {
                    return Ok(());
                }
            }
        }
    }

    /// Returns a game in the format of the export.
    async fn written(&self, stored: StoredGame) -> Result<Vec<u8>, SiteError> {
        let log = self.parts.repository.read_log(&stored).await?;
        let names = self.parts.names(log.terms().accounts()).await?;
        // The semaphore is never closed.
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_| SiteError::internal())?;
        let write = Arc::clone(&self.write);
        let replay = move || {
            let _slot = slot;
            let state = Arc::new(log.replay()?);
            Ok::<_, GameError>(write(&GameRecord { stored, state, names, rating_changes: None }))
        };
        let replayed = spawn_blocking(replay).await.map_err(|error| {
            tracing::error!(%error, "export_panicked");
            SiteError::internal()
        })?;
        Ok(replayed?)
    }
}

#[cfg(test)]
mod tests {
    use tokio_stream::StreamExt;

    use super::*;
    use crate::config::Config;
    use crate::site::Site;
    use play::proposal::Proposal;

    #[tokio::test]
    async fn exports_are_limited_and_stop_with_their_reader_and_bypass_the_cache() {
        let folder = tempfile::tempdir().expect("a folder");
        let site = Site::open(Config::new(([127, 0, 0, 1], 0).into(), folder.path().join("site.db")));
        let site = site.await.expect("a site");
        let address = IpAddr::from([10, 0, 0, 1]);
        let account = site.accounts.create_guest(address).await.expect("a guest").id;
        let proposal: Proposal =
            serde_json::from_value(serde_json::json!({ "rules": "english" })).expect("a proposal");
        for _ in 0..3 * BUFFER {
            site.games.create(account, None, &proposal).await.expect("created");
        }
        let export = || site.games.export(address, account, |record| record.stored.number.to_string().into());
        let (first, second) = (export().expect("admitted"), export().expect("admitted"));
        assert_eq!(export().err().map(|error| error.body().code.as_str()), Some("too-many-requests"));
        assert!(site.games.export([10, 0, 0, 2].into(), account, |_| Vec::new()).is_ok());
        drop(first);
        // The task of the dropped stream ends soon.
        let third = loop {
            match export() {
                Ok(third) => break third,
                Err(_) => tokio::task::yield_now().await,
            }
        };
        for games in [second, third] {
            let numbers: Vec<_> = games.map(|game| game.expect("written")).collect().await;
            assert_eq!(numbers.len(), 3 * BUFFER);
            assert_eq!(numbers.last(), Some(&b"1".to_vec()));
        }
        let metrics = site.read_metrics();
        let cached = metrics.lines().find(|line| line.starts_with("crownhead_cached_games"));
        assert!(cached.is_some_and(|line| line.ends_with(" 0")), "{cached:?}");
    }
}
