//! Static files, caching and installation of the site.

use harness::client::Client;
use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderValue};

use crate::support::TestSite;

/// Returns the folder of the current version.
async fn folder(client: &Client) -> String {
    let page = client.get("/").await.expect("answered").text;
    let start = page.find("/assets/").expect("an asset");
    let length = "/assets/0123456789abcdef".len();
    page[start..start + length].to_owned()
}

#[tokio::test]
async fn versioned_files_are_immutable_and_others_revalidated() {
    let site = TestSite::start().await;
    let anonymous = site.anonymous();
    let folder = folder(&anonymous).await;
    let cached = async |path: &str| {
        let answer = anonymous.get(path).await.expect("answered");
        assert_eq!(answer.status, 200, "{path}");
        answer.headers["cache-control"].to_str().expect("text").to_owned()
    };
    assert!(cached(&format!("{folder}/style/base.css")).await.contains("immutable"));
    for path in ["/assets/style/base.css", "/assets/00000000ffffffff/style/base.css", "/worker.js?v=x"] {
        assert_eq!(cached(path).await, "no-cache", "{path}");
        let tag = anonymous.get(path).await.expect("answered").headers["etag"].clone();
        let known = HeaderMap::from_iter([(reqwest::header::IF_NONE_MATCH, tag)]);
        let again = anonymous.send_raw(Method::GET, path, known, Vec::new()).await.expect("answered");
        assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""), "{path}");
    }
    let missing = anonymous.get(&format!("{folder}/nothing.js")).await.expect("answered");
    assert_eq!(missing.status, 404);
}

#[tokio::test]
async fn site_is_installable() {
    let site = TestSite::start().await;
    let anonymous = site.anonymous();
    let folder = folder(&anonymous).await;
    for language in ["en", "de"] {
        let path = format!("{folder}/site.{language}.webmanifest");
        let mut headers = HeaderMap::new();
        headers.insert("accept-language", HeaderValue::from_static(language));
        let page = anonymous.send_raw(Method::GET, "/", headers, Vec::new()).await.expect("answered");
        assert!(page.text.contains(&path), "{path}");
        let manifest = anonymous.get(&path).await.expect("answered").ok();
        assert_eq!(manifest["lang"], language);
        for field in ["id", "name", "short_name", "description", "start_url", "scope", "display"] {
            assert!(manifest[field].as_str().is_some_and(|text| !text.is_empty()), "{field}");
        }
        let icons = manifest["icons"].as_array().expect("icons");
        assert!(icons.iter().any(|icon| icon["purpose"] == "maskable"));
        let sources = icons.iter().map(|icon| icon["src"].as_str().expect("a source"));
        for source in sources.chain(["icons/180.png"]) {
            let icon = anonymous.get(&format!("{folder}/{source}")).await.expect("answered");
            assert_eq!(icon.status, 200, "{source}");
            assert!(
                icon.headers["content-type"].to_str().is_ok_and(|kind| kind.starts_with("image/")),
                "{source}"
            );
        }
    }
    let worker = anonymous.get("/worker.js").await.expect("answered");
    assert!(worker.headers["content-type"].to_str().is_ok_and(|kind| kind.starts_with("text/javascript")));
    let policy = worker.headers["content-security-policy"].to_str().expect("text").to_owned();
    assert!(policy.contains("worker-src 'self'"), "{policy}");
}

#[tokio::test]
async fn offline_page_is_anonymous_and_pages_are_not_cached() {
    let site = TestSite::start().await;
    let ann = site.account("Ann").await;
    for (language, says) in [("en", "No connection"), ("de", "Keine Verbindung")] {
        let mut headers = HeaderMap::new();
        headers.insert("accept-language", HeaderValue::from_static(language));
        let page = ann.send_raw(Method::GET, "/offline", headers, Vec::new()).await.expect("answered");
        assert!(page.text.contains(says) && !page.text.contains("Ann"), "{}", page.text);
    }
    for path in ["/", "/players/ann", "/settings", "/api/v1/account"] {
        let answer = ann.get(path).await.expect("answered");
        assert_eq!(answer.headers["cache-control"], "no-store", "{path}");
    }
}
