//! Games.

use std::collections::HashSet;
use std::sync::Arc;

use play::id::GameId;
use play::rated_game::RatedGame;
use play::time::Timestamp;
use serde_json::json;
use store::{Append, AppendOutcome, CommandRecord, GameFilter, NewGame, StoreError};

use crate::backends::{backends, create_account, new_game};

fn append(game: GameId, after: u64, body: &str) -> Append {
    Append::event(game, after, Timestamp(2_000), json!({ "event": body }))
}

fn command(id: &str, content: &str) -> Option<CommandRecord> {
    Some(CommandRecord { id: id.to_owned(), content: content.to_owned() })
}

#[tokio::test]
async fn games_are_numbered_and_found_by_id_and_number() {
    for backend in backends().await {
        let store = backend.open().await;
        for number in 1..=3 {
            let new = new_game();
            let created = store.create_game(new.clone()).await.expect("created");
            assert_eq!((created.number, created.seq, created.id), (number, 0, new.id));
            assert_eq!((&created.rules, &created.terms), (&new.rules, &new.terms));
            assert_eq!(created.rules_hash.len(), 64);
            assert_eq!(store.game(new.id).await, Ok(Some(created.clone())));
            assert_eq!(store.game_by_number(number).await, Ok(Some(created)));
        }
        assert_eq!(store.game(GameId::new().expect("random bytes")).await, Ok(None));
        assert_eq!(store.game_by_number(u64::MAX).await, Ok(None));
    }
}

#[tokio::test]
async fn appends_require_the_last_event_number() {
    for backend in backends().await {
        let store = backend.open().await;
        let game = store.create_game(new_game()).await.expect("created").id;
        assert_eq!(store.append(append(game, 0, "first")).await, Ok(AppendOutcome::Done { seq: 1 }));
        assert_eq!(store.append(append(game, 0, "late")).await, Ok(AppendOutcome::Conflict { seq: 1 }));
        assert_eq!(store.append(append(game, 5, "early")).await, Ok(AppendOutcome::Conflict { seq: 1 }));
        let both = Append { events: vec![json!("a"), json!("b")], ..append(game, 1, "") };
        assert_eq!(store.append(both).await, Ok(AppendOutcome::Done { seq: 3 }));
        let unknown = append(GameId::new().expect("random bytes"), 0, "unknown");
        assert_eq!(store.append(unknown).await, Ok(AppendOutcome::GameNotFound));
        let events = store.events(game, 1, 100).await.expect("events");
        let bodies: Vec<_> = events.iter().map(|event| (event.seq, event.body.clone())).collect();
        assert_eq!(bodies, [(2, json!("a")), (3, json!("b"))]);
        assert_eq!(store.events(game, 0, 1).await.expect("events").len(), 1);
        assert_eq!(store.game(game).await.expect("read").expect("exists").seq, 3);
    }
}

#[tokio::test]
async fn a_repeated_command_is_executed_once() {
    for backend in backends().await {
        let store = backend.open().await;
        let game = store.create_game(new_game()).await.expect("created").id;
        let first = Append { command: command("c1", "move 11-15"), ..append(game, 0, "move") };
        assert_eq!(store.append(first.clone()).await, Ok(AppendOutcome::Done { seq: 1 }));
        assert_eq!(store.append(append(game, 1, "other")).await, Ok(AppendOutcome::Done { seq: 2 }));
        // Again: unchanged, and as a client sends it after reading the new events.
        assert_eq!(store.append(first.clone()).await, Ok(AppendOutcome::Duplicate { seq: 1 }));
        assert_eq!(
            store.append(Append { after: 2, ..first.clone() }).await,
            Ok(AppendOutcome::Duplicate { seq: 1 })
        );
        let other = Append { command: command("c1", "resign"), after: 2, ..first };
        assert_eq!(store.append(other).await, Ok(AppendOutcome::CommandIdReused));
        assert_eq!(store.events(game, 0, 100).await.expect("events").len(), 2);
        let known = |id, content| store.command_outcome(game, command(id, content).expect("a command"));
        assert_eq!(known("c1", "move 11-15").await, Ok(Some(AppendOutcome::Duplicate { seq: 1 })));
        assert_eq!(known("c1", "resign").await, Ok(Some(AppendOutcome::CommandIdReused)));
        assert_eq!(known("c2", "resign").await, Ok(None));
    }
}

