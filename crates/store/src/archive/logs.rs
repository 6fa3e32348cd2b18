//! Archives the event logs of finished games: compresses them within the database, where the site still reads them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::Builder;

use super::error::ArchiveError;
use super::open::check_current;
use super::progress::{OnProgress, Progress};
use crate::archived_log::{decode, encode};
use crate::database::Database;
use crate::error::StoreError;
use crate::operations::Store;
use crate::records::{ArchivableGame, ArchivedLog, StoredEvent};
use play::time::Timestamp;

/// Number of games per transaction: few, since the site may be running.
const BATCH: usize = 20;
/// The pause after each transaction, in which others write.
const PAUSE: Duration = Duration::from_millis(5);
/// Maximum number of events or games read at a time.
const CHUNK: usize = 1000;

/// The summary of an archiving.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LogSummary {
    /// The number of games whose logs were archived.
    pub games: u64,
    /// The number of their events.
    pub events: u64,
    /// The size of the events as JSON, in bytes.
    pub bytes: u64,
    /// The size of the compressed logs, in bytes.
    pub compressed: u64,
    /// The number of games that were skipped, because their logs are incomplete.
    pub skipped: u64,
    /// The duration.
    pub elapsed: Duration,
}

/// Archives the logs of games that ended before a time. The site may be running. If this is interrupted, the logs of some
/// games are archived, and the next call continues.
pub fn archive_logs(
    database: &Database,
    before: Timestamp,
    on_progress: OnProgress<'_>,
) -> Result<LogSummary, ArchiveError> {
    let name = database.to_string();
    // Opening a store would create a file that is missing, and migrate one that an older program may be serving.
    check_current(database)?;
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| ArchiveError::at(&name, error))?;
    runtime.block_on(async {
        let store = database.open().await.map_err(ArchiveError::store(&name))?;
        let archived = archive_store_logs(&store, before, on_progress).await;
        archived.map_err(ArchiveError::store(&name))
    })
}

/// Archives the logs of games that ended before a time, in an open store.
pub async fn archive_store_logs(
    store: &Arc<dyn Store>,
    before: Timestamp,
    on_progress: OnProgress<'_>,
) -> Result<LogSummary, StoreError> {
    let (start, mut summary) = (Instant::now(), LogSummary::default());
    let games = find_all(store, before).await?;
    let report = |done: u64| {
        on_progress(Progress { action: "archiving", subject: "games", done, total: games.len() as u64 });
    };
    report(0);
    for batch in games.chunks(BATCH) {
        let mut logs = Vec::new();
        for game in batch {
            match compress(store, *game, &mut summary).await? {
                Some(log) => logs.push(log),
                None => summary.skipped += 1,
            }
        }
        summary.games += logs.len() as u64;
        store.archive_logs(logs).await?;
        report(summary.games + summary.skipped);
        tokio::time::sleep(PAUSE).await;
    }
    summary.elapsed = start.elapsed();
    Ok(summary)
}

/// Returns all games to archive, the longest finished first.
async fn find_all(store: &Arc<dyn Store>, before: Timestamp) -> Result<Vec<ArchivableGame>, StoreError> {
    let mut games: Vec<ArchivableGame> = Vec::new();
    loop {
        let found = store.archivable_games(before, games.last().copied(), CHUNK).await?;
        if found.is_empty() {
            return Ok(games);
        }
        games.extend(found);
    }
}

/// Compresses the log of a game, and checks that it can be read again. Returns none if the log is incomplete.
async fn compress(
    store: &Arc<dyn Store>,
    game: ArchivableGame,
    summary: &mut LogSummary,
) -> Result<Option<ArchivedLog>, StoreError> {
    let mut events: Vec<StoredEvent> = Vec::new();
    loop {
        let chunk = store.events(game.id, events.len() as u64, CHUNK).await?;
        let is_last = chunk.len() < CHUNK;
        events.extend(chunk);
        if is_last {
            break;
        }
    }
    let is_complete = events.iter().zip(1..).all(|(event, seq)| event.seq == seq);
    // Events may have been appended since the game was found.
    if !is_complete || (events.len() as u64) < game.seq {
        return Ok(None);
    }
    let unreadable = |error: &dyn std::fmt::Display| StoreError::Other(error.to_string());
    let compressed = encode(&events).map_err(|error| unreadable(&error))?;
    if decode(&compressed).map_err(|error| unreadable(&error))? != events {
        return Err(StoreError::Other(format!("the log of game {} changes when it is compressed", game.id)));
    }
    summary.events += events.len() as u64;
    summary.bytes += events.iter().map(|event| event.body.to_string().len() as u64).sum::<u64>();
    summary.compressed += compressed.len() as u64;
    Ok(Some(ArchivedLog { game: game.id, last: events.len() as u64, events: compressed }))
}
