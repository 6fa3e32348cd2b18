//! The settings pages, without scripts.

use harness::client::{Client, PASSWORD, Response};
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderValue, SET_COOKIE};

use crate::pages::form;
use crate::support::TestSite;

/// Sends a form without following the redirect.
async fn send_form(site: &TestSite, path: &str, form: &str) -> reqwest::Response {
    let client =
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let request = client.post(format!("{}{path}", site.origin)).body(form.to_owned());
    request.header("content-type", "application/x-www-form-urlencoded").send().await.expect("answered")
}

async fn get_with_cookies(client: &Client, path: &str, cookies: &str) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert("cookie", HeaderValue::from_str(cookies).expect("a value"));
    client.send_raw(Method::GET, path, headers, Vec::new()).await.expect("answered")
}

#[tokio::test]
async fn settings_are_stored_in_cookies_and_applied_to_every_page() {
    let site = TestSite::start().await;
    let form = "language=de&theme=dark&board=slate&names=always&kings=rings&notation=letters&input=hops&sounds=off&motion=off";
    let answer = send_form(&site, "/settings", form).await;
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["location"]),
        (303, &HeaderValue::from_static("/settings?done=saved"))
    );
    let cookies: Vec<&str> = answer
        .headers()
        .get_all(SET_COOKIE)
        .iter()
        .filter_map(|cookie| cookie.to_str().ok()?.split(';').next())
        .collect();
    let anonymous = site.anonymous();
    for path in ["/", "/settings?done=saved", "/rules/frisian"] {
        let page = get_with_cookies(&anonymous, path, &cookies.join("; ")).await;
        let attributes = "<html lang=\"de\" data-theme=\"dark\" data-board=\"slate\" data-names=\"always\" \
                    data-kings=\"rings\" data-notation=\"letters\" data-sounds=\"off\" data-input=\"hops\" data-motion=\"off\">";
        assert!(page.text.contains(attributes), "{path}: {}", &page.text[..300]);
    }
    let page = get_with_cookies(&anonymous, "/settings", &cookies.join("; ")).await;
    for chosen in [
        "value=\"slate\"",
        "value=\"always\"",
        "value=\"rings\"",
        "value=\"letters\"",
        "value=\"hops\"",
        "value=\"de\"",
    ] {
        assert!(page.text.contains(&format!("{chosen} checked")), "{chosen}: {}", page.text);
    }
}

#[tokio::test]
async fn unknown_settings_are_defaults() {
    let site = TestSite::start().await;
    let answer = send_form(&site, "/settings", "language=fr&theme=pink&board=glass&names=&dance=yes").await;
    assert_eq!(answer.status().as_u16(), 303);
    let cookies = "crownhead_settings=board:glass.names:.x; crownhead_theme=pink";
    let page = get_with_cookies(&site.anonymous(), "/settings", cookies).await;
    assert!(
        page.text.contains("<html lang=\"en\" data-board=\"wood\" data-names=\"under\""),
        "{}",
        page.text
    );
}

#[tokio::test]
async fn changing_the_password_ends_other_sessions() {
    let site = TestSite::start().await;
    let ann = site.account("Ann").await;
    let mut elsewhere = site.anonymous();
    let log_in = serde_json::json!({ "name": "Ann", "password": PASSWORD });
    elsewhere.start_session("/api/v1/login", log_in).await.expect("answered").ok();
    let page = form(&ann, "/settings/email", "email=ann%40example.org").await;
    assert!(
        page.text.contains("The e-mail address has been changed.") && page.text.contains("ann@example.org")
    );
    form(&ann, "/settings/email", "email=").await;
    let account = ann.get("/api/v1/account").await.expect("answered").ok();
    assert_eq!(account["email"], serde_json::Value::Null);
    let change = format!("old={}&new=another+password", PASSWORD.replace(' ', "+"));
    let page = form(&ann, "/settings/password", &change).await;
    assert!(page.text.contains("The password has been changed."), "{}", page.text);
    assert_eq!(elsewhere.get("/api/v1/account").await.expect("answered").status, 401);
    let guest = site.guest().await.get("/settings").await.expect("answered");
    assert!(guest.text.contains("You have no account yet") && !guest.text.contains("/settings/email"));
}

#[tokio::test]
async fn tokens_and_sessions_are_managed_on_the_page() {
    let site = TestSite::start().await;
    let ann = site.account("Ann").await;
    let mut elsewhere = site.anonymous();
    let log_in = serde_json::json!({ "name": "Ann", "password": PASSWORD });
    elsewhere.start_session("/api/v1/login", log_in).await.expect("answered").ok();
    let page = form(&ann, "/settings/tokens", "label=my+program&scopes=account&scopes=play&days=30").await;
    assert_eq!(page.status, 200, "{}", page.text);
    let secret = page.text.split("value=\"crownhead_").nth(1).and_then(|rest| rest.split('"').next());
    let secret = format!("crownhead_{}", secret.expect("a secret"));
    let mut bearer = HeaderMap::new();
    bearer.insert("authorization", HeaderValue::from_str(&format!("Bearer {secret}")).expect("a value"));
    let ask = async || {
        let answer =
            site.anonymous().send_raw(Method::GET, "/api/v1/account", bearer.clone(), Vec::new()).await;
        answer.expect("answered").status.as_u16()
    };
    assert_eq!(ask().await, 200);
    let page = ann.get("/settings/keys").await.expect("answered");
    assert!(page.text.contains("my program") && !page.text.contains(&secret), "it is shown once");
    assert!(page.text.contains("Play, Account · "), "scopes have names for people: {}", page.text);
    let action = |page: &Response, end: &str| {
        let actions = page.text.split("action=\"").skip(1).filter_map(|rest| rest.split('"').next());
        actions.map(str::to_owned).find(|action| action.ends_with(end)).expect("a form")
    };
    assert_eq!(
        form(&site.account("Bob").await, &action(&page, "/revoke"), "").await.status,
        404,
        "the token belongs to another account"
    );
    let page = form(&ann, &action(&page, "/revoke"), "").await;
    assert!(page.text.contains("No tokens yet."), "{}", page.text);
    assert_eq!(ask().await, 401);
    form(&ann, &action(&page, "/end"), "").await;
    assert_eq!(elsewhere.get("/api/v1/account").await.expect("answered").status, 401);
    ann.get("/api/v1/account").await.expect("answered").ok();
}
