//! The log of a process: lines of text for people, or of JSON for programs.
//!
//! Each line has the node and, if a request caused it, the id of the request; both come from spans. Cookies, tokens,
//! passwords and addresses of clients are never logged.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::FormatTime;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::{LookupSpan, Scope};
use tracing_subscriber::util::SubscriberInitExt;

use store::clock;

/// The format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// Starts to log to standard error. Further calls, as in tests, have no effect.
pub fn start(level: LevelFilter, format: Format) {
    // Libraries only log warnings and errors.
    let ours = ["play", "store", "bus", "site", "crownhead"].map(|name| (name, level));
    // async_nats logs each attempt to reconnect, several times a second; the bus logs once.
    let filter = Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        .with_target("async_nats", LevelFilter::OFF)
        .with_targets(ours);
    let registry = tracing_subscriber::registry().with(filter);
    let initialized = match format {
        Format::Text => {
            let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_timer(SiteTime);
            registry.with(lines.with_ansi(io::stderr().is_terminal())).try_init()
        }
        Format::Json => registry.with(Json::new(io::stderr)).try_init(),
    };
    if initialized.is_ok() && format == Format::Json {
        // The default hook would write a line that is not JSON.
        std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "thread_panicked")));
    }
}

/// The time of the store, so that the lines of all nodes can be merged in order.
struct SiteTime;

impl FormatTime for SiteTime {
    fn format_time(&self, writer: &mut Writer<'_>) -> fmt::Result {
        writer.write_str(&clock::now().text())
    }
}

/// Writes each event as a line of JSON: time, level, fields of the spans, target, and fields of the event.
///
/// The layer of tracing-subscriber nests the fields of spans; log collectors expect node and request at the top level.
pub struct Json<W>(W);

impl<W> Json<W> {
    /// Creates a layer that writes to `writer`.
    pub fn new(writer: W) -> Self {
        Self(writer)
    }
}

/// The fields of a span or event.
#[derive(Default)]
struct Fields(Map<String, Value>);

impl<S, W> Layer<S> for Json<W>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: for<'a> MakeWriter<'a> + 'static,
{
    fn on_new_span(&self, span: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        let mut fields = Fields::default();
        span.record(&mut fields);
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(fields);
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(fields) = span.extensions_mut().get_mut::<Fields>()
        {
            values.record(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut line = Fields::default();
        let metadata = event.metadata();
        line.put("time", clock::now().text());
        line.put("level", metadata.level().as_str().to_ascii_lowercase());
        for span in context.event_scope(event).into_iter().flat_map(Scope::from_root) {
            if let Some(fields) = span.extensions().get::<Fields>() {
                line.0.extend(fields.0.clone());
            }
        }
        line.put("target", metadata.target());
        event.record(&mut line);
        let mut text = Value::Object(line.0).to_string();
        text.push('\n');
        // There is nowhere to report a failure to.
        let _ = self.0.make_writer().write_all(text.as_bytes());
    }
}

impl Fields {
    fn put(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.to_owned(), value.into());
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field.name(), value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field.name(), value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field.name(), value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field.name(), value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field.name(), value);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// A writer to memory.
    #[derive(Clone, Default)]
    struct Buffer(Arc<Mutex<Vec<u8>>>);

    impl Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("not poisoned").extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn json_lines_have_time_level_and_all_fields() {
        let buffer = Buffer::default();
        let writer = buffer.clone();
        let lines = tracing_subscriber::registry().with(Json::new(move || writer.clone()));
        tracing::subscriber::with_default(lines, || {
            let node = tracing::error_span!("node", node = "n1", late = tracing::field::Empty);
            let _node = node.enter();
            node.record("late", true);
            tracing::error_span!("request", request = "r\"7").in_scope(|| {
                tracing::warn!(seq = 5_u64, took = 0.25, error = %"broken\nline", "slow");
            });
            tracing::info!(offset = -3, "after it");
        });
        let text = String::from_utf8(buffer.0.lock().expect("not poisoned").clone()).expect("text");
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let [slow, after] = &lines[..] else { panic!("{text}") };
        assert!(
            slow["time"].as_str().is_some_and(|time| time.ends_with('Z') && time.contains('T')),
            "{slow}"
        );
        assert_eq!(
            (&slow["level"], &slow["node"], &slow["request"]),
            (&"warn".into(), &"n1".into(), &"r\"7".into())
        );
        assert_eq!((&slow["seq"], &slow["took"], &slow["late"]), (&5.into(), &0.25.into(), &true.into()));
        assert_eq!((&slow["message"], &slow["error"]), (&"slow".into(), &"broken\nline".into()));
        assert_eq!((&after["request"], &after["offset"]), (&Value::Null, &(-3).into()));
    }
}
