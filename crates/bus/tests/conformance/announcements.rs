//! Announcements.

use std::sync::Arc;

use bus::{CatchUp, LocalBus, Topic};
use play::id::{AccountId, GameId};
use play::time::Timestamp;
use store::{Append, Database, NewGame};
use tokio::sync::watch;

use crate::connections::{PATIENCE, Wire, open, open_with, until};

fn game() -> GameId {
    GameId::new().expect("chance")
}

fn account() -> AccountId {
    AccountId::new().expect("chance")
}

#[tokio::test]
async fn the_newest_is_heard_by_all_who_listen_and_a_game_never_goes_back() {
    for wire in Wire::all().await {
        let bus = wire.node().await;
        let (game, other) = (game(), game());
        let (mut one, mut two) = (bus.subscribe(Topic::Game(game)), bus.subscribe(Topic::Game(game)));
        bus.announce(other, 9);
        bus.announce(game, 1);
        bus.announce(game, 3);
        bus.announce(game, 2);
        for listener in [&mut one, &mut two] {
            listener.changed().await.expect("it is announced");
            assert_eq!(*listener.borrow_and_update(), 3, "what was in between is not kept");
            assert!(!listener.has_changed().expect("the bus lives"));
        }
    }
}

#[tokio::test]
async fn whatever_is_stirred_is_heard_by_those_whom_it_concerns_and_nobody_else() {
    for wire in Wire::all().await {
        let bus = wire.node().await;
        let (ann, bob, game) = (account(), account(), game());
        let topics = [Topic::Lobby, Topic::Account(ann), Topic::Credentials(ann), Topic::Presence(game)];
        let mut heard = topics.map(|topic| bus.subscribe(topic));
        let not_meant = bus.subscribe(Topic::Account(bob));
        for topic in topics.into_iter().chain([Topic::Account(ann)]) {
            bus.notify(topic);
        }
        for listener in &mut heard {
            listener.changed().await.expect("it is announced");
        }
        assert!(!not_meant.has_changed().expect("the bus lives"));
        // Nobody need listen.
        bus.notify(Topic::Credentials(bob));
    }
}

/// Says something again, each time a little later, until it is heard: it may take a moment until others hear at all.
async fn heard_after(mut say: impl FnMut(u64), listener: &mut watch::Receiver<u64>) -> u64 {
    let mut times = 0;
    until(|| {
        times += 1;
        say(times);
        listener.has_changed().expect("the bus lives")
    })
    .await;
    *listener.borrow_and_update()
}

#[tokio::test]
async fn what_one_node_announces_others_hear_and_who_comes_later_hears_the_next() {
    for wire in Wire::all().await {
        let (one, other) = (wire.node().await, wire.node().await);
        let (game, ann) = (game(), account());
        let mut news = other.subscribe(Topic::Game(game));
        let heard = heard_after(|seq| one.announce(game, seq), &mut news).await;
        let mut late = other.subscribe(Topic::Game(game));
        late.borrow_and_update();
        one.announce(game, heard + 1_000);
        for listener in [&mut news, &mut late] {
            let newest = tokio::time::timeout(PATIENCE, listener.wait_for(|seq| *seq == heard + 1_000)).await;
            newest.expect("heard").expect("the bus lives");
        }
        // What arrives late does not turn a game back: what follows it on the same way is heard after it.
        one.announce(game, 1);
        one.notify(Topic::Presence(game));
        let mut coming = other.subscribe(Topic::Presence(game));
        heard_after(|_| one.notify(Topic::Presence(game)), &mut coming).await;
        assert_eq!(*news.borrow(), heard + 1_000);
        for topic in [Topic::Lobby, Topic::Account(ann), Topic::Credentials(ann), Topic::Presence(game)] {
            let mut listener = one.subscribe(topic);
            heard_after(|_| other.notify(topic), &mut listener).await;
        }
    }
}

#[tokio::test]
async fn what_is_told_to_all_nodes_reaches_the_others_and_does_not_come_back() {
    for wire in Wire::shared().await {
        let (one, other) = (wire.node().await, wire.node().await);
        let (mut own, mut overheard) = (one.broadcasts(), other.broadcasts());
        until(|| {
            one.broadcast("ann was here".to_owned());
            overheard.try_recv().is_ok_and(|text| &*text == "ann was here")
        })
        .await;
        other.broadcast("so was bob".to_owned());
        let answer = tokio::time::timeout(PATIENCE, own.recv()).await.expect("heard").expect("the bus lives");
        assert_eq!(&*answer, "so was bob");
    }
}

