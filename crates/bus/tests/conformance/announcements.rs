//! Announcements reach their subscribers on all nodes, in order and signed, also after lost connections.

use std::sync::Arc;

use bus::{CatchUp, LocalBus, Topic};
use play::id::{AccountId, GameId};
use play::time::Timestamp;
use store::{Append, Database, NewGame};
use tokio::sync::watch;

use crate::connections::{TIMEOUT, TestTransport, open, open_with, until};

fn game() -> GameId {
    GameId::new().expect("random bytes")
}

fn account() -> AccountId {
    AccountId::new().expect("random bytes")
}

#[tokio::test]
async fn subscribers_get_the_newest_number_and_never_an_older_one() {
    for transport in TestTransport::all().await {
        let bus = transport.node().await;
        let (game, other) = (game(), game());
        let (mut one, mut two) = (bus.subscribe(Topic::Game(game)), bus.subscribe(Topic::Game(game)));
        bus.announce(other, 9);
        bus.announce(game, 1);
        bus.announce(game, 3);
        bus.announce(game, 2);
        for listener in [&mut one, &mut two] {
            listener.changed().await.expect("announced");
            assert_eq!(*listener.borrow_and_update(), 3, "only the newest number");
            assert!(!listener.has_changed().expect("the bus lives"));
        }
    }
}

#[tokio::test]
async fn notifications_reach_only_their_topic() {
    for transport in TestTransport::all().await {
        let bus = transport.node().await;
        let (ann, bob, game) = (account(), account(), game());
        let topics = [Topic::Lobby, Topic::Account(ann), Topic::Credentials(ann), Topic::Presence(game)];
        let mut listeners = topics.map(|topic| bus.subscribe(topic));
        let other = bus.subscribe(Topic::Account(bob));
        for topic in topics.into_iter().chain([Topic::Account(ann)]) {
            bus.notify(topic);
        }
        for listener in &mut listeners {
            listener.changed().await.expect("announced");
        }
        assert!(!other.has_changed().expect("the bus lives"));
        // A topic without subscribers is no error.
        bus.notify(Topic::Credentials(bob));
    }
}

/// Repeats an announcement until the listener gets it, since a new subscription may take a moment. Returns the number.
async fn announce_until_received(mut announce: impl FnMut(u64), listener: &mut watch::Receiver<u64>) -> u64 {
    let mut times = 0;
    until(|| {
        times += 1;
        announce(times);
        listener.has_changed().expect("the bus lives")
    })
    .await;
    *listener.borrow_and_update()
}

#[tokio::test]
async fn announcements_reach_other_nodes_and_later_subscribers() {
    for transport in TestTransport::all().await {
        let (one, other) = (transport.node().await, transport.node().await);
        let (game, ann) = (game(), account());
        let mut events = other.subscribe(Topic::Game(game));
        let received = announce_until_received(|seq| one.announce(game, seq), &mut events).await;
        let mut late = other.subscribe(Topic::Game(game));
        late.borrow_and_update();
        one.announce(game, received + 1_000);
        for listener in [&mut events, &mut late] {
            let newest =
                tokio::time::timeout(TIMEOUT, listener.wait_for(|seq| *seq == received + 1_000)).await;
            newest.expect("received").expect("the bus lives");
        }
        // A late announcement does not lower the number. Announcements arrive in order, so the next one comes after it.
        one.announce(game, 1);
        one.notify(Topic::Presence(game));
        let mut presence = other.subscribe(Topic::Presence(game));
        announce_until_received(|_| one.notify(Topic::Presence(game)), &mut presence).await;
        assert_eq!(*events.borrow(), received + 1_000);
        for topic in [Topic::Lobby, Topic::Account(ann), Topic::Credentials(ann), Topic::Presence(game)] {
            let mut listener = one.subscribe(topic);
            announce_until_received(|_| other.notify(topic), &mut listener).await;
        }
    }
}

#[tokio::test]
async fn broadcasts_reach_other_nodes_and_not_the_sender() {
    for transport in TestTransport::shared().await {
        let (one, other) = (transport.node().await, transport.node().await);
        let (mut at_one, mut at_other) = (one.broadcasts(), other.broadcasts());
        until(|| {
            one.broadcast("ann was here".to_owned());
            at_other.try_recv().is_ok_and(|text| &*text == "ann was here")
        })
        .await;
        other.broadcast("so was bob".to_owned());
        let answer =
            tokio::time::timeout(TIMEOUT, at_one.recv()).await.expect("received").expect("the bus lives");
        assert_eq!(&*answer, "so was bob");
    }
}

