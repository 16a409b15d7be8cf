//! The log: to stderr, for people or as JSON. Values from outside cannot forge lines or colours in it.

use std::fmt::{self, Write as _};
use std::io::IsTerminal;
use std::panic::PanicHookInfo;

use tracing_subscriber::field::MakeExt;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::format::{FormatFields, Writer, debug_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::settings::Reader;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Pretty,
    Json,
}

pub struct Logging {
    format: Format,
    filter: Targets,
}

impl Logging {
    /// `level` is what counts when nothing is set.
    pub fn read(reader: &mut Reader<'_>, format: Format, level: &str) -> Logging {
        let filter = |text: &str| text.parse::<Targets>().map_err(|_| FILTER_FORM);
        Logging {
            format: reader.optional("log_format", read_format).unwrap_or(format),
            filter: reader
                .optional("log", filter)
                .unwrap_or_else(|| level.parse().expect("a level is a filter")),
        }
    }

    /// Once for each process.
    pub fn start(self) {
        let filtered = tracing_subscriber::registry().with(self.filter);
        let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
        let started = match self.format {
            Format::Json => filtered.with(lines.json().flatten_event(true).with_span_list(false)).try_init(),
            Format::Pretty => {
                let is_coloured = std::io::stderr().is_terminal();
                filtered.with(lines.fmt_fields(one_line()).with_ansi(is_coloured)).try_init()
            }
        };
        // A repeated command, such as `florin ops watch`, has already started the log.
        if started.is_err() {
            return;
        }
        std::panic::set_hook(Box::new(log_panic));
    }
}

const FILTER_FORM: &str = "use off, error, warn, info, debug or trace, or a filter such as info,store=debug";

fn read_format(text: &str) -> Result<Format, &'static str> {
    match text {
        "pretty" => Ok(Format::Pretty),
        "json" => Ok(Format::Json),
        _ => Err("use pretty or json"),
    }
}

/// Fields on one line. The library escapes terminal codes but lets line breaks through, so this does both.
fn one_line() -> impl for<'writer> FormatFields<'writer> + Send + Sync + 'static {
    debug_fn(|writer: &mut Writer<'_>, field: &tracing::field::Field, value: &dyn fmt::Debug| {
        if field.name() != "message" {
            write!(writer, "{}=", field.name())?;
        }
        write!(Escaping(writer), "{value:?}")
    })
    .delimited(" ")
}

struct Escaping<'a, 'w>(&'a mut Writer<'w>);

impl fmt::Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            if letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}') {
                write!(self.0, "{}", letter.escape_default())?;
            } else {
                self.0.write_char(letter)?;
            }
        }
        Ok(())
    }
}

/// A panic is a bug. Its message is logged only if it is fixed text: a formatted one may hold private data.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let said = panic.payload().downcast_ref::<&'static str>().copied().unwrap_or("(not logged)");
    match panic.location() {
        Some(at) => {
            tracing::error!(
                said,
                file = at.file(),
                line = at.line(),
                "thread panicked; this is a bug in Florin"
            )
        }
        None => tracing::error!(said, "thread panicked; this is a bug in Florin"),
    }
}

#[cfg(test)]
mod tests {
    use super::one_line;
    use std::io::Write;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct LogBuffer(Arc<Mutex<Vec<u8>>>);

    impl Write for LogBuffer {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl LogBuffer {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    fn log_something_nasty() {
        let nasty = "x\n2026 ERROR forged\r\u{1b}[31m\u{9b}31m\u{2028}\0";
        let span = tracing::info_span!("request", path = %nasty);
        let _entered = span.enter();
        tracing::info!(shown = %nasty, debugged = ?nasty, text = nasty, "{nasty}");
    }

    #[test]
    fn no_value_can_start_a_line_or_colour_a_terminal_in_the_pretty_log() {
        let kept = LogBuffer::default();
        let writer = {
            let kept = kept.clone();
            move || kept.clone()
        };
        let subscriber =
            tracing_subscriber::fmt().fmt_fields(one_line()).with_ansi(false).with_writer(writer).finish();
        tracing::subscriber::with_default(subscriber, log_something_nasty);
        let text = kept.text();
        assert!(text.contains("forged") && text.contains("debugged="), "{text}");
        assert_eq!(text.matches('\n').count(), 1, "{text}");
        assert!(
            text.ends_with('\n') && !text.trim_end().contains(|letter: char| letter.is_control()),
            "{text}"
        );
    }

    #[test]
    fn no_value_can_start_a_line_or_colour_a_terminal_in_the_json_log() {
        let kept = LogBuffer::default();
        let writer = {
            let kept = kept.clone();
            move || kept.clone()
        };
        let subscriber = tracing_subscriber::fmt().json().flatten_event(true).with_writer(writer).finish();
        tracing::subscriber::with_default(subscriber, log_something_nasty);
        let text = kept.text();
        let parsed: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(parsed["shown"].as_str().unwrap().contains("forged"));
        assert_eq!(text.matches('\n').count(), 1, "{text}");
        assert!(!text.contains('\u{1b}') && !text.contains('\0'), "{text}");
    }
}
