//! What happens at tables, over a real store.

mod database;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bus::{Bus, LocalBus, Topic};
use draughts::game::{Answer, Ending, GameResult};
use draughts::{Color, Rules};
use play::game::{Command, DrawOffer, EventKind, GameState, Seat, Terms, TimeControl};
use play::id::{AccountId, GameId};
use play::time::Timestamp;
use proptest::prelude::*;
use site::repository::{CachedGames, CommandContext, GameError, GameRepository, RepositoryParts};
use store::{NewAccount, Role, Store, StoredGame, clock};
use texts::{Language, Render};

const BLITZ: TimeControl = TimeControl::Clock { initial: 10_000, increment: 1_000 };

struct Site {
    repository: GameRepository,
    store: Arc<dyn Store>,
    bus: LocalBus,
}

/// The account of somebody, by the first letter of the name.
fn account(name: &str) -> AccountId {
    name[..1].repeat(20).parse().expect("an id")
}

async fn site(path: &Path) -> Site {
    let store = database::database(path).await.open().await.expect("a store");
    for name in ["ann", "bob", "carl"] {
        let new = NewAccount {
            id: account(name),
            name: Some(name.to_owned()),
            created_at: Timestamp(0),
            password: None,
            email: None,
            role: Role::Player,
        };
        // In a file that is opened again they are there.
        store.create_account(new).await.expect("answered");
    }
    let bus = LocalBus::default();
    let patience = Duration::from_secs(60);
    let repository = GameRepository::new(RepositoryParts {
        store: Arc::clone(&store),
        bus: Arc::new(bus.clone()),
        tables: CachedGames::default(),
        patience,
        computer: None,
        node: None,
    });
    Site { repository, store, bus }
}

impl Site {
    async fn open(&self, rules: &str, time: TimeControl, start: Option<&str>) -> StoredGame {
        let rules = Rules::named(rules).expect("a rule set");
        let player = |name: &str| Seat::Player(account(name));
        let start = start.map(str::to_owned);
        let terms = Terms { white: player("ann"), black: player("bob"), time, start, rated: false };
        self.repository.open(&rules, &terms, Timestamp(0)).await.expect("a game")
    }

    async fn act(
        &self,
        game: GameId,
        who: &str,
        id: &str,
        request: Command,
        at: i64,
    ) -> Result<u64, GameError> {
        let (account, now, language) = (account(who), Timestamp(at), Language::English);
        let asking = CommandContext { account, command: id, now, lag: Duration::ZERO, language };
        self.repository.act(game, asking, &request).await
    }

    async fn play(&self, game: GameId, who: &str, text: &str, at: i64) -> Result<u64, GameError> {
        let id = format!("{who} {at} {text}");
        self.act(game, who, &id, Command::Move { text: text.to_owned(), offer: None }, at).await
    }
}

fn code(refused: Result<u64, GameError>) -> (&'static str, String) {
    match refused {
        Err(GameError::Refused { code, message, .. }) => (code.as_str(), message),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn moves_are_durable_before_they_are_acknowledged_and_announced_afterwards() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let site = site(&path).await;
    let game = site.open("international", TimeControl::UNLIMITED, None).await.id;
    let mut news = site.bus.subscribe(Topic::Game(game));
    assert_eq!(site.play(game, "ann", "32-28", 1).await, Ok(1));
    assert_eq!(site.store.events(game, 0, 10).await.expect("events").len(), 1);
    news.changed().await.expect("it is announced");
    assert_eq!(*news.borrow_and_update(), 1);
    let (short, told) = code(site.play(game, "bob", "19-29", 2).await);
    assert_eq!(short, "illegal-move");
    assert_eq!(told, "A man cannot go from 19 to 29: it moves one square diagonally forward.");
    assert_eq!(site.play(game, "carl", "19-23", 3).await, Err(GameError::NotAPlayer));
    assert_eq!(site.play(game, "bob", "19-23", 4).await, Ok(2));
    let before = site.repository.table(game).await.expect("a table");
    drop(site);
    let after = self::site(&path).await.repository.table(game).await.expect("a table");
    assert_eq!(after, before, "the log is all there is");
}

#[tokio::test]
async fn a_command_may_be_sent_twice_but_not_for_something_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.open("english", TimeControl::UNLIMITED, None).await.id;
    let first = || Command::Move { text: "11-15".to_owned(), offer: None };
    assert_eq!(site.act(game, "bob", "c1", first(), 1).await, Ok(1));
    assert_eq!(site.play(game, "ann", "23-19", 2).await, Ok(2));
    assert_eq!(site.act(game, "bob", "c1", first(), 3).await, Ok(1), "again, and after the answer");
    assert_eq!(site.act(game, "bob", "c1", Command::Resign {}, 4).await, Err(GameError::OtherCommand));
    let said = Command::Message { text: "the same id, another player".to_owned() };
    assert_eq!(site.act(game, "ann", "c1", said, 5).await, Ok(3));
    assert_eq!(site.repository.table(game).await.expect("a table").game().turns().len(), 2);
}

