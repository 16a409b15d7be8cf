//! Real conversations with a mail server that does everything right, or one thing wrong.

mod encryption;
mod relay;

use std::net::{SocketAddr, TcpListener};

use data_encoding::BASE64;
use relay::{Phase, RelayFault, RelayTls, SmtpTranscript, TestRelay};

use super::{ComposedEmail, Smtp};
use crate::email::message::compose;
use crate::email::templates::tests::{brand, claim_letter, room, sender};
use crate::email::{EmailTransport, NotSent, SmtpServer};

/// What the relay says to a recipient who must not be named in any error.
const RECIPIENT: &str = "bob@example.com";

fn local(address: SocketAddr) -> Smtp {
    let server = SmtpServer::parse(&format!("smtp://user:hunter22@{address}?tls=none")).expect("a URL");
    Smtp::new(server, &sender()).expect("TLS")
}

fn message() -> ComposedEmail {
    compose(&claim_letter("Acme"), &sender(), &brand()).expect("a message")
}

/// How sending ends when the mail server does this one thing.
async fn sent(phase: Phase, act: RelayFault) -> (Result<(), NotSent>, SmtpTranscript) {
    let relay = TestRelay::start(Some((phase, act)), RelayTls::No);
    let outcome = local(relay.address).send(&message()).await;
    if let Err(NotSent::Later(words) | NotSent::Never(words) | NotSent::Unclear(words)) = &outcome {
        assert!(!words.contains(RECIPIENT) && !words.contains("hunter22"), "{words}");
    }
    (outcome, relay.heard().await)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    Sent,
    Later,
    Never,
    Unclear,
}

