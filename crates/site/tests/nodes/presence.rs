//! Presence that nodes share.

use play::game::Command;
use play::id::GameId;
use play::time::Timestamp;
use site::repository::{Audience, GameError, GameRepository};
use store::clock;

use crate::connections::{TestTransport, until};
use crate::nodes::{Nodes, account, execute};

fn audience(repository: &GameRepository, game: GameId) -> Option<Audience> {
    repository.presence().audience(game, &["ann", "bob"].map(account))
}

#[tokio::test]
async fn presence_is_seen_at_other_nodes() {
    for wire in TestTransport::shared().await {
        let nodes = Nodes::on(&wire).await;
        let [one, other] = &nodes.repositories;
        let game = nodes.game().await;
        let _subscription = other.presence().subscribe(game);
        let sees = |names: &[&str], spectators| {
            let players = names.iter().map(|name| account(name)).collect();
            audience(other, game) == Some(Audience { players, spectators })
        };
        until(|| sees(&[], 0)).await;
        let ann = one.presence().join(game, account("ann"));
        until(|| sees(&["ann"], 0)).await;
        let _bob = other.presence().join(game, account("bob"));
        until(|| sees(&["ann", "bob"], 0)).await;
        let _spectators =
            (one.presence().spectate(game), one.presence().spectate(game), other.presence().spectate(game));
        until(|| sees(&["ann", "bob"], 3)).await;
        let second = one.presence().join(game, account("ann"));
        drop(ann);
        assert!(sees(&["ann", "bob"], 3), "she has another connection");
        drop(second);
        until(|| sees(&["bob"], 3)).await;
        let _again = one.presence().join(game, account("ann"));
        until(|| sees(&["ann", "bob"], 3)).await;
        // A node that shuts down signs off its connections.
        one.presence().sign_off().await;
        until(|| sees(&["bob"], 1)).await;
    }
}

#[tokio::test]
async fn a_game_is_not_claimed_from_a_player_at_another_node() {
    for wire in TestTransport::shared().await {
        let nodes = Nodes::on(&wire).await;
        let [one, other] = &nodes.repositories;
        let game = nodes.game().await;
        let now = clock::now().0;
        let ann = one.presence().join(game, account("ann"));
        let play = |text: &str| Command::Move { text: text.to_owned(), offer: None };
        execute(one, game, "ann", play("32-28"), now).await.expect("played");
        execute(other, game, "bob", play("19-23"), now + 1).await.expect("played");
        let claim = async |at| match execute(other, game, "bob", Command::ClaimVictory {}, at).await {
            Err(GameError::Refused { message, .. }) => message,
            other => format!("{other:?}"),
        };
        // While she is connected to another node, the time does not matter.
        let _subscription = other.presence().subscribe(game);
        let sees = |names: &[&str]| {
            let players = names.iter().map(|name| account(name)).collect();
            audience(other, game) == Some(Audience { players, spectators: 0 })
        };
        until(|| sees(&["ann"])).await;
        assert_eq!(claim(now + 3_600_000).await, "Your opponent has not left the game.");
        drop(ann);
        until(|| sees(&[])).await;
        let left = clock::now().0;
        let message = claim(left + 10_000).await;
        assert!(
            message.starts_with("Your opponent may still come back. You can claim the win in "),
            "{message}"
        );
        // Activity at the other node counts.
        let state = one.load(game).await.expect("a state");
        one.record_view(game, &state, Some(account("ann")), Timestamp(left + 60_000));
        let stored = || nodes.store.presence(game, Timestamp(left + 60_000));
        let seen = (account("ann"), Some(Timestamp(left + 60_000)));
        while !stored().await.expect("read").players.contains(&seen) {
            tokio::task::yield_now().await;
        }
        let message = claim(left + 70_000).await;
        assert!(
            message.starts_with("Your opponent may still come back. You can claim the win in 5"),
            "{message}"
        );
        assert_eq!(claim(left + 130_000).await, "Ok(3)");
    }
}
