//! A relay between a node and a service, which can be cut.

use std::net::SocketAddr;

use tokio::io::{copy, copy_bidirectional, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::port;
use crate::trouble::Trouble;

/// What becomes of what is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// It arrives.
    Open,
    /// It is taken, and lost.
    Stalled,
    /// Nothing is taken; connections are closed.
    Cut,
}

/// A TCP relay in this process. All its connections are closed when this is dropped.
///
/// Connections that were there when it was cut or stalled do not come back: what they carried is lost, so going on would be
/// wrong. Who connects after [`mend`](Self::mend) finds the service.
#[derive(Debug)]
pub struct Relay {
    address: SocketAddr,
    target: SocketAddr,
    /// None while it is cut.
    door: Option<Door>,
}

/// Takes connections, and tells each what becomes of what it carries.
#[derive(Debug)]
struct Door {
    listening: JoinHandle<()>,
    way: watch::Sender<Way>,
}

impl Relay {
    /// Relays to this address, from one of its own.
    pub async fn start(target: SocketAddr) -> Result<Self, Trouble> {
        let mut relay = Self { address: port::nowhere(), target, door: None };
        port::claim(async |address| {
            relay.address = address;
            relay.open(Way::Open).await
        })
        .await?;
        Ok(relay)
    }

    /// Where to connect instead of the service itself.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Closes all connections, and refuses new ones: the service is not there, and everybody notices at once.
    pub async fn cut(&mut self) {
        let Some(mut door) = self.door.take() else { return };
        door.listening.abort();
        // The error is that it was aborted.
        let _ = (&mut door.listening).await;
        door.way.send_replace(Way::Cut);
        door.way.closed().await;
    }

    /// Takes connections, new ones and what they send, and lets nothing through: the network is gone, and only who looks at
    /// the clock notices. The other side is not told anything, either.
    pub async fn stall(&mut self) -> Result<(), Trouble> {
        match &self.door {
            Some(door) => {
                door.way.send_replace(Way::Stalled);
                Ok(())
            }
            None => self.open(Way::Stalled).await,
        }
    }

    /// Everything is as at the start for who connects now.
    pub async fn mend(&mut self) -> Result<(), Trouble> {
        if self.door.as_ref().is_some_and(|door| *door.way.borrow() == Way::Open) {
            return Ok(());
        }
        self.cut().await;
        self.open(Way::Open).await
    }

    async fn open(&mut self, way: Way) -> Result<(), Trouble> {
        let listener = TcpListener::bind(self.address).await.map_err(Trouble::with("the relay"))?;
        let (sender, receiver) = watch::channel(way);
        let listening = tokio::spawn(listen(listener, self.target, receiver));
        self.door = Some(Door { listening, way: sender });
        Ok(())
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn listen(listener: TcpListener, target: SocketAddr, way: watch::Receiver<Way>) {
    loop {
        // A connection that is gone before it was taken is none of our business.
        if let Ok((near, _)) = listener.accept().await {
            tokio::spawn(carry(near, target, way.clone()));
        }
    }
}

/// Carries what is sent until either side has done, or the way is closed.
async fn carry(mut near: TcpStream, target: SocketAddr, mut way: watch::Receiver<Way>) {
    let mut far = None;
    let first = *way.borrow_and_update();
    if first == Way::Open {
        let carried = async {
            let far = far.insert(TcpStream::connect(target).await?);
            // Small messages go at once, as they would without us.
            near.set_nodelay(true)?;
            far.set_nodelay(true)?;
            copy_bidirectional(&mut near, far).await
        };
        tokio::select! {
            _ = carried => return,
            _ = way.changed() => {}
        }
    }
    // If the relay itself is gone there is nobody to change it any more.
    if way.has_changed().is_err() || *way.borrow_and_update() != Way::Stalled {
        return;
    }
    let swallowed = async {
        let (mut one, mut other) = (sink(), sink());
        match &mut far {
            Some(far) => drop(tokio::join!(copy(&mut near, &mut one), copy(far, &mut other))),
            None => drop(copy(&mut near, &mut one).await),
        }
        // Even who hangs up is not told that anybody heard it.
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = swallowed => {}
        // Any change ends it; so does the end of the relay.
        _ = way.changed() => {}
    }
}
