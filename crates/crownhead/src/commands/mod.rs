//! The commands.

mod admin;
mod analyse;
mod bench;
mod db;
mod dxp;
mod input;
mod matches;
mod moves;
mod pdn;
mod perft;
mod play;
mod quantity;
mod replay;
mod rules;
mod samples;
mod selfplay;
mod serve;
mod train;
mod worker;

use std::io::Write;
use texts::Language;

use crate::args::{AdminCommand, Command, SamplesArgs, SamplesCommand, ServeArgs};
use crate::failure::Failure;

/// Runs a command.
pub(crate) fn run(command: Option<Command>, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    engine::network::instruction_set().map_err(Failure::input)?;
    let Some(command) = command else { return serve::run(&ServeArgs::from_env(), out) };
    match command {
        Command::Serve(args) => serve::run(&args, out),
        Command::Worker(args) => worker::run(&args, out),
        Command::Admin { command: AdminCommand::Create { name, database } } => {
            admin::create(&name, &database.database, out)
        }
        Command::Db { command } => db::run(&command, out),
        Command::Rules { command } => rules::run(command, language, out),
        Command::Perft { position, depth, divide } => perft::run(&position, depth, divide, out),
        Command::Analyse(args) => analyse::run(&args, language, out),
        Command::Match(args) => matches::run(&args, out),
        Command::Selfplay(args) => selfplay::run(&args, out),
        Command::Samples(args) => match args {
            SamplesArgs { command: Some(SamplesCommand::Filter(args)), .. } => samples::filter(&args, out),
            SamplesArgs { file: Some(file), stats: false, .. } => samples::print(&file, out),
            SamplesArgs { file: Some(file), stats: true, .. } => samples::statistics(&file, out),
            SamplesArgs { file: None, .. } => Ok(()),
        },
        Command::Train(args) => train::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Hub => Ok(protocol::hub::serve(std::io::stdin().lock(), std::io::stdout())?),
        Command::Dxp { rules, listen, level, time, engine } => {
            dxp::run(&rules, listen, level, time, engine.into())
        }
        Command::Pdn { command } => pdn::run(command, language, out),
        Command::Replay { file, game, rules } => replay::run(&file, game, rules.as_deref(), language, out),
        Command::Play { ask: true, .. } => play::ask(language, out),
        Command::Play { rules, fen, level, side, network, seed, .. } => {
            let side = side.map(Into::into);
            let engine = level.map(|level| play::EngineSettings { level, side, network, seed });
            play::run(&rules, fen.as_deref(), engine, language, out)
        }
        Command::Moves { position, json, notation } => moves::run(&position, json, notation, out),
    }
}
