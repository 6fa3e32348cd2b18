//! Files of samples: written a game at a time, and read.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::block::SampleGame;
use super::error::SampleError;
use super::header::Header;

/// The most bytes of a game, so that a damaged length cannot fill the memory.
const LONGEST_GAME: u32 = 1 << 20;

/// Adds games to a file.
#[derive(Debug)]
pub struct Writer {
    file: File,
    squares: u8,
    games: u64,
    samples: u64,
}

impl Writer {
    /// Resumes a file, or begins one. Drops a game that was torn off in the middle.
    pub fn open(path: &Path, header: &Header) -> Result<Self, SampleError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let (mut games, mut samples) = (0, 0);
        if file.metadata()?.len() == 0 {
            let mut bytes = Vec::new();
            header.write(&mut bytes)?;
            file.write_all(&bytes)?;
        } else {
            let mut reader = Reader::new(BufReader::new(&mut file))?;
            if reader.header() != header {
                let Header { program, nodes, seed, .. } = reader.header;
                return Err(SampleError::Other { program, nodes, seed });
            }
            let mut end = header.len();
            for game in reader.by_ref() {
                match game {
                    Ok(game) => {
                        games += 1;
                        samples += game.samples.len() as u64;
                    }
                    // It was interrupted here.
                    Err(SampleError::Torn(_)) => break,
                    // Damage in the middle is not ours to mend: what follows may be whole.
                    Err(other) => return Err(other),
                }
            }
            end = end.max(reader.read);
            file.set_len(end)?;
            file.seek(SeekFrom::Start(end))?;
        }
        Ok(Self { file, squares: header.squares, games, samples })
    }

    /// Returns how many games the file holds.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns how many samples the file holds.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Adds a game.
    pub fn add(&mut self, game: &SampleGame) -> io::Result<()> {
        let bytes = game.to_bytes(self.squares);
        let mut block = (bytes.len() as u32).to_le_bytes().to_vec();
        block.extend(sum(&bytes).to_le_bytes());
        block.extend(&bytes);
        self.file.write_all(&block)?;
        self.games += 1;
        self.samples += game.samples.len() as u64;
        Ok(())
    }
}

/// Reads a file game by game. A damaged or torn game is an error, and the last item.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    header: Header,
    /// How many bytes were read, up to the end of a whole game.
    read: u64,
    games: u64,
    ended: bool,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    pub fn new(mut input: R) -> Result<Self, SampleError> {
        let header = Header::read(&mut input)?;
        Ok(Self { read: header.len(), input, header, games: 0, ended: false })
    }

    /// Returns what made the file.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    fn game(&mut self) -> Result<Option<SampleGame>, SampleError> {
        let number = self.games + 1;
        let torn = |error: io::Error| match error.kind() {
            io::ErrorKind::UnexpectedEof => SampleError::Torn(number),
            _ => SampleError::File(error),
        };
        // The end of the file is right only where a game would begin.
        let mut length = [0; 4];
        if self.input.read(&mut length[..1])? == 0 {
            return Ok(None);
        }
        self.input.read_exact(&mut length[1..]).map_err(torn)?;
        let length = u32::from_le_bytes(length);
        if length > LONGEST_GAME {
            return Err(SampleError::Damaged(number));
        }
        let mut expected = [0; 4];
        self.input.read_exact(&mut expected).map_err(torn)?;
        let mut bytes = vec![0; length as usize];
        self.input.read_exact(&mut bytes).map_err(torn)?;
        let whole = sum(&bytes) == u32::from_le_bytes(expected);
        let game = SampleGame::from_bytes(&bytes, self.header.squares).filter(|_| whole);
        let game = game.ok_or(SampleError::Damaged(number))?;
        self.games = number;
        self.read += 8 + u64::from(length);
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

/// Returns the checksum that shows damage: FNV-1a of 32 bits, which the format fixes and no crate makes shorter.
fn sum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
