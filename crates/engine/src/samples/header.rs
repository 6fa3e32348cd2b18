//! The header of a file of samples.

use std::io::{self, Read, Write};

use super::error::SampleError;

const MAGIC: [u8; 8] = *b"CHSAMPLE";
/// The version that is written. Version 1, which has no settings, is read, too.
const VERSION: u8 = 2;
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
    /// The other settings of the games, as text: see [`Settings::to_text`](super::Settings::to_text). Empty in files of
    /// version 1.
    pub settings: String,
}

impl Header {
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&MAGIC)?;
        out.write_all(&[VERSION, self.squares])?;
        out.write_all(&self.nodes.to_le_bytes())?;
        out.write_all(&self.seed.to_le_bytes())?;
        for text in [&self.program, &self.rules, &self.settings] {
            out.write_all(&(text.len() as u32).to_le_bytes())?;
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Reads a header. Returns it with its length in bytes.
    pub(super) fn read(input: &mut impl Read) -> Result<(Self, u64), SampleError> {
        let mut magic = [0; 8];
        input.read_exact(&mut magic).map_err(|error| error_or(error, SampleError::NotSamples))?;
        if magic != MAGIC {
            return Err(SampleError::NotSamples);
        }
        let [version, squares] = array(input)?;
        if !(1..=VERSION).contains(&version) {
            return Err(SampleError::Version(version));
        }
        let nodes = u64::from_le_bytes(array(input)?);
        let seed = u64::from_le_bytes(array(input)?);
        let (program, rules) = (text(input)?, text(input)?);
        let settings = if version == 1 { String::new() } else { text(input)? };
        let texts = [program.len(), rules.len(), settings.len()];
        let texts = &texts[..if version == 1 { 2 } else { 3 }];
        let length = MAGIC.len() + 2 + 8 + 8 + texts.iter().map(|text| 4 + text).sum::<usize>();
        Ok((Self { rules, program, squares, nodes, seed, settings }, length as u64))
    }
}

/// Reads a length-prefixed text.
fn text(input: &mut impl Read) -> Result<String, SampleError> {
    let length = u32::from_le_bytes(array(input)?);
    if length > MAX_TEXT_BYTES {
        return Err(SampleError::CorruptHeader);
    }
    let mut bytes = vec![0; length as usize];
    input.read_exact(&mut bytes).map_err(|error| error_or(error, SampleError::TruncatedHeader))?;
    String::from_utf8(bytes).map_err(|_| SampleError::CorruptHeader)
}

/// Reads a fixed number of bytes.
fn array<const N: usize>(input: &mut impl Read) -> Result<[u8; N], SampleError> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes).map_err(|error| error_or(error, SampleError::TruncatedHeader))?;
    Ok(bytes)
}

/// Returns `at_end` if the input has ended, else the error of the input.
fn error_or(error: io::Error, at_end: SampleError) -> SampleError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => at_end,
        _ => SampleError::File(error),
    }
}
