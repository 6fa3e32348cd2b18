//! A position in which the search for captures takes long: requests about it are answered, or refused with a code.

use serde_json::json;

use crate::support::TestSite;

/// A position of Frisian draughts, with 18 men around one king.
const FEN: &str = "W:WK15:B2,5,7,10,11,13,14,19,24,26,28,31,34,40,41,42,43,44";

#[tokio::test]
async fn games_from_it_are_played_explained_and_exported() {
    let site = TestSite::start().await;
    let mut two = site.two_players("frisian", json!({ "start": { "fen": FEN } })).await;
    let path = format!("/api/v1/games/{}", two.game);
    let anonymous = site.anonymous();
    let get = |end: &str| {
        let (anonymous, path) = (&anonymous, format!("{path}{end}"));
        async move { anonymous.get(&path).await.expect("answered") }
    };
    let king = get("/why/10").await.ok();
    assert_eq!(king["movable"], false, "{king}");
    assert_eq!(get("/why/15").await.ok(), json!({ "movable": true, "text": null }));
    let text = two.view().await["legal_moves"][0]["text"].as_str().expect("a move").to_owned();
    let plan = |answer: &str| json!({ "do": "plan", "lines": [[text, answer]] });
    assert_eq!(two.refused("black", plan("1-50")).await.0, "illegal-move");
    two.command("white", json!({ "do": "move", "text": text })).await;
    let played = get("/moves/1.").await.ok();
    assert_eq!(played["before"], FEN, "{played}");
    let pdn = get("/pdn").await;
    assert!(pdn.text.contains(FEN) && pdn.text.contains(&text), "{}", pdn.text);
}

#[tokio::test]
async fn its_challenge_shows_the_position() {
    let site = TestSite::start().await;
    let proposal = json!({ "rules": "frisian", "start": { "fen": FEN } });
    let request = json!({ "to": "link", "proposal": proposal });
    let challenge = site.guest().await.post("/api/v1/challenges", &request).await.expect("answered").ok();
    let page = format!("/challenges/{}", challenge["id"].as_str().expect("an id"));
    let page = site.anonymous().get(&page).await.expect("answered");
    assert!(page.status.is_success() && page.text.contains("start-position"), "{}", page.text);
}

#[tokio::test]
async fn files_with_too_many_of_it_are_refused() {
    let site = TestSite::start().await;
    let study = json!({ "rules": "frisian", "fen": FEN });
    let post = |path: &'static str, body| {
        let anonymous = site.anonymous();
        async move { anonymous.post(&format!("/api/v1/analysis/{path}"), &body).await.expect("answered") }
    };
    let position = post("position", study).await.ok();
    let text = position["legal_moves"][0]["text"].as_str().expect("a move");
    let file = |variations: usize| {
        let variation = format!("(1. {text}) ");
        let moves = format!("1. {text} {}*", variation.repeat(variations));
        json!({ "pdn": format!("[GameType \"40\"]\n[FEN \"{FEN}\"]\n\n{moves}\n") })
    };
    let read = post("read", file(2)).await.ok();
    assert_eq!(read["games"][0]["line"][0]["variations"].as_array().map(Vec::len), Some(2), "{read}");
    let refused = post("read", file(2_000)).await;
    assert_eq!(refused.error(), (422, "too-complex".to_owned()), "{}", refused.text);
    let many = "(1. 32-28) ".repeat(30_000);
    let many = post("read", json!({ "pdn": format!("[GameType \"20\"]\n\n1. 32-28 {many} *\n") })).await;
    assert_eq!(many.error(), (422, "bad-study".to_owned()));
    assert!(many.text.contains("30,000") || many.text.contains("30000"), "{}", many.text);
}
