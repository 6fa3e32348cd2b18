//! DXP: whole games over a real connection, and what is answered to messages that cannot be used.

use std::io::{self, Cursor, Read, Write};
use std::net::TcpListener;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crownhead_protocol::ClientError;
use crownhead_protocol::dxp::{Client, Reason, Settings, serve, serve_one};
use draughts::{Game, Rules};
use engine::{Engine, Level, Limits, Options};

const SMALL: Options = Options { mebibytes: 1, threads: 1 };

fn settings(rules: &str, level: u8) -> Settings {
    let rules = Rules::named(rules).expect("a rule set");
    let level = Level::new(level).expect("a level");
    Settings { rules, level, time: Duration::from_millis(50), options: SMALL }
}

#[test]
fn two_engines_play_whole_games_over_a_connection() {
    for id in ["international", "frisian", "antidraughts"] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let hosted = settings(id, 2);
        std::thread::spawn(move || serve(&listener, &hosted, |_| {}));
        let rules = Rules::named(id).expect("a rule set");
        let mut client = Client::connect(&address, &rules).expect("it listens");
        let engine = Engine::new(SMALL).expect("a small table");
        let level = Level::new(2).expect("a level");
        // The other side begins once, and we begin once.
        for begins in [0, 1] {
            let mut game = Game::new(&rules);
            while game.outcome().is_none() && game.turns().len() < 200 {
                let turn = game.turns().len();
                let m = if turn % 2 == begins {
                    match client.think(&game, &Limits::time(Duration::from_secs(1))) {
                        Ok(m) => m,
                        // A draw that could be claimed ends a game, too.
                        Err(why) => {
                            assert!(matches!(why, ClientError::Ended(Reason::Draw)), "{id}: {why}");
                            let reached = game.counters().iter().any(draughts::draw::Counter::is_reached);
                            assert!(reached, "{why} at turn {turn}: {:?}", game.position());
                            break;
                        }
                    }
                } else {
                    let stop = AtomicBool::new(false);
                    engine.choose(&game, level, Limits::default(), turn as u64, &stop).expect("a move")
                };
                assert_eq!(game.play(&m), Ok(()), "{id}");
            }
            client.end(&game).expect("it is there");
            assert!(game.turns().len() > 15, "{id}: {} turns", game.turns().len());
        }
        assert!(client.name().starts_with("Crownhead"), "{}", client.name());
    }
}

/// A connection whose other side has said everything at once.
struct Script {
    heard: Cursor<Vec<u8>>,
    said: Vec<u8>,
}

impl Read for &mut Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.heard.read(buffer)
    }
}

impl Write for &mut Script {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.said.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is answered to these messages.
fn answers(messages: &[&str]) -> String {
    let heard = messages.iter().flat_map(|message| format!("{message}\0").into_bytes()).collect();
    let mut script = Script { heard: Cursor::new(heard), said: Vec::new() };
    let mut engine = Engine::new(SMALL).expect("a small table");
    let settings = settings("international", 3);
    serve_one(&mut script, &settings, &mut engine, &mut |_| {}).expect("memory can be written");
    let said = String::from_utf8(script.said).expect("ASCII");
    // The version stands in the name.
    said.replace(env!("CARGO_PKG_VERSION"), "x.y.z").replace('\0', "\n")
}

#[test]
fn what_cannot_be_used_is_told_in_words_and_the_engine_lives_on() {
    let name = format!("{:32}", "a tester");
    let full = "w".repeat(50);
    insta::assert_snapshot!(answers(&[
        "M0000322800",
        "nonsense",
        "",
        &"x".repeat(100_000),
        &format!("R02{name}Z001075A"),
        &format!("R01{name}Z001075BW{full}"),
        &format!("R01{name}Z001075BWw"),
        &format!("R01{name}Z001075A"),
        "M0000322600",
        "M0000325500",
        "M00003228011",
        "K0",
        "B009W",
        "E00",
        &format!("R01{name}Z001075A"),
    ]));
}

#[test]
fn moves_are_taken_back_when_the_other_side_asks() {
    let name = format!("{:32}", "a tester");
    let said = answers(&[&format!("R01{name}Z001075A"), "M0000322800", "B001W", "M0000312700", "E00"]);
    let kinds: Vec<&str> = said.lines().map(|line| &line[..2]).collect();
    assert_eq!(kinds, ["AC", "M0", "K0", "M0", "E0"], "{said}");
}

#[test]
fn other_boards_than_those_of_50_squares_are_refused() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let refused = serve(&listener, &settings("english", 3), |_| {}).expect_err("8x8");
    assert_eq!(
        refused.to_string(),
        "DXP is for boards of 50 squares; english has 32. Choose a rule set on 10x10"
    );
}
