//! Updates of live connections: a page that applies them has the same state as one that is loaded again.

use harness::client::Client;
use harness::live::{Incoming, LiveConnection};
use serde_json::{Map, Value, json};

use crate::support::{TestSite, TwoPlayers, view};

/// A page that shows a game, as `web/game/changes.js` keeps it up to date.
struct Page {
    client: Client,
    live: LiveConnection,
    game: Value,
}

impl Page {
    async fn open(client: &Client, game: &str) -> Self {
        let path = format!("/ws/games/{game}?state=changes&language=en");
        let mut live = LiveConnection::open(client, &path).await.expect("a connection");
        let state = live.next("state").await.expect("a state");
        Self { client: client.clone(), live, game: state["game"].clone() }
    }

    /// Applies updates until the game has reached an event, and all that belongs to it has arrived.
    async fn catch_up(&mut self, seq: u64) {
        let mut is_pinged = false;
        loop {
            if self.game["seq"].as_u64() >= Some(seq) && !is_pinged {
                assert!(self.live.send_text(json!({ "type": "ping" }).to_string()).await);
                is_pinged = true;
            }
            let Incoming::Message(message) = self.live.receive().await else {
                panic!("the connection ended")
            };
            match message["type"].as_str() {
                Some("update") => self.apply(&message),
                Some("state") => self.game = message["game"].clone(),
                Some("pong") => return,
                _ => {}
            }
        }
    }

    fn apply(&mut self, update: &Value) {
        let game = self.game.as_object_mut().expect("a game");
        let mut changes = update["changes"].as_object().expect("changes").clone();
        game.insert("seq".to_owned(), update["seq"].clone());
        if let Some(moves) = changes.remove("moves") {
            let known = game["moves"].as_array_mut().expect("moves");
            known.truncate(moves["keep"].as_u64().expect("a number") as usize);
            known.extend(moves["add"].as_array().expect("moves").iter().cloned());
            for (name, value) in
                [("irregular_moves", json!([])), ("huffable", json!([])), ("irregular", Value::Null)]
            {
                game.insert(name.to_owned(), value);
            }
        }
        for name in ["legal_moves", "irregular_moves"] {
            if let Some(moves) = changes.get_mut(name) {
                moves.as_array_mut().expect("moves").iter_mut().for_each(add_defaults);
            }
        }
        if let Some(counters) = changes.remove("draws") {
            for counter in counters.as_array().expect("counters") {
                let known = game["draws"].as_array_mut().expect("counters");
                let known = known.iter_mut().find(|known| known["rule"] == counter["rule"]);
                let known = known.expect("a counter").as_object_mut().expect("a counter");
                known.insert("grounds".to_owned(), json!({ "white": null, "black": null }));
                known.extend(counter.as_object().expect("a counter").clone());
            }
        }
        game.extend(changes);
    }

    /// Compares the page with the game as the site has it now.
    async fn check(&self, id: &str) {
        let expected = comparable(&view(&self.client, id).await);
        let found = comparable(&self.game);
        for (name, value) in &expected {
            assert_eq!(found.get(name), Some(value), "{name} at event {}", self.game["seq"]);
        }
        assert_eq!(found.len(), expected.len());
    }
}

fn add_defaults(m: &mut Value) {
    let m = m.as_object_mut().expect("a move");
    m.entry("captured").or_insert(json!([]));
    m.entry("crowns").or_insert(json!(false));
}

/// Returns a game without the times that differ between two readings of the clocks, and without the words of counts that
/// have not begun.
fn comparable(game: &Value) -> Map<String, Value> {
    let mut game = game.as_object().expect("a game").clone();
    if let Some(clocks) = game.get_mut("clocks").and_then(Value::as_object_mut) {
        clocks.remove("left");
        clocks.remove("at");
    }
    for counter in
        game["draws"].as_array_mut().expect("counters").iter_mut().filter(|counter| counter["made"] == 0)
    {
        (counter["text"], counter["cites"]) = (Value::Null, Value::Null);
    }
    game
}

/// Executes commands, and compares the pages of both players and of a spectator after each of them.
async fn follow(site: &TestSite, two: &mut TwoPlayers, commands: &[(&str, Value)]) {
    let mut pages = Vec::new();
    for client in [two.white.clone(), two.black.clone(), site.anonymous()] {
        pages.push(Page::open(&client, &two.game).await);
    }
    for (side, command) in commands {
        two.command(side, command.clone()).await;
        let seq = two.view().await["seq"].as_u64().expect("a number");
        for page in &mut pages {
            page.catch_up(seq).await;
            page.check(&two.game).await;
        }
    }
}

