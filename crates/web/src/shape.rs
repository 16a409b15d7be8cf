//! Shapes: what a JSON object may hold, as data. The same shape checks a body, describes it in OpenAPI and fills the
//! reference page, so the three cannot disagree.

mod check;
mod checked_fields;
mod invalid_text;
mod schema;

pub use check::{check, check_text};
pub use checked_fields::CheckedFields;
pub use invalid_text::InvalidText;
pub use schema::{reference, schema_of_kind, schemas, schemas_of_kind};

use rules::bank_identifiers::BankDetailProblem;
use rules::money::Currency;

/// An object with named fields.
pub struct Object {
    pub name: &'static str,
    pub about: &'static str,
    /// Closed objects have no other properties; answers that may grow later are open.
    pub closed: bool,
    pub fields: &'static [Field],
}

#[derive(Clone, Copy)]
pub struct Field {
    pub name: &'static str,
    pub about: &'static str,
    pub required: bool,
    /// Never shown in an error.
    pub sensitive: bool,
    pub kind: FieldKind,
}

#[derive(Clone, Copy)]
pub enum FieldKind {
    Text(Text),
    /// One of these.
    Choice(&'static [&'static str]),
    DateTime,
    Boolean,
    Integer {
        min: i64,
        max: i64,
    },
    Object(&'static Object),
    List {
        of: &'static Object,
        min: usize,
        max: usize,
    },
    /// An opaque text, or null.
    NullableText,
    /// Any JSON value.
    Anything,
}

/// A text and what it must look like.
#[derive(Clone, Copy)]
pub struct Text {
    pub min: usize,
    pub max: usize,
    /// An ECMA-262 pattern, or nothing; `reads` decides.
    pub pattern: &'static str,
    /// A format that JSON Schema knows, or nothing.
    pub format: &'static str,
    pub example: &'static str,
    pub reads: TextFormat,
}

/// What a text is read as.
#[derive(Clone, Copy)]
pub enum TextFormat {
    /// Itself, if its length fits and every character can be printed.
    Text,
    /// An id or a list of names of ours, if this knows it.
    Name(fn(&str) -> Result<(), &'static str>),
    /// A number that a scheme defines. The scheme checks all of it, check digits and length included.
    BankDetail(fn(&str) -> Result<(), BankDetailProblem>),
    Email,
    Amount(Currency),
    EvmAddress,
    /// A text of ours that says nothing of a person or their money but how much it is: the request log shows it.
    Public,
}

impl Field {
    pub const fn required(name: &'static str, about: &'static str, kind: FieldKind) -> Field {
        Field { name, about, required: true, sensitive: false, kind }
    }

    pub const fn optional(name: &'static str, about: &'static str, kind: FieldKind) -> Field {
        Field { name, about, required: false, sensitive: false, kind }
    }

    /// A field that identifies a person or their money.
    pub const fn sensitive(self) -> Field {
        Field { sensitive: true, ..self }
    }
}

/// Text for people: a name or a label.
pub const fn label(min: usize, max: usize, example: &'static str) -> FieldKind {
    let pattern = if min == 0 { rules::text::PATTERN } else { rules::text::NON_BLANK_PATTERN };
    FieldKind::Text(Text { min, max, pattern, format: "", example, reads: TextFormat::Text })
}

/// A number that a scheme defines.
pub const fn number(
    min: usize,
    max: usize,
    pattern: &'static str,
    check: fn(&str) -> Result<(), BankDetailProblem>,
    example: &'static str,
) -> FieldKind {
    FieldKind::Text(Text { min, max, pattern, format: "", example, reads: TextFormat::BankDetail(check) })
}

/// A text with a pattern that other fields, or other rules, make narrower.
pub const fn code(min: usize, max: usize, pattern: &'static str, example: &'static str) -> FieldKind {
    FieldKind::Text(Text { min, max, pattern, format: "", example, reads: TextFormat::Text })
}

pub const fn email() -> FieldKind {
    FieldKind::Text(Text {
        min: 6,
        max: 254,
        pattern: rules::email_address::PATTERN,
        format: "email",
        example: "ada@example.com",
        reads: TextFormat::Email,
    })
}

/// An amount of USDC that is sent to us.
pub const fn usdc(example: &'static str) -> FieldKind {
    FieldKind::Text(Text {
        min: 1,
        max: 19,
        pattern: r"^(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$",
        format: "",
        example,
        reads: TextFormat::Amount(Currency::Usdc),
    })
}

/// An amount of a fiat currency that is sent to us.
pub const fn fiat(example: &'static str) -> FieldKind {
    FieldKind::Text(Text {
        min: 1,
        max: 15,
        pattern: r"^(0|[1-9][0-9]{0,11})(\.[0-9]{1,2})?$",
        format: "",
        example,
        reads: TextFormat::Amount(Currency::Usd),
    })
}

/// An id of ours that is sent back to us.
pub const fn id(example: &'static str, check: fn(&str) -> Result<(), &'static str>) -> FieldKind {
    FieldKind::Text(Text {
        min: 1,
        max: 64,
        pattern: "",
        format: "",
        example,
        reads: TextFormat::Name(check),
    })
}

/// A text of ours, described for readers; nothing checks it.
pub const fn output(example: &'static str) -> FieldKind {
    FieldKind::Text(Text {
        min: 0,
        max: usize::MAX,
        pattern: "",
        format: "",
        example,
        reads: TextFormat::Text,
    })
}

/// The same for an amount, a rate, an id or a name from a list: the request log shows it.
pub const fn public(example: &'static str) -> FieldKind {
    FieldKind::Text(Text {
        min: 0,
        max: usize::MAX,
        pattern: "",
        format: "",
        example,
        reads: TextFormat::Public,
    })
}
