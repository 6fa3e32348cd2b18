//! The inference agrees with the formula of [`Network`], however the accumulators are updated, with every instruction set.

use draughts::ruleset::Goal;
use draughts::{AnyBoard, Color, Generated, Position, Referee, Rules, State, variant};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::simd::Simd;
use super::*;
use crate::rng::Rng;

/// Returns a network of random weights for a rule set.
fn random_network(rules: &Rules, accumulators: u16, hidden: u16, seed: u64) -> Network {
    let mut rng = Rng::new(seed);
    let board = rules.rule_set().board;
    let shape = NetworkShape {
        width: board.width,
        height: board.height,
        squares: rules.square_names().len() as u8,
        accumulators,
        hidden,
        buckets: 4,
        pieces_per_bucket: 6,
    };
    let mut numbers =
        |count: usize, most: i64| -> Vec<i64> { (0..count).map(|_| rng.next() as i64 % most).collect() };
    let mut narrow = |count, most| numbers(count, most).into_iter().map(|n| n as i16).collect::<Vec<_>>();
    let (lanes, neurons) = (usize::from(accumulators), 4 * usize::from(hidden));
    let weights = NetworkWeights {
        features: narrow(shape.features() * lanes, 120),
        feature_bias: narrow(lanes, 500),
        linear: narrow(shape.features(), 3000),
        hidden: narrow(neurons * shape.inputs(), 128).into_iter().map(|n| n as i8).collect(),
        hidden_bias: narrow(neurons, 10_000).into_iter().map(i32::from).collect(),
        output: narrow(neurons, 5000),
        output_bias: narrow(4, 1000).into_iter().map(i32::from).collect(),
    };
    let (rules, recipe) = (rules.rule_set().id.to_string(), String::new());
    Network { shape, scale: 114, rules, recipe, weights }.checked().expect("a usable network")
}

/// Returns the score of a position by the formula of [`Network`], computed from the setup alone.
fn reference(network: &Network, position: &Position) -> i32 {
    let NetworkShape { squares, .. } = network.shape;
    let (setup, weights) = (position.setup(), &network.weights);
    let (squares, lanes) = (usize::from(squares), usize::from(network.shape.accumulators));
    let mut pieces = 0;
    let mut view = |viewer: Color| -> (Vec<i32>, i32) {
        let mut sums: Vec<i32> = weights.feature_bias.iter().map(|&bias| i32::from(bias)).collect();
        let mut linear = 0;
        pieces = 0;
        for index in 0..squares {
            let Some(piece) = setup.piece(draughts::Square::new(index as u8)) else { continue };
            pieces += 1;
            let kind = usize::from(piece.kind == draughts::Kind::King);
            let plane = if piece.color == viewer { kind } else { 2 + kind };
            let square = if viewer == Color::White { index } else { squares - 1 - index };
            let feature = plane * squares + square;
            linear += i32::from(weights.linear[feature]);
            for (sum, &weight) in sums.iter_mut().zip(&weights.features[feature * lanes..]) {
                *sum += i32::from(weight);
            }
        }
        (sums, linear)
    };
    let ((own, own_linear), (opponent, opponent_linear)) = (view(setup.turn), view(!setup.turn));
    let input: Vec<i32> =
        own.into_iter().chain(opponent).map(|sum| (sum >> ACCUMULATOR_SHIFT).clamp(0, 127)).collect();
    let bucket = network.shape.bucket(pieces);
    let hidden = usize::from(network.shape.hidden);
    let neuron = |i: usize| {
        let row = &weights.hidden[i * input.len()..][..input.len()];
        let sum: i32 = row.iter().zip(&input).map(|(&weight, &input)| i32::from(weight) * input).sum();
        let activation = ((sum + weights.hidden_bias[i]) >> HIDDEN_SHIFT).clamp(0, ACTIVATION_ONE);
        activation * i32::from(weights.output[i])
    };
    let output: i32 = (bucket * hidden..(bucket + 1) * hidden).map(neuron).sum();
    let units = output / ACTIVATION_ONE + weights.output_bias[bucket] + (own_linear - opponent_linear) / 2;
    units / UNITS_PER_CENTIMEN
}

/// Compares the scores of a line of positions, evaluated at the plies of a walk through a tree, with the reference.
fn compare<W: Generated>(
    network: &Network,
    referee: &Referee<W>,
    line: &[(State<W>, Position)],
    plies: &[Index],
) -> Result<(), TestCaseError> {
    for simd in Simd::available() {
        let inference = Inference::new(network).with(simd);
        let features = Features::new(&inference, referee.layout());
        let mut accumulators = Accumulators::new(&inference, &features, 8);
        for ((state, position), ply) in line.iter().zip(plies) {
            let score = accumulators.evaluate(state, ply.index(8));
            prop_assert_eq!(score, reference(network, position), "{}: {:?}", simd.name(), position);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn incremental_scores_equal_the_formula(
        set in select(&variant::ALL[..]),
        (accumulators, hidden) in select(&[(16, 8), (32, 16), (64, 32)][..]),
        seed: u64,
        picks in prop::collection::vec(any::<Index>(), 1..60),
        plies in prop::collection::vec(any::<Index>(), 60),
    ) {
        let rules = Rules::from(set);
        let network = random_network(&rules, accumulators, hidden, seed);
        let mut positions = vec![Position::initial(&rules)];
        for pick in &picks {
            let last = positions.last().expect("the initial position");
            let moves = last.legal_moves();
            if moves.is_empty() || rules.rule_set().goal == Goal::FirstKingWins && picks.len() > 40 {
                break;
            }
            let next = last.play_unchecked(pick.get(&moves));
            positions.push(next);
        }
        fn of<W: Generated>(position: &Position, get: impl Fn(&Position) -> Option<State<W>>) -> (State<W>, Position) {
            (get(position).expect("the same board"), position.clone())
        }
        match positions[0].board() {
            AnyBoard::Narrow(referee, _) => {
                let get = |p: &Position| if let AnyBoard::Narrow(_, state) = p.board() { Some(*state) } else { None };
                let line: Vec<_> = positions.iter().map(|p| of(p, get)).collect();
                compare(&network, referee, &line, &plies)?;
            }
            AnyBoard::Middle(referee, _) => {
                let get = |p: &Position| if let AnyBoard::Middle(_, state) = p.board() { Some(*state) } else { None };
                let line: Vec<_> = positions.iter().map(|p| of(p, get)).collect();
                compare(&network, referee, &line, &plies)?;
            }
            AnyBoard::Large(referee, _) => {
                let get = |p: &Position| if let AnyBoard::Large(_, state) = p.board() { Some(*state) } else { None };
                let line: Vec<_> = positions.iter().map(|p| of(p, get)).collect();
                compare(&network, referee, &line, &plies)?;
            }
        }
    }
}

#[test]
fn files_round_trip() {
    for (id, seed) in [("international", 1), ("turkish", 2), ("canadian", 3)] {
        let network = random_network(&Rules::named(id).expect("a rule set"), 32, 16, seed);
        assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network), "{id}");
    }
}

#[test]
fn networks_that_could_overflow_are_refused() {
    let rules = Rules::named("english").expect("a rule set");
    let mut network = random_network(&rules, 16, 8, 1);
    for square in 0..32 {
        network.weights.features[16 * square + 5] = 1100;
    }
    assert_eq!(network.checked(), Err(NetworkError::Overflow { accumulator: 5 }));
}
