//! The arithmetic of a network on lanes of 16 numbers.

use super::simd::Simd;
use super::{ACCUMULATOR_SHIFT, ACTIVATION_ONE, HIDDEN_SHIFT};

/// Sixteen numbers: one register of AVX2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(32))]
pub(super) struct Lanes(pub(super) [i16; LANES]);

/// The number of lanes.
pub(super) const LANES: usize = 16;

/// Splits numbers into lanes; the last ones are filled up with 0.
pub(super) fn lanes(numbers: impl IntoIterator<Item = i16>) -> Vec<Lanes> {
    let numbers: Vec<i16> = numbers.into_iter().collect();
    let lanes = |chunk: &[i16]| Lanes(std::array::from_fn(|i| chunk.get(i).copied().unwrap_or(0)));
    numbers.chunks(LANES).map(lanes).collect()
}

/// Rows of weights to add to a view and to subtract from it, as indices of their first lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change<'c> {
    pub(super) added: &'c [u32],
    pub(super) removed: &'c [u32],
}

/// The weights of one hidden layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct HiddenLayer<'w> {
    /// `[neuron][input]`
    pub(super) weights: &'w [Lanes],
    pub(super) bias: &'w [i32],
    pub(super) output: &'w [i16],
}

/// Adds and subtracts the rows of a change.
#[inline(always)]
fn update_lanes(view: &mut [Lanes], rows: &[Lanes], change: Change<'_>) {
    for (i, lanes) in view.iter_mut().enumerate() {
        let mut sum = *lanes;
        for &row in change.removed {
            let weights = &rows[row as usize + i];
            for lane in 0..LANES {
                sum.0[lane] = sum.0[lane].wrapping_sub(weights.0[lane]);
            }
        }
        for &row in change.added {
            let weights = &rows[row as usize + i];
            for lane in 0..LANES {
                sum.0[lane] = sum.0[lane].wrapping_add(weights.0[lane]);
            }
        }
        *lanes = sum;
    }
}

/// Returns the output of the hidden layer, in units times [`ACTIVATION_ONE`]. `inputs` is overwritten with the clipped
/// views.
#[inline(always)]
fn forward_lanes(own: &[Lanes], opponent: &[Lanes], inputs: &mut [Lanes], layer: HiddenLayer<'_>) -> i32 {
    for (input, view) in inputs.iter_mut().zip(own.iter().chain(opponent)) {
        for lane in 0..LANES {
            input.0[lane] = (view.0[lane] >> ACCUMULATOR_SHIFT).clamp(0, 127);
        }
    }
    let inputs = &*inputs;
    let mut output = 0;
    let rows = layer.weights.chunks_exact(inputs.len());
    for ((row, bias), weight) in rows.zip(layer.bias).zip(layer.output) {
        let mut sum = *bias;
        for (input, weights) in inputs.iter().zip(row) {
            for lane in 0..LANES {
                sum += i32::from(input.0[lane]) * i32::from(weights.0[lane]);
            }
        }
        output += (sum >> HIDDEN_SHIFT).clamp(0, ACTIVATION_ONE) * i32::from(*weight);
    }
    output
}

/// Compiles both functions for an instruction set.
#[cfg(target_arch = "x86_64")]
macro_rules! compile_for {
    ($features:literal, $update:ident, $forward:ident) => {
        #[target_feature(enable = $features)]
        fn $update(view: &mut [Lanes], rows: &[Lanes], change: Change<'_>) {
            update_lanes(view, rows, change);
        }

        #[target_feature(enable = $features)]
        fn $forward(own: &[Lanes], opponent: &[Lanes], inputs: &mut [Lanes], layer: HiddenLayer<'_>) -> i32 {
            forward_lanes(own, opponent, inputs, layer)
        }
    };
}

#[cfg(target_arch = "x86_64")]
compile_for!("avx2", update_avx2, forward_avx2);
#[cfg(target_arch = "x86_64")]
compile_for!("avx512f,avx512bw,avx512vl,avx512vnni", update_avx512, forward_avx512);

/// Adds and subtracts the rows of a change.
#[inline]
#[allow(
    unsafe_code,
    reason = "a function for an instruction set can be called only where it is known to exist"
)]
pub(super) fn update(simd: Simd, view: &mut [Lanes], rows: &[Lanes], change: Change<'_>) {
    match simd {
        Simd::Scalar => scalar::update(view, rows, change),
        Simd::Baseline => update_lanes(view, rows, change),
        // SAFETY: `Simd::available` has found the instructions on this processor.
        #[cfg(target_arch = "x86_64")]
        Simd::Avx2 => unsafe { update_avx2(view, rows, change) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Simd::Avx512 => unsafe { update_avx512(view, rows, change) },
    }
}

/// Returns the output of the hidden layer, in units times [`ACTIVATION_ONE`]. `inputs` is overwritten.
#[inline]
#[allow(
    unsafe_code,
    reason = "a function for an instruction set can be called only where it is known to exist"
)]
pub(super) fn forward(
    simd: Simd,
    own: &[Lanes],
    opponent: &[Lanes],
    inputs: &mut [Lanes],
    layer: HiddenLayer<'_>,
) -> i32 {
    match simd {
        Simd::Scalar => scalar::forward(own, opponent, layer),
        Simd::Baseline => forward_lanes(own, opponent, inputs, layer),
        // SAFETY: `Simd::available` has found the instructions on this processor.
        #[cfg(target_arch = "x86_64")]
        Simd::Avx2 => unsafe { forward_avx2(own, opponent, inputs, layer) },
        // SAFETY: as above.
        #[cfg(target_arch = "x86_64")]
        Simd::Avx512 => unsafe { forward_avx512(own, opponent, inputs, layer) },
    }
}

/// The same arithmetic, one number at a time, as a reference.
mod scalar {
    use super::{ACCUMULATOR_SHIFT, ACTIVATION_ONE, Change, HIDDEN_SHIFT, HiddenLayer, LANES, Lanes};

    pub(super) fn update(view: &mut [Lanes], rows: &[Lanes], change: Change<'_>) {
        for i in 0..view.len() * LANES {
            let of = |row: &u32| rows[*row as usize + i / LANES].0[i % LANES];
            let removed = change.removed.iter().map(of).fold(0, i16::wrapping_add);
            let added = change.added.iter().map(of).fold(0, i16::wrapping_add);
            let lane = &mut view[i / LANES].0[i % LANES];
            *lane = lane.wrapping_sub(removed).wrapping_add(added);
        }
    }

    pub(super) fn forward(own: &[Lanes], opponent: &[Lanes], layer: HiddenLayer<'_>) -> i32 {
        let numbers = |lanes: &[Lanes]| lanes.iter().flat_map(|lanes| lanes.0).collect::<Vec<_>>();
        let input = numbers(own).into_iter().chain(numbers(opponent));
        let input: Vec<i32> = input.map(|v| i32::from(v >> ACCUMULATOR_SHIFT).clamp(0, 127)).collect();
        let weights = numbers(layer.weights);
        let neurons = weights.chunks_exact(input.len()).zip(layer.bias).zip(layer.output);
        neurons
            .map(|((row, bias), output)| {
                let sum: i32 = row.iter().zip(&input).map(|(&w, &x)| i32::from(w) * x).sum();
                ((bias + sum) >> HIDDEN_SHIFT).clamp(0, ACTIVATION_ONE) * i32::from(*output)
            })
            .sum()
    }
}
