//! A whole site, made up, moved to PostgreSQL and back, backed up, restored and verified, with the time that each takes.

use std::path::{Path, PathBuf};
use std::time::Instant;

use rusqlite::Connection;
use testservers::Postgres;
use tokio::process::Command;

use crate::backup::{backup, db};

/// So many games are played while the whole site is backed up.
const PLAYED: usize = 16;

/// Makes up a site with so many games, and does with it all that can be done with a whole site. Tells each figure when it is
/// there.
pub async fn archive(program: &Path, maker: &Path, games: usize) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = |name: &str| folder.path().join(name);
    let postgres = Postgres::start().await.map_err(|error| error.to_string())?;
    let (site, server) = (file("site.db"), new_database(&postgres).await?);
    let begun = Instant::now();
    let made = Command::new(maker).arg(games.to_string()).arg(&site).status().await;
    if !made.map_err(|error| format!("{}: {error}", maker.display()))?.success() {
        return Err("the site could not be made up".to_owned());
    }
    let megabytes = |path: &Path| path.metadata().map_or(0, |about| about.len() / 1_000_000);
    tell("made up", begun, &format!("{} MB", megabytes(&site)));
    let verified = timed("verify, SQLite", program, "verify", &[&site]).await?;
    println!("    {verified}");
    let copied = timed("copy, SQLite to PostgreSQL", program, "copy", &[&site, &server]).await?;
    println!("    {copied}");
    timed("verify, PostgreSQL", program, "verify", &[&server]).await?;
    timed("backup, PostgreSQL", program, "backup", &[&server, &file("b.db")]).await?;
    // All of them together would need much room.
    let gone = format!("drop database {}", server.file_name().unwrap_or_default().to_string_lossy());
    postgres.query("postgres", &gone).await.map_err(|error| error.to_string())?;
    timed("restore into SQLite", program, "restore", &[&file("b.db"), &file("c.db")]).await?;
    remove(&file("b.db"))?;
    let begun = Instant::now();
    let (rows, first, last) = (tables(&site)?, site.clone(), file("c.db"));
    tokio::task::spawn_blocking(move || same(&first, &last)).await.map_err(|error| error.to_string())??;
    let told = format!("{rows} rows, no difference");
    tell("the first file and the last, compared by SQLite itself", begun, &told);
    remove(&file("c.db"))?;
    timed("backup, SQLite", program, "backup", &[&site, &file("a.db")]).await?;
    let other = new_database(&postgres).await?;
    let restored = timed("restore into PostgreSQL", program, "restore", &[&file("a.db"), &other]).await?;
    println!("    {restored}");
    remove(&file("a.db"))?;
    let begun = Instant::now();
    let kept = backup(program, &other, &file("d.db"), PLAYED).await?;
    let told = format!(
        "{PLAYED} games at once; {} events that were acknowledged before it began are in it, {} were acknowledged later",
        kept.before, kept.later
    );
    tell("backup of that under games, restored, verified, compared with what players saw", begun, &told);
    Ok(())
}

fn remove(path: &Path) -> Result<(), String> {
    std::fs::remove_file(path).map_err(|error| format!("{}: {error}", path.display()))
}

async fn new_database(postgres: &Postgres) -> Result<PathBuf, String> {
    Ok(postgres.create_database().await.map_err(|error| error.to_string())?.into())
}

fn tell(what: &str, begun: Instant, more: &str) {
    println!("{what}: {:.1} s, {more}", begun.elapsed().as_secs_f64());
}

/// Runs a command; gives the last line of what it says.
async fn timed(what: &str, program: &Path, command: &str, databases: &[&Path]) -> Result<String, String> {
    let begun = Instant::now();
    let said = db(program, command, databases).await?;
    println!("{what}: {:.1} s", begun.elapsed().as_secs_f64());
    Ok(said.lines().last().unwrap_or_default().to_owned())
}

/// The names of the tables of a file.
fn names(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let query = "select name from main.sqlite_schema where type = 'table' and name not like 'sqlite%'";
    connection.prepare(query)?.query_map([], |row| row.get(0))?.collect()
}

/// How many rows a file has.
fn tables(path: &Path) -> Result<u64, String> {
    let count = || {
        let connection = Connection::open(path)?;
        let mut rows = 0;
        for name in names(&connection)? {
            let count = format!("select count(*) from {name}");
            rows += connection.query_row(&count, [], |row| row.get::<_, i64>(0))?;
        }
        Ok(rows.unsigned_abs())
    };
    count().map_err(|error: rusqlite::Error| error.to_string())
}

/// Compares two files without any of our own code: no row is in one of them only.
fn same(one: &Path, other: &Path) -> Result<(), String> {
    let compare = || {
        let connection = Connection::open(one)?;
        connection.execute("attach database ?1 as other", [other.to_string_lossy()])?;
        let mut different = Vec::new();
        for name in names(&connection)? {
            // The order of the columns may be another one.
            let columns: Vec<String> = connection
                .prepare("select name from pragma_table_info(?1)")?
                .query_map([&name], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            let columns = columns.join(", ");
            for (here, there) in [("main", "other"), ("other", "main")] {
                let query = format!(
                    "select count(*) from (select {columns} from {here}.{name} except select {columns} from {there}.{name})"
                );
                let count: i64 = connection.query_row(&query, [], |row| row.get(0))?;
                if count > 0 {
                    different.push(format!("{count} rows of {name} are only in {here}"));
                }
            }
        }
        Ok(different)
    };
    let different = compare().map_err(|error: rusqlite::Error| error.to_string())?;
    if different.is_empty() { Ok(()) } else { Err(different.join("; ")) }
}
