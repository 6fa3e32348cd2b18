//! Accounts and credentials.

use play::id::{AccountId, CredentialId};
use play::time::Timestamp;
use store::{Credential, CredentialKind, NewAccount, NewCredential, Role};

use crate::backends::{backends, create_account, new_account};

#[tokio::test]
async fn names_are_unique_ignoring_case() {
    for backend in backends().await {
        let store = backend.open().await;
        let ann = create_account(&store, "Ann").await;
        assert_eq!(store.create_account(new_account(Some("ANN"))).await, Ok(false));
        assert_eq!(
            store.account_by_name("aNN".to_owned()).await.expect("read").map(|found| found.id),
            Some(ann)
        );
        assert_eq!(store.account_by_name("Bob".to_owned()).await, Ok(None));
        assert_eq!(store.account(AccountId::new().expect("random bytes")).await, Ok(None));
    }
}

#[tokio::test]
async fn names_do_not_look_like_others() {
    for backend in backends().await {
        let store = backend.open().await;
        create_account(&store, "Willi_Bernd0").await;
        let guest = new_account(None);
        assert_eq!(store.create_account(guest.clone()).await, Ok(true));
        for similar in ["WilliBernd0", "WILLI-BERND0", "Wi11i_Bernd0", "WiIIi_BemdO", "VVilli_Bernd0"] {
            let is_same = similar != "WilliBernd0";
            let named = NewAccount { name: Some(similar.to_owned()), ..guest.clone() };
            if is_same {
                assert_eq!(store.create_account(new_account(Some(similar))).await, Ok(false), "{similar}");
                assert_eq!(store.name_guest(named).await, Ok(false), "{similar}");
            } else {
                assert_eq!(store.create_account(new_account(Some(similar))).await, Ok(true), "{similar}");
            }
        }
    }
}

#[tokio::test]
async fn guests_choose_a_name_and_keep_their_account() {
    for backend in backends().await {
        let store = backend.open().await;
        create_account(&store, "Ann").await;
        let (guest, other) = (new_account(None), new_account(None));
        assert_eq!(store.create_account(guest.clone()).await, Ok(true));
        assert_eq!(store.create_account(other).await, Ok(true), "any number of accounts have no name");
        let named = |name: &str| NewAccount { name: Some(name.to_owned()), ..guest.clone() };
        let session = new_credential(guest.id, CredentialKind::Session, None);
        store.create_credential(session).await.expect("created");
        assert_eq!(store.name_guest(named("ann")).await, Ok(false), "taken");
        let sessions =
            async || store.credentials(guest.id, CredentialKind::Session).await.expect("read").len();
        assert_eq!(sessions().await, 1);
        assert_eq!(store.name_guest(named("Bob")).await, Ok(true));
        assert_eq!(sessions().await, 0, "others may know the session of a guest");
        assert_eq!(store.name_guest(named("Carl")).await, Ok(false), "it has a name already");
        let bob = store.account_by_name("bob".to_owned()).await.expect("read").expect("exists");
        assert_eq!((bob.id, bob.is_guest()), (guest.id, false));
        let names = store.names(vec![bob.id, AccountId::new().expect("random bytes")]).await.expect("read");
        assert_eq!(names, [(bob.id, Some("Bob".to_owned()), Role::Player)]);
    }
}

pub(crate) fn new_credential(
    account: AccountId,
    kind: CredentialKind,
    expires_at: Option<Timestamp>,
) -> NewCredential {
    let id = CredentialId::new().expect("random bytes");
    let (created_at, last_used_at) = (Timestamp(10), Timestamp(10));
    let (label, scopes) = ("a test".to_owned(), "play chat".to_owned());
    let credential = Credential { id, account, kind, label, scopes, created_at, last_used_at, expires_at };
    NewCredential { credential, secret_hash: format!("hash of {id}") }
}

#[tokio::test]
async fn credentials_are_valid_until_they_expire_or_are_revoked() {
    for backend in backends().await {
        let store = backend.open().await;
        let (ann, bob) = (create_account(&store, "Ann").await, create_account(&store, "Bob").await);
        let session = new_credential(ann, CredentialKind::Session, Some(Timestamp(100)));
        let token = new_credential(ann, CredentialKind::Token, None);
        for new in [&session, &token] {
            store.create_credential(new.clone()).await.expect("created");
        }
        let find = async |new: &NewCredential, now| {
            let found = store.credential(new.secret_hash.clone(), Timestamp(now)).await.expect("read");
            found.map(|(found, account)| {
                assert_eq!((found.id, account.id), (new.credential.id, ann));
                found
            })
        };
        assert!(find(&session, 99).await.is_some() && find(&token, 1_000_000).await.is_some());
        assert_eq!(find(&session, 100).await, None, "it has expired");
        for new in [&session, &token] {
            store.touch_credential(new.credential.id, Timestamp(50), Timestamp(200)).await.expect("recorded");
        }
        let used = find(&token, 60).await.expect("valid");
        assert_eq!(
            (used.last_used_at, used.expires_at),
            (Timestamp(50), None),
            "the expiry of a token does not change"
        );
        assert!(find(&session, 150).await.is_some(), "a session is extended by its use");
        assert_eq!(store.delete_expired_credentials(Timestamp(150), 10).await, Ok(0));
        assert_eq!(store.credentials(ann, CredentialKind::Session).await.expect("read").len(), 1);
        assert_eq!(store.delete_expired_credentials(Timestamp(200), 10).await, Ok(1));
        assert_eq!(store.credentials(ann, CredentialKind::Session).await.expect("read").len(), 0);
        assert_eq!(
            store.revoke_credential(bob, token.credential.id).await,
            Ok(false),
            "it belongs to another account"
        );
        assert_eq!(store.revoke_credential(ann, token.credential.id).await, Ok(true));
        assert_eq!(store.revoke_credential(ann, token.credential.id).await, Ok(false));
        assert_eq!(find(&token, 60).await, None);
        assert_eq!(store.credential("nonsense".to_owned(), Timestamp(1)).await, Ok(None));
    }
}

#[tokio::test]
async fn a_new_password_revokes_all_credentials() {
    for backend in backends().await {
        let store = backend.open().await;
        let ann = create_account(&store, "Ann").await;
        let bob = new_credential(create_account(&store, "Bob").await, CredentialKind::Session, None);
        let kinds = [CredentialKind::Session, CredentialKind::Token];
        let own = kinds.map(|kind| new_credential(ann, kind, None));
        for new in own.iter().chain([&bob]) {
            store.create_credential(new.clone()).await.expect("created");
        }
        store.set_password(ann, "another hash".to_owned()).await.expect("changed");
        assert_eq!(store.password(ann).await, Ok(Some("another hash".to_owned())));
        for kind in kinds {
            assert_eq!(store.credentials(ann, kind).await, Ok(Vec::new()));
        }
        let others = store.credentials(bob.credential.account, CredentialKind::Session).await;
        assert_eq!(others, Ok(vec![bob.credential]));
        store.set_email(ann, Some("ann@example.org".to_owned())).await.expect("changed");
        store.set_role(ann, Role::Bot).await.expect("changed");
        let account = store.account(ann).await.expect("read").expect("exists");
        assert_eq!((account.email.as_deref(), account.role), (Some("ann@example.org"), Role::Bot));
    }
}
