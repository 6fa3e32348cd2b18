//! Who sits at a table is seen from every node.

use play::game::Command;
use play::id::GameId;
use play::time::Timestamp;
use site::repository::{Audience, GameError, GameRepository};
use store::clock;

use crate::connections::{Wire, until};
use crate::nodes::{Nodes, account, act};

fn gathering(repository: &GameRepository, game: GameId) -> Option<Audience> {
    repository.presence().gathering(game, &["ann", "bob"].map(account))
}

#[tokio::test]
async fn who_comes_to_a_game_at_one_node_is_seen_at_another_and_so_is_who_goes() {
    for wire in Wire::shared().await {
        let nodes = Nodes::on(&wire).await;
        let [one, other] = &nodes.halls;
        let game = nodes.game().await;
        let _room = other.presence().subscribe(game);
        let sees = |names: &[&str], spectators| {
            let players = names.iter().map(|name| account(name)).collect();
            gathering(other, game) == Some(Audience { players, spectators })
        };
        until(|| sees(&[], 0)).await;
        let ann = one.presence().arrive(game, account("ann"));
        until(|| sees(&["ann"], 0)).await;
        let _bob = other.presence().arrive(game, account("bob"));
        until(|| sees(&["ann", "bob"], 0)).await;
        let _watching =
            (one.presence().watch(game), one.presence().watch(game), other.presence().watch(game));
        until(|| sees(&["ann", "bob"], 3)).await;
        let second = one.presence().arrive(game, account("ann"));
        drop(ann);
        assert!(sees(&["ann", "bob"], 3), "she has another connection");
        drop(second);
        until(|| sees(&["bob"], 3)).await;
        let _again = one.presence().arrive(game, account("ann"));
        until(|| sees(&["ann", "bob"], 3)).await;
        // A node that is closed takes its people along.
        one.presence().farewell().await;
        until(|| sees(&["bob"], 1)).await;
    }
}

#[tokio::test]
async fn a_game_is_not_claimed_from_who_is_connected_to_another_node() {
    for wire in Wire::shared().await {
        let nodes = Nodes::on(&wire).await;
        let [one, other] = &nodes.halls;
        let game = nodes.game().await;
        let now = clock::now().0;
        let ann = one.presence().arrive(game, account("ann"));
        let play = |text: &str| Command::Move { text: text.to_owned(), offer: None };
        act(one, game, "ann", play("32-28"), now).await.expect("played");
        act(other, game, "bob", play("19-23"), now + 1).await.expect("played");
        let claim = async |at| match act(other, game, "bob", Command::ClaimVictory {}, at).await {
            Err(GameError::Refused { message, .. }) => message,
            other => format!("{other:?}"),
        };
        // When it is known that she is there, an hour makes no difference.
        let _room = other.presence().subscribe(game);
        let here = |names: &[&str]| {
            let players = names.iter().map(|name| account(name)).collect();
            gathering(other, game) == Some(Audience { players, spectators: 0 })
        };
        until(|| here(&["ann"])).await;
        assert_eq!(claim(now + 3_600_000).await, "Your opponent has not left the game.");
        drop(ann);
        until(|| here(&[])).await;
        let left = clock::now().0;
        let told = claim(left + 10_000).await;
        assert!(told.starts_with("Your opponent may still come back. In "), "{told}");
        // A sign of life at the other node counts.
        let table = one.table(game).await.expect("a table");
        one.looked(game, &table, Some(account("ann")), Timestamp(left + 60_000));
        let told = || nodes.store.presence(game, Timestamp(left + 60_000));
        let seen = (account("ann"), Some(Timestamp(left + 60_000)));
        while !told().await.expect("read").players.contains(&seen) {
            tokio::task::yield_now().await;
        }
        let told = claim(left + 70_000).await;
        assert!(told.starts_with("Your opponent may still come back. In 5"), "{told}");
        assert_eq!(claim(left + 130_000).await, "Ok(3)");
    }
}
