//! `crownhead match`: two players, many games, and what they say.

mod player;
mod statistics;

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use draughts::game::{Ending, GameResult, Verdict};
use draughts::{Color, Event, Game, Rules};
use engine::samples::random_opening;
use indicatif::{ProgressBar, ProgressStyle};

use super::input;
use crate::args::MatchArgs;
use crate::failure::Failure;
use player::{NoMove, Player};
use statistics::{BOUND, Pairs};

/// So many moves by chance begin a game where no openings are given, or one more.
const OPENING: u64 = 4;
/// A test of the likelihood is not decided before so many pairs: a few say nothing about how much they vary.
const LEAST_PAIRS: u32 = 10;
/// A game that is not over after so many turns is a draw.
const LONGEST: usize = 400;

/// A pair of games, the second with colours swapped.
struct Played {
    number: u32,
    games: [Game; 2],
    /// Half points of the first player.
    points: usize,
}

pub(crate) fn run(args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let rules = input::rules(&args.rules)?;
    if args.sprt.as_deref().is_some_and(|bounds| !bounds.is_sorted_by(|worse, better| worse < better)) {
        return Err(Failure::Input("--sprt takes the smaller number of Elo first".to_owned()));
    }
    if args.concurrency > 1 && [&args.first, &args.second].iter().any(|spec| spec.plays_one_at_a_time()) {
        return Err(Failure::Input(
            "by DXP one game is played at a time: leave out --concurrency".to_owned(),
        ));
    }
    let openings = openings(&rules, args)?;
    let pairs = args.games.div_ceil(2);
    let (next, decided) = (AtomicU32::new(0), AtomicBool::new(false));
    let file = args.pdn.as_ref().map(|path| create(Path::new(path))).transpose()?;
    let done = Mutex::new(Done { pairs: Pairs::default(), played: Vec::new(), file, unwritten: None });
    // Players are made before any game begins, so that a table that does not fit is told at once.
    let teams: Vec<[Player; 2]> = (0..args.concurrency.max(1))
        .map(|_| Ok([Player::new(&args.first, &rules)?, Player::new(&args.second, &rules)?]))
        .collect::<Result<_, Failure>>()?;
    let bar = progress_bar();
    std::thread::scope(|scope| {
        for mut team in teams {
            let (next, decided, done, openings, bar) = (&next, &decided, &done, &openings, &bar);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= pairs || decided.load(Ordering::Relaxed) {
                        return;
                    }
                    let opening = &openings[number as usize % openings.len()];
                    let played = play_pair(&mut team, opening, number, args.seed, bar);
                    let mut done = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    // What was still being played when the test was decided does not count.
                    if decided.load(Ordering::Relaxed) {
                        return;
                    }
                    done.add(played, args);
                    decided.fetch_or(done.is_decided(args), Ordering::Relaxed);
                    bar.set_message(progress(&done.pairs, args));
                }
            });
        }
    });
    let done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    bar.abandon();
    tell(&done.pairs, &done.played, args, out)?;
    match done.unwritten {
        None => Ok(()),
        Some(error) => Err(Failure::Input(format!("the games could not all be written: {error}"))),
    }
}

/// What was played so far.
struct Done {
    pairs: Pairs,
    played: Vec<Played>,
    file: Option<File>,
    /// Why the file could not be written.
    unwritten: Option<std::io::Error>,
}

impl Done {
    fn add(&mut self, played: Played, args: &MatchArgs) {
        self.pairs.0[played.points] += 1;
        if let Some(file) = &mut self.file
            && let Err(error) = write_pair(file, &played, args)
        {
            self.unwritten = Some(error);
        }
        self.played.push(played);
    }

    fn is_decided(&self, args: &MatchArgs) -> bool {
        let bounds = args.sprt.as_deref().and_then(|bounds| bounds.first_chunk());
        self.pairs.count() >= LEAST_PAIRS
            && bounds.is_some_and(|[worse, better]| self.pairs.likelihood(*worse, *better).abs() >= BOUND)
    }
}

/// A new file: what is there is not overwritten.
fn create(path: &Path) -> Result<File, Failure> {
    let created = File::options().write(true).create_new(true).open(path);
    created.map_err(|error| Failure::Input(format!("{} cannot be made: {error}", path.display())))
}

/// Positions to begin with: those of a file, one FEN a line, or some that random moves lead to.
fn openings(rules: &Rules, args: &MatchArgs) -> Result<Vec<Game>, Failure> {
    let Some(path) = &args.openings else {
        return Ok((0..u64::from(args.games.div_ceil(2)))
            .map(|i| random_opening(rules, OPENING, args.seed << 32 ^ i))
            .collect());
    };
    let name = Path::new(path).display();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::unreadable(Path::new(path), &error))?;
    let mut games = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let game = Game::from_fen(rules, line.trim())
            .map_err(|error| Failure::Input(format!("{name}, line {}: {error}", i + 1)))?;
        games.extend(Some(game).filter(|game| game.outcome().is_none()));
    }
    if games.is_empty() {
        return Err(Failure::Input(format!("{name} holds no position to begin with")));
    }
    Ok(games)
}

