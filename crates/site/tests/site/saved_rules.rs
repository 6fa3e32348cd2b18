//! House rules that people try, keep and share.

use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::{Value, json};
use trial::client::{Answer, Client};

use crate::game::{Running, told};

fn kitchen() -> Value {
    json!({ "base": "english", "name": "Kitchen table", "kings": { "range": "flying" } })
}

async fn save(client: &Client, name: &str, rules: &Value) -> Answer {
    client.post("/api/v1/shelf", &json!({ "name": name, "rules": rules })).await.expect("answered")
}

#[tokio::test]
async fn rules_are_kept_replaced_shared_by_their_id_and_forgotten_by_their_owner_alone() {
    let site = Running::start().await;
    let (ann, bob) = (site.guest().await, site.guest().await);
    let kept = save(&ann, "  Kitchen table ", &kitchen()).await.ok();
    assert_eq!((&kept["name"], &kept["rules"]), (&json!("Kitchen table"), &kitchen()));
    let italian = json!({ "base": "italian" });
    let again = save(&ann, "Kitchen table", &italian).await.ok();
    assert_eq!(again["id"], kept["id"], "saving under the same name replaces");
    let path = format!("/api/v1/shelf/{}", kept["id"].as_str().expect("an id"));
    let seen = site.nobody().get(&path).await.expect("answered").ok();
    assert_eq!(seen["rules"], italian);
    let shelf = |client: Client| async move { client.get("/api/v1/shelf").await.expect("answered").ok() };
    assert_eq!(shelf(ann.clone()).await.as_array().map(Vec::len), Some(1));
    assert_eq!(shelf(bob.clone()).await, json!([]));
    let delete = |client: Client| {
        let path = path.clone();
        async move { client.send(Method::DELETE, &path, None).await.expect("answered").status }
    };
    assert_eq!(delete(bob).await, 404);
    assert_eq!(delete(ann.clone()).await, 204);
    assert_eq!(delete(ann).await, 404);
    assert_eq!(site.nobody().get(&path).await.expect("answered").status, 404);
}

#[tokio::test]
async fn what_has_no_name_or_contradicts_itself_is_not_kept_and_a_shelf_has_its_bounds() {
    let site = Running::start().await;
    let ann = site.guest().await;
    for name in ["", "   ", &"x".repeat(61)] {
        let refused = save(&ann, name, &kitchen()).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (422, &json!("bad-name")), "{name:?}");
    }
    assert_eq!(save(&ann, &"ü".repeat(60), &kitchen()).await.status, 201);
    let torn = json!({ "base": "english", "start": { "rows_of_men": 5 } });
    for rules in [torn, json!({ "base": "nonsense" }), json!({ "base": "english", "colour": "pink" })] {
        let refused = save(&ann, "Torn", &rules).await;
        assert_eq!(refused.status, 422, "{}", told(&refused));
    }
    let word =
        ann.post("/api/v1/shelf", &json!({ "name": "x", "rules": "english" })).await.expect("answered");
    assert_eq!(word.status, 400, "{}", told(&word));
    for number in 1..50 {
        assert_eq!(save(&ann, &format!("number {number}"), &kitchen()).await.status, 201);
    }
    let full = save(&ann, "one too many", &kitchen()).await;
    assert_eq!((full.status.as_u16(), &full.json()["code"]), (409, &json!("shelf-full")));
    assert_eq!(save(&ann, "number 7", &kitchen()).await.status, 201, "what is there can be replaced");
}

async fn form(client: &Client, path: &str, form: &str) -> Answer {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("application/x-www-form-urlencoded"));
    client.raw(Method::POST, path, headers, form.as_bytes().to_vec()).await.expect("answered")
}

