//! The game repository over a real store.

mod clocks;
#[path = "../database/mod.rs"]
mod database;
mod failures;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bus::{Bus, LocalBus, Topic};
use draughts::game::{Answer, Ending};
use draughts::{Color, Rules};
use play::game::{Command, DrawOffer, EventKind, GameState, Seat, Terms, TimeControl};
use play::id::{AccountId, GameId};
use play::time::Timestamp;
use proptest::prelude::*;
use site::repository::{CachedGames, CommandContext, GameError, GameRepository, RepositoryParts};
use store::{Database, NewAccount, Role, Store, StoreError, StoredGame, clock};
use texts::{Language, Render};

const BLITZ: TimeControl = TimeControl::Clock { initial: 10_000, increment: 1_000 };

struct Site {
    repository: GameRepository,
    store: Arc<dyn Store>,
    bus: LocalBus,
}

/// Returns the id of an account, made of the first letter of its name.
fn account(name: &str) -> AccountId {
    name[..1].repeat(20).parse().expect("an id")
}

async fn site(path: &Path) -> Site {
    site_in(&database::database(path).await).await
}

async fn site_in(database: &Database) -> Site {
    let store = database.open().await.expect("a store");
    for name in ["ann", "bob", "carl"] {
        let new = NewAccount {
            id: account(name),
            name: Some(name.to_owned()),
            created_at: Timestamp(0),
            password: None,
            email: None,
            role: Role::Player,
        };
        // They exist already in a file that is opened again.
        store.create_account(new).await.expect("a reply");
    }
    let bus = LocalBus::default();
    let patience = Duration::from_secs(60);
    let repository = GameRepository::new(RepositoryParts {
        store: Arc::clone(&store),
        bus: Arc::new(bus.clone()),
        cached_games: CachedGames::default(),
        patience,
        engine_turns: None,
        node: None,
    });
    Site { repository, store, bus }
}

impl Site {
    async fn create(&self, rules: &str, time: TimeControl, start: Option<&str>) -> StoredGame {
        let rules = Rules::named(rules).expect("a rule set");
        let player = |name: &str| Seat::Player(account(name));
        let start = start.map(str::to_owned);
        let terms = Terms { white: player("ann"), black: player("bob"), time, start, rated: false };
        self.repository.create(&rules, &terms, Timestamp(0)).await.expect("a game")
    }

    async fn execute(
        &self,
        game: GameId,
        who: &str,
        id: &str,
        command: Command,
        at: i64,
    ) -> Result<u64, GameError> {
        let (account, now, language) = (account(who), Timestamp(at), Language::English);
        let context = CommandContext { account, command_id: id, now, lag: Duration::ZERO, language };
        self.repository.execute(game, context, &command).await
    }

    async fn play(&self, game: GameId, who: &str, text: &str, at: i64) -> Result<u64, GameError> {
        let id = format!("{who} {at} {text}");
        self.execute(game, who, &id, Command::Move { text: text.to_owned(), offer: None }, at).await
    }
}

fn refusal(result: Result<u64, GameError>) -> (&'static str, String) {
    match result {
        Err(GameError::Refused { code, message, .. }) => (code.as_str(), message),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn moves_are_durable_before_they_are_acknowledged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let site = site(&path).await;
    let game = site.create("international", TimeControl::UNLIMITED, None).await.id;
    let mut events = site.bus.subscribe(Topic::Game(game));
    assert_eq!(site.play(game, "ann", "32-28", 1).await, Ok(1));
    assert_eq!(site.store.events(game, 0, 10).await.expect("events").len(), 1);
    events.changed().await.expect("an announcement");
    assert_eq!(*events.borrow_and_update(), 1);
    let (code, message) = refusal(site.play(game, "bob", "19-29", 2).await);
    assert_eq!(code, "illegal-move");
    assert_eq!(message, "A man cannot go from 19 to 29: it moves one square diagonally forward.");
    assert_eq!(site.play(game, "carl", "19-23", 3).await, Err(GameError::NotAPlayer));
    assert_eq!(site.play(game, "bob", "19-23", 4).await, Ok(2));
    let before = site.repository.load(game).await.expect("a state");
    drop(site);
    let after = self::site(&path).await.repository.load(game).await.expect("a state");
    assert_eq!(after, before, "the log has the whole state");
}

#[tokio::test]
async fn a_command_id_is_idempotent_and_not_reusable() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.create("english", TimeControl::UNLIMITED, None).await.id;
    let first = || Command::Move { text: "11-15".to_owned(), offer: None };
    assert_eq!(site.execute(game, "bob", "c1", first(), 1).await, Ok(1));
    assert_eq!(site.play(game, "ann", "23-19", 2).await, Ok(2));
    assert_eq!(
        site.execute(game, "bob", "c1", first(), 3).await,
        Ok(1),
        "sent again, after the opponent's move"
    );
    assert_eq!(site.execute(game, "bob", "c1", Command::Resign {}, 4).await, Err(GameError::CommandIdReused));
    let message = Command::Message { text: "the same id, another player".to_owned() };
    assert_eq!(site.execute(game, "ann", "c1", message, 5).await, Ok(3));
    assert_eq!(site.repository.load(game).await.expect("a state").game().turns().len(), 2);
}

