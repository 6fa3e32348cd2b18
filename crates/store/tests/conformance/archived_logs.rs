//! Archived logs are read like others.

use play::time::Timestamp;
use serde_json::json;
use store::{Append, AppendOutcome, ArchivedLog};

use crate::backends::{backends, new_game};

#[tokio::test]
async fn games_are_archivable_once_in_the_order_of_their_ends() {
    for backend in backends().await {
        let store = backend.open().await;
        let mut games = Vec::new();
        for ended_at in [3_000, 1_000, 2_000, 9_000] {
            let game = store.create_game(new_game()).await.expect("created").id;
            let end = Append::event(game, 0, Timestamp(ended_at), json!({}));
            store.append(Append { ends: true, ..end }).await.expect("appended");
            games.push(game);
        }
        let running = store.create_game(new_game()).await.expect("created").id;
        store.append(Append::event(running, 0, Timestamp(1), json!({}))).await.expect("appended");
        let find = async |after| store.archivable_games(Timestamp(5_000), after, 2).await.expect("read");
        let first = find(None).await;
        assert_eq!(first.iter().map(|game| game.id).collect::<Vec<_>>(), [games[1], games[2]]);
        let rest = find(first.last().copied()).await;
        assert_eq!(rest.iter().map(|game| game.id).collect::<Vec<_>>(), [games[0]]);
        let log = ArchivedLog { game: games[1], last: 1, events: Vec::new() };
        store.archive_logs(vec![log.clone()]).await.expect("archived");
        assert!(find(None).await.iter().all(|game| game.id != games[1]));
        assert!(store.archive_logs(vec![log]).await.is_err(), "a log is archived once");
    }
}

#[tokio::test]
async fn archived_logs_are_read_in_part_and_continued() {
    for backend in backends().await {
        let store = backend.open().await;
        let game = store.create_game(new_game()).await.expect("created").id;
        let events = (0..5).map(|number| json!({ "number": number })).collect();
        let append = Append { events, ends: true, ..Append::event(game, 0, Timestamp(7), json!({})) };
        store.append(append).await.expect("appended");
        let before = store.events(game, 0, 100).await.expect("read");
        store::archive::archive_store_logs(&store, Timestamp(100), &|_| ()).await.expect("archived");
        for (after, limit) in [(0, 100), (0, 2), (3, 100), (5, 100)] {
            let expected: Vec<_> =
                before.iter().filter(|event| event.seq > after).take(limit).cloned().collect();
            assert_eq!(store.events(game, after, limit).await, Ok(expected), "after {after}, limit {limit}");
        }
        let message = Append::event(game, 5, Timestamp(200), json!({ "text": "good game" }));
        assert_eq!(store.append(message).await, Ok(AppendOutcome::Done { seq: 6 }));
        let all = store.events(game, 0, 100).await.expect("read");
        assert_eq!(all.iter().map(|event| event.seq).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        assert_eq!(store.events(game, 3, 100).await.expect("read").len(), 3);
        assert_eq!(store.events(game, 5, 100).await.expect("read").len(), 1);
    }
}
