//! What the machine could do if nothing else were done: the limits against which a site is held.

use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use testservers::{Nats, Postgres};
use tokio::net::TcpListener;
use tokio_postgres::NoTls;
use tokio_tungstenite::accept_async;
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;
use crate::live::Live;

/// So many connections measure the echo.
const ECHOES: usize = 100;
/// So long each limit is measured.
const RAW: Duration = Duration::from_secs(1);
/// So many rows are committed together.
pub(super) const ROWS: usize = 200;

/// Commits of one row, and rows in commits of many, a second.
#[derive(Clone, Copy, Default)]
pub(super) struct Commits {
    pub(super) single: f64,
    pub(super) rows: f64,
}

fn rate(count: usize, begun: Instant) -> f64 {
    count as f64 / begun.elapsed().as_secs_f64()
}

/// What a file of SQLite takes.
pub(super) fn sqlite(path: &Path) -> rusqlite::Result<Commits> {
    let connection = rusqlite::Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection
        .execute_batch("create table event (game text, seq integer, body text, primary key (game, seq))")?;
    let measure = |rows: usize| {
        let (begun, mut written) = (Instant::now(), 0_usize);
        while begun.elapsed() < RAW {
            connection.execute_batch("begin immediate")?;
            for _ in 0..rows {
                connection
                    .prepare_cached("insert into event values (?1, ?2, ?3)")?
                    .execute(rusqlite::params![format!("{rows}"), written as i64, "x".repeat(100)])?;
                written += 1;
            }
            connection.execute_batch("commit")?;
        }
        Ok::<f64, rusqlite::Error>(rate(written, begun))
    };
    Ok(Commits { single: measure(1)?, rows: measure(ROWS)? })
}

/// What PostgreSQL takes over one connection.
pub(super) async fn postgres(server: &Postgres) -> Result<Commits, String> {
    let told = |error: tokio_postgres::Error| error.to_string();
    let url = server.create_database().await.map_err(|error| error.to_string())?;
    let (client, connection) = tokio_postgres::connect(&url, NoTls).await.map_err(told)?;
    tokio::spawn(connection);
    let table = "create table event (game text, seq bigint, body text, primary key (game, seq))";
    client.batch_execute(table).await.map_err(told)?;
    let insert = client
        .prepare("insert into event select $1, * from unnest($2::bigint[], $3::text[])")
        .await
        .map_err(told)?;
    let mut measured = [0.0, 0.0];
    for (place, rows) in measured.iter_mut().zip([1, ROWS]) {
        let (begun, mut written) = (Instant::now(), 0_usize);
        while begun.elapsed() < RAW {
            let numbers: Vec<i64> = (0..rows).map(|row| (written + row) as i64).collect();
            let bodies = vec!["x".repeat(100); rows];
            client.execute(&insert, &[&rows.to_string(), &numbers, &bodies]).await.map_err(told)?;
            written += rows;
        }
        *place = rate(written, begun);
    }
    Ok(Commits { single: measured[0], rows: measured[1] })
}

/// Messages a second that go through NATS to another connection, and how long one takes, in microseconds.
pub(super) async fn nats(server: &Nats) -> Result<(f64, f64), String> {
    let connect = || async { async_nats::connect(server.url()).await.map_err(|error| error.to_string()) };
    let (from, to) = (connect().await?, connect().await?);
    let mut heard = to.subscribe("raw").await.map_err(|error| error.to_string())?;
    to.flush().await.map_err(|error| error.to_string())?;
    let send =
        || async { from.publish("raw", vec![b'x'; 100].into()).await.map_err(|error| error.to_string()) };
    let (begun, mut trips) = (Instant::now(), 0_usize);
    while begun.elapsed() < RAW {
        send().await?;
        heard.next().await.ok_or("NATS is gone")?;
        trips += 1;
    }
    let trip = 1e6 / rate(trips, begun);
    let (begun, mut passed) = (Instant::now(), 0_usize);
    while begun.elapsed() < RAW {
        for _ in 0..ROWS {
            send().await?;
        }
        for _ in 0..ROWS {
            heard.next().await.ok_or("NATS is gone")?;
        }
        passed += ROWS;
    }
    Ok((rate(passed, begun), trip))
}

/// Messages that come back over WebSocket, a second, with nothing else done.
pub(super) async fn echoes() -> std::io::Result<f64> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let origin = format!("http://{}", listener.local_addr()?);
    let echo = tokio::spawn(async move {
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
    let clients: Vec<_> = (0..ECHOES)
        .map(|_| {
            let nobody = Client::nobody(&origin);
            tokio::spawn(async move {
                let Ok(mut live) = Live::connect(&nobody, "/").await else { return 0 };
                let (begun, mut echoes) = (Instant::now(), 0_usize);
                let text = json!({ "type": "command", "id": "x", "request": "x".repeat(100) }).to_string();
                while begun.elapsed() < RAW && live.say(text.clone()).await {
                    live.hear().await;
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
    echo.abort();
    Ok(echoes as f64 / RAW.as_secs_f64())
}
