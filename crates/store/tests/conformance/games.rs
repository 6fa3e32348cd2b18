//! Games.

use std::collections::HashSet;
use std::sync::Arc;

use play::id::GameId;
use play::rated_game::RatedGame;
use play::time::Timestamp;
use serde_json::json;
use store::{Append, Appended, CommandRecord, GameFilter, NewGame, StoreError};

use crate::homes::{homes, new_game, person};

fn append(game: GameId, after: u64, body: &str) -> Append {
    Append::event(game, after, Timestamp(2_000), json!({ "event": body }))
}

fn command(id: &str, content: &str) -> Option<CommandRecord> {
    Some(CommandRecord { id: id.to_owned(), content: content.to_owned() })
}

#[tokio::test]
async fn games_get_running_numbers_and_are_found_by_id_and_number() {
    for home in homes().await {
        let store = home.open().await;
        for number in 1..=3 {
            let new = new_game();
            let made = store.create_game(new.clone()).await.expect("made");
            assert_eq!((made.number, made.seq, made.id), (number, 0, new.id));
            assert_eq!((&made.rules, &made.terms), (&new.rules, &new.terms));
            assert_eq!(made.rules_hash.len(), 64);
            assert_eq!(store.game(new.id).await, Ok(Some(made.clone())));
            assert_eq!(store.game_by_number(number).await, Ok(Some(made)));
        }
        assert_eq!(store.game(GameId::new().expect("chance")).await, Ok(None));
        assert_eq!(store.game_by_number(u64::MAX).await, Ok(None));
    }
}

#[tokio::test]
async fn events_are_appended_only_after_the_one_that_was_seen_last() {
    for home in homes().await {
        let store = home.open().await;
        let game = store.create_game(new_game()).await.expect("made").id;
        assert_eq!(store.append(append(game, 0, "first")).await, Ok(Appended::Done { seq: 1 }));
        assert_eq!(store.append(append(game, 0, "late")).await, Ok(Appended::Meanwhile { seq: 1 }));
        assert_eq!(store.append(append(game, 5, "early")).await, Ok(Appended::Meanwhile { seq: 1 }));
        let both = Append { events: vec![json!("a"), json!("b")], ..append(game, 1, "") };
        assert_eq!(store.append(both).await, Ok(Appended::Done { seq: 3 }));
        let nowhere = append(GameId::new().expect("chance"), 0, "nowhere");
        assert_eq!(store.append(nowhere).await, Ok(Appended::NoGame));
        let events = store.events(game, 1, 100).await.expect("events");
        let told: Vec<_> = events.iter().map(|event| (event.seq, event.body.clone())).collect();
        assert_eq!(told, [(2, json!("a")), (3, json!("b"))]);
        assert_eq!(store.events(game, 0, 1).await.expect("events").len(), 1);
        assert_eq!(store.game(game).await.expect("read").expect("there").seq, 3);
    }
}

#[tokio::test]
async fn a_command_that_is_sent_twice_is_carried_out_once() {
    for home in homes().await {
        let store = home.open().await;
        let game = store.create_game(new_game()).await.expect("made").id;
        let first = Append { command: command("c1", "move 11-15"), ..append(game, 0, "move") };
        assert_eq!(store.append(first.clone()).await, Ok(Appended::Done { seq: 1 }));
        assert_eq!(store.append(append(game, 1, "other")).await, Ok(Appended::Done { seq: 2 }));
        // Again, as it was and as the client might send it after looking again.
        assert_eq!(store.append(first.clone()).await, Ok(Appended::Before { seq: 1 }));
        assert_eq!(store.append(Append { after: 2, ..first.clone() }).await, Ok(Appended::Before { seq: 1 }));
        let other = Append { command: command("c1", "resign"), after: 2, ..first };
        assert_eq!(store.append(other).await, Ok(Appended::OtherCommand));
        assert_eq!(store.events(game, 0, 100).await.expect("events").len(), 2);
        let known = |id, content| store.command(game, command(id, content).expect("a command"));
        assert_eq!(known("c1", "move 11-15").await, Ok(Some(Appended::Before { seq: 1 })));
        assert_eq!(known("c1", "resign").await, Ok(Some(Appended::OtherCommand)));
        assert_eq!(known("c2", "resign").await, Ok(None));
    }
}

