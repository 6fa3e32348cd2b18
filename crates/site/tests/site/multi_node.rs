//! Several nodes over one database, and a node that loses its database.

use std::time::Duration;

use harness::client::Client;
use reqwest::Method;
use serde_json::json;
use store::Database;
use testservers::{Nats, Postgres, Relay};

use crate::log_lines::LogLines;
use crate::monitoring::value;
use crate::request_ids::send_with_id;
use crate::support::TestSite;

/// Time after which a test fails instead of waiting on.
const TIMEOUT: Duration = Duration::from_secs(60);

#[tokio::test]
async fn request_ids_are_logged_by_both_nodes() {
    let lines = LogLines::capture();
    let nats = Nats::start().await.expect("a bus");
    let postgres = Postgres::shared().await.expect("a server");
    for bus in [Some(nats.url()), None] {
        let url = postgres.create_database().await.expect("a database");
        let node = || {
            TestSite::one(|config| {
                config.database = Database::Postgres { url: url.clone(), replicas: Vec::new() };
                config.bus.clone_from(&bus);
                config.trusted_proxies = vec![[127, 0, 0, 1].into()];
            })
        };
        let (near, far) = (node().await, node().await);
        let two = near.two_players("english", json!({})).await;
        let watcher = near.guest().await;
        let mut spectator = Client::anonymous(&far.origin).connect(&two.game, 0).await.expect("a connection");
        // Until the far node has subscribed, it polls: then another command is sent.
        let followed = async {
            for number in 0.. {
                let id = format!("proxy-{number}");
                let request = json!({ "id": id, "request": { "do": "message", "text": "hello" } });
                let path = format!("/api/v1/games/{}/commands", two.game);
                let seq =
                    send_with_id(&watcher, Method::POST, &path, &id, &request).await.ok()["seq"].clone();
                while spectator.next("event").await.expect("an event")["seq"] != seq {}
                if let Some(heard) = lines.about(&far, &id).pop() {
                    return (id, seq, heard);
                }
            }
            unreachable!("numbers do not end")
        };
        let (id, seq, heard) = tokio::time::timeout(TIMEOUT, followed).await.expect("heard in time");
        assert_eq!(
            (&heard["message"], &heard["game"], &heard["seq"]),
            (&json!("announcement_received"), &json!(two.game), &seq)
        );
        let appended = lines.about(&near, &id).into_iter().find(|line| line["message"] == "events_appended");
        assert_eq!(appended.expect("a line")["seq"], seq);
        let text = Client::anonymous(&far.origin).get("/metrics").await.expect("answered").text;
        assert!(value(&text, "crownhead_announcement_lag_seconds_count") > Some(0.0), "{text}");
        assert_eq!(value(&text, "crownhead_bus_connected"), Some(1.0));
        assert!(value(&text, "crownhead_store_connections{state=\"idle\"}").is_some(), "{text}");
    }
}

#[tokio::test]
async fn nodes_recover_after_losing_the_database() {
    let lines = LogLines::capture();
    let postgres = Postgres::shared().await.expect("a server");
    let url = postgres.create_database().await.expect("a database");
    let name = url.rsplit('/').next().expect("a name").to_owned();
    let mut relay = Relay::start(postgres.address()).await.expect("a relay");
    let url = postgres.url_through(relay.address(), &name);
    let site =
        TestSite::one(|config| config.database = Database::Postgres { url, replicas: Vec::new() }).await;
    assert_eq!(wait_for_readiness(&site, 200).await, "ready\n");
    let mut two = site.two_players("english", json!({})).await;
    two.play("11-15").await;
    two.live.next("event").await.expect("an event");
    relay.cut().await;
    assert!(wait_for_readiness(&site, 503).await.contains("\"recovering\""));
    // A command waits for a while and is then refused with a request id, which is in the log.
    let refused = two.try_command("white", json!({ "do": "message", "text": "hello?" })).await;
    assert_eq!(refused["code"], "recovering", "{refused}");
    let logged = lines.about(&site, refused["details"]["request"].as_str().expect("an id"));
    let slow = logged.iter().find(|line| line["message"] == "slow_command").expect("a line");
    assert_eq!((&slow["level"], &slow["result"]), (&json!("warn"), &json!("recovering")), "{slow}");
    let text = site.anonymous().get("/metrics").await.expect("answered").text;
    let metric = |name| value(&text, name);
    assert_eq!((metric("crownhead_ready"), metric("crownhead_gate_open")), (Some(0.0), Some(0.0)));
    assert!(metric("crownhead_heartbeat_age_seconds") > Some(2.0), "{text}");
    assert!(metric("crownhead_store_errors_total{kind=\"unwritable\"}") > Some(0.0), "{text}");
    relay.restore().await.expect("mended");
    assert_eq!(wait_for_readiness(&site, 200).await, "ready\n");
}

/// Waits until the readiness check of a site has a status, and returns its body.
async fn wait_for_readiness(site: &TestSite, status: u16) -> String {
    let response = async {
        loop {
            let answer = site.anonymous().get("/readyz").await.expect("answered");
            if answer.status == status {
                return answer.text;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, response).await.expect("in time")
}
