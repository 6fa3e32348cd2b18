//! Draw counters recomputed from the entire history of a game. It shares only the data types with the incremental
//! counters of the library.

use draughts::draw::Occurrence;
use draughts::ruleset::{Count, DrawWhen, Force, Forces, MainRoad, Per, Reset};
use draughts::{Color, Game, Kind, Setup};

/// Returns the count and the number needed of each draw rule.
pub(crate) fn counters(game: &Game) -> Vec<(u32, u32)> {
    let rules = game.rules().rule_set();
    rules.draws.rules.iter().map(|rule| counter(game, &rule.when)).collect()
}

/// Returns the occurrences of the current position.
pub(crate) fn occurrences(game: &Game) -> Vec<Occurrence> {
    let now = game.position().setup();
    let occurrence = |turns: usize| match turns {
        0 => Occurrence::AtTheStart,
        after => Occurrence::After(game.number_of(after - 1)),
    };
    let before = game.turns().iter().enumerate().filter(|(_, turn)| turn.before.setup() == now);
    before.map(|(turns, _)| occurrence(turns)).chain([occurrence(game.turns().len())]).collect()
}

fn counter(game: &Game, when: &DrawWhen) -> (u32, u32) {
    // All positions of the game, the current one last.
    let mut positions: Vec<Setup> = game.turns().iter().map(|turn| turn.before.setup()).collect();
    positions.push(game.position().setup());
    match when {
        DrawWhen::Repetition { times } => {
            let now = positions[positions.len() - 1];
            let same = positions.iter().filter(|&&position| position == now).count();
            (same as u32, u32::from(*times))
        }
        DrawWhen::QuietMoves(count) => {
            let quiet = (0..game.turns().len()).rev().take_while(|&turn| !resets(game, turn, count)).count();
            (quiet as u32, plies(count))
        }
        DrawWhen::Material { forces, count: None } => {
            (u32::from(has_forces(game, forces, &positions[positions.len() - 1])), 1)
        }
        DrawWhen::Material { forces, count: Some(count) } => {
            if !has_forces(game, forces, &positions[positions.len() - 1]) {
                return (0, plies(count));
            }
            // A turn counts if the forces were on the board before it and it does not reset the count.
            let counts =
                |&turn: &usize| has_forces(game, forces, &positions[turn]) && !resets(game, turn, count);
            ((0..game.turns().len()).rev().take_while(counts).count() as u32, plies(count))
        }
    }
}

fn plies(count: &Count) -> u32 {
    match count.per {
        Per::EachPlayer => 2 * u32::from(count.moves),
        Per::BothTogether => u32::from(count.moves),
    }
}

fn resets(game: &Game, turn: usize, count: &Count) -> bool {
    let turn = &game.turns()[turn];
    let moved = turn.before.piece(turn.played.from()).expect("a piece moved");
    count.reset_by.iter().any(|reset| match reset {
        Reset::Capture => !turn.played.captured().is_empty(),
        Reset::Crowning => turn.played.promotes(),
        Reset::ManMove => moved.kind == Kind::Man,
    })
}

fn has_forces(game: &Game, forces: &Forces, setup: &Setup) -> bool {
    let men = |side: Color| setup.men[side].len();
    let kings = |side: Color| setup.kings[side].len();
    let matches = |force: &Force, side: Color| {
        let pieces = men(side) + kings(side);
        pieces >= usize::from(force.least_pieces)
            && pieces <= usize::from(force.most_pieces)
            && kings(side) >= usize::from(force.least_kings)
    };
    match forces {
        Forces::KingsOnBothSides { least, most } => {
            let all = men(Color::White) + men(Color::Black) + kings(Color::White) + kings(Color::Black);
            kings(Color::White) > 0
                && kings(Color::Black) > 0
                && all >= usize::from(*least)
                && all <= usize::from(*most)
        }
        Forces::Against { strong, weak, main_road } => Color::ALL.into_iter().any(|side| {
            let holds = match main_road {
                MainRoad::Any => true,
                // On the boards of the named rule sets that have this rule, the main road is a1 to h8.
                MainRoad::HeldByTheWeaker => setup.kings[!side].iter().all(|square| {
                    let (row, column) = game.rules().square_names().cell(square);
                    row + column == 7
                }),
            };
            matches(strong, side) && matches(weak, !side) && holds
        }),
    }
}
