//! What a node knows of a table by what others tell, and what it does when that is not what the log says.

use bus::Topic;
use play::game::Command;
use play::id::GameId;
use site::error_code::ErrorCode;
use site::repository::{GameError, GameRepository};

use crate::connections::{PATIENCE, Wire, until};
use crate::nodes::{Nodes, act};

/// The move with this number in the game, by whoever's turn it is.
async fn play(repository: &GameRepository, game: GameId, number: u64, text: &str) -> Result<u64, GameError> {
    let who = if number.is_multiple_of(2) { "bob" } else { "ann" };
    let request = Command::Move { text: text.to_owned(), offer: None };
    let at = i64::try_from(number).expect("a small number");
    let done = tokio::time::timeout(PATIENCE, act(repository, game, who, request, at)).await;
    done.expect("it ends")
}

#[tokio::test]
async fn what_another_node_tells_need_not_be_read_and_what_was_missed_is() {
    for wire in Wire::shared().await {
        let nodes = Nodes::on(&wire).await;
        let ([one, other], [near, far]) = (&nodes.halls, &nodes.buses);
        let game = nodes.game().await;
        assert_eq!(other.table(game).await.expect("a table").seq(), 0);
        // Who hears of those who come hears of the game, too.
        let (mut news, coming) = (far.subscribe(Topic::Game(game)), far.subscribe(Topic::Presence(game)));
        until(|| {
            near.notify(Topic::Presence(game));
            coming.has_changed().expect("the bus lives")
        })
        .await;
        for (number, text) in (1..).zip(["32-28", "19-23", "28x19", "14x23"]) {
            assert_eq!(play(one, game, number, text).await, Ok(number));
            let heard = tokio::time::timeout(PATIENCE, news.wait_for(|heard| *heard == number)).await;
            heard.expect("heard").expect("the bus lives");
            let known = other.known(game).await.expect("a table").seq();
            // Over PostgreSQL it is only told that there is something to read.
            assert_eq!(known, if matches!(wire, Wire::Nats(_)) { number } else { 0 });
        }
        assert_eq!(other.news(game, 0, 4).await.expect("news").len(), 4);
        assert_eq!(other.table(game).await.expect("a table"), one.table(game).await.expect("a table"));
    }
}

#[tokio::test]
async fn a_log_that_was_put_back_under_a_node_is_read_anew_when_somebody_moves() {
    for wire in Wire::shared().await {
        let nodes = Nodes::on(&wire).await;
        let (repository, game) = (&nodes.halls[0], nodes.game().await);
        for (number, text) in (1..).zip(["32-28", "19-23", "28x19"]) {
            play(repository, game, number, text).await.expect("a legal move");
        }
        let put_back = format!(
            "delete from command where game = '{game}' and seq > 1; delete from game_event where game = '{game}' and seq > 1; \
             update game set seq = 1 where id = '{game}'"
        );
        nodes.change(&put_back).await;
        // By what the node knows it could be played; by the log it cannot.
        let refused = play(repository, game, 4, "14x23").await;
        assert!(
            matches!(refused, Err(GameError::Refused { code: ErrorCode::IllegalMove, .. })),
            "{refused:?}"
        );
        let played = play(repository, game, 6, "20-24").await;
        assert_eq!(played, Ok(2), "which was not possible in what was lost");
        assert_eq!(repository.table(game).await.expect("a table").game().turns().len(), 2);
    }
}
