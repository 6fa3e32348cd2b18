//! Clocks: times of receipt, network lag, flags, outages and jumps of the time.

use std::sync::Arc;
use std::time::Duration;

use draughts::Color;
use draughts::game::{Ending, GameResult};
use play::game::{Command, TimeControl};
use play::id::GameId;
use play::time::Timestamp;
use site::repository::{CommandContext, GameError};
use store::{Outage, clock};
use texts::Language;

use crate::{BLITZ, Site, account, refusal, site};

#[tokio::test]
async fn clocks_run_by_the_times_of_receipt() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.create("international", BLITZ, None).await.id;
    // No clock runs until both have moved.
    site.play(game, "ann", "32-28", 60_000).await.expect("played");
    site.play(game, "bob", "19-23", 120_000).await.expect("played");
    site.play(game, "ann", "28x19", 124_000).await.expect("played");
    let state = site.repository.load(game).await.expect("a state");
    let left = |side, at| state.clocks().remaining(side, Timestamp(at)).map(|left| left.as_millis());
    // Both first moves brought an increment; Ann's third took four seconds.
    assert_eq!((left(Color::White, 124_000), left(Color::Black, 124_000)), (Some(8_000), Some(11_000)));
    assert_eq!(left(Color::Black, 130_000), Some(5_000));
    assert_eq!(state.clocks().deadline(), Some(Timestamp(135_000)));
    site.execute(game, "ann", "gift", Command::GiveTime { seconds: 5 }, 130_000).await.expect("given");
    assert_eq!(site.repository.record_flag_falls(Timestamp(139_999)).await, Ok(0));
    // One millisecond late.
    let (code, message) = refusal(site.play(game, "bob", "14x23", 140_000).await);
    assert_eq!((code, message.as_str()), ("game-over", "The game is over."));
    let state = site.repository.load(game).await.expect("a state");
    let outcome = state.game().outcome().expect("over");
    assert_eq!(
        (outcome.result, &outcome.ending),
        (GameResult::Win(Color::White), &Ending::FlagFall(Color::Black))
    );
    assert_eq!(site.repository.record_flag_falls(Timestamp(200_000)).await, Ok(0));
    assert_eq!(site.store.overdue_games(Timestamp(200_000), 9).await, Ok(vec![]));
}

impl Site {
    /// Plays a move of Ann from a connection with this lag, in milliseconds.
    async fn play_with_lag(&self, game: GameId, text: &str, at: i64, lag: u64) -> Result<u64, GameError> {
        let (account, lag, language) = (account("ann"), Duration::from_millis(lag), Language::English);
        let context = CommandContext { account, command_id: text, now: Timestamp(at), lag, language };
        self.repository.execute(game, context, &Command::Move { text: text.to_owned(), offer: None }).await
    }
}

#[tokio::test]
async fn network_lag_is_compensated_and_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.create("international", BLITZ, None).await.id;
    site.play(game, "ann", "32-28", 1_000).await.expect("played");
    site.play(game, "bob", "19-23", 2_000).await.expect("played");
    site.play_with_lag(game, "28x19", 5_000, 150).await.expect("played");
    let state = site.repository.load(game).await.expect("a state");
    // Eleven seconds were left; three passed, of which 0.15 were network lag; the move brought one more.
    assert_eq!(state.clocks().remaining(Color::White, Timestamp(5_000)), Some(Duration::from_millis(9_150)));
    assert_eq!((state.lag().white, state.lag().black), (Duration::from_millis(150), Duration::ZERO));
}

#[tokio::test]
async fn a_move_that_left_in_time_is_played_after_the_deadline() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    // The flag is checked at another node, which does not know the lag.
    let [here, there] = [site(&path).await, site(&path).await];
    for (lag, late, is_played) in [(300, 155, true), (300, 400, false)] {
        let game = here.create("international", BLITZ, None).await.id;
        here.play(game, "ann", "32-28", 1_000).await.expect("played");
        here.play(game, "bob", "19-23", 2_000).await.expect("played");
        let received = 2_000 + 11_000 + late;
        assert_eq!(there.repository.record_flag_falls(Timestamp(received)).await, Ok(0));
        let chat = Command::Message { text: "?".to_owned() };
        there.execute(game, "bob", "chat", chat, received).await.expect("said");
        assert_eq!(here.play_with_lag(game, "28x19", received, lag).await.is_ok(), is_played, "{lag} {late}");
        let state = there.repository.load(game).await.expect("a state");
        assert_eq!(state.game().outcome().is_none(), is_played, "{lag} {late}");
    }
    let game = here.create("international", BLITZ, None).await.id;
    here.play(game, "ann", "32-28", 1_000).await.expect("played");
    here.play(game, "bob", "19-23", 2_000).await.expect("played");
    assert_eq!(there.repository.record_flag_falls(Timestamp(2_000 + 11_000 + 500)).await, Ok(1), "none came");
}

