//! What people choose, and what an account changes of itself, on pages that need no script.

use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderValue, SET_COOKIE};
use trial::client::{Answer, Client};

use crate::table::Running;

/// Sends a form and does not follow where it leads.
async fn sent(site: &Running, path: &str, form: &str) -> reqwest::Response {
    let client =
        reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let request = client.post(format!("{}{path}", site.origin)).body(form.to_owned());
    request.header("content-type", "application/x-www-form-urlencoded").send().await.expect("answered")
}

async fn seen(client: &Client, path: &str, cookies: &str) -> Answer {
    let mut headers = HeaderMap::new();
    headers.insert("cookie", HeaderValue::from_str(cookies).expect("a value"));
    client.raw(Method::GET, path, headers, Vec::new()).await.expect("answered")
}

#[tokio::test]
async fn what_is_chosen_is_remembered_by_cookies_and_every_page_is_told() {
    let site = Running::start().await;
    let form =
        "language=de&theme=dark&board=slate&names=always&notation=letters&input=hops&sounds=off&motion=off";
    let answer = sent(&site, "/settings", form).await;
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
    let nobody = site.nobody();
    for path in ["/", "/settings?done=saved", "/rules/frisian"] {
        let page = seen(&nobody, path, &cookies.join("; ")).await;
        let told = "<html lang=\"de\" data-theme=\"dark\" data-board=\"slate\" data-names=\"always\" \
                    data-notation=\"letters\" data-sounds=\"off\" data-input=\"hops\" data-motion=\"off\">";
        assert!(page.text.contains(told), "{path}: {}", &page.text[..300]);
    }
    let page = seen(&nobody, "/settings", &cookies.join("; ")).await;
    for chosen in
        ["value=\"slate\"", "value=\"always\"", "value=\"letters\"", "value=\"hops\"", "value=\"de\""]
    {
        assert!(page.text.contains(&format!("{chosen} checked")), "{chosen}: {}", page.text);
    }
}

#[tokio::test]
async fn what_cannot_be_chosen_is_as_usual() {
    let site = Running::start().await;
    let answer = sent(&site, "/settings", "language=fr&theme=pink&board=glass&names=&dance=yes").await;
    assert_eq!(answer.status().as_u16(), 303);
    let cookies = "crownhead_settings=board:glass.names:.x; crownhead_theme=pink";
    let page = seen(&site.nobody(), "/settings", cookies).await;
    assert!(
        page.text.contains("<html lang=\"en\" data-board=\"wood\" data-names=\"under\""),
        "{}",
        page.text
    );
}
