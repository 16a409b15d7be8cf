//! What the pages of webhooks say: the state of an endpoint, what it gets, and what a response means.

use app::MAX_DELIVERIES_COUNTED;
use axum::http::StatusCode;
use i18n::Locale;
use rules::delivery::AttemptResponse;
use rules::endpoint::{Deactivation, DeactivationReason, EnabledEvents, Endpoint};
use rules::text::is_direction_mark;

use crate::dashboard::parts::StatusBadge;

/// The state of an endpoint: its badge, and a note beside it.
pub struct EndpointBadge {
    pub badge: StatusBadge,
    pub note: String,
}

impl EndpointBadge {
    pub fn of(locale: Locale, endpoint: &Endpoint) -> EndpointBadge {
        let (name, words, note) = match (endpoint.off, endpoint.failing_since) {
            (Some(off), _) => {
                let (name, words) = match off.reason {
                    DeactivationReason::Paused => ("paused", locale.text("endpoint-paused")),
                    DeactivationReason::Gone
                    | DeactivationReason::Failing
                    | DeactivationReason::Unverified => ("off", locale.text("endpoint-off")),
                };
                let (reason, date) = (off.reason.name(), locale.date_time(off.at));
                let note = locale.text_with("endpoint-off-since", &[("reason", &reason), ("date", &date)]);
                (name, words, note)
            }
            (None, _) if endpoint.verified_at.is_none() => {
                let note = locale.text("endpoint-pending-note").to_owned();
                ("pending_verification", locale.text("endpoint-pending"), note)
            }
            (None, Some(since)) => {
                let date = locale.date_time(since);
                let note = locale.text_with("endpoint-failing-since", &[("date", &date)]);
                ("failing", locale.text("endpoint-failing"), note)
            }
            (None, None) => ("on", locale.text("endpoint-on"), String::new()),
        };
        EndpointBadge { badge: StatusBadge::named(name, words), note }
    }
}

/// Why nothing is sent, in whole sentences.
pub fn off_sentence(locale: Locale, off: Deactivation) -> String {
    let date = locale.date_time(off.at);
    match off.reason {
        DeactivationReason::Paused => locale.text_with("endpoint-off-paused", &[("date", &date)]),
        DeactivationReason::Gone => locale.text_with("endpoint-off-gone", &[("date", &date)]),
        DeactivationReason::Failing => locale.text_with("endpoint-off-failing", &[("date", &date)]),
        DeactivationReason::Unverified => locale.text_with("endpoint-off-unverified", &[("date", &date)]),
    }
}

/// Which events an endpoint gets.
pub fn events(locale: Locale, wants: &EnabledEvents) -> String {
    match wants {
        EnabledEvents::Everything => locale.text("endpoint-all-events").to_owned(),
        EnabledEvents::These(types) => locale.text_with("endpoint-event-types", &[("count", &types.len())]),
    }
}

/// Whether deliveries are counted no further.
fn is_most(count: i64) -> bool {
    usize::try_from(count).is_ok_and(|count| count >= MAX_DELIVERIES_COUNTED)
}

/// A number that stops counting somewhere.
pub fn counted(locale: Locale, count: i64) -> String {
    match is_most(count) {
        true => locale.text_with("endpoint-count-or-more", &[("count", &MAX_DELIVERIES_COUNTED)]),
        false => locale.integer(count),
    }
}

/// `3 events are waiting.`
pub fn waiting(locale: Locale, count: i64) -> String {
    match is_most(count) {
        true => locale.text_with("endpoint-events-waiting-or-more", &[("count", &MAX_DELIVERIES_COUNTED)]),
        false => locale.text_with("endpoint-events-waiting", &[("count", &count)]),
    }
}

/// The response in one line, with the reason phrase of HTTP: `500 Internal Server Error`.
pub fn response(locale: Locale, response: &AttemptResponse) -> String {
    match response {
        AttemptResponse::Status { code, .. } => {
            let reason = StatusCode::from_u16(*code).ok().and_then(|code| code.canonical_reason());
            reason.map_or_else(|| code.to_string(), |reason| format!("{code} {reason}"))
        }
        AttemptResponse::Nothing { .. } => locale.text("delivery-no-response").to_owned(),
    }
}

/// What it means, and what to do about it.
pub fn advice(locale: Locale, response: &AttemptResponse) -> &'static str {
    let code = match response {
        AttemptResponse::Status { code, .. } => *code,
        AttemptResponse::Nothing { .. } => return locale.text("delivery-advice-no-response"),
    };
    match code {
        200..=299 => locale.text("delivery-advice-accepted"),
        300..=399 => locale.text("delivery-advice-redirect"),
        401 | 403 => locale.text("delivery-advice-authentication"),
        404 | 405 => locale.text("delivery-advice-not-found"),
        410 => locale.text("delivery-advice-gone"),
        429 => locale.text("delivery-advice-busy"),
        500..=599 => locale.text("delivery-advice-server-error"),
        _ => locale.text("delivery-advice-other"),
    }
}

/// What a receiver wrote, as harmless text: nothing that is not seen, and nothing that turns the direction of reading.
pub fn excerpt(text: &str) -> String {
    let is_hidden =
        |letter: char| (letter.is_control() && !['\n', '\t'].contains(&letter)) || is_direction_mark(letter);
    let shown = |letter| if is_hidden(letter) { char::REPLACEMENT_CHARACTER } else { letter };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::delivery::AttemptResponse;
    use rules::language::Language;

    use super::{advice, counted, excerpt, response, waiting};

    fn status(code: u16) -> AttemptResponse {
        AttemptResponse::Status { code, excerpt: String::new(), retry_after: None }
    }

    #[test]
    fn every_response_is_named_and_explained() {
        let (english, french) = (Locale::ENGLISH, Locale::from(Language::French));
        let nothing = AttemptResponse::Nothing { why: "x".to_owned() };
        assert_eq!(response(english, &status(500)), "500 Internal Server Error");
        assert_eq!(response(french, &status(500)), "500 Internal Server Error", "the names of HTTP");
        assert_eq!(response(english, &status(299)), "299");
        assert_eq!(response(english, &nothing), "No response");
        assert_eq!(response(french, &nothing), "Aucune réponse");
        assert!((100..=599).all(|code| advice(english, &status(code)).ends_with('.')));
        assert_ne!(advice(english, &nothing), advice(english, &status(500)));
    }

    #[test]
    fn what_a_receiver_wrote_cannot_hide_or_turn_around() {
        assert_eq!(excerpt("a\u{202e}b\u{0}c\r\n\td\u{9b}"), "a\u{fffd}b\u{fffd}c\u{fffd}\n\td\u{fffd}");
        assert_eq!(excerpt("<b>é日本</b>"), "<b>é日本</b>");
    }

    #[test]
    fn counting_ends_somewhere() {
        let english = Locale::ENGLISH;
        assert_eq!(counted(english, 999), "999");
        assert_eq!(counted(english, 1_000), "1,000 or more");
        assert_eq!(waiting(english, 1), "1 event is waiting.");
        assert_eq!(waiting(english, 999), "999 events are waiting.");
        assert_eq!(waiting(english, 1_000), "1,000 or more events are waiting.");
    }
}
