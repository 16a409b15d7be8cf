//! Templates ask for texts with the fields that they have, by value and by reference.

use askama::Template;
use i18n::{Html, Locale};
use rules::language::Language;
use rules::money::{Amount, Currency};
use rules::time::Timestamp;

struct Line {
    email: String,
    amount: Amount,
    currency: Currency,
    created_at: Timestamp,
}

#[derive(Template)]
#[template(
    source = r#"<html lang="{{ locale.tag() }}">
<h1 title="{{ locale.text("section-payouts") }}">{{ locale.text("section-payouts") }}</h1>
<p>{{ locale.text_with("count-payments", [("count", &count)]) }}, {{ locale.money(total, Currency::Usdc) }}</p>
<p>{{ locale.text_with("count-recipients", [("count", &lines.len())]) }}</p>
{%- for line in lines %}
<p>{{ locale.html_with("signed-in-as", [("email", &line.email)]) }} {{ locale.money(line.amount, line.currency) }}
{{ locale.long_date(line.created_at) }}, {{ locale.relative(now, line.created_at) }}</p>
{%- endfor %}
{{ note }} {{ locale.html_with("support-contact", [("href", &support), ("email", email)]) }}"#,
    ext = "html"
)]
struct Page<'a> {
    locale: Locale,
    count: i64,
    total: Amount,
    now: Timestamp,
    lines: Vec<Line>,
    note: Html,
    support: String,
    email: &'a &'a str,
}

#[test]
fn a_template_shows_texts_with_its_fields() {
    let now = Timestamp::parse("2026-12-16T14:05:09Z").expect("a time");
    let locale = Locale::from(Language::Spanish);
    let page = Page {
        locale,
        count: 1,
        total: Amount::from_micros(1_234_500_000),
        now,
        lines: vec![Line {
            email: "<i>ana@example.com</i>".to_owned(),
            amount: Amount::from_micros(1_250_000_000),
            currency: Currency::Mxn,
            created_at: now.plus_seconds(-7_200),
        }],
        note: locale.html("action-save"),
        support: "mailto:help@example.com".to_owned(),
        email: &"help@example.com",
    };
    assert_eq!(
        page.render().expect("a page"),
        "<html lang=\"es-419\">\n<h1 title=\"Envíos\">Envíos</h1>\n<p>1 pago, 1,234.50\u{a0}USDC</p>\n\
         <p>1 destinatario</p>\n\
         <p>Iniciaste sesión como <b>&lt;i&gt;ana@example.com&lt;/i&gt;</b> $1,250.00\u{a0}MXN\n\
         16 de diciembre de 2026, hace 2 horas</p>\n\
         Guardar ¿Tienes preguntas? Escríbenos a <a href=\"mailto:help@example.com\">help@example.com</a>."
    );
}
