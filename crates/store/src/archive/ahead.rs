//! Tables read ahead: while rows are written or compared, a thread reads the next ones.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Scope;

use super::error::ArchiveError;
use super::rows::Reader;
use super::tables::Table;
use super::value::{Row, Value};

/// So many chunks may lie ready.
const READY: usize = 2;

/// Rows of a table as they come from the other thread.
pub(super) struct Ahead {
    chunks: Receiver<Result<Vec<Row>, ArchiveError>>,
    rows: std::vec::IntoIter<Row>,
}

impl Ahead {
    /// Reads a table after the row with this key. The thread ends with the table, or when this is dropped.
    pub(super) fn read<'scope>(
        scope: &'scope Scope<'scope, '_>,
        reader: &'scope mut dyn Reader,
        table: &'static Table,
        after: Option<Vec<Value>>,
    ) -> Self {
        let (sender, chunks) = sync_channel(READY);
        scope.spawn(move || {
            let mut scan = match reader.scan(table, after.as_deref()) {
                Ok(scan) => scan,
                Err(error) => return drop(sender.send(Err(error))),
            };
            loop {
                let chunk = reader.next(&mut scan);
                let last = chunk.as_ref().map_or(true, Vec::is_empty);
                if sender.send(chunk).is_err() || last {
                    return;
                }
            }
        });
        Self { chunks, rows: Vec::new().into_iter() }
    }

    /// The next rows together; none: that was all.
    pub(super) fn chunk(&mut self) -> Result<Vec<Row>, ArchiveError> {
        self.chunks.recv().unwrap_or(Ok(Vec::new()))
    }

    /// The next row.
    pub(super) fn row(&mut self) -> Result<Option<Row>, ArchiveError> {
        if let Some(row) = self.rows.next() {
            return Ok(Some(row));
        }
        self.rows = self.chunk()?.into_iter();
        Ok(self.rows.next())
    }
}
