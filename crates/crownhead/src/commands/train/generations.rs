//! `crownhead train --rules`: generations of self-play and training, and a match against the hand-made evaluation.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use draughts::Rules;

use super::{train_files, write};
use crate::args::{MatchArgs, PlayerSpec, SelfplayArgs, TrainArgs};
use crate::commands::matches::{self, Pentanomial};
use crate::commands::{input, samples, selfplay};
use crate::failure::Failure;

/// Maximum number of generations. Later ones gain little.
const MAX_GENERATIONS: u32 = 8;
/// Share of the time for the self-play of one generation, in per cent.
const SELFPLAY_PERCENT: u32 = 12;
/// Share of the time for the match, in per cent.
const MATCH_PERCENT: u32 = 15;
/// Least share of the time for the match, in per cent, even if training took longer than expected.
const MIN_MATCH_PERCENT: u32 = 10;
/// Nodes per move of self-play: with a fixed time, more games beat deeper searches.
const NODES: u64 = 2500;
/// Time per move in the match.
const MOVE_TIME: Duration = Duration::from_millis(50);
const MAX_GAMES: u32 = 400;
/// Number of pairs with the same score that decide the match.
const MIN_EQUAL_PAIRS: u32 = 5;

/// Plays, trains and compares until the time is over. Each generation plays with the network of the one before, the
/// first one with the hand-made evaluation, and learns from the games of all. Generations that a previous run has
/// finished are kept.
pub(super) fn run(args: &TrainArgs, rules: &OsStr, out: &mut impl Write) -> Result<(), Failure> {
    let (start, folder) = (Instant::now(), args.folder());
    // Invalid rules are reported before a folder is created.
    check_folder(&folder, &input::rules(rules)?)?;
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::Input(format!("cannot create {}: {error}", folder.display())))?;
    let selfplay_time = args.time * SELFPLAY_PERCENT / 100;
    let training_end = args.time * (100 - MATCH_PERCENT) / 100;
    let file = |generation: u32, extension: &str| folder.join(format!("{generation}.{extension}"));
    let mut last_training = Duration::ZERO;
    let mut samples: Vec<PathBuf> = Vec::new();
    for generation in 1..=MAX_GENERATIONS {
        let network = file(generation, "network");
        samples.push(file(generation, "samples"));
        if network.exists() {
            writeln!(out, "generation {generation}: finished before")?;
            continue;
        }
        // Training takes as long as the last one, and as long again for the new samples.
        let expected = selfplay_time + last_training * generation / (generation - 1).max(1);
        if generation > 1 && start.elapsed() + expected > training_end {
            samples.pop();
            break;
        }
        let settings = SelfplayArgs {
            rules: rules.to_owned(),
            games: None,
            samples: None,
            time: Some(selfplay_time),
            nodes: NODES,
            random_moves: 2,
            network: Some(if generation == 1 { "none".into() } else { file(generation - 1, "network") }),
            out: file(generation, "samples"),
            threads: args.threads(),
            seed: u64::from(generation),
        };
        let mut report = Vec::new();
        selfplay::run(&settings, &mut report)?;
        let training = Instant::now();
        train_files(args, &samples, &network, &mut report)?;
        last_training = training.elapsed();
        let path = file(generation, "txt");
        write(&path, &report)?;
        writeln!(out, "generation {generation}: report in {}", path.display())?;
    }
    let network = file(samples.len() as u32, "network");
    let bytes = std::fs::read(&network).map_err(|error| Failure::unreadable(&network, &error))?;
    write(&args.out, &bytes)?;
    let least = args.time * MIN_MATCH_PERCENT / 100;
    play_match(args, rules, args.time.saturating_sub(start.elapsed()).max(least), out)
}

/// Checks that the samples in a folder are games by these rules: a generation that was finished before is kept.
fn check_folder(folder: &Path, rules: &Rules) -> Result<(), Failure> {
    for generation in 1..=MAX_GENERATIONS {
        let path = folder.join(format!("{generation}.samples"));
        if path.exists() && samples::rules_of(&path)?.rule_set() != rules.rule_set() {
            return Err(Failure::in_file(
                &path,
                format_args!(
                    "these games were played by other rules; remove the folder {}, or choose another name with --out",
                    folder.display()
                ),
            ));
        }
    }
    Ok(())
}

/// Plays the trained network against the hand-made evaluation, at equal time, and prints which one to use.
fn play_match(args: &TrainArgs, rules: &OsStr, time: Duration, out: &mut impl Write) -> Result<(), Failure> {
    let settings = MatchArgs {
        rules: rules.to_owned(),
        first: PlayerSpec::with_network(&args.out, MOVE_TIME),
        second: PlayerSpec::with_network(Path::new("none"), MOVE_TIME),
        games: MAX_GAMES,
        time: Some(time),
        openings: None,
        opening_plies: 4,
        pdn: None,
        sprt: None,
        concurrency: args.threads(),
        seed: 1,
    };
    let score = matches::play(&settings, out)?;
    Ok(writeln!(out, "verdict: {}", verdict(&score))?)
}

/// Returns which evaluation to use, by the score of the network against the hand-made evaluation.
fn verdict(score: &Pentanomial) -> &'static str {
    let (elo, error) = score.elo();
    // Equal pairs have no error that could be estimated; a few are enough if the network won them all.
    let is_sure = if error.is_finite() { elo > error } else { score.count() >= MIN_EQUAL_PAIRS };
    match elo > 0.0 {
        true if is_sure => "use the network; it is stronger than the hand-made evaluation",
        true => "not decided; the match does not show that the network is stronger. Train with more --time",
        false => "do not use the network; the hand-made evaluation is not worse",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_network_that_is_surely_stronger_is_recommended() {
        let words = |pairs| verdict(&Pentanomial(pairs)).split(';').next().expect("words");
        assert_eq!(words([0, 2, 10, 20, 30]), "use the network");
        assert_eq!(words([0, 0, 0, 0, 5]), "use the network");
        assert_eq!(words([0, 0, 0, 0, 2]), "not decided");
        assert_eq!(words([4, 10, 20, 11, 4]), "not decided");
        assert_eq!(words([10, 10, 20, 10, 10]), "do not use the network");
        assert_eq!(words([0; 5]), "do not use the network");
    }
}
