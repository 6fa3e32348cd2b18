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

impl Simd {
    /// Returns the best instruction set of this processor, or the one that the environment forces.
    pub(crate) fn detected() -> Self {
        static DETECTED: OnceLock<Simd> = OnceLock::new();
        *DETECTED.get_or_init(|| {
            let forced = std::env::var(VARIABLE).ok();
            let available = Self::available();
            let chosen = forced.and_then(|name| available.iter().find(|simd| simd.name() == name));
            chosen.or(available.last()).copied().unwrap_or(Self::Baseline)
        })
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
