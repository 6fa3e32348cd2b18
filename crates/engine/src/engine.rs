//! The engine: a table, some threads, and a search for a game of any rules.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use draughts::{AnyReferee, AnyState, Game, Generated, Move, Position, Referee, State, WordMove};

use crate::draws::Draws;
use crate::evaluation::{Evaluation, Material, Weights};
use crate::limits::{Limits, Watch};
use crate::score::Score;
use crate::search::{Offers, Pruning, Search, Shared};
use crate::table::{Table, TableTooLarge};
use crate::team::{Found, Team};

/// How the engine is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The size of the transposition table.
    pub mebibytes: usize,
    /// How many threads search together.
    pub threads: usize,
    /// What may be left out of the search.
    pub pruning: Pruning,
}

impl Default for Options {
    fn default() -> Self {
        Self { mebibytes: 64, threads: 1, pruning: Pruning::On }
    }
}

/// An engine. What it finds out about positions serves its next search.
#[derive(Debug)]
pub struct Engine {
    table: Table,
    options: Options,
    weights: Weights,
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Which line this is: 1 is the best.
    pub rank: usize,
    /// How many turns deep.
    pub depth: u32,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// The line of best play.
    pub line: Vec<Move>,
    /// How many positions were looked at; with several threads, about.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The best move; none where there is no legal one.
    pub best: Option<Move>,
    /// The deepest search that was finished; none if not even the first was.
    pub info: Option<Info>,
    /// How many positions all threads looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Engine {
    /// An engine, if its table fits into memory.
    pub fn new(options: Options) -> Result<Self, TableTooLarge> {
        Ok(Self { table: Table::new(options.mebibytes)?, options, weights: Weights::standard() })
    }

    /// Forgets what earlier searches found out.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Searches the position of a game, whose history and counts are heeded. `tell` hears of each depth that is
    /// finished; `stop` ends the search as soon as it is set.
    pub fn search(&self, game: &Game, limits: Limits, stop: &AtomicBool, tell: impl FnMut(&Info)) -> Report {
        self.search_lines(game, limits, 1, stop, tell)
    }

    /// The same for several lines, each with another first move; there are no more than legal moves.
    pub fn search_lines(
        &self,
        game: &Game,
        limits: Limits,
        lines: usize,
        stop: &AtomicBool,
        tell: impl FnMut(&Info),
    ) -> Report {
        let lines = lines.clamp(1, game.legal_moves().len().max(1));
        let position = game.position();
        match (position.rules().referee(), position.state()) {
            (AnyReferee::Narrow(referee), AnyState::Narrow(state)) => {
                self.search_in(referee, state, game, limits, lines, stop, tell)
            }
            (AnyReferee::Middle(referee), AnyState::Middle(state)) => {
                self.search_in(referee, state, game, limits, lines, stop, tell)
            }
            (AnyReferee::Large(referee), AnyState::Large(state)) => {
                self.search_in(referee, state, game, limits, lines, stop, tell)
            }
            _ => unreachable!("a position's state is made by its own rules"),
        }
    }

    fn search_in<W: Generated>(
        &self,
        referee: &Referee<W>,
        state: &State<W>,
        game: &Game,
        limits: Limits,
        lines: usize,
        stop: &AtomicBool,
        mut tell: impl FnMut(&Info),
    ) -> Report {
        let watch = Watch::new(limits, stop);
        let evaluation = Material::new(referee, &self.weights);
        let (draws, offers) = (Draws::new(referee), Offers::new(referee));
        let clock = draws.clock(&game.counters());
        let history: Vec<u64> = game.turns().iter().map(|turn| turn.before.hash()).collect();
        let (table, pruning, threads) = (&self.table, self.options.pruning, self.options.threads.max(1));
        let team = Team::new(threads, lines);
        let shared = Shared {
            referee,
            evaluation: &evaluation,
            draws: &draws,
            offers: &offers,
            table,
            watch: &watch,
            team: &team,
            pruning,
        };
        table.new_search();
        let (mut found, mut unfinished) = (None, None);
        let nodes = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .map(|_| {
                    scope.spawn(|| {
                        let mut search = Search::new(&shared, &history);
                        team.work(&mut search, state, &clock, |_| {});
                        search.nodes
                    })
                })
                .collect();
            let mut search = Search::new(&shared, &history);
            team.work(&mut search, state, &clock, |nodes| {
                for (rank, Found { depth, score, line }) in
                    team.finished().into_iter().flat_map(|lines| (1..).zip(lines))
                {
                    let (line, time) = (moves(game.position(), &line), watch.elapsed());
                    let info = Info { rank, depth, score: Score::new(score), line, nodes, time };
                    tell(&info);
                    found = Some(info).filter(|info| info.rank == 1).or(found.take());
                }
            });
            unfinished = search.unfinished();
            watch.end_now();
            let helped: u64 = helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum();
            search.nodes + helped
        });
        let best = unfinished
            .or_else(|| team.lead())
            .and_then(|m| game.position().find_move(&m))
            .or_else(|| found.as_ref().and_then(|info: &Info| info.line.first().cloned()))
            .or_else(|| game.legal_moves().first().cloned());
        Report { best: best.filter(|_| game.outcome().is_none()), info: found, nodes, time: watch.elapsed() }
    }
}

/// The moves of a line, as positions know them.
fn moves<W: Generated>(position: &Position, line: &[WordMove<W>]) -> Vec<Move> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for m in line {
        let Some(known) = position.find_move(m) else { break };
        position = position.play_unchecked(&known);
        moves.push(known);
    }
    moves
}
