//! Rounding a network to integers, and the integer arithmetic that the engine uses.

use draughts::Rules;
use engine::network::{
    ACCUMULATOR_ONE, ACCUMULATOR_SHIFT, ACTIVATION_ONE, HIDDEN_ONE, HIDDEN_SHIFT, Network, NetworkError,
    NetworkShape, NetworkWeights, UNITS_PER_CENTIMEN,
};

use crate::dataset::Sample;
use crate::model::{Layout, Model};

/// The largest absolute value of the bias of an accumulator.
const FEATURE_BIAS_LIMIT: f32 = 2.0;

/// Returns the shape of a network for a rule set, whose buckets divide the numbers of pieces up to the initial number.
pub(crate) fn shape(rules: &Rules, accumulators: u16, hidden: u16, buckets: u8) -> NetworkShape {
    let board = &rules.rule_set().board;
    let start = draughts::Position::initial(rules).setup();
    let pieces: usize = draughts::Color::ALL.iter().map(|&c| start.men[c].len() + start.kings[c].len()).sum();
    NetworkShape {
        width: board.width,
        height: board.height,
        squares: rules.square_names().len() as u8,
        accumulators,
        hidden,
        buckets,
        pieces_per_bucket: pieces.div_ceil(usize::from(buckets).max(1)) as u8,
    }
}

/// Returns the number of output units of a logit of 1.
fn units(scale: f64) -> f64 {
    scale * f64::from(UNITS_PER_CENTIMEN)
}

/// Returns the largest absolute value that each weight may have, so that it can be rounded and no sum overflows.
pub(crate) fn limits(layout: &Layout, scale: f64) -> Vec<f32> {
    let one = ACCUMULATOR_ONE as f32;
    // One unit is left for the rounding of the bias, see `quantise`.
    let room = f32::from(i16::MAX) - FEATURE_BIAS_LIMIT * one - f32::from(1_u8 << ACCUMULATOR_SHIFT);
    let feature = (room / f32::from(layout.shape.squares)).floor() / one;
    let narrow = f32::from(i16::MAX) / units(scale) as f32;
    // The sum over all neurons must fit into 32 bits; only networks with over 64 neurons could exceed it.
    let sum = (i32::MAX / ACTIVATION_ONE / i32::from(layout.shape.hidden)) as f32 / units(scale) as f32;
    let mut limits = vec![f32::INFINITY; layout.len()];
    limits[layout.features.clone()].fill(feature);
    limits[layout.feature_bias.clone()].fill(FEATURE_BIAS_LIMIT);
    limits[layout.linear.clone()].fill(narrow);
    limits[layout.hidden.clone()].fill(f32::from(i8::MAX) / HIDDEN_ONE as f32);
    limits[layout.output.clone()].fill(narrow.min(sum));
    limits
}

/// Rounds the weights. The shifts of the integer arithmetic round down, so the biases get half a step.
pub(crate) fn quantise(model: &Model, scale: u16, rules: String) -> Result<Network, NetworkError> {
    let Layout { features, feature_bias, linear, hidden, hidden_bias, output, output_bias, .. } =
        &model.layout;
    let units = units(f64::from(scale));
    let one = f64::from(ACCUMULATOR_ONE);
    let round = |range: &std::ops::Range<usize>, unit: f64, extra: i32| -> Vec<i32> {
        let weights = &model.weights[range.clone()];
        weights.iter().map(|&weight| (f64::from(weight) * unit).round() as i32 + extra).collect()
    };
    let narrow = |weights: Vec<i32>| {
        weights.iter().map(|&w| w.clamp(-i32::from(i16::MAX), i16::MAX.into()) as i16).collect::<Vec<i16>>()
    };
    let tiny = |weights: Vec<i32>| weights.iter().map(|&w| w.clamp(-127, 127) as i8).collect::<Vec<i8>>();
    let neuron_one = f64::from(127 * HIDDEN_ONE);
    let weights = NetworkWeights {
        features: narrow(round(features, one, 0)),
        feature_bias: narrow(round(feature_bias, one, 1 << (ACCUMULATOR_SHIFT - 1))),
        linear: narrow(round(linear, units, 0)),
        hidden: tiny(round(hidden, f64::from(HIDDEN_ONE), 0)),
        hidden_bias: round(hidden_bias, neuron_one, 1 << (HIDDEN_SHIFT - 1)),
        output: narrow(round(output, units, 0)),
        output_bias: round(output_bias, units, 0),
    };
    Network { shape: model.layout.shape, scale, rules, recipe: String::new(), weights }.checked()
}

/// Computes the score of a sample in output units, by the formula of [`Network`].
pub(crate) fn integer_units(network: &Network, layout: &Layout, sample: &Sample<'_>) -> i32 {
    let NetworkWeights { features, feature_bias, linear, hidden, hidden_bias, output, output_bias } =
        &network.weights;
    let accumulators = layout.accumulators();
    let mut inputs = Vec::with_capacity(2 * accumulators);
    let mut difference = 0;
    for (sign, is_mirrored) in [(1, false), (-1, true)] {
        let mut sums: Vec<i32> = feature_bias.iter().map(|&bias| bias.into()).collect();
        for &feature in sample.features {
            let feature = usize::from(if is_mirrored { layout.mirrored(feature) } else { feature });
            let row = &features[feature * accumulators..(feature + 1) * accumulators];
            sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += i32::from(weight));
            difference += sign * i32::from(linear[feature]);
        }
        inputs.extend(sums.iter().map(|sum| (sum >> ACCUMULATOR_SHIFT).clamp(0, 127)));
    }
    let bucket = layout.shape.bucket(sample.features.len() as u32);
    let mut sum = 0;
    for neuron in layout.neurons(bucket) {
        let row = &hidden[neuron * inputs.len()..(neuron + 1) * inputs.len()];
        let products = row.iter().zip(&inputs).map(|(&weight, input)| i32::from(weight) * input);
        let activation = (products.sum::<i32>() + hidden_bias[neuron]) >> HIDDEN_SHIFT;
        sum += i32::from(output[neuron]) * activation.clamp(0, ACTIVATION_ONE);
    }
    sum / ACTIVATION_ONE + output_bias[bucket] + difference / 2
}
