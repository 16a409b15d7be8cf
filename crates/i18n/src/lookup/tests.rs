//! What readers see, in HTML and as text, and when a text is missing.

use proptest::prelude::*;
use rules::language::Language;

use super::Lookup;
use crate::argument::Argument;
use crate::catalog::Catalog;
use crate::locale::Locale;

const FRENCH: &str = "
plain = Bonjour
payments = { $count ->
    [0] aucun paiement
    [one] { $count } paiement
    [many] { $count } de paiements
   *[other] { $count } paiements
  }
mode = { $mode ->
    [live] réel
   *[test] d’essai
  }
to = Pour <b>{ $email }</b> & <a href=\"{ $href }\">plus</a>
from = De <b>{ $name }</b>. Bientôt { $name }...
by = De { $name }.
";

const ENGLISH: &str = "
plain = Hello
english-only = Only here
to = To <b>{ $email }</b>
payments = { $count } payments
";

fn catalog(source: &'static str) -> Catalog {
    Catalog::read([("area", source)].into_iter()).expect("a catalog")
}

/// French as in a release: mistakes are not reported.
fn check(test: impl Fn(&Lookup<'_>)) {
    let (french, english) = (catalog(FRENCH), catalog(ENGLISH));
    test(&Lookup {
        catalogs: [(Language::French, &french), (Language::English, &english)],
        numbers: Locale::from(Language::French).numbers(),
        report: |_, _| (),
    });
}

#[test]
fn numbers_choose_plurals_and_are_shown_with_separators() {
    check(|lookup| {
        for (count, expected) in [
            (0, "aucun paiement"),
            (1, "1 paiement"),
            (2, "2 paiements"),
            (12_345, "12\u{202f}345 paiements"),
            (1_000_000, "1\u{202f}000\u{202f}000 de paiements"),
            (-1, "-1 paiement"),
        ] {
            assert_eq!(lookup.text("payments", &[("count", &count)]), expected);
        }
        let all: [&dyn Argument; 5] = [&2_i64, &2_i32, &2_u32, &2_usize, &&2_i64];
        for count in all {
            assert_eq!(lookup.text("payments", &[("count", count)]), "2 paiements");
        }
        assert_eq!(lookup.text("payments", &[("count", &"plus de 100")]), "plus de 100 paiements");
    });
}

#[test]
fn texts_choose_by_name() {
    check(|lookup| {
        for (mode, expected) in [("live", "réel"), ("test", "d’essai"), ("", "d’essai")] {
            assert_eq!(lookup.text("mode", &[("mode", &mode)]), expected);
        }
    });
}

#[test]
fn html_keeps_the_tags_of_the_catalog_and_escapes_all_else() {
    check(|lookup| {
        let html = lookup.html("to", &[("email", &"<i>\"a\"&'b'"), ("href", &"/a?b&\"c")]);
        assert_eq!(
            html.as_str(),
            "Pour <b>&lt;i&gt;&quot;a&quot;&amp;&#39;b&#39;</b> &amp; <a href=\"/a?b&amp;&quot;c\">plus</a>"
        );
        assert_eq!(lookup.html("plain", &[]).to_string(), "Bonjour");
    });
}

#[test]
fn a_name_that_ends_with_a_period_ends_its_sentence() {
    check(|lookup| {
        for (name, expected) in [("Florin, Inc.", "De Florin, Inc."), ("Florin", "De Florin."), ("", "De .")]
        {
            assert_eq!(lookup.text("by", &[("name", &name)]), expected);
        }
        let html = lookup.html("from", &[("name", &"Florin, Inc.")]);
        assert_eq!(html.as_str(), "De <b>Florin, Inc.</b> Bientôt Florin, Inc....");
    });
}

#[test]
fn a_missing_text_is_english_and_then_its_key() {
    check(|lookup| {
        assert_eq!(lookup.plain("plain"), "Bonjour");
        assert_eq!(lookup.plain("english-only"), "Only here");
        assert_eq!(lookup.plain("nowhere"), "nowhere");
        assert_eq!(lookup.text("nowhere", &[]), "nowhere");
        assert_eq!(lookup.html("<nowhere>", &[]).as_str(), "&lt;nowhere&gt;");
    });
}

#[test]
fn a_text_without_its_arguments_is_shown_by_the_next_language_that_can() {
    check(|lookup| {
        // English needs no address, so it can be shown where French cannot.
        let email: &dyn Argument = &"a@b.example";
        let english = "To <b>a@b.example</b>";
        assert_eq!(lookup.html("to", &[("email", email)]).as_str(), english);
        for unsafe_link in ["javascript:alert(1)", "//evil.example", ""] {
            assert_eq!(lookup.html("to", &[("email", email), ("href", &unsafe_link)]).as_str(), english);
        }
        assert_eq!(lookup.html("to", &[("email", email), ("href", &7_i64)]).as_str(), english);
        assert_eq!(lookup.text("to", &[("email", email), ("href", &"/")]), "to");
        assert_eq!(lookup.plain("payments"), "payments");
        assert_eq!(lookup.text("mode", &[]), "mode");
    });
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "MissingKey")]
fn a_missing_key_panics_in_debug_builds() {
    Locale::ENGLISH.text("no-catalog-has-this");
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "MissingArgument(\"count\")")]
fn a_missing_argument_panics_in_debug_builds() {
    Locale::ENGLISH.text_with("count-payments", &[]);
}

#[test]
fn the_pseudo_locale_is_longer_and_keeps_values() {
    let pseudo = Locale::pseudo();
    assert_eq!((pseudo.tag(), pseudo.language()), ("en-XA", Language::English));
    assert_eq!(pseudo.text("action-save"), "ŠŠåṽṽé");
    assert_eq!(pseudo.text_with("count-payments", &[("count", &2)]), "2 þþååýɱééñţţš");
    assert_eq!(
        pseudo.html_with("signed-in-as", &[("email", &"a@b.example")]).as_str(),
        "ŠŠîĝĝñéðð îîñ ååš <b>a@b.example</b>"
    );
}

proptest! {
    #[test]
    fn no_value_brings_markup(email in ".{0,40}", href in ".{0,40}") {
        check(|lookup| {
            let rooted = format!("/{href}");
            let html = lookup.html("to", &[("email", &email), ("href", &rooted)]).to_string();
            // Those of the catalog: <b>, </b>, <a …> and </a> in French, and less in English.
            let tags = html.matches('<').count();
            assert!(tags == 4 || tags == 2, "{html}");
            assert_eq!(html.matches('>').count(), tags);
            assert_eq!(html.matches('"').count(), tags - 2);
            assert!(!html.contains('\''));
        });
    }
}