fn ending(outcome: &Result<(), NotSent>) -> Ending {
    match outcome {
        Ok(()) => Ending::Sent,
        Err(NotSent::Later(_)) => Ending::Later,
        Err(NotSent::Never(_)) => Ending::Never,
        Err(NotSent::Unclear(_)) => Ending::Unclear,
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_that_is_taken_arrives_as_it_was_written() {
    let relay = TestRelay::start(None, RelayTls::No);
    let room = room(EmailTransport::Smtp(Box::new(local(relay.address))));
    let letter = claim_letter("Pagos Ñandú 李");
    assert_eq!(room.send(&letter).await, Ok(()));
    let heard = relay.heard().await;
    assert_eq!(heard.commands, ["EHLO", "AUTH", "MAIL", "RCPT", "DATA", "QUIT"]);
    let message = heard.message.expect("a message");
    let (headers, body) = message.split_once("\r\n\r\n").expect("headers and a body");
    let subject = headers.lines().find_map(|line| line.strip_prefix("Subject: ")).expect("a subject");
    assert_eq!(decoded_words(subject), "Pagos Ñandú 李 sent you 25.00 USDC");
    let parts: Vec<&str> = body.split("--=_email_01m7fn2fvne0w86zhbs5y8ptqj").collect();
    let [_, text, html, end] = &parts[..] else { panic!("{} parts", parts.len()) };
    assert_eq!(end.trim_end(), "--");
    for (part, kind, original) in [(text, "text/plain", &letter.text), (html, "text/html", &letter.html)] {
        let (headers, body) = part.split_once("\r\n\r\n").expect("headers and a body");
        assert!(headers.contains(kind) && headers.contains("quoted-printable"), "{headers}");
        assert_eq!(decoded(body).trim_end(), original.trim_end());
    }
}

#[tokio::test(start_paused = true)]
async fn a_no_is_for_later_or_for_good_by_what_it_is_about() {
    for (phase, says, expected) in [
        (Phase::Greeting, "421 4.3.2 busy", Ending::Later),
        (Phase::Greeting, "554 5.3.2 no", Ending::Later),
        (Phase::Ehlo, "421 4.3.2 busy", Ending::Later),
        (Phase::Ehlo, "550 no", Ending::Later),
        (Phase::Auth, "454 4.7.0 later", Ending::Later),
        (Phase::Auth, "535 5.7.8 hunter22 is wrong", Ending::Later),
        (Phase::Email, "451 4.3.0 later", Ending::Later),
        (Phase::Email, "550 5.7.1 not you", Ending::Later),
        (Phase::Rcpt, "450 4.2.1 <bob@example.com> is slow", Ending::Later),
        (Phase::Rcpt, "451 4.7.1 <bob@example.com>: greylisted", Ending::Later),
        (Phase::Rcpt, "550 5.1.1 <bob@example.com>: unknown", Ending::Never),
        (Phase::Rcpt, "551-not here\r\n551 bob@example.com has moved", Ending::Never),
        (Phase::Rcpt, "553 bob@example.com?", Ending::Never),
        (Phase::Rcpt, "554 bob@example.com@@@", Ending::Never),
        (Phase::Rcpt, "503 5.5.1 sign in first", Ending::Later),
        (Phase::Rcpt, "530 5.7.0 sign in first", Ending::Later),
        (Phase::Rcpt, "bob@example.com who?", Ending::Later),
        (Phase::Data, "451 4.3.0 later", Ending::Later),
        (Phase::Data, "554 5.5.1 no valid recipients", Ending::Never),
        (Phase::Data, "250 what?", Ending::Later),
        (Phase::Dot, "421 4.3.2 going down", Ending::Later),
        (Phase::Dot, "451 4.3.0 bob@example.com is full", Ending::Later),
        (Phase::Dot, "552 5.3.4 too large for bob@example.com", Ending::Never),
        (Phase::Dot, "554 5.7.1 spam", Ending::Never),
        (Phase::Dot, "354 go on, bob@example.com", Ending::Unclear),
        (Phase::Dot, "bob@example.com", Ending::Unclear),
        (Phase::Dot, "250 taken", Ending::Sent),
        (Phase::Quit, "500 no", Ending::Sent),
    ] {
        let (outcome, heard) = sent(phase, RelayFault::Say(says)).await;
        assert_eq!(ending(&outcome), expected, "{phase:?} {says}: {outcome:?}");
        assert_eq!(heard.message.is_some(), matches!(phase, Phase::Dot | Phase::Quit), "{phase:?} {says}");
    }
}

#[tokio::test(start_paused = true)]
async fn silence_and_cut_connections_are_unclear_after_the_dot_and_nowhere_else() {
    for phase in [
        Phase::Greeting,
        Phase::Ehlo,
        Phase::Auth,
        Phase::Email,
        Phase::Rcpt,
        Phase::Data,
        Phase::Dot,
        Phase::Quit,
    ] {
        for act in [
            RelayFault::Hang,
            RelayFault::Cut,
            RelayFault::SayAndCut("2"),
            RelayFault::SayAndCut("250-half\r\n"),
        ] {
            let (outcome, _) = sent(phase, act).await;
            let expected = match phase {
                Phase::Dot => Ending::Unclear,
                Phase::Quit => Ending::Sent,
                _ => Ending::Later,
            };
            assert_eq!(ending(&outcome), expected, "{phase:?} {act:?}: {outcome:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_text_that_was_cut_off_before_its_dot_was_surely_not_taken() {
    let relay = TestRelay::start(Some((Phase::Text, RelayFault::Cut)), RelayTls::No);
    // More than the buffers on the way can hold.
    let bytes = b"0123456789abcdef0123456789abcdef\r\n".repeat(1 << 20);
    let outcome = local(relay.address).send(&ComposedEmail { bytes, ..message() }).await;
    assert_eq!(ending(&outcome), Ending::Later, "{outcome:?}");
}

#[tokio::test(start_paused = true)]
async fn what_is_said_names_the_step_and_the_code_and_nothing_else() {
    for (phase, says, words) in [
        (Phase::Rcpt, "550 5.1.1 <bob@example.com>", "the mail server replied 550 (5.1.1) at RCPT"),
        (Phase::Rcpt, "550 bob@example.com", "the mail server replied 550 at RCPT"),
        (Phase::Rcpt, "550 5.1.bob@example.com", "the mail server replied 550 at RCPT"),
        (Phase::Dot, "554 5.7.1 no", "the mail server replied 554 (5.7.1) at the end of the message text"),
    ] {
        assert_eq!(sent(phase, RelayFault::Say(says)).await.0, Err(NotSent::Never(words.to_owned())));
    }
}

#[tokio::test]
async fn an_email_server_that_is_not_there_is_tried_again() {
    let address =
        TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("an address");
    let outcome = local(address).send(&message()).await;
    assert_eq!(ending(&outcome), Ending::Later, "{outcome:?}");
    assert!(local(address).check().await.is_err_and(|problem| problem.contains("cannot connect")));
}

#[tokio::test(start_paused = true)]
async fn a_check_signs_in_and_sends_nothing() {
    let relay = TestRelay::start(None, RelayTls::No);
    let place = relay.address.to_string();
    assert_eq!(local(relay.address).check().await, Ok(format!("{place} accepts emails")));
    assert_eq!(relay.heard().await.commands, ["EHLO", "AUTH", "QUIT"]);
    for act in [RelayFault::Say("535 5.7.8 no"), RelayFault::Hang, RelayFault::Cut] {
        let relay = TestRelay::start(Some((Phase::Auth, act)), RelayTls::No);
        let problem = local(relay.address).check().await.expect_err("it cannot sign in");
        assert!(!problem.contains("hunter22"), "{problem}");
    }
}

/// RFC 2045, section 6.7.
fn decoded(text: &str) -> String {
    let (joined, mut bytes) = (text.replace("=\r\n", "").replace("\r\n", "\n"), Vec::new());
    let mut rest = joined.as_bytes();
    while let [first, behind @ ..] = rest {
        let (byte, more) = match (first, behind) {
            (b'=', [_, _, more @ ..]) => {
                let digits = str::from_utf8(&behind[..2]).expect("ASCII");
                (u8::from_str_radix(digits, 16).expect("two digits"), more)
            }
            _ => (*first, behind),
        };
        bytes.push(byte);
        rest = more;
    }
    String::from_utf8(bytes).expect("UTF-8")
}

/// RFC 2047: white space between two encoded words is not part of the text.
fn decoded_words(header: &str) -> String {
    let joined = header.replace("?= =?", "?==?");
    let mut out = String::new();
    let mut rest = joined.as_str();
    while let Some((before, behind)) = rest.split_once("=?utf-8?b?") {
        let (word, more) = behind.split_once("?=").expect("an end");
        let bytes = BASE64.decode(word.as_bytes()).expect("base 64");
        out.push_str(before);
        out.push_str(&String::from_utf8(bytes).expect("UTF-8"));
        rest = more;
    }
    out + rest
}
