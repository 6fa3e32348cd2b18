//! Challenges.

use play::id::{AccountId, ChallengeId};
use play::time::Timestamp;
use serde_json::json;
use store::{AcceptOutcome, Challenge, ChallengeState, ChallengeTarget};

use crate::backends::{backends, create_account, new_game};

fn challenge(challenger: AccountId, target: ChallengeTarget) -> Challenge {
    Challenge {
        id: ChallengeId::new().expect("random bytes"),
        created_at: Timestamp(10),
        expires_at: Timestamp(100),
        challenger,
        target,
        rules: "{}".to_owned(),
        proposal: json!({ "rules": "english" }),
    }
}

#[tokio::test]
async fn a_challenge_is_accepted_once() {
    for backend in backends().await {
        let store = backend.open().await;
        let ann = create_account(&store, "Ann").await;
        let new = challenge(ann, ChallengeTarget::Lobby);
        store.create_challenge(new.clone()).await.expect("created");
        let games: Vec<_> = (0..10).map(|_| new_game()).collect();
        let mut accepted = Vec::new();
        for answer in games.iter().map(|game| store.accept_challenge(new.id, game.clone(), Timestamp(50))) {
            accepted.push(answer.await.expect("answered"));
        }
        let successes = accepted.iter().filter(|answer| matches!(answer, AcceptOutcome::Game(_))).count();
        assert_eq!(successes, 1);
        let stored = store.challenge(new.id).await.expect("read").expect("exists");
        assert_eq!((stored.state, stored.challenge), (ChallengeState::Accepted, new));
        let game = stored.game.expect("a game");
        assert!(store.game(game).await.expect("read").is_some());
        let others = games.iter().filter(|other| other.id != game);
        for other in others {
            assert_eq!(store.game(other.id).await, Ok(None), "no game without a challenge");
        }
    }
}

#[tokio::test]
async fn open_challenges_are_listed_for_lobby_challenger_and_challenged() {
    for backend in backends().await {
        let store = backend.open().await;
        let (ann, bob) = (create_account(&store, "Ann").await, create_account(&store, "Bob").await);
        let (lobby, link, named) = (
            challenge(ann, ChallengeTarget::Lobby),
            challenge(ann, ChallengeTarget::Link),
            challenge(ann, ChallengeTarget::Player(bob)),
        );
        for new in [&lobby, &link, &named] {
            store.create_challenge(new.clone()).await.expect("created");
        }
        let later = Challenge { expires_at: Timestamp(200), ..challenge(bob, ChallengeTarget::Lobby) };
        let earlier = Challenge { expires_at: Timestamp(20), ..challenge(bob, ChallengeTarget::Lobby) };
        for new in [&later, &earlier] {
            store.create_challenge(new.clone()).await.expect("created");
        }
        let offers = store.lobby(Timestamp(10), 9).await.expect("read");
        let offers: Vec<_> = offers.iter().map(|offer| offer.challenge.id).collect();
        assert_eq!(offers, [earlier.id, lobby.id, later.id]);
        assert_eq!(store.end_challenge(later.id, ChallengeState::Withdrawn).await, Ok(true));
        let ids = |found: Vec<store::StoredChallenge>| {
            let mut ids: Vec<_> = found.iter().map(|stored| stored.challenge.id).collect();
            ids.sort();
            ids
        };
        let sorted = |mut ids: Vec<ChallengeId>| {
            ids.sort();
            ids
        };
        assert_eq!(ids(store.lobby(Timestamp(50), 9).await.expect("read")), [lobby.id]);
        assert_eq!(ids(store.lobby(Timestamp(100), 9).await.expect("read")), [], "expired");
        let all = sorted(vec![lobby.id, link.id, named.id]);
        let made = |account| store.challenges_made(account, Timestamp(50), 9);
        let received = |account| store.challenges_received(account, Timestamp(50), 9);
        assert_eq!(ids(made(ann).await.expect("read")), all);
        assert_eq!(ids(made(bob).await.expect("read")), [], "withdrawn or expired");
        assert_eq!(ids(received(bob).await.expect("read")), [named.id]);
        assert_eq!(store.end_challenge(named.id, ChallengeState::Declined).await, Ok(true));
        assert_eq!(store.end_challenge(named.id, ChallengeState::Withdrawn).await, Ok(false));
        assert_eq!(ids(received(bob).await.expect("read")), []);
        let late = store.accept_challenge(named.id, new_game(), Timestamp(50)).await;
        assert_eq!(late, Ok(AcceptOutcome::NotOpen));
        let expired = store.accept_challenge(link.id, new_game(), Timestamp(100)).await;
        assert_eq!(expired, Ok(AcceptOutcome::NotOpen));
        assert_eq!(store.challenge(ChallengeId::new().expect("random bytes")).await, Ok(None));
    }
}
