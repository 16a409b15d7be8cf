//! Email addresses: a table of what is accepted and what is refused, and properties that hold for both.

use proptest::prelude::*;
use regex::Regex;
use rules::email_address::{EmailAddress, PATTERN};

#[rustfmt::skip]
const ACCEPTED: [&str; 92] = [
    // Everyday addresses.
    "ana@example.com", "Ana@Example.COM", "ANA@EXAMPLE.COM", "a@b.co", "1@2.de", "0@0.io", "x@x.museum",
    "first.last@example.com", "first.middle.last@example.com", "a.b.c.d.e.f@example.com",
    "ana99@example.com", "99@example.com", "ana_maria@example.com", "_@example.com", "_ana_@example.com",
    "ana-maria@example.com", "-@example.com", "-ana@example.com", "ana-@example.com", "--@example.com",
    "a-.-b@example.com", "ana@mail.example.com", "ana@a.b.c.d.example.com", "ana@example.co.uk",
    "ana@1example.com", "ana@123.com", "ana@example.technology", "ana@ex-am-ple.com", "ana@e.com",
    "ana@a-b.co", "ana@1-2.co", "ana@9.9.co",
    // Tags, which belong to the mailbox: nothing here may strip them.
    "ana+tag@example.com", "ana+@example.com", "+ana@example.com", "+@example.com",
    "ana+a+b@example.com", "ana+fail@example.com", "ana+FAIL@example.com", "ana=tag@example.com",
    "ana/tag@example.com",
    // Every sign of RFC 5322's atoms.
    "!@example.com", "#@example.com", "$@example.com", "%@example.com", "&@example.com", "'@example.com",
    "*@example.com", "/@example.com", "=@example.com", "?@example.com", "^@example.com", "`@example.com",
    "{@example.com", "|@example.com", "}@example.com", "~@example.com",
    "!#$%&'*+-/=?^_`{|}~@example.com", "o'brien@example.com", "ana%example.org@example.com",
    "ana!host@example.com", "{ana}@example.com", "customer/department=shipping@example.com",
    "$a12345@example.com", "bounce+ana=example.org@example.com",
    // Hyphens where a registry might not sell them but the DNS allows them.
    "ana@a--b.com", "ana@r3---sn-4g5e.example.com", "ana@ab--cd.com", "ana@xn-a.com", "ana@xnn--a.com",
    // International domains in the form that is looked up.
    "ana@xn--bcher-kva.example", "ana@XN--BCHER-KVA.example", "ana@Xn--Bcher-Kva.Example",
    "ana@xn--mnchen-3ya.de", "ana@xn--strae-oqa.de", "ana@xn--e1afmkfd.xn--p1ai",
    "ana@xn--wgv71a119e.jp", "ana@mail.xn--caf-dma.fr", "ana@xn--p1b6ci4b4b3a.com",
    "ana@xn--mgbh0fb.com", "ana@xn--d-uga0v4h.pl", "ana@xn--n3h.net", "ana@example.xn--fiqs8s",
    "ana@xn--fa-hia.de", "ana@xn--bb-eka.at", "ana@xn--4ca.com",
    // A homograph of apple.com: a domain of its own, and recognisably so in this form.
    "ana@xn--80ak6aa92e.com", "ana@xn--mke-jua.com",
    // Names reserved for examples and tests are still names.
    "ana@example.test", "ana@example.invalid", "ana@foo.localhost", "ana@host.local",
];

