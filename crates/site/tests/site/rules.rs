//! The pages of the rule books, without scripts.

use draughts::variant;
use reqwest::Method;
use reqwest::header::{ACCEPT_LANGUAGE, HeaderMap, HeaderValue};
use texts::{Language, RuleSetText};

use crate::support::TestSite;

#[tokio::test]
async fn rule_books_have_sentences_and_diagrams() {
    let site = TestSite::start().await;
    let anonymous = site.anonymous();
    let list = anonymous.get("/rules").await.expect("answered");
    for set in variant::ALL {
        assert!(list.text.contains(&format!("/rules/{}\"", set.id)), "{} is in the list", set.id);
        let page = anonymous.get(&format!("/rules/{}", set.id)).await.expect("answered");
        assert_eq!(page.status, 200, "{}", set.id);
        assert!(page.text.len() < 150_000, "{}: {} bytes", set.id, page.text.len());
        let figures = page.text.matches("<figure>").count();
        assert!(figures > 8, "{}: {figures} diagrams", set.id);
        for sentence in set.sentences_in(Language::English) {
            let text = sentence.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            assert!(page.text.contains(&text), "{}: {text}", set.id);
        }
    }
    assert!(list.text.contains("By country") && list.text.contains("Germany"), "{}", list.text);
}

#[tokio::test]
async fn german_rule_books_have_no_english_source_notes() {
    let site = TestSite::start().await;
    let anonymous = site.anonymous();
    let german = HeaderMap::from_iter([(ACCEPT_LANGUAGE, HeaderValue::from_static("de"))]);
    for set in variant::ALL {
        let path = format!("/rules/{}", set.id);
        let page =
            anonymous.send_raw(Method::GET, &path, german.clone(), Vec::new()).await.expect("answered");
        let source = set.source_in(Language::German);
        assert!(page.text.contains(&format!("Quelle: {source}<")), "{}: {source}", set.id);
        for sentence in set.sentences_in(Language::German) {
            assert!(page.text.contains(&sentence.text), "{}: {}", set.id, sentence.text);
        }
        for english in ["addition of this", "custom of the game", "occurrence", "against one", "as commonly"]
        {
            assert!(!page.text.contains(english), "{}: {english}", set.id);
        }
    }
}

#[tokio::test]
async fn rule_books_are_compared_at_a_shareable_address() {
    let site = TestSite::start().await;
    let anonymous = site.anonymous();
    let page = anonymous.get("/rules/russian?with=brazilian").await.expect("answered");
    let (_, table) = page.text.split_once("<table").expect("a table");
    let (table, after) = table.split_once("</table>").expect("a table");
    assert!(table.contains("becomes a king at once and goes on capturing as a king"), "{table}");
    assert!(table.contains("If several captures are possible, you may choose any of them."), "{table}");
    assert!(!table.contains("The board has"), "only differences are listed: {table}");
    assert!(after.contains("rules are the same in both"), "{after}");
    assert!(page.text.contains("value=\"brazilian\" selected"), "the other is chosen in the form");
    for path in ["/rules/russian?with=nonsense", "/rules/nonsense?with=russian"] {
        assert_eq!(anonymous.get(path).await.expect("answered").status, 404, "{path}");
    }
}

#[tokio::test]
async fn rules_are_listed_in_groups() {
    let site = TestSite::start().await;
    let home = site.anonymous().get("/").await.expect("answered");
    let (_, select) = home.text.split_once("<select name=\"rules\"").expect("a choice");
    let (select, _) = select.split_once("</select>").expect("a choice");
    assert_eq!(select.matches("<option ").count(), variant::ALL.len());
    assert!(select.contains("<optgroup label=\"10\u{202f}×\u{202f}10 board\">"), "{select}");
}
