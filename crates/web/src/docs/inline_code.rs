//! Sentences with `code` in them, as descriptions are written, in pieces that a template can mark up.

pub struct Piece<'a> {
    pub text: &'a str,
    pub is_code: bool,
}

pub type InlineCode<'a> = Vec<Piece<'a>>;

/// Every second piece between backticks is code.
pub fn inline_code(text: &str) -> InlineCode<'_> {
    let pieces = text.split('`').enumerate();
    pieces
        .map(|(index, text)| Piece { text, is_code: index % 2 == 1 })
        .filter(|piece| !piece.text.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::inline_code;

    #[test]
    fn what_stands_between_backticks_is_code() {
        let read: Vec<(&str, bool)> =
            inline_code("`a` and `b`.").into_iter().map(|piece| (piece.text, piece.is_code)).collect();
        assert_eq!(read, [("a", true), (" and ", false), ("b", true), (".", false)]);
        assert!(inline_code("").is_empty());
    }
}
