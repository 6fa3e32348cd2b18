//! Error pages in the language of the viewer, with what to do next.

use std::time::Duration;

use harness::client::{Client, PASSWORD, Response};
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::json;
use site::config::{Rate, Rates};

use crate::support::TestSite;

/// The languages of the site.
const LANGUAGES: [&str; 2] = ["en", "de"];

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    let pair = |(name, value): &(&'static str, &str)| {
        (HeaderName::from_static(name), HeaderValue::from_str(value).expect("a value"))
    };
    pairs.iter().map(pair).collect()
}

/// Sends a request as a browser does.
async fn browse(client: &Client, language: &str, method: &Method, path: &str, form: &str) -> Response {
    let accepted = [("accept", "text/html,application/xhtml+xml"), ("accept-language", language)];
    let mut headers = headers(&accepted);
    if *method == Method::POST {
        let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
        headers.insert("content-type", kind);
    }
    client.send_raw(method.clone(), path, headers, form.as_bytes().to_vec()).await.expect("answered")
}

/// Checks that a response is a page in a language with a text and a link.
fn check_error_page(response: &Response, language: &str, status: u16, text: &str, link: &str, case: &str) {
    assert_eq!(response.status.as_u16(), status, "{case}: {}", response.text);
    assert!(response.text.contains(&format!("<html lang=\"{language}\"")), "{case}: {}", response.text);
    assert!(response.text.contains(text), "{case} should say {text:?}: {}", response.text);
    let links = [format!("href=\"{link}\""), format!("action=\"{link}\"")];
    assert!(
        links.iter().any(|link| response.text.contains(link)),
        "{case} should link to {link}: {}",
        response.text
    );
}

/// Method, path, form, status, text in both languages, and link.
type Case = (Method, String, &'static str, u16, [&'static str; 2], &'static str);

