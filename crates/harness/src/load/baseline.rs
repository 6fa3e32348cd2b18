//! The speed of the machine: SQLite, PostgreSQL, NATS and WebSocket without the site.

use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use testservers::{Nats, Postgres};
use tokio::net::TcpListener;
use tokio_postgres::NoTls;
use tokio_tungstenite::accept_async;
use tokio_tungstenite::tungstenite::Message;

use crate::Error;
use crate::client::Client;
use crate::live::LiveConnection;

/// Number of connections of the echo test.
const ECHO_CLIENTS: usize = 100;
/// Duration of each measurement.
const DURATION: Duration = Duration::from_secs(1);
/// Number of rows in a batched commit, and of NATS messages in flight.
pub(super) const BATCH: usize = 200;

/// The speed of the machine without the site.
#[derive(Clone, Copy, Default)]
pub(super) struct MachineBaseline {
    pub(super) sqlite: CommitRates,
    pub(super) postgres: CommitRates,
    pub(super) nats: NatsBaseline,
    /// WebSocket echoes per second.
    pub(super) echoes: f64,
}

/// The commit rates of a database.
#[derive(Clone, Copy, Default)]
pub(super) struct CommitRates {
    /// Commits of one row per second.
    pub(super) single: f64,
    /// Rows per second in commits of [`BATCH`] rows.
    pub(super) batched: f64,
}

/// The speed of NATS between two connections.
#[derive(Clone, Copy, Default)]
pub(super) struct NatsBaseline {
    /// Messages per second, with [`BATCH`] messages in flight.
    pub(super) messages: f64,
    /// Time from publishing a message to receiving it, in microseconds, with one message in flight.
    pub(super) latency: f64,
}

impl MachineBaseline {
    /// Measures the baseline. Measures PostgreSQL and NATS only if `with_servers` is true.
    pub(super) async fn measure(folder: &Path, with_servers: bool) -> Result<Self, Error> {
        let mut baseline =
            Self { sqlite: sqlite(&folder.join("baseline.db"))?, echoes: echoes().await?, ..Self::default() };
        if with_servers {
            baseline.postgres = postgres(&Postgres::start().await?).await?;
            baseline.nats = nats(&Nats::start().await?).await?;
        }
        Ok(baseline)
    }
}

/// Returns the count per second since `started`.
fn rate(count: usize, started: Instant) -> f64 {
    count as f64 / started.elapsed().as_secs_f64()
}

/// Measures SQLite with the settings of the site.
fn sqlite(path: &Path) -> Result<CommitRates, Error> {
    let connection = rusqlite::Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection
        .execute_batch("create table event (game text, seq integer, body text, primary key (game, seq))")?;
    let measure = |rows: usize| {
        let (started, mut written) = (Instant::now(), 0_usize);
        while started.elapsed() < DURATION {
            connection.execute_batch("begin immediate")?;
            for _ in 0..rows {
                connection
                    .prepare_cached("insert into event values (?1, ?2, ?3)")?
                    .execute(rusqlite::params![format!("{rows}"), written as i64, "x".repeat(100)])?;
                written += 1;
            }
            connection.execute_batch("commit")?;
        }
        Ok::<f64, rusqlite::Error>(rate(written, started))
    };
    Ok(CommitRates { single: measure(1)?, batched: measure(BATCH)? })
}

/// Measures PostgreSQL over one connection.
async fn postgres(server: &Postgres) -> Result<CommitRates, Error> {
    let url = server.create_database().await?;
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await?;
    tokio::spawn(connection);
    let table = "create table event (game text, seq bigint, body text, primary key (game, seq))";
    client.batch_execute(table).await?;
    let insert =
        client.prepare("insert into event select $1, * from unnest($2::bigint[], $3::text[])").await?;
    let mut rates = [0.0, 0.0];
    for (measured, rows) in rates.iter_mut().zip([1, BATCH]) {
        let (started, mut written) = (Instant::now(), 0_usize);
        while started.elapsed() < DURATION {
            let numbers: Vec<i64> = (0..rows).map(|row| (written + row) as i64).collect();
            let bodies = vec!["x".repeat(100); rows];
            client.execute(&insert, &[&rows.to_string(), &numbers, &bodies]).await?;
            written += rows;
        }
        *measured = rate(written, started);
    }
    Ok(CommitRates { single: rates[0], batched: rates[1] })
}

/// Measures NATS between two connections.
async fn nats(server: &Nats) -> Result<NatsBaseline, Error> {
    let publisher = async_nats::connect(server.url()).await?;
    let subscriber = async_nats::connect(server.url()).await?;
    let mut messages = subscriber.subscribe("baseline").await?;
    subscriber.flush().await?;
    let publish = || publisher.publish("baseline", vec![b'x'; 100].into());
    let lost = || Error::new("the connection to NATS is lost");
    let (started, mut round_trips) = (Instant::now(), 0_usize);
    while started.elapsed() < DURATION {
        publish().await?;
        messages.next().await.ok_or_else(lost)?;
        round_trips += 1;
    }
    let latency = 1e6 / rate(round_trips, started);
    let (started, mut received) = (Instant::now(), 0_usize);
    while started.elapsed() < DURATION {
        for _ in 0..BATCH {
            publish().await?;
        }
        for _ in 0..BATCH {
            messages.next().await.ok_or_else(lost)?;
        }
        received += BATCH;
    }
    Ok(NatsBaseline { messages: rate(received, started), latency })
}

/// Returns the WebSocket echoes per second of a server that does nothing else.
async fn echoes() -> Result<f64, Error> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let origin = format!("http://{}", listener.local_addr()?);
    let server = tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let Ok(mut socket) = accept_async(stream).await else { return };
                while let Some(Ok(message @ Message::Text(_))) = socket.next().await {
                    if socket.send(message).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    let clients: Vec<_> = (0..ECHO_CLIENTS)
        .map(|_| {
            let client = Client::anonymous(&origin);
            tokio::spawn(async move {
                let Ok(mut live) = LiveConnection::open(&client, "/").await else { return 0 };
                let (started, mut echoes) = (Instant::now(), 0_usize);
                let text = json!({ "type": "command", "id": "x", "request": "x".repeat(100) }).to_string();
                while started.elapsed() < DURATION && live.send_text(text.clone()).await {
                    live.receive().await;
                    echoes += 1;
                }
                echoes
            })
        })
        .collect();
    let mut echoes = 0;
    for client in clients {
        echoes += client.await.unwrap_or(0);
    }
    server.abort();
    Ok(echoes as f64 / DURATION.as_secs_f64())
}
