//! Tests for PostgreSQL only.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use play::id::{ChallengeId, GameId};
use play::rated_game::RatedGame;
use play::rating;
use play::time::Timestamp;
use serde_json::json;
use store::postgres::PostgresStore;
use store::{
    AcceptOutcome, Append, AppendOutcome, Challenge, ChallengeTarget, CommandRecord, Database, NewGame,
    Store, StoreError,
};
use testservers::{Postgres, Relay};

use crate::backends::{Backend, create_account, new_game};

fn numbered(game: GameId, after: u64, number: usize) -> Append {
    let command = Some(CommandRecord { id: format!("c{number}"), content: format!("event {number}") });
    Append { command, ..Append::event(game, after, Timestamp(2_000), json!({ "number": number })) }
}

/// Returns the numbers in the events of a game, in order.
async fn numbers(store: &Arc<dyn Store>, game: GameId) -> Vec<u64> {
    let events = store.events(game, 0, 10_000).await.expect("events");
    assert!(events.iter().zip(1..).all(|(event, seq)| event.seq == seq), "without a gap");
    events.iter().map(|event| event.body["number"].as_u64().expect("a number")).collect()
}

async fn open(url: String, replicas: Vec<String>) -> Arc<dyn Store> {
    Database::Postgres { url, replicas }.open().await.expect("a store")
}

