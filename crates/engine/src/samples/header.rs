//! The beginning of a file of samples: what made it.

use std::io::{self, Read, Write};

use super::error::SampleError;

const MAGIC: [u8; 8] = *b"CHSAMPLE";
const VERSION: u8 = 1;
/// No rule set is longer, so that a damaged length cannot fill the memory.
const LONGEST_TEXT: u32 = 1 << 20;

/// What made a file of samples. Files with the same header hold the same games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The rule set, as JSON, so that a file explains itself.
    pub rules: String,
    /// The program and its version: another may play otherwise.
    pub program: String,
    /// The squares of the board.
    pub squares: u8,
    /// The nodes searched for each move.
    pub nodes: u64,
    /// The number that decides the openings.
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

/// Reads a text with its length before it.
fn text(input: &mut impl Read) -> Result<String, SampleError> {
    let length = u32::from_le_bytes(array(input)?);
    if length > LONGEST_TEXT {
        return Err(SampleError::NotSamples);
    }
    let mut bytes = vec![0; length as usize];
    input.read_exact(&mut bytes).map_err(|_| SampleError::NotSamples)?;
    String::from_utf8(bytes).map_err(|_| SampleError::NotSamples)
}

/// Reads an array of bytes.
fn array<const N: usize>(input: &mut impl Read) -> Result<[u8; N], SampleError> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes).map_err(|_| SampleError::NotSamples)?;
    Ok(bytes)
}
