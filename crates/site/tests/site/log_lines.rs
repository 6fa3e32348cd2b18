//! Captures the JSON log lines of sites for tests.

use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex};

use serde_json::Value;
use site::logs::Json;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;

use crate::support::TestSite;

/// The log lines of all sites of this process.
#[derive(Clone, Default)]
pub(crate) struct LogLines(Arc<Mutex<Vec<u8>>>);

impl LogLines {
    /// Captures all lines from now on.
    pub(crate) fn capture() -> Self {
        static CAPTURED: LazyLock<LogLines> = LazyLock::new(|| {
            let captured = LogLines::default();
            let writer = captured.clone();
            let ours = ["store", "bus", "site"].map(|name| (name, LevelFilter::DEBUG));
            let ours = Targets::new().with_targets(ours);
            let lines = tracing_subscriber::registry().with(ours).with(Json::new(move || writer.clone()));
            tracing::subscriber::set_global_default(lines).expect("no other subscriber");
            captured
        });
        CAPTURED.clone()
    }

    /// Returns all lines of a site.
    pub(crate) fn of(&self, site: &TestSite) -> Vec<Value> {
        let text = String::from_utf8(self.0.lock().expect("lock").clone()).expect("text");
        let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        lines.filter(|line: &Value| line["node"] == site.node()).collect()
    }

    /// Returns the lines of a site about one request.
    pub(crate) fn about(&self, site: &TestSite, request: &str) -> Vec<Value> {
        self.of(site).into_iter().filter(|line| line["request"] == request).collect()
    }
}

impl Write for LogLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("lock").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
