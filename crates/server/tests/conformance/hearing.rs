//! What a node knows of a table by what others tell, and what it does when that is not what the log says.

use std::sync::Arc;
use std::time::Duration;

use draughts::{Language, Rules};
use server::bus::{Bus, LocalBus, Topic};
use server::hall::{ActError, Asking, Hall};
use server::id::{AccountId, GameId};
use server::store::{NewAccount, Role, Store};
use server::table::{Request, Seat, Terms, TimeControl};
use server::time::Timestamp;

use crate::homes::{Home, homes};
use crate::lines::{PATIENCE, Wire, until};

fn hall(store: &Arc<dyn Store>, bus: &Arc<dyn Bus>) -> Hall {
    Hall::new(Arc::clone(store), Arc::clone(bus), Duration::from_secs(60))
}

/// A game of somebody against herself.
async fn begin(hall: &Hall, store: &dyn Store) -> (GameId, AccountId) {
    let ann = AccountId::new().expect("chance");
    let new = NewAccount {
        id: ann,
        name: None,
        created_at: Timestamp(0),
        password: None,
        email: None,
        role: Role::Player,
    };
    assert!(store.create_account(new).await.expect("written"));
    let seat = Seat::Player(ann);
    let terms = Terms { white: seat, black: seat, time: TimeControl::UNLIMITED, start: None, rated: false };
    let rules = Rules::named("international").expect("a rule set");
    (hall.open(&rules, &terms, Timestamp(0)).await.expect("a game").id, ann)
}

async fn play(hall: &Hall, game: GameId, account: AccountId, text: &str) -> Result<u64, ActError> {
    let asking = Asking {
        account,
        command: text,
        now: Timestamp(1),
        lag: Duration::ZERO,
        language: Language::English,
    };
    let request = Request::Move { text: text.to_owned(), offer: None };
    let done = tokio::time::timeout(PATIENCE, hall.act(game, asking, &request)).await;
    done.expect("it ends")
}

#[tokio::test]
async fn what_another_node_tells_need_not_be_read_and_what_was_missed_is() {
    for wire in Wire::shared().await {
        let store = Home::server().await.open().await;
        let (near, far) = (wire.node().await, wire.node().await);
        let (one, other) = (hall(&store, &near), hall(&store, &far));
        let (game, ann) = begin(&one, store.as_ref()).await;
        assert_eq!(other.table(game).await.expect("a table").seq(), 0);
        // Who hears of those who come hears of the game, too.
        let (mut news, mut coming) = (far.listen(Topic::Game(game)), far.listen(Topic::Presence(game)));
        until(|| {
            near.stir(Topic::Presence(game));
            coming.has_changed().expect("the bus lives")
        })
        .await;
        coming.borrow_and_update();
        for (seq, text) in (1..).zip(["32-28", "19-23", "28x19", "14x23"]) {
            assert_eq!(play(&one, game, ann, text).await, Ok(seq));
            let heard = tokio::time::timeout(PATIENCE, news.wait_for(|heard| *heard == seq)).await;
            heard.expect("heard").expect("the bus lives");
            let known = other.known(game).await.expect("a table").seq();
            // Over PostgreSQL it is only told that there is something to read.
            assert_eq!(known, if matches!(wire, Wire::Nats(_)) { seq } else { 0 });
        }
        assert_eq!(other.news(game, 0, 4).await.expect("news").len(), 4);
        assert_eq!(other.table(game).await.expect("a table"), one.table(game).await.expect("a table"));
    }
}

#[tokio::test]
async fn a_log_that_was_put_back_under_a_node_is_read_anew_when_somebody_moves() {
    for home in homes().await {
        let (store, bus) = (home.open().await, Arc::new(LocalBus::default()) as Arc<dyn Bus>);
        let hall = hall(&store, &bus);
        let (game, ann) = begin(&hall, store.as_ref()).await;
        for text in ["32-28", "19-23", "28x19"] {
            play(&hall, game, ann, text).await.expect("a legal move");
        }
        let put_back = format!(
            "delete from command where game = '{game}' and seq > 1; delete from game_event where game = '{game}' and seq > 1; \
             update game set seq = 1 where id = '{game}'"
        );
        home.change(&put_back).await;
        // By what the node knows it could be played; by the log it cannot.
        let refused = play(&hall, game, ann, "14x23").await;
        assert!(matches!(refused, Err(ActError::Refused { code: "illegal-move", .. })), "{refused:?}");
        assert_eq!(play(&hall, game, ann, "20-24").await, Ok(2), "which was not possible in what was lost");
        assert_eq!(hall.table(game).await.expect("a table").game().turns().len(), 2);
    }
}
