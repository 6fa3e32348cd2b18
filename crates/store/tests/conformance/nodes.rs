//! Nodes: heartbeats, presence, and shared state.

use play::id::{AccountId, GameId, NodeId};
use play::time::Timestamp;
use store::{HeartbeatOutcome, NODE_TIMEOUT, Outage, PresenceRecord, RECOVERY_TIMEOUT, SHORT_OUTAGE};

use crate::backends::{Backend, backends, new_game};

fn node() -> NodeId {
    NodeId::new().expect("random bytes")
}

#[tokio::test]
async fn one_node_leads_the_recovery_while_others_wait() {
    for backend in backends().await {
        let (store, [one, other]) = (backend.open().await, [node(), node()]);
        let heartbeat = async |node, at| store.heartbeat(node, Timestamp(at)).await.expect("recorded");
        let served = async |at| store.is_served(Timestamp(at)).await.expect("read");
        assert!(!served(1_000).await, "no heartbeat yet");
        assert_eq!(heartbeat(one, 1_000).await, HeartbeatOutcome::Healthy);
        assert!(served(1_000 + SHORT_OUTAGE - 1).await && !served(1_000 + SHORT_OUTAGE).await);
        assert_eq!(
            heartbeat(other, 1_000 + SHORT_OUTAGE - 1).await,
            HeartbeatOutcome::Healthy,
            "the other node served meanwhile"
        );
        let last = 1_000 + SHORT_OUTAGE - 1;
        let back = last + SHORT_OUTAGE;
        // The store or all nodes were down.
        let store = backend.open().await;
        let heartbeat = async |node, at| store.heartbeat(node, Timestamp(at)).await.expect("recorded");
        let outage = Outage { from: Timestamp(last), to: Timestamp(back) };
        assert_eq!(heartbeat(one, back).await, HeartbeatOutcome::LeadRecovery(outage));
        assert_eq!(heartbeat(other, back + 1_000).await, HeartbeatOutcome::AwaitRecovery);
        assert!(
            !store.is_served(Timestamp(back + 1_000)).await.expect("read"),
            "the clocks are not compensated yet"
        );
        assert_eq!(
            heartbeat(one, back + 2_000).await,
            HeartbeatOutcome::LeadRecovery(outage),
            "the recovery is not finished"
        );
        let late = back + 2_000 + RECOVERY_TIMEOUT;
        assert_eq!(
            heartbeat(other, late).await,
            HeartbeatOutcome::LeadRecovery(outage),
            "the other takes over"
        );
        store.finish_recovery(one).await.expect("recorded");
        assert_eq!(
            heartbeat(one, late + 1).await,
            HeartbeatOutcome::AwaitRecovery,
            "the first is no longer the leader"
        );
        store.finish_recovery(other).await.expect("recorded");
        assert_eq!(heartbeat(one, late + 2).await, HeartbeatOutcome::Healthy);
        assert!(store.is_served(Timestamp(late + 2)).await.expect("read"));
    }
}

#[tokio::test]
async fn nodes_share_the_first_secret() {
    for backend in backends().await {
        let (one, other) = (backend.open().await, backend.open().await);
        assert_eq!(one.shared_secret("of one".to_owned()).await.expect("read"), "of one");
        // A file is served by one process.
        let others = if backend.is_shared() { vec![other, backend.open().await] } else { Vec::new() };
        for node in others.into_iter().chain([one]) {
            assert_eq!(node.shared_secret("of another".to_owned()).await.expect("read"), "of one");
        }
    }
}

#[tokio::test]
async fn players_are_present_while_connected_to_a_live_node() {
    for backend in backends().await {
        let store = backend.open().await;
        let (game, ann) = (GameId::new().expect("random bytes"), AccountId::new().expect("random bytes"));
        let [one, other] = [node(), node()];
        let presence = async |now| store.presence(game, Timestamp(now)).await.expect("read");
        let heartbeat = async |node, now| store.heartbeat(node, Timestamp(now)).await.expect("recorded");
        let record_presence = async |node, connections, now| {
            store.record_presence(node, game, ann, connections, Timestamp(now)).await.expect("recorded");
        };
        assert_eq!(presence(5).await, PresenceRecord::default());
        for node in [one, other] {
            heartbeat(node, 10).await;
        }
        record_presence(one, 2, 11).await;
        assert_eq!(presence(12).await.players, [(ann, None)]);
        record_presence(other, 1, 13).await;
        record_presence(one, 0, 14).await;
        assert_eq!(presence(15).await.players, [(ann, None)], "still connected to the other node");
        record_presence(other, 0, 16).await;
        assert_eq!(presence(17).await.players, [(ann, Some(Timestamp(16)))]);
        store.record_spectators(one, game, 3).await.expect("recorded");
        store.record_spectators(other, game, 4).await.expect("recorded");
        store.record_spectators(one, game, 2).await.expect("recorded");
        assert_eq!(presence(18).await.spectators, 6);
        store.delete_absent(Timestamp(17)).await.expect("deleted");
        assert_eq!(presence(18).await.players, []);
    }
}

#[tokio::test]
async fn connections_end_with_a_dead_node() {
    for backend in backends().await.into_iter().filter(Backend::is_shared) {
        let store = backend.open().await;
        let (game, ann) = (GameId::new().expect("random bytes"), AccountId::new().expect("random bytes"));
        let node = node();
        store.heartbeat(node, Timestamp(10)).await.expect("recorded");
        store.record_presence(node, game, ann, 1, Timestamp(11)).await.expect("recorded");
        store.record_spectators(node, game, 5).await.expect("recorded");
        let late = Timestamp(11 + NODE_TIMEOUT);
        let presence = store.presence(game, late).await.expect("read");
        let expected = PresenceRecord { players: vec![(ann, Some(Timestamp(11)))], spectators: 0 };
        assert_eq!(presence, expected);
    }
}

#[tokio::test]
async fn store_time_advances() {
    for backend in backends().await {
        let store = backend.open().await;
        let first = store.time().await.expect("read");
        assert!(first.since(Timestamp(0)).as_secs() > 1_700_000_000, "it is after 2023");
        assert!(store.time().await.expect("read") >= first);
    }
}

#[tokio::test]
async fn one_claim_of_the_engine_turn_is_valid_at_a_time() {
    for backend in backends().await {
        let store = backend.open().await;
        let waiting = store::NewGame { awaits_engine: true, ..new_game() };
        let game = store.create_game(waiting).await.expect("created").id;
        let other = store.create_game(new_game()).await.expect("created").id;
        let claim = async |game, now, until| {
            store.claim_engine_turn(game, Timestamp(now), Timestamp(until)).await.expect("answered")
        };
        assert!(!claim(other, 1, 10).await, "it is not the turn of the computer");
        assert!(claim(game, 1, 10).await);
        assert!(!claim(game, 9, 20).await, "the claim is valid");
        assert!(claim(game, 10, 20).await, "the claim has expired");
    }
}

#[tokio::test]
async fn last_event_numbers_of_many_games_are_read_at_once() {
    for backend in backends().await {
        let store = backend.open().await;
        let (first, second) = (
            store.create_game(new_game()).await.expect("created").id,
            store.create_game(new_game()).await.expect("created").id,
        );
        let event = serde_json::json!({"kind": "message"});
        store.append(store::Append::event(second, 0, Timestamp(1), event)).await.expect("appended");
        let unknown = GameId::new().expect("random bytes");
        let mut numbers = store.last_event_numbers(vec![first, unknown, second]).await.expect("read");
        numbers.sort_by_key(|(_, seq)| *seq);
        assert_eq!(numbers, [(first, 0), (second, 1)]);
    }
}
