//! Copies of whole files, page by page.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::{LOCK_TIMEOUT, sqlite_error};
use crate::archive::error::ArchiveError;
use crate::archive::progress::{OnProgress, Progress};

/// Number of pages copied between two progress reports.
const PAGES_PER_STEP: i32 = 4096;
/// Time to wait before a locked file is tried again.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

/// Copies the pages of a file. The transaction of the source keeps concurrent writes out of them.
pub(in super::super) fn copy_pages(
    source: &Connection,
    path: &Path,
    target: &Path,
    on_progress: OnProgress<'_>,
) -> Result<(), ArchiveError> {
    let mut copy = Connection::open(target).map_err(sqlite_error(target))?;
    // The caller syncs the file when it is complete.
    copy.pragma_update(None, "synchronous", "off").map_err(sqlite_error(target))?;
    let sqlite_error = sqlite_error(path);
    let backup = Backup::new(source, &mut copy).map_err(&sqlite_error)?;
    let mut locked_since: Option<Instant> = None;
    loop {
        match backup.step(PAGES_PER_STEP).map_err(&sqlite_error)? {
            StepResult::Done => return Ok(()),
            StepResult::More => locked_since = None,
            // Only files without a write-ahead log are locked, and only for a short time.
            _ => {
                if locked_since.get_or_insert_with(Instant::now).elapsed() > LOCK_TIMEOUT {
                    return Err(ArchiveError::at(
                        &path.display().to_string(),
                        "another process has locked it: try again later",
                    ));
                }
                std::thread::sleep(RETRY_INTERVAL);
            }
        }
        let progress = backup.progress();
        let count = |pages: i32| u64::try_from(pages).unwrap_or_default();
        let (total, left) = (count(progress.pagecount), count(progress.remaining));
        on_progress(Progress {
            action: "writing",
            subject: "pages",
            done: total.saturating_sub(left),
            total,
        });
    }
}
