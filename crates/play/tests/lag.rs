//! Network lag on the clocks of whole games, over simulated networks. Nothing here waits.

use std::time::Duration;

use draughts::{Color, Event, Rules};
use play::game::{
    Command, CommandError, DrawOffer, EventKind, GameState, LagEstimate, Moment, Seat, Terms, TimeControl,
};
use play::time::Timestamp;
use proptest::prelude::*;

/// Rules without draws, and a position in which neither king ever meets the other.
const RULES: &str = r#"{"base": "international", "name": "Endless", "draws": {"rules": []}}"#;
const START: &str = "W:WK2:BK49";
/// The moves of each side, which are repeated.
const MOVES: [(&str, &str); 2] = [("2-7", "49-44"), ("7-2", "44-49")];

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// A game of White, who is tested, against Black, who answers at once.
struct Match {
    state: GameState,
    now: Timestamp,
    turns: usize,
}

impl Match {
    fn start(initial: u64, increment: u64) -> Self {
        let account = |letter: &str| Seat::Player(letter.repeat(20).parse().expect("an id"));
        let terms = Terms {
            white: account("a"),
            black: account("b"),
            time: TimeControl::Clock { initial, increment },
            start: Some(START.to_owned()),
            rated: false,
        };
        let rules = Rules::house(RULES).expect("rules");
        let state = GameState::new(&rules, terms).expect("a state");
        let mut game = Self { state, now: Timestamp(1_000_000), turns: 0 };
        game.white_moves(game.now, Duration::ZERO).expect("the first move");
        game
    }

    /// Executes a command; on success the game continues from there.
    fn command(&mut self, by: Color, command: &Command, moment: Moment) -> Result<(), CommandError> {
        self.state = self.state.decide(by, command, &moment)?.next;
        self.now = moment.now;
        Ok(())
    }

    /// Plays a move of White that is received at this time, and the answer of Black.
    fn white_moves(&mut self, received: Timestamp, lag: Duration) -> Result<(), CommandError> {
        let (white, black) = MOVES[self.turns % 2];
        let command = |text: &str| Command::Move { text: text.to_owned(), offer: None };
        self.command(Color::White, &command(white), Moment { lag, ..Moment::at(received) })?;
        self.command(Color::Black, &command(black), Moment::at(received))?;
        self.turns += 1;
        Ok(())
    }

    fn deadline(&self) -> Timestamp {
        self.state.clocks().deadline().expect("a running clock")
    }

    fn left(&self) -> Duration {
        self.state.clocks().remaining(Color::White, self.now).expect("a clock")
    }
}

#[test]
fn an_honest_late_move_is_not_lost() {
    let lag = ms(300);
    for at_another_node in [false, true] {
        let mut game = Match::start(5_000, 0);
        // The page shows the clock one lag late, and the move takes another: 155 ms after the deadline.
        let received = game.now.after(lag + (ms(5_000) - ms(445)) + lag);
        assert_eq!(received.since(game.deadline()), ms(155));
        if at_another_node {
            assert_eq!(game.state.flag_fall(received), None);
        }
        assert_eq!(game.white_moves(received, lag), Ok(()));
        assert_eq!((game.state.lag().white, game.left()), (ms(200), ms(45)));
    }
}

#[test]
fn a_move_that_left_too_late_loses_and_a_flag_falls_without_one() {
    let game = Match::start(5_000, 0);
    let at = |late| game.deadline().after(ms(late));
    let step = || Command::Move { text: "7-2".to_owned(), offer: None };
    for (lag, late, is_lost) in
        [(0, 0, true), (300, 299, false), (300, 300, true), (500, 499, false), (900, 500, true)]
    {
        let moment = Moment { lag: ms(lag), ..Moment::at(at(late)) };
        let fall = game.state.flag_fall_before(Color::White, &step(), &moment);
        assert_eq!(fall.is_some(), is_lost, "{lag} {late}");
        let decided = game.state.decide(Color::White, &step(), &moment);
        assert_eq!(decided.is_err(), is_lost, "{lag} {late}");
    }
    // Without a command of White, the lag is not known.
    assert_eq!(game.state.flag_fall(at(499)), None);
    assert_eq!(game.state.flag_fall(at(500)), Some(Event::FlagFall { of: Color::White }.into()));
    let other = Command::OfferDraw(DrawOffer::default());
    assert_eq!(game.state.flag_fall_before(Color::Black, &other, &Moment::at(at(499))), None);
}

#[test]
fn late_moves_with_an_increment_are_never_lost_and_gain_nothing() {
    let (lag, increment) = (ms(400), ms(1_000));
    let mut game = Match::start(5_000, 1_000);
    let start = (game.now, game.left());
    for turn in 1..=60 {
        let received = game.deadline().after(ms(399));
        assert_eq!(game.state.flag_fall(received), None, "turn {turn}");
        assert_eq!(game.white_moves(received, lag), Ok(()), "turn {turn}");
        let (used, allowed) = (game.now.since(start.0), start.1 + increment * turn - game.left());
        assert_eq!(used, allowed + game.state.lag().white, "turn {turn}: a loan is paid back at once");
    }
    assert!(game.state.lag().white < ms(2_000));
}

