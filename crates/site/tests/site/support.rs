//! A running site for tests, and two players with a game.

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

/// Returns whether the environment asks for sites of three nodes over PostgreSQL and NATS, behind nginx.
fn has_several_nodes() -> bool {
    std::env::var("CROWNHEAD_TEST_SITE").is_ok_and(|site| site == "nodes")
}

/// A running site.
pub(crate) struct TestSite {
    nodes: Vec<Arc<Site>>,
    pub(crate) origin: String,
    /// The origin of the first node, bypassing the proxy if there is one.
    pub(crate) first: String,
    database: Database,
    _around: Option<(Nginx, Nats)>,
    _folder: TempDir,
}

impl TestSite {
    pub(crate) async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// Starts a site with as many nodes as the environment says.
    pub(crate) async fn with(change: impl FnOnce(&mut Config)) -> Self {
        Self::with_nodes(if has_several_nodes() { 3 } else { 1 }, change).await
    }

    /// Starts a site of one node, for tests that inspect its logs or metrics.
    pub(crate) async fn one(change: impl FnOnce(&mut Config)) -> Self {
        Self::with_nodes(1, change).await
    }

    pub(crate) async fn with_nodes(count: usize, change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let database = database(&folder.path().join("site.db")).await;
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), database);
        config.rates = Rates::UNLIMITED;
        let nats = if count > 1 { Some(Nats::start().await.expect("NATS")) } else { None };
        if let Some(nats) = &nats {
            config.bus = Some(nats.url());
            config.trusted_proxies = vec![[127, 0, 0, 1].into()];
        }
        change(&mut config);
        let database = config.database.clone();
        let (mut nodes, mut addresses) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let listener = TcpListener::bind(config.listen).await.expect("a port");
            addresses.push(listener.local_addr().expect("an address"));
            let site = Site::open(config.clone()).await.expect("a site");
            let serving = Arc::clone(&site);
            tokio::spawn(async move { site::server::serve(&serving, listener).await });
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

    /// Creates an administrator as `crownhead admin create` does: directly in the database.
    pub(crate) async fn admin(&self, name: &str) -> Client {
        let client = self.account(name).await;
        let store = self.database.open().await.expect("the database");
        let account = store.account_by_name(name.to_owned()).await.expect("read").expect("there");
        store.set_role(account.id, Role::Admin).await.expect("written");
        client
    }

    /// Starts a second node of the same site.
    pub(crate) async fn second_node(&self) -> Self {
        Self::one(|config| config.database.clone_from(&self.database)).await
    }

    /// Returns the name of the first node in the log.
    pub(crate) fn node(&self) -> String {
        self.nodes[0].node().to_string()
    }

    /// Announces that the site is about to end.
    pub(crate) fn start_draining(&self) {
        self.nodes.iter().for_each(|node| node.start_draining());
    }

    /// Closes the site.
    pub(crate) fn close(&self) {
        self.nodes.iter().for_each(|node| node.close());
    }

    pub(crate) fn site(&self) -> Arc<Site> {
        Arc::clone(&self.nodes[0])
    }

    pub(crate) fn anonymous(&self) -> Client {
        Client::anonymous(&self.origin)
    }

    /// Starts a game of two guests; the challenger plays the side that starts.
    pub(crate) async fn two_players(&self, rules: &str, proposal: Value) -> TwoPlayers {
        TwoPlayers::start(self.guest().await, self.guest().await, rules, proposal).await
    }
}

impl Drop for TestSite {
    fn drop(&mut self) {
        self.nodes.iter().for_each(|node| node.close());
    }
}

/// Two players and their game.
pub(crate) struct TwoPlayers {
    pub(crate) game: String,
    /// White sends commands over the live connection, Black by HTTP requests.
    pub(crate) white: Client,
    pub(crate) black: Client,
    pub(crate) live: LiveConnection,
    commands: AtomicU64,
}

impl TwoPlayers {
    /// Starts a game; the first player challenges the second and plays the side that starts.
    pub(crate) async fn start(first: Client, second: Client, rules: &str, mut proposal: Value) -> Self {
        proposal["rules"] = json!(rules);
        let starter = match &proposal["start"]["fen"] {
            Value::String(fen) if fen.starts_with('W') => "white",
            Value::String(_) => "black",
            _ if ["international", "draughts-bsn", "dame-100", "russian", "brazilian"].contains(&rules) => {
                "white"
            }
            _ => "black",
        };
        // By these rules the challenger plays the side that starts from the initial position, whatever the position.
        if rules != "checkers-revenge" {
            proposal["colour"] = json!(starter);
        }
        let request = json!({ "to": "link", "proposal": proposal });
        let challenge = first.post("/api/v1/challenges", &request).await.expect("answered").ok();
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

    /// Sends a command: White over the live connection, Black by HTTP. Returns null or the error.
    pub(crate) async fn try_command(&mut self, side: &str, request: Value) -> Value {
        let id = self.next_id();
        if side == "white" {
            let message = self.live.execute(&id, &request).await.expect("an answer");
            return message.get("error").cloned().unwrap_or(Value::Null);
        }
        let answer = self.black.execute(&self.game, &id, &request).await.expect("answered");
        if answer.status.is_success() { Value::Null } else { answer.json() }
    }

    /// Sends a command that must succeed.
    #[track_caller]
    pub(crate) fn command(&mut self, side: &str, request: Value) -> impl Future<Output = ()> {
        let place = std::panic::Location::caller();
        async move {
            let error = self.try_command(side, request.clone()).await;
            assert_eq!(error, Value::Null, "{place}: {side} {request}");
        }
    }

    /// Sends a command that must be rejected, and returns the code and the message.
    pub(crate) async fn refused(&mut self, side: &str, request: Value) -> (String, String) {
        let error = self.try_command(side, request.clone()).await;
        let text = |name: &str| {
            error[name].as_str().unwrap_or_else(|| panic!("{side} {request}: {error}")).to_owned()
        };
        (text("code"), text("message"))
    }

    /// Plays moves, starting with the side to move.
    pub(crate) async fn play(&mut self, moves: &str) {
        let mut side = if self.view().await["turn"] == "white" { "white" } else { "black" };
        for text in moves.split_whitespace() {
            self.command(side, json!({ "do": "move", "text": text })).await;
            side = if side == "white" { "black" } else { "white" };
        }
    }

    pub(crate) async fn view(&self) -> Value {
        view(&self.white, &self.game).await
    }

    /// Returns the result, as `white`, `black`, `draw` or `none`, and the outcome in words.
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

    /// Waits until White's live connection receives an event of a kind.
    pub(crate) async fn wait_for_event(&mut self, event: &str) {
        loop {
            match self.live.receive().await {
                Incoming::Message(message) if message["entry"]["event"]["event"] == event => return,
                Incoming::Message(_) => {}
                other => panic!("{other:?} instead of {event}"),
            }
        }
    }
}

pub(crate) async fn view(client: &Client, game: &str) -> Value {
    client.get(&format!("/api/v1/games/{game}")).await.expect("answered").ok()
}

/// Describes a response in the message of a failed assertion.
pub(crate) fn describe(answer: &Response) -> String {
    format!("{} {}", answer.status, answer.text)
}