#[tokio::test]
async fn a_game_is_claimed_only_after_the_opponent_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.create("international", TimeControl::UNLIMITED, None).await.id;
    let now = clock::now().0;
    let claim = || Command::ClaimVictory {};
    assert_eq!(
        refusal(site.execute(game, "ann", "c0", claim(), now).await).0,
        "opponent-not-left",
        "it is her turn"
    );
    let connection = site.repository.presence().join(game, account("bob"));
    site.play(game, "ann", "32-28", now).await.expect("played");
    site.play(game, "bob", "19-23", now).await.expect("played");
    site.play(game, "ann", "28x19", now).await.expect("played");
    let (_, message) = refusal(site.execute(game, "ann", "c1", claim(), now + 3_600_000).await);
    assert_eq!(message, "Your opponent has not left the game.");
    drop(connection);
    let (_, message) = refusal(site.execute(game, "ann", "c2", claim(), now + 10_000).await);
    assert!(
        message.starts_with("Your opponent may still come back. You can claim the win in 5"),
        "{message}"
    );
    site.execute(game, "ann", "c3", claim(), now + 70_000).await.expect("claimed");
    let state = site.repository.load(game).await.expect("a state");
    let ending = state.game().outcome().map(|outcome| outcome.ending.clone());
    assert_eq!(ending, Some(Ending::Abandonment(Color::Black)));
}

#[tokio::test]
async fn draw_claims_are_refused_or_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.create("checkers-bsn", TimeControl::UNLIMITED, Some("B:WK32,21:BK1,12:H49:F65")).await.id;
    let claim = || Command::ClaimDraw(DrawOffer::default());
    let (code, message) = refusal(site.execute(game, "bob", "c1", claim(), 1).await);
    assert_eq!(code, "claim-not-justified");
    assert!(message.contains("24 of 25"), "{message}");
    site.play(game, "bob", "1-6", 2).await.expect("played");
    let offer = Command::OfferDraw(DrawOffer { rule: Some(0), message: "nothing moves".to_owned() });
    site.execute(game, "bob", "o", offer, 3).await.expect("offered");
    assert_eq!(refusal(site.execute(game, "bob", "c2", claim(), 4).await).0, "offer-first");
    site.execute(game, "ann", "d", Command::DeclineDraw { message: "play on".to_owned() }, 5)
        .await
        .expect("declined");
    site.execute(game, "bob", "c3", claim(), 6).await.expect("claimed");
    let state = site.repository.load(game).await.expect("a state");
    let message = state.game().outcome().map(|outcome| outcome.render(Language::English)).unwrap_or_default();
    assert!(message.starts_with("Draw. Claimed by Black."), "{message}");
    assert!(message.contains("counted from move 40 (White)"), "{message}");
    let report = state.report().map(|report| (report.of, report.answer));
    assert_eq!(report, Some((Color::White, Answer::Declined)), "an administrator may warn White");
}