#[tokio::test]
async fn no_character_is_too_odd_for_an_event_or_a_command() {
    for home in homes().await {
        let store = home.open().await;
        let game = store.create_game(new_game()).await.expect("made").id;
        let odd = "\0 \u{1} \u{fffe} \u{10ffff} \u{2028} \\u0000 'quoted' \"twice\" \\ {}[]";
        let body = json!({ "said": odd, "number": 1.5e300, "nested": [[{}], null] });
        let event = Append { events: vec![body.clone()], ..append(game, 0, "") };
        let first = Append { command: command(odd, odd), ..event };
        assert_eq!(store.append(first.clone()).await, Ok(Appended::Done { seq: 1 }));
        assert_eq!(store.append(first).await, Ok(Appended::Before { seq: 1 }));
        assert_eq!(store.events(game, 0, 9).await.expect("read")[0].body, body);
        let known = store.command(game, command(odd, odd).expect("a command")).await;
        assert_eq!(known, Ok(Some(Appended::Before { seq: 1 })));
        assert_eq!(store.account_by_name(odd.to_owned()).await, Ok(None));
    }
}

#[tokio::test]
async fn overdue_games_are_found_until_they_go_on_or_end() {
    for home in homes().await {
        let store = home.open().await;
        let mut games = Vec::new();
        for deadline in [5_000, 4_000, 9_000] {
            let game = store.create_game(new_game()).await.expect("made").id;
            let due = Append { deadline: Some(Timestamp(deadline)), ..append(game, 0, "move") };
            store.append(due).await.expect("appended");
            games.push(game);
        }
        assert_eq!(store.overdue(Timestamp(3_999), 10).await, Ok(vec![]));
        assert_eq!(store.overdue(Timestamp(5_000), 10).await, Ok(vec![games[1], games[0]]));
        assert_eq!(store.overdue(Timestamp(5_000), 1).await, Ok(vec![games[1]]));
        store.append(append(games[0], 1, "move")).await.expect("appended");
        let end = Append { ends: true, deadline: Some(Timestamp(1)), ..append(games[1], 1, "flag") };
        store.append(end).await.expect("appended");
        assert_eq!(store.overdue(Timestamp(5_000), 10).await, Ok(vec![]));
        // A deadline that was put off, and one that was brought forward.
        for (game, after, deadline) in [(games[2], 1, 20_000), (games[0], 2, 30_000), (games[0], 3, 8_000)] {
            let due = Append { deadline: Some(Timestamp(deadline)), ..append(game, after, "move") };
            store.append(due).await.expect("appended");
        }
        assert_eq!(store.overdue(Timestamp(7_999), 10).await, Ok(vec![]));
        assert_eq!(store.overdue(Timestamp(15_000), 10).await, Ok(vec![games[0]]));
        assert_eq!(store.overdue(Timestamp(19_999), 10).await, Ok(vec![games[0]]), "it was looked at before");
        assert_eq!(store.overdue(Timestamp(20_000), 1).await, Ok(vec![games[0]]));
        assert_eq!(store.overdue(Timestamp(20_000), 10).await, Ok(vec![games[0], games[2]]));
        let ended = store.game(games[1]).await.expect("read").expect("there");
        assert_eq!((ended.ended_at, ended.deadline), (Some(Timestamp(2_000)), None));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_append_at_once_one_is_first_each_time_and_nothing_is_lost() {
    for home in homes().await {
        let store = home.open().await;
        let game = store.create_game(new_game()).await.expect("made").id;
        let tasks: Vec<_> = (0..8)
            .map(|player| {
                let store = Arc::clone(&store);
                tokio::spawn(async move {
                    let (mut seen, mut done) = (0, Vec::new());
                    for number in 0..25 {
                        let body = format!("{player}.{number}");
                        loop {
                            match store.append(append(game, seen, &body)).await.expect("answered") {
                                Appended::Done { seq } => {
                                    seen = seq;
                                    done.push((seq, body));
                                    break;
                                }
                                Appended::Meanwhile { seq } => seen = seq,
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
            acknowledged.extend(task.await.expect("it ends"));
        }
        acknowledged.sort();
        drop(store);
        // Opened again, as after a restart.
        let events = home.open().await.events(game, 0, 1000).await.expect("events");
        let written: Vec<_> = events
            .iter()
            .map(|event| (event.seq, event.body["event"].as_str().unwrap_or("").to_owned()))
            .collect();
        assert_eq!(written, acknowledged);
        assert_eq!(acknowledged.iter().map(|(seq, _)| seq).collect::<HashSet<_>>().len(), 200);
    }
}

#[tokio::test]
async fn a_job_that_fails_does_not_touch_the_others() {
    for home in homes().await {
        let store = home.open().await;
        let game = new_game();
        store.create_game(game.clone()).await.expect("made");
        let (twice, other) = (store.create_game(game), store.create_game(new_game()));
        assert!(matches!(twice.await, Err(StoreError::Other(_))), "an id is there once");
        // A number that was drawn for nothing may be missing.
        assert!(other.await.expect("made").number >= 2);
    }
}

#[tokio::test]
async fn games_are_found_by_who_plays_and_by_who_is_asked() {
    for home in homes().await {
        let store = home.open().await;
        let (ann, bob) = (person(&store, "Ann").await, person(&store, "Bob").await);
        let mut numbers = Vec::new();
        for (accounts, computer_is_asked) in [(vec![ann, bob], false), (vec![ann], true), (vec![bob], false)]
        {
            let game =
                store.create_game(NewGame { accounts, computer_is_asked, ..new_game() }).await.expect("made");
            numbers.push(game);
        }
        let ids = |games: Vec<store::StoredGame>| games.iter().map(|game| game.number).collect::<Vec<_>>();
        let of = |account, which, before, limit| store.games_of(account, which, before, limit);
        assert_eq!(ids(of(ann, GameFilter::All, u64::MAX, 9).await.expect("read")), [2, 1]);
        assert_eq!(ids(of(ann, GameFilter::All, 2, 9).await.expect("read")), [1]);
        assert_eq!(ids(of(bob, GameFilter::All, u64::MAX, 1).await.expect("read")), [3]);
        assert_eq!(ids(store.engine_games(0, 9).await.expect("read")), [2]);
        assert_eq!(ids(store.engine_games(2, 9).await.expect("read")), [0; 0]);
        let over = Append { ends: true, ..append(numbers[0].id, 0, "end") };
        store.append(over).await.expect("appended");
        assert_eq!(ids(of(ann, GameFilter::Running, u64::MAX, 9).await.expect("read")), [2]);
        assert_eq!(ids(of(ann, GameFilter::Over, u64::MAX, 9).await.expect("read")), [1]);
        assert_eq!(ids(store.running_games(u64::MAX, 9).await.expect("read")), [3, 2]);
        assert_eq!(store.count_running_games().await, Ok(2));
        let pool = store.pool();
        assert_eq!(pool.is_some(), home.is_shared());
        assert!(pool.is_none_or(|pool| pool.used + pool.idle > 0 && pool.wanted == 0), "{pool:?}");
        assert!(store.batch_sizes().is_some());
        let judged = Append { judged_since: Some(Timestamp(5)), ..append(numbers[2].id, 0, "claim") };
        store.append(judged).await.expect("appended");
        assert_eq!(ids(store.disputed_games(9).await.expect("read")), [3]);
        store.append(append(numbers[2].id, 1, "answer")).await.expect("appended");
        assert_eq!(ids(store.disputed_games(9).await.expect("read")), [0; 0]);
    }
}

#[tokio::test]
async fn what_comes_with_an_event_comes_about_with_it_or_not_at_all() {
    for home in homes().await {
        let store = home.open().await;
        let (ann, bob) = (person(&store, "Ann").await, person(&store, "Bob").await);
        let game = store.create_game(new_game()).await.expect("made").id;
        let next = NewGame { accounts: vec![ann, bob], ..new_game() };
        let (white, black, pool) = (ann, bob, "english/blitz".to_owned());
        let change = RatedGame { pool, white, black, score: play::rating::GameScore::Win };
        let whole = Append {
            ends: true,
            begins: Some(next.clone()),
            change: Some(change),
            ..append(game, 0, "the end, and the next game")
        };
        let late = Append { after: 7, ..whole.clone() };
        assert_eq!(store.append(late).await, Ok(Appended::Meanwhile { seq: 0 }));
        assert_eq!(store.game(next.id).await, Ok(None), "nothing of it came about");
        assert_eq!(store.append(whole.clone()).await, Ok(Appended::Done { seq: 1 }));
        assert_eq!(store.game(next.id).await.expect("read").map(|game| game.number), Some(2));
        let rating = store.ratings(ann).await.expect("read");
        assert_eq!((rating.len(), rating[0].rating.games), (1, 1));
        assert!(rating[0].rating.rating > 1500.0);
        assert_eq!(store.rating_history(bob, "english/blitz".to_owned(), 9).await.expect("read").len(), 1);
        let changed = async |account, number| {
            let found = store.rating_change(account, "english/blitz".to_owned(), number).await.expect("read");
            found.map(|change| (change.before.map(|before| before.number), change.after.number))
        };
        assert_eq!(changed(ann, 1).await, Some((None, 1)), "it was the first game");
        assert_eq!(changed(ann, 2).await, None, "this one has not ended");
        // The next game is there already: then nothing else of this comes about, either.
        let again = Append { after: 1, ..whole };
        assert!(matches!(store.append(again).await, Err(StoreError::Other(_))));
        assert_eq!(store.game(game).await.expect("read").map(|game| game.seq), Some(1));
        assert_eq!(store.ratings(ann).await.expect("read"), rating);
    }
}
