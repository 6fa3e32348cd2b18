//! Warnings, closed accounts, and the audit log.

use play::id::AccountId;
use play::time::Timestamp;
use store::{Credential, CredentialKind, ModeratorAction, NewAuditEntry, NewCredential};

use crate::backends::{backends, create_account, new_game};

fn entry(admin: AccountId, action: ModeratorAction, account: AccountId, at: i64) -> NewAuditEntry {
    let reason = format!("{action:?} at {at}");
    NewAuditEntry { at: Timestamp(at), admin, action, game: None, account: Some(account), reason }
}

#[tokio::test]
async fn warnings_and_closed_accounts_are_audited() {
    for backend in backends().await {
        let store = backend.open().await;
        let (judy, bob) = (create_account(&store, "Judy").await, create_account(&store, "Bob").await);
        let game = store.create_game(new_game()).await.expect("created").id;
        let warning = NewAuditEntry { game: Some(game), ..entry(judy, ModeratorAction::Warn, bob, 1) };
        store.warn(bob, warning.clone()).await.expect("warned");
        let warnings = store.warnings(bob).await.expect("read");
        assert_eq!((warnings[0].game, warnings[0].reason.as_str()), (Some(game), "Warn at 1"));

        let credential = Credential {
            id: play::id::CredentialId::new().expect("random bytes"),
            account: bob,
            kind: CredentialKind::Session,
            label: String::new(),
            scopes: String::new(),
            created_at: Timestamp(1),
            last_used_at: Timestamp(1),
            expires_at: None,
        };
        store
            .create_credential(NewCredential { credential, secret_hash: "hash".to_owned() })
            .await
            .expect("created");
        let closing = entry(judy, ModeratorAction::Close, bob, 2);
        store.close_account(bob, Some(Timestamp(2)), closing.clone()).await.expect("closed");
        assert_eq!(
            store.credential("hash".to_owned(), Timestamp(3)).await,
            Ok(None),
            "the credentials are revoked"
        );
        let closed = store.account(bob).await.expect("read").expect("exists").closed_at;
        assert_eq!(closed, Some(Timestamp(2)));
        let opening = entry(judy, ModeratorAction::Reopen, bob, 3);
        store.close_account(bob, None, opening.clone()).await.expect("opened");
        assert_eq!(store.account(bob).await.expect("read").expect("exists").closed_at, None);

        let entries = store.audit_entries(u64::MAX, 2).await.expect("read");
        let found: Vec<_> = entries.iter().map(|stored| stored.entry.clone()).collect();
        assert_eq!(found, [opening, closing], "the newest first");
        let rest = store.audit_entries(entries[1].id, 9).await.expect("read");
        assert_eq!(rest.into_iter().map(|stored| stored.entry).collect::<Vec<_>>(), [warning]);
    }
}
