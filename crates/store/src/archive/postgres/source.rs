//! The source of a copy.

use tokio_postgres::Row as PgRow;

use super::{BlockingConnection, as_sql};
use crate::archive::error::ArchiveError;
use crate::archive::rows::{CHUNK, Reader, Scan, ScanPosition, incomplete_copy};
use crate::archive::tables::{Column, ColumnType, Table};
use crate::archive::value::{Row, Value};
use crate::copy_marker::COPY_PROGRESS_TABLE;

/// One transaction reads everything and sees no concurrent writes. The planner should optimise for reading whole
/// tables, and may sort in memory.
const BEGIN: &str = "start transaction isolation level repeatable read, read only; \
     set local cursor_tuple_fraction = 1; set local work_mem = '64MB'";

/// Selects whether this database orders texts by their bytes.
const HAS_BYTE_ORDER: &str = "select datcollate in ('C', 'POSIX') and coalesce(to_jsonb(d) ->> 'datlocprovider', 'c') = 'c' \
     from pg_database d where datname = current_database()";

/// A snapshot of a database at the time it was opened.
pub(in super::super) struct Source {
    connection: BlockingConnection,
    scans: usize,
    /// Whether texts are ordered by their bytes, so that indexes can be used.
    has_byte_order: bool,
}

impl Source {
    pub(in super::super) fn open(
        url: &str,
        name: &str,
        allow_incomplete: bool,
    ) -> Result<Self, ArchiveError> {
        let connection = BlockingConnection::open(url, name)?;
        connection.check_current()?;
        connection.run(BEGIN)?;
        if connection.has_table(COPY_PROGRESS_TABLE)? && !allow_incomplete {
            return Err(incomplete_copy(name));
        }
        let has_byte_order =
            connection.wait(async { connection.client.query_one(HAS_BYTE_ORDER, &[]).await?.try_get(0) })?;
        Ok(Self { connection, scans: 0, has_byte_order })
    }

    /// Returns a column for an `order by` that is the same in all databases: texts by their bytes.
    fn ordered(&self, column: &Column) -> String {
        match column.kind {
            ColumnType::Text if !self.has_byte_order => format!("{} collate \"C\"", column.name),
            _ => column.name.to_owned(),
        }
    }
}

impl Reader for Source {
    fn scan(&mut self, table: &'static Table, after: Option<&[Value]>) -> Result<Scan, ArchiveError> {
        self.scans += 1;
        let cursor = format!("scan_{}", self.scans);
        let key: Vec<String> = table.order_columns().iter().map(|column| self.ordered(column)).collect();
        let order: Vec<String> = key.iter().map(|column| format!("{column} nulls first")).collect();
        let parameters: Vec<String> = (1..=key.len()).map(|number| format!("${number}")).collect();
        let condition = match after {
            Some(_) => format!("where ({}) > ({})", key.join(", "), parameters.join(", ")),
            None => String::new(),
        };
        // Key columns are never null, and the index has the default order.
        let order = if table.key > 0 { key.join(", ") } else { order.join(", ") };
        let declare = format!(
            "declare {cursor} no scroll cursor for select {} from {} {condition} order by {order}",
            table.column_list(),
            table.name
        );
        let fetch = format!("fetch forward {CHUNK} from {cursor}");
        let statement = self.connection.wait(async {
            self.connection.client.execute(&declare, &as_sql(table, after.unwrap_or_default())).await?;
            self.connection.client.prepare(&fetch).await
        })?;
        Ok(Scan { table, position: ScanPosition::Cursor(statement) })
    }

    fn next(&mut self, scan: &mut Scan) -> Result<Vec<Row>, ArchiveError> {
        let ScanPosition::Cursor(statement) = scan.position.clone() else { return Ok(Vec::new()) };
        let mut rows = Vec::new();
        loop {
            let found = self.connection.wait(self.connection.client.query(&statement, &[]))?;
            let is_last = found.is_empty();
            for row in &found {
                rows.push(
                    convert(scan.table, row)
                        .map_err(|error| self.connection.error(crate::postgres::bulk::store_error(error)))?,
                );
            }
            if is_last {
                scan.position = ScanPosition::End;
            }
            // A table without a key is read in one chunk.
            if is_last || scan.table.key > 0 {
                return Ok(rows);
            }
        }
    }

    fn count(&mut self, table: &Table) -> Result<u64, ArchiveError> {
        let query = format!("select count(*) from {}", table.name);
        let count: i64 = self
            .connection
            .wait(async { self.connection.client.query_one(&query, &[]).await?.try_get(0) })?;
        Ok(u64::try_from(count).unwrap_or_default())
    }

    fn check(&mut self) -> Result<Vec<String>, ArchiveError> {
        // The server checks its own files.
        Ok(Vec::new())
    }
}

/// Converts a row of the server.
fn convert(table: &Table, row: &PgRow) -> Result<Row, tokio_postgres::Error> {
    let value = |(index, column): (usize, &Column)| {
        Ok(match column.kind {
            ColumnType::Text => row.try_get::<_, Option<String>>(index)?.map(Value::Text),
            ColumnType::Integer => row.try_get::<_, Option<i64>>(index)?.map(Value::Integer),
            ColumnType::Real => row.try_get::<_, Option<f64>>(index)?.map(Value::Real),
            ColumnType::Bytes => row.try_get::<_, Option<Vec<u8>>>(index)?.map(Value::Bytes),
            ColumnType::Boolean => {
                row.try_get::<_, Option<bool>>(index)?.map(|value| Value::Integer(i64::from(value)))
            }
        }
        .unwrap_or(Value::Null))
    };
    table.columns.iter().enumerate().map(value).collect()
}
