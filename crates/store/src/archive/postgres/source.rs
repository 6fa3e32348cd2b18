//! A database that is read.

use tokio_postgres::Row as Found;

use super::{Line, as_sql};
use crate::archive::error::ArchiveError;
use crate::archive::rows::{CHUNK, Reader, Scan, State, half_a_copy, older};
use crate::archive::tables::{Column, Kind, Table};
use crate::archive::value::{Row, Value};
use crate::copying::COPYING;
use crate::postgres::bulk::KNOWN;

/// One transaction reads everything, and sees nothing of what is written meanwhile. All of a table is wanted, and some room
/// to put it in order.
const BEGIN: &str = "start transaction isolation level repeatable read, read only; \
     set local cursor_tuple_fraction = 1; set local work_mem = '64MB'";

/// Is the order of texts in this database that of their bytes?
const BY_BYTES: &str = "select datcollate in ('C', 'POSIX') and coalesce(to_jsonb(d) ->> 'datlocprovider', 'c') = 'c' \
     from pg_database d where datname = current_database()";

/// A database as it was when it was opened.
pub(in super::super) struct Source {
    line: Line,
    scans: usize,
    /// Then its indexes have the order that all databases share.
    by_bytes: bool,
}

impl Source {
    pub(in super::super) fn open(url: &str, name: &str, half_copied: bool) -> Result<Self, ArchiveError> {
        let line = Line::open(url, name)?;
        match line.version()? {
            KNOWN => {}
            0 => return Err(ArchiveError::at(name, "there is no site in this database")),
            found => return Err(older(name, found, KNOWN)),
        }
        line.run(BEGIN)?;
        if line.has(COPYING)? && !half_copied {
            return Err(half_a_copy(name));
        }
        let by_bytes = line.wait(async { line.client.query_one(BY_BYTES, &[]).await?.try_get(0) })?;
        Ok(Self { line, scans: 0, by_bytes })
    }

    /// A column, in the order that all databases share: texts by their bytes, whatever the language of the server.
    fn in_order(&self, column: &Column) -> String {
        match column.kind {
            Kind::Text if !self.by_bytes => format!("{} collate \"C\"", column.name),
            _ => column.name.to_owned(),
        }
    }
}

impl Reader for Source {
    fn scan(&mut self, table: &'static Table, after: Option<&[Value]>) -> Result<Scan, ArchiveError> {
        self.scans += 1;
        let cursor = format!("scan_{}", self.scans);
        let key: Vec<String> = table.order().iter().map(|column| self.in_order(column)).collect();
        let order: Vec<String> = key.iter().map(|column| format!("{column} nulls first")).collect();
        let marks: Vec<String> = (1..=key.len()).map(|number| format!("${number}")).collect();
        let beyond = match after {
            Some(_) => format!("where ({}) > ({})", key.join(", "), marks.join(", ")),
            None => String::new(),
        };
        // A key has no nothing, and its index is in the order that is usual.
        let order = if table.key > 0 { key.join(", ") } else { order.join(", ") };
        let declare = format!(
            "declare {cursor} no scroll cursor for select {} from {} {beyond} order by {order}",
            table.names(),
            table.name
        );
        let fetch = format!("fetch forward {CHUNK} from {cursor}");
        let statement = self.line.wait(async {
            self.line.client.execute(&declare, &as_sql(table, after.unwrap_or_default())).await?;
            self.line.client.prepare(&fetch).await
        })?;
        Ok(Scan { table, state: State::Cursor(statement) })
    }

    fn next(&mut self, scan: &mut Scan) -> Result<Vec<Row>, ArchiveError> {
        let State::Cursor(statement) = scan.state.clone() else { return Ok(Vec::new()) };
        let mut rows = Vec::new();
        loop {
            let found = self.line.wait(self.line.client.query(&statement, &[]))?;
            let last = found.is_empty();
            for row in &found {
                rows.push(
                    plain(scan.table, row)
                        .map_err(|error| self.line.trouble(crate::postgres::bulk::trouble(error)))?,
                );
            }
            if last {
                scan.state = State::Over;
            }
            // What has no key is read at once.
            if last || scan.table.key > 0 {
                return Ok(rows);
            }
        }
    }

    fn count(&mut self, table: &Table) -> Result<u64, ArchiveError> {
        let query = format!("select count(*) from {}", table.name);
        let count: i64 =
            self.line.wait(async { self.line.client.query_one(&query, &[]).await?.try_get(0) })?;
        Ok(u64::try_from(count).unwrap_or_default())
    }

    fn check(&mut self) -> Result<Vec<String>, ArchiveError> {
        // A server looks after its files itself.
        Ok(Vec::new())
    }
}

fn plain(table: &Table, row: &Found) -> Result<Row, tokio_postgres::Error> {
    let value = |(place, column): (usize, &Column)| {
        Ok(match column.kind {
            Kind::Text => row.try_get::<_, Option<String>>(place)?.map(Value::Text),
            Kind::Integer => row.try_get::<_, Option<i64>>(place)?.map(Value::Integer),
            Kind::Real => row.try_get::<_, Option<f64>>(place)?.map(Value::Real),
            Kind::Boolean => {
                row.try_get::<_, Option<bool>>(place)?.map(|is_so| Value::Integer(i64::from(is_so)))
            }
        }
        .unwrap_or(Value::Null))
    };
    table.columns.iter().enumerate().map(value).collect()
}