fn play_pair(team: &mut [Player; 2], opening: &Game, number: u32, seed: u64, bar: &ProgressBar) -> Played {
    let mut points = 0;
    let games = [Color::White, Color::Black].map(|first| {
        let game = play_game(team, opening, first, seed ^ u64::from(number) << 20, bar);
        points += match game.outcome().map(|outcome| outcome.result) {
            Some(GameResult::Win(side)) if side == first => 2,
            Some(GameResult::Win(_)) => 0,
            _ => 1,
        };
        game
    });
    Played { number, games, points }
}

/// A game in which the first player has this colour.
fn play_game(team: &mut [Player; 2], opening: &Game, first: Color, seed: u64, bar: &ProgressBar) -> Game {
    let mut game = opening.clone();
    team.iter_mut().for_each(Player::new_game);
    while game.outcome().is_none() {
        let side = game.position().turn();
        // Draws that are claimed are claimed, and no game goes on for ever.
        let claimed = game.counters().iter().any(draughts::draw::Counter::is_reached);
        let event = if claimed || game.turns().len() >= LONGEST {
            Event::Adjudicate { verdict: Verdict::Draw, reason: "the game does not end".to_owned() }
        } else {
            match team[usize::from(side != first)].choose(&game, seed ^ game.turns().len() as u64) {
                Ok(m) => Event::of(&m, side),
                Err(NoMove::TimeIsUp) => Event::FlagFall { of: side },
                Err(NoMove::Draw(reason)) => {
                    bar.suspend(|| eprintln!("{side}: {reason}"));
                    Event::Adjudicate { verdict: Verdict::Draw, reason }
                }
                Err(NoMove::Lost(reason)) => {
                    bar.suspend(|| eprintln!("{side}: {reason}"));
                    Event::Adjudicate { verdict: Verdict::Win(!side), reason }
                }
            }
        };
        if game.apply(event).is_err() {
            break;
        }
    }
    team.iter_mut().for_each(|player| player.end_game(&game));
    game
}

fn has_flag_fallen(game: &Game) -> bool {
    game.outcome().is_some_and(|outcome| matches!(outcome.ending, Ending::FlagFall(_)))
}

/// Returns a line on standard error. It is hidden where that is no terminal.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style)
}

/// Returns the result so far, in a line.
fn progress(result: &Pairs, args: &MatchArgs) -> String {
    let (elo, error) = result.elo();
    let percent = 100.0 * result.score();
    let mut line = format!("{} games, {percent:.1} %, Elo {elo:+.0} ± {error:.0}", 2 * result.count());
    if let Some([worse, better]) = args.sprt.as_deref().and_then(|bounds| bounds.first_chunk()) {
        let likelihood = result.likelihood(*worse, *better);
        line += &format!(", LLR {likelihood:+.2}");
    }
    line
}

fn write_pair(file: &mut File, pair: &Played, args: &MatchArgs) -> std::io::Result<()> {
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

fn tell(result: &Pairs, played: &[Played], args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    for (game, first) in played.iter().flat_map(|pair| pair.games.iter().zip([Color::White, Color::Black])) {
        match game.outcome().map(|outcome| outcome.result) {
            Some(GameResult::Win(side)) if side == first => wins += 1,
            Some(GameResult::Win(_)) => losses += 1,
            _ => draws += 1,
        }
    }
    let (elo, error) = result.elo();
    let flags = played.iter().flat_map(|pair| &pair.games).filter(|game| has_flag_fallen(game)).count();
    writeln!(out, "{} against {}: {wins} won, {draws} drawn, {losses} lost", args.first, args.second)?;
    writeln!(out, "{:.1} %, Elo {elo:+.0} ± {error:.0}", 100.0 * result.score())?;
    let [a, b, c, d, e] = result.0;
    writeln!(out, "pairs with 0, ½, 1, 1½, 2 points: {a} {b} {c} {d} {e}")?;
    if args.first.has_clock() || args.second.has_clock() {
        writeln!(out, "lost on time: {flags}")?;
    }
    if let Some([worse, better]) = args.sprt.as_deref().and_then(|bounds| bounds.first_chunk()) {
        let likelihood = result.likelihood(*worse, *better);
        let verdict = match likelihood {
            l if l >= BOUND => "accepted",
            l if l <= -BOUND => "rejected",
            _ => "not decided",
        };
        writeln!(out, "SPRT {worse} to {better} Elo: LLR {likelihood:+.2}, {verdict}")?;
    }
    Ok(())
}
