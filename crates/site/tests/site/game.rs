//! A site for a test, and two who play on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use harness::client::{Client, Response};
use harness::live::{Incoming, LiveConnection};
use serde_json::{Value, json};
use site::config::{Config, Rates};
use site::site::Site;
use store::{Database, Role};
use tempfile::TempDir;
use testservers::{Nats, Nginx};
use tokio::net::TcpListener;

use crate::database::database;

/// With this in the environment, a site is three nodes over PostgreSQL and NATS, behind nginx.
fn several() -> bool {
    std::env::var("CROWNHEAD_TEST_SITE").is_ok_and(|site| site == "nodes")
}

/// A running site.
pub(crate) struct Running {
    nodes: Vec<Arc<Site>>,
    pub(crate) origin: String,
    /// How its first node is called, past the proxy where there is one.
    pub(crate) first: String,
    database: Database,
    _around: Option<(Nginx, Nats)>,
    _folder: TempDir,
}

impl Running {
    pub(crate) async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// As many nodes as the environment says.
    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::of(if several() { 3 } else { 1 }, change).await
    }

    /// One node, of which more than its players can see is looked at.
    pub(crate) async fn one(change: impl FnOnce(&mut Config)) -> Self {
        Self::of(1, change).await
    }

    async fn of(number: usize, change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let database = database(&folder.path().join("site.db")).await;
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), database);
        config.rates = Rates::UNLIMITED;
        let nats = if number > 1 { Some(Nats::start().await.expect("NATS")) } else { None };
        if let Some(nats) = &nats {
            config.bus = Some(nats.url());
            config.trusted_proxies = vec![[127, 0, 0, 1].into()];
        }
        change(&mut config);
        let database = config.database.clone();
        let (mut nodes, mut addresses) = (Vec::new(), Vec::new());
        for _ in 0..number {
            let listener = TcpListener::bind(config.listen).await.expect("a port");
            addresses.push(listener.local_addr().expect("an address"));
            let site = Site::open(config.clone()).await.expect("a site");
            let serving = Arc::clone(&site);
            tokio::spawn(async move { site::server::serve(&serving, listener).await.expect("served") });
            nodes.push(site);
        }
        let around = match nats {
            Some(nats) => Some((Nginx::start(&addresses).await.expect("nginx"), nats)),
            None => None,
        };
        let first = format!("http://{}", addresses[0]);
        let origin = around.as_ref().map_or(first.clone(), |(nginx, _)| nginx.origin());
        Self { nodes, origin, first, database, _around: around, _folder: folder }
    }

    pub(crate) async fn guest(&self) -> Client {
        Client::guest(&self.origin).await.expect("a guest")
    }

    pub(crate) async fn account(&self, name: &str) -> Client {
        Client::sign_up(&self.origin, name).await.expect("an account")
    }

    /// An administrator, made as `crownhead admin create` does: beside the running site, in its database.
    pub(crate) async fn admin(&self, name: &str) -> Client {
        let client = self.account(name).await;
        let store = self.database.open().await.expect("the database");
        let account = store.account_by_name(name.to_owned()).await.expect("read").expect("there");
        store.set_role(account.id, Role::Admin).await.expect("written");
        client
    }

    /// A second node of the same site.
    pub(crate) async fn beside(&self) -> Self {
        Self::one(|config| config.database.clone_from(&self.database)).await
    }

    /// Its name in the log.
    pub(crate) fn node(&self) -> String {
        self.nodes[0].node().to_string()
    }

    /// It is about to end.
    pub(crate) fn leave(&self) {
        self.nodes.iter().for_each(|node| node.leave());
    }

    /// It ends.
    pub(crate) fn close(&self) {
        self.nodes.iter().for_each(|node| node.close());
    }

    pub(crate) fn site(&self) -> Arc<Site> {
        Arc::clone(&self.nodes[0])
    }

    pub(crate) fn nobody(&self) -> Client {
        Client::anonymous(&self.origin)
    }

    /// Two guests at a table; the side that begins challenged by link.
    pub(crate) async fn two(&self, rules: &str, proposal: Value) -> Two {
        Two::begin(self.guest().await, self.guest().await, rules, proposal).await
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.nodes.iter().for_each(|node| node.close());
    }
}

/// Two players and their game.
pub(crate) struct Two {
    pub(crate) game: String,
    /// White acts over the live connection, Black by requests.
    pub(crate) white: Client,
    pub(crate) black: Client,
    pub(crate) live: LiveConnection,
    commands: AtomicU64,
}

