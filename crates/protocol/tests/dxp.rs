//! DXP: games over a connection, and answers to invalid messages.

use std::io::{self, Cursor, Read, Write};
use std::net::TcpListener;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crownhead_protocol::ClientError;
use crownhead_protocol::dxp::{Client, EndReason, Settings, serve, serve_one};
use draughts::{Game, Rules};
use engine::{Engine, Level, Limits, Options};

const SMALL: Options = Options { mebibytes: 1, threads: 1 };

fn settings(rules: &str, level: u8) -> Settings {
    let rules = Rules::named(rules).expect("a rule set");
    let level = Level::new(level).expect("a level");
    Settings { rules, level, time: Duration::from_millis(50), options: SMALL }
}

#[test]
fn engines_play_games_over_a_connection() {
    for id in ["international", "frisian", "antidraughts"] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address").to_string();
        let server_settings = settings(id, 2);
        std::thread::spawn(move || serve(&listener, &server_settings, |_| {}));
        let rules = Rules::named(id).expect("a rule set");
        let mut client = Client::connect(&address, &rules).expect("the server listens");
        let engine = Engine::new(SMALL).expect("a small table");
        let level = Level::new(2).expect("a level");
        // Each side begins once: the client plays the even turns, and then the odd ones.
        for client_parity in [0, 1] {
            let mut game = Game::new(&rules);
            while game.outcome().is_none() && game.turns().len() < 200 {
                let turn = game.turns().len();
                let m = if turn % 2 == client_parity {
                    match client.think(&game, &Limits::time(Duration::from_secs(1))) {
                        Ok(m) => m,
                        // The server ends a game in which a draw can be claimed.
                        Err(error) => {
                            assert!(matches!(error, ClientError::Ended(EndReason::Draw)), "{id}: {error}");
                            let reached = game.counters().iter().any(draughts::draw::Counter::is_reached);
                            assert!(reached, "{error} at turn {turn}: {:?}", game.position());
                            break;
                        }
                    }
                } else {
                    let stop = AtomicBool::new(false);
                    engine.choose(&game, level, Limits::default(), turn as u64, &stop).expect("a move")
                };
                assert_eq!(game.play(&m), Ok(()), "{id}");
            }
            client.end(&game).expect("the server answers");
            assert!(game.turns().len() > 15, "{id}: {} turns", game.turns().len());
        }
        assert!(client.name().starts_with("Crownhead"), "{}", client.name());
    }
}

/// A connection with fixed input.
struct Script {
    input: Cursor<Vec<u8>>,
    output: Vec<u8>,
}

impl Read for &mut Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.read(buffer)
    }
}

impl Write for &mut Script {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the answers to these messages.
fn answers(messages: &[&str]) -> String {
    let input = messages.iter().flat_map(|message| format!("{message}\0").into_bytes()).collect();
    let mut script = Script { input: Cursor::new(input), output: Vec::new() };
    let mut engine = Engine::new(SMALL).expect("a small table");
    let settings = settings("international", 3);
    serve_one(&mut script, &settings, &mut engine, &mut |_| {}).expect("writing to memory succeeds");
    let output = String::from_utf8(script.output).expect("ASCII");
    // The name contains the version.
    output.replace(env!("CARGO_PKG_VERSION"), "x.y.z").replace('\0', "\n")
}

#[test]
fn invalid_messages_are_answered_and_the_session_continues() {
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
fn moves_are_taken_back_on_request() {
    let name = format!("{:32}", "a tester");
    let answers = answers(&[&format!("R01{name}Z001075A"), "M0000322800", "B001W", "M0000312700", "E00"]);
    let kinds: Vec<&str> = answers.lines().map(|line| &line[..2]).collect();
    assert_eq!(kinds, ["AC", "M0", "K0", "M0", "E0"], "{answers}");
}

#[test]
fn boards_without_50_squares_are_rejected() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let error = serve(&listener, &settings("english", 3), |_| {}).expect_err("32 squares");
    assert_eq!(
        error.to_string(),
        "DXP is for boards of 50 squares; english has 32. Choose a rule set on 10x10"
    );
}
