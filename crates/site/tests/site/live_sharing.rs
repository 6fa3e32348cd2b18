//! Live connections share messages and reads, and a flood ends them.

use std::time::Duration;

use harness::client::Client;
use harness::live::{Incoming, LiveConnection};
use serde_json::{Value, json};
use site::config::{Rate, Rates};

use crate::monitoring::value;
use crate::support::TestSite;

async fn open(client: &Client, path: &str) -> LiveConnection {
    LiveConnection::open(client, path).await.expect("a connection")
}

/// The number of viewers in tests that count reads: more than the site reads by itself meanwhile.
const VIEWERS: usize = 40;

/// Returns the number of reads from the store so far.
async fn reads(site: &TestSite) -> f64 {
    let metrics = site.anonymous().get("/metrics").await.expect("answered").text;
    value(&metrics, "crownhead_store_seconds_count{operation=\"read\"}").expect("a number")
}

/// Checks that there were fewer reads than viewers.
async fn check_reads_since(site: &TestSite, before: f64) {
    let reads = reads(site).await - before;
    assert!(reads < VIEWERS as f64, "{reads} reads for {VIEWERS} viewers");
}

/// Offers a game in the lobby, as a new guest. Returns the guest and the offer.
async fn offer(site: &TestSite) -> (Client, Value) {
    let guest = site.guest().await;
    let request = json!({ "to": "lobby", "proposal": { "rules": "turkish" } });
    let offer = guest.post("/api/v1/challenges", &request).await.expect("answered").ok();
    (guest, offer)
}

/// Waits for a fragment of the start page, and returns its HTML.
async fn fragment(page: &mut LiveConnection, id: &str) -> String {
    loop {
        let fragment = page.next("fragment").await.expect("a fragment");
        if fragment["id"] == id {
            return fragment["html"].as_str().expect("HTML").to_owned();
        }
    }
}

/// Waits for the state at an event.
async fn state_at(live: &mut LiveConnection, seq: u64) -> Value {
    loop {
        let state = live.next("state").await.expect("a state");
        if state["game"]["seq"] == seq {
            return state;
        }
    }
}

#[tokio::test]
async fn whole_states_are_rendered_without_reads_and_shared_by_spectators() {
    let site = TestSite::one(|_| {}).await;
    let clock = json!({ "time": { "kind": "clock", "initial": 300_000, "increment": 2000 } });
    let mut two = site.two_players("international", clock).await;
    let path = format!("/ws/games/{}?state=true&language=en", two.game);
    let mut player = open(&two.black, &path).await;
    state_at(&mut player, 0).await;
    let mut spectators = Vec::new();
    for client in [site.anonymous(), site.guest().await].iter().cycle().take(VIEWERS) {
        let mut spectator = open(client, &path).await;
        state_at(&mut spectator, 0).await;
        spectators.push(spectator);
    }
    let before = reads(&site).await;
    let commands = [
        json!({ "do": "move", "text": "32-28" }),
        json!({ "do": "message", "text": "psst" }),
        json!({ "do": "offer-draw" }),
    ];
    for (seq, command) in (1..).zip(commands) {
        two.command("white", command).await;
        let own = state_at(&mut player, seq).await;
        assert_eq!(
            (&own["game"]["you"], own["game"]["moves"].as_array().map(Vec::len)),
            (&json!("black"), Some(1))
        );
        let mut states = Vec::new();
        for spectator in &mut spectators {
            states.push(state_at(spectator, seq).await);
        }
        assert_eq!(states[0]["game"]["you"], Value::Null);
        // The same reading of the clocks shows that it is the same message.
        assert!(states.iter().all(|state| *state == states[0]), "{states:?}");
    }
    check_reads_since(&site, before).await;
}

#[tokio::test]
async fn whole_states_have_the_events_before_them() {
    let site = TestSite::start().await;
    let mut two = site.two_players("english", json!({})).await;
    two.play("11-15 23-19").await;
    let mut live = open(&site.anonymous(), &format!("/ws/games/{}?state=true&after=1", two.game)).await;
    let mut received = Vec::new();
    two.play("8-11 22-17").await;
    while received.last() != Some(&("state".to_owned(), json!(4))) {
        let message = live.receive_message().await.expect("a message");
        let seq = if message["type"] == "state" { &message["game"]["seq"] } else { &message["seq"] };
        received.push((message["type"].as_str().expect("a type").to_owned(), seq.clone()));
    }
    let events = received.iter().filter(|(kind, _)| kind == "event").map(|(_, seq)| seq);
    assert!(events.eq([2, 3, 4].map(Value::from).iter()), "{received:?}");
    assert_eq!(received[received.len() - 2], ("event".to_owned(), json!(4)));
}

#[tokio::test]
async fn a_page_that_connects_gets_no_old_moves_and_the_newest_messages() {
    let site = TestSite::start().await;
    let mut two = site.two_players("english", json!({})).await;
    two.play("11-15 23-19").await;
    for number in 0..203 {
        two.command("white", json!({ "do": "message", "text": number.to_string() })).await;
    }
    let path = format!("/ws/games/{}?state=changes&after=0", two.game);
    for (client, shown) in [(two.black.clone(), 200), (site.anonymous(), 0)] {
        let mut live = open(&client, &path).await;
        let mut texts = Vec::new();
        let state = loop {
            let message = live.receive_message().await.expect("a message");
            if message["type"] == "state" {
                break message;
            }
            texts.push(message["entry"]["text"].as_str().expect("a chat message").to_owned());
        };
        let newest: Vec<String> = (203 - shown..203).map(|number| number.to_string()).collect();
        assert_eq!(texts, newest);
        assert_eq!(state["game"]["moves"].as_array().map(Vec::len), Some(2));
    }
}

