//! The dashboard and the alerts in `deploy/` use only metrics that a running site exposes, and `nginx.conf` has the
//! limits of the site.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use site::config::{Connections, Timeouts};
use store::Database;
use testservers::{Nats, Postgres};

use crate::support::TestSite;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name)
}

fn dashboard() -> Value {
    let text = fs::read_to_string(file("dashboard.json")).expect("a dashboard");
    serde_json::from_str(&text).expect("JSON")
}

fn alerts() -> Vec<Value> {
    let text = fs::read_to_string(file("alerts.yml")).expect("alerts");
    let rules: Value = serde_yaml_ng::from_str(&text).expect("YAML");
    let groups = rules["groups"].as_array().expect("groups");
    groups.iter().flat_map(|group| group["rules"].as_array().expect("rules").clone()).collect()
}

/// Returns all panels except rows.
fn panels() -> Vec<Value> {
    let panels = dashboard()["panels"].as_array().expect("panels").clone();
    panels.into_iter().filter(|panel| panel["type"] != "row").collect()
}

fn string_field<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().filter(|text| !text.is_empty()).unwrap_or_else(|| panic!("no {name}: {value}"))
}

/// Returns the Prometheus queries of the dashboard and the alerts.
fn expressions() -> Vec<String> {
    let targets = |panel: &Value| panel["targets"].as_array().expect("targets").clone();
    let shown = panels()
        .iter()
        .flat_map(targets)
        .map(|target| string_field(&target, "expr").to_owned())
        .collect::<Vec<_>>();
    shown.into_iter().chain(alerts().iter().map(|alert| string_field(alert, "expr").to_owned())).collect()
}

/// Returns the names of our metrics in a text.
fn metric_names(text: &str) -> impl Iterator<Item = &str> {
    let is_separator = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    text.split(is_separator).filter(|word| word.starts_with("crownhead_"))
}

#[tokio::test]
async fn dashboard_and_alerts_use_existing_metrics() {
    // PostgreSQL and NATS have metrics of their own.
    let nats = Nats::start().await.expect("a bus");
    let url = Postgres::shared().await.expect("a server").create_database().await.expect("a database");
    let site = TestSite::one(|config| {
        config.database = Database::Postgres { url, replicas: Vec::new() };
        config.bus = Some(nats.url());
    })
    .await;
    let mut two = site.two_players("english", json!({})).await;
    two.play("11-15").await;
    let text = site.anonymous().get("/metrics").await.expect("answered").text;
    let exposed: HashSet<&str> =
        text.lines().filter(|line| !line.starts_with('#')).flat_map(metric_names).collect();
    let queries = expressions();
    assert!(queries.len() > 40, "{}", queries.len());
    for expression in &queries {
        let mut named = metric_names(expression).peekable();
        assert!(named.peek().is_some() || expression.contains("up{job=\"crownhead\"}"), "{expression}");
        for name in named {
            assert!(exposed.contains(name), "{name} is not exposed: {expression}\n{exposed:?}");
        }
    }
    // Conversely, every exposed metric is used.
    let all = queries.join(" ");
    let used: HashSet<&str> = metric_names(&all).map(base).collect();
    for name in &exposed {
        assert!(used.contains(base(name)), "{name} is exposed but not used");
    }
}

/// Returns the name of a metric without the suffix of a histogram.
fn base(name: &str) -> &str {
    ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

#[test]
fn dashboard_panels_are_described_and_do_not_overlap() {
    let dashboard = dashboard();
    let all = dashboard["panels"].as_array().expect("panels");
    let rows: Vec<&str> =
        all.iter().filter(|panel| panel["type"] == "row").map(|row| string_field(row, "title")).collect();
    assert_eq!(rows, ["Health", "Load", "Latency"]);
    let ids: HashSet<u64> = all.iter().map(|panel| panel["id"].as_u64().expect("an id")).collect();
    assert_eq!(ids.len(), all.len(), "ids differ");
    let mut taken = HashSet::new();
    for panel in all {
        let grid_field = |name: &str| panel["gridPos"][name].as_u64().expect("a place");
        assert!(grid_field("x") + grid_field("w") <= 24, "{panel}");
        for cell in (grid_field("x")..grid_field("x") + grid_field("w"))
            .flat_map(|x| (0..grid_field("h")).map(move |y| (x, y)))
        {
            assert!(taken.insert((cell.0, grid_field("y") + cell.1)), "two panels at {cell:?}: {panel}");
        }
    }
    for panel in panels() {
        assert!(
            string_field(&panel, "title").len() < 60 && string_field(&panel, "description").ends_with('.'),
            "{panel}"
        );
        assert_eq!(panel["datasource"]["uid"], "${datasource}", "{panel}");
    }
}

#[test]
fn alerts_describe_impact_and_action() {
    let alerts = alerts();
    let names: HashSet<&str> = alerts.iter().map(|alert| string_field(alert, "alert")).collect();
    assert!(names.len() == alerts.len() && names.len() > 10, "{names:?}");
    for alert in &alerts {
        for name in ["summary", "impact", "action"] {
            assert!(string_field(&alert["annotations"], name).ends_with('.'), "{alert}");
        }
        assert!(["page", "ticket"].contains(&string_field(&alert["labels"], "severity")), "{alert}");
    }
    // If promtool is installed, it checks the file too.
    match Command::new("promtool").args(["check", "rules"]).arg(file("alerts.yml")).output() {
        Ok(checked) => assert!(checked.status.success(), "{checked:?}"),
        Err(_) => eprintln!("promtool is not installed: deploy/alerts.yml is parsed but NOT checked by it"),
    }
}

#[test]
fn nginx_has_the_limits_of_the_nodes() {
    let text = fs::read_to_string(file("nginx.conf")).expect("a configuration");
    let has = |directive: String| {
        assert!(text.lines().any(|line| line.trim() == directive), "nginx.conf has no line {directive:?}");
    };
    let Timeouts { headers, body, write, .. } = Timeouts::DEFAULT;
    let seconds = |text: &str, name: &str| -> u64 {
        let value = text.lines().find_map(|line| line.trim().strip_prefix(name));
        value.expect(name).trim().trim_end_matches("s;").parse().expect("seconds")
    };
    // nginx has no limit on connections without a header, so it closes them sooner.
    assert!(seconds(&text, "client_header_timeout ") <= headers.as_secs());
    has(format!("client_body_timeout {}s;", body.as_secs()));
    has(format!("send_timeout {}s;", write.as_secs()));
    has(format!("limit_conn addresses {};", Connections::DEFAULT.per_address));
    // nginx reuses no connection that a node may be closing.
    let upstream = text.split_once("upstream crownhead {").and_then(|(_, rest)| rest.split_once('}'));
    let (upstream, _) = upstream.expect("an upstream");
    let kept = seconds(upstream, "keepalive_timeout ");
    assert!(kept < headers.as_secs(), "{kept}");
}
