//! What sites tell in their logs, kept for a test: the lines of JSON that a program would read.

use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex};

use serde_json::Value;
use site::logs::Json;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;

use crate::game::Running;

/// The lines told so far by all sites of this process.
#[derive(Clone, Default)]
pub(crate) struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    /// Keeps what is told from now on.
    pub(crate) fn keep() -> Self {
        static KEPT: LazyLock<Lines> = LazyLock::new(|| {
            let kept = Lines::default();
            let writer = kept.clone();
            let ours = ["store", "bus", "site"].map(|name| (name, LevelFilter::DEBUG));
            let ours = Targets::new().with_targets(ours);
            let lines = tracing_subscriber::registry().with(ours).with(Json::new(move || writer.clone()));
            tracing::subscriber::set_global_default(lines).expect("nobody else listens");
            kept
        });
        KEPT.clone()
    }

    /// All lines of a site.
    pub(crate) fn of(&self, site: &Running) -> Vec<Value> {
        let text = String::from_utf8(self.0.lock().expect("whole").clone()).expect("text");
        let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        lines.filter(|line: &Value| line["node"] == site.node()).collect()
    }

    /// Those of a site about one request.
    pub(crate) fn about(&self, site: &Running, request: &str) -> Vec<Value> {
        self.of(site).into_iter().filter(|line| line["request"] == request).collect()
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("whole").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
