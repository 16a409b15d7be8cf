//! Puts values into a message, as text or as HTML. In HTML every value and every word of the catalog is escaped; tags
//! come from the list in `catalog::markup` alone.

use rules::language::Language;

use crate::argument::{Arguments, Value};
use crate::catalog::message::Message;
use crate::catalog::piece::{Piece, Select, VariantKey};
use crate::html::{escape_into, is_safe_link};
use crate::number_style::{NumberStyle, integer};
use crate::plural::category;

/// Why a message cannot be shown. All of these are mistakes in the code that asks for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RenderError {
    MissingKey,
    /// The message has variables or tags, and is asked for as plain text.
    NeedsArguments,
    MissingArgument(String),
    /// The message has tags, and is asked for as text.
    TagInText,
    /// The address of a link is none that may be linked to.
    UnsafeLink,
}

/// Who reads the message, and what it is filled with.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) language: Language,
    pub(crate) numbers: NumberStyle,
    pub(crate) arguments: &'a Arguments<'a>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Html,
}

impl Context<'_> {
    pub(crate) fn text(&self, message: &Message) -> Result<String, RenderError> {
        self.render(message, Format::Text)
    }

    pub(crate) fn html(&self, message: &Message) -> Result<String, RenderError> {
        self.render(message, Format::Html)
    }

    fn render(&self, message: &Message, format: Format) -> Result<String, RenderError> {
        let mut out = String::new();
        self.write(&message.pieces, format, &mut out)?;
        Ok(out)
    }

    fn write(&self, pieces: &[Piece], format: Format, out: &mut String) -> Result<(), RenderError> {
        for piece in pieces {
            match (piece, format) {
                (Piece::Text(text), _) => push(out, after_period(out, text), format),
                (Piece::Variable(name), _) => match self.value(name)? {
                    Value::Text(text) => push(out, text, format),
                    Value::Integer(number) => push(out, &integer(number, self.numbers), format),
                },
                (Piece::Select(select), _) => self.write(self.chosen(select)?, format, out)?,
                (Piece::Tag(_) | Piece::Link(_), Format::Text) => return Err(RenderError::TagInText),
                (Piece::Tag(tag), Format::Html) => out.push_str(tag),
                (Piece::Link(name), Format::Html) => match self.value(name)? {
                    Value::Text(href) if is_safe_link(href) => {
                        out.push_str("<a href=\"");
                        escape_into(out, href);
                        out.push_str("\">");
                    }
                    Value::Text(_) | Value::Integer(_) => return Err(RenderError::UnsafeLink),
                },
            }
        }
        Ok(())
    }

    fn value(&self, name: &str) -> Result<Value<'_>, RenderError> {
        let argument = self.arguments.iter().find(|(given, _)| *given == name);
        argument
            .map(|(_, argument)| argument.value())
            .ok_or_else(|| RenderError::MissingArgument(name.to_owned()))
    }

    /// The variant of exactly this number, or else of its plural; the variant of this text; or the default.
    fn chosen<'a>(&self, select: &'a Select) -> Result<&'a [Piece], RenderError> {
        let value = self.value(&select.variable)?;
        let find = |is_it: &dyn Fn(&VariantKey) -> bool| select.variants.iter().find(|(key, _)| is_it(key));
        let found = match value {
            Value::Text(text) => find(&|key| *key == VariantKey::Name(text.to_owned())),
            Value::Integer(number) => {
                let plural = VariantKey::Name(category(self.language, number).to_owned());
                find(&|key| *key == VariantKey::Number(number)).or_else(|| find(&|key| *key == plural))
            }
        };
        let (_, pieces) = found.unwrap_or(&select.variants[select.default]);
        Ok(pieces)
    }
}

/// A name such as "Florin, Inc." already ends the sentence, even inside a tag.
fn after_period<'a>(out: &str, text: &'a str) -> &'a str {
    let Some(rest) = text.strip_prefix('.').filter(|rest| !rest.starts_with('.')) else { return text };
    let visible = match out.rfind("</") {
        Some(tag) if out.ends_with('>') => &out[..tag],
        _ => out,
    };
    if visible.ends_with('.') { rest } else { text }
}

fn push(out: &mut String, text: &str, format: Format) {
    match format {
        Format::Text => out.push_str(text),
        Format::Html => escape_into(out, text),
    }
}
