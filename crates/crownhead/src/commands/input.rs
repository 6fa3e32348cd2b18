//! Arguments of several commands: rule sets and positions.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;

use draughts::house::{HouseRuleError, MAX_LEN};
use draughts::notation::Fen;
use draughts::ruleset::SquareNotation;
use draughts::{Game, Position, Rules};
use engine::network::{GivenNetwork, Network, NetworkChoice};

use crate::args::PositionArgs;
use crate::failure::Failure;

/// Returns the choice of a network by the path of its file, or `none`; the embedded networks if there is no path.
pub(crate) fn any_network(path: Option<&Path>) -> Result<NetworkChoice, Failure> {
    let Some(path) = path else { return Ok(NetworkChoice::Embedded) };
    if path.as_os_str() == "none" {
        return Ok(NetworkChoice::None);
    }
    let given = read_network(path)?.try_into().map_err(|error| Failure::in_file(path, error))?;
    Ok(NetworkChoice::Given(given))
}

/// Returns the choice of a network for rules, like [`any_network`]. Fails unless the network was trained for the same board, pieces, captures and goal.
pub(crate) fn network(path: Option<&Path>, rules: &Rules) -> Result<NetworkChoice, Failure> {
    let choice = any_network(path)?;
    if let (NetworkChoice::Given(given), Some(path)) = (&choice, path) {
        given.fits(rules.rule_set()).map_err(|error| Failure::in_file(path, error))?;
    }
    Ok(choice)
}

/// Returns the networks in a folder, each for the rule set that it was trained for; the embedded networks without a
/// folder.
pub(crate) fn networks(folder: Option<&Path>) -> Result<NetworkChoice, Failure> {
    let Some(folder) = folder else { return Ok(NetworkChoice::Embedded) };
    let unreadable = |error| Failure::unreadable(folder, &error);
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    let mut paths: Vec<_> = paths
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "network"))
        .collect();
    paths.sort();
    let networks = paths.iter().map(|path| {
        GivenNetwork::try_from(read_network(path)?).map_err(|error| Failure::in_file(path, error))
    });
    Ok(NetworkChoice::Library(networks.collect::<Result<_, Failure>>()?))
}

fn read_network(path: &Path) -> Result<Network, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::unreadable(path, &error))?;
    Network::from_bytes(&bytes).map_err(|error| Failure::in_file(path, error))
}

/// Returns the rule set with an id, or reads house rules from a file if the name ends in `.json`, contains a path
/// separator or is an existing file.
pub(crate) fn rules(given: &OsStr) -> Result<Rules, Failure> {
    let path = Path::new(given);
    let is_file = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
        || path.components().count() > 1
        || path.is_file();
    if is_file {
        return house_rules(path);
    }
    Rules::named(&given.to_string_lossy())
        .map_err(|unknown| Failure::Input(format!("{unknown} (`crownhead rules` lists all)")))
}

/// Reads house rules from a file.
pub(crate) fn house_rules(path: &Path) -> Result<Rules, Failure> {
    let name = path.display();
    let unreadable = |error| Failure::unreadable(path, &error);
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    // One byte above the limit suffices to detect a file that is too long.
    file.take(MAX_LEN as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    // Checked before decoding: the last character may be cut.
    if bytes.len() > MAX_LEN {
        return Err(Failure::in_file(path, HouseRuleError::TooLong));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to() + 1;
        Failure::Input(format!("{name}: byte {at} is not UTF-8 text; house rules are JSON"))
    })?;
    Rules::house(&text).map_err(|error| {
        let lines: Vec<String> = error.to_string().lines().map(|line| format!("{name}: {line}")).collect();
        Failure::Input(lines.join("\n"))
    })
}

/// Returns a new game that begins with a FEN, or with the initial position.
pub(crate) fn game(rules: &Rules, fen: Option<&OsStr>) -> Result<Game, Failure> {
    match fen {
        None => Ok(Game::new(rules)),
        Some(fen) => Game::of_fen(rules, &parse_fen(rules, fen)?).map_err(Failure::input),
    }
}

/// Returns the position of the arguments, and the notation of its FEN.
pub(crate) fn position(args: &PositionArgs) -> Result<(Position, Option<SquareNotation>), Failure> {
    let rules = rules(&args.rules)?;
    let Some(fen) = &args.fen else { return Ok((Position::initial(&rules), None)) };
    let fen = parse_fen(&rules, fen)?;
    let position = Position::of_fen(&rules, &fen).map_err(Failure::input)?;
    Ok((position, Some(fen.notation)))
}

fn parse_fen(rules: &Rules, fen: &OsStr) -> Result<Fen, Failure> {
    Fen::parse(&fen.to_string_lossy(), rules.square_names()).map_err(Failure::input)
}
