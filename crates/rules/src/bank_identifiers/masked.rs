//! What is shown of a number once it is stored: enough to know it again, and no more.

/// What is shown of a number at most.
const MAX_DIGITS: usize = 4;

/// The end of a number: four characters, and never more than half of it. Of an email address, a little of the mailbox
/// and where it leads.
pub fn masked(text: &str) -> String {
    masked_email(text).unwrap_or_else(|| format!("•••• {}", end(text, MAX_DIGITS)))
}

/// Of an email address, the start and end of the mailbox and where it leads; nothing of any other text. Both ends tell
/// `ana1@` from `ana2@`, and together they are never more than half of the mailbox.
pub fn masked_email(text: &str) -> Option<String> {
    let (mailbox, domain) = text.split_once('@')?;
    let length = mailbox.chars().count();
    let (first, last) = match length {
        0 | 1 => (0, 0),
        2 | 3 => (1, 0),
        4 | 5 => (1, 1),
        _ => (2, 1),
    };
    let start: String = mailbox.chars().take(first).collect();
    let end: String = mailbox.chars().skip(length - last).collect();
    Some(format!("{start}•••{end}@{domain}"))
}

/// The last characters, and never more than half of all.
pub fn end(text: &str, most: usize) -> String {
    let length = text.chars().count();
    text.chars().skip(length - most.min(length / 2)).collect()
}

#[cfg(test)]
mod tests {
    use super::{end, masked};

    #[test]
    fn a_number_shows_its_end_and_never_more_than_half() {
        for (text, shown) in [
            ("DE89370400440532013000", "•••• 3000"),
            ("12345678", "•••• 5678"),
            ("1234", "•••• 34"),
            ("12345", "•••• 45"),
            ("", "•••• "),
            ("ada@example.com", "a•••@example.com"),
            ("ada.l@example.com", "a•••l@example.com"),
            ("evelyn1@example.com", "ev•••1@example.com"),
            ("evelyn2@example.com", "ev•••2@example.com"),
            ("ab@example.com", "a•••@example.com"),
            ("a@b.co", "•••@b.co"),
            ("añö.çé", "•••• .çé"),
        ] {
            assert_eq!(masked(text), shown, "{text}");
        }
        assert_eq!((end("52998224725", 2), end("1", 2)), ("25".to_owned(), String::new()));
    }
}
