//! A message of a catalog in the form in which it is rendered. Catalogs use a small part of Fluent, so that every
//! language can be compared with every other: text, variables, and a choice by a variable. References, terms, functions
//! and attributes are refused.

use fluent_syntax::ast;
use fluent_syntax::unicode::unescape_unicode_to_string;

use super::markup;
use super::piece::{Piece, Select, VariantKey};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Message {
    pub(crate) pieces: Vec<Piece>,
    /// What the message says if it has neither variables nor tags.
    pub(crate) plain: Option<String>,
}

impl Message {
    pub(crate) fn read(message: &ast::Message<&str>) -> Result<Message, String> {
        if !message.attributes.is_empty() {
            return Err("attributes are not used here: write a message of its own".to_owned());
        }
        let pattern = message.value.as_ref().ok_or("it has no text")?;
        Ok(Message::new(pieces(pattern)?))
    }

    fn new(pieces: Vec<Piece>) -> Message {
        let text = |piece: &Piece| match piece {
            Piece::Text(text) => Some(text.clone()),
            Piece::Variable(_) | Piece::Select(_) | Piece::Tag(_) | Piece::Link(_) => None,
        };
        let plain = pieces.iter().map(text).collect::<Option<Vec<String>>>().map(|texts| texts.concat());
        Message { pieces, plain }
    }

    /// The message with other words, and with the same variables and tags.
    pub(crate) fn reworded(&self, words: fn(&str) -> String) -> Message {
        Message::new(reworded(&self.pieces, words))
    }
}

fn pieces(pattern: &ast::Pattern<&str>) -> Result<Vec<Piece>, String> {
    let mut pieces: Vec<Piece> = Vec::new();
    for element in &pattern.elements {
        let piece = match element {
            ast::PatternElement::TextElement { value } => Piece::Text((*value).to_owned()),
            ast::PatternElement::Placeable { expression } => placeable(expression)?,
        };
        // Fluent has an element for each line of a text. Tags are read from all of it.
        match (pieces.last_mut(), piece) {
            (Some(Piece::Text(before)), Piece::Text(more)) => before.push_str(&more),
            (_, piece) => pieces.push(piece),
        }
    }
    markup::with_tags(pieces)
}

fn placeable(expression: &ast::Expression<&str>) -> Result<Piece, String> {
    match expression {
        ast::Expression::Inline(ast::InlineExpression::StringLiteral { value }) => {
            Ok(Piece::Text(unescape_unicode_to_string(value).into_owned()))
        }
        ast::Expression::Inline(ast::InlineExpression::VariableReference { id }) => {
            Ok(Piece::Variable(id.name.to_owned()))
        }
        ast::Expression::Select { selector: ast::InlineExpression::VariableReference { id }, variants } => {
            Ok(Piece::Select(select(id.name, variants)?))
        }
        other => Err(format!("only text, variables and choices by a variable are used here: {other:?}")),
    }
}

fn select(variable: &str, variants: &[ast::Variant<&str>]) -> Result<Select, String> {
    let default = variants.iter().position(|variant| variant.default).ok_or("a choice has no default")?;
    let read = |variant: &ast::Variant<&str>| Ok((key(&variant.key)?, pieces(&variant.value)?));
    let variants = variants.iter().map(read).collect::<Result<Vec<_>, String>>()?;
    Ok(Select { variable: variable.to_owned(), variants, default })
}

fn key(key: &ast::VariantKey<&str>) -> Result<VariantKey, String> {
    match key {
        ast::VariantKey::Identifier { name } => Ok(VariantKey::Name((*name).to_owned())),
        ast::VariantKey::NumberLiteral { value } => {
            value.parse().map(VariantKey::Number).map_err(|_| format!("{value} is not a whole number"))
        }
    }
}

fn reworded(pieces: &[Piece], words: fn(&str) -> String) -> Vec<Piece> {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => Piece::Text(words(text)),
        Piece::Select(select) => {
            let variants = select.variants.iter();
            let variants = variants.map(|(key, pieces)| (key.clone(), reworded(pieces, words)));
            Piece::Select(Select { variants: variants.collect(), ..select.clone() })
        }
        Piece::Variable(_) | Piece::Tag(_) | Piece::Link(_) => piece.clone(),
    };
    pieces.iter().map(piece).collect()
}