#[tokio::test]
async fn a_flood_of_any_frames_ends_every_live_connection() {
    let frames = Rate { burst: 3, every: Duration::from_secs(3600) };
    let site = TestSite::with(|config| config.rates = Rates { frames, ..Rates::UNLIMITED }).await;
    let two = site.two_players("english", json!({})).await;
    for path in [format!("/ws/games/{}", two.game), "/ws/lobby".to_owned(), "/ws/home".to_owned()] {
        let mut live = open(&site.anonymous(), &path).await;
        // 3 within the limit, and 200 refused ones.
        for _ in 0..203 {
            assert!(live.send_ping().await, "{path}");
        }
        live.send_text(json!({ "type": "ping" }).to_string()).await;
        let end = loop {
            match live.receive().await {
                Incoming::Message(_) => {}
                end => break end,
            }
        };
        assert_eq!(end, Incoming::Closed(1008, "Too many messages. Send fewer.".to_owned()), "{path}");
    }
}

#[tokio::test]
async fn offers_are_read_once_for_all_viewers_of_the_lobby() {
    let site = TestSite::one(|_| {}).await;
    let mut viewers = Vec::new();
    for client in [site.anonymous(), site.guest().await].iter().cycle().take(VIEWERS) {
        let mut live = open(client, "/ws/lobby").await;
        assert_eq!(live.next("lobby").await.expect("a lobby")["offers"], json!([]));
        viewers.push(live);
    }
    let before = reads(&site).await;
    let (challenger, offer) = offer(&site).await;
    for viewer in &mut viewers {
        let lobby = viewer.next("lobby").await.expect("a lobby");
        assert_eq!((&lobby["offers"][0]["id"], &lobby["offers"][0]["mine"]), (&offer["id"], &json!(false)));
    }
    check_reads_since(&site, before).await;
    let lobby = open(&challenger, "/ws/lobby").await.next("lobby").await.expect("a lobby");
    assert_eq!((&lobby["offers"][0]["mine"], &lobby["challenges"][0]["id"]), (&json!(true), &offer["id"]));
}

#[tokio::test]
async fn the_lobby_shows_offers_after_everybody_had_left() {
    let site = TestSite::start().await;
    for offers in 1..=2 {
        let mut lobby = open(&site.anonymous(), "/ws/lobby").await;
        let seen = lobby.next("lobby").await.expect("a lobby");
        assert_eq!(seen["offers"].as_array().map(Vec::len), Some(offers - 1));
        offer(&site).await;
        let seen = lobby.next("lobby").await.expect("a lobby");
        assert_eq!(seen["offers"].as_array().map(Vec::len), Some(offers));
    }
}

#[tokio::test]
async fn an_own_challenge_is_in_the_lobby_until_it_is_accepted() {
    let site = TestSite::start().await;
    let (ann, bob) = (site.guest().await, site.guest().await);
    let request = json!({ "to": "link", "proposal": { "rules": "turkish" } });
    let challenge = ann.post("/api/v1/challenges", &request).await.expect("answered").ok();
    let mut lobby = open(&ann, "/ws/lobby").await;
    let mut is_listed = async || {
        let lobby = lobby.next("lobby").await.expect("a lobby");
        lobby["challenges"].as_array().expect("a list").iter().any(|own| own["id"] == challenge["id"])
    };
    assert!(is_listed().await);
    offer(&site).await;
    assert!(is_listed().await, "another offer changes nothing");
    let path = format!("/api/v1/challenges/{}/accept", challenge["id"].as_str().expect("an id"));
    bob.post(&path, &json!({})).await.expect("answered").ok();
    while is_listed().await {}
    let accepted = ann.get(path.trim_end_matches("/accept")).await.expect("answered").ok();
    assert!(accepted["game"].is_string(), "{accepted}");
}

#[tokio::test]
async fn own_games_are_rendered_only_when_they_have_changed() {
    let site = TestSite::one(|_| {}).await;
    let ann = site.guest().await;
    let mut pages = Vec::new();
    for _ in 0..VIEWERS {
        let mut page = open(&ann, "/ws/home?language=en").await;
        fragment(&mut page, "my-games").await;
        pages.push(page);
    }
    let before = reads(&site).await;
    // When the second offer is shown, everything that the first one caused is over.
    for _ in 0..2 {
        offer(&site).await;
        for page in &mut pages {
            fragment(page, "offers").await;
        }
    }
    check_reads_since(&site, before).await;
    let request = json!({ "to": "link", "proposal": { "rules": "turkish" } });
    let own = ann.post("/api/v1/challenges", &request).await.expect("answered").ok();
    assert!(fragment(&mut pages[0], "my-games").await.contains(own["id"].as_str().expect("an id")));
}