#[tokio::test]
async fn clocks_are_made_from_the_times_of_receipt_and_flags_fall_by_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.open("international", BLITZ, None).await.id;
    // No clock runs until both have moved.
    site.play(game, "ann", "32-28", 60_000).await.expect("played");
    site.play(game, "bob", "19-23", 120_000).await.expect("played");
    site.play(game, "ann", "28x19", 124_000).await.expect("played");
    let table = site.repository.table(game).await.expect("a table");
    let left = |side, at| table.clocks().left(side, Timestamp(at)).map(|left| left.as_millis());
    // Both first moves brought an increment; Ann's third took four seconds.
    assert_eq!((left(Color::White, 124_000), left(Color::Black, 124_000)), (Some(8_000), Some(11_000)));
    assert_eq!(left(Color::Black, 130_000), Some(5_000));
    assert_eq!(table.clocks().deadline(), Some(Timestamp(135_000)));
    site.act(game, "ann", "gift", Command::GiveTime { seconds: 5 }, 130_000).await.expect("given");
    assert_eq!(site.repository.drop_flags(Timestamp(139_999)).await, Ok(0));
    // Too late by a millisecond, whoever notices first.
    let (short, told) = code(site.play(game, "bob", "14x23", 140_000).await);
    assert_eq!((short, told.as_str()), ("game-over", "The game is over."));
    let table = site.repository.table(game).await.expect("a table");
    let outcome = table.game().outcome().expect("over");
    assert_eq!(
        (outcome.result, &outcome.ending),
        (GameResult::Win(Color::White), &Ending::FlagFall(Color::Black))
    );
    assert_eq!(site.repository.drop_flags(Timestamp(200_000)).await, Ok(0));
    assert_eq!(site.store.overdue(Timestamp(200_000), 9).await, Ok(vec![]));
}

#[tokio::test]
async fn time_under_way_is_made_up_for_and_kept_on_account() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.open("international", BLITZ, None).await.id;
    site.play(game, "ann", "32-28", 1_000).await.expect("played");
    site.play(game, "bob", "19-23", 2_000).await.expect("played");
    let lag = Duration::from_millis(300);
    let asking = |command, at| CommandContext {
        account: account("ann"),
        command,
        now: Timestamp(at),
        lag,
        language: Language::English,
    };
    let text = "28x19".to_owned();
    site.repository
        .act(game, asking("a", 5_000), &Command::Move { text, offer: None })
        .await
        .expect("played");
    let table = site.repository.table(game).await.expect("a table");
    // Eleven seconds were left; three passed, of which 0.3 were under way; the move brought one more.
    assert_eq!(table.clocks().left(Color::White, Timestamp(5_000)), Some(Duration::from_millis(9_300)));
    assert_eq!((table.lag().white, table.lag().black), (lag, Duration::ZERO));
}