#[tokio::test]
async fn no_flag_falls_while_the_gate_is_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.create("international", BLITZ, None).await.id;
    site.play(game, "ann", "32-28", 1_000).await.expect("played");
    site.play(game, "bob", "19-23", 2_000).await.expect("played");
    // The clock has jumped 20 seconds, and the outage that this looks like is not compensated yet.
    let (before, after) = (Timestamp(4_000), Timestamp(24_000));
    site.repository.gate().close();
    assert_eq!(site.repository.record_flag_falls(after).await, Ok(0));
    let outage = Outage { from: before, to: after };
    assert_eq!(site.repository.compensate_clocks(outage, after).await, Ok(1));
    site.repository.gate().open(tokio::time::Instant::now());
    assert_eq!(site.repository.record_flag_falls(after).await, Ok(0));
    let state = site.repository.load(game).await.expect("a state");
    assert_eq!(state.clocks().remaining(Color::White, after), Some(Duration::from_secs(9)));
}

#[tokio::test]
async fn a_command_that_waited_for_a_recovery_counts_as_received_after_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = Arc::new(site(&folder.path().join("games")).await);
    let game = site.create("international", BLITZ, None).await.id;
    let now = clock::now();
    let before = now.0 - 20_000;
    site.play(game, "ann", "32-28", before - 3_000).await.expect("played");
    site.play(game, "bob", "19-23", before - 2_000).await.expect("played");
    site.repository.gate().close();
    let waiting = tokio::spawn({
        let site = Arc::clone(&site);
        async move { site.play(game, "ann", "28x19", before).await }
    });
    tokio::task::yield_now().await;
    let outage = Outage { from: Timestamp(before), to: now };
    assert_eq!(site.repository.compensate_clocks(outage, now).await, Ok(1));
    site.repository.gate().open(tokio::time::Instant::now());
    waiting.await.expect("no panic").expect("played");
    let state = site.repository.load(game).await.expect("a state");
    let left = |side| state.clocks().remaining(side, now).expect("a clock");
    assert_eq!(left(Color::Black), Duration::from_secs(11), "the jump is not charged to the opponent");
    assert!(
        left(Color::White) <= Duration::from_secs(10),
        "{:?}: the jump is not a gift",
        left(Color::White)
    );
}

#[tokio::test]
async fn clocks_are_compensated_for_outages() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let site = site(&path).await;
    let game = site.create("international", BLITZ, None).await.id;
    let days = site.create("international", TimeControl::Days { days: 1, vacation: 0 }, None).await.id;
    for game in [game, days] {
        site.play(game, "ann", "32-28", 1_000).await.expect("played");
        site.play(game, "bob", "19-23", 2_000).await.expect("played");
    }
    drop(site);
    let site = crate::site(&path).await;
    let back = 302_000;
    let outage = Outage { from: Timestamp(2_000), to: Timestamp(back) };
    assert_eq!(
        site.repository.compensate_clocks(outage, Timestamp(back)).await,
        Ok(1),
        "correspondence games are not compensated"
    );
    assert_eq!(site.repository.compensate_clocks(outage, Timestamp(back)).await, Ok(0), "once");
    let state = site.repository.load(game).await.expect("a state");
    let left = |side| state.clocks().remaining(side, Timestamp(back)).map(|left| left.as_millis());
    assert_eq!((left(Color::White), left(Color::Black)), (Some(11_000), Some(11_000)));
    assert_eq!(site.repository.record_flag_falls(Timestamp(back)).await, Ok(0));
    // The flag waits for a move that may be on its way.
    assert_eq!(site.repository.record_flag_falls(Timestamp(back + 11_499)).await, Ok(0));
    assert_eq!(site.repository.record_flag_falls(Timestamp(back + 11_500)).await, Ok(1), "the clock runs on");
}
