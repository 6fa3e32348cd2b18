//! Two databases held against each other, row by row.

use std::cmp::Ordering;
use std::thread;

use super::ahead::Ahead;
use super::differences::Differences;
use super::error::ArchiveError;
use super::progress::{Stand, Tell};
use super::rows::Reader;
use super::tables::{TABLES, Table};
use super::value::{self, Row, order};

/// So many rows are compared before it is told how far it is.
const OFTEN: u64 = 20_000;

/// Compares every row of every table; says how many rows each has, or how they differ.
pub(super) fn compare(
    from: &mut dyn Reader,
    to: &mut dyn Reader,
    tell: Tell<'_>,
) -> Result<Vec<(&'static str, u64)>, ArchiveError> {
    let mut differences = Differences::default();
    let mut rows = Vec::new();
    for table in TABLES {
        let of = from.count(table)?;
        let stand = |done| tell(Stand { doing: "comparing", what: table.name, done, of });
        stand(0);
        let compared = thread::scope(|scope| {
            let mut from = Ahead::read(scope, from, table, None);
            let mut to = Ahead::read(scope, to, table, None);
            merge(table, &mut from, &mut to, &mut differences, &stand)
        })?;
        stand(compared);
        rows.push((table.name, compared));
    }
    if differences.count > 0 { Err(ArchiveError::Differs(differences)) } else { Ok(rows) }
}

/// Goes through both sides at once; says how many rows the first has.
fn merge(
    table: &Table,
    from: &mut Ahead,
    to: &mut Ahead,
    differences: &mut Differences,
    stand: &dyn Fn(u64),
) -> Result<u64, ArchiveError> {
    let (mut compared, mut one, mut other) = (0, from.row()?, to.row()?);
    loop {
        let order = match (&one, &other) {
            (None, None) => return Ok(compared),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(one), Some(other)) => order(table, one, other),
        };
        match order {
            Ordering::Equal if one != other => differences.add(|| differ(table, &one, &other)),
            Ordering::Equal => {}
            Ordering::Less => differences.add(|| format!("{}: is missing in the copy", name(table, &one))),
            Ordering::Greater => {
                differences.add(|| format!("{}: is only in the copy", name(table, &other)));
            }
        }
        if order.is_le() {
            one = from.row()?;
            compared += 1;
            if compared % OFTEN == 0 {
                stand(compared);
            }
        }
        if order.is_ge() {
            other = to.row()?;
        }
    }
}

fn name(table: &Table, row: &Option<Row>) -> String {
    row.as_deref().map_or_else(String::new, |row| value::name(table, row))
}

/// In which columns two rows with the same key differ.
fn differ(table: &Table, one: &Option<Row>, other: &Option<Row>) -> String {
    let columns = table.columns.iter().zip(one.iter().flatten().zip(other.iter().flatten()));
    let told: Vec<String> = columns
        .filter(|(_, (one, other))| one != other)
        .map(|(column, (one, other))| format!("{} is {other} in the copy, and was {one}", column.name))
        .collect();
    format!("{}: {}", name(table, one), told.join("; "))
}
