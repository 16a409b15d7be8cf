//! How the newest replay of an endpoint is shown, and the form that starts another.

use i18n::Locale;
use rules::delivery::{Replay, ReplayKind};
use rules::time::Timestamp;

use crate::dashboard::parts::StatusBadge;
use crate::page::PageRequest;
use crate::page::form::Form;

/// How far the newest one is.
pub struct ReplayProgress {
    pub title: String,
    pub done: String,
    pub status: StatusBadge,
    pub at: String,
}

impl ReplayProgress {
    /// `paused_until` is when the endpoint has some of its daily allowance again, if it has used it up.
    pub fn of(locale: Locale, replay: &Replay, paused_until: Option<Timestamp>) -> ReplayProgress {
        let running = || StatusBadge::named("running", locale.text("resend-running"));
        let so_far = || locale.text_with("resend-count-so-far", &[("count", &replay.done)]);
        let paused_until = paused_until.filter(|_| replay.kind != ReplayKind::Skip);
        let (status, done, at) = match (replay.ended_at, paused_until) {
            (Some(ended), _) => (
                StatusBadge::named("completed", locale.text("status-completed")),
                locale.text_with("resend-count", &[("count", &replay.done)]),
                locale.text_with("resend-ended", &[("date", &locale.date_time(ended))]),
            ),
            (None, Some(until)) => {
                let date = locale.date_time(until);
                (running(), so_far(), locale.text_with("resend-paused", &[("date", &date)]))
            }
            (None, None) => {
                let date = locale.date_time(replay.created_at);
                (running(), so_far(), locale.text_with("resend-started", &[("date", &date)]))
            }
        };
        ReplayProgress { title: title(locale, replay), done, status, at }
    }
}

fn title(locale: Locale, replay: &Replay) -> String {
    let (from, to) = (locale.date_time(replay.from), locale.date_time(replay.to));
    match (replay.kind, replay.ended_at) {
        (ReplayKind::Failed, None) => locale.text("resend-failed-running").to_owned(),
        (ReplayKind::Failed, Some(_)) => locale.text("resend-failed-done").to_owned(),
        (ReplayKind::Range, None) => {
            locale.text_with("resend-range-running", &[("from", &from), ("to", &to)])
        }
        (ReplayKind::Range, Some(_)) => {
            locale.text_with("resend-range-done", &[("from", &from), ("to", &to)])
        }
        (ReplayKind::Skip, None) => locale.text("resend-skip-running").to_owned(),
        (ReplayKind::Skip, Some(_)) => locale.text("resend-skip-done").to_owned(),
    }
}

/// The two times as they were typed.
pub fn form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    let form = Form::post(request.locale, "replay", request.csrf(), &request.form_key);
    form.with("from", request.form.text("from")).with("to", request.form.text("to"))
}
