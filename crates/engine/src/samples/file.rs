//! Writing and reading files of samples.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::block::SampleGame;
use super::error::SampleError;
use super::header::Header;

/// The maximum size of a game in bytes, so that a corrupt length cannot exhaust the memory.
const MAX_GAME_BYTES: u32 = 1 << 20;

/// Appends games to a file of samples.
#[derive(Debug)]
pub struct Writer<W = File> {
    output: W,
    squares: u8,
    games: u64,
    samples: u64,
}

impl Writer {
    /// Opens a file, or creates it. Resumes an interrupted file: removes an incomplete game at its end.
    pub fn open(path: &Path, header: &Header) -> Result<Self, SampleError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if file.metadata()?.len() == 0 {
            return Ok(Self::new(file, header)?);
        }
        let mut reader = Reader::new(BufReader::with_capacity(1 << 20, &mut file))?;
        if reader.header() != header {
            let Header { program, nodes, seed, settings, .. } = reader.header;
            return Err(SampleError::HeaderMismatch { program, nodes, seed, settings });
        }
        let (mut games, mut samples) = (0, 0);
        for game in reader.by_ref() {
            match game {
                Ok(game) => {
                    games += 1;
                    samples += game.samples.len() as u64;
                }
                // Writing was interrupted here.
                Err(SampleError::Truncated(_)) => break,
                // Do not truncate at corruption: the games after it may be intact.
                Err(other) => return Err(other),
            }
        }
        let end = reader.intact_bytes;
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(Self { output: file, squares: header.squares, games, samples })
    }
}

impl<W: Write> Writer<W> {
    /// Writes the header of a new file.
    pub fn new(mut output: W, header: &Header) -> io::Result<Self> {
        let mut bytes = Vec::new();
        header.write(&mut bytes)?;
        output.write_all(&bytes)?;
        Ok(Self { output, squares: header.squares, games: 0, samples: 0 })
    }

    /// Returns the number of games in the file.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of samples in the file.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Appends a game.
    pub fn add(&mut self, game: &SampleGame) -> io::Result<()> {
        let bytes = game.to_bytes(self.squares);
        let mut block = (bytes.len() as u32).to_le_bytes().to_vec();
        block.extend(checksum(&bytes).to_le_bytes());
        block.extend(&bytes);
        self.output.write_all(&block)?;
        self.games += 1;
        self.samples += game.samples.len() as u64;
        Ok(())
    }

    /// Returns the output. Flush it if it has a buffer.
    pub fn into_inner(self) -> W {
        self.output
    }
}

/// Reads a file of samples game by game. Ends after the first error.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    header: Header,
    /// The length of the header and the games read, in bytes.
    intact_bytes: u64,
    games: u64,
    ended: bool,
    /// The bytes of the last game, kept to be reused.
    block: Vec<u8>,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    pub fn new(mut input: R) -> Result<Self, SampleError> {
        let (header, intact_bytes) = Header::read(&mut input)?;
        Ok(Self { input, header, intact_bytes, games: 0, ended: false, block: Vec::new() })
    }

    /// Returns the header of the file.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    fn game(&mut self) -> Result<Option<SampleGame>, SampleError> {
        let number = self.games + 1;
        let truncated = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => SampleError::Truncated(number),
            _ => SampleError::File(error),
        };
        // The file may end only where a game would start.
        let mut length = [0; 4];
        if self.input.read(&mut length[..1])? == 0 {
            return Ok(None);
        }
        self.input.read_exact(&mut length[1..]).map_err(truncated)?;
        let length = u32::from_le_bytes(length);
        if length > MAX_GAME_BYTES {
            return Err(SampleError::Corrupt(number));
        }
        let mut expected = [0; 4];
        self.input.read_exact(&mut expected).map_err(truncated)?;
        self.block.resize(length as usize, 0);
        self.input.read_exact(&mut self.block).map_err(truncated)?;
        if checksum(&self.block) != u32::from_le_bytes(expected) {
            return Err(SampleError::Corrupt(number));
        }
        let game = SampleGame::from_bytes(&self.block, self.header.squares);
        let game = game.ok_or(SampleError::Corrupt(number))?;
        self.games = number;
        self.intact_bytes += 8 + u64::from(length);
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<SampleGame, SampleError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.game().transpose();
        self.ended = !matches!(game, Some(Ok(_)));
        game
    }
}

/// Returns the checksum of the format: 32-bit FNV-1a, by hand because it takes one line.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
