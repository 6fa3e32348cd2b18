//! Sessions of Hub, as a program would hold them.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, mpsc};

use crownhead_protocol::hub::{Line, read_move, read_position, serve, write_move, write_position};
use draughts::{Game, Position, Rules, variant};

/// Collects what is written.
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

/// What is answered to these lines, all sent at once, followed by the end of the input.
fn session(lines: &str) -> String {
    let output = Output::default();
    serve(lines.as_bytes(), output.clone()).expect("memory can be written");
    let bytes = output.0.lock().expect("not poisoned").clone();
    String::from_utf8(bytes).expect("UTF-8")
}

/// Without what differs from run to run.
fn steady(text: &str) -> String {
    let lines = text.lines().map(|text| {
        let mut line = Line::parse(text).expect("a line").expect("not empty");
        line.arguments.retain(|(name, _)| !["time", "nps", "version"].contains(&name.as_str()));
        line.to_string()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_program_that_speaks_the_first_version_is_answered_in_it() {
    let lines = "hub\nset tt-size 1\ninit\nnew\npos wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\nmove 1-2\n\
                 start\nmove 32-28\nmove 19-23\nping\nlevel 0 60000 0\ntime 50000\ndepth 3\ngo\n";
    let answers = session(lines);
    let after = answers.split_once("ready\n").expect("it gets ready").1;
    // Without time and speed.
    let steady = after.lines().map(|line| match line.split(' ').collect::<Vec<_>>().as_slice() {
        ["info", depth, ply, score, nodes, _, _, rest @ ..] => {
            format!("info {depth} {ply} {score} {nodes} … {}", rest.join(" "))
        }
        _ => line.to_owned(),
    });
    insta::assert_snapshot!(steady.collect::<Vec<_>>().join("\n"));
}

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

#[test]
fn a_session_is_answered_line_by_line() {
    let lines = format!(
        "hub\nset-param name=tt-size value=1\ninit\nping\nunknown command=1 flag\nnew-game\n\
         pos pos={START} moves=\"32-28 19-23\"\nlevel depth=3\ngo think\n"
    );
    insta::assert_snapshot!(steady(&session(&lines)));
}

#[test]
fn what_cannot_be_used_gets_an_error_and_the_engine_lives_on() {
    let lines = format!(
        "pos pos=\"open\nset-param name=variant value=klingon\nset-param name=tt-size value=0\nset-param value=3\n\
         go think\npos pos=Wbb\npos pos=X{START}\npos pos=Wwbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\n\
         pos pos={START} moves=\"32-28 32-28\"\nlevel depth=many\nset-param name=tt-size value=1048576000\n\
         set-param name=tt-size value=1048576\ninit\n\
         set-param name=tt-size value=1\npos pos={START}\nlevel nodes=2000\ngo think\n"
    );
    let answers = steady(&session(&lines));
    assert!(answers.lines().last().is_some_and(|last| last.starts_with("done move=")), "{answers}");
    let errors: Vec<&str> = answers.lines().filter(|line| line.starts_with("error")).collect();
    insta::assert_snapshot!(errors.join("\n"));
}

/// Lines that are sent when the program is asked for them.
struct Talk(mpsc::Receiver<String>, Vec<u8>, usize);

impl io::Read for Talk {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let count = bytes.len().min(buffer.len());
        buffer[..count].copy_from_slice(&bytes[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Talk {
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

/// Passes on each line that is written.
struct Lines(mpsc::Sender<String>, Vec<u8>);

impl Write for Lines {
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
fn an_endless_search_is_stopped_and_pondering_ends_with_one_answer() {
    let (say, talk) = mpsc::channel();
    let (written, answers) = mpsc::channel();
    let server = std::thread::spawn(move || {
        serve(Talk(talk, Vec::new(), 0), Lines(written, Vec::new())).expect("the session ends");
    });
    let until = |begin: &str| loop {
        let line = answers.recv().expect("an answer");
        if line.starts_with(begin) {
            break line;
        }
    };
    let until_not = |begin: &str| loop {
        let line = answers.recv().expect("an answer");
        if !line.starts_with(begin) {
            break line;
        }
    };
    for line in ["set-param name=tt-size value=1", "init", &format!("pos pos={START}"), "level infinite"] {
        say.send(line.to_owned()).expect("it listens");
    }
    until("ready");
    say.send("go analyze".to_owned()).expect("it listens");
    until("info depth=4");
    say.send("ping".to_owned()).expect("it listens");
    until("pong");
    say.send("pos pos=W".to_owned()).expect("it listens");
    until("error");
    say.send("stop".to_owned()).expect("it listens");
    until("done move=");
    say.send("level nodes=3000".to_owned()).expect("it listens");
    say.send("go ponder".to_owned()).expect("it listens");
    until("info depth=3");
    say.send("ponder-hit".to_owned()).expect("it listens");
    until("done move=");
    say.send("ping".to_owned()).expect("it listens");
    assert_eq!(answers.recv().expect("an answer"), "pong", "one answer, not two");
    // At whatever moment the search is stopped, there is one answer.
    for _ in 0..200 {
        for line in ["level infinite", "go think", "stop", "stop", "ping"] {
            say.send(line.to_owned()).expect("it listens");
        }
        assert!(until_not("info").starts_with("done move="));
        assert_eq!(until_not("info"), "pong");
    }
    // Who has read the answer may go on at once, a thousand times.
    for _ in 0..1000 {
        for line in [&format!("pos pos={START}"), "level nodes=20", "go think"] {
            say.send(line.to_owned()).expect("it listens");
        }
        let answer = until_not("info");
        assert!(answer.starts_with("done move="), "{answer}");
    }
    // The input ends in the middle of an endless search.
    for line in ["level infinite", "go think"] {
        say.send(line.to_owned()).expect("it listens");
    }
    drop(say);
    server.join().expect("the end of the input ends the session");
}

#[test]
fn positions_and_moves_survive_their_texts_in_every_rule_set() {
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