fn case(
    method: &Method,
    path: &str,
    form: &'static str,
    status: u16,
    text: [&'static str; 2],
    link: &'static str,
) -> Case {
    (method.clone(), path.to_owned(), form, status, text, link)
}

#[tokio::test]
async fn error_pages_are_translated_and_link_onwards() {
    let site = TestSite::start().await;
    let (ann, admin) = (site.account("Ann").await, site.admin("Judy").await);
    site.account("Closed").await;
    let closing = json!({ "reason": "a test" });
    admin.post("/api/v1/admin/players/closed/close", &closing).await.expect("answered");
    let request = json!({ "to": "link", "proposal": { "rules": "english" } });
    let create = async |client: &Client| {
        let made = client.post("/api/v1/challenges", &request).await.expect("answered").ok();
        made["id"].as_str().expect("an id").to_owned()
    };
    let (own, withdrawn, accepted) = (create(&ann).await, create(&admin).await, create(&admin).await);
    admin.send(Method::DELETE, &format!("/api/v1/challenges/{withdrawn}"), None).await.expect("answered");
    site.guest()
        .await
        .send(Method::POST, &format!("/api/v1/challenges/{accepted}/accept"), None)
        .await
        .expect("answered")
        .ok();
    let (get, post) = (Method::GET, Method::POST);
    let none = "a".repeat(20);
    let cases = [
        case(&get, "/nothing", "", 404, ["This page does not exist", "Diese Seite gibt es nicht"], "/"),
        case(
            &get,
            "/games/nonsense",
            "",
            404,
            ["This game does not exist", "Diese Partie gibt es nicht"],
            "/",
        ),
        case(&get, &format!("/games/{none}"), "", 404, ["This game does not exist", "Diese Partie"], "/"),
        case(&get, "/game/987654", "", 404, ["This game does not exist", "Diese Partie"], "/"),
        case(
            &get,
            &format!("/challenges/{none}"),
            "",
            404,
            ["This challenge does not exist", "Herausforderung gibt es nicht"],
            "/",
        ),
        case(&get, "/players/nobody-there", "", 404, ["This player does not exist", "Diesen Spieler"], "/"),
        case(&get, "/rules/chess", "", 404, ["This rule book does not exist", "Dieses Regelbuch"], "/rules"),
        case(&get, "/assets/nothing.css", "", 404, ["This page does not exist", "Diese Seite"], "/"),
        case(&get, "/players/ann?before=x", "", 400, ["could not be read", "nicht lesbar"], "/"),
        case(&get, &format!("/challenges/{withdrawn}"), "", 409, ["was withdrawn", "zurückgezogen"], "/"),
        case(
            &post,
            &format!("/challenges/{withdrawn}/accept"),
            "",
            409,
            ["was withdrawn", "zurückgezogen"],
            "/",
        ),
        case(&post, &format!("/challenges/{accepted}/accept"), "", 409, ["quicker", "schneller"], "/"),
        case(&post, &format!("/challenges/{own}/accept"), "", 409, ["your own", "deine eigene"], "/"),
        case(
            &post,
            &format!("/challenges/{accepted}/withdraw"),
            "",
            403,
            ["not yours", "nicht von dir"],
            "/",
        ),
        case(&post, &format!("/challenges/{accepted}/decline"), "", 403, ["decline", "nicht ablehnen"], "/"),
        case(&post, "/play/computer", "level=3", 422, ["could not be read", "nicht lesbar"], "/"),
        case(
            &post,
            "/play/computer",
            "rules=chess",
            422,
            ["cannot be played", "So kann die Partie nicht"],
            "/",
        ),
        case(&get, "/play/computer", "", 405, ["cannot be viewed", "nicht angezeigt"], "/"),
        case(&get, "/admin", "", 403, ["Only administrators", "nur Administratoren"], "/"),
        case(
            &post,
            "/admin/players/judy/close",
            "reason=x",
            403,
            ["Only administrators", "nur Administratoren"],
            "/",
        ),
        case(
            &post,
            "/login",
            "name=Ann&password=wrong+wrong",
            403,
            ["no account with this name", "kein Konto mit diesem"],
            "/login",
        ),
        case(
            &post,
            "/login",
            "name=Closed&password=a+password+for+trials",
            403,
            ["was closed", "gesperrt"],
            "/login",
        ),
        case(&post, "/login", "name=Ann", 422, ["could not be read", "nicht lesbar"], "/"),
        case(
            &post,
            "/signup",
            "name=Bob&password=a+password+for+trials",
            409,
            ["already have an account", "schon ein Konto"],
            "/signup",
        ),
        case(
            &post,
            "/settings/password",
            "old=wrong+wrong&new=another+one",
            403,
            ["not your current", "nicht dein aktuelles"],
            "/settings/password",
        ),
        case(
            &post,
            "/settings/password",
            "old=a+password+for+trials&new=short",
            422,
            ["8 to 200", "8 bis 200"],
            "/settings/password",
        ),
        case(
            &post,
            "/settings/email",
            "email=nonsense",
            422,
            ["not an e-mail", "keine E-Mail"],
            "/settings/email",
        ),
        case(
            &post,
            "/settings/tokens",
            "label=&scopes=play",
            422,
            ["what the token is for", "wofür der Schlüssel ist"],
            "/settings/tokens",
        ),
        case(
            &post,
            "/settings/tokens",
            "label=x",
            422,
            ["at least one", "mindestens ein Recht"],
            "/settings/tokens",
        ),
        case(
            &post,
            "/settings/tokens",
            "label=x&scopes=play&days=0",
            422,
            ["3660 days", "3660 Tage"],
            "/settings/tokens",
        ),
        case(
            &post,
            &format!("/settings/tokens/{none}/revoke"),
            "",
            404,
            ["This token does not exist", "Diesen Schlüssel"],
            "/settings/keys",
        ),
        case(
            &post,
            &format!("/settings/sessions/{none}/end"),
            "",
            404,
            ["has already ended", "schon beendet"],
            "/settings/keys",
        ),
    ];
    for (method, path, form, status, text, link) in &cases {
        for (language, text) in LANGUAGES.iter().zip(text) {
            let response = browse(&ann, language, method, path, form).await;
            check_error_page(&response, language, *status, text, link, &format!("{method} {path} {form}"));
            assert!(!response.text.contains("a password for trials"), "{path}: passwords are not sent back");
        }
    }
    let anonymous_cases = [
        case(&get, "/settings/keys", "", 401, ["not signed in", "nicht angemeldet"], "/login"),
        case(&post, "/settings/email", "email=", 401, ["not signed in", "nicht angemeldet"], "/login"),
        case(&post, "/logout", "", 401, ["not signed in", "nicht angemeldet"], "/login"),
        case(
            &post,
            "/signup",
            "name=ann&password=a+password+for+trials",
            409,
            ["is taken", "ist vergeben"],
            "/signup",
        ),
        case(
            &post,
            "/signup",
            "name=x&password=a+password+for+trials",
            422,
            ["2 to 24", "2 bis 24"],
            "/signup",
        ),
        case(
            &post,
            "/signup",
            "name=1st&password=a+password+for+trials",
            422,
            ["must begin with a letter", "muss mit einem"],
            "/signup",
        ),
        case(
            &post,
            "/signup",
            "name=a+b&password=a+password+for+trials",
            422,
            ["unaccented letters", "A bis Z"],
            "/signup",
        ),
        case(
            &post,
            "/signup",
            "name=Admin&password=a+password+for+trials",
            422,
            ["is reserved", "ist reserviert"],
            "/signup",
        ),
        case(&post, "/signup", "name=Bob&password=short", 422, ["8 to 200", "8 bis 200"], "/signup"),
    ];
    let anonymous = site.anonymous();
    for (method, path, form, status, text, link) in &anonymous_cases {
        for (language, text) in LANGUAGES.iter().zip(text) {
            let response = browse(&anonymous, language, method, path, form).await;
            check_error_page(&response, language, *status, text, link, &format!("{method} {path} {form}"));
        }
    }
    let guest = site.guest().await;
    let response = browse(&guest, "de", &post, "/settings/email", "email=").await;
    check_error_page(&response, "de", 403, "Dafür brauchst du ein Konto", "/login", "a guest's e-mail");
}

#[tokio::test]
async fn refused_decisions_are_error_pages() {
    let site = TestSite::start().await;
    let (admin, two) = (site.admin("Judy").await, site.two_players("english", json!({})).await);
    let (judge, api) =
        (format!("/admin/games/{}", two.game), format!("/api/v1/admin/games/{}/judge", two.game));
    let refused = async |form: &str, text: [&str; 2]| {
        for (language, text) in LANGUAGES.iter().zip(text) {
            let response = browse(&admin, language, &Method::POST, &judge, form).await;
            check_error_page(&response, language, 409, text, "/admin", form);
        }
    };
    refused("decision=refuse&reason=x", ["no call to answer", "keine Anfrage"]).await;
    refused("decision=resume&reason=x", ["The game is not paused", "Die Partie ist nicht angehalten"]).await;
    let draw = json!({ "decision": "draw", "reason": "x" });
    admin.post(&api, &draw).await.expect("answered").ok();
    refused("decision=pause&reason=x", ["This game is over", "Diese Partie ist zu Ende"]).await;
}

#[tokio::test]
async fn rejected_forms_keep_their_input() {
    let site = TestSite::start().await;
    let anonymous = site.anonymous();
    let response =
        browse(&anonymous, "en", &Method::POST, "/signup", "name=J%C3%BCrgen&password=secret+secret").await;
    assert!(response.text.contains("value=\"Jürgen\""), "{}", response.text);
    assert!(
        response.text.contains("aria-describedby=\"sign-up-name-hint sign-up-name-wrong\""),
        "{}",
        response.text
    );
    assert!(!response.text.contains("secret secret"), "the password is not sent back");
    assert!(!response.text.contains("sign-in-name-wrong"), "the other form is unchanged");
}

#[tokio::test]
async fn other_origins_and_rate_limits_are_error_pages() {
    let site = TestSite::start().await;
    let other =
        headers(&[("accept", "text/html"), ("accept-language", "de"), ("origin", "http://evil.example")]);
    let response =
        site.anonymous().send_raw(Method::POST, "/logout", other, Vec::new()).await.expect("answered");
    check_error_page(&response, "de", 403, "einer anderen Website", "/", "another site");
    let rate = Rate { burst: 3, every: Duration::from_secs(60) };
    let site = TestSite::with(|config| config.rates = Rates { requests: rate, ..Rates::UNLIMITED }).await;
    // A node counts its own requests at once; those of other nodes arrive later.
    let anonymous = Client::anonymous(&site.first);
    for _ in 0..3 {
        assert_eq!(anonymous.get("/healthz").await.expect("answered").status, 200);
    }
    for (language, text) in LANGUAGES.iter().zip(["Too many requests", "Zu viele Anfragen"]) {
        let response = browse(&anonymous, language, &Method::GET, "/rules", "").await;
        check_error_page(&response, language, 429, text, "/rules", "too often");
        let wait = response.headers["retry-after"].to_str().expect("text").to_owned();
        assert!(response.text.contains(&wait), "{wait}: {}", response.text);
    }
    let program = anonymous.get("/api/v1/games").await.expect("answered");
    assert_eq!(program.error(), (429, "too-many-requests".to_owned()), "programs get JSON");
}

#[tokio::test]
async fn login_rate_limit_keeps_the_form() {
    let rate = Rate { burst: 1, every: Duration::from_secs(60) };
    let site = TestSite::with(|config| config.rates = Rates { log_ins: rate, ..Rates::UNLIMITED }).await;
    let form = "name=Ann&password=wrong+wrong";
    let anonymous = Client::anonymous(&site.first);
    browse(&anonymous, "en", &Method::POST, "/login", form).await;
    let response = browse(&anonymous, "en", &Method::POST, "/login", form).await;
    check_error_page(&response, "en", 429, "Wait 60 seconds", "/login", "log in");
    assert!(response.headers.contains_key("retry-after") && response.text.contains("value=\"Ann\""));
}

#[tokio::test]
async fn api_errors_are_always_json() {
    let site = TestSite::start().await;
    let browser = headers(&[("accept", "text/html"), ("accept-language", "de")]);
    for path in ["/api/v1/nothing", "/api/v1/games/nonsense"] {
        let response = site
            .anonymous()
            .send_raw(Method::GET, path, browser.clone(), Vec::new())
            .await
            .expect("answered");
        assert_eq!(response.error(), (404, "not-found".to_owned()), "{path}");
    }
    assert_eq!(site.anonymous().get("/nothing").await.expect("answered").error().0, 404);
    let ann = site.account("Ann").await;
    let token = ann.with_token(&["account"]).await.expect("a token");
    for (path, form) in [
        ("/settings/email", "email=evil@example.org"),
        ("/settings/password", "old=a&new=b"),
        ("/settings/tokens", "label=x&scopes=play"),
    ] {
        let response = browse(&token, "en", &Method::POST, path, form).await;
        check_error_page(&response, "en", 403, "This is not possible with a token.", "/login", path);
    }
    let page = token.get("/settings").await.expect("answered");
    assert!(!page.text.contains("id=\"email\""), "a token does not read the address here");
    let log_in = json!({ "name": "Ann", "password": PASSWORD });
    site.anonymous().post("/api/v1/login", &log_in).await.expect("answered").ok();
}