/// Otherwise the first move of a game would be rendered whole for each of its spectators.
#[tokio::test]
async fn the_first_event_after_connecting_is_an_update() {
    let site = TestSite::start().await;
    let mut two = site.two_players("english", json!({})).await;
    let path = format!("/ws/games/{}?state=changes&language=en", two.game);
    let mut spectator = LiveConnection::open(&site.anonymous(), &path).await.expect("a connection");
    spectator.next("state").await.expect("a state");
    two.command("black", plays("11-15")).await;
    loop {
        let Incoming::Message(message) = spectator.receive().await else { panic!("the connection ended") };
        match message["type"].as_str() {
            Some("update") => break,
            Some("state") => panic!("a whole state instead of an update"),
            _ => {}
        }
    }
}

fn plays(text: &str) -> Value {
    json!({ "do": "move", "text": text })
}

#[tokio::test]
async fn updates_of_moves_draws_and_takebacks_equal_the_state() {
    let site = TestSite::start().await;
    let clock = json!({ "time": { "kind": "clock", "initial": 300_000, "increment": 2000 } });
    let mut two = site.two_players("international", clock).await;
    let commands = [
        ("white", plays("32-28")),
        ("black", plays("19-23")),
        ("white", plays("28x19")),
        ("black", plays("14x23")),
        ("white", json!({ "do": "ask-takeback" })),
        ("black", json!({ "do": "refuse-takeback" })),
        ("white", json!({ "do": "ask-takeback" })),
        ("black", json!({ "do": "grant-takeback" })),
        ("white", plays("28x19")),
        ("black", plays("13x24")),
        ("white", json!({ "do": "give-time", "seconds": 15 })),
        ("white", json!({ "do": "message", "text": "well played" })),
        ("white", json!({ "do": "offer-draw", "message": "enough?" })),
        ("black", json!({ "do": "decline-draw", "message": "no" })),
        ("white", plays("33-28")),
        ("black", json!({ "do": "call-admin", "message": "he talks" })),
        ("black", plays("24-30")),
        ("white", json!({ "do": "resign" })),
        ("white", json!({ "do": "ask-revenge" })),
        ("black", json!({ "do": "ask-revenge" })),
    ];
    follow(&site, &mut two, &commands).await;
}

#[tokio::test]
async fn updates_of_draw_counters_equal_the_state() {
    let site = TestSite::start().await;
    let start = json!({ "start": { "fen": "B:WK32,21:BK1,12" } });
    let mut two = site.two_players("checkers-bsn", start).await;
    let moves = "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32 1-6 32-27".split(' ').map(plays);
    let sides = ["black", "white"].into_iter().cycle();
    let mut commands: Vec<(&str, Value)> = sides.zip(moves).collect();
    let offer = json!({ "rule": 1, "message": "repeated" });
    commands.push(("black", json!({ "do": "move", "text": "12-16", "offer": offer })));
    commands.push(("white", json!({ "do": "decline-draw", "message": "I play on" })));
    commands.push(("black", json!({ "do": "claim-draw" })));
    follow(&site, &mut two, &commands).await;
}

#[tokio::test]
async fn updates_of_irregular_turns_equal_the_state() {
    let site = TestSite::start().await;
    let start = json!({ "start": { "fen": "W:W28,46:B23,3" } });
    let mut redo = site.two_players("dame-100", start).await;
    let commands = [
        ("white", plays("46-41")),
        ("black", json!({ "do": "demand-redo" })),
        ("white", plays("28x19")),
        ("black", plays("3-9")),
    ];
    follow(&site, &mut redo, &commands).await;
    let rules = json!({ "base": "english", "name": "Old English", "conduct": { "enforcement": "huffing" } });
    let proposal = json!({ "rules": rules, "start": { "fen": "W:W22,24,32:B18,1,2" } });
    let player = site.guest().await;
    let request = json!({ "opponent": "same-device", "proposal": proposal });
    let game = player.post("/api/v1/games", &request).await.expect("answered").ok()["id"].clone();
    let game = game.as_str().expect("an id");
    let mut page = Page::open(&player, game).await;
    let huff = json!({ "do": "huff", "square": 22 });
    for (seq, command) in (1..).zip([plays("24-19"), huff, plays("18-22")]) {
        player.execute(game, &format!("c{seq}"), &command).await.expect("answered").ok();
        page.catch_up(seq).await;
        page.check(game).await;
    }
}