#[tokio::test]
async fn an_irregular_turn_is_redone_on_demand() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    // White must capture and does not.
    let game = site.create("dame-100", TimeControl::UNLIMITED, Some("W:W28,46:B23,3")).await.id;
    let irregular = site.play(game, "ann", "46-41", 1).await;
    assert_eq!(irregular, Ok(1), "the irregular turn is accepted at first");
    site.execute(game, "bob", "redo", Command::DemandRedo {}, 2).await.expect("demanded");
    let (code, _) = refusal(site.play(game, "ann", "46-41", 3).await);
    assert_eq!(code, "illegal-move");
    assert_eq!(site.play(game, "ann", "28x19", 4).await, Ok(3));
}

#[tokio::test]
async fn takebacks_need_consent() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.create("russian", BLITZ, None).await.id;
    assert_eq!(refusal(site.execute(game, "ann", "t0", Command::AskTakeback {}, 1).await).0, "no-takeback");
    site.play(game, "ann", "c3-d4", 1).await.expect("played");
    site.play(game, "bob", "d6-c5", 2).await.expect("played");
    site.execute(game, "ann", "t1", Command::AskTakeback {}, 3).await.expect("asked");
    assert_eq!(refusal(site.execute(game, "ann", "t2", Command::GrantTakeback {}, 4).await).0, "no-takeback");
    site.execute(game, "bob", "t3", Command::GrantTakeback {}, 5).await.expect("granted");
    let state = site.repository.load(game).await.expect("a state");
    assert_eq!((state.game().turns().len(), state.game().position().turn()), (0, Color::White));
    assert_eq!(state.clocks().deadline(), None, "nobody has moved: no clock runs");
    assert_eq!(site.play(game, "ann", "e3-f4", 6).await, Ok(5));
    let message = Command::Message { text: "thank you".to_owned() };
    assert_eq!(site.execute(game, "ann", "m", message, 7).await, Ok(6));
    let empty = Command::Message { text: "  ".to_owned() };
    assert_eq!(refusal(site.execute(game, "ann", "m2", empty, 7).await).0, "bad-message");
}

#[tokio::test]
async fn conditional_moves_are_played_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.create("international", TimeControl::Days { days: 3, vacation: 0 }, None).await.id;
    let lines = |lines: &[&[&str]]| Command::Plan {
        lines: lines.iter().map(|line| line.iter().map(|text| (*text).to_owned()).collect()).collect(),
    };
    let plan = lines(&[&["32-28", "19-23", "28x19", "14x23"], &["33-29", "resign"]]);
    assert_eq!(
        refusal(site.execute(game, "ann", "p0", plan.clone(), 1).await).0,
        "bad-plan",
        "it is her turn"
    );
    assert_eq!(refusal(site.execute(game, "bob", "p1", lines(&[&["32-28"]]), 1).await).0, "bad-plan");
    assert_eq!(
        refusal(site.execute(game, "bob", "p2", lines(&[&["32-28", "19-24", "28x19", "14x23"]]), 1).await).0,
        "illegal-move"
    );
    assert_eq!(site.execute(game, "bob", "p3", plan, 1).await, Ok(1));
    let events = site.store.events(game, 0, 9).await.expect("events");
    let planned: EventKind = serde_json::from_value(events[0].body.clone()).expect("an event");
    let seen = [Some(Color::White), Some(Color::Black), None].map(|viewer| planned.is_seen_by(viewer));
    assert_eq!(seen, [false, true, false], "only the player sees conditional moves");
    assert_eq!(site.play(game, "ann", "32-28", 2).await, Ok(2));
    let state = site.repository.load(game).await.expect("a state");
    assert_eq!((state.game().turns().len(), state.game().position().turn()), (2, Color::White));
    assert_eq!(site.play(game, "ann", "28x19", 3).await, Ok(4));
    let state = site.repository.load(game).await.expect("a state");
    assert_eq!((state.seq(), state.game().turns().len()), (5, 4), "both answers were played");
    // The other line does not apply any more.
    assert_eq!(site.play(game, "ann", "33-29", 4).await, Ok(6));
    assert_eq!(site.repository.load(game).await.expect("a state").game().outcome(), None);
    let give_up = lines(&[&["39x28", "resign"], &["38x29", "13-19"]]);
    site.play(game, "bob", "23-28", 5).await.expect("played");
    assert_eq!(refusal(site.execute(game, "bob", "p4", give_up, 6).await).0, "illegal-move");
}