#[tokio::test]
async fn who_was_cut_off_hears_again_when_it_is_mended_and_both_sides_look_at_what_they_missed() {
    for wire in Wire::shared().await {
        let (near, (far, mut relay)) = (wire.node().await, wire.far_node().await);
        let game = game();
        let (mut at_near, mut at_far) = (near.subscribe(Topic::Lobby), far.subscribe(Topic::Lobby));
        heard_after(|_| near.notify(Topic::Lobby), &mut at_far).await;
        relay.cut().await;
        until(|| !far.is_whole()).await;
        at_near.borrow_and_update();
        at_far.borrow_and_update();
        near.notify(Topic::Lobby);
        far.notify(Topic::Lobby);
        // Those at the same node are told all the same.
        assert!(at_near.has_changed().expect("lives") && at_far.has_changed().expect("lives"));
        at_near.borrow_and_update();
        at_far.borrow_and_update();
        relay.restore().await.expect("restored");
        until(|| far.is_whole()).await;
        let missed = |listener: &watch::Receiver<u64>| listener.has_changed().expect("the bus lives");
        until(|| missed(&at_near) && missed(&at_far)).await;
        let mut news = far.subscribe(Topic::Game(game));
        heard_after(|seq| near.announce(game, seq), &mut news).await;
        let mut news = near.subscribe(Topic::Game(game));
        heard_after(|seq| far.announce(game, 1_000_000 + seq), &mut news).await;
    }
}

#[tokio::test]
async fn a_node_that_is_cut_off_finds_out_how_far_games_have_come() {
    for wire in Wire::shared().await {
        let (near, (far, mut relay)) = (wire.node().await, wire.far_node().await);
        let folder = tempfile::tempdir().expect("a folder");
        let store = Database::from(folder.path().join("games")).open().await.expect("a store");
        let _healing = CatchUp::start(Arc::clone(&far), Arc::clone(&store)).expect("others are there");
        let game = game();
        let new = NewGame {
            id: game,
            created_at: Timestamp(0),
            rules: String::new(),
            terms: serde_json::json!({}),
            accounts: Vec::new(),
            computer_is_asked: false,
        };
        store.create_game(new).await.expect("made");
        let (mut news, mut lobby) = (far.subscribe(Topic::Game(game)), far.subscribe(Topic::Lobby));
        // Nothing is let through, and nobody says so.
        relay.stall().await.expect("stalled");
        let event = serde_json::json!({"kind": "message"});
        store.append(Append::event(game, 0, Timestamp(1), event)).await.expect("appended");
        near.announce(game, 1);
        near.notify(Topic::Lobby);
        let heard = tokio::time::timeout(PATIENCE, news.wait_for(|seq| *seq == 1)).await;
        heard.expect("found").expect("the bus lives");
        tokio::time::timeout(PATIENCE, lobby.changed()).await.expect("looked").expect("the bus lives");
    }
}

#[tokio::test]
async fn a_node_starts_while_its_bus_is_away_and_hears_others_when_it_comes() {
    let mut nats = testservers::Nats::start().await.expect("a server");
    nats.stop().await.expect("stopped");
    let [one, other] =
        [open(Some(&nats.url()), "unused.db").await, open(Some(&nats.url()), "unused.db").await];
    let game = game();
    let mut news = other.subscribe(Topic::Game(game));
    one.announce(game, 1);
    assert!(!one.is_whole());
    nats.start_again().await.expect("started");
    heard_after(|seq| one.announce(game, 1 + seq), &mut news).await;
    assert!(one.is_whole() && other.is_whole());
}

#[tokio::test]
async fn what_has_happened_is_told_along_over_nats_and_over_postgresql_only_that_it_has() {
    for wire in Wire::shared().await {
        let (give, given) = std::sync::mpsc::channel();
        let local = LocalBus::new(Arc::new(move |game, text| drop(give.send((game, text.to_owned())))));
        let (one, other, game) = (wire.node().await, wire.node_on(local).await, game());
        let mut news = other.subscribe(Topic::Game(game));
        heard_after(|seq| one.announce_events(game, seq, &|| "ann moves".to_owned()), &mut news).await;
        // It is given before it is announced.
        let told = given.try_recv().ok();
        assert_eq!(told, matches!(wire, Wire::Nats(_)).then(|| (game, "ann moves".to_owned())));
        // What is too long is read.
        let long = "x".repeat(100_000);
        heard_after(|seq| one.announce_events(game, 1_000 + seq, &|| long.clone()), &mut news).await;
        assert!(given.try_iter().all(|(_, text)| text != long));
    }
}

#[tokio::test]
async fn who_does_not_know_the_secret_of_the_nodes_tells_them_nothing() {
    let nats = testservers::Nats::start().await.expect("a server");
    let nodes = async |secret| open_with(secret, Some(&nats.url()), "unused.db").await;
    let [one, other, stranger] = [nodes("ours").await, nodes("ours").await, nodes("theirs").await];
    until(|| one.is_whole() && other.is_whole() && stranger.is_whole()).await;
    let game = game();
    let mut news = other.subscribe(Topic::Game(game));
    let say = |seq| {
        stranger.announce(game, 1_000 + seq);
        one.announce(game, seq);
    };
    assert!(heard_after(say, &mut news).await < 1_000);
    assert!(heard_after(|seq| say(500 + seq), &mut news).await < 1_000);
}