impl Two {
    /// The first challenges the second, and begins.
    pub(crate) async fn begin(first: Client, second: Client, rules: &str, mut proposal: Value) -> Self {
        proposal["rules"] = json!(rules);
        let begins = match &proposal["start"]["fen"] {
            Value::String(fen) if fen.starts_with('W') => "white",
            Value::String(_) => "black",
            _ if ["international", "draughts-bsn", "dame-100", "russian", "brazilian"].contains(&rules) => {
                "white"
            }
            _ => "black",
        };
        // By some rules the challenger has the side that begins a game from the start, whatever the position.
        if rules != "checkers-revenge" {
            proposal["colour"] = json!(begins);
        }
        let wish = json!({ "to": "link", "proposal": proposal });
        let challenge = first.post("/api/v1/challenges", &wish).await.expect("answered").ok();
        let id = challenge["id"].as_str().expect("an id");
        let path = format!("/api/v1/challenges/{id}/accept");
        let game = second.post(&path, &json!({})).await.expect("answered").ok();
        let (white, black) = if game["you"] == "black" { (first, second) } else { (second, first) };
        let game = game["id"].as_str().expect("an id").to_owned();
        let live = white.connect(&game, 0).await.expect("a connection");
        Self { game, white, black, live, commands: AtomicU64::new(0) }
    }

    fn next_id(&self) -> String {
        format!("c{}", self.commands.fetch_add(1, Ordering::Relaxed))
    }

    /// White asks over the live connection, Black by a request; what becomes of it: null, or the error.
    pub(crate) async fn ask(&mut self, side: &str, request: Value) -> Value {
        let id = self.next_id();
        if side == "white" {
            let told = self.live.execute(&id, &request).await.expect("an answer");
            return told.get("error").cloned().unwrap_or(Value::Null);
        }
        let answer = self.black.execute(&self.game, &id, &request).await.expect("answered");
        if answer.status.is_success() { Value::Null } else { answer.json() }
    }

    /// Something that must be done.
    #[track_caller]
    pub(crate) fn done(&mut self, side: &str, request: Value) -> impl Future<Output = ()> {
        let place = std::panic::Location::caller();
        async move {
            let error = self.ask(side, request.clone()).await;
            assert_eq!(error, Value::Null, "{place}: {side} {request}");
        }
    }

    /// Something that must be refused: the code and the sentence.
    pub(crate) async fn refused(&mut self, side: &str, request: Value) -> (String, String) {
        let error = self.ask(side, request.clone()).await;
        let text = |name: &str| {
            error[name].as_str().unwrap_or_else(|| panic!("{side} {request}: {error}")).to_owned()
        };
        (text("code"), text("message"))
    }

    /// Moves, by whoever is to move.
    pub(crate) async fn play(&mut self, moves: &str) {
        let mut side = if self.view().await["turn"] == "white" { "white" } else { "black" };
        for text in moves.split_whitespace() {
            self.done(side, json!({ "do": "move", "text": text })).await;
            side = if side == "white" { "black" } else { "white" };
        }
    }

    pub(crate) async fn view(&self) -> Value {
        view(&self.white, &self.game).await
    }

    /// The result, as `white`, `black`, `draw` or `none`, and all of it in words.
    pub(crate) async fn outcome(&self) -> (String, String) {
        let outcome = self.view().await["outcome"].clone();
        let text =
            outcome["text"].as_str().unwrap_or_else(|| panic!("the game goes on: {outcome}")).to_owned();
        let result = match outcome["winner"].as_str() {
            Some(winner) => winner,
            None if outcome["draw"] == true => "draw",
            None => "none",
        };
        (result.to_owned(), text)
    }

    /// Waits until White's live connection tells an event like this.
    pub(crate) async fn hears(&mut self, event: &str) {
        loop {
            match self.live.receive().await {
                Incoming::Message(told) if told["entry"]["event"]["event"] == event => return,
                Incoming::Message(_) => {}
                other => panic!("{other:?} instead of {event}"),
            }
        }
    }
}

pub(crate) async fn view(client: &Client, game: &str) -> Value {
    client.get(&format!("/api/v1/games/{game}")).await.expect("answered").ok()
}

/// What an answer was, told for a failure.
pub(crate) fn told(answer: &Response) -> String {
    format!("{} {}", answer.status, answer.text)
}