#[tokio::test]
async fn conditional_moves_lost_in_a_crash_precede_flag_falls() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let site = site(&path).await;
    let game = site.create("international", TimeControl::Days { days: 1, vacation: 0 }, None).await.id;
    site.play(game, "ann", "32-28", 1).await.expect("played");
    site.play(game, "bob", "19-23", 2).await.expect("played");
    let lines = vec![vec!["28x19".to_owned(), "14x23".to_owned()]];
    site.execute(game, "bob", "p", Command::Plan { lines }, 3).await.expect("planned");
    // The process ended after Ann's move was appended, and before the answer was.
    let state = site.repository.load(game).await.expect("a state");
    let m = state.game().legal_moves().first().expect("the capture").clone();
    let event = serde_json::to_value(EventKind::from(draughts::Event::of(&m, Color::White))).expect("JSON");
    let deadline = Some(Timestamp(24 * 3600 * 1000 + 4));
    let append = store::Append { deadline, ..store::Append::event(game, 3, Timestamp(4), event) };
    site.store.append(append).await.expect("appended");
    drop(site);
    let site = self::site(&path).await;
    assert_eq!(site.repository.record_flag_falls(Timestamp(25 * 3600 * 1000)).await, Ok(0), "no flag falls");
    let state = site.repository.load(game).await.expect("a state");
    assert_eq!((state.game().turns().len(), state.game().outcome()), (4, None), "the answer was played");
}

#[tokio::test]
async fn a_damaged_game_affects_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let site = site(&path).await;
    let [damaged, sound] = [0, 1].map(|_| site.create("international", BLITZ, None));
    let (damaged, sound) = (damaged.await.id, sound.await.id);
    for game in [damaged, sound] {
        site.play(game, "ann", "32-28", 1_000).await.expect("played");
        site.play(game, "bob", "19-23", 2_000).await.expect("played");
    }
    let event = store::Append::event(damaged, 2, Timestamp(2_000), serde_json::json!({ "kind": "nonsense" }));
    let damage = store::Append { deadline: Some(Timestamp(12_000)), ..event };
    site.store.append(damage).await.expect("appended");
    drop(site);
    let site = self::site(&path).await;
    let outage = store::Outage { from: Timestamp(2_000), to: Timestamp(302_000) };
    assert_eq!(site.repository.compensate_clocks(outage, Timestamp(302_000)).await, Ok(1));
    let later = Timestamp(400_000);
    assert_eq!(site.store.overdue_games(later, 9).await, Ok(vec![damaged, sound]));
    assert_eq!(site.repository.record_flag_falls(later).await, Ok(1));
    assert_eq!(site.store.overdue_games(later, 9).await, Ok(vec![damaged]));
}

#[tokio::test]
async fn conditional_moves_wait_for_draw_offers() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.create("international", TimeControl::Days { days: 3, vacation: 0 }, None).await.id;
    let lines = vec![vec!["32-28".to_owned(), "19-23".to_owned()]];
    site.execute(game, "bob", "p", Command::Plan { lines }, 1).await.expect("planned");
    let offer = Some(DrawOffer { rule: None, message: "shall we?".to_owned() });
    let moved = Command::Move { text: "32-28".to_owned(), offer };
    site.execute(game, "ann", "m", moved, 2).await.expect("played");
    assert_eq!(
        site.repository.load(game).await.expect("a state").game().turns().len(),
        1,
        "the offer is answered first"
    );
    site.execute(game, "bob", "d", Command::DeclineDraw { message: String::new() }, 3)
        .await
        .expect("declined");
    assert_eq!(
        site.repository.load(game).await.expect("a state").game().turns().len(),
        2,
        "the conditional move is played"
    );
}

