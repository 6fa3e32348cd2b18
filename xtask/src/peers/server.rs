//! The program as a server on a port of its own choice.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

/// Where a server prints its address.
#[derive(Clone, Copy)]
pub(super) enum Output {
    Stdout,
    Stderr,
}

/// A running server. It is killed when this is dropped.
pub(super) struct Server {
    child: Child,
    /// The first word that it printed with the prefix that was asked for, without the `;` after it.
    pub(super) address: String,
    /// Held open, so that the server can go on printing.
    output: BufReader<Box<dyn Read>>,
}

impl Server {
    /// Starts the program and reads its address, a word with this prefix, from the first line that it prints.
    pub(super) fn start(
        program: &str,
        arguments: &[&str],
        output: Output,
        prefix: &str,
    ) -> Result<Self, String> {
        let mut command = Command::new(program);
        command.args(arguments);
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
        // From here on it is killed if something fails.
        let mut server = Self { child, address: String::new(), output: pipe };
        let mut line = String::new();
        server.output.read_line(&mut line).map_err(|error| format!("{program}: {error}"))?;
        let address = line.split_whitespace().find(|word| word.starts_with(prefix));
        let address = address.ok_or_else(|| format!("{program} does not print its address: {line:?}"))?;
        address.trim_end_matches(';').clone_into(&mut server.address);
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
