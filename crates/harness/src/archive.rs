//! Generates a site, moves it to PostgreSQL and back, backs it up, restores and verifies it, and measures each step.

use std::path::{Path, PathBuf};
use std::time::Instant;

use rusqlite::Connection;
use testservers::Postgres;
use tokio::process::Command;

use crate::Error;
use crate::backup::{self, run_db};

/// Number of games that are played at once while the site is backed up.
const LIVE_GAMES: usize = 16;

/// Runs all steps on a site with `games` games, and prints the time of each. `generator` is the program `fixtures`.
pub async fn run(program: &Path, generator: &Path, games: usize) -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    let file = |name: &str| folder.path().join(name);
    let postgres = Postgres::start().await?;
    let (site, server) = (file("site.db"), create_database(&postgres).await?);
    let started = Instant::now();
    generate(generator, games, &site).await?;
    print_step(
        "generate",
        started,
        &format!("{} MB", site.metadata().map_or(0, |data| data.len() / 1_000_000)),
    );
    println!("    {}", timed("verify, SQLite", program, "verify", &[&site]).await?);
    println!("    {}", timed("copy, SQLite to PostgreSQL", program, "copy", &[&site, &server]).await?);
    timed("verify, PostgreSQL", program, "verify", &[&server]).await?;
    timed("backup, PostgreSQL", program, "backup", &[&server, &file("b.db")]).await?;
    // Each copy is removed as soon as possible: all together would need much disk space.
    let name = server.file_name().unwrap_or_default().to_string_lossy();
    postgres.query("postgres", &format!("drop database {name}")).await?;
    timed("restore into SQLite", program, "restore", &[&file("b.db"), &file("c.db")]).await?;
    remove(&file("b.db"))?;
    let started = Instant::now();
    let (rows, original, restored) = (count_rows(&site)?, site.clone(), file("c.db"));
    tokio::task::spawn_blocking(move || compare(&original, &restored)).await??;
    print_step(
        "compare the first file with the last by SQL",
        started,
        &format!("{rows} rows, no difference"),
    );
    remove(&file("c.db"))?;
    timed("backup, SQLite", program, "backup", &[&site, &file("a.db")]).await?;
    let other = create_database(&postgres).await?;
    println!("    {}", timed("restore into PostgreSQL", program, "restore", &[&file("a.db"), &other]).await?);
    remove(&file("a.db"))?;
    let started = Instant::now();
    let verification = backup::run(program, &other, &file("d.db"), LIVE_GAMES).await?;
    let details = format!(
        "{LIVE_GAMES} games at once; all {} events acknowledged before the backup are in it, {} were acknowledged later",
        verification.before, verification.after
    );
    print_step("backup of that site under load, restored and verified", started, &details);
    Ok(())
}

/// Generates a site in a new file with the program `generator`.
pub async fn generate(generator: &Path, games: usize, site: &Path) -> Result<(), Error> {
    let status = Command::new(generator).arg(games.to_string()).arg(site).status().await;
    if !status.map_err(|error| Error(format!("{}: {error}", generator.display())))?.success() {
        return Err(Error::new("the site could not be generated"));
    }
    Ok(())
}

fn remove(path: &Path) -> Result<(), Error> {
    std::fs::remove_file(path).map_err(|error| Error(format!("{}: {error}", path.display())))
}

/// Returns the URL of a new database, as a path because `run_db` takes files and URLs alike.
async fn create_database(postgres: &Postgres) -> Result<PathBuf, Error> {
    Ok(postgres.create_database().await?.into())
}

fn print_step(step: &str, started: Instant, details: &str) {
    println!("{step}: {:.1} s, {details}", started.elapsed().as_secs_f64());
}

/// Runs a command of `crownhead db`, prints its time, and returns the last line of its output.
async fn timed(step: &str, program: &Path, command: &str, databases: &[&Path]) -> Result<String, Error> {
    let started = Instant::now();
    let output = run_db(program, command, databases).await?;
    println!("{step}: {:.1} s", started.elapsed().as_secs_f64());
    Ok(output.lines().last().unwrap_or_default().to_owned())
}

/// Returns the names of the tables of a database.
fn table_names(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let query = "select name from main.sqlite_schema where type = 'table' and name not like 'sqlite%'";
    connection.prepare(query)?.query_map([], |row| row.get(0))?.collect()
}

/// Returns the number of rows in all tables of a file.
fn count_rows(path: &Path) -> Result<u64, Error> {
    let connection = Connection::open(path)?;
    let mut rows = 0;
    for name in table_names(&connection)? {
        let count = format!("select count(*) from {name}");
        rows += connection.query_row(&count, [], |row| row.get::<_, i64>(0))?;
    }
    Ok(rows.unsigned_abs())
}

/// Compares the rows of two files by SQL, without any code of the site.
fn compare(one: &Path, other: &Path) -> Result<(), Error> {
    let connection = Connection::open(one)?;
    connection.execute("attach database ?1 as other", [other.to_string_lossy()])?;
    let mut differences = Vec::new();
    for name in table_names(&connection)? {
        // The order of the columns may differ.
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
                differences.push(format!("{count} rows of {name} are only in {here}"));
            }
        }
    }
    if differences.is_empty() { Ok(()) } else { Err(Error(differences.join("; "))) }
}
