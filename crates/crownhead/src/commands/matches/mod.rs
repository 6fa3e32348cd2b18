//! `crownhead match`: plays a match between two players and estimates the difference in strength.

mod openings;
mod player;
mod statistics;

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;

use draughts::game::{GameResult, Verdict};
use draughts::{Color, Event, Game};
use indicatif::{ProgressBar, ProgressStyle};

use super::input;
use crate::args::MatchArgs;
use crate::failure::Failure;
use player::{NoMove, Player};
pub(crate) use statistics::Pentanomial;
use statistics::{Effort, GameCounts, LLR_BOUND};

/// Minimum number of pairs before the SPRT may stop: the variance of a few pairs is unreliable.
const MIN_SPRT_PAIRS: u32 = 10;
/// Number of plies after which a game is adjudicated as a draw.
const MAX_PLIES: usize = 400;

/// A pair of games from the same opening, the second with colours swapped.
struct GamePair {
    number: u32,
    games: [Game; 2],
    /// The score of the first player, in half points.
    points: usize,
    /// The effort of both players.
    efforts: [Effort; 2],
}

pub(crate) fn run(args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    play(args, out).map(drop)
}

/// Plays a match, prints its results and returns the score.
pub(crate) fn play(args: &MatchArgs, out: &mut impl Write) -> Result<Pentanomial, Failure> {
    let rules = input::rules(&args.rules)?;
    if args.sprt.as_deref().is_some_and(|bounds| !bounds.is_sorted_by(|elo0, elo1| elo0 < elo1)) {
        return Err(Failure::Input("--sprt: ELO0 must be smaller than ELO1".to_owned()));
    }
    if args.concurrency > 1 && [&args.first, &args.second].iter().any(|spec| spec.plays_one_at_a_time()) {
        return Err(Failure::Input("DXP plays one game at a time: remove --concurrency".to_owned()));
    }
    let openings = openings::openings(&rules, args)?;
    let pairs = args.games.div_ceil(2);
    let (next, decided) = (AtomicU32::new(0), AtomicBool::new(false));
    let file = args.pdn.as_ref().map(|path| create(Path::new(path))).transpose()?;
    let results = Mutex::new(Results { file, ..Results::default() });
    // All players are created before the first game, so that a table that does not fit into memory is reported at once.
    let teams: Vec<[Player; 2]> = (0..args.concurrency.max(1))
        .map(|_| Ok([Player::new(&args.first, &rules)?, Player::new(&args.second, &rules)?]))
        .collect::<Result<_, Failure>>()?;
    let bar = progress_bar();
    let start = Instant::now();
    std::thread::scope(|scope| {
        for mut players in teams {
            let (next, decided, results, openings, bar) = (&next, &decided, &results, &openings, &bar);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let is_late = args.time.is_some_and(|time| start.elapsed() >= time);
                    if number >= pairs || is_late || decided.load(Ordering::Relaxed) {
                        return;
                    }
                    let opening = &openings[number as usize % openings.len()];
                    let pair = play_pair(&mut players, opening, number, args.seed, bar);
                    let mut results = results.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    // Games in progress when the test is decided do not count.
                    if decided.load(Ordering::Relaxed) {
                        return;
                    }
                    results.add(&pair, args);
                    decided.fetch_or(results.is_decided(args), Ordering::Relaxed);
                    bar.set_message(progress(&results.score, args));
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    bar.abandon();
    print_results(&results, args, out)?;
    match results.write_error {
        None => Ok(results.score),
        Some(error) => Err(Failure::Input(format!("cannot write all games: {error}"))),
    }
}

/// The results of the pairs played so far.
#[derive(Default)]
struct Results {
    score: Pentanomial,
    counts: GameCounts,
    efforts: [Effort; 2],
    file: Option<File>,
    /// The last error of writing to the file.
    write_error: Option<std::io::Error>,
}

impl Results {
    /// Counts a pair and writes its games.
    fn add(&mut self, pair: &GamePair, args: &MatchArgs) {
        self.score.0[pair.points] += 1;
        for (game, first) in pair.games.iter().zip([Color::White, Color::Black]) {
            self.counts.add(game, first);
        }
        for (total, effort) in self.efforts.iter_mut().zip(&pair.efforts) {
            total.add(effort);
        }
        if let Some(file) = &mut self.file
            && let Err(error) = write_pair(file, pair, args)
        {
            self.write_error = Some(error);
        }
    }

    fn is_decided(&self, args: &MatchArgs) -> bool {
        let bounds = args.sprt.as_deref().and_then(|bounds| bounds.first_chunk());
        self.score.count() >= MIN_SPRT_PAIRS
            && bounds.is_some_and(|[elo0, elo1]| self.score.llr(*elo0, *elo1).abs() >= LLR_BOUND)
    }
}

/// Creates a file, or fails if it exists.
fn create(path: &Path) -> Result<File, Failure> {
    let created = File::options().write(true).create_new(true).open(path);
    created.map_err(|error| Failure::Input(format!("cannot create {}: {error}", path.display())))
}

fn play_pair(
    players: &mut [Player; 2],
    opening: &Game,
    number: u32,
    seed: u64,
    bar: &ProgressBar,
) -> GamePair {
    let mut points = 0;
    let games = [Color::White, Color::Black].map(|first| {
        let game = play_game(players, opening, first, seed ^ u64::from(number) << 20, bar);
        points += match game.outcome().map(|outcome| outcome.result) {
            Some(GameResult::Win(side)) if side == first => 2,
            Some(GameResult::Win(_)) => 0,
            _ => 1,
        };
        game
    });
    let efforts = players.each_mut().map(Player::take_effort);
    GamePair { number, games, points, efforts }
}

/// Plays a game in which the first player has the colour `first`.
fn play_game(players: &mut [Player; 2], opening: &Game, first: Color, seed: u64, bar: &ProgressBar) -> Game {
    let mut game = opening.clone();
    players.iter_mut().for_each(Player::new_game);
    while game.outcome().is_none() {
        let side = game.position().turn();
        // Claimable draws are always claimed.
        let can_claim = game.counters().iter().any(draughts::draw::Counter::is_reached);
        let event = if can_claim || game.turns().len() >= MAX_PLIES {
            Event::Adjudicate { verdict: Verdict::Draw, reason: "the game does not end".to_owned() }
        } else {
            match players[usize::from(side != first)].choose(&game, seed ^ game.turns().len() as u64) {
                Ok(m) => Event::of(&m, side),
                Err(NoMove::FlagFall) => Event::FlagFall { of: side },
                Err(NoMove::Draw(reason)) => {
                    bar.suspend(|| eprintln!("{side}: {reason}"));
                    Event::Adjudicate { verdict: Verdict::Draw, reason }
                }
                Err(NoMove::Loss(reason)) => {
                    bar.suspend(|| eprintln!("{side}: {reason}"));
                    Event::Adjudicate { verdict: Verdict::Win(!side), reason }
                }
            }
        };
        if game.apply(event).is_err() {
            break;
        }
    }
    players.iter_mut().for_each(|player| player.end_game(&game));
    game
}

/// Returns a progress line on standard error, hidden unless that is a terminal.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style)
}

/// Returns the score so far in one line.
fn progress(score: &Pentanomial, args: &MatchArgs) -> String {
    let (elo, error) = score.elo();
    let percent = 100.0 * score.mean();
    let mut line = format!("{} games, {percent:.1} %, Elo {elo:+.0} ± {error:.0}", 2 * score.count());
    if let Some([elo0, elo1]) = args.sprt.as_deref().and_then(|bounds| bounds.first_chunk()) {
        line += &format!(", LLR {:+.2}", score.llr(*elo0, *elo1));
    }
    line
}

fn write_pair(file: &mut File, pair: &GamePair, args: &MatchArgs) -> std::io::Result<()> {
    let mut text = Vec::new();
    for (i, game) in pair.games.iter().enumerate() {
        let (first, second) = (args.first.to_string(), args.second.to_string());
        let (white, black) = if i == 0 { (first, second) } else { (second, first) };
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let round = format!("{}.{}", pair.number + 1, i + 1);
        let tags = vec![tag("Round", round), tag("White", white), tag("Black", black)];
        pdn::write(&pdn::from_game(game, tags), &mut text)?;
    }
    file.write_all(&text)
}

fn print_results(results: &Results, args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let Results { score, counts, efforts, .. } = results;
    let GameCounts { wins, draws, losses, flags } = counts;
    let (elo, error) = score.elo();
    writeln!(out, "{} against {}: {wins} won, {draws} drawn, {losses} lost", args.first, args.second)?;
    writeln!(out, "{:.1} %, Elo {elo:+.0} ± {error:.0}", 100.0 * score.mean())?;
    let [a, b, c, d, e] = score.0;
    writeln!(out, "pairs with 0, ½, 1, 1½, 2 points: {a} {b} {c} {d} {e}")?;
    for (spec, effort) in [&args.first, &args.second].into_iter().zip(efforts) {
        if let Some((depth, speed)) = effort.averages() {
            writeln!(out, "{spec}: average depth {depth:.1}, {speed:.2} million nodes per second")?;
        }
    }
    if args.first.has_clock() || args.second.has_clock() {
        writeln!(out, "lost on time: {flags}")?;
    }
    if let Some([elo0, elo1]) = args.sprt.as_deref().and_then(|bounds| bounds.first_chunk()) {
        let llr = score.llr(*elo0, *elo1);
        let verdict = match llr {
            llr if llr >= LLR_BOUND => "accepted",
            llr if llr <= -LLR_BOUND => "rejected",
            _ => "not decided",
        };
        writeln!(out, "SPRT {elo0} to {elo1} Elo: LLR {llr:+.2}, {verdict}")?;
    }
    Ok(())
}
