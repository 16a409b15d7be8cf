//! The only module that knows what time it is.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rules::time::Timestamp;

#[derive(Clone)]
pub struct Clock {
    source: Source,
}

#[derive(Clone)]
enum Source {
    System {
        started: Instant,
    },
    #[cfg(feature = "simulated")]
    Set(std::sync::Arc<std::sync::atomic::AtomicI64>),
}

impl Clock {
    #[allow(clippy::disallowed_methods, reason = "this is the module that asks")]
    pub fn system() -> Clock {
        Clock { source: Source::System { started: Instant::now() } }
    }

    /// A clock that stands still until it is moved.
    #[cfg(feature = "simulated")]
    pub fn set_to(micros: i64) -> Clock {
        Clock { source: Source::Set(std::sync::Arc::new(micros.into())) }
    }

    #[cfg(feature = "simulated")]
    pub fn advance(&self, by: Duration) {
        let Source::Set(micros) = &self.source else { panic!("only a simulated clock can be moved") };
        let by = i64::try_from(by.as_micros()).expect("tests move it by less than 292,000 years");
        micros.fetch_add(by, std::sync::atomic::Ordering::SeqCst);
    }

    /// Moves a set clock to another time, which may be an earlier one.
    #[cfg(feature = "simulated")]
    pub fn jump_to(&self, time: Timestamp) {
        let Source::Set(micros) = &self.source else { panic!("only a simulated clock can be moved") };
        micros.store(time.micros(), std::sync::atomic::Ordering::SeqCst);
    }

    /// The time of day, for rows and people. It may jump.
    #[allow(clippy::disallowed_methods, reason = "this is the module that asks")]
    pub fn now(&self) -> Timestamp {
        match &self.source {
            Source::System { .. } => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                Timestamp::from_micros(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
            }
            #[cfg(feature = "simulated")]
            Source::Set(micros) => Timestamp::from_micros(micros.load(std::sync::atomic::Ordering::SeqCst)),
        }
    }

    /// Time since the start, for measuring how long something took. It never jumps.
    pub fn elapsed(&self) -> Duration {
        match &self.source {
            Source::System { started } => started.elapsed(),
            #[cfg(feature = "simulated")]
            Source::Set(_) => Duration::from_micros(self.now().micros().unsigned_abs()),
        }
    }
}
