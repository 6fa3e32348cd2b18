//! The requests in `docs/build/api.md`, and the page that shows the API.

use harness::client::Client;
use reqwest::Method;
use serde_json::Value;

use crate::support::{TestSite, describe};

/// Returns the requests of the page, in order: method, path and body.
fn requests(page: &str) -> Vec<(Method, String, Option<Value>)> {
    let blocks = page.split("```http\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut requests: Vec<(Method, String, Option<Value>)> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        if line.starts_with('{') {
            let request = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            requests.last_mut().expect("a request before its body").2 = Some(request);
        } else {
            let (method, path) = line.split_once(' ').unwrap_or_else(|| panic!("{line}"));
            requests.push((method.parse().expect("a method"), path.to_owned(), None));
        }
    }
    requests
}

#[tokio::test]
async fn requests_in_the_documentation_succeed() {
    let site = TestSite::start().await;
    let page = include_str!("../../../../docs/build/api.md");
    let requests = requests(page);
    assert!(requests.len() > 12, "{} requests", requests.len());
    let mut client = Client::anonymous(&site.origin);
    let (mut game, mut challenge, mut saved_rules) = (String::new(), String::new(), String::new());
    for (method, path, request) in requests {
        let path =
            path.replace("{game}", &game).replace("{challenge}", &challenge).replace("{shelf}", &saved_rules);
        let answer =
            if method == Method::POST && ["/api/v1/guest", "/api/v1/accounts"].contains(&path.as_str()) {
                client.start_session(&path, request.unwrap_or_default()).await.expect("answered")
            } else {
                client.send(method.clone(), &path, request.as_ref()).await.expect("answered")
            };
        assert!(answer.status.is_success(), "{method} {path}: {}", describe(&answer));
        let id = || answer.json()["id"].as_str().expect("an id").to_owned();
        match (&method, path.as_str()) {
            (&Method::POST, "/api/v1/games") => game = id(),
            (&Method::POST, "/api/v1/challenges") => challenge = id(),
            (&Method::POST, "/api/v1/shelf") => saved_rules = id(),
            _ => {}
        }
    }
}

#[tokio::test]
async fn api_page_has_no_third_party_files() {
    let site = TestSite::start().await;
    let anonymous = site.anonymous();
    let page = anonymous.get("/api").await.expect("answered");
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    for file in ["/api/manual.css", "/api/manual.js", "/api/v1/openapi.json"] {
        assert!(page.text.contains(file), "{file}");
        assert_eq!(anonymous.get(file).await.expect("answered").status, 200, "{file}");
    }
    assert!(!page.text.contains("http://") && !page.text.contains("https://"), "no third-party files");
    let first = anonymous.get("/").await.expect("answered");
    assert!(first.text.contains("href=\"/api\""), "the start page links to it");
}