#[tokio::test]
async fn kept_rules_are_chosen_on_the_start_page_and_played() {
    let site = Running::start().await;
    let (ann, bob) = (site.account("Ann").await, site.guest().await);
    let id = save(&ann, "Kitchen <table>", &kitchen()).await.ok()["id"].as_str().expect("an id").to_owned();
    let home = ann.get("/").await.expect("answered");
    assert!(home.text.contains("<optgroup label=\"My house rules\">"), "{}", home.text);
    assert_eq!(home.text.matches(&format!("value=\"shelf:{id}\"")).count(), 3, "in each way to play");
    assert!(home.text.contains("Kitchen &lt;table&gt;"), "{}", home.text);
    assert!(!bob.get("/").await.expect("answered").text.contains("My house rules"));
    // Whoever has the id may play by them, as with the link.
    for client in [&ann, &bob] {
        let game = form(client, "/play/computer", &format!("rules=shelf:{id}&level=1&colour=first")).await;
        assert_eq!(game.status, 200, "{}", game.text);
        assert!(game.text.contains("Kitchen table"), "{}", game.text);
    }
    for wrong in ["shelf:nonsense", "shelf:aaaaaaaaaaaaaaaaaaaa"] {
        assert_eq!(form(&ann, "/play/friend", &format!("rules={wrong}")).await.status, 404, "{wrong}");
    }
    // Neither a page nor a form is a way round the scopes of a token.
    let reader = ann.with_token(&["account"]).await.expect("a token");
    assert!(!reader.get("/").await.expect("answered").text.contains("My house rules"));
    assert_eq!(form(&reader, "/play/computer", &format!("rules=shelf:{id}")).await.status, 403);
    let editor = bob.get(&format!("/house/{id}")).await.expect("answered");
    assert!(editor.text.contains("\"opened\":{") && editor.text.contains("\"shelf\":[]"), "{}", editor.text);
    assert_eq!(bob.get("/house/aaaaaaaaaaaaaaaaaaaa").await.expect("answered").status, 404);
}

#[tokio::test]
async fn a_check_tells_what_differs_from_the_base() {
    let site = Running::start().await;
    let nobody = site.nobody();
    let checked = nobody.post("/api/v1/rules/check", &kitchen()).await.expect("answered").ok();
    let differences = checked["differences"].as_array().expect("a list");
    let fields: Vec<&str> = differences.iter().filter_map(|row| row["field"].as_str()).collect();
    assert_eq!(fields, ["kings.moves", "kings.captures"]);
    assert_eq!(differences[0]["topic"], "Kings");
    assert!(differences[0]["house"][0].as_str().expect("a text").contains("any number of free squares"));
    assert!(differences[0]["base"][0].as_str().expect("a text").contains("one square"));
    let plain = nobody.post("/api/v1/rules/check", &json!("english")).await.expect("answered").ok();
    assert_eq!(plain["differences"], json!([]));
}

#[tokio::test]
async fn a_piece_of_a_study_says_why_it_may_not_move() {
    let site = Running::start().await;
    let nobody = site.nobody();
    let ask = |wish: Value| {
        let nobody = nobody.clone();
        async move { nobody.post("/api/v1/analysis/why", &wish).await.expect("answered") }
    };
    let fen = "W:W28,46:B23,3";
    let why = ask(json!({ "rules": "international", "fen": fen, "square": 46 })).await.ok();
    assert_eq!(why["movable"], false);
    assert!(
        why["text"].as_str().expect("a text").starts_with("You must capture, with the piece on 28."),
        "{why}"
    );
    let free = ask(json!({ "rules": "international", "fen": fen, "square": 28 })).await.ok();
    assert_eq!(free, json!({ "movable": true, "text": null }));
    let moved = ask(json!({ "rules": kitchen(), "moves": ["11-15"], "square": 15 })).await.ok();
    assert!(moved["text"].as_str().expect("a text").contains("Black's"), "{moved}");
    for (wish, status) in [
        (json!({ "rules": "international", "square": 51 }), 404),
        (json!({ "rules": "international", "square": 0 }), 404),
        (json!({ "rules": "international", "square": -1 }), 400),
        (json!({ "rules": "international", "moves": ["1-2"], "square": 1 }), 422),
        (json!({ "rules": "nonsense", "square": 1 }), 422),
    ] {
        let refused = ask(wish.clone()).await;
        assert_eq!(refused.status, status, "{wish}: {}", told(&refused));
    }
}
