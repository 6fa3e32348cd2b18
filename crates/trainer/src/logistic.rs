//! Winning chances, losses and the scale of scores.

/// The smallest and largest scale in centimen that a fit can find.
const SCALES: (f64, f64) = (5.0, 2000.0);
/// The number of samples that suffice for a fit.
const FIT_SAMPLES: usize = 1 << 20;

/// Returns e^x. The functions of the C library differ in the last bit between processors; this one does not, so that
/// training is reproducible.
pub(crate) fn exp(x: f64) -> f64 {
    let x = x.clamp(-700.0, 700.0);
    let whole = (x * std::f64::consts::LOG2_E + 1000.5) as i64 - 1000;
    let rest = x - whole as f64 * std::f64::consts::LN_2;
    // The Taylor series; |rest| is at most 0.35.
    let series = (1..=13).rev().fold(1.0, |sum, n| 1.0 + sum * rest / f64::from(n));
    series * f64::from_bits(((whole + 1023) as u64) << 52)
}

/// Returns the winning chances of a logit.
pub(crate) fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + exp(-logit))
}

/// Returns the cross-entropy of a logit against a target from 0 to 1.
pub(crate) fn cross_entropy(logit: f64, target: f64) -> f64 {
    logit.max(0.0) + exp(-logit.abs()).ln_1p() - target * logit
}

/// Returns the scale at which sigmoid(value / scale) predicts the results best: logistic regression with one parameter.
/// `None` if the values do not predict the results.
pub(crate) fn fit_scale(samples: &(impl ExactSizeIterator<Item = (f64, f64)> + Clone)) -> Option<f64> {
    let step = samples.len().div_ceil(FIT_SAMPLES).max(1);
    // The derivative of the loss by 1/scale rises with 1/scale.
    let slope = |factor: f64| -> f64 {
        samples.clone().step_by(step).map(|(value, result)| (sigmoid(value * factor) - result) * value).sum()
    };
    let (mut low, mut high) = (1.0 / SCALES.1, 1.0 / SCALES.0);
    if slope(low) >= 0.0 {
        return None;
    }
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if slope(middle) < 0.0 { low = middle } else { high = middle }
    }
    Some(2.0 / (low + high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponential_is_accurate() {
        for i in -6000..=6000 {
            let x = f64::from(i) / 10.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-13, "{x}");
        }
        assert_eq!(exp(0.0), 1.0);
    }

    #[test]
    fn the_scale_of_a_logistic_model_is_found() {
        let samples: Vec<(f64, f64)> =
            (-300..=300).map(|score| (f64::from(score), sigmoid(f64::from(score) / 114.0))).collect();
        let scale = fit_scale(&samples.iter().copied()).expect("a scale");
        assert!((scale - 114.0).abs() < 0.01, "{scale}");
        assert!(fit_scale(&samples.iter().map(|&(score, result)| (-score, result))).is_none());
    }
}
