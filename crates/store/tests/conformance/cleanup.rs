//! Cleanup deletes what has expired, a bounded number of rows at a time.

use play::id::{AccountId, ChallengeId, NodeId};
use play::time::Timestamp;
use serde_json::json;
use store::{
    Append, Challenge, ChallengeTarget, CommandRecord, CredentialKind, GuestPosition, NewAccount, NewGame,
    SavedRuleSet,
};

use crate::accounts::new_credential;
use crate::backends::{backends, create_account, new_account, new_game};

fn new_challenge(challenger: AccountId, expires_at: i64) -> Challenge {
    Challenge {
        id: ChallengeId::new().expect("random bytes"),
        created_at: Timestamp(0),
        expires_at: Timestamp(expires_at),
        challenger,
        target: ChallengeTarget::Lobby,
        rules: "{}".to_owned(),
        proposal: json!({}),
    }
}

#[tokio::test]
async fn expired_rows_are_deleted_in_steps() {
    for backend in backends().await {
        let store = backend.open().await;
        let ann = create_account(&store, "Ann").await;
        for expiry in 1..=5 {
            let session = new_credential(ann, CredentialKind::Session, Some(Timestamp(expiry)));
            store.create_credential(session).await.expect("created");
            store.create_challenge(new_challenge(ann, expiry)).await.expect("created");
        }
        store.create_credential(new_credential(ann, CredentialKind::Token, None)).await.expect("created");
        for (limit, deleted) in [(3, 3), (3, 1), (3, 0)] {
            assert_eq!(store.delete_expired_credentials(Timestamp(4), limit).await, Ok(deleted));
            assert_eq!(store.delete_expired_challenges(Timestamp(4), limit).await, Ok(deleted));
        }
        assert_eq!(store.credentials(ann, CredentialKind::Session).await.expect("read").len(), 1);
        assert_eq!(store.credentials(ann, CredentialKind::Token).await.expect("read").len(), 1);
        assert_eq!(store.lobby(Timestamp(0), 10).await.expect("read").len(), 1);
    }
}

#[tokio::test]
async fn accepted_challenges_expire_and_their_games_stay() {
    for backend in backends().await {
        let store = backend.open().await;
        let ann = create_account(&store, "Ann").await;
        let (challenge, game) = (new_challenge(ann, 100), new_game());
        store.create_challenge(challenge.clone()).await.expect("created");
        store.accept_challenge(challenge.id, game.clone(), Timestamp(1)).await.expect("accepted");
        assert_eq!(store.delete_expired_challenges(Timestamp(100), 10).await, Ok(1));
        assert!(store.game(game.id).await.expect("read").is_some());
    }
}

#[tokio::test]
async fn only_guests_that_nothing_refers_to_are_unused() {
    for backend in backends().await {
        let store = backend.open().await;
        let guest = async |created_at: i64| {
            let guest = NewAccount { created_at: Timestamp(created_at), ..new_account(None) };
            assert_eq!(store.create_account(guest.clone()).await, Ok(true));
            guest.id
        };
        create_account(&store, "Ann").await;
        let unused = [guest(1_000).await, guest(1_001).await, guest(1_002).await];
        let old_session = new_credential(unused[1], CredentialKind::Session, None);
        store.create_credential(old_session).await.expect("created");
        // A game, a challenge, saved rules, a token, a session in use, and a guest who has just come.
        let player = guest(1_000).await;
        store.create_game(NewGame { accounts: vec![player], ..new_game() }).await.expect("created");
        store.create_challenge(new_challenge(guest(1_000).await, 100)).await.expect("created");
        let rules = SavedRuleSet {
            id: play::id::SavedRulesId::new().expect("random bytes"),
            account: guest(1_000).await,
            name: "Ours".to_owned(),
            rules: serde_json::Map::new(),
            saved_at: Timestamp(0),
        };
        store.save_rule_set(rules, 10).await.expect("saved");
        let token = new_credential(guest(1_000).await, CredentialKind::Token, None);
        store.create_credential(token).await.expect("created");
        let session = new_credential(guest(1_000).await, CredentialKind::Session, None);
        store.create_credential(session.clone()).await.expect("created");
        store
            .touch_credential(session.credential.id, Timestamp(6_000), Timestamp(9_000))
            .await
            .expect("recorded");
        guest(5_001).await;

        let (mut found, mut pages, mut last): (Vec<AccountId>, _, Option<GuestPosition>) =
            (Vec::new(), 0, None);
        loop {
            let page = store.unused_guests(Timestamp(5_000), last, 3).await.expect("read");
            found.extend(page.unused);
            last = page.last;
            if last.is_none() {
                break;
            }
            pages += 1;
        }
        assert_eq!(pages, 3, "eight guests are old enough");
        found.sort();
        let mut expected = unused.to_vec();
        expected.sort();
        assert_eq!(found, expected);
        // A guest who has come back since stays.
        store.create_game(NewGame { accounts: vec![unused[2]], ..new_game() }).await.expect("created");
        assert_eq!(store.delete_unused_guests(found, Timestamp(5_000)).await, Ok(2));
        for (guest, remains) in unused.into_iter().zip([false, false, true]) {
            assert_eq!(store.account(guest).await.expect("read").is_some(), remains);
        }
    }
}

#[tokio::test]
async fn command_records_of_finished_games_are_found_and_deleted() {
    for backend in backends().await {
        let store = backend.open().await;
        let mut games = Vec::new();
        for number in 0..5 {
            let game = store.create_game(new_game()).await.expect("created").id;
            let command = CommandRecord { id: "1".to_owned(), content: "move".to_owned() };
            let event = Append::event(game, 0, Timestamp(2_000), json!({}));
            // The last two are running, or ended too late.
            let (ends, at) = (number != 3, Timestamp(if number == 4 { 9_000 } else { 2_000 }));
            let append = Append { command: Some(command), ends, at, ..event };
            store.append(append).await.expect("appended");
            games.push(game);
        }
        let (mut finished, mut last) = (Vec::new(), None);
        loop {
            let page = store.finished_commands(Timestamp(5_000), last, 2).await.expect("read");
            finished.extend(page.finished);
            last = page.last;
            if last.is_none() {
                break;
            }
        }
        let mut expected = games[..3].to_vec();
        expected.sort();
        finished.sort();
        assert_eq!(finished, expected);
        assert_eq!(store.delete_commands(finished).await, Ok(3));
        let command = CommandRecord { id: "1".to_owned(), content: "move".to_owned() };
        for (number, game) in games.into_iter().enumerate() {
            let known = store.command_outcome(game, command.clone()).await.expect("read");
            assert_eq!(known.is_some(), number >= 3);
        }
    }
}

#[tokio::test]
async fn one_node_holds_the_cleanup_lease() {
    for backend in backends().await {
        let store = backend.open().await;
        let [first, second] = [(); 2].map(|()| NodeId::new().expect("random bytes"));
        assert_eq!(store.lease_cleanup(first, Timestamp(0), Timestamp(100)).await, Ok(true));
        assert_eq!(store.lease_cleanup(first, Timestamp(50), Timestamp(150)).await, Ok(true), "extended");
        if backend.is_shared() {
            assert_eq!(store.lease_cleanup(second, Timestamp(149), Timestamp(300)).await, Ok(false));
        }
        assert_eq!(store.lease_cleanup(second, Timestamp(150), Timestamp(300)).await, Ok(true), "it is over");
    }
}
