//! The header of a file of samples.

use std::io::{self, Read, Write};

use super::error::SampleError;

const MAGIC: [u8; 8] = *b"CHSAMPLE";
const VERSION: u8 = 1;
/// The maximum length of a text in bytes, so that a corrupt length cannot exhaust the memory.
const MAX_TEXT_BYTES: u32 = 1 << 20;

/// The settings that a file of samples was generated with. The same header gives the same games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The rule set as JSON, so that the file is self-contained.
    pub rules: String,
    /// The program and its version; other versions may play differently.
    pub program: String,
    /// The number of squares of the board.
    pub squares: u8,
    /// The number of nodes searched for each move.
    pub nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
}

impl Header {
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&MAGIC)?;
        out.write_all(&[VERSION, self.squares])?;
        out.write_all(&self.nodes.to_le_bytes())?;
        out.write_all(&self.seed.to_le_bytes())?;
        for text in [&self.program, &self.rules] {
            out.write_all(&(text.len() as u32).to_le_bytes())?;
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    pub(super) fn read(input: &mut impl Read) -> Result<Self, SampleError> {
        let mut magic = [0; 8];
        input.read_exact(&mut magic).map_err(|_| SampleError::NotSamples)?;
        if magic != MAGIC {
            return Err(SampleError::NotSamples);
        }
        let [version, squares] = array(input)?;
        if version != VERSION {
            return Err(SampleError::Version(version));
        }
        let nodes = u64::from_le_bytes(array(input)?);
        let seed = u64::from_le_bytes(array(input)?);
        let (program, rules) = (text(input)?, text(input)?);
        Ok(Self { rules, program, squares, nodes, seed })
    }

    /// Returns the length of the header in bytes.
    pub(super) fn len(&self) -> u64 {
        (MAGIC.len() + 2 + 8 + 8 + 4 + self.program.len() + 4 + self.rules.len()) as u64
    }
}

/// Reads a length-prefixed text.
fn text(input: &mut impl Read) -> Result<String, SampleError> {
    let length = u32::from_le_bytes(array(input)?);
    if length > MAX_TEXT_BYTES {
        return Err(SampleError::NotSamples);
    }
    let mut bytes = vec![0; length as usize];
    input.read_exact(&mut bytes).map_err(|_| SampleError::NotSamples)?;
    String::from_utf8(bytes).map_err(|_| SampleError::NotSamples)
}

/// Reads a fixed number of bytes.
fn array<const N: usize>(input: &mut impl Read) -> Result<[u8; N], SampleError> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes).map_err(|_| SampleError::NotSamples)?;
    Ok(bytes)
}
