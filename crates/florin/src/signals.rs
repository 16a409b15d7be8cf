//! SIGTERM and SIGINT: the first asks for an orderly stop, the second ends the program at once.

use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

use crate::command_error::CommandError;

/// Counts the signals that have come.
#[derive(Clone)]
pub struct Signals {
    seen: watch::Receiver<u32>,
}

impl Signals {
    pub fn listen() -> Result<Signals, CommandError> {
        let hear = |kind| {
            signal(kind).map_err(|error| CommandError::Refused(format!("can't handle signals: {error}")))
        };
        let (terminate, interrupt) = (hear(SignalKind::terminate())?, hear(SignalKind::interrupt())?);
        let (count, seen) = watch::channel(0);
        tokio::spawn(count_signals(terminate, interrupt, count));
        Ok(Signals { seen })
    }

    pub async fn first(mut self) {
        self.reaches(1).await;
    }

    pub async fn second(mut self) {
        self.reaches(2).await;
    }

    async fn reaches(&mut self, wanted: u32) {
        if self.seen.wait_for(|seen| *seen >= wanted).await.is_err() {
            // The counter is gone, which only happens when the runtime goes down.
            std::future::pending::<()>().await;
        }
    }
}

async fn count_signals(mut terminate: Signal, mut interrupt: Signal, count: watch::Sender<u32>) {
    loop {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        count.send_modify(|seen| *seen += 1);
    }
}
