//! Query strings: rejects parameters that are unknown, malformed or repeated too often.

use app::Period;
use percent_encoding::percent_decode_str;

use crate::problem::{Detail, MAX_DETAILS, Problem};
use crate::shape::{Field, FieldKind, InvalidText, Text, TextFormat, check_text, email, id, label};
use rules::id::{BankAccountId, PayoutId, RecipientId};
use rules::time::Timestamp;

pub const LARGEST_PAGE: usize = 100;

/// A query parameter.
pub struct Parameter {
    pub field: Field,
    /// May be sent several times.
    pub repeatable: bool,
}

/// The parameters of one request, in the order of the description.
#[derive(Default)]
pub struct Query {
    values: Vec<(&'static str, String)>,
}

impl Query {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.values.iter().filter(move |(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// A point in time that was checked when the query was read.
    fn time(&self, name: &str) -> Option<Timestamp> {
        self.get(name).and_then(Timestamp::parse)
    }

    /// When what is wanted was created.
    pub fn created(&self) -> Period {
        Period { from: self.time("created_from"), to: self.time("created_to") }
    }

    /// Everything but the page itself, in one spelling, so that a cursor can be bound to it.
    pub fn filters(&self) -> String {
        let filters = self.values.iter().filter(|(name, _)| !["cursor", "page_size"].contains(name));
        let mut filters: Vec<String> = filters.map(|(name, value)| format!("{name}={value}")).collect();
        filters.sort();
        filters.join("&")
    }

    /// Reads a query string against what the endpoint takes, and reports everything that is wrong with it.
    pub fn parse(raw: &str, known: &'static [Parameter]) -> Result<Query, Problem> {
        let (mut values, mut problems) = (Vec::new(), Vec::new());
        for part in raw.split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            match (decode(name), decode(value)) {
                (Some(name), Some(value)) => read(known, &name, value, &mut values, &mut problems),
                _ => problems.push(Detail::new("query", "is not UTF-8 when percent-decoded")),
            }
        }
        if problems.is_empty() { Ok(Query { values }) } else { Err(Problem::invalid(problems)) }
    }
}

fn read(
    known: &'static [Parameter],
    name: &str,
    value: String,
    values: &mut Vec<(&'static str, String)>,
    problems: &mut Vec<Detail>,
) {
    if problems.len() > MAX_DETAILS {
        return;
    }
    let Some(parameter) = known.iter().find(|parameter| parameter.field.name == name) else {
        let shown: String = name.chars().take(40).collect();
        problems.push(Detail::new(format!("query.{shown}"), unknown(known)));
        return;
    };
    let field = &parameter.field;
    let message = if !parameter.repeatable && values.iter().any(|(sent, _)| *sent == name) {
        Err("must be sent only once".to_owned())
    } else {
        check(&field.kind, &value)
    };
    match message {
        // Sent twice is sent once, so that no filter is longer than its choices.
        Ok(()) if values.iter().any(|(sent, other)| *sent == name && *other == value) => {}
        Ok(()) => values.push((field.name, value)),
        Err(message) => {
            let shown: String = value.chars().take(100).collect();
            let location = format!("query.{}", field.name);
            problems.push(Detail { location, message, value: Some(shown.into()) });
        }
    }
}

fn unknown(known: &[Parameter]) -> String {
    let names: Vec<&str> = known.iter().map(|parameter| parameter.field.name).collect();
    match names.as_slice() {
        [] => "is not a parameter of this endpoint, which has none".to_owned(),
        names => format!("is not a parameter of this endpoint; valid parameters: {}", names.join(", ")),
    }
}

fn check(kind: &FieldKind, value: &str) -> Result<(), String> {
    match kind {
        FieldKind::Text(text) => check_text(text, value).map(drop).map_err(InvalidText::message),
        FieldKind::Choice(choices) if choices.contains(&value) => Ok(()),
        FieldKind::Choice(choices) => Err(format!("must be one of {}", choices.join(", "))),
        FieldKind::DateTime => match Timestamp::parse(value) {
            Some(_) => Ok(()),
            None => {
                Err("must be an RFC 3339 date-time such as 2026-01-31T12:00:00Z; encode + as %2B".to_owned())
            }
        },
        FieldKind::Integer { min, max } => {
            // `parse` alone would also take +5 and 005.
            let plain = value.bytes().all(|byte| byte.is_ascii_digit()) && !value.starts_with('0');
            match value.parse::<i64>() {
                Ok(number) if plain && (*min..=*max).contains(&number) => Ok(()),
                _ => Err(format!("must be a whole number from {min} to {max}")),
            }
        }
        FieldKind::Boolean
        | FieldKind::Object(_)
        | FieldKind::List { .. }
        | FieldKind::NullableText
        | FieldKind::Anything => {
            unreachable!("no query parameter has this kind")
        }
    }
}

fn decode(text: &str) -> Option<String> {
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced).decode_utf8().ok().map(|text| text.into_owned())
}

const fn once(field: Field) -> Parameter {
    Parameter { field, repeatable: false }
}

pub const PAGE_SIZE: Parameter = once(Field::optional(
    "page_size",
    "The maximum number of results per page. Defaults to 100.",
    FieldKind::Integer { min: 1, max: LARGEST_PAGE as i64 },
));

pub const CURSOR: Parameter = once(Field::optional(
    "cursor",
    "The `next_cursor` of the previous page, unchanged and with the same filters.",
    FieldKind::Text(Text {
        min: 1,
        max: 1024,
        pattern: "",
        format: "",
        example: "",
        reads: TextFormat::Text,
    }),
));

pub const CREATED_FROM: Parameter =
    once(Field::optional("created_from", "Only objects created at this time or later.", FieldKind::DateTime));

pub const CREATED_TO: Parameter =
    once(Field::optional("created_to", "Only objects created before this time.", FieldKind::DateTime));

pub const EMAIL: Parameter =
    once(Field::optional("email", "Only the recipient with this email address. Case is ignored.", email()));

pub const REFERENCE: Parameter =
    once(Field::optional("reference", "Only payouts with this reference.", label(1, 255, "may-2026")));

pub const IDEMPOTENCY_KEY: Parameter = once(Field::optional(
    "idempotency_key",
    "Only the payout created with this `Idempotency-Key`.",
    FieldKind::Text(Text {
        min: 1,
        max: 255,
        pattern: "^[\\x21-\\x7e]+$",
        format: "",
        example: "order-2026-0042",
        reads: TextFormat::Name(|text| {
            let visible = text.bytes().all(|byte| byte.is_ascii_graphic());
            if visible { Ok(()) } else { Err("must contain only visible ASCII characters") }
        }),
    }),
));

pub const PAYOUT_ID: Parameter = once(Field::optional(
    "payout_id",
    "Only the items of this payout.",
    id("po_01kdvq3y5cf2ab6ngnm3hc0000", |text| {
        PayoutId::parse(text).map(|_| ()).ok_or("is not the ID of a payout")
    }),
));

pub const RECIPIENT_ID: Parameter = once(Field::optional(
    "recipient_id",
    "Only payments to this recipient.",
    id("rcp_01kdvq3y5cf2ab6ngnm3hcrkve", |text| {
        RecipientId::parse(text).map(|_| ()).ok_or("is not the ID of a recipient")
    }),
));

pub const BANK_ACCOUNT_ID: Parameter = once(Field::optional(
    "bank_account_id",
    "Only transfers from or to this bank account.",
    id("ba_01kdvq3y5cf2ab6ngnm3hcrkve", |text| {
        BankAccountId::parse(text).map(|_| ()).ok_or("is not the ID of a bank account")
    }),
));

/// What most lists take.
pub const fn by_status(choices: &'static [&'static str]) -> [Parameter; 5] {
    [PAGE_SIZE, CURSOR, CREATED_FROM, CREATED_TO, status(choices)]
}

/// Any of several types.
pub const fn types(choices: &'static [&'static str]) -> Parameter {
    let field = Field::optional(
        "type",
        "Only these types. Repeat the parameter for several values.",
        FieldKind::Choice(choices),
    );
    Parameter { field, repeatable: true }
}

/// Any of several states.
pub const fn status(choices: &'static [&'static str]) -> Parameter {
    let field = Field::optional(
        "status",
        "Only these statuses. Repeat the parameter for several values.",
        FieldKind::Choice(choices),
    );
    Parameter { field, repeatable: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    static PARAMETERS: [Parameter; 2] = [status(&["failed", "completed"]), PAGE_SIZE];

    #[test]
    fn a_value_that_is_sent_again_counts_once() {
        let query = "status=failed&".repeat(4_600) + "status=completed&status=failed";
        let query = Query::parse(&query, &PARAMETERS).expect("a query");
        assert_eq!(query.all("status").collect::<Vec<_>>(), ["failed", "completed"]);
        assert_eq!(query.filters(), "status=completed&status=failed");
    }

    #[test]
    fn what_may_be_sent_once_is_refused_even_if_it_is_the_same() {
        assert!(Query::parse("page_size=5&page_size=5", &PARAMETERS).is_err());
    }
}
