//! Cached states that follow the announcements of other nodes, and logs that differ from them.

use bus::Topic;
use play::game::Command;
use play::id::GameId;
use site::error_code::ErrorCode;
use site::repository::{GameError, GameRepository};

use crate::connections::{TIMEOUT, TestTransport, until};
use crate::nodes::{Nodes, execute};

/// Plays the move with this number, for the side to move.
async fn play(repository: &GameRepository, game: GameId, number: u64, text: &str) -> Result<u64, GameError> {
    let who = if number.is_multiple_of(2) { "bob" } else { "ann" };
    let command = Command::Move { text: text.to_owned(), offer: None };
    let at = i64::try_from(number).expect("a small number");
    let result = tokio::time::timeout(TIMEOUT, execute(repository, game, who, command, at)).await;
    result.expect("in time")
}

#[tokio::test]
async fn announced_events_are_not_read_and_missed_events_are() {
    for wire in TestTransport::shared().await {
        let nodes = Nodes::on(&wire).await;
        let ([one, other], [near, far]) = (&nodes.repositories, &nodes.buses);
        let game = nodes.game().await;
        assert_eq!(other.load(game).await.expect("a state").seq(), 0);
        // A subscription that delivers presence delivers events, too.
        let (mut events, presence) = (far.subscribe(Topic::Game(game)), far.subscribe(Topic::Presence(game)));
        until(|| {
            near.notify(Topic::Presence(game));
            presence.has_changed().expect("the bus lives")
        })
        .await;
        for (number, text) in (1..).zip(["32-28", "19-23", "28x19", "14x23"]) {
            assert_eq!(play(one, game, number, text).await, Ok(number));
            let announced = tokio::time::timeout(TIMEOUT, events.wait_for(|last| *last == number)).await;
            announced.expect("in time").expect("the bus lives");
            let cached = other.load_cached(game).await.expect("a state").seq();
            // PostgreSQL only transports the number of the last event.
            assert_eq!(cached, if matches!(wire, TestTransport::Nats(_)) { number } else { 0 });
        }
        assert_eq!(other.events(game, 0, 4).await.expect("events").len(), 4);
        assert_eq!(other.load(game).await.expect("a state"), one.load(game).await.expect("a state"));
    }
}

#[tokio::test]
async fn a_log_restored_under_a_running_node_is_reloaded() {
    for wire in TestTransport::shared().await {
        let nodes = Nodes::on(&wire).await;
        let (repository, game) = (&nodes.repositories[0], nodes.game().await);
        for (number, text) in (1..).zip(["32-28", "19-23", "28x19"]) {
            play(repository, game, number, text).await.expect("a legal move");
        }
        let restore = format!(
            "delete from command where game = '{game}' and seq > 1; delete from game_event where game = '{game}' and seq > 1; \
             update game set seq = 1 where id = '{game}'"
        );
        nodes.change(&restore).await;
        // The move is legal in the cached state, but not in that of the log.
        let refused = play(repository, game, 4, "14x23").await;
        assert!(
            matches!(refused, Err(GameError::Refused { code: ErrorCode::IllegalMove, .. })),
            "{refused:?}"
        );
        let played = play(repository, game, 6, "20-24").await;
        assert_eq!(played, Ok(2), "legal only in the restored game");
        assert_eq!(repository.load(game).await.expect("a state").game().turns().len(), 2);
    }
}