#[tokio::test]
async fn a_game_is_claimed_only_from_who_has_left_for_long_enough() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.open("international", TimeControl::UNLIMITED, None).await.id;
    let now = clock::now().0;
    let claim = || Command::ClaimVictory {};
    assert_eq!(
        code(site.act(game, "ann", "c0", claim(), now).await).0,
        "opponent-not-left",
        "it is her turn"
    );
    let here = site.repository.presence().arrive(game, account("bob"));
    site.play(game, "ann", "32-28", now).await.expect("played");
    site.play(game, "bob", "19-23", now).await.expect("played");
    site.play(game, "ann", "28x19", now).await.expect("played");
    let (_, told) = code(site.act(game, "ann", "c1", claim(), now + 3_600_000).await);
    assert_eq!(told, "Your opponent has not left the game.");
    drop(here);
    let (_, told) = code(site.act(game, "ann", "c2", claim(), now + 10_000).await);
    assert!(told.starts_with("Your opponent may still come back. In 5"), "{told}");
    site.act(game, "ann", "c3", claim(), now + 70_000).await.expect("claimed");
    let table = site.repository.table(game).await.expect("a table");
    let ending = table.game().outcome().map(|outcome| outcome.ending.clone());
    assert_eq!(ending, Some(Ending::Abandonment(Color::Black)));
}

#[tokio::test]
async fn an_unjustified_claim_is_refused_with_what_is_missing_and_a_justified_one_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.open("checkers-bsn", TimeControl::UNLIMITED, Some("B:WK32,21:BK1,12:H49:F65")).await.id;
    let claim = || Command::ClaimDraw(DrawOffer::default());
    let (short, told) = code(site.act(game, "bob", "c1", claim(), 1).await);
    assert_eq!(short, "claim-not-justified");
    assert!(told.contains("24 of 25"), "{told}");
    site.play(game, "bob", "1-6", 2).await.expect("played");
    let offer = Command::OfferDraw(DrawOffer { rule: Some(0), message: "nothing moves".to_owned() });
    site.act(game, "bob", "o", offer, 3).await.expect("offered");
    assert_eq!(code(site.act(game, "bob", "c2", claim(), 4).await).0, "offer-first");
    site.act(game, "ann", "d", Command::DeclineDraw { message: "play on".to_owned() }, 5)
        .await
        .expect("declined");
    site.act(game, "bob", "c3", claim(), 6).await.expect("claimed");
    let table = site.repository.table(game).await.expect("a table");
    let told = table.game().outcome().map(|outcome| outcome.render(Language::English)).unwrap_or_default();
    assert!(told.starts_with("Draw. Claimed by Black."), "{told}");
    assert!(told.contains("counted from move 40 (White)"), "{told}");
    let report = table.report().map(|report| (report.of, report.answer));
    assert_eq!(report, Some((Color::White, Answer::Declined)), "an administrator may warn White");
}

#[tokio::test]
async fn a_turn_that_broke_a_duty_is_redone_on_demand_where_the_conduct_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    // White must capture and does not.
    let game = site.open("dame-100", TimeControl::UNLIMITED, Some("W:W28,46:B23,3")).await.id;
    let careless = site.play(game, "ann", "46-41", 1).await;
    assert_eq!(careless, Ok(1), "the table lets it happen");
    site.act(game, "bob", "redo", Command::DemandRedo {}, 2).await.expect("it is to be redone");
    let (short, _) = code(site.play(game, "ann", "46-41", 3).await);
    assert_eq!(short, "illegal-move");
    assert_eq!(site.play(game, "ann", "28x19", 4).await, Ok(3));
}

