//! Vector instructions, chosen at run time.
//!
//! The arithmetic is written once, as loops over lanes that the compiler vectorises. Each instruction set compiles the
//! same source again, so every processor computes the same score.

use std::sync::OnceLock;

/// A set of vector instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Simd {
    /// One lane at a time.
    Scalar,
    /// The instructions that the build requires: SSE4.2 on x86-64.
    Baseline,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 with VNNI.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// The environment variable that forces an instruction set: `scalar`, `baseline`, `avx2` or `avx512`.
const VARIABLE: &str = "CROWNHEAD_SIMD";
/// The names of all instruction sets.
const NAMES: [&str; 4] = ["scalar", "baseline", "avx2", "avx512"];

/// An instruction set that the environment forces and that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InstructionSetError {
    /// There is no instruction set with this name.
    #[error(
        "CROWNHEAD_SIMD={name:?} is unknown: write scalar, baseline, avx2 or avx512, or remove the variable"
    )]
    Unknown {
        /// The name.
        name: String,
    },
    /// The processor does not have the instruction set.
    #[error("CROWNHEAD_SIMD={name}: this processor does not have these instructions; remove the variable")]
    Lacking {
        /// The name.
        name: String,
    },
}

/// Returns the name of the instruction set that networks use. Fails if the environment variable `CROWNHEAD_SIMD` names one
/// that cannot be used; networks then use the best one of this processor.
pub fn instruction_set() -> Result<&'static str, InstructionSetError> {
    Simd::forced().map(|_| Simd::detected().name())
}

impl Simd {
    /// Returns the best instruction set of this processor, or the one that the environment forces.
    pub(crate) fn detected() -> Self {
        static DETECTED: OnceLock<Simd> = OnceLock::new();
        *DETECTED.get_or_init(|| {
            let best = || Self::available().last().copied().unwrap_or(Self::Baseline);
            Self::forced().ok().flatten().unwrap_or_else(best)
        })
    }

    /// Returns the instruction set that the environment forces, if it names one that this processor has.
    fn forced() -> Result<Option<Self>, InstructionSetError> {
        let Some(name) = std::env::var_os(VARIABLE) else { return Ok(None) };
        Self::by_name(&name.to_string_lossy(), &Self::available()).map(Some)
    }

    /// Returns the available instruction set with a name.
    fn by_name(name: &str, available: &[Self]) -> Result<Self, InstructionSetError> {
        match available.iter().find(|simd| simd.name() == name) {
            Some(&simd) => Ok(simd),
            None if NAMES.contains(&name) => Err(InstructionSetError::Lacking { name: name.to_owned() }),
            None => Err(InstructionSetError::Unknown { name: name.to_owned() }),
        }
    }

    /// Returns the instruction sets of this processor, the best last.
    pub(crate) fn available() -> Vec<Self> {
        let mut available = vec![Self::Scalar, Self::Baseline];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                available.push(Self::Avx2);
            }
            if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vnni") {
                available.push(Self::Avx512);
            }
        }
        available
    }

    /// Returns the name, as the environment variable spells it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => "avx512",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_instructions_of_the_processor_can_be_forced() {
        let available = [Simd::Scalar, Simd::Baseline];
        assert_eq!(Simd::by_name("scalar", &available), Ok(Simd::Scalar));
        for (name, expected) in [("avx512", "does not have"), ("AVX2", "is unknown"), ("", "is unknown")] {
            let error = Simd::by_name(name, &available).expect_err("an error").to_string();
            assert!(error.contains(expected), "{name}: {error}");
        }
    }
}
