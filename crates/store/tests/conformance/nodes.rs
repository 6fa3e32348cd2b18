//! What nodes tell each other through the store.

use play::id::{AccountId, GameId, NodeId};
use play::time::Timestamp;
use store::{Beat, NODE_TIMEOUT, Outage, PresenceRecord, RECOVERY_TIMEOUT, SHORT_OUTAGE};

use crate::homes::{Home, homes, new_game};

fn node() -> NodeId {
    NodeId::new().expect("chance")
}

#[tokio::test]
async fn one_node_makes_up_for_an_outage_while_the_others_wait() {
    for home in homes().await {
        let (store, [one, other]) = (home.open().await, [node(), node()]);
        let beat = async |node, at| store.beat(node, Timestamp(at)).await.expect("noted");
        let served = async |at| store.is_served(Timestamp(at)).await.expect("told");
        assert!(!served(1_000).await, "nobody has ever served");
        assert_eq!(beat(one, 1_000).await, Beat::Fine);
        assert!(served(1_000 + SHORT_OUTAGE - 1).await && !served(1_000 + SHORT_OUTAGE).await);
        assert_eq!(beat(other, 1_000 + SHORT_OUTAGE - 1).await, Beat::Fine, "somebody served meanwhile");
        let last = 1_000 + SHORT_OUTAGE - 1;
        let back = last + SHORT_OUTAGE;
        // The store was away, or all nodes were.
        let store = home.open().await;
        let beat = async |node, at| store.beat(node, Timestamp(at)).await.expect("noted");
        let outage = Outage { from: Timestamp(last), to: Timestamp(back) };
        assert_eq!(beat(one, back).await, Beat::MakeUp(outage));
        assert_eq!(beat(other, back + 1_000).await, Beat::Wait);
        assert!(!store.is_served(Timestamp(back + 1_000)).await.expect("told"), "the clocks are not right");
        assert_eq!(beat(one, back + 2_000).await, Beat::MakeUp(outage), "it still has to");
        let late = back + 2_000 + RECOVERY_TIMEOUT;
        assert_eq!(beat(other, late).await, Beat::MakeUp(outage), "the other takes over");
        store.finish_recovery(one).await.expect("noted");
        assert_eq!(beat(one, late + 1).await, Beat::Wait, "it is not for the first any more to say so");
        store.finish_recovery(other).await.expect("noted");
        assert_eq!(beat(one, late + 2).await, Beat::Fine);
        assert!(store.is_served(Timestamp(late + 2)).await.expect("told"));
    }
}

#[tokio::test]
async fn all_nodes_of_a_site_share_the_secret_that_the_first_made() {
    for home in homes().await {
        let (one, other) = (home.open().await, home.open().await);
        assert_eq!(one.shared_secret("of one".to_owned()).await.expect("told"), "of one");
        // A file is served by one process.
        let others = if home.is_shared() { vec![other, home.open().await] } else { Vec::new() };
        for node in others.into_iter().chain([one]) {
            assert_eq!(node.shared_secret("of another".to_owned()).await.expect("told"), "of one");
        }
    }
}

#[tokio::test]
async fn a_player_is_here_while_connected_to_a_node_that_lives() {
    for home in homes().await {
        let store = home.open().await;
        let (game, ann) = (GameId::new().expect("chance"), AccountId::new().expect("chance"));
        let [one, other] = [node(), node()];
        let at = async |now| store.presence(game, Timestamp(now)).await.expect("read");
        let beat = async |node, now| store.beat(node, Timestamp(now)).await.expect("noted");
        let record_presence = async |node, connections, now| {
            store.record_presence(node, game, ann, connections, Timestamp(now)).await.expect("noted");
        };
        assert_eq!(at(5).await, PresenceRecord::default());
        for node in [one, other] {
            beat(node, 10).await;
        }
        record_presence(one, 2, 11).await;
        assert_eq!(at(12).await.players, [(ann, None)]);
        record_presence(other, 1, 13).await;
        record_presence(one, 0, 14).await;
        assert_eq!(at(15).await.players, [(ann, None)], "still at the other");
        record_presence(other, 0, 16).await;
        assert_eq!(at(17).await.players, [(ann, Some(Timestamp(16)))]);
        store.watch(one, game, 3).await.expect("noted");
        store.watch(other, game, 4).await.expect("noted");
        store.watch(one, game, 2).await.expect("noted");
        assert_eq!(at(18).await.spectators, 6);
        store.delete_absent(Timestamp(17)).await.expect("forgotten");
        assert_eq!(at(18).await.players, []);
    }
}

#[tokio::test]
async fn who_was_connected_to_a_node_that_died_left_with_it() {
    for home in homes().await.into_iter().filter(Home::is_shared) {
        let store = home.open().await;
        let (game, ann) = (GameId::new().expect("chance"), AccountId::new().expect("chance"));
        let node = node();
        store.beat(node, Timestamp(10)).await.expect("noted");
        store.record_presence(node, game, ann, 1, Timestamp(11)).await.expect("noted");
        store.watch(node, game, 5).await.expect("noted");
        let late = Timestamp(11 + NODE_TIMEOUT);
        let attendance = store.presence(game, late).await.expect("read");
        let expected = PresenceRecord { players: vec![(ann, Some(Timestamp(11)))], spectators: 0 };
        assert_eq!(attendance, expected);
    }
}

#[tokio::test]
async fn the_time_of_a_store_goes_on() {
    for home in homes().await {
        let store = home.open().await;
        let first = store.time().await.expect("told");
        assert!(first.since(Timestamp(0)).as_secs() > 1_700_000_000, "it is after 2023");
        assert!(store.time().await.expect("told") >= first);
    }
}

#[tokio::test]
async fn one_thinks_for_the_computer_at_a_time() {
    for home in homes().await {
        let store = home.open().await;
        let asked = store::NewGame { computer_is_asked: true, ..new_game() };
        let game = store.create_game(asked).await.expect("made").id;
        let quiet = store.create_game(new_game()).await.expect("made").id;
        let claim = async |game, now, until| {
            store.claim_engine_turn(game, Timestamp(now), Timestamp(until)).await.expect("asked")
        };
        assert!(!claim(quiet, 1, 10).await, "it is not asked");
        assert!(claim(game, 1, 10).await);
        assert!(!claim(game, 9, 20).await, "somebody thinks");
        assert!(claim(game, 10, 20).await, "for too long");
    }
}

#[tokio::test]
async fn it_is_told_how_far_many_games_have_come() {
    for home in homes().await {
        let store = home.open().await;
        let (first, second) = (
            store.create_game(new_game()).await.expect("made").id,
            store.create_game(new_game()).await.expect("made").id,
        );
        let event = serde_json::json!({"kind": "message"});
        store.append(store::Append::event(second, 0, Timestamp(1), event)).await.expect("appended");
        let unknown = GameId::new().expect("chance");
        let mut heads = store.heads(vec![first, unknown, second]).await.expect("read");
        heads.sort_by_key(|(_, seq)| *seq);
        assert_eq!(heads, [(first, 0), (second, 1)]);
    }
}
