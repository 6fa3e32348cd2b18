//! Saved rule sets.

use play::id::{AccountId, SavedRulesId};
use play::time::Timestamp;
use serde_json::{Map, Value, json};
use store::SavedRuleSet;

use crate::backends::{backends, create_account};

fn rules(base: &str) -> Map<String, Value> {
    json!({ "base": base, "men": { "captures": ["diagonally-forward"] } })
        .as_object()
        .cloned()
        .expect("rules")
}

fn new(account: AccountId, name: &str, base: &str, at: i64) -> SavedRuleSet {
    let id = SavedRulesId::new().expect("random bytes");
    SavedRuleSet { id, account, name: name.to_owned(), rules: rules(base), saved_at: Timestamp(at) }
}

#[tokio::test]
async fn saving_under_the_same_name_replaces_rules_and_keeps_their_id() {
    for backend in backends().await {
        let store = backend.open().await;
        let (ann, bob) = (create_account(&store, "Ann").await, create_account(&store, "Bob").await);
        let kitchen = new(ann, "Kitchen table", "english", 1);
        let club = new(ann, "Club \"Ü\"", "russian", 2);
        let of_bob = new(bob, "Kitchen table", "thai", 3);
        for rules in [&kitchen, &club, &of_bob] {
            assert_eq!(store.save_rule_set(rules.clone(), 9).await, Ok(Some(rules.clone())));
        }
        let newer = new(ann, "Kitchen table", "italian", 4);
        let replaced = SavedRuleSet { id: kitchen.id, ..newer.clone() };
        assert_eq!(store.save_rule_set(newer.clone(), 9).await, Ok(Some(replaced.clone())));
        assert_eq!(store.saved_rule_set(newer.id).await, Ok(None), "the new id is not used");
        drop(store);
        let store = backend.open().await;
        assert_eq!(store.saved_rule_sets(ann).await, Ok(vec![club, replaced.clone()]), "by name");
        assert_eq!(store.saved_rule_sets(bob).await, Ok(vec![of_bob]));
        assert_eq!(store.saved_rule_set(kitchen.id).await, Ok(Some(replaced)), "for any account");
    }
}

#[tokio::test]
async fn the_limit_of_saved_rules_allows_replacing() {
    for backend in backends().await {
        let store = backend.open().await;
        let ann = create_account(&store, "Ann").await;
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
async fn only_the_owner_deletes_saved_rules() {
    for backend in backends().await {
        let store = backend.open().await;
        let (ann, bob) = (create_account(&store, "Ann").await, create_account(&store, "Bob").await);
        let saved =
            store.save_rule_set(new(ann, "ours", "english", 1), 9).await.expect("saved").expect("room");
        assert_eq!(store.delete_rule_set(bob, saved.id).await, Ok(false), "another account has saved them");
        assert_eq!(store.delete_rule_set(ann, SavedRulesId::new().expect("random bytes")).await, Ok(false));
        assert_eq!(store.delete_rule_set(ann, saved.id).await, Ok(true));
        assert_eq!(store.delete_rule_set(ann, saved.id).await, Ok(false));
        assert_eq!(store.saved_rule_sets(ann).await, Ok(Vec::new()));
    }
}