#[tokio::test]
async fn moves_are_taken_back_by_consent_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.open("russian", BLITZ, None).await.id;
    assert_eq!(code(site.act(game, "ann", "t0", Command::AskTakeback {}, 1).await).0, "no-takeback");
    site.play(game, "ann", "c3-d4", 1).await.expect("played");
    site.play(game, "bob", "d6-c5", 2).await.expect("played");
    site.act(game, "ann", "t1", Command::AskTakeback {}, 3).await.expect("asked");
    assert_eq!(code(site.act(game, "ann", "t2", Command::GrantTakeback {}, 4).await).0, "no-takeback");
    site.act(game, "bob", "t3", Command::GrantTakeback {}, 5).await.expect("granted");
    let table = site.repository.table(game).await.expect("a table");
    assert_eq!((table.game().turns().len(), table.game().position().turn()), (0, Color::White));
    assert_eq!(table.clocks().deadline(), None, "nobody has moved: no clock runs");
    assert_eq!(site.play(game, "ann", "e3-f4", 6).await, Ok(5));
    let said = Command::Message { text: "thank you".to_owned() };
    assert_eq!(site.act(game, "ann", "m", said, 7).await, Ok(6));
    let empty = Command::Message { text: "  ".to_owned() };
    assert_eq!(code(site.act(game, "ann", "m2", empty, 7).await).0, "bad-message");
}

#[tokio::test]
async fn planned_answers_are_played_at_once_and_only_in_their_case() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.open("international", TimeControl::Days { days: 3, vacation: 0 }, None).await.id;
    let lines = |lines: &[&[&str]]| Command::Plan {
        lines: lines.iter().map(|line| line.iter().map(|text| (*text).to_owned()).collect()).collect(),
    };
    let plan = lines(&[&["32-28", "19-23", "28x19", "14x23"], &["33-29", "resign"]]);
    assert_eq!(code(site.act(game, "ann", "p0", plan.clone(), 1).await).0, "bad-plan", "it is her turn");
    assert_eq!(code(site.act(game, "bob", "p1", lines(&[&["32-28"]]), 1).await).0, "bad-plan");
    assert_eq!(
        code(site.act(game, "bob", "p2", lines(&[&["32-28", "19-24", "28x19", "14x23"]]), 1).await).0,
        "illegal-move"
    );
    assert_eq!(site.act(game, "bob", "p3", plan, 1).await, Ok(1));
    let events = site.store.events(game, 0, 9).await.expect("events");
    let planned: EventKind = serde_json::from_value(events[0].body.clone()).expect("an entry");
    let seen = [Some(Color::White), Some(Color::Black), None].map(|viewer| planned.is_seen_by(viewer));
    assert_eq!(seen, [false, true, false], "a plan is nobody else's business");
    assert_eq!(site.play(game, "ann", "32-28", 2).await, Ok(2));
    let table = site.repository.table(game).await.expect("a table");
    assert_eq!((table.game().turns().len(), table.game().position().turn()), (2, Color::White));
    assert_eq!(site.play(game, "ann", "28x19", 3).await, Ok(4));
    let table = site.repository.table(game).await.expect("a table");
    assert_eq!((table.seq(), table.game().turns().len()), (5, 4), "both answers were played");
    // The other line is not for this case any more.
    assert_eq!(site.play(game, "ann", "33-29", 4).await, Ok(6));
    assert_eq!(site.repository.table(game).await.expect("a table").game().outcome(), None);
    let give_up = lines(&[&["39x28", "resign"], &["38x29", "13-19"]]);
    site.play(game, "bob", "23-28", 5).await.expect("played");
    assert_eq!(code(site.act(game, "bob", "p4", give_up, 6).await).0, "illegal-move");
}

