//! Tables, brought up to date step by step.

use rusqlite::Connection;

use super::trouble;
use crate::error::StoreError;

/// Every step, from an empty file on. A step that was released is never changed.
const STEPS: [&str; 4] = [
    include_str!("../../migrations/sqlite/0001_games.sql"),
    include_str!("../../migrations/sqlite/0002_people.sql"),
    include_str!("../../migrations/sqlite/0003_shelf.sql"),
    include_str!("../../migrations/sqlite/0004_nodes.sql"),
];

/// The newest version of the tables.
pub(crate) const KNOWN: u32 = STEPS.len() as u32;

/// The version of the tables in a file; 0: there are none.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("pragma user_version", [], |row| row.get(0))
}

/// Takes the steps that are missing, each in a transaction with its number.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let found = version(connection).map_err(trouble)?;
    if found > KNOWN {
        return Err(StoreError::Newer { found, known: KNOWN });
    }
    for (number, step) in (1..).zip(STEPS).skip(found as usize) {
        let step_taken = connection.transaction().and_then(|transaction| {
            transaction.execute_batch(step)?;
            transaction.pragma_update(None, "user_version", number)?;
            transaction.commit()
        });
        step_taken.map_err(trouble)?;
    }
    Ok(())
}
