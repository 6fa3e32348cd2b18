//! Challenges.

use play::id::{AccountId, ChallengeId};
use play::time::Timestamp;
use serde_json::json;
use store::{Accepted, NewChallenge, Reach, State};

use crate::homes::{homes, new_game, person};

fn challenge(challenger: AccountId, reach: Reach) -> NewChallenge {
    NewChallenge {
        id: ChallengeId::new().expect("chance"),
        created_at: Timestamp(10),
        expires_at: Timestamp(100),
        challenger,
        reach,
        rules: "{}".to_owned(),
        proposal: json!({ "rules": "english" }),
    }
}

#[tokio::test]
async fn of_many_who_accept_one_gets_the_game() {
    for home in homes().await {
        let store = home.open().await;
        let ann = person(&store, "Ann").await;
        let new = challenge(ann, Reach::Lobby);
        store.create_challenge(new.clone()).await.expect("made");
        let games: Vec<_> = (0..10).map(|_| new_game()).collect();
        let mut accepted = Vec::new();
        for answer in games.iter().map(|game| store.accept_challenge(new.id, game.clone(), Timestamp(50))) {
            accepted.push(answer.await.expect("answered"));
        }
        let taken = accepted.iter().filter(|answer| matches!(answer, Accepted::Game(_))).count();
        assert_eq!(taken, 1);
        let stored = store.challenge(new.id).await.expect("read").expect("there");
        assert_eq!((stored.state, stored.challenge), (State::Accepted, new));
        let game = stored.game.expect("a game");
        assert!(store.game(game).await.expect("read").is_some());
        let others = games.iter().filter(|other| other.id != game);
        for other in others {
            assert_eq!(store.game(other.id).await, Ok(None), "no game without a challenge");
        }
    }
}

#[tokio::test]
async fn challenges_are_listed_while_they_are_open_to_those_whom_they_concern() {
    for home in homes().await {
        let store = home.open().await;
        let (ann, bob) = (person(&store, "Ann").await, person(&store, "Bob").await);
        let (lobby, link, named) =
            (challenge(ann, Reach::Lobby), challenge(ann, Reach::Link), challenge(ann, Reach::Named(bob)));
        for new in [&lobby, &link, &named] {
            store.create_challenge(new.clone()).await.expect("made");
        }
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
        assert_eq!(ids(made(bob).await.expect("read")), []);
        assert_eq!(ids(received(bob).await.expect("read")), [named.id]);
        assert_eq!(store.end_challenge(named.id, State::Declined).await, Ok(true));
        assert_eq!(store.end_challenge(named.id, State::Withdrawn).await, Ok(false));
        assert_eq!(ids(received(bob).await.expect("read")), []);
        let late = store.accept_challenge(named.id, new_game(), Timestamp(50)).await;
        assert_eq!(late, Ok(Accepted::NotOpen));
        let expired = store.accept_challenge(link.id, new_game(), Timestamp(100)).await;
        assert_eq!(expired, Ok(Accepted::NotOpen));
        assert_eq!(store.challenge(ChallengeId::new().expect("chance")).await, Ok(None));
    }
}
