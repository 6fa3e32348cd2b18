//! Invalid input is refused with the right status and a message.

use harness::live::Incoming;
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::json;

use crate::support::TestSite;

fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
    let pair = |(name, value): &(&'static str, &'static str)| {
        (HeaderName::from_static(name), HeaderValue::from_static(value))
    };
    pairs.iter().map(pair).collect()
}

#[tokio::test]
async fn invalid_requests_are_explained() {
    let site = TestSite::start().await;
    let ann = site.guest().await;
    let json = headers(&[("content-type", "application/json")]);
    let games = "/api/v1/games";
    let good = json!({ "opponent": "same-device", "proposal": { "rules": "english" } }).to_string();
    let unknown = good.replace("\"rules\"", "\"colours\": 1, \"rules\"");
    let typed = good.replace("\"english\"", "7");
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let table = [
        (Method::POST, games, &json, b"{".to_vec(), 400_u16, "bad-request"),
        (Method::POST, games, &json, b"".to_vec(), 400, "bad-request"),
        (Method::POST, games, &json, b"\xff\xfe".to_vec(), 400, "bad-request"),
        (Method::POST, games, &json, b"[]".to_vec(), 400, "bad-request"),
        (Method::POST, games, &json, unknown.into_bytes(), 400, "bad-request"),
        (Method::POST, games, &json, typed.into_bytes(), 400, "bad-request"),
        (Method::POST, games, &json, deep.into_bytes(), 413, "too-large"),
        (Method::POST, games, &json, vec![b' '; 100_000], 413, "too-large"),
        (Method::POST, games, &HeaderMap::new(), good.clone().into_bytes(), 415, "not-json"),
        (Method::GET, "/api/v1/games?limit=many", &json, Vec::new(), 400, "bad-request"),
        (Method::GET, "/api/v1/games?wrong=1", &json, Vec::new(), 400, "bad-request"),
        (Method::GET, "/api/v1/games/no-such-game", &json, Vec::new(), 404, "not-found"),
        (Method::GET, "/api/v1/nothing", &json, Vec::new(), 404, "not-found"),
        // An address is removed only on purpose.
        (Method::PATCH, "/api/v1/account", &json, b"{}".to_vec(), 400, "bad-request"),
        (Method::PUT, games, &json, Vec::new(), 405, "bad-method"),
    ];
    for (method, path, headers, body, status, code) in table {
        let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        let answer = ann.send_raw(method.clone(), path, headers.clone(), body).await.expect("answered");
        assert_eq!(answer.error(), (status, code.to_owned()), "{method} {path} {shown}");
        let message = answer.json()["message"].as_str().unwrap_or_default().to_owned();
        assert!(message.ends_with('.') && message.len() > 10, "{method} {path} {shown}: {message}");
    }
    for token in ["Bearer nonsense", "Basic YTpi", "Bearer crownhead_aaaa"] {
        let headers = HeaderMap::from_iter([(
            HeaderName::from_static("authorization"),
            HeaderValue::from_static(token),
        )]);
        let answer =
            site.anonymous().send_raw(Method::GET, games, headers, Vec::new()).await.expect("answered");
        assert_eq!(answer.error(), (401, "bad-token".to_owned()), "{token}");
    }
}