#[rustfmt::skip]
const REFUSED: [&str; 140] = [
    // Not an address.
    "", " ", "@", "@@", "a", "ana", "example.com", "ana@", "@example.com", "ana.example.com", "a@b",
    "ana@localhost", "ana@@example.com", "ana@b@example.com", "ana@example.com@", "@ana@example.com",
    "ana@example.com@example.org", "mailto:ana@example.com", "<ana@example.com>",
    "Ana <ana@example.com>", "ana@example.com>", "ana@example.com,", "ana@example.com,bob@example.com",
    "ana@example.com;bob@example.com", "ana@example.com bob@example.com", "ana@example.com/",
    "ana@example.com?subject=x", "ana@example.com#x", "ana@example.com:25", "ana at example.com",
    // White space and controls.
    " ana@example.com", "ana@example.com ", "ana @example.com", "ana@ example.com", "a na@example.com",
    "ana@exam ple.com", "ana@example.com\n", "ana@example.com\r\n", "\nana@example.com",
    "ana\n@example.com", "ana@example.com\r\nBcc: bob@example.com", "ana%0abcc@example.com\n",
    "ana\t@example.com", "ana@example\t.com", "ana\0@example.com", "ana@example.com\0",
    "ana@example.com\0.example.org", "\0", "ana\x7f@example.com", "ana\x1b@example.com",
    "ana\x08b@example.com", "ana@\x0bexample.com",
    // Dots.
    ".ana@example.com", "ana.@example.com", "a..b@example.com", ".@example.com", "..@example.com",
    "...@example.com", "ana@.example.com", "ana@example.com.", "ana@example..com", "ana@.", "ana@..",
    "ana@.com", "ana@com.",
    // Quoted strings, comments, routes, literals: legal somewhere, refused here.
    "\"ana\"@example.com", "\"ana maria\"@example.com", "\"a@b\"@example.com", "\"\"@example.com",
    "ana.\"b\"@example.com", "\"ana\\\"\"@example.com", "ana\"@example.com", "ana\\@example.com",
    "ana\\@b@example.com", "ana(comment)@example.com", "(comment)ana@example.com",
    "ana@example.com(comment)", "ana@(comment)example.com", "ana@[192.0.2.1]", "ana@[IPv6:2001:db8::1]",
    "ana@[]", "ana[b]@example.com", "@example.org:ana@example.com", "group:ana@example.com;",
    "ana:b@example.com", "ana;b@example.com", "ana,b@example.com", "ana<b@example.com",
    "ana>b@example.com",
    // Domains.
    "ana@-example.com", "ana@example-.com", "ana@-.com", "ana@--.com", "ana@exam_ple.com",
    "ana@_dmarc.example.com", "ana@exam!ple.com", "ana@example.c", "ana@a.b", "ana@192.0.2.1", "ana@1.1",
    "ana@example.1", "ana@example.123", "ana@example.1com", "ana@0x7f.0x1", "ana@example.-com",
    "ana@example.com-", "ana@2130706433", "ana@example,com", "ana@example.com\\", "ana@%65xample.com",
    "ana@example%2ecom", "ana@*.example.com", "ana@$host.com",
    // Letters that only look like the ones we know: dotless i, Kelvin, long s, full-width, Cyrillic,
    // ideographic dot.
    "m\u{131}ke@example.com", "\u{130}@example.com", "\u{212a}elvin@example.com",
    "mi\u{212a}e@example.com", "\u{17f}am@example.com", "ana\u{ff20}example.com",
    "\u{ff41}na@example.com", "\u{430}na@example.com", "ana@\u{430}pple.com", "ana@example\u{3002}com",
    "ana@ex\u{e4}mple.com", "an\u{e1}@example.com", "ana@b\u{fc}cher.example", "ana@stra\u{df}e.de",
    "ana\u{301}@example.com", "ana@example.\u{440}\u{444}", "\u{202e}ana@example.com",
    "ana\u{200b}@example.com", "ana@example\u{ad}.com", "\u{feff}ana@example.com", "ana@\u{4f8b}.com",
    "\u{1f600}@example.com", "ana@example.com\u{2028}",
    // Labels that pretend to be encoded: empty, cut off, pure ASCII, unnormalised, capital, direction
    // against the rules, invisible.
    "ana@xn--.com", "ana@xn--a.com", "ana@xn--abc-.com", "ana@xn--bcher-.com",
];

#[rustfmt::skip]
const REFUSED_IDNA: [&str; 12] = [
    "ana@xn--99999999.com", "ana@xn--bcher-2pa.de", "ana@xn--bucher-xyd.de", "ana@xn--jm6c.com",
    "ana@xn--qi7cjb.com", "ana@xn--kelvin-u11c.com", "ana@xn--abc-4q0a.com", "ana@xn--ab-r13a.com",
    "ana@xn--a-wbb.com", "ana@xn--1-0hcd.com", "ana@xn--cib.com", "ana@example.xn--a",
];

#[test]
fn the_table_of_addresses_is_accepted_as_written_or_refused() {
    assert!(ACCEPTED.len() + REFUSED.len() + REFUSED_IDNA.len() >= 200);
    let shape = Regex::new(PATTERN).unwrap();
    for text in ACCEPTED {
        let email = EmailAddress::parse(text).unwrap_or_else(|message| panic!("{text}: {message}"));
        assert_eq!((email.as_str(), email.to_string()), (text, text.to_owned()));
        assert!(shape.is_match(text), "{text}");
    }
    for text in REFUSED.into_iter().chain(REFUSED_IDNA) {
        let message = EmailAddress::parse(text).expect_err(text);
        assert!(message.len() > 20, "{message}");
        assert!(text.len() < 4 || !message.contains(text), "{text}: {message}");
    }
}

#[test]
fn no_address_stands_twice_in_the_table() {
    let all = || ACCEPTED.into_iter().chain(REFUSED).chain(REFUSED_IDNA);
    let distinct: std::collections::BTreeSet<_> = all().collect();
    assert_eq!(distinct.len(), all().count());
}

