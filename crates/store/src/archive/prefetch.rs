//! Prefetching: while rows are written or compared, a thread reads the next ones.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Scope;

use super::error::ArchiveError;
use super::rows::Reader;
use super::tables::Table;
use super::value::{Row, Value};

/// Maximum number of chunks read ahead.
const MAX_CHUNKS: usize = 2;

/// The rows of a table, read by another thread.
pub(super) struct Prefetch {
    chunks: Receiver<Result<Vec<Row>, ArchiveError>>,
    rows: std::vec::IntoIter<Row>,
}

impl Prefetch {
    /// Starts to read a table after the row with this key. The thread ends with the table, or when this is dropped.
    pub(super) fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        reader: &'scope mut dyn Reader,
        table: &'static Table,
        after: Option<Vec<Value>>,
    ) -> Self {
        let (sender, chunks) = sync_channel(MAX_CHUNKS);
        scope.spawn(move || {
            let mut scan = match reader.scan(table, after.as_deref()) {
                Ok(scan) => scan,
                Err(error) => return drop(sender.send(Err(error))),
            };
            loop {
                let chunk = reader.next(&mut scan);
                let is_last = chunk.as_ref().map_or(true, Vec::is_empty);
                if sender.send(chunk).is_err() || is_last {
                    return;
                }
            }
        });
        Self { chunks, rows: Vec::new().into_iter() }
    }

    /// Returns the next chunk of rows; empty at the end of the table.
    pub(super) fn next_chunk(&mut self) -> Result<Vec<Row>, ArchiveError> {
        self.chunks.recv().unwrap_or(Ok(Vec::new()))
    }

    /// Returns the next row.
    pub(super) fn next_row(&mut self) -> Result<Option<Row>, ArchiveError> {
        if let Some(row) = self.rows.next() {
            return Ok(Some(row));
        }
        self.rows = self.next_chunk()?.into_iter();
        Ok(self.rows.next())
    }
}
