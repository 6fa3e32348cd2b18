//! Sessions of Hub.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, mpsc};

use crownhead_protocol::hub::{Line, read_move, read_position, serve, write_move, write_position};
use draughts::{Game, Position, Rules, variant};

/// Collects the output.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("not poisoned").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the answers to lines that are followed by the end of the input.
fn session(lines: &str) -> String {
    let output = Output::default();
    serve(lines.as_bytes(), output.clone()).expect("memory can be written");
    let bytes = output.0.lock().expect("not poisoned").clone();
    String::from_utf8(bytes).expect("UTF-8")
}

/// Removes the arguments that differ between runs.
fn reproducible(text: &str) -> String {
    let lines = text.lines().map(|text| {
        let mut line = Line::parse(text).expect("a line").expect("not empty");
        line.arguments.retain(|(name, _)| !["time", "nps", "version"].contains(&name.as_str()));
        line.to_string()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn hub_1_clients_are_answered_in_hub_1() {
    let lines = "hub\nset tt-size 1\ninit\nnew\npos wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\nmove 1-2\n\
                 start\nmove 32-28\nmove 19-23\nping\nlevel 0 60000 0\ntime 50000\ndepth 3\ngo\n";
    let answers = session(lines);
    let after = answers.split_once("ready\n").expect("the engine is ready").1;
    // Remove time and speed.
    let lines = after.lines().map(|line| match line.split(' ').collect::<Vec<_>>().as_slice() {
        ["info", depth, ply, score, nodes, _, _, rest @ ..] => {
            format!("info {depth} {ply} {score} {nodes} … {}", rest.join(" "))
        }
        _ => line.to_owned(),
    });
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

#[test]
fn sessions_are_answered_line_by_line() {
    let lines = format!(
        "hub\nset-param name=tt-size value=1\ninit\nping\nunknown command=1 flag\nnew-game\n\
         pos pos={START} moves=\"32-28 19-23\"\nlevel depth=3\ngo think\n"
    );
    insta::assert_snapshot!(reproducible(&session(&lines)));
}

#[test]
fn invalid_lines_are_answered_and_the_session_continues() {
    let lines = format!(
        "pos pos=\"open\nset-param name=variant value=klingon\nset-param name=tt-size value=0\nset-param value=3\n\
         go think\npos pos=Wbb\npos pos=X{START}\npos pos=Wwbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\n\
         pos pos={START} moves=\"32-28 32-28\"\nlevel depth=many\nset-param name=tt-size value=1048576000\n\
         set-param name=tt-size value=1048576\ninit\n\
         set-param name=tt-size value=1\npos pos={START}\nlevel nodes=2000\ngo think\n"
    );
    let answers = reproducible(&session(&lines));
    assert!(answers.lines().last().is_some_and(|last| last.starts_with("done move=")), "{answers}");
    let errors: Vec<&str> = answers.lines().filter(|line| line.starts_with("error")).collect();
    insta::assert_snapshot!(errors.join("\n"));
}

/// An input that reads lines from a channel.
struct ChannelInput(mpsc::Receiver<String>, Vec<u8>, usize);

impl io::Read for ChannelInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let count = bytes.len().min(buffer.len());
        buffer[..count].copy_from_slice(&bytes[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for ChannelInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.2 == self.1.len() {
            self.1 = self.0.recv().map(|line| format!("{line}\n").into_bytes()).unwrap_or_default();
            self.2 = 0;
        }
        Ok(&self.1[self.2..])
    }

    fn consume(&mut self, count: usize) {
        self.2 += count;
    }
}

/// An output that sends lines to a channel.
struct ChannelOutput(mpsc::Sender<String>, Vec<u8>);

impl Write for ChannelOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        for line in String::from_utf8_lossy(&std::mem::take(&mut self.1)).lines() {
            let _ = self.0.send(line.to_owned());
        }
        Ok(())
    }
}

#[test]
fn stopped_searches_and_pondering_send_one_answer() {
    let (sender, input) = mpsc::channel();
    let (output, answers) = mpsc::channel();
    let server = std::thread::spawn(move || {
        serve(ChannelInput(input, Vec::new(), 0), ChannelOutput(output, Vec::new()))
            .expect("the session ends");
    });
    let until = |prefix: &str| loop {
        let line = answers.recv().expect("an answer");
        if line.starts_with(prefix) {
            break line;
        }
    };
    let until_not = |prefix: &str| loop {
        let line = answers.recv().expect("an answer");
        if !line.starts_with(prefix) {
            break line;
        }
    };
    for line in ["set-param name=tt-size value=1", "init", &format!("pos pos={START}"), "level infinite"] {
        sender.send(line.to_owned()).expect("the session runs");
    }
    until("ready");
    sender.send("go analyze".to_owned()).expect("the session runs");
    until("info depth=4");
    sender.send("ping".to_owned()).expect("the session runs");
    until("pong");
    sender.send("pos pos=W".to_owned()).expect("the session runs");
    until("error");
    sender.send("stop".to_owned()).expect("the session runs");
    until("done move=");
    sender.send("level nodes=3000".to_owned()).expect("the session runs");
    sender.send("go ponder".to_owned()).expect("the session runs");
    until("info depth=3");
    sender.send("ponder-hit".to_owned()).expect("the session runs");
    // The search goes on: no depth is searched again.
    let mut depth = 3;
    loop {
        let line = answers.recv().expect("an answer");
        let Some(info) = line.strip_prefix("info depth=") else {
            assert!(line.starts_with("done move="), "{line}");
            break;
        };
        let next = info.split(' ').next().and_then(|depth| depth.parse().ok()).expect("a depth");
        assert_eq!(next, depth + 1, "{line}");
        depth = next;
    }
    sender.send("ping".to_owned()).expect("the session runs");
    assert_eq!(answers.recv().expect("an answer"), "pong", "exactly one answer");
    // There is exactly one answer, no matter when the search is stopped.
    for _ in 0..200 {
        for line in ["level infinite", "go think", "stop", "stop", "ping"] {
            sender.send(line.to_owned()).expect("the session runs");
        }
        assert!(until_not("info").starts_with("done move="));
        assert_eq!(until_not("info"), "pong");
    }
    // After the answer, the next command is accepted at once.
    for _ in 0..1000 {
        for line in [&format!("pos pos={START}"), "level nodes=20", "go think"] {
            sender.send(line.to_owned()).expect("the session runs");
        }
        let answer = until_not("info");
        assert!(answer.starts_with("done move="), "{answer}");
    }
    // The input ends during an endless search.
    for line in ["level infinite", "go think"] {
        sender.send(line.to_owned()).expect("the session runs");
    }
    drop(sender);
    server.join().expect("the session ends with its input");
}

#[test]
fn positions_and_moves_of_every_rule_set_round_trip() {
    for set in variant::ALL {
        let rules = Rules::from(set);
        let mut position = Position::initial(&rules);
        for i in 0..60 {
            assert_eq!(
                read_position(&rules, &write_position(&position)).as_ref().map(Position::fen),
                Ok(position.fen())
            );
            let game = Game::from_position(position.clone());
            let moves = game.legal_moves();
            for m in moves {
                assert_eq!(read_move(&game, &write_move(&rules, m)).as_ref(), Ok(m), "{}", set.id);
            }
            let Some(m) = moves.get(i * 7 % moves.len().max(1)) else { break };
            position = position.play_unchecked(m);
        }
    }
}
