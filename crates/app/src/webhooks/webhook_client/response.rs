//! A receiver's response, as far as Florin stores it.

use std::time::{Duration, UNIX_EPOCH};

use http_body_util::BodyExt;
use hyper::Response;
use hyper::body::{Body, Incoming};
use hyper::header::{HeaderValue, RETRY_AFTER};
use rules::text::is_direction_mark;
use rules::time::{SECONDS_PER_DAY, Timestamp};

use super::undelivered::Undelivered;

/// More of a body is not read.
const MAX_READ_BYTES: usize = 16 * 1024;
/// A longer excerpt would need a page of its own for each attempt in SQLite.
const EXCERPT_BYTES: usize = 512;
/// The longest letter in UTF-8, less one: with so much more, the last letter of an excerpt is whole.
const REST_OF_A_LETTER_BYTES: usize = 3;
const LONGEST_RETRY_AFTER_SECONDS: i64 = SECONDS_PER_DAY;

/// An answer, whatever its status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WebhookResponse {
    pub status: u16,
    /// How the body begins: at most 1,024 bytes, without control characters but line breaks and tabs.
    pub excerpt: String,
    /// In how many seconds the receiver wants to be asked again; at most a day.
    pub retry_after: Option<i64>,
    pub took: Duration,
}

/// Reads the body, or its beginning, and says whether that was all of it.
pub(super) async fn read(
    response: Response<Incoming>,
    now: Timestamp,
) -> Result<(WebhookResponse, bool), Undelivered> {
    let status = response.status().as_u16();
    let retry_after = response.headers().get(RETRY_AFTER).and_then(|value| seconds(value, now));
    let mut body = response.into_body();
    let (mut start, mut size, mut is_over) = (Vec::new(), 0, body.is_end_stream());
    while size < MAX_READ_BYTES && !is_over {
        let Some(frame) = body.frame().await else {
            is_over = true;
            break;
        };
        let frame = frame.map_err(|error| Undelivered::of_talking(&error))?;
        let Some(data) = frame.data_ref() else { continue };
        let wanted = EXCERPT_BYTES + REST_OF_A_LETTER_BYTES - start.len();
        start.extend_from_slice(&data[..data.len().min(wanted)]);
        size += data.len();
        is_over = body.is_end_stream();
    }
    let reply = WebhookResponse { status, excerpt: excerpt(&start), retry_after, took: Duration::ZERO };
    Ok((reply, is_over && size <= MAX_READ_BYTES))
}

/// Both forms of RFC 9110, 10.2.3.
fn seconds(value: &HeaderValue, now: Timestamp) -> Option<i64> {
    let text = value.to_str().ok()?.trim();
    let seconds = if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().unwrap_or(i64::MAX)
    } else {
        let then = httpdate::parse_http_date(text).ok()?.duration_since(UNIX_EPOCH).ok()?;
        let then = Timestamp::from_micros(i64::try_from(then.as_micros()).ok()?);
        then.seconds_after(now)
    };
    Some(seconds.clamp(0, LONGEST_RETRY_AFTER_SECONDS))
}

/// Text that does no harm in a page, a log or a database, whatever the bytes were.
fn excerpt(bytes: &[u8]) -> String {
    let mut text = String::new();
    let letters = bytes.utf8_chunks().flat_map(|chunk| {
        let wrong = (!chunk.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
        chunk.valid().chars().chain(wrong)
    });
    for letter in letters.filter(|letter| *letter != '\r') {
        let letter = if is_harmless(letter) { letter } else { char::REPLACEMENT_CHARACTER };
        if text.len() + letter.len_utf8() > EXCERPT_BYTES {
            break;
        }
        text.push(letter);
    }
    text
}

/// No control characters, and none that turn the direction of what is written around them.
fn is_harmless(letter: char) -> bool {
    (!letter.is_control() || letter == '\n' || letter == '\t') && !is_direction_mark(letter)
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;
    use rules::time::Timestamp;

    use super::{excerpt, seconds};

    #[test]
    fn retry_after_is_a_number_or_a_date() {
        let now = Timestamp::parse("2026-11-06T08:49:30.5Z").expect("a time");
        for (value, expected) in [
            ("120", Some(120)),
            (" 7 ", Some(7)),
            ("0", Some(0)),
            ("86400", Some(86_400)),
            ("86401", Some(86_400)),
            ("99999999999999999999999999", Some(86_400)),
            ("Fri, 06 Nov 2026 08:49:37 GMT", Some(7)),
            ("Friday, 06-Nov-26 08:49:37 GMT", Some(7)),
            ("Fri Nov  6 08:49:37 2026", Some(7)),
            ("Fri, 06 Nov 2026 08:49:00 GMT", Some(0)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(0)),
            ("Wed, 06 Nov 2030 08:49:37 GMT", Some(86_400)),
            ("", None),
            ("-1", None),
            ("+1", None),
            ("1.5", None),
            ("soon", None),
            ("2026-11-06T08:49:37Z", None),
            ("Fri, 06 Nov 2026 08:49:37 CET", None),
        ] {
            let value = HeaderValue::from_str(value).expect("a value");
            assert_eq!(seconds(&value, now), expected, "{value:?}");
        }
        assert_eq!(seconds(&HeaderValue::from_bytes(b"\xff").expect("a value"), now), None);
    }

    #[test]
    fn an_excerpt_is_short_and_does_no_harm() {
        assert_eq!(excerpt(b"{\"ok\":\ttrue}\r\n"), "{\"ok\":\ttrue}\n");
        assert_eq!(excerpt(b"a\0b\x1b[31mc\x7fd"), "a\u{fffd}b\u{fffd}[31mc\u{fffd}d");
        assert_eq!(excerpt(b"\xff\xfeok\xc3"), "\u{fffd}\u{fffd}ok\u{fffd}");
        assert_eq!(excerpt("a\u{202e}b\u{2066}c\u{85}d".as_bytes()), "a\u{fffd}b\u{fffd}c\u{fffd}d");
        assert_eq!(excerpt(&[b'x'; 5_000]), "x".repeat(512));
        assert_eq!(excerpt(&[0; 5_000]), "\u{fffd}".repeat(170));
        let letters = "ü".repeat(600);
        assert_eq!(excerpt(letters.as_bytes()), "ü".repeat(256));
        assert_eq!(excerpt(&format!("x{letters}").as_bytes()[..515]), format!("x{}", "ü".repeat(255)));
    }
}
