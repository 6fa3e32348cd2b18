//! Request ids in responses, logs and error messages.

use harness::client::{Client, PASSWORD, Response};
use harness::live::LiveConnection;
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use crate::log_lines::LogLines;
use crate::support::TestSite;

const ID: &str = "x-request-id";

/// Sends a request with an id, as a proxy does.
pub(crate) async fn send_with_id(
    client: &Client,
    method: Method,
    path: &str,
    id: &str,
    request: &Value,
) -> Response {
    let pairs = [(ID, id), ("content-type", "application/json")];
    let pair = |(name, value): (&'static str, &str)| {
        (name.parse().expect("a name"), value.parse().expect("a value"))
    };
    let headers: HeaderMap = pairs.into_iter().map(pair).collect();
    client.send_raw(method, path, headers, request.to_string().into_bytes()).await.expect("answered")
}

fn id_of(answer: &Response) -> String {
    answer.headers[ID].to_str().expect("text").to_owned()
}

#[tokio::test]
async fn request_ids_come_from_trusted_proxies_or_are_new() {
    let known = TestSite::one(|config| config.trusted_proxies = vec![[127, 0, 0, 1].into()]).await;
    let unknown = TestSite::one(|_| {}).await;
    let long = "x".repeat(65);
    for (site, given, taken) in [
        (&known, "4f2a-1", true),
        (&known, "no blanks", false),
        (&known, long.as_str(), false),
        (&known, "", false),
        (&unknown, "4f2a-1", false),
    ] {
        let answer = send_with_id(&site.anonymous(), Method::GET, "/healthz", given, &Value::Null).await;
        assert_eq!(id_of(&answer) == given, taken, "{given:?}: {}", id_of(&answer));
    }
    let (one, two) = (known.anonymous().get("/rules").await, known.anonymous().get("/nothing").await);
    assert_ne!(
        id_of(&one.expect("answered")),
        id_of(&two.expect("answered")),
        "each request has an id of its own"
    );
}

#[tokio::test]
async fn log_lines_have_the_request_id_and_the_node() {
    let lines = LogLines::capture();
    let site = TestSite::one(|config| config.trusted_proxies = vec![[127, 0, 0, 1].into()]).await;
    let mut two = site.two_players("english", json!({})).await;
    let path = format!("/api/v1/games/{}/commands", two.game);
    let request = json!({ "id": "1", "request": { "do": "move", "text": "11-15" } });
    assert_eq!(
        id_of(&send_with_id(&two.black, Method::POST, &path, "from.proxy", &request).await),
        "from.proxy"
    );
    let message = |line: &Value| line["message"].as_str().unwrap_or_default().to_owned();
    let of_request = lines.about(&site, "from.proxy");
    let messages: Vec<String> = of_request.iter().map(message).collect();
    assert_eq!(messages, ["events_appended", "command", "request"], "{of_request:?}");
    let [appended, command, request] = &of_request[..] else { panic!("{of_request:?}") };
    assert_eq!((&appended["game"], &appended["seq"]), (&json!(two.game), &json!(1)));
    assert_eq!(command["result"], "done");
    assert_eq!(
        (&request["method"], &request["route"], &request["status"]),
        (&json!("POST"), &json!("/api/v1/games/{id}/commands"), &json!(200))
    );
    assert!(request["milliseconds"].is_f64() && request["level"] == "info", "{request}");
    assert!(of_request.iter().all(|line| line["node"].as_str().is_some_and(|node| node.len() == 20)));

    // Each command over a live connection has an id derived from that of the connection.
    two.command("white", json!({ "do": "move", "text": "23-19" })).await;
    two.command("white", json!({ "do": "message", "text": "your turn" })).await;
    let seq = |seq: u64| {
        lines.of(&site).into_iter().find(|line| line["message"] == "events_appended" && line["seq"] == seq)
    };
    let ids =
        [2, 3].map(|number| seq(number).expect("a line")["request"].as_str().expect("an id").to_owned());
    let connection = ids[0].strip_suffix(".1").expect("the first command");
    assert_eq!(ids[1], format!("{connection}.2"));
    let opened = lines.about(&site, connection);
    assert!(
        opened.iter().any(|line| line["route"] == "/ws/games/{id}" && line["status"] == 101),
        "{opened:?}"
    );
}

#[tokio::test]
async fn only_server_errors_contain_the_request_id() {
    let site = TestSite::one(|_| {}).await;
    site.start_draining();
    let answer = site.anonymous().get("/readyz").await.expect("answered");
    assert_eq!(answer.error(), (503, "leaving".to_owned()));
    assert_eq!(answer.json()["details"]["request"], json!(id_of(&answer)));
    let refused = LiveConnection::open(&site.anonymous(), "/ws/lobby").await.err().expect("no connection").0;
    assert!(refused.starts_with("503 ") && refused.contains("\"request\""), "{refused}");
    let missing = site.anonymous().get("/api/v1/games/nonsense").await.expect("answered");
    assert_eq!(missing.json()["details"], Value::Null, "{}", missing.text);
}

#[tokio::test]
async fn logs_contain_no_secrets() {
    let lines = LogLines::capture();
    let site = TestSite::one(|_| {}).await;
    let mut ann = site.account("Ann").await;
    let address = "ann@example.org";
    let changed = ann.send(Method::PATCH, "/api/v1/account", Some(&json!({ "email": address }))).await;
    changed.expect("answered").ok();
    let log_in = json!({ "name": "Ann", "password": PASSWORD });
    let entered = ann.start_session("/api/v1/login", log_in).await.expect("answered");
    let cookie = entered.headers["set-cookie"].to_str().expect("text");
    let session = cookie.split(['=', ';']).nth(1).expect("a secret").to_owned();
    let wrong = json!({ "name": "Ann", "password": "not the password" });
    assert_eq!(site.anonymous().post("/api/v1/login", &wrong).await.expect("answered").status, 403);
    let request = json!({ "label": "mine", "scopes": ["play"] });
    let token = ann.post("/api/v1/account/tokens", &request).await.expect("answered").ok();
    let token = token["token"].as_str().expect("a token").to_owned();
    let request = json!({ "to": "link", "proposal": { "rules": "english" } });
    let challenge = ann.post("/api/v1/challenges", &request).await.expect("answered").ok();
    let challenge = challenge["id"].as_str().expect("an id").to_owned();
    ann.get(&format!("/challenges/{challenge}?token={token}")).await.expect("answered").ok();
    ann.get(&format!("/{token}")).await.expect("answered");
    let all = lines.of(&site);
    assert!(all.iter().filter(|line| line["message"] == "request").count() >= 8, "{all:?}");
    let text = json!(all).to_string();
    for secret in [address, PASSWORD, "not the password", &session, &token, &challenge] {
        assert!(!text.contains(secret), "{secret}");
    }
}
