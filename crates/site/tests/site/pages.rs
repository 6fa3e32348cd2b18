//! The pages, without scripts.

use harness::client::{Client, Response};
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderValue};

use crate::support::TestSite;

pub(crate) async fn form(client: &Client, path: &str, form: &str) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("application/x-www-form-urlencoded"));
    client.send_raw(Method::POST, path, headers, form.as_bytes().to_vec()).await.expect("answered")
}

#[tokio::test]
async fn forms_start_games_and_challenges_without_a_script() {
    let site = TestSite::start().await;
    let (ann, bob) = (site.guest().await, site.guest().await);
    // The client follows the redirect to the page of the game.
    let game = form(&ann, "/play/computer", "rules=dame-8x8&level=2&colour=second").await;
    assert_eq!(game.status, 200, "{}", game.text);
    assert!(game.text.contains("Computer, level 2") && game.text.contains("id=\"data\""), "{}", game.text);
    let challenge = form(&ann, "/play/friend", "rules=russian&time=5%2B3&colour=lot").await;
    assert!(challenge.text.contains("Send this link to your opponent."), "{}", challenge.text);
    let made = ann.get("/api/v1/challenges").await.expect("answered").ok();
    let id = made[0]["id"].as_str().expect("an id");
    let page = bob.get(&format!("/challenges/{id}")).await.expect("answered");
    assert!(page.text.contains("would like to play a game"), "{}", page.text);
    let game = form(&bob, &format!("/challenges/{id}/accept"), "").await;
    assert!(game.text.contains("Russian draughts"), "{}", game.text);
    let again = form(&site.guest().await, &format!("/challenges/{id}/accept"), "").await;
    assert_eq!(again.status, 409);
    assert!(again.text.contains("Somebody else was quicker."), "{}", again.text);
}

#[tokio::test]
async fn forms_respect_token_scopes_and_private_challenges() {
    let site = TestSite::start().await;
    let (ann, bob) = (site.account("Ann").await, site.account("Bob").await);
    let reader = ann.with_token(&["account"]).await.expect("a token");
    for path in ["/play/computer", "/play/friend", "/play/lobby"] {
        let refused = form(&reader, path, "rules=english").await;
        assert_eq!(refused.status, 403, "{path}: {}", refused.text);
    }
    assert_eq!(form(&reader, "/logout", "").await.status, 403);
    let request = serde_json::json!({ "to": { "player": "bob" }, "proposal": { "rules": "english" } });
    let made = ann.post("/api/v1/challenges", &request).await.expect("answered").ok();
    let path = format!("/challenges/{}", made["id"].as_str().expect("an id"));
    assert_eq!(bob.get(&path).await.expect("answered").status, 200);
    assert_eq!(site.guest().await.get(&path).await.expect("answered").status, 404);
}

#[tokio::test]
async fn language_and_theme_cookies_are_respected() {
    let site = TestSite::start().await;
    let anonymous = site.anonymous();
    let mut chosen = HeaderMap::new();
    let cookies = "crownhead_language=de; crownhead_theme=dark";
    chosen.insert("cookie", HeaderValue::from_static(cookies));
    let page = anonymous.send_raw(Method::GET, "/rules", chosen, Vec::new()).await.expect("answered");
    assert!(page.text.contains("<html lang=\"de\" data-theme=\"dark\" "), "{}", &page.text[..200]);
    for path in ["/language/fr", "/theme/pink"] {
        assert_eq!(anonymous.get(path).await.expect("answered").status, 404, "{path}");
    }
}

#[tokio::test]
async fn only_administrators_judge_on_the_page() {
    let site = TestSite::start().await;
    let admin = site.admin("Judy").await;
    let mut two = site.two_players("english", serde_json::json!({})).await;
    let call = serde_json::json!({ "do": "call-admin", "message": "he delays the game" });
    two.command("black", call).await;
    assert_eq!(two.black.get("/admin").await.expect("answered").status, 403);
    let page = admin.get("/admin").await.expect("answered");
    assert!(page.text.contains("he delays the game"), "{}", page.text);
    let path = format!("/admin/games/{}", two.game);
    let refused = form(&two.black, &path, "decision=black-wins&reason=mine").await;
    assert_eq!(refused.status, 403);
    let page = form(&admin, &path, "decision=black-wins&reason=too+slow").await;
    assert_eq!(page.status, 200, "{}", page.text);
    assert!(page.text.contains("too slow"), "the decision is in the audit log: {}", page.text);
    assert_eq!(two.outcome().await.0, "black");
    assert!(page.text.contains("No game is waiting for an administrator."), "{}", page.text);
    let profile = site.anonymous().get("/players/judy").await.expect("answered");
    assert!(profile.text.contains("<h1>Judy</h1>"), "{}", profile.text);
}

#[tokio::test]
async fn pages_are_translated_and_have_no_inline_script_or_style() {
    let site = TestSite::start().await;
    let anonymous = site.anonymous();
    let mut german = HeaderMap::new();
    german.insert("accept-language", HeaderValue::from_static("de"));
    let home = anonymous.send_raw(Method::GET, "/", german, Vec::new()).await.expect("answered");
    assert!(
        home.text.contains("<html lang=\"de\" ") && home.text.contains("Gegen den Computer"),
        "{}",
        home.text
    );
    for path in
        ["/", "/rules", "/rules/turkish", "/house", "/which?board=8&kings=flying", "/login", "/settings"]
    {
        let page = anonymous.get(path).await.expect("answered");
        assert_eq!(page.status, 200, "{path}");
        assert!(!page.text.contains(" style=") && !page.text.contains(" onclick="), "{path}");
        assert!(page.text.len() < 150_000, "{path}: {} bytes", page.text.len());
        for link in page.text.split("/assets/").skip(1).filter_map(|rest| rest.split('"').next()) {
            let asset = anonymous.get(&format!("/assets/{link}")).await.expect("answered");
            assert_eq!(asset.status, 200, "{link}");
        }
    }
    let missing = anonymous.get("/games/nonsense").await.expect("answered");
    assert_eq!(missing.status, 404);
    assert!(
        missing.text.contains("This game does not exist.") && missing.text.contains("Go to the home page")
    );
}
