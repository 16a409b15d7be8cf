//! How the newest replay of an endpoint is shown, and the form that starts another.

use rules::delivery::{Replay, ReplayKind};
use rules::time::Timestamp;

use crate::dashboard::when;
use crate::page::PageRequest;
use crate::page::form::Form;

/// How far the newest one is.
pub struct ReplayProgress {
    pub words: String,
    pub done: String,
    pub status: &'static str,
    pub at: String,
}

impl ReplayProgress {
    /// `paused_until` is when the endpoint has some of its daily allowance again, if it has used it up.
    pub fn of(replay: &Replay, paused_until: Option<Timestamp>) -> ReplayProgress {
        let what = match replay.kind {
            ReplayKind::Failed => "what had failed".to_owned(),
            ReplayKind::Range => {
                format!("what happened from {} to {}", when::moment(replay.from), when::moment(replay.to))
            }
            ReplayKind::Skip => "what waited".to_owned(),
        };
        let deed = match (replay.kind, replay.ended_at) {
            (ReplayKind::Failed | ReplayKind::Range, None) => "Sending again",
            (ReplayKind::Failed | ReplayKind::Range, Some(_)) => "Sent again",
            (ReplayKind::Skip, None) => "Skipping",
            (ReplayKind::Skip, Some(_)) => "Skipped",
        };
        let count = if replay.done == 1 { "1 event".to_owned() } else { format!("{} events", replay.done) };
        let (status, done, at) = match replay.ended_at {
            Some(ended) => ("completed", count, format!("Ended {}", when::moment(ended))),
            None if paused_until.is_some() && replay.kind != ReplayKind::Skip => {
                let until = paused_until.map(when::moment).unwrap_or_default();
                let at = format!("Paused at the daily limit of this endpoint. Continues {until}");
                ("running", format!("{count} so far"), at)
            }
            None => {
                ("running", format!("{count} so far"), format!("Begun {}", when::moment(replay.created_at)))
            }
        };
        ReplayProgress { words: format!("{deed} {what}"), done, status, at }
    }
}

/// The two times as they were typed.
pub fn form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    let form = Form::post("replay", request.csrf(), &request.form_key);
    form.with("from", request.form.text("from")).with("to", request.form.text("to"))
}