#[tokio::test]
async fn events_and_commands_may_contain_any_character() {
    for backend in backends().await {
        let store = backend.open().await;
        let game = store.create_game(new_game()).await.expect("created").id;
        let odd = "\0 \u{1} \u{fffe} \u{10ffff} \u{2028} \\u0000 'quoted' \"twice\" \\ {}[]";
        let body = json!({ "said": odd, "number": 1.5e300, "nested": [[{}], null] });
        let event = Append { events: vec![body.clone()], ..append(game, 0, "") };
        let first = Append { command: command(odd, odd), ..event };
        assert_eq!(store.append(first.clone()).await, Ok(AppendOutcome::Done { seq: 1 }));
        assert_eq!(store.append(first).await, Ok(AppendOutcome::Duplicate { seq: 1 }));
        assert_eq!(store.events(game, 0, 9).await.expect("read")[0].body, body);
        let known = store.command_outcome(game, command(odd, odd).expect("a command")).await;
        assert_eq!(known, Ok(Some(AppendOutcome::Duplicate { seq: 1 })));
        assert_eq!(store.account_by_name(odd.to_owned()).await, Ok(None));
    }
}

#[tokio::test]
async fn overdue_games_are_found_until_they_continue_or_end() {
    for backend in backends().await {
        let store = backend.open().await;
        let mut games = Vec::new();
        for deadline in [5_000, 4_000, 9_000] {
            let game = store.create_game(new_game()).await.expect("created").id;
            let due = Append { deadline: Some(Timestamp(deadline)), ..append(game, 0, "move") };
            store.append(due).await.expect("appended");
            games.push(game);
        }
        assert_eq!(store.overdue_games(Timestamp(3_999), 10).await, Ok(vec![]));
        assert_eq!(store.overdue_games(Timestamp(5_000), 10).await, Ok(vec![games[1], games[0]]));
        assert_eq!(store.overdue_games(Timestamp(5_000), 1).await, Ok(vec![games[1]]));
        store.append(append(games[0], 1, "move")).await.expect("appended");
        let end = Append { ends: true, deadline: Some(Timestamp(1)), ..append(games[1], 1, "flag") };
        store.append(end).await.expect("appended");
        assert_eq!(store.overdue_games(Timestamp(5_000), 10).await, Ok(vec![]));
        // One deadline moves later, and one earlier.
        for (game, after, deadline) in [(games[2], 1, 20_000), (games[0], 2, 30_000), (games[0], 3, 8_000)] {
            let due = Append { deadline: Some(Timestamp(deadline)), ..append(game, after, "move") };
            store.append(due).await.expect("appended");
        }
        assert_eq!(store.overdue_games(Timestamp(7_999), 10).await, Ok(vec![]));
        assert_eq!(store.overdue_games(Timestamp(15_000), 10).await, Ok(vec![games[0]]));
        assert_eq!(
            store.overdue_games(Timestamp(19_999), 10).await,
            Ok(vec![games[0]]),
            "the later deadline is known"
        );
        assert_eq!(store.overdue_games(Timestamp(20_000), 1).await, Ok(vec![games[0]]));
        assert_eq!(store.overdue_games(Timestamp(20_000), 10).await, Ok(vec![games[0], games[2]]));
        let ended = store.game(games[1]).await.expect("read").expect("exists");
        assert_eq!((ended.ended_at, ended.deadline), (Some(Timestamp(2_000)), None));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_appends_lose_nothing() {
    for backend in backends().await {
        let store = backend.open().await;
        let game = store.create_game(new_game()).await.expect("created").id;
        let tasks: Vec<_> = (0..8)
            .map(|player| {
                let store = Arc::clone(&store);
                tokio::spawn(async move {
                    let (mut seen, mut done) = (0, Vec::new());
                    for number in 0..25 {
                        let body = format!("{player}.{number}");
                        loop {
                            match store.append(append(game, seen, &body)).await.expect("answered") {
                                AppendOutcome::Done { seq } => {
                                    seen = seq;
                                    done.push((seq, body));
                                    break;
                                }
                                AppendOutcome::Conflict { seq } => seen = seq,
                                other => panic!("{other:?}"),
                            }
                        }
                    }
                    done
                })
            })
            .collect();
        let mut acknowledged = Vec::new();
        for task in tasks {
            acknowledged.extend(task.await.expect("finished"));
        }
        acknowledged.sort();
        drop(store);
        // Open the store again, as after a restart.
        let events = backend.open().await.events(game, 0, 1000).await.expect("events");
        let written: Vec<_> = events
            .iter()
            .map(|event| (event.seq, event.body["event"].as_str().unwrap_or("").to_owned()))
            .collect();
        assert_eq!(written, acknowledged);
        assert_eq!(acknowledged.iter().map(|(seq, _)| seq).collect::<HashSet<_>>().len(), 200);
    }
}

#[tokio::test]
async fn a_failed_write_does_not_affect_others() {
    for backend in backends().await {
        let store = backend.open().await;
        let game = new_game();
        store.create_game(game.clone()).await.expect("created");
        let (twice, other) = (store.create_game(game), store.create_game(new_game()));
        assert!(matches!(twice.await, Err(StoreError::Other(_))), "ids are unique");
        // The failed write may have used up a number.
        assert!(other.await.expect("created").number >= 2);
    }
}

#[tokio::test]
async fn games_are_found_by_account_state_and_turn_of_the_engine() {
    for backend in backends().await {
        let store = backend.open().await;
        let (ann, bob) = (create_account(&store, "Ann").await, create_account(&store, "Bob").await);
        let mut games = Vec::new();
        for (accounts, awaits_engine) in [(vec![ann, bob], false), (vec![ann], true), (vec![bob], false)] {
            let game =
                store.create_game(NewGame { accounts, awaits_engine, ..new_game() }).await.expect("created");
            games.push(game);
        }
        let numbers_of =
            |games: Vec<store::StoredGame>| games.iter().map(|game| game.number).collect::<Vec<_>>();
        let by_account =
            |account, filter, before, limit| store.games_by_account(account, filter, before, limit);
        assert_eq!(numbers_of(by_account(ann, GameFilter::All, u64::MAX, 9).await.expect("read")), [2, 1]);
        assert_eq!(numbers_of(by_account(ann, GameFilter::All, 2, 9).await.expect("read")), [1]);
        assert_eq!(numbers_of(by_account(bob, GameFilter::All, u64::MAX, 1).await.expect("read")), [3]);
        assert_eq!(numbers_of(store.engine_games(0, 9).await.expect("read")), [2]);
        assert_eq!(numbers_of(store.engine_games(2, 9).await.expect("read")), [0; 0]);
        let over = Append { ends: true, ..append(games[0].id, 0, "end") };
        store.append(over).await.expect("appended");
        assert_eq!(numbers_of(by_account(ann, GameFilter::Running, u64::MAX, 9).await.expect("read")), [2]);
        assert_eq!(numbers_of(by_account(ann, GameFilter::Over, u64::MAX, 9).await.expect("read")), [1]);
        assert_eq!(numbers_of(store.running_games(u64::MAX, 9).await.expect("read")), [3, 2]);
        assert_eq!(store.count_running_games().await, Ok(2));
        let call = Append { awaits_admin_since: Some(Timestamp(5)), ..append(games[2].id, 0, "claim") };
        store.append(call).await.expect("appended");
        assert_eq!(numbers_of(store.disputed_games(9).await.expect("read")), [3]);
        store.append(append(games[2].id, 1, "answer")).await.expect("appended");
        assert_eq!(numbers_of(store.disputed_games(9).await.expect("read")), [0; 0]);
    }
}

#[tokio::test]
async fn final_states_are_kept_with_finished_games() {
    for backend in backends().await {
        let store = backend.open().await;
        let ann = create_account(&store, "Ann").await;
        let create = || store.create_game(NewGame { accounts: vec![ann], ..new_game() });
        let (game, older) = (create().await.expect("created").id, create().await.expect("created").id);
        let end = |text: Option<&str>| Append {
            ends: true,
            final_state: text.map(str::to_owned),
            ..append(game, 1, "end")
        };
        store.append(append(game, 0, "move")).await.expect("appended");
        store.record_final_state(game, 1, "early".to_owned()).await.expect("answered");
        let final_state = async |game| store.game(game).await.expect("read").expect("exists").final_state;
        assert_eq!(final_state(game).await, None, "the game is running");
        store.append(end(Some("the end"))).await.expect("appended");
        assert_eq!(final_state(game).await.as_deref(), Some("the end"));
        store.append(Append { game: older, after: 0, ..end(None) }).await.expect("appended");
        store.record_final_state(older, 0, "outdated".to_owned()).await.expect("answered");
        assert_eq!(final_state(older).await, None, "there are later events");
        store.record_final_state(older, 1, "derived later".to_owned()).await.expect("answered");
        let listed = store.games_by_account(ann, GameFilter::Over, u64::MAX, 9).await.expect("read");
        let listed: Vec<_> = listed.iter().map(|game| game.final_state.as_deref()).collect();
        assert_eq!(listed, [Some("derived later"), Some("the end")]);
    }
}

#[tokio::test]
async fn stores_report_their_pool_and_batch_sizes() {
    for backend in backends().await {
        let store = backend.open().await;
        store.create_game(new_game()).await.expect("created");
        let pool = store.pool_status();
        assert_eq!(pool.is_some(), backend.is_shared());
        assert!(pool.is_none_or(|pool| pool.used + pool.idle > 0 && pool.waiting == 0), "{pool:?}");
        assert!(store.batch_sizes().is_some());
    }
}

#[tokio::test]
async fn changes_are_committed_with_their_events_or_not_at_all() {
    for backend in backends().await {
        let store = backend.open().await;
        let (ann, bob) = (create_account(&store, "Ann").await, create_account(&store, "Bob").await);
        let game = store.create_game(new_game()).await.expect("created").id;
        let next = NewGame { accounts: vec![ann, bob], ..new_game() };
        let (white, black, pool) = (ann, bob, "english/blitz".to_owned());
        let rated_game = RatedGame { pool, white, black, score: play::rating::GameScore::Win };
        let full = Append {
            ends: true,
            next_game: Some(next.clone()),
            rated_game: Some(rated_game),
            ..append(game, 0, "the end, and the next game")
        };
        let late = Append { after: 7, ..full.clone() };
        assert_eq!(store.append(late).await, Ok(AppendOutcome::Conflict { seq: 0 }));
        assert_eq!(store.game(next.id).await, Ok(None), "nothing was written");
        assert_eq!(store.append(full.clone()).await, Ok(AppendOutcome::Done { seq: 1 }));
        assert_eq!(store.game(next.id).await.expect("read").map(|game| game.number), Some(2));
        let rating = store.ratings(ann).await.expect("read");
        assert_eq!((rating.len(), rating[0].rating.games), (1, 1));
        assert!(rating[0].rating.rating > 1500.0);
        assert_eq!(store.rating_history(bob, "english/blitz".to_owned(), 9).await.expect("read").len(), 1);
        let changed = async |account, number| {
            let found = store.rating_change(account, "english/blitz".to_owned(), number).await.expect("read");
            found.map(|change| (change.before.map(|before| before.game_number), change.after.game_number))
        };
        assert_eq!(changed(ann, 1).await, Some((None, 1)), "there is no previous game");
        assert_eq!(changed(ann, 2).await, None, "this game has not ended");
        // The next game exists already, so nothing of this append is written.
        let again = Append { after: 1, ..full };
        assert!(matches!(store.append(again).await, Err(StoreError::Other(_))));
        assert_eq!(store.game(game).await.expect("read").map(|game| game.seq), Some(1));
        assert_eq!(store.ratings(ann).await.expect("read"), rating);
    }
}
