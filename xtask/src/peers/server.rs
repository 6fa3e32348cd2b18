//! Servers that choose their own port.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

/// The stream to which a server prints its address.
#[derive(Clone, Copy)]
pub(super) enum Output {
    Stdout,
    Stderr,
}

/// A running server, killed on drop.
pub(super) struct Server {
    child: Child,
    /// The address that the server printed.
    pub(super) address: String,
    /// Kept open, so that the server can print more.
    output: BufReader<Box<dyn Read>>,
}

impl Server {
    /// Starts a server and reads its address from the first line that it prints: the word that starts with `prefix`,
    /// without a `;` or `,` at the end.
    pub(super) fn start(command: &mut Command, output: Output, prefix: &str) -> Result<Self, String> {
        let program = command.get_program().to_string_lossy().into_owned();
        match output {
            Output::Stdout => command.stdout(Stdio::piped()),
            Output::Stderr => command.stderr(Stdio::piped()),
        };
        let mut child = command.spawn().map_err(|error| format!("{program}: {error}"))?;
        let pipe: Option<Box<dyn Read>> = match output {
            Output::Stdout => child.stdout.take().map(|pipe| Box::new(pipe) as _),
            Output::Stderr => child.stderr.take().map(|pipe| Box::new(pipe) as _),
        };
        let pipe = BufReader::new(pipe.unwrap_or_else(|| Box::new(std::io::empty())));
        let mut server = Self { child, address: String::new(), output: pipe };
        let mut line = String::new();
        server.output.read_line(&mut line).map_err(|error| format!("{program}: {error}"))?;
        let address = line.split_whitespace().find(|word| word.starts_with(prefix));
        let address = address.ok_or_else(|| format!("{program} did not print its address: {line:?}"))?;
        address.trim_end_matches([';', ',']).clone_into(&mut server.address);
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