/// Waits until a condition holds, for at most 60 s.
async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !holds().await {
        assert!(Instant::now() < deadline, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn newer_databases_are_rejected() {
    let server = Postgres::shared().await.expect("a server");
    let url = server.create_database().await.expect("a database");
    let name = url.rsplit('/').next().expect("a name");
    drop(PostgresStore::open(&url, &[]).await.expect("a store"));
    server.query(name, "update migration set version = 99").await.expect("written");
    let refused = PostgresStore::open(&url, &[]).await.err().expect("refused");
    assert!(matches!(refused, StoreError::Newer { found: 99, .. }), "{refused}");
}

#[tokio::test]
async fn audit_entries_are_never_changed_or_removed() {
    let server = Postgres::shared().await.expect("a server");
    let url = server.create_database().await.expect("a database");
    let name = url.rsplit('/').next().expect("a name");
    drop(PostgresStore::open(&url, &[]).await.expect("a store"));
    let insert = "insert into account (id, created_at, role) values ('judy', 1, 'admin');
               insert into act (at, admin, what, reason) values (1, 'judy', 'warn', 'a test')";
    server.query(name, insert).await.expect("written");
    for change in ["update act set reason = 'another'", "delete from act"] {
        let refused = server.query(name, change).await.expect_err("refused").to_string();
        assert!(refused.contains("what administrators did is never"), "{refused}");
    }
}

#[tokio::test]
async fn invalid_addresses_are_rejected_with_advice() {
    for (url, advice) in [
        ("postgres://db.example:port/play", "postgres://USER:PASSWORD@HOST:PORT/NAME"),
        ("postgres://db.example/play?sslmode=perhaps", "sslmode=require"),
        ("postgres://127.0.0.1:1/play", "cannot be written"),
    ] {
        let refused = PostgresStore::open(url, &[]).await.err().expect("refused").to_string();
        assert!(refused.contains(advice), "{url}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_start_together_migrate_once() {
    let backend = Backend::server().await;
    let (one, two, three) = tokio::join!(backend.open(), backend.open(), backend.open());
    for store in [one, two, three] {
        store.create_game(new_game()).await.expect("created");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_concurrent_appends_at_two_nodes_succeeds() {
    let backend = Backend::server().await;
    let nodes = [backend.open().await, backend.open().await];
    let mut games = Vec::new();
    for _ in 0..5 {
        games.push(nodes[0].create_game(new_game()).await.expect("created").id);
    }
    for round in 0..20 {
        // Both nodes append after the same event of the same games, in opposite orders.
        let tasks = [0, 1].map(|node| {
            let (store, mut games) = (Arc::clone(&nodes[node]), games.clone());
            if node == 1 {
                games.reverse();
            }
            tokio::spawn(async move {
                let appends = games.iter().map(|game| {
                    let append = numbered(*game, round, 2 * round as usize + node);
                    async { (*game, store.append(append).await.expect("answered")) }
                });
                futures_util::future::join_all(appends).await
            })
        });
        let mut won: BTreeMap<GameId, usize> = BTreeMap::new();
        for task in tasks {
            for (game, appended) in task.await.expect("finished") {
                match appended {
                    AppendOutcome::Done { seq } if seq == round + 1 => *won.entry(game).or_default() += 1,
                    AppendOutcome::Conflict { seq } if seq == round + 1 => {}
                    other => panic!("{other:?}"),
                }
            }
        }
        assert!(won.len() == games.len() && won.values().all(|count| *count == 1), "{won:?}");
    }
    for game in games {
        assert_eq!(numbers(&nodes[1], game).await.len(), 20);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_is_accepted_at_one_of_two_nodes() {
    let backend = Backend::server().await;
    let nodes = [backend.open().await, backend.open().await];
    let ann = create_account(&nodes[0], "Ann").await;
    for _ in 0..10 {
        let challenge = Challenge {
            id: ChallengeId::new().expect("random bytes"),
            created_at: Timestamp(10),
            expires_at: Timestamp(100),
            challenger: ann,
            target: ChallengeTarget::Lobby,
            rules: "{}".to_owned(),
            proposal: json!({}),
        };
        nodes[0].create_challenge(challenge.clone()).await.expect("created");
        let games = [new_game(), new_game()];
        let accept =
            |node: usize| nodes[node].accept_challenge(challenge.id, games[node].clone(), Timestamp(50));
        let (one, other) = tokio::join!(accept(0), accept(1));
        let accepted = [one.expect("answered"), other.expect("answered")];
        assert_eq!(accepted.iter().filter(|answer| matches!(answer, AcceptOutcome::Game(_))).count(), 1);
        let game = nodes[0].challenge(challenge.id).await.expect("read").and_then(|stored| stored.game);
        for new in games {
            let exists = nodes[1].game(new.id).await.expect("read").is_some();
            assert_eq!(exists, game == Some(new.id), "no game without a challenge");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_count_games_that_end_together() {
    let backend = Backend::server().await;
    let nodes = [backend.open().await, backend.open().await];
    let (ann, bob) = (create_account(&nodes[0], "Ann").await, create_account(&nodes[0], "Bob").await);
    let ending = |game, white, black| {
        let pool = "english/blitz".to_owned();
        let rated_game = Some(RatedGame { pool, white, black, score: rating::GameScore::Draw });
        Append { ends: true, rated_game, ..numbered(game, 0, 1) }
    };
    let mut tasks = Vec::new();
    for number in 0..10 {
        let accounts = vec![ann, bob];
        let game = nodes[0].create_game(NewGame { accounts, ..new_game() }).await.expect("created").id;
        // The colours alternate, so that the accounts are locked in both orders.
        let append = if number % 2 == 0 { ending(game, ann, bob) } else { ending(game, bob, ann) };
        tasks.push((Arc::clone(&nodes[number % 2]), append));
    }
    let ended =
        tasks.into_iter().map(|(store, append)| tokio::spawn(async move { store.append(append).await }));
    for ended in futures_util::future::join_all(ended).await {
        assert_eq!(ended.expect("finished"), Ok(AppendOutcome::Done { seq: 1 }));
    }
    for account in [ann, bob] {
        let ratings = nodes[0].ratings(account).await.expect("read");
        assert_eq!(ratings[0].rating.games, 10);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_appends_share_commits_and_an_invalid_one_fails_alone() {
    let store = Backend::server().await.open().await;
    let mut games = Vec::new();
    for _ in 0..200 {
        games.push(store.create_game(new_game()).await.expect("created").id);
    }
    let before = store.commits();
    let mut appends: Vec<_> = games.iter().map(|game| numbered(*game, 0, 1)).collect();
    // The id is too long for an index entry.
    let id: String = (0..2_000).map(|_| GameId::new().expect("random bytes").to_string()).collect();
    appends[100].command = Some(CommandRecord { id, content: String::new() });
    let answers =
        futures_util::future::join_all(appends.into_iter().map(|append| store.append(append))).await;
    for (index, answer) in answers.into_iter().enumerate() {
        if index == 100 {
            assert!(matches!(answer, Err(StoreError::Other(_))), "{answer:?}");
        } else {
            assert_eq!(answer, Ok(AppendOutcome::Done { seq: 1 }));
        }
    }
    let before_again = store.commits();
    assert!(before_again > before);
    let appends = games.iter().filter(|game| **game != games[100]).map(|game| numbered(*game, 1, 2));
    for answer in futures_util::future::join_all(appends.map(|append| store.append(append))).await {
        assert_eq!(answer, Ok(AppendOutcome::Done { seq: 2 }));
    }
    let commits = store.commits() - before_again;
    assert!(commits < 100, "{commits} commits for 199 appends");
}

#[tokio::test]
async fn replica_reads_fall_back_to_the_primary() {
    let primary = Postgres::start_without_fsync().await.expect("a server");
    let url = primary.create_database().await.expect("a database");
    let name = url.rsplit('/').next().expect("a name").to_owned();
    drop(open(url.clone(), Vec::new()).await);
    let mut replica = primary.replica().await.expect("a replica");
    let store = open(url, vec![replica.url(&name)]).await;
    store.create_game(new_game()).await.expect("created");
    replica.catch_up(&primary).await.expect("it follows");
    // From here on the replica does not change.
    replica.query("postgres", "select pg_wal_replay_pause()").await.expect("paused");
    store.create_game(new_game()).await.expect("created");
    let running = async || store.running_games(u64::MAX, 9).await.expect("read").len();
    assert_eq!(running().await, 1, "the replica answers");
    assert!(store.game_by_number(2).await.expect("read").is_some(), "other reads use the primary");
    replica.stop().await.expect("stopped");
    assert_eq!(running().await, 2, "the primary answers");
    replica.start_again().await.expect("started");
    let connected = "select count(*) from pg_stat_activity where application_name = 'crownhead'";
    until("the replica is asked again", async || {
        assert_eq!(running().await, 2);
        replica.query("postgres", connected).await.expect("answered") != "0"
    })
    .await;
}

/// Appends numbers one after the other, and repeats failed appends as a client does. Returns the number of failures.
async fn append_all(store: Arc<dyn Store>, game: GameId, count: usize) -> usize {
    let (mut seen, mut refused) = (0, 0);
    for number in 0..count {
        loop {
            match store.append(numbered(game, seen, number)).await {
                Ok(AppendOutcome::Done { seq } | AppendOutcome::Duplicate { seq }) => {
                    seen = seq;
                    break;
                }
                Err(StoreError::Unwritable(_)) => {
                    refused += 1;
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                other => panic!("{other:?}"),
            }
        }
    }
    refused
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_or_kill_of_the_server_loses_and_duplicates_nothing() {
    const GAMES: usize = 20;
    const EVENTS: usize = 100;
    let mut server = Postgres::start().await.expect("a server");
    let url = server.create_database().await.expect("a database");
    let store = open(url, Vec::new()).await;
    let mut games = Vec::new();
    for _ in 0..GAMES {
        games.push(store.create_game(new_game()).await.expect("created").id);
    }
    let writing: Vec<_> =
        games.iter().map(|game| tokio::spawn(append_all(Arc::clone(&store), *game, EVENTS))).collect();
    let reach = async |share: u64| {
        until("the games continue", async || {
            let numbers = store.last_event_numbers(games.clone()).await.unwrap_or_default();
            numbers.iter().map(|(_, seq)| seq).sum::<u64>() >= share * (GAMES * EVENTS) as u64 / 10
        })
        .await;
    };
    reach(2).await;
    server.stop().await.expect("stopped");
    assert!(matches!(store.game(games[0]).await, Err(StoreError::Unwritable(_))), "the server is down");
    server.start_again().await.expect("started");
    reach(5).await;
    server.kill().await.expect("killed");
    server.start_again().await.expect("started");
    let mut refused = 0;
    for writing in writing {
        refused += writing.await.expect("finished");
    }
    assert!(refused > 0, "some appends failed");
    for game in games {
        let expected: Vec<u64> = (0..EVENTS as u64).collect();
        assert_eq!(numbers(&store, game).await, expected);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_connection_is_an_error_and_recovers() {
    let server = Postgres::shared().await.expect("a server");
    let url = server.create_database().await.expect("a database");
    let name = url.rsplit('/').next().expect("a name");
    let mut relay = Relay::start(server.address()).await.expect("a relay");
    let store = open(server.url_through(relay.address(), name), Vec::new()).await;
    let game = store.create_game(new_game()).await.expect("created").id;
    assert_eq!(store.append(numbered(game, 0, 0)).await, Ok(AppendOutcome::Done { seq: 1 }));
    relay.stall().await.expect("stalled");
    let (read, appended) = tokio::join!(store.game(game), store.append(numbered(game, 1, 1)));
    assert!(matches!(read, Err(StoreError::Unwritable(_))), "{read:?}");
    assert!(matches!(appended, Err(StoreError::Unwritable(_))), "{appended:?}");
    relay.restore().await.expect("restored");
    until("the store is connected again", async || store.game(game).await.is_ok()).await;
    // The append may have been written before; it is stored once.
    let again = store.append(numbered(game, 1, 1)).await;
    assert!(
        matches!(again, Ok(AppendOutcome::Done { seq: 2 } | AppendOutcome::Duplicate { seq: 2 })),
        "{again:?}"
    );
    assert_eq!(numbers(&store, game).await, [0, 1]);
}