#[tokio::test]
async fn granting_a_takeback_costs_no_days() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let day = 24 * 3600 * 1000;
    let game = site.create("international", TimeControl::Days { days: 3, vacation: 0 }, None).await.id;
    site.play(game, "ann", "32-28", 1).await.expect("played");
    site.play(game, "bob", "19-23", 2).await.expect("played");
    site.play(game, "ann", "28x19", 3).await.expect("played");
    site.execute(game, "ann", "t", Command::AskTakeback {}, 4).await.expect("asked");
    let again = refusal(site.execute(game, "ann", "t2", Command::AskTakeback {}, 5).await);
    assert_eq!(again, ("no-takeback", "You have already asked for a takeback.".to_owned()));
    let late = 2 * day + 4;
    site.execute(game, "bob", "g", Command::GrantTakeback {}, late).await.expect("granted");
    let state = site.repository.load(game).await.expect("a state");
    for side in Color::ALL {
        let left = state.clocks().remaining(side, Timestamp(late)).map(|left| left.as_millis() as i64);
        assert_eq!(left, Some(3 * day), "{side}");
    }
}

#[tokio::test]
async fn a_rematch_needs_both_players_and_has_the_colours_of_the_rule_set() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    for (rules, loser, white) in [
        // The winner has Black, and Black moves first.
        ("checkers-revenge", "ann", "ann"),
        ("checkers-revenge", "bob", "bob"),
        // The players swap colours.
        ("dame-100", "ann", "bob"),
        ("dame-100", "bob", "bob"),
    ] {
        let winner = if loser == "ann" { "bob" } else { "ann" };
        let game = site.create(rules, TimeControl::UNLIMITED, None).await.id;
        let ask = || Command::AskRematch { begins: None };
        assert_eq!(
            refusal(site.execute(game, loser, "r0", ask(), 1).await).0,
            "no-revenge",
            "it is not over"
        );
        site.execute(game, loser, "r", Command::Resign {}, 1).await.expect("resigned");
        site.execute(game, loser, "r1", ask(), 2).await.expect("asked");
        assert_eq!(
            refusal(site.execute(game, loser, "r2", ask(), 3).await).0,
            "no-revenge",
            "requested already"
        );
        assert_eq!(site.repository.load(game).await.expect("a state").next(), None);
        site.execute(game, winner, "r3", ask(), 4).await.expect("agreed");
        let next = site.repository.load(game).await.expect("a state").next().expect("the next game");
        let state = site.repository.load(next).await.expect("a state");
        assert_eq!(state.terms().white, Seat::Player(account(white)), "{rules}, {loser} has lost");
        assert_ne!(state.terms().white, state.terms().black);
        assert_eq!(
            refusal(site.execute(game, loser, "r4", ask(), 5).await).0,
            "no-revenge",
            "the rematch has begun"
        );
    }
}

/// An attempt of a player.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    white: bool,
    kind: u8,
    pick: usize,
    /// Whether the command is sent twice.
    twice: bool,
    /// The time since the last attempt, in milliseconds.
    wait: i64,
}

fn attempts() -> impl Strategy<Value = Vec<Attempt>> {
    let one = (any::<bool>(), 0..20_u8, any::<usize>(), any::<bool>(), 0..2_500_i64);
    let one = one.prop_map(|(white, kind, pick, twice, wait)| Attempt { white, kind, pick, twice, wait });
    prop::collection::vec(one, 1..80)
}

fn command(attempt: Attempt, state: &GameState) -> Command {
    match attempt.kind {
        0 => Command::OfferDraw(DrawOffer::default()),
        1 => Command::AcceptDraw {},
        2 => Command::DeclineDraw { message: String::new() },
        3 => Command::ClaimDraw(DrawOffer::default()),
        4 => Command::AskTakeback {},
        5 => Command::GrantTakeback {},
        6 => Command::GiveTime { seconds: 3 },
        7 if attempt.pick.is_multiple_of(8) => Command::Resign {},
        8 => Command::Abort {},
        _ => {
            let moves = state.game().possible_moves();
            let Some(m) = moves.get(attempt.pick % moves.len().max(1)) else {
                return Command::WithdrawDraw {};
            };
            Command::MoveSquares { from: m.from(), to: m.to(), captured: m.captured(), offer: None }
        }
    }
}

