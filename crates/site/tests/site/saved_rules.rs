//! Saved house rules: checking, saving and sharing them.

use harness::client::{Client, Response};
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::{Value, json};

use crate::support::{TestSite, describe};

fn kitchen() -> Value {
    json!({ "base": "english", "name": "Kitchen table", "kings": { "range": "flying" } })
}

async fn save(client: &Client, name: &str, rules: &Value) -> Response {
    client.post("/api/v1/shelf", &json!({ "name": name, "rules": rules })).await.expect("answered")
}

#[tokio::test]
async fn saved_rules_are_replaced_shared_and_deleted_by_their_owner() {
    let site = TestSite::start().await;
    let (ann, bob) = (site.guest().await, site.guest().await);
    let saved = save(&ann, "  Kitchen table ", &kitchen()).await.ok();
    assert_eq!((&saved["name"], &saved["rules"]), (&json!("Kitchen table"), &kitchen()));
    let italian = json!({ "base": "italian" });
    let again = save(&ann, "Kitchen table", &italian).await.ok();
    assert_eq!(again["id"], saved["id"], "saving under the same name replaces");
    let path = format!("/api/v1/shelf/{}", saved["id"].as_str().expect("an id"));
    let seen = site.anonymous().get(&path).await.expect("answered").ok();
    assert_eq!(seen["rules"], italian);
    let list = |client: Client| async move { client.get("/api/v1/shelf").await.expect("answered").ok() };
    assert_eq!(list(ann.clone()).await.as_array().map(Vec::len), Some(1));
    assert_eq!(list(bob.clone()).await, json!([]));
    let delete = |client: Client| {
        let path = path.clone();
        async move { client.send(Method::DELETE, &path, None).await.expect("answered").status }
    };
    assert_eq!(delete(bob).await, 404);
    assert_eq!(delete(ann.clone()).await, 204);
    assert_eq!(delete(ann).await, 404);
    assert_eq!(site.anonymous().get(&path).await.expect("answered").status, 404);
}

#[tokio::test]
async fn invalid_or_too_many_rules_are_not_saved() {
    let site = TestSite::start().await;
    let ann = site.guest().await;
    for name in ["", "   ", &"x".repeat(61)] {
        let refused = save(&ann, name, &kitchen()).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (422, &json!("bad-name")), "{name:?}");
    }
    assert_eq!(save(&ann, &"ü".repeat(60), &kitchen()).await.status, 201);
    let conflicting = json!({ "base": "english", "start": { "rows_of_men": 5 } });
    for rules in [conflicting, json!({ "base": "nonsense" }), json!({ "base": "english", "colour": "pink" })]
    {
        let refused = save(&ann, "Invalid", &rules).await;
        assert_eq!(refused.status, 422, "{}", describe(&refused));
    }
    let word =
        ann.post("/api/v1/shelf", &json!({ "name": "x", "rules": "english" })).await.expect("answered");
    assert_eq!(word.status, 400, "{}", describe(&word));
    for number in 1..50 {
        assert_eq!(save(&ann, &format!("number {number}"), &kitchen()).await.status, 201);
    }
    let full = save(&ann, "one too many", &kitchen()).await;
    assert_eq!((full.status.as_u16(), &full.json()["code"]), (409, &json!("shelf-full")));
    assert_eq!(save(&ann, "number 7", &kitchen()).await.status, 201, "existing rules can be replaced");
}

async fn form(client: &Client, path: &str, form: &str) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("application/x-www-form-urlencoded"));
    client.send_raw(Method::POST, path, headers, form.as_bytes().to_vec()).await.expect("answered")
}

