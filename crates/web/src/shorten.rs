//! Shortens what a client sent before it is shown again.

/// The text, or so many letters of it and an ellipsis.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn only_what_is_longer_is_cut() {
        assert_eq!((shortened("äöü", 3).as_str(), shortened("äöü", 2).as_str()), ("äöü", "äö…"));
    }
}