#[tokio::test]
async fn a_plan_that_a_crash_cut_off_is_played_before_a_flag_falls() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let site = site(&path).await;
    let game = site.open("international", TimeControl::Days { days: 1, vacation: 0 }, None).await.id;
    site.play(game, "ann", "32-28", 1).await.expect("played");
    site.play(game, "bob", "19-23", 2).await.expect("played");
    let lines = vec![vec!["28x19".to_owned(), "14x23".to_owned()]];
    site.act(game, "bob", "p", Command::Plan { lines }, 3).await.expect("planned");
    // Ann's move is in the log, and the process ended before the answer was.
    let table = site.repository.table(game).await.expect("a table");
    let m = table.game().legal_moves().first().expect("the capture").clone();
    let entry = serde_json::to_value(EventKind::from(draughts::Event::of(&m, Color::White))).expect("JSON");
    let deadline = Some(Timestamp(24 * 3600 * 1000 + 4));
    let append = store::Append { deadline, ..store::Append::event(game, 3, Timestamp(4), entry) };
    site.store.append(append).await.expect("appended");
    drop(site);
    let site = self::site(&path).await;
    assert_eq!(site.repository.drop_flags(Timestamp(25 * 3600 * 1000)).await, Ok(0), "no flag falls");
    let table = site.repository.table(game).await.expect("a table");
    assert_eq!((table.game().turns().len(), table.game().outcome()), (4, None), "the answer was played");
}

#[tokio::test]
async fn clocks_that_ran_while_nobody_served_are_given_the_time_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let site = site(&path).await;
    let game = site.open("international", BLITZ, None).await.id;
    let days = site.open("international", TimeControl::Days { days: 1, vacation: 0 }, None).await.id;
    for game in [game, days] {
        site.play(game, "ann", "32-28", 1_000).await.expect("played");
        site.play(game, "bob", "19-23", 2_000).await.expect("played");
    }
    drop(site);
    let site = self::site(&path).await;
    let back = 302_000;
    let outage = store::Outage { from: Timestamp(2_000), to: Timestamp(back) };
    assert_eq!(
        site.repository.compensate_clocks(outage, Timestamp(back)).await,
        Ok(1),
        "days are not counted in minutes"
    );
    assert_eq!(site.repository.compensate_clocks(outage, Timestamp(back)).await, Ok(0), "and only once");
    let table = site.repository.table(game).await.expect("a table");
    let left = |side| table.clocks().left(side, Timestamp(back)).map(|left| left.as_millis());
    assert_eq!((left(Color::White), left(Color::Black)), (Some(11_000), Some(11_000)));
    assert_eq!(site.repository.drop_flags(Timestamp(back)).await, Ok(0));
    assert_eq!(site.repository.drop_flags(Timestamp(back + 11_000)).await, Ok(1), "and then it runs on");
}

#[tokio::test]
async fn a_plan_does_not_answer_over_a_draw_offer() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let game = site.open("international", TimeControl::Days { days: 3, vacation: 0 }, None).await.id;
    let lines = vec![vec!["32-28".to_owned(), "19-23".to_owned()]];
    site.act(game, "bob", "p", Command::Plan { lines }, 1).await.expect("planned");
    let offer = Some(DrawOffer { rule: None, message: "shall we?".to_owned() });
    let moved = Command::Move { text: "32-28".to_owned(), offer };
    site.act(game, "ann", "m", moved, 2).await.expect("played");
    assert_eq!(
        site.repository.table(game).await.expect("a table").game().turns().len(),
        1,
        "he is asked first"
    );
    site.act(game, "bob", "d", Command::DeclineDraw { message: String::new() }, 3).await.expect("declined");
    assert_eq!(
        site.repository.table(game).await.expect("a table").game().turns().len(),
        2,
        "and then it is played"
    );
}

#[tokio::test]
async fn who_lets_the_opponent_take_back_does_not_lose_the_days_for_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    let day = 24 * 3600 * 1000;
    let game = site.open("international", TimeControl::Days { days: 3, vacation: 0 }, None).await.id;
    site.play(game, "ann", "32-28", 1).await.expect("played");
    site.play(game, "bob", "19-23", 2).await.expect("played");
    site.play(game, "ann", "28x19", 3).await.expect("played");
    site.act(game, "ann", "t", Command::AskTakeback {}, 4).await.expect("asked");
    let again = code(site.act(game, "ann", "t2", Command::AskTakeback {}, 5).await);
    assert_eq!(again, ("no-takeback", "You have asked to take back already.".to_owned()));
    let late = 2 * day + 4;
    site.act(game, "bob", "g", Command::GrantTakeback {}, late).await.expect("granted");
    let table = site.repository.table(game).await.expect("a table");
    for side in Color::ALL {
        let left = table.clocks().left(side, Timestamp(late)).map(|left| left.as_millis() as i64);
        assert_eq!(left, Some(3 * day), "{side}");
    }
}

