//! The computations that requests about a position cause.

use std::hint::black_box;

use draughts::notation::{MoveStyle, move_texts};
use draughts::ruleset::Enforcement;
use draughts::{Attempt, Game, Move, Position, Square};

use crate::cpu_time;
use crate::hostile::Rng;

/// The number of attempts that are explained, and of typed moves that are read, in each position.
const SAMPLES: usize = 12;

/// The most costly request of each kind.
pub(crate) struct Worst {
    /// The limit of each request, in milliseconds.
    limit: f64,
    requests: Vec<(&'static str, f64, String)>,
}

impl Worst {
    pub(crate) fn new(limit: f64) -> Self {
        Self { limit, requests: Vec::new() }
    }

    /// Measures the requests about a position.
    pub(crate) fn measure(&mut self, position: &Position, rng: &mut Rng) {
        let fen = position.fen();
        self.time("create", &fen, || Game::from_fen(position.rules(), &fen).is_ok());
        let game = Game::from_position(position.clone());
        self.time("show", &fen, || show(&game));
        let squares: Vec<Square> = position.rules().square_names().squares().collect();
        let is_own =
            |square: &&Square| position.piece(**square).is_some_and(|at| at.color == position.turn());
        let own: Vec<Square> = squares.iter().filter(is_own).copied().collect();
        let ends: Vec<Square> = game.legal_moves().iter().map(Move::to).collect();
        for sample in 0..SAMPLES {
            let Some(&from) = rng.pick(&own) else { break };
            // Attempts that nearly succeed cost more.
            let to = if sample % 2 == 0 { rng.pick(&ends) } else { None };
            let Some(&to) = to.or_else(|| rng.pick(&squares)) else { break };
            self.time("explain", &fen, || game.explain(&Attempt::new(from, to)).is_ok());
            let names = position.rules().square_names();
            let mut through: Vec<&str> = vec![names.name(from)];
            through.extend((0..rng.below(4)).filter_map(|_| rng.pick(&squares)).map(|&at| names.name(at)));
            through.push(names.name(to));
            let text = through.join("x");
            self.time("read", &fen, || game.read_move(&text).is_ok());
        }
        if let Some(m) = rng.pick(game.legal_moves()) {
            self.time("play", &fen, || game.clone().play(m).is_ok());
            if let Ok(next) = position.play(m) {
                let after = Game::from_position(next);
                self.time("show after a move", &fen, || show(&after));
            }
        }
    }

    /// Measures a request. One that takes long is measured again, since the system may have disturbed it.
    fn time(&mut self, kind: &'static str, fen: &str, request: impl Fn() -> bool) {
        let measure = || {
            let before = cpu_time::milliseconds();
            black_box(request());
            cpu_time::milliseconds() - before
        };
        let mut time = measure();
        if time > self.limit / 2.0 {
            time = time.min(measure()).min(measure());
        }
        match self.requests.iter_mut().find(|(known, ..)| *known == kind) {
            None => self.requests.push((kind, time, fen.to_owned())),
            Some(worst) if worst.1 < time => *worst = (kind, time, fen.to_owned()),
            Some(_) => {}
        }
    }

    /// Prints the most costly requests below a title, at once, because climbs run at the same time. Returns whether they
    /// are within the limit.
    pub(crate) fn report(&self, title: &str) -> bool {
        let lines = self.requests.iter().map(|(kind, time, fen)| {
            let over = if *time > self.limit { "OVER THE LIMIT, " } else { "" };
            format!("  {kind}: {over}{time:.2} ms, {fen}\n")
        });
        println!("{title}\n{}", lines.collect::<String>().trim_end());
        self.requests.iter().all(|(_, time, _)| *time <= self.limit)
    }
}

/// Computes what the page of a game shows.
fn show(game: &Game) -> bool {
    let position = game.position();
    let style = MoveStyle::of(position.rules());
    let is_strict = position.rules().rule_set().conduct.enforcement == Enforcement::Strict;
    let irregular = if is_strict { Vec::new() } else { game.possible_moves() };
    for moves in [game.legal_moves(), &irregular] {
        black_box(move_texts(position, moves, &style));
        black_box(position.routes(moves));
    }
    black_box(game.fen()).is_empty()
}
