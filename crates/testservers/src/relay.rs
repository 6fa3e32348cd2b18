//! A TCP relay that can simulate network failures.

use std::net::SocketAddr;

use tokio::io::{copy, copy_bidirectional, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::error::Error;
use crate::port;

/// The treatment of connections and data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Forwards data in both directions.
    Forward,
    /// Accepts connections and discards data.
    Stall,
    /// Closes connections.
    Cut,
}

/// A TCP relay in this process. All its connections are closed when this is dropped.
///
/// Connections that were open when it was cut or stalled do not recover, since some of their data is lost. Connections
/// that are opened after [`restore`](Self::restore) reach the target.
#[derive(Debug)]
pub struct Relay {
    address: SocketAddr,
    target: SocketAddr,
    /// `None` while it is cut.
    acceptor: Option<Acceptor>,
}

/// A task that accepts connections, and the channel that tells each of them the mode.
#[derive(Debug)]
struct Acceptor {
    task: JoinHandle<()>,
    mode: watch::Sender<Mode>,
}

impl Relay {
    /// Starts a relay to `target` on its own port.
    pub async fn start(target: SocketAddr) -> Result<Self, Error> {
        let mut relay = Self { address: port::unassigned(), target, acceptor: None };
        port::with_free_port(async |address| {
            relay.address = address;
            relay.listen(Mode::Forward).await
        })
        .await?;
        Ok(relay)
    }

    /// Returns the address to connect to instead of the target's.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Closes all connections and refuses new ones, as if the target were down: clients notice at once.
    pub async fn cut(&mut self) {
        let Some(mut acceptor) = self.acceptor.take() else { return };
        acceptor.task.abort();
        // The result is only that the task was aborted.
        let _ = (&mut acceptor.task).await;
        acceptor.mode.send_replace(Mode::Cut);
        acceptor.mode.closed().await;
    }

    /// Accepts connections and discards their data in both directions, as if the network were down: clients notice by
    /// timeouts only.
    pub async fn stall(&mut self) -> Result<(), Error> {
        match &self.acceptor {
            Some(acceptor) => {
                acceptor.mode.send_replace(Mode::Stall);
                Ok(())
            }
            None => self.listen(Mode::Stall).await,
        }
    }

    /// Forwards new connections again.
    pub async fn restore(&mut self) -> Result<(), Error> {
        if self.acceptor.as_ref().is_some_and(|acceptor| *acceptor.mode.borrow() == Mode::Forward) {
            return Ok(());
        }
        self.cut().await;
        self.listen(Mode::Forward).await
    }

    async fn listen(&mut self, mode: Mode) -> Result<(), Error> {
        let listener = TcpListener::bind(self.address).await.map_err(Error::context("the relay"))?;
        let (sender, receiver) = watch::channel(mode);
        let task = tokio::spawn(accept(listener, self.target, receiver));
        self.acceptor = Some(Acceptor { task, mode: sender });
        Ok(())
    }
}

impl Drop for Acceptor {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, target: SocketAddr, mode: watch::Receiver<Mode>) {
    loop {
        // An error means that the client closed the connection before it was accepted; ignore it.
        if let Ok((near, _)) = listener.accept().await {
            tokio::spawn(relay(near, target, mode.clone()));
        }
    }
}

/// Relays one connection until either side closes it or the mode changes.
async fn relay(mut near: TcpStream, target: SocketAddr, mut mode: watch::Receiver<Mode>) {
    let mut far = None;
    let first = *mode.borrow_and_update();
    if first == Mode::Forward {
        let forward = async {
            let far = far.insert(TcpStream::connect(target).await?);
            // Small messages are sent at once, as without a relay.
            near.set_nodelay(true)?;
            far.set_nodelay(true)?;
            copy_bidirectional(&mut near, far).await
        };
        tokio::select! {
            _ = forward => return,
            _ = mode.changed() => {}
        }
    }
    // An error means that the relay was dropped.
    if mode.has_changed().is_err() || *mode.borrow_and_update() != Mode::Stall {
        return;
    }
    let discard = async {
        let (mut one, mut other) = (sink(), sink());
        match &mut far {
            Some(far) => drop(tokio::join!(copy(&mut near, &mut one), copy(far, &mut other))),
            None => drop(copy(&mut near, &mut one).await),
        }
        // Keep both connections open: a side that closes its own gets no reply, either.
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = discard => {}
        // Any change ends the connection; so does the drop of the relay.
        _ = mode.changed() => {}
    }
}