#[test]
fn draw_offers_do_not_extend_a_deadline() {
    let mut game = Match::start(5_000, 0);
    let deadline = game.deadline();
    let lag = ms(400);
    let offer = || Command::OfferDraw(DrawOffer::default());
    for (late, command) in
        [(50, offer()), (150, Command::WithdrawDraw {}), (250, offer()), (350, Command::WithdrawDraw {})]
    {
        let moment = Moment { lag, ..Moment::at(deadline.after(ms(late))) };
        assert_eq!(game.command(Color::White, &command, moment), Ok(()), "{late}");
        assert_eq!(game.deadline(), deadline, "{late}");
    }
    let late = Moment { lag, ..Moment::at(deadline.after(lag)) };
    assert_eq!(game.command(Color::White, &offer(), late), Err(CommandError::TimeOver(Color::White)));
}

#[test]
fn computers_and_correspondence_games_have_no_lag() {
    for (white, time) in [
        (Seat::Computer(3), TimeControl::Clock { initial: 5_000, increment: 0 }),
        (Seat::Player("a".repeat(20).parse().expect("an id")), TimeControl::Days { days: 1, vacation: 0 }),
    ] {
        let mut game = Match::start(5_000, 0);
        let terms = Terms { white, time, ..game.state.terms().clone() };
        game.state = GameState::new(game.state.game().rules(), terms).expect("a state");
        game.turns = 0;
        game.white_moves(game.now, Duration::ZERO).expect("the first move");
        assert!(game.state.flag_fall(game.deadline()).is_some(), "{time:?}");
        game.white_moves(game.now.after(ms(1_000)), ms(300)).expect("a move");
        assert_eq!(game.state.lag().white, Duration::ZERO, "{time:?}");
    }
}

#[test]
fn logs_of_earlier_versions_fold_to_the_same_clocks() {
    let mut game = Match::start(60_000, 1_000);
    let mut left = game.left();
    for turn in 1..=20 {
        // Earlier versions credited up to half a second for each move, and at most the time that the clock ran.
        let (spent, lag) = (100 * turn, 500);
        let at = game.now.after(ms(spent));
        let (white, black) = MOVES[game.turns % 2];
        for (text, by, lag) in [(white, Color::White, lag), (black, Color::Black, 0)] {
            let m = game.state.game().read_move(text).expect("a move");
            let event = EventKind::Game { event: Event::of(&m, by), lag };
            game.state.apply(&event, at).expect("an event of the log");
        }
        left = left + ms(1_000) + ms(lag.min(spent)) - ms(spent);
        (game.now, game.turns) = (at, game.turns + 1);
        assert_eq!(game.left(), left, "turn {turn}");
    }
}

/// The thinking times of a cheat; none: the cheat sends the move as late as its pretended lag allows.
fn thinking() -> impl Strategy<Value = Vec<Option<u64>>> {
    prop::collection::vec(prop::option::weighted(0.8, 0..3_000_u64), 60)
}

/// A network: the least delay of a message in one direction, and the random part of 400 delays, in milliseconds.
fn network() -> impl Strategy<Value = (u64, Vec<u64>)> {
    (20..=400_u64).prop_flat_map(|least| (Just(least), prop::collection::vec(0..=least.min(150), 400)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn late_pongs_gain_less_than_two_seconds_in_sixty_moves(
        thinking in thinking(),
        initial in prop::sample::select(vec![1_000, 10_000, 60_000, 600_000_u64]),
        increment in prop::sample::select(vec![0, 1_000, 5_000_u64]),
    ) {
        let mut estimate = LagEstimate::default();
        (0..6).for_each(|_| estimate.record(ms(1_050)));
        let mut game = Match::start(initial, increment);
        let start = (game.now, game.left());
        let mut moves = 0;
        for time in thinking {
            let latest = game.deadline().after(estimate.lag()).since(game.now) - ms(1);
            let received = game.now.after(time.map_or(latest, ms));
            if game.white_moves(received, estimate.lag()).is_err() {
                break;
            }
            moves += 1;
        }
        let used = game.now.since(start.0);
        let allowed = start.1 + ms(increment) * moves - game.left();
        prop_assert!(used < allowed + ms(2_000), "{used:?} instead of {allowed:?}");
        prop_assert!(game.state.lag().white < ms(2_000));
    }

    #[test]
    fn a_move_that_left_in_time_is_never_lost_to_the_flag(
        (least, random) in network(),
        thinking in prop::collection::vec(0..1_500_u64, 60),
        initial in prop::sample::select(vec![3_000, 15_000, 30_000_u64]),
        increment in prop::sample::select(vec![0, 1_000, 3_000_u64]),
    ) {
        let mut delays = random.into_iter().map(|random| least + random);
        let mut delay = || delays.next().expect("enough delays");
        let mut estimate = LagEstimate::default();
        (0..3).for_each(|_| estimate.record(ms(delay() + delay())));
        let mut game = Match::start(initial, increment);
        for think in thinking {
            estimate.record(ms(delay() + delay()));
            let lag = estimate.lag();
            let travel = ms(delay() + delay());
            let available = game.left() + lag;
            // In time trouble the player sends at the last moment by the server's measure.
            let think = match available.checked_sub(travel + ms(1)) {
                Some(latest) if latest < ms(1_500) => latest,
                _ => ms(think),
            };
            let received = game.now.after(travel + think);
            // Whether the move left in time by the measure of the server.
            if Timestamp(received.0 - lag.as_millis() as i64) >= game.deadline() {
                prop_assert!(game.white_moves(received, lag).is_err());
                break;
            }
            prop_assert_eq!(game.state.flag_fall(received), None, "called by another node");
            prop_assert_eq!(game.white_moves(received, lag), Ok(()));
        }
    }
}
