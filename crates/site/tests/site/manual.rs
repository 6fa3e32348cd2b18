//! The requests in `docs/build/api.md` are what they say.

use harness::client::Client;
use reqwest::Method;
use serde_json::Value;

use crate::game::{Running, told};

/// The requests of the page, in order: method, path, and what is sent.
fn requests(page: &str) -> Vec<(Method, String, Option<Value>)> {
    let blocks = page.split("```http\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut requests: Vec<(Method, String, Option<Value>)> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        if line.starts_with('{') {
            let wish = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            requests.last_mut().expect("a request before what is sent").2 = Some(wish);
        } else {
            let (method, path) = line.split_once(' ').unwrap_or_else(|| panic!("{line}"));
            requests.push((method.parse().expect("a method"), path.to_owned(), None));
        }
    }
    requests
}

#[tokio::test]
async fn every_request_on_the_page_is_answered_well() {
    let site = Running::start().await;
    let page = include_str!("../../../../docs/build/api.md");
    let requests = requests(page);
    assert!(requests.len() > 12, "{} requests", requests.len());
    let mut client = Client::anonymous(&site.origin);
    let (mut game, mut challenge, mut shelf) = (String::new(), String::new(), String::new());
    for (method, path, wish) in requests {
        let path =
            path.replace("{game}", &game).replace("{challenge}", &challenge).replace("{shelf}", &shelf);
        let answer =
            if method == Method::POST && ["/api/v1/guest", "/api/v1/accounts"].contains(&path.as_str()) {
                client.start_session(&path, wish.unwrap_or_default()).await.expect("answered")
            } else {
                client.send(method.clone(), &path, wish.as_ref()).await.expect("answered")
            };
        assert!(answer.status.is_success(), "{method} {path}: {}", told(&answer));
        let id = || answer.json()["id"].as_str().expect("an id").to_owned();
        match (&method, path.as_str()) {
            (&Method::POST, "/api/v1/games") => game = id(),
            (&Method::POST, "/api/v1/challenges") => challenge = id(),
            (&Method::POST, "/api/v1/shelf") => shelf = id(),
            _ => {}
        }
    }
}

#[tokio::test]
async fn the_page_that_shows_the_api_comes_from_the_site_alone() {
    let site = Running::start().await;
    let nobody = site.nobody();
    let page = nobody.get("/api").await.expect("answered");
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    for file in ["/api/manual.css", "/api/manual.js", "/api/v1/openapi.json"] {
        assert!(page.text.contains(file), "{file}");
        assert_eq!(nobody.get(file).await.expect("answered").status, 200, "{file}");
    }
    assert!(!page.text.contains("http://") && !page.text.contains("https://"), "nothing from elsewhere");
    let first = nobody.get("/").await.expect("answered");
    assert!(first.text.contains("href=\"/api\""), "the first page leads there");
}
