//! `crownhead match`: two players, many games, and what they say.

mod player;
mod statistics;

use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use draughts::game::{Ending, GameResult, Verdict};
use draughts::{Color, Event, Game, Rules};

pub(crate) use player::Spec;

use super::input;
use crate::args::MatchArgs;
use crate::failure::Failure;
use player::{Lost, Player};
use statistics::{BOUND, Pairs};

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
    let openings = openings(&rules, args)?;
    let pairs = args.games.div_ceil(2);
    let (next, decided) = (AtomicU32::new(0), AtomicBool::new(false));
    let done: Mutex<(Pairs, Vec<Played>)> = Mutex::default();
    // Players are made before any game begins, so that a table that does not fit is told at once.
    let teams: Vec<[Player; 2]> = (0..args.concurrency.max(1))
        .map(|_| Ok([Player::new(&args.first, &rules)?, Player::new(&args.second, &rules)?]))
        .collect::<Result<_, Failure>>()?;
    std::thread::scope(|scope| {
        for mut team in teams {
            let (next, decided, done, openings) = (&next, &decided, &done, &openings);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= pairs || decided.load(Ordering::Relaxed) {
                        return;
                    }
                    let opening = &openings[number as usize % openings.len()];
                    let played = play_pair(&mut team, opening, number, args.seed);
                    let mut done = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    done.0.0[played.points] += 1;
                    done.1.push(played);
                    report_progress(&done.0, args, decided);
                }
            });
        }
    });
    let (result, mut played) = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    eprintln!();
    played.sort_by_key(|pair| pair.number);
    if let Some(path) = &args.pdn {
        write_games(Path::new(path), &played, args)?;
    }
    tell(&result, &played, args, out)
}

/// Positions to begin with: those of a file, one FEN a line, or some that random moves lead to.
fn openings(rules: &Rules, args: &MatchArgs) -> Result<Vec<Game>, Failure> {
    let Some(path) = &args.openings else {
        return Ok((0..u64::from(args.games.div_ceil(2)))
            .map(|i| random_opening(rules, args.seed ^ i))
            .collect());
    };
    let name = Path::new(path).display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Input(format!("{name} cannot be read: {error}")))?;
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

/// Four moves by chance, always the same for a seed.
fn random_opening(rules: &Rules, seed: u64) -> Game {
    let mut game = Game::new(rules);
    let mut number = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for _ in 0..4 {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let legal = game.legal_moves();
        let Some(m) = legal.get((number >> 33) as usize % legal.len().max(1)).cloned() else { break };
        let side = game.position().turn();
        if game.apply(Event::of(&m, side)).is_err() {
            break;
        }
    }
    game
}

fn play_pair(team: &mut [Player; 2], opening: &Game, number: u32, seed: u64) -> Played {
    let mut points = 0;
    let games = [Color::White, Color::Black].map(|first| {
        let game = play_game(team, opening, first, seed ^ u64::from(number) << 20);
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
fn play_game(team: &mut [Player; 2], opening: &Game, first: Color, seed: u64) -> Game {
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
                Err(Lost::OnTime) => Event::FlagFall { of: side },
                Err(Lost::Otherwise(reason)) => {
                    eprintln!("\n{side}: {reason}");
                    Event::Adjudicate { verdict: Verdict::Win(!side), reason }
                }
            }
        };
        if game.apply(event).is_err() {
            break;
        }
    }
    game
}

fn has_flag_fallen(game: &Game) -> bool {
    game.outcome().is_some_and(|outcome| matches!(outcome.ending, Ending::FlagFall(_)))
}

fn report_progress(result: &Pairs, args: &MatchArgs, decided: &AtomicBool) {
    let (elo, error) = result.elo();
    let percent = 100.0 * result.score();
    eprint!("\r{} games, {percent:.1} %, Elo {elo:+.0} ± {error:.0}", 2 * result.count());
    if let Some([worse, better]) = args.sprt.as_deref().and_then(|bounds| bounds.first_chunk()) {
        let likelihood = result.likelihood(*worse, *better);
        eprint!(", LLR {likelihood:+.2}");
        decided.fetch_or(likelihood.abs() >= BOUND, Ordering::Relaxed);
    }
}

fn write_games(path: &Path, played: &[Played], args: &MatchArgs) -> Result<(), Failure> {
    let unwritable = |error| Failure::Input(format!("{} cannot be written: {error}", path.display()));
    let mut file = std::io::BufWriter::new(std::fs::File::create(path).map_err(unwritable)?);
    for pair in played {
        for (i, game) in pair.games.iter().enumerate() {
            let (first, second) = (args.first.to_string(), args.second.to_string());
            let (white, black) = if i == 0 { (first, second) } else { (second, first) };
            let tag = |name: &str, value: String| (name.to_owned(), value);
            let round = format!("{}.{}", pair.number + 1, i + 1);
            let tags = vec![tag("Round", round), tag("White", white), tag("Black", black)];
            pdn::write(&pdn::of_game(game, tags), &mut file).map_err(unwritable)?;
        }
    }
    file.flush().map_err(unwritable)
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
