//! Accounts and keys.

use play::id::{AccountId, CredentialId};
use play::time::Timestamp;
use store::{Credential, CredentialKind, NewAccount, NewCredential, Role};

use crate::homes::{homes, new_account, person};

#[tokio::test]
async fn names_are_taken_once_whatever_their_capitals() {
    for home in homes().await {
        let store = home.open().await;
        let ann = person(&store, "Ann").await;
        assert_eq!(store.create_account(new_account(Some("ANN"))).await, Ok(false));
        assert_eq!(
            store.account_by_name("aNN".to_owned()).await.expect("read").map(|found| found.id),
            Some(ann)
        );
        assert_eq!(store.account_by_name("Bob".to_owned()).await, Ok(None));
        assert_eq!(store.account(AccountId::new().expect("chance")).await, Ok(None));
    }
}

#[tokio::test]
async fn guests_have_no_name_until_they_choose_one_and_stay_who_they_are() {
    for home in homes().await {
        let store = home.open().await;
        person(&store, "Ann").await;
        let (guest, other) = (new_account(None), new_account(None));
        assert_eq!(store.create_account(guest.clone()).await, Ok(true));
        assert_eq!(store.create_account(other).await, Ok(true), "any number of people have no name");
        let named = |name: &str| NewAccount { name: Some(name.to_owned()), ..guest.clone() };
        assert_eq!(store.name_guest(named("ann")).await, Ok(false), "taken");
        assert_eq!(store.name_guest(named("Bob")).await, Ok(true));
        assert_eq!(store.name_guest(named("Carl")).await, Ok(false), "it has a name");
        let bob = store.account_by_name("bob".to_owned()).await.expect("read").expect("there");
        assert_eq!((bob.id, bob.is_guest()), (guest.id, false));
        let names = store.names(vec![bob.id, AccountId::new().expect("chance")]).await.expect("read");
        assert_eq!(names, [(bob.id, Some("Bob".to_owned()), Role::Player)]);
    }
}

fn key(account: AccountId, kind: CredentialKind, expires_at: Option<Timestamp>) -> NewCredential {
    let id = CredentialId::new().expect("chance");
    let (created_at, last_used_at) = (Timestamp(10), Timestamp(10));
    let (label, scopes) = ("a trial".to_owned(), "play chat".to_owned());
    let key = Credential { id, account, kind, label, scopes, created_at, last_used_at, expires_at };
    NewCredential { key, secret_hash: format!("hash of {id}") }
}

#[tokio::test]
async fn a_key_opens_until_it_expires_or_is_revoked() {
    for home in homes().await {
        let store = home.open().await;
        let (ann, bob) = (person(&store, "Ann").await, person(&store, "Bob").await);
        let session = key(ann, CredentialKind::Session, Some(Timestamp(100)));
        let token = key(ann, CredentialKind::Token, None);
        for key in [&session, &token] {
            store.create_credential(key.clone()).await.expect("made");
        }
        let opens = async |key: &NewCredential, now| {
            let found = store.key(key.secret_hash.clone(), Timestamp(now)).await.expect("read");
            found.map(|(found, account)| {
                assert_eq!((found.id, account.id), (key.key.id, ann));
                found
            })
        };
        assert!(opens(&session, 99).await.is_some() && opens(&token, 1_000_000).await.is_some());
        assert_eq!(opens(&session, 100).await, None, "it has expired");
        for key in [&session, &token] {
            store.touch_credential(key.key.id, Timestamp(50), Timestamp(200)).await.expect("noted");
        }
        let used = opens(&token, 60).await.expect("it opens");
        assert_eq!(
            (used.last_used_at, used.expires_at),
            (Timestamp(50), None),
            "a token lasts as long as it was made for"
        );
        assert!(opens(&session, 150).await.is_some(), "a session that is used goes on");
        store.delete_expired(Timestamp(150)).await.expect("tidied");
        assert_eq!(store.keys(ann, CredentialKind::Session).await.expect("read").len(), 1);
        store.delete_expired(Timestamp(200)).await.expect("tidied");
        assert_eq!(store.keys(ann, CredentialKind::Session).await.expect("read").len(), 0);
        assert_eq!(store.revoke_credential(bob, token.key.id).await, Ok(false), "it is not his");
        assert_eq!(store.revoke_credential(ann, token.key.id).await, Ok(true));
        assert_eq!(store.revoke_credential(ann, token.key.id).await, Ok(false));
        assert_eq!(opens(&token, 60).await, None);
        assert_eq!(store.key("nonsense".to_owned(), Timestamp(1)).await, Ok(None));
    }
}

#[tokio::test]
async fn a_new_password_ends_all_sessions_but_one_and_no_token() {
    for home in homes().await {
        let store = home.open().await;
        let ann = person(&store, "Ann").await;
        let [here, there] = [(); 2].map(|()| key(ann, CredentialKind::Session, None));
        let token = key(ann, CredentialKind::Token, None);
        for key in [&here, &there, &token] {
            store.create_credential(key.clone()).await.expect("made");
        }
        store.set_password(ann, "another hash".to_owned(), Some(here.key.id)).await.expect("changed");
        assert_eq!(store.password(ann).await, Ok(Some("another hash".to_owned())));
        assert_eq!(store.keys(ann, CredentialKind::Session).await, Ok(vec![here.key]));
        assert_eq!(store.keys(ann, CredentialKind::Token).await, Ok(vec![token.key]));
        store.set_email(ann, Some("ann@example.org".to_owned())).await.expect("changed");
        store.set_role(ann, Role::Bot).await.expect("changed");
        let account = store.account(ann).await.expect("read").expect("there");
        assert_eq!((account.email.as_deref(), account.role), (Some("ann@example.org"), Role::Bot));
    }
}