#[tokio::test]
async fn invalid_commands_are_explained_and_change_nothing() {
    let site = TestSite::start().await;
    let mut two = site.two_players("international", json!({})).await;
    for (request, code, sentence) in [
        (json!({ "do": "move", "text": "32-23" }), "illegal-move", "There is nothing to capture on 28."),
        (json!({ "do": "move", "text": "" }), "illegal-move", ""),
        (json!({ "do": "move", "text": "x".repeat(5000) }), "illegal-move", ""),
        (json!({ "do": "move", "text": "20-25" }), "illegal-move", ""),
        (json!({ "do": "claim-draw", "rule": 99 }), "no-such-rule", ""),
        (
            json!({ "do": "message", "text": "x".repeat(501) }),
            "bad-message",
            "A message must have 1 to 500 characters.",
        ),
        (json!({ "do": "give-time", "seconds": 5 }), "no-clock", "This game has no clock."),
        (json!({ "do": "accept-draw" }), "not-now", ""),
        (json!({ "do": "huff", "square": 1 }), "not-now", ""),
    ] {
        let (found, message) = two.refused("white", request.clone()).await;
        assert_eq!(found, code, "{request}: {message}");
        assert!(message.len() > 10 && (sentence.is_empty() || message == sentence), "{request}: {message}");
    }
    let must =
        two.black.execute(&two.game, "k", &json!({ "do": "move", "text": "20-25" })).await.expect("answered");
    assert_eq!(must.error(), (409, "illegal-move".to_owned()), "it is not Black's turn");
    for id in ["", &"i".repeat(65), "a\0b"] {
        let answer = two.white.execute(&two.game, id, &json!({ "do": "resign" })).await.expect("answered");
        assert_eq!(answer.error(), (400, "bad-request".to_owned()), "{id:?}");
    }
    assert_eq!(two.view().await["seq"], 0);
}

#[tokio::test]
async fn refused_moves_name_the_rule() {
    let site = TestSite::start().await;
    let start = json!({ "start": { "fen": "W:W28,46:B23,3" } });
    let mut two = site.two_players("international", start).await;
    let error = two.try_command("white", json!({ "do": "move", "text": "46-41" })).await;
    assert_eq!(error["code"], "illegal-move");
    assert_eq!(error["message"], "You must capture with the piece on 28.", "{error}");
    assert!(error["details"]["rule"].as_str().is_some_and(|rule| rule.contains("capture")), "{error}");
}

#[tokio::test]
async fn illegal_moves_of_a_game_are_explained() {
    let site = TestSite::start().await;
    let start = json!({ "start": { "fen": "W:W28,46:B23,3" } });
    let two = site.two_players("international", start).await;
    let why = async |square: u8| {
        let path = format!("/api/v1/games/{}/why/{square}", two.game);
        site.anonymous().get(&path).await.expect("answered").json()
    };
    assert_eq!(why(28).await, json!({ "movable": true, "text": null }));
    let text = why(46).await["text"].as_str().expect("a reason").to_owned();
    assert_eq!(text, "You must capture with the piece on 28. The rule: A player who can capture must do so.");
    assert_eq!(why(51).await["message"], "This board has the squares 1 to 50.");
}

#[tokio::test]
async fn invalid_live_messages_are_refused_and_long_ones_disconnect() {
    let site = TestSite::start().await;
    let two = site.two_players("english", json!({})).await;
    let mut live = two.black.connect(&two.game, 0).await.expect("a connection");
    for text in ["", "{", "[]", "{\"type\":\"dance\"}", "{\"type\":\"command\",\"id\":1,\"request\":{}}"] {
        assert!(live.send_text(text.to_owned()).await);
        let message = live.next("refused").await.expect("a refusal");
        assert_eq!(
            (&message["id"], &message["error"]["code"]),
            (&json!(null), &json!("bad-request")),
            "{text}"
        );
    }
    let message = live.execute("named", &json!({ "do": "dance" })).await.expect("a refusal");
    assert_eq!(message["error"]["code"], "bad-request", "a refusal carries the id of the command");
    assert!(
        live.execute("m", &json!({ "do": "move", "text": "11-15" }))
            .await
            .is_some_and(|message| message["type"] == "done")
    );
    live.send_text("x".repeat(100_000)).await;
    let end = loop {
        match live.receive().await {
            Incoming::Message(_) => {}
            end => break end,
        }
    };
    assert!(matches!(&end, Incoming::Closed(1009, reason) if reason.contains("16384 bytes")), "{end:?}");
    let refused = site.anonymous().connect("aaaaaaaaaaaaaaaaaaaa", 0).await.err().expect("no such game");
    assert!(refused.to_string().starts_with("404"), "{refused}");
}