/// Applies all events after the last one that a client has seen, as after a reconnection.
async fn follow(node: &Site, game: GameId, screen: &mut GameState) {
    for event in node.repository.events(game, screen.seq(), screen.seq()).await.expect("events") {
        assert_eq!(event.seq, screen.seq() + 1);
        screen.apply(&event.kind, event.at).expect("the log is a legal game");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_commands_leave_a_legal_log_with_each_acknowledged_event_once(
        attempts in attempts(),
        rules in prop::sample::select(vec!["english", "dame-100", "international", "checkers-revenge"]),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("games");
            // Two nodes over one store, without a bus between them.
            let nodes = [site(&path).await, site(&path).await];
            let game = nodes[0].create(rules, BLITZ, None).await.id;
            let (mut now, mut acknowledged) = (0, Vec::new());
            // The states of the two clients, which update now and then, at either node.
            let opening = nodes[0].repository.load(game).await.expect("a state");
            let mut screens = [opening.as_ref().clone(), opening.as_ref().clone()];
            for (number, attempt) in attempts.into_iter().enumerate() {
                now += attempt.wait;
                let (node, other) = if attempt.pick.is_multiple_of(2) { (0, 1) } else { (1, 0) };
                let state = nodes[node].repository.load(game).await.expect("a state");
                let (who, command, id) = (if attempt.white { "ann" } else { "bob" }, command(attempt, &state), number.to_string());
                let first = nodes[node].execute(game, who, &id, command.clone(), now).await;
                if attempt.twice {
                    let second = nodes[other].execute(game, who, &id, command, now + 1).await;
                    if first.is_ok() {
                        prop_assert_eq!(&second, &first, "sent twice");
                    }
                }
                acknowledged.extend(first.ok());
                if attempt.pick.is_multiple_of(3) {
                    follow(&nodes[other], game, &mut screens[usize::from(attempt.white)]).await;
                }
                if attempt.kind == 9 {
                    nodes[other].repository.record_flag_falls(Timestamp(now)).await.expect("checked");
                }
            }
            let events = nodes[0].store.events(game, 0, 10_000).await.expect("events");
            let mut state = GameState::new(
                nodes[0].repository.load(game).await.expect("a state").game().rules(),
                nodes[0].repository.load(game).await.expect("a state").terms().clone(),
            ).expect("a state");
            for (event, seq) in events.iter().zip(1..) {
                prop_assert_eq!(event.seq, seq);
                let event_kind: EventKind = serde_json::from_value(event.body.clone()).expect("an event");
                prop_assert_eq!(state.apply(&event_kind, event.at), Ok(()), "the log is a legal game");
            }
            for node in &nodes {
                let seen = node.repository.load(game).await.expect("a state");
                prop_assert_eq!(seen.as_ref(), &state, "both nodes have the same state");
            }
            for screen in &mut screens {
                follow(&nodes[1], game, screen).await;
                prop_assert_eq!(&*screen, &state, "both clients converge");
            }
            let once: std::collections::HashSet<u64> = acknowledged.iter().copied().collect();
            prop_assert_eq!(once.len(), acknowledged.len(), "each command has its own event");
            prop_assert!(acknowledged.iter().all(|seq| *seq <= state.seq()));
            Ok(())
        })?;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_moves_are_played_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let [here, there] = [Arc::new(site(&path).await), Arc::new(site(&path).await)];
    let game = here.create("english", TimeControl::UNLIMITED, None).await.id;
    for turn in 0..30 {
        let state = here.repository.load(game).await.expect("a state");
        let Some(m) = state.game().legal_moves().first().cloned() else { break };
        let command =
            Command::MoveSquares { from: m.from(), to: m.to(), captured: m.captured(), offer: None };
        let who = if state.game().position().turn() == Color::White { "ann" } else { "bob" };
        // The same move with two ids, from two nodes at once.
        let tasks = [(&here, "a"), (&there, "b")].map(|(site, id)| {
            let (site, command, id) = (Arc::clone(site), command.clone(), format!("{id}{turn}"));
            tokio::spawn(async move { site.execute(game, who, &id, command, turn).await })
        });
        let [first, second] = tasks;
        let results = [first.await.expect("no panic"), second.await.expect("no panic")];
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    }
    let state = there.repository.load(game).await.expect("a state");
    assert_eq!(state.game().turns().len() as u64, state.seq());
    assert!(state.seq() > 10);
}