#[tokio::test]
async fn saved_rules_are_listed_on_the_start_page_and_played() {
    let site = TestSite::start().await;
    let (ann, bob) = (site.account("Ann").await, site.guest().await);
    let id = save(&ann, "Kitchen <table>", &kitchen()).await.ok()["id"].as_str().expect("an id").to_owned();
    let home = ann.get("/").await.expect("answered");
    assert!(home.text.contains("<optgroup label=\"My house rules\">"), "{}", home.text);
    assert_eq!(home.text.matches(&format!("value=\"shelf:{id}\"")).count(), 3, "in each way to play");
    assert!(home.text.contains("Kitchen &lt;table&gt;"), "{}", home.text);
    assert!(!bob.get("/").await.expect("answered").text.contains("My house rules"));
    // Anyone who knows the id may play by them.
    for client in [&ann, &bob] {
        let game = form(client, "/play/computer", &format!("rules=shelf:{id}&level=1&colour=first")).await;
        assert_eq!(game.status, 200, "{}", game.text);
        assert!(game.text.contains("Kitchen table"), "{}", game.text);
    }
    for wrong in ["shelf:nonsense", "shelf:aaaaaaaaaaaaaaaaaaaa"] {
        assert_eq!(form(&ann, "/play/friend", &format!("rules={wrong}")).await.status, 404, "{wrong}");
    }
    // Pages and forms respect the scopes of tokens.
    let reader = ann.with_token(&["account"]).await.expect("a token");
    assert!(!reader.get("/").await.expect("answered").text.contains("My house rules"));
    assert_eq!(form(&reader, "/play/computer", &format!("rules=shelf:{id}")).await.status, 403);
    let editor = bob.get(&format!("/house/{id}")).await.expect("answered");
    assert!(editor.text.contains("\"opened\":{") && editor.text.contains("\"saved\":[]"), "{}", editor.text);
    assert_eq!(bob.get("/house/aaaaaaaaaaaaaaaaaaaa").await.expect("answered").status, 404);
}

#[tokio::test]
async fn rule_checks_list_the_differences_from_the_base() {
    let site = TestSite::start().await;
    let anonymous = site.anonymous();
    let checked = anonymous.post("/api/v1/rules/check", &kitchen()).await.expect("answered").ok();
    let differences = checked["differences"].as_array().expect("a list");
    let fields: Vec<&str> = differences.iter().filter_map(|row| row["field"].as_str()).collect();
    assert_eq!(fields, ["kings.moves", "kings.captures"]);
    assert_eq!(differences[0]["topic"], "Kings");
    assert!(differences[0]["house"][0].as_str().expect("a text").contains("any number of free squares"));
    assert!(differences[0]["base"][0].as_str().expect("a text").contains("one square"));
    let plain = anonymous.post("/api/v1/rules/check", &json!("english")).await.expect("answered").ok();
    assert_eq!(plain["differences"], json!([]));
}

#[tokio::test]
async fn illegal_moves_of_a_study_are_explained() {
    let site = TestSite::start().await;
    let anonymous = site.anonymous();
    let ask = |request: Value| {
        let anonymous = anonymous.clone();
        async move { anonymous.post("/api/v1/analysis/why", &request).await.expect("answered") }
    };
    let fen = "W:W28,46:B23,3";
    let why = ask(json!({ "rules": "international", "fen": fen, "square": 46 })).await.ok();
    assert_eq!(why["movable"], false);
    assert!(
        why["text"].as_str().expect("a text").starts_with("You must capture with the piece on 28."),
        "{why}"
    );
    let free = ask(json!({ "rules": "international", "fen": fen, "square": 28 })).await.ok();
    assert_eq!(free, json!({ "movable": true, "text": null }));
    let moved = ask(json!({ "rules": kitchen(), "moves": ["11-15"], "square": 15 })).await.ok();
    assert!(moved["text"].as_str().expect("a text").contains("Black’s"), "{moved}");
    for (request, status) in [
        (json!({ "rules": "international", "square": 51 }), 404),
        (json!({ "rules": "international", "square": 0 }), 404),
        (json!({ "rules": "international", "square": -1 }), 400),
        (json!({ "rules": "international", "moves": ["1-2"], "square": 1 }), 422),
        (json!({ "rules": "nonsense", "square": 1 }), 422),
    ] {
        let refused = ask(request.clone()).await;
        assert_eq!(refused.status, status, "{request}: {}", describe(&refused));
    }
}
