//! Announcements.

use server::bus::Topic;
use server::id::{AccountId, GameId};

use crate::homes::buses;

#[tokio::test]
async fn the_newest_is_heard_by_all_who_listen_and_a_game_never_goes_back() {
    for bus in buses() {
        let (game, other) = (GameId::new().expect("chance"), GameId::new().expect("chance"));
        let (mut one, mut two) = (bus.listen(Topic::Game(game)), bus.listen(Topic::Game(game)));
        bus.announce(other, 9);
        bus.announce(game, 1);
        bus.announce(game, 3);
        bus.announce(game, 2);
        for listener in [&mut one, &mut two] {
            listener.changed().await.expect("it is announced");
            assert_eq!(*listener.borrow_and_update(), 3, "what was in between is not kept");
            assert!(!listener.has_changed().expect("the bus lives"));
        }
    }
}

#[tokio::test]
async fn whatever_is_stirred_is_heard_by_those_whom_it_concerns_and_nobody_else() {
    for bus in buses() {
        let (ann, bob) = (AccountId::new().expect("chance"), AccountId::new().expect("chance"));
        let mut heard = [Topic::Lobby, Topic::Account(ann), Topic::Keys(ann)].map(|topic| bus.listen(topic));
        let not_meant = bus.listen(Topic::Account(bob));
        for topic in [Topic::Lobby, Topic::Account(ann), Topic::Keys(ann), Topic::Account(ann)] {
            bus.stir(topic);
        }
        for listener in &mut heard {
            listener.changed().await.expect("it is announced");
        }
        assert!(!not_meant.has_changed().expect("the bus lives"));
        // Nobody need listen.
        bus.stir(Topic::Keys(bob));
    }
}