#[tokio::test]
async fn a_revenge_begins_when_both_want_it_with_the_colours_that_the_rule_set_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = site(&folder.path().join("games")).await;
    for (rules, loser, white) in [
        // The winner begins, and Black begins.
        ("checkers-revenge", "ann", "ann"),
        ("checkers-revenge", "bob", "bob"),
        // They take turns.
        ("dame-100", "ann", "bob"),
        ("dame-100", "bob", "bob"),
    ] {
        let winner = if loser == "ann" { "bob" } else { "ann" };
        let game = site.open(rules, TimeControl::UNLIMITED, None).await.id;
        let ask = || Command::AskRevenge { begins: None };
        assert_eq!(code(site.act(game, loser, "r0", ask(), 1).await).0, "no-revenge", "it is not over");
        site.act(game, loser, "r", Command::Resign {}, 1).await.expect("resigned");
        site.act(game, loser, "r1", ask(), 2).await.expect("asked");
        assert_eq!(code(site.act(game, loser, "r2", ask(), 3).await).0, "no-revenge", "once is enough");
        assert_eq!(site.repository.table(game).await.expect("a table").next(), None);
        site.act(game, winner, "r3", ask(), 4).await.expect("agreed");
        let next = site.repository.table(game).await.expect("a table").next().expect("the next game");
        let table = site.repository.table(next).await.expect("a table");
        assert_eq!(table.terms().white, Seat::Player(account(white)), "{rules}, {loser} has lost");
        assert_ne!(table.terms().white, table.terms().black);
        assert_eq!(code(site.act(game, loser, "r4", ask(), 5).await).0, "no-revenge", "it has begun");
    }
}

/// What a player tries.
#[derive(Clone, Copy, Debug)]
struct Try {
    white: bool,
    kind: u8,
    pick: usize,
    /// Sent twice.
    twice: bool,
    /// So long after what was tried before.
    wait: i64,
}

fn tries() -> impl Strategy<Value = Vec<Try>> {
    let one = (any::<bool>(), 0..20_u8, any::<usize>(), any::<bool>(), 0..2_500_i64);
    let one = one.prop_map(|(white, kind, pick, twice, wait)| Try { white, kind, pick, twice, wait });
    prop::collection::vec(one, 1..80)
}

fn request(this: Try, table: &GameState) -> Command {
    match this.kind {
        0 => Command::OfferDraw(DrawOffer::default()),
        1 => Command::AcceptDraw {},
        2 => Command::DeclineDraw { message: String::new() },
        3 => Command::ClaimDraw(DrawOffer::default()),
        4 => Command::AskTakeback {},
        5 => Command::GrantTakeback {},
        6 => Command::GiveTime { seconds: 3 },
        7 if this.pick.is_multiple_of(8) => Command::Resign {},
        8 => Command::Abort {},
        _ => {
            let moves = table.game().possible_moves();
            let Some(m) = moves.get(this.pick % moves.len().max(1)) else { return Command::WithdrawDraw {} };
            Command::MoveSquares { from: m.from(), to: m.to(), captured: m.captured(), offer: None }
        }
    }
}