#[tokio::test]
async fn after_a_reconnect_both_sides_check_for_missed_announcements() {
    for transport in TestTransport::shared().await {
        let (near, (far, mut relay)) = (transport.node().await, transport.relayed_node().await);
        let game = game();
        let (mut at_near, mut at_far) = (near.subscribe(Topic::Lobby), far.subscribe(Topic::Lobby));
        announce_until_received(|_| near.notify(Topic::Lobby), &mut at_far).await;
        relay.cut().await;
        until(|| !far.is_connected()).await;
        at_near.borrow_and_update();
        at_far.borrow_and_update();
        near.notify(Topic::Lobby);
        far.notify(Topic::Lobby);
        // Subscribers on the same node are notified without the connection.
        assert!(at_near.has_changed().expect("lives") && at_far.has_changed().expect("lives"));
        at_near.borrow_and_update();
        at_far.borrow_and_update();
        relay.restore().await.expect("restored");
        until(|| far.is_connected()).await;
        let missed = |listener: &watch::Receiver<u64>| listener.has_changed().expect("the bus lives");
        until(|| missed(&at_near) && missed(&at_far)).await;
        let mut events = far.subscribe(Topic::Game(game));
        announce_until_received(|seq| near.announce(game, seq), &mut events).await;
        let mut events = near.subscribe(Topic::Game(game));
        announce_until_received(|seq| far.announce(game, 1_000_000 + seq), &mut events).await;
    }
}

#[tokio::test]
async fn a_disconnected_node_catches_up_from_the_store() {
    for transport in TestTransport::shared().await {
        let (near, (far, mut relay)) = (transport.node().await, transport.relayed_node().await);
        let folder = tempfile::tempdir().expect("a folder");
        let store = Database::from(folder.path().join("games")).open().await.expect("a store");
        let _catch_up = CatchUp::start(Arc::clone(&far), Arc::clone(&store)).expect("others are there");
        let game = game();
        let new = NewGame {
            id: game,
            created_at: Timestamp(0),
            rules: String::new(),
            terms: serde_json::json!({}),
            accounts: Vec::new(),
            awaits_engine: false,
        };
        store.create_game(new).await.expect("created");
        let (mut events, mut lobby) = (far.subscribe(Topic::Game(game)), far.subscribe(Topic::Lobby));
        // The relay drops everything without closing the connection.
        relay.stall().await.expect("stalled");
        let event = serde_json::json!({"kind": "message"});
        store.append(Append::event(game, 0, Timestamp(1), event)).await.expect("appended");
        near.announce(game, 1);
        near.notify(Topic::Lobby);
        let received = tokio::time::timeout(TIMEOUT, events.wait_for(|seq| *seq == 1)).await;
        received.expect("found").expect("the bus lives");
        tokio::time::timeout(TIMEOUT, lobby.changed()).await.expect("notified").expect("the bus lives");
    }
}

#[tokio::test]
async fn a_node_starts_without_its_bus_and_connects_later() {
    let mut nats = testservers::Nats::start().await.expect("a server");
    nats.stop().await.expect("stopped");
    let [one, other] =
        [open(Some(&nats.url()), "unused.db").await, open(Some(&nats.url()), "unused.db").await];
    let game = game();
    let mut events = other.subscribe(Topic::Game(game));
    one.announce(game, 1);
    assert!(!one.is_connected());
    nats.start_again().await.expect("started");
    announce_until_received(|seq| one.announce(game, 1 + seq), &mut events).await;
    assert!(one.is_connected() && other.is_connected());
}

#[tokio::test]
async fn nats_carries_events_and_postgresql_only_their_number() {
    for transport in TestTransport::shared().await {
        let (sender, received) = std::sync::mpsc::channel();
        let local = LocalBus::new(Arc::new(move |game, text| drop(sender.send((game, text.to_owned())))));
        let (one, other, game) = (transport.node().await, transport.node_with(local).await, game());
        let mut events = other.subscribe(Topic::Game(game));
        announce_until_received(
            |seq| one.announce_events(game, seq, &|| "ann moves".to_owned()),
            &mut events,
        )
        .await;
        // The events arrive before their number is announced.
        let first = received.try_recv().ok();
        assert_eq!(
            first,
            matches!(transport, TestTransport::Nats(_)).then(|| (game, "ann moves".to_owned()))
        );
        // Events that are too long are left to the store.
        let long = "x".repeat(100_000);
        announce_until_received(|seq| one.announce_events(game, 1_000 + seq, &|| long.clone()), &mut events)
            .await;
        assert!(received.try_iter().all(|(_, text)| text != long));
    }
}

#[tokio::test]
async fn announcements_with_another_secret_are_ignored() {
    let nats = testservers::Nats::start().await.expect("a server");
    let node = async |secret| open_with(secret, Some(&nats.url()), "unused.db").await;
    let [one, other, stranger] = [node("ours").await, node("ours").await, node("theirs").await];
    until(|| one.is_connected() && other.is_connected() && stranger.is_connected()).await;
    let game = game();
    let mut events = other.subscribe(Topic::Game(game));
    let announce = |seq| {
        stranger.announce(game, 1_000 + seq);
        one.announce(game, seq);
    };
    assert!(announce_until_received(announce, &mut events).await < 1_000);
    assert!(announce_until_received(|seq| announce(500 + seq), &mut events).await < 1_000);
}
