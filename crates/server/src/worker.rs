//! A worker: a process that serves nobody, and thinks for all nodes of a site.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tracing::{Instrument, error_span};

use crate::analyst::Serving;
use crate::bus::Line;
use crate::computer::Computer;
use crate::hall::Hall;
use crate::heart::Pulse;
use crate::id::NodeId;
use crate::metrics::seconds;
use crate::store::{Database, StoreError};
use crate::work::Work;

/// For so long what is thought about may take to be finished when the worker is stopped.
const LAST_THOUGHTS: Duration = Duration::from_secs(3);
/// For so long the queue may take to hear what became of it.
const SETTLING: Duration = Duration::from_secs(1);

/// How a worker is set up.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// Where everything is kept.
    pub database: Database,
    /// The address of NATS.
    pub bus: String,
    /// How many turns, and how many questions, it thinks about at a time.
    pub threads: usize,
}

/// A running worker.
pub struct Worker {
    computer: Computer,
    serving: Serving,
    work: Arc<Work>,
    pulse: JoinHandle<()>,
}

impl Worker {
    /// Opens the database and begins to work as soon as there is something to do.
    pub async fn start(config: &WorkerConfig) -> Result<Self, StoreError> {
        let node = NodeId::new().map_err(|error| StoreError::Other(error.to_string()))?;
        Self::start_as(node, config).instrument(error_span!("worker", %node)).await
    }

    async fn start_as(node: NodeId, config: &WorkerConfig) -> Result<Self, StoreError> {
        let store = config.database.open().await?;
        let secret = Line::secret(store.as_ref()).await?;
        let line = Line::open(node, &secret, Some(&config.bus), &config.database).await;
        let Line { bus, nats } = line.map_err(StoreError::Other)?;
        let work = nats.map(Work::new).ok_or(StoreError::Other("there is no queue".to_owned()))?;
        let work = Arc::new(work);
        // It claims no games from people.
        let hall = Arc::new(Hall::new(Arc::clone(&store), bus, Duration::MAX));
        let pulse = Pulse::new(store, Arc::clone(&hall));
        pulse.feel().await?;
        let threads = config.threads.max(1);
        let computer = Computer::start(&hall, threads, Some(&work)).map_err(StoreError::Other)?;
        let serving = Serving::start(&work, threads, seconds());
        let pulse = tokio::spawn(pulse.feel_on().in_current_span());
        Ok(Self { computer, serving, work, pulse })
    }

    /// Takes no more work, finishes what it has, and gives back what takes too long.
    pub async fn finish(self) {
        self.serving.finish();
        self.computer.finish(LAST_THOUGHTS).await;
        self.work.settled(SETTLING).await;
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.pulse.abort();
    }
}
