//! The description of the tables is that of the tables.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;
use store::archive::tables::{FILLED, Kind, TABLES, TRANSIENT};
use store::sqlite::SqliteStore;

use crate::place::{Folder, database, sql, wait};

/// A table: its columns with their types, and its key.
type CachedGames = BTreeMap<String, (BTreeSet<(String, String)>, Vec<String>)>;

/// As we describe them, in the words of a database.
fn described(word: impl Fn(Kind) -> &'static str) -> CachedGames {
    let table = |table: &store::archive::tables::Table| {
        let columns =
            table.columns.iter().map(|column| (column.name.to_owned(), word(column.kind).to_owned()));
        let key = table.columns[..table.key].iter().map(|column| column.name.to_owned());
        (table.name.to_owned(), (columns.collect(), key.collect()))
    };
    TABLES.into_iter().map(table).collect()
}

fn sqlite() -> (Folder, Connection) {
    let folder = Folder::empty();
    drop(SqliteStore::open(&folder.path("site.db")).expect("a database"));
    let connection = Connection::open(folder.path("site.db")).expect("a database");
    (folder, connection)
}

fn postgres() -> store::Database {
    let database = database();
    wait(database.open()).map(drop).expect("a store");
    database
}

#[test]
fn every_table_and_column_of_sqlite_is_described() {
    let (_folder, connection) = sqlite();
    let mut found = CachedGames::new();
    let mut query = connection
        .prepare(
            "select t.name, c.name, lower(c.type), c.pk from sqlite_schema t, pragma_table_info(t.name) c \
             where t.type = 'table' and t.name not like 'sqlite%' order by t.name, c.pk",
        )
        .expect("a query");
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)));
    for row in rows.expect("rows") {
        let (table, column, kind, key): (String, String, String, u32) = row.expect("a row");
        let (columns, keys) = found.entry(table).or_default();
        columns.insert((column.clone(), kind));
        keys.extend((key > 0).then_some(column));
    }
    let word = |kind| match kind {
        Kind::Text => "text",
        Kind::Integer | Kind::Boolean => "integer",
        Kind::Real => "real",
    };
    assert_eq!(found, described(word));
}

#[test]
fn every_table_and_column_of_postgresql_is_described_but_what_lives_only_with_the_nodes() {
    let database = postgres();
    let mut found = CachedGames::new();
    let columns = sql(
        &database,
        "select table_name, column_name, data_type from information_schema.columns where table_schema = 'public'",
    );
    for line in columns.lines() {
        let [table, column, kind] = line.split('|').collect::<Vec<_>>()[..] else { panic!("{line}") };
        found.entry(table.to_owned()).or_default().0.insert((column.to_owned(), kind.to_owned()));
    }
    let keys = sql(
        &database,
        "select c.relname, a.attname from pg_index i join pg_class c on c.oid = i.indrelid \
         cross join unnest(i.indkey) with ordinality k (column_number, place) \
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.column_number \
         where i.indisprimary and c.relnamespace = 'public'::regnamespace order by c.relname, k.place",
    );
    for line in keys.lines() {
        let (table, column) = line.split_once('|').expect("two columns");
        found.entry(table.to_owned()).or_default().1.push(column.to_owned());
    }
    for (table, column) in FILLED {
        let (columns, _) = found.get_mut(table).expect("it is there");
        assert!(columns.remove(&(column.to_owned(), "bigint".to_owned())), "{table} has {column}");
    }
    for name in TRANSIENT {
        assert!(found.remove(name).is_some(), "{name} is not there: it need not be named");
    }
    let word = |kind| match kind {
        Kind::Text => "text",
        Kind::Integer => "bigint",
        Kind::Boolean => "boolean",
        Kind::Real => "double precision",
    };
    assert_eq!(found, described(word));
}

#[test]
fn every_table_comes_after_those_that_it_refers_to() {
    let (_folder, connection) = sqlite();
    let mut query = connection
        .prepare(
            "select t.name, f.\"table\" from sqlite_schema t, pragma_foreign_key_list(t.name) f where t.type = 'table'",
        )
        .expect("a query");
    let found = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    let mut references: Vec<(String, String)> = found.and_then(Iterator::collect).expect("rows");
    let found = sql(
        &postgres(),
        "select conrelid::regclass, confrelid::regclass from pg_constraint where contype = 'f'",
    );
    references.extend(found.lines().map(|line| {
        let (from, to) = line.split_once('|').expect("two columns");
        (from.to_owned(), to.to_owned())
    }));
    assert!(references.len() > 20, "{references:?}");
    let place = |name: &str| TABLES.iter().position(|table| table.name == name).expect("described");
    for (from, to) in references {
        assert!(place(&to) < place(&from), "{from} refers to {to}");
    }
}
