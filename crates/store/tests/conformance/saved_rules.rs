//! House rules that people keep.

use play::id::{AccountId, SavedRulesId};
use play::time::Timestamp;
use serde_json::{Map, Value, json};
use store::SavedRuleSet;

use crate::homes::{homes, person};

fn rules(base: &str) -> Map<String, Value> {
    json!({ "base": base, "men": { "captures": ["diagonally-forward"] } })
        .as_object()
        .cloned()
        .expect("rules")
}

fn new(account: AccountId, name: &str, base: &str, at: i64) -> SavedRuleSet {
    let id = SavedRulesId::new().expect("chance");
    SavedRuleSet { id, account, name: name.to_owned(), rules: rules(base), saved_at: Timestamp(at) }
}

#[tokio::test]
async fn rules_are_kept_by_name_and_saving_again_replaces_them_under_the_same_id() {
    for home in homes().await {
        let store = home.open().await;
        let (ann, bob) = (person(&store, "Ann").await, person(&store, "Bob").await);
        let kitchen = new(ann, "Kitchen table", "english", 1);
        let club = new(ann, "Club \"Ü\"", "russian", 2);
        let his = new(bob, "Kitchen table", "thai", 3);
        for rules in [&kitchen, &club, &his] {
            assert_eq!(store.save_rule_set(rules.clone(), 9).await, Ok(Some(rules.clone())));
        }
        let better = new(ann, "Kitchen table", "italian", 4);
        let replaced = SavedRuleSet { id: kitchen.id, ..better.clone() };
        assert_eq!(store.save_rule_set(better.clone(), 9).await, Ok(Some(replaced.clone())));
        assert_eq!(store.saved_rule_set(better.id).await, Ok(None), "no second one came about");
        drop(store);
        let store = home.open().await;
        assert_eq!(store.saved_rule_sets(ann).await, Ok(vec![club, replaced.clone()]), "by name");
        assert_eq!(store.saved_rule_sets(bob).await, Ok(vec![his]));
        assert_eq!(store.saved_rule_set(kitchen.id).await, Ok(Some(replaced)), "whoever asks");
    }
}

#[tokio::test]
async fn a_full_shelf_takes_nothing_more_but_what_is_on_it_can_be_replaced() {
    for home in homes().await {
        let store = home.open().await;
        let ann = person(&store, "Ann").await;
        for name in ["one", "two"] {
            assert!(store.save_rule_set(new(ann, name, "english", 1), 2).await.expect("saved").is_some());
        }
        assert_eq!(store.save_rule_set(new(ann, "three", "english", 2), 2).await, Ok(None));
        let replaced =
            store.save_rule_set(new(ann, "two", "russian", 3), 2).await.expect("saved").expect("room");
        assert_eq!(replaced.rules, rules("russian"));
        assert_eq!(store.saved_rule_sets(ann).await.expect("read").len(), 2);
    }
}

#[tokio::test]
async fn only_who_keeps_rules_can_forget_them() {
    for home in homes().await {
        let store = home.open().await;
        let (ann, bob) = (person(&store, "Ann").await, person(&store, "Bob").await);
        let kept =
            store.save_rule_set(new(ann, "ours", "english", 1), 9).await.expect("saved").expect("room");
        assert_eq!(store.delete_rule_set(bob, kept.id).await, Ok(false), "they are not his");
        assert_eq!(store.delete_rule_set(ann, SavedRulesId::new().expect("chance")).await, Ok(false));
        assert_eq!(store.delete_rule_set(ann, kept.id).await, Ok(true));
        assert_eq!(store.delete_rule_set(ann, kept.id).await, Ok(false));
        assert_eq!(store.saved_rule_sets(ann).await, Ok(Vec::new()));
    }
}
