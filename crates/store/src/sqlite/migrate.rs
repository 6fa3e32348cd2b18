//! Migrations.

use rusqlite::Connection;

use super::store_error;
use crate::error::StoreError;

/// All migrations, from an empty file on. A released migration is never changed.
const MIGRATIONS: [&str; 10] = [
    include_str!("../../migrations/sqlite/0001_games.sql"),
    include_str!("../../migrations/sqlite/0002_people.sql"),
    include_str!("../../migrations/sqlite/0003_shelf.sql"),
    include_str!("../../migrations/sqlite/0004_nodes.sql"),
    include_str!("../../migrations/sqlite/0005_rule_sets.sql"),
    include_str!("../../migrations/sqlite/0006_cleanup.sql"),
    include_str!("../../migrations/sqlite/0007_archive.sql"),
    include_str!("../../migrations/sqlite/0008_similar_names.sql"),
    include_str!("../../migrations/sqlite/0009_final_states.sql"),
    include_str!("../../migrations/sqlite/0010_sorted_lists.sql"),
];

/// The newest version of the tables.
pub(crate) const LATEST: u32 = MIGRATIONS.len() as u32;

/// Returns the version of the tables in a file; 0 if there are none.
pub(crate) fn version(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("pragma user_version", [], |row| row.get(0))
}

/// Applies the missing migrations, each in a transaction with its number.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let found = version(connection).map_err(store_error)?;
    if found > LATEST {
        return Err(StoreError::Newer { found, known: LATEST });
    }
    for (number, migration) in (1..).zip(MIGRATIONS).skip(found as usize) {
        let applied = connection.transaction().and_then(|transaction| {
            transaction.execute_batch(migration)?;
            transaction.pragma_update(None, "user_version", number)?;
            transaction.commit()
        });
        applied.map_err(store_error)?;
    }
    Ok(())
}