#[test]
fn lengths_are_accepted_up_to_the_limit_and_not_beyond() {
    let label = |length: usize| "a".repeat(length);
    let accepted =
        |local: usize, domain: &str| EmailAddress::parse(&format!("{}@{domain}", label(local))).is_ok();
    assert!(accepted(64, "example.com") && !accepted(65, "example.com"));
    for length in [1, 2, 62, 63] {
        assert!(accepted(1, &format!("{}.com", label(length))), "{length}");
    }
    assert!(!accepted(1, &format!("{}.com", label(64))));
    assert!(
        accepted(1, &format!("example.{}", label(63))) && !accepted(1, &format!("example.{}", label(64)))
    );
    // 63 + 1 + 63 + 1 + 61 is a domain of 189: with 64 and the @ the address has 254 characters.
    let domain = format!("{}.{}.{}", label(63), label(63), label(61));
    assert!(accepted(64, &domain));
    assert!(!accepted(64, &format!("{domain}a")));
    assert!(!accepted(64, &format!("{}.{}.{}.{}", label(63), label(63), label(63), label(63))));
    assert!(!accepted(1_000_000, "example.com") && !accepted(1, &label(1_000_000)));
}

#[test]
fn the_key_to_look_an_address_up_folds_ascii_case_and_nothing_else() {
    let key = |text: &str| EmailAddress::parse(text).unwrap().lookup_key();
    assert_eq!(key("Ana.Maria+Tag@Example.COM"), "ana.maria+tag@example.com");
    assert_eq!(key("ANA@XN--BCHER-KVA.EXAMPLE"), key("ana@xn--bcher-kva.example"));
    // Different people, as far as anyone but their mail server knows.
    assert_ne!(key("ana.maria@example.com"), key("anamaria@example.com"));
    assert_ne!(key("ana+tag@example.com"), key("ana@example.com"));
    assert_ne!(key("ana@apple.com"), key("ana@xn--80ak6aa92e.com"));
    assert_ne!(key("ana@xn--strae-oqa.de"), key("ana@strasse.de"));
}

#[test]
fn the_local_part_is_what_stands_before_the_at_sign() {
    for (text, local) in [("Ana@example.com", "Ana"), ("a.b+c@example.com", "a.b+c"), ("!@example.com", "!")]
    {
        assert_eq!(EmailAddress::parse(text).unwrap().local_part(), local);
    }
}

/// The rules once more, as a reader of the API description would apply them.
fn follows_description(shape: &Regex, text: &str) -> bool {
    let local = text.find('@').unwrap_or(0);
    shape.is_match(text) && text.len() <= 254 && local <= 64
}

#[test]
fn the_description_and_the_check_agree_where_no_label_is_encoded() {
    let shape = Regex::new(PATTERN).unwrap();
    let near = "[a-zA-Z0-9.+!@ \"_-]{0,8}@[a-wyzA-Z0-9.-]{0,12}(\\.[a-z0-9-]{1,4}){0,2}";
    let good = "[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,5}(\\.[a-zA-Z]{1,20}){0,4}@([a-w0-9]{1,60}\\.){1,5}[a-w]{2,8}";
    let wild = "\\PC{0,12}@\\PC{0,12}";
    proptest!(ProptestConfig::with_cases(4_000), |(text in prop_oneof![near, good, wild])| {
        let parsed = EmailAddress::parse(&text);
        prop_assert_eq!(parsed.is_ok(), follows_description(&shape, &text), "{}", text);
        if let Ok(email) = parsed {
            // What is mailed to is what was sent; what is looked up is that, in lower case, and an address
            // again.
            prop_assert_eq!(email.as_str(), &text);
            prop_assert_eq!(email.lookup_key(), text.to_lowercase());
            let again = EmailAddress::parse(&email.lookup_key()).unwrap();
            prop_assert_eq!(again.lookup_key(), email.lookup_key());
            let rest = text.strip_prefix(email.local_part()).unwrap();
            prop_assert!(rest.starts_with('@') && rest.matches('@').count() == 1);
        }
    });
}

#[test]
fn no_text_with_a_character_beyond_ascii_is_an_address() {
    proptest!(|(local in "[a-z]{0,3}", odd in "[\u{80}-\u{10ffff}]", rest in "[a-z]{0,3}")| {
        let in_local = format!("{local}{odd}{rest}@example.com");
        let in_domain = format!("ana@{local}{odd}{rest}.com");
        prop_assert!(EmailAddress::parse(&in_local).is_err() && EmailAddress::parse(&in_domain).is_err());
    });
}
