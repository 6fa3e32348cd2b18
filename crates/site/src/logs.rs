//! What a node tells of itself while it runs: lines of text for people, or of JSON for programs.
//!
//! Each line has the node and, where somebody asked for what is told, the id of the request: both come from the spans that it
//! is told in. No cookie, token, password or address of anybody is ever told.

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

/// How lines are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: one object a line.
    Json,
}

/// From now on this process tells so much on standard error. A second time, as in tests, the first one's voice is used.
pub fn start(level: LevelFilter, format: Format) {
    // What others have written and we use is only heard when something is wrong.
    let ours = ["play", "store", "bus", "site", "crownhead"].map(|name| (name, level));
    // It tells of each attempt to reach a server that is away, several times a second; we tell once.
    let filter = Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        .with_target("async_nats", LevelFilter::OFF)
        .with_targets(ours);
    let registry = tracing_subscriber::registry().with(filter);
    let started = match format {
        Format::Text => {
            let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_timer(SiteTime);
            registry.with(lines.with_ansi(io::stderr().is_terminal())).try_init()
        }
        Format::Json => registry.with(Json::new(io::stderr)).try_init(),
    };
    if started.is_ok() && format == Format::Json {
        // A program that reads lines of JSON must not stumble over one that is none.
        std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "something has stumbled")));
    }
}

/// The time that all nodes go by: their lines can be put in order.
struct SiteTime;

impl FormatTime for SiteTime {
    fn format_time(&self, writer: &mut Writer<'_>) -> fmt::Result {
        writer.write_str(&clock::now().text())
    }
}

/// Writes each event as a line of JSON: when, how bad, which node, which request, what, and what belongs to it.
///
/// Not tracing-subscriber's own: it nests the fields of spans, and what collects our lines finds node and request on top.
pub struct Json<W>(W);

impl<W> Json<W> {
    /// Writes there.
    pub fn new(writer: W) -> Self {
        Self(writer)
    }
}

/// The fields of a span, kept with it.
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
        let about = event.metadata();
        line.put("time", clock::now().text());
        line.put("level", about.level().as_str().to_ascii_lowercase());
        for span in context.event_scope(event).into_iter().flat_map(Scope::from_root) {
            if let Some(fields) = span.extensions().get::<Fields>() {
                line.0.extend(fields.0.clone());
            }
        }
        line.put("target", about.target());
        event.record(&mut line);
        let mut text = Value::Object(line.0).to_string();
        text.push('\n');
        // If nobody takes it, there is nobody to tell that, either.
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

    /// Keeps what is written.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("whole").extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_of_json_has_the_time_the_level_what_the_spans_say_and_its_own_fields() {
        let kept = Kept::default();
        let writer = kept.clone();
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
        let text = String::from_utf8(kept.0.lock().expect("whole").clone()).expect("text");
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
