//! Metrics and health checks.

use std::time::Duration;

use harness::client::Client;
use harness::live::Incoming;
use serde_json::json;
use tokio::net::TcpListener;

use crate::support::TestSite;

/// Returns the value of a metric by its name and labels.
pub(crate) fn value(text: &str, name: &str) -> Option<f64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
}

async fn metrics(client: &Client) -> String {
    client.get("/metrics").await.expect("answered").text
}

#[tokio::test]
async fn metrics_report_health_capacity_and_times() {
    let site = TestSite::one(|_| {}).await;
    let mut two = site.two_players("english", json!({})).await;
    two.play("11-15 23-19").await;
    let _spectator = site.anonymous().connect(&two.game, 2).await.expect("a connection");
    two.live.next("event").await.expect("an event");
    site.anonymous().get("/rules").await.expect("answered");
    let second = site.second_node().await;
    let study = json!({ "study": { "rules": "english" }, "milliseconds": 10 });
    site.anonymous().post("/api/v1/analysis/lines", &study).await.expect("answered").ok();
    // Some metrics are sampled periodically.
    let text = tokio::time::timeout(Duration::from_secs(30), async {
        loop {
            let text = metrics(&site.anonymous()).await;
            let metric = |name| value(&text, name);
            if metric("crownhead_spectators") == Some(1.0)
                && metric("crownhead_event_loop_lag_seconds_count") > Some(0.0)
                && value(&metrics(&second.anonymous()).await, "crownhead_running_games") == Some(1.0)
            {
                return text;
            }
        }
    });
    let text = text.await.expect("counted in time");
    for (name, expected) in [
        ("crownhead_ready", 1.0),
        ("crownhead_gate_open", 1.0),
        ("crownhead_bus_connected", 1.0),
        ("crownhead_outages_total", 0.0),
        ("crownhead_flag_falls_total", 0.0),
        ("crownhead_store_errors_total{kind=\"unwritable\"}", 0.0),
        ("crownhead_commands_total{result=\"done\"}", 2.0),
        ("crownhead_connections", 2.0),
        ("crownhead_players", 1.0),
        ("crownhead_cached_games", 1.0),
        ("crownhead_computer_waiting", 0.0),
        ("crownhead_computer_oldest_seconds", 0.0),
        ("crownhead_analyses_waiting", 0.0),
        ("crownhead_command_seconds_count", 2.0),
        ("crownhead_store_seconds_count{operation=\"append\"}", 2.0),
        ("crownhead_analysis_seconds_count", 1.0),
        ("crownhead_page_seconds_count", 1.0),
        ("crownhead_http_request_seconds_count{method=\"POST\",route=\"/api/v1/games/{id}/commands\"}", 1.0),
    ] {
        assert_eq!(value(&text, name), Some(expected), "{name}\n{text}");
    }
    let in_range = |name: &str, least: f64, most: f64| {
        let value = value(&text, name);
        assert!(value.is_some_and(|value| (least..=most).contains(&value)), "{name}: {value:?}");
    };
    in_range("crownhead_heartbeat_age_seconds", 0.0, 30.0);
    in_range("crownhead_clock_offset_seconds", -5.0, 5.0);
    in_range("crownhead_process_resident_bytes", 1e6, 1e12);
    in_range("crownhead_process_open_files", 3.0, 1e6);
    in_range("crownhead_process_cpu_seconds_total", 0.0, 1e6);
    in_range("crownhead_process_threads", 2.0, 1e5);
    in_range("crownhead_store_batch_size_count", 1.0, 1e6);
    in_range("crownhead_store_seconds_count{operation=\"events\"}", 1.0, 1e6);
}

#[tokio::test]
async fn draining_nodes_are_not_ready_and_closing_ones_say_where_to_resume() {
    let site = TestSite::one(|_| {}).await;
    let mut two = site.two_players("english", json!({})).await;
    assert_eq!(site.anonymous().get("/readyz").await.expect("answered").text, "ready\n");
    site.start_draining();
    let answer = site.anonymous().get("/readyz").await.expect("answered");
    assert_eq!(answer.error(), (503, "leaving".to_owned()));
    assert_eq!(answer.headers["connection"], "close", "the client reconnects to another node");
    assert_eq!(value(&metrics(&site.anonymous()).await, "crownhead_ready"), Some(0.0));
    let refused = two.black.connect(&two.game, 0).await.err().expect("no new connection").0;
    assert!(refused.starts_with("503 "), "{refused}");
    two.play("11-15 23-19").await;
    site.close();
    let closed = loop {
        match two.live.receive().await {
            Incoming::Message(_) => {}
            other => break other,
        }
    };
    assert_eq!(closed, Incoming::Closed(1012, "The site restarts. Resume after 2.".to_owned()));
}

#[tokio::test]
async fn monitoring_address_serves_only_health_and_metrics() {
    let site = TestSite::one(|_| {}).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let origin = format!("http://{}", listener.local_addr().expect("an address"));
    let serving = site.site();
    let monitors = tokio::spawn(async move { site::server::serve_monitoring(&serving, listener).await });
    let monitor = Client::anonymous(&origin);
    assert!(metrics(&monitor).await.contains("crownhead_ready 1"));
    for (path, status) in [("/healthz", 200), ("/readyz", 200), ("/", 404), ("/api/v1/games", 404)] {
        assert_eq!(monitor.get(path).await.expect("answered").status, status, "{path}");
    }
    site.close();
    assert_eq!(monitor.get("/readyz").await.expect("answered").error(), (503, "leaving".to_owned()));
    monitors.abort();
}
