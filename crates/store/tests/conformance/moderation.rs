//! What administrators do.

use play::id::AccountId;
use play::time::Timestamp;
use store::{Credential, CredentialKind, ModeratorAction, NewAuditEntry, NewCredential};

use crate::homes::{homes, new_game, person};

fn act(admin: AccountId, deed: ModeratorAction, account: AccountId, at: i64) -> NewAuditEntry {
    let reason = format!("{deed:?} at {at}");
    NewAuditEntry { at: Timestamp(at), admin, deed, game: None, account: Some(account), reason }
}

#[tokio::test]
async fn warnings_and_closings_are_on_record_with_their_reasons() {
    for home in homes().await {
        let store = home.open().await;
        let (judy, bob) = (person(&store, "Judy").await, person(&store, "Bob").await);
        let game = store.create_game(new_game()).await.expect("made").id;
        let warning = NewAuditEntry { game: Some(game), ..act(judy, ModeratorAction::Warn, bob, 1) };
        store.warn(bob, warning.clone()).await.expect("warned");
        let warnings = store.warnings(bob).await.expect("read");
        assert_eq!((warnings[0].game, warnings[0].reason.as_str()), (Some(game), "Warn at 1"));

        let key = Credential {
            id: play::id::CredentialId::new().expect("chance"),
            account: bob,
            kind: CredentialKind::Session,
            label: String::new(),
            scopes: String::new(),
            created_at: Timestamp(1),
            last_used_at: Timestamp(1),
            expires_at: None,
        };
        store.create_credential(NewCredential { key, secret_hash: "hash".to_owned() }).await.expect("made");
        let closing = act(judy, ModeratorAction::Close, bob, 2);
        store.close_account(bob, Some(Timestamp(2)), closing.clone()).await.expect("closed");
        assert_eq!(store.key("hash".to_owned(), Timestamp(3)).await, Ok(None), "he is logged out");
        let closed = store.account(bob).await.expect("read").expect("there").closed_at;
        assert_eq!(closed, Some(Timestamp(2)));
        let opening = act(judy, ModeratorAction::Reopen, bob, 3);
        store.close_account(bob, None, opening.clone()).await.expect("opened");
        assert_eq!(store.account(bob).await.expect("read").expect("there").closed_at, None);

        let acts = store.audit_entries(u64::MAX, 2).await.expect("read");
        let found: Vec<_> = acts.iter().map(|act| act.act.clone()).collect();
        assert_eq!(found, [opening, closing], "the newest first");
        let rest = store.audit_entries(acts[1].id, 9).await.expect("read");
        assert_eq!(rest.into_iter().map(|act| act.act).collect::<Vec<_>>(), [warning]);
    }
}