/// A client that reconnects: everything after the last event it has seen.
async fn follow(node: &Site, game: GameId, screen: &mut GameState) {
    for news in node.repository.news(game, screen.seq(), screen.seq()).await.expect("news") {
        assert_eq!(news.seq, screen.seq() + 1);
        screen.apply(&news.entry, news.at).expect("the log is a legal game");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_two_players_try_the_log_is_a_legal_game_and_every_acknowledged_event_is_in_it_once(
        tries in tries(),
        rules in prop::sample::select(vec!["english", "dame-100", "international", "checkers-revenge"]),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("games");
            // Two nodes over one store: neither knows what the other has in memory.
            let nodes = [site(&path).await, site(&path).await];
            let game = nodes[0].open(rules, BLITZ, None).await.id;
            let (mut now, mut acknowledged) = (0, Vec::new());
            // What the two players have on their screens; they look now and then, at one node or the other.
            let opening = nodes[0].repository.table(game).await.expect("a table");
            let mut screens = [opening.as_ref().clone(), opening.as_ref().clone()];
            for (number, this) in tries.into_iter().enumerate() {
                now += this.wait;
                let (node, other) = if this.pick.is_multiple_of(2) { (0, 1) } else { (1, 0) };
                let table = nodes[node].repository.table(game).await.expect("a table");
                let (who, request, id) = (if this.white { "ann" } else { "bob" }, request(this, &table), number.to_string());
                let first = nodes[node].act(game, who, &id, request.clone(), now).await;
                if this.twice {
                    let second = nodes[other].act(game, who, &id, request, now + 1).await;
                    if first.is_ok() {
                        prop_assert_eq!(&second, &first, "sent twice");
                    }
                }
                acknowledged.extend(first.ok());
                if this.pick.is_multiple_of(3) {
                    follow(&nodes[other], game, &mut screens[usize::from(this.white)]).await;
                }
                if this.kind == 9 {
                    nodes[other].repository.drop_flags(Timestamp(now)).await.expect("looked");
                }
            }
            let events = nodes[0].store.events(game, 0, 10_000).await.expect("events");
            let mut table = GameState::new(
                nodes[0].repository.table(game).await.expect("a table").game().rules(),
                nodes[0].repository.table(game).await.expect("a table").terms().clone(),
            ).expect("a table");
            for (event, seq) in events.iter().zip(1..) {
                prop_assert_eq!(event.seq, seq);
                let entry: EventKind = serde_json::from_value(event.body.clone()).expect("an entry");
                prop_assert_eq!(table.apply(&entry, event.at), Ok(()), "the log is a legal game");
            }
            for node in &nodes {
                let seen = node.repository.table(game).await.expect("a table");
                prop_assert_eq!(seen.as_ref(), &table, "all see the same");
            }
            for screen in &mut screens {
                follow(&nodes[1], game, screen).await;
                prop_assert_eq!(&*screen, &table, "both clients converge, wherever they resumed");
            }
            let once: std::collections::HashSet<u64> = acknowledged.iter().copied().collect();
            prop_assert_eq!(once.len(), acknowledged.len(), "each command has an event of its own");
            prop_assert!(acknowledged.iter().all(|seq| *seq <= table.seq()));
            Ok(())
        })?;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_move_at_once_the_one_whose_turn_it_is_moves_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let [here, there] = [Arc::new(site(&path).await), Arc::new(site(&path).await)];
    let game = here.open("english", TimeControl::UNLIMITED, None).await.id;
    for turn in 0..30 {
        let table = here.repository.table(game).await.expect("a table");
        let Some(m) = table.game().legal_moves().first().cloned() else { break };
        let request =
            Command::MoveSquares { from: m.from(), to: m.to(), captured: m.captured(), offer: None };
        let who = if table.game().position().turn() == Color::White { "ann" } else { "bob" };
        // The same move with two ids, from two nodes at once.
        let tasks = [(&here, "a"), (&there, "b")].map(|(site, id)| {
            let (site, request, id) = (Arc::clone(site), request.clone(), format!("{id}{turn}"));
            tokio::spawn(async move { site.act(game, who, &id, request, turn).await })
        });
        let [first, second] = tasks;
        let results = [first.await.expect("it ends"), second.await.expect("it ends")];
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    }
    let table = there.repository.table(game).await.expect("a table");
    assert_eq!(table.game().turns().len() as u64, table.seq());
    assert!(table.seq() > 10);
}
