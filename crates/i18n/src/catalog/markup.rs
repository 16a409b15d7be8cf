//! The HTML that a text may hold: the tags of a short list, and links to where a variable says. A text with anything
//! else that looks like a tag is refused, so that no translation can bring markup or an address of its own.

use super::piece::Piece;

/// Every tag but links, exactly as it must be written.
pub(crate) const TAGS: [&str; 9] =
    ["<b>", "</b>", "<br>", "<code>", "</code>", "<em>", "</em>", "<strong>", "</strong>"];

const LINK_START: &str = "<a href=\"";
const LINK_MIDDLE: &str = "\">";
const LINK_END: &str = "</a>";

/// What must come next in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Anything,
    /// The variable between `<a href="` and `">`.
    Address,
    LinkMiddle,
}

/// The pieces with the tags in their texts as pieces of their own.
pub(crate) fn with_tags(pieces: Vec<Piece>) -> Result<Vec<Piece>, String> {
    let mut out = Vec::new();
    let mut next = Next::Anything;
    for piece in pieces {
        next = match (next, piece) {
            (Next::Anything, Piece::Text(text)) => split(&text, &mut out)?,
            (Next::Anything, other) => {
                out.push(other);
                Next::Anything
            }
            (Next::Address, Piece::Variable(name)) => {
                out.push(Piece::Link(name));
                Next::LinkMiddle
            }
            (Next::LinkMiddle, Piece::Text(text)) => {
                split(text.strip_prefix(LINK_MIDDLE).ok_or(WRONG_LINK)?, &mut out)?
            }
            (Next::Address | Next::LinkMiddle, _) => return Err(WRONG_LINK.to_owned()),
        };
    }
    if next != Next::Anything {
        return Err(WRONG_LINK.to_owned());
    }
    check_balance(&out)?;
    Ok(out)
}

const WRONG_LINK: &str = "a link is written <a href=\"{ $variable }\">text</a>.";

/// Appends a text with its tags.
fn split(text: &str, out: &mut Vec<Piece>) -> Result<Next, String> {
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        push_text(&rest[..start], out)?;
        let tag = &rest[start..];
        if tag == LINK_START {
            return Ok(Next::Address);
        }
        let known = TAGS.into_iter().chain([LINK_END]).find(|known| tag.starts_with(known));
        let Some(known) = known else {
            return Err(format!("this tag is not allowed: {}", tag.chars().take(40).collect::<String>()));
        };
        out.push(Piece::Tag(known));
        rest = &tag[known.len()..];
    }
    push_text(rest, out)?;
    Ok(Next::Anything)
}

fn push_text(text: &str, out: &mut Vec<Piece>) -> Result<(), String> {
    if text.contains('>') {
        return Err("a text has a > without a tag".to_owned());
    }
    if !text.is_empty() {
        out.push(Piece::Text(text.to_owned()));
    }
    Ok(())
}

/// Each tag is closed in the same text or variant in which it is opened.
fn check_balance(pieces: &[Piece]) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Link(_) => open.push("a"),
            Piece::Tag("<br>") => {}
            Piece::Tag(tag) => match tag.strip_prefix("</") {
                Some(end) if open.last().is_some_and(|name| end == format!("{name}>")) => {
                    open.pop();
                }
                Some(_) => return Err(format!("{tag} closes nothing")),
                None => open.push(tag.trim_matches(['<', '>'])),
            },
            Piece::Text(_) | Piece::Variable(_) | Piece::Select(_) => {}
        }
    }
    match open.last() {
        Some(name) => Err(format!("<{name}> is not closed")),
        None => Ok(()),
    }
}
