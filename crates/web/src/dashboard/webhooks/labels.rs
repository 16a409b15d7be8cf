//! What the pages of webhooks say: how an endpoint stands, what it gets, and what its answers mean.

use app::MOST_DELIVERIES_COUNTED;
use axum::http::StatusCode;
use rules::delivery::AttemptResponse;
use rules::endpoint::{DeactivationReason, EnabledEvents, Endpoint};
use rules::text::is_direction_mark;
use rules::webhook_url::UrlFault;

use crate::dashboard::when;

/// How an endpoint stands: a word for the badge, and a few more beside it.
pub struct EndpointBadge {
    pub name: &'static str,
    pub note: String,
}

impl EndpointBadge {
    pub fn of(endpoint: &Endpoint) -> EndpointBadge {
        let (name, note) = match (endpoint.off, endpoint.failing_since) {
            (Some(off), _) => {
                let (name, why) = off_words(off.reason);
                (name, format!("Since {}{why}", when::moment(off.at)))
            }
            (None, _) if endpoint.verified_at.is_none() => {
                ("pending_verification", "Waiting for a 2xx response to the test event".to_owned())
            }
            (None, Some(since)) => ("failing", format!("Since {}", when::moment(since))),
            (None, None) => ("on", String::new()),
        };
        EndpointBadge { name, note }
    }
}

/// The badge of one that is off, and why it is.
const fn off_words(reason: DeactivationReason) -> (&'static str, &'static str) {
    match reason {
        DeactivationReason::Paused => ("paused", ""),
        DeactivationReason::Gone => ("off", ", when it answered 410 Gone"),
        DeactivationReason::Failing => ("off", ", after failing for five days"),
        DeactivationReason::Unverified => ("off", ", after three days without accepting the test event"),
    }
}

/// Why nothing is sent, in whole sentences.
pub const fn off_sentence(reason: DeactivationReason) -> &'static str {
    match reason {
        DeactivationReason::Paused => "You turned it off.",
        DeactivationReason::Gone => "It answered with 410 Gone, which means that it wants no more events.",
        DeactivationReason::Failing => {
            "It did not accept a single event for five days. Mend it before you turn it on."
        }
        DeactivationReason::Unverified => {
            "It did not accept the test event for three days. Turn it on to send a new test."
        }
    }
}

pub fn wants(wants: &EnabledEvents) -> String {
    match wants {
        EnabledEvents::Everything => "All events".to_owned(),
        EnabledEvents::These(types) if types.len() == 1 => "1 type of event".to_owned(),
        EnabledEvents::These(types) => format!("{} types of events", types.len()),
    }
}

/// A number that stops counting somewhere.
pub fn counted(count: i64) -> String {
    let is_more = usize::try_from(count).is_ok_and(|count| count >= MOST_DELIVERIES_COUNTED);
    if is_more { format!("{MOST_DELIVERIES_COUNTED} or more") } else { count.to_string() }
}

/// `1 event waits`, `3 events wait`.
pub fn waiting(count: i64) -> String {
    match count {
        1 => "1 event waits".to_owned(),
        count => format!("{} events wait", counted(count)),
    }
}

/// What is wrong with an address, as a sentence beside its field.
pub fn fault(fault: &UrlFault) -> String {
    sentence(&fault.to_string())
}

/// With a capital letter and a full stop.
pub fn sentence(words: &str) -> String {
    let mut letters = words.trim().chars();
    let mut text: String =
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters.by_ref()).collect();
    if !text.is_empty() && !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

/// What came back, in one line: `500 Internal Server Error`.
pub fn answer(answer: &AttemptResponse) -> String {
    match answer {
        AttemptResponse::Status { code, .. } => {
            let reason = StatusCode::from_u16(*code).ok().and_then(|code| code.canonical_reason());
            reason.map_or_else(|| code.to_string(), |reason| format!("{code} {reason}"))
        }
        AttemptResponse::Nothing { .. } => "No response".to_owned(),
    }
}

/// What it means, and what to do about it.
pub fn advice(answer: &AttemptResponse) -> String {
    let code = match answer {
        AttemptResponse::Status { code, .. } => *code,
        AttemptResponse::Nothing { why } if why.is_empty() => {
            return "The receiver did not answer.".to_owned();
        }
        AttemptResponse::Nothing { why } => return sentence(why),
    };
    let words = match code {
        200..=299 => "The receiver has it.",
        300..=399 => "Redirects are not followed. Write the new address into the endpoint.",
        401 | 403 => "The receiver wants to know who asks. Let it check the signature instead.",
        404 | 405 => "Nothing takes events at this address. Compare it with your routes.",
        410 => "The receiver wants no more events, so the endpoint is turned off.",
        429 => "The receiver has too much to do. It is given more time.",
        500..=599 => "Something went wrong in the receiver. Its own log knows what.",
        _ => "Only an answer from 200 to 299 counts as delivered.",
    };
    words.to_owned()
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
    use rules::delivery::AttemptResponse;

    use super::{advice, answer, counted, excerpt, sentence};

    fn status(code: u16) -> AttemptResponse {
        AttemptResponse::Status { code, excerpt: String::new(), retry_after: None }
    }

    #[test]
    fn every_answer_is_named_and_explained() {
        assert_eq!(answer(&status(500)), "500 Internal Server Error");
        assert_eq!(answer(&status(299)), "299");
        assert_eq!(answer(&AttemptResponse::Nothing { why: "x".to_owned() }), "No response");
        assert_eq!(
            advice(&AttemptResponse::Nothing { why: "connecting took too long".to_owned() }),
            "Connecting took too long."
        );
        assert_eq!(advice(&AttemptResponse::Nothing { why: String::new() }), "The receiver did not answer.");
        assert!((100..=599).all(|code| advice(&status(code)).ends_with('.')));
    }

    #[test]
    fn what_a_receiver_wrote_cannot_hide_or_turn_around() {
        assert_eq!(excerpt("a\u{202e}b\u{0}c\r\n\td\u{9b}"), "a\u{fffd}b\u{fffd}c\u{fffd}\n\td\u{fffd}");
        assert_eq!(excerpt("<b>é日本</b>"), "<b>é日本</b>");
    }

    #[test]
    fn counting_ends_somewhere() {
        assert_eq!((counted(999).as_str(), counted(1_000).as_str()), ("999", "1000 or more"));
        assert_eq!(
            (sentence("ends."), sentence(""), sentence("élan")),
            ("Ends.".into(), "".into(), "Élan.".into())
        );
    }
}
