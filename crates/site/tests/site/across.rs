//! What happens at one node is followed to another.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use services::{Nats, Postgres, Relay};
use store::Database;
use trial::client::Client;

use crate::game::Running;
use crate::lines::Lines;
use crate::requests::asked;
use crate::watching::value;

/// Who is not told in this time is never told. It is a bound on failing, not a measure.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn the_id_of_a_request_is_in_the_logs_of_the_node_that_took_it_and_of_the_one_that_heard_of_it() {
    let lines = Lines::keep();
    let nats = Nats::start().await.expect("a bus");
    let postgres = Postgres::shared().await.expect("a server");
    for bus in [Some(nats.url()), None] {
        let url = postgres.create_database().await.expect("a database");
        let node = || {
            Running::one(|config| {
                config.database = Database::Postgres { url: url.clone(), replicas: Vec::new() };
                config.bus.clone_from(&bus);
                config.trusted_proxies = vec![[127, 0, 0, 1].into()];
            })
        };
        let (near, far) = (node().await, node().await);
        let two = near.two("english", json!({})).await;
        let watcher = near.guest().await;
        let mut spectator = Client::nobody(&far.origin).live(&two.game, 0).await.expect("a connection");
        // Until the far node listens, it finds out by looking: then the next one is tried.
        let followed = async {
            for number in 0.. {
                let id = format!("proxy-{number}");
                let wish = json!({ "id": id, "request": { "do": "message", "text": "hello" } });
                let path = format!("/api/v1/games/{}/commands", two.game);
                let seq = asked(&watcher, Method::POST, &path, &id, &wish).await.ok()["seq"].clone();
                while spectator.next("event").await.expect("an event")["seq"] != seq {}
                if let Some(heard) = lines.about(&far, &id).pop() {
                    return (id, seq, heard);
                }
            }
            unreachable!("numbers do not end")
        };
        let (id, seq, heard) = tokio::time::timeout(PATIENCE, followed).await.expect("heard in time");
        assert_eq!(
            (&heard["message"], &heard["game"], &heard["seq"]),
            (&json!("heard"), &json!(two.game), &seq)
        );
        let appended = lines.about(&near, &id).into_iter().find(|line| line["message"] == "appended");
        assert_eq!(appended.expect("a line")["seq"], seq);
        let text = Client::nobody(&far.origin).get("/metrics").await.expect("answered").text;
        assert!(value(&text, "crownhead_announcement_lag_seconds_count") > Some(0.0), "{text}");
        assert_eq!(value(&text, "crownhead_bus_whole"), Some(1.0));
        assert!(value(&text, "crownhead_store_connections{state=\"idle\"}").is_some(), "{text}");
    }
}

#[tokio::test]
async fn a_node_that_loses_its_database_says_so_and_is_ready_again_when_it_is_back() {
    let lines = Lines::keep();
    let postgres = Postgres::shared().await.expect("a server");
    let url = postgres.create_database().await.expect("a database");
    let name = url.rsplit('/').next().expect("a name").to_owned();
    let mut relay = Relay::start(postgres.address()).await.expect("a relay");
    let url = postgres.url_through(relay.address(), &name);
    let site =
        Running::one(|config| config.database = Database::Postgres { url, replicas: Vec::new() }).await;
    assert_eq!(ready(&site, 200).await, "ready\n");
    let mut two = site.two("english", json!({})).await;
    two.play("11-15").await;
    two.live.next("event").await.expect("an event");
    relay.cut().await;
    assert!(ready(&site, 503).await.contains("\"recovering\""));
    // A command waits for a while, and is then refused with what can be quoted; the log knows it.
    let refused = two.ask("white", json!({ "do": "message", "text": "hello?" })).await;
    assert_eq!(refused["code"], "recovering", "{refused}");
    let told = lines.about(&site, refused["details"]["request"].as_str().expect("an id"));
    let slow = told.iter().find(|line| line["message"] == "a slow command").expect("a line");
    assert_eq!((&slow["level"], &slow["result"]), (&json!("warn"), &json!("recovering")), "{slow}");
    let text = site.nobody().get("/metrics").await.expect("answered").text;
    let told = |name| value(&text, name);
    assert_eq!((told("crownhead_ready"), told("crownhead_gate_open")), (Some(0.0), Some(0.0)));
    assert!(told("crownhead_heartbeat_age_seconds") > Some(2.0), "{text}");
    assert!(told("crownhead_store_errors_total{kind=\"unwritable\"}") > Some(0.0), "{text}");
    relay.mend().await.expect("mended");
    assert_eq!(ready(&site, 200).await, "ready\n");
}

/// Waits until a site answers so when it is asked whether it is ready.
async fn ready(site: &Running, status: u16) -> String {
    let asked = async {
        loop {
            let answer = site.nobody().get("/readyz").await.expect("answered");
            if answer.status == status {
                return answer.text;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, asked).await.expect("in time")
}
