//! The pages of players, and moderation on them.

use serde_json::json;

use crate::pages::form;
use crate::support::{TestSite, TwoPlayers};

#[tokio::test]
async fn player_pages_have_rating_charts_with_summaries() {
    let site = TestSite::start().await;
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    let empty = site.anonymous().get("/players/ann").await.expect("answered");
    assert!(empty.text.contains("Rated games are played between players with accounts"), "{}", empty.text);
    assert!(empty.text.contains("No games yet."), "{}", empty.text);
    let blitz = json!({ "time": { "kind": "clock", "initial": 180_000, "increment": 2000 }, "rated": true });
    for _ in 0..2 {
        let mut two = TwoPlayers::start(ann.clone(), bob.clone(), "international", blitz.clone()).await;
        two.command("white", json!({ "do": "move", "text": "32-28" })).await;
        two.command("black", json!({ "do": "resign" })).await;
    }
    let page = site.anonymous().get("/players/ann").await.expect("answered");
    assert!(page.text.contains(" · Blitz</h3>"), "the speed is shown");
    assert!(
        page.text.contains("2 rated games") && page.text.contains("<polyline class=\"line\""),
        "{}",
        page.text
    );
    let profile = site.anonymous().get("/api/v1/players/ann").await.expect("answered").ok();
    let pool = profile["ratings"][0]["pool"].as_str().expect("a pool").to_owned();
    let history = site.anonymous().get(&format!("/api/v1/players/ann/ratings?pool={pool}")).await;
    let rating = history.expect("answered").ok()[0]["rating"].as_f64().expect("a rating").round();
    assert!(page.text.contains(&format!("<td>{rating}</td>")) && page.text.contains("href=\"/game/1\""));
}

#[tokio::test]
async fn older_games_are_paged_without_duplicates() {
    let site = TestSite::start().await;
    let ann = site.account("Ann").await;
    let request = json!({ "opponent": "same-device", "proposal": { "rules": "english" } });
    for _ in 0..30 {
        ann.post("/api/v1/games", &request).await.expect("answered").ok();
    }
    let anonymous = site.anonymous();
    let games = |text: &str| text.matches("<li class=\"card\"><a href=\"/games/").count();
    let first = anonymous.get("/players/ann").await.expect("answered");
    assert_eq!(
        (games(&first.text), first.text.contains("/players/Ann?before=7")),
        (24, true),
        "{}",
        first.text
    );
    let second = anonymous.get("/players/Ann?before=7").await.expect("answered");
    assert_eq!((games(&second.text), second.text.contains("before=")), (6, false));
    assert!(second.text.contains("Newest games"), "{}", second.text);
    let none = anonymous.get("/players/Ann?before=1").await.expect("answered");
    assert!(none.text.contains("There are no older games."), "{}", none.text);
}

#[tokio::test]
async fn only_administrators_warn_and_close_accounts_on_the_page() {
    let site = TestSite::start().await;
    let (admin, bob, carl) =
        (site.admin("Judy").await, site.account("Bob").await, site.account("Carl").await);
    let shown =
        async |client: &harness::client::Client| client.get("/players/bob").await.expect("answered").text;
    assert!(
        shown(&admin).await.contains("/admin/players/Bob/warn") && !shown(&carl).await.contains("/admin/")
    );
    assert_eq!(form(&carl, "/admin/players/bob/close", "reason=mine").await.status, 403);
    assert_eq!(form(&admin, "/admin/players/bob/warn", "reason=+").await.status, 422);
    let log = form(&admin, "/admin/players/bob/warn", "reason=you+delay").await;
    assert!(log.text.contains("<strong>warned</strong>") && log.text.contains("you delay"), "{}", log.text);
    assert!(shown(&bob).await.contains("you delay") && !shown(&carl).await.contains("you delay"));
    form(&admin, "/admin/players/bob/close", "reason=again").await;
    assert_eq!(bob.get("/api/v1/account").await.expect("answered").status, 401);
    assert!(shown(&carl).await.contains("closed by an administrator"));
    assert!(shown(&admin).await.contains("Reopen the account"));
    form(&admin, "/admin/players/bob/close", "reason=sorry&reopen=true").await;
    assert!(!shown(&carl).await.contains("closed by an administrator"));
}

#[tokio::test]
async fn guests_have_numbers_on_pages_in_the_api_and_in_pdn() {
    let site = TestSite::start().await;
    let two = site.two_players("english", json!({})).await;
    let view = two.view().await;
    let player = &view["players"]["white"];
    let number = player["guest_number"].as_u64().expect("a number");
    assert_eq!((&player["name"], (1000..10_000).contains(&number)), (&json!(null), true));
    let own = two.white.get("/api/v1/account").await.expect("answered").ok();
    assert_eq!(own["guest_number"], number);
    let page = site.anonymous().get(&format!("/games/{}", two.game)).await.expect("answered");
    assert!(page.text.contains(&format!("Guest {number}")), "{}", page.text);
    let file = site.anonymous().get(&format!("/api/v1/games/{}/pdn", two.game)).await.expect("answered");
    assert!(file.text.contains(&format!("[White \"Guest {number}\"]")), "{}", file.text);
}
