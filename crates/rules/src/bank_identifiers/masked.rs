//! What is shown of a number once it is stored: enough to know it again, and no more.

/// What is shown of a number at most.
const MAX_DIGITS: usize = 4;

/// The end of a number: four characters, and never more than half of it. Of an email address, the first letter and
/// where it leads.
pub fn masked(text: &str) -> String {
    masked_email(text).unwrap_or_else(|| format!("•••• {}", end(text, MAX_DIGITS)))
}

/// Of an email address, the first letter and where it leads; nothing of any other text.
pub fn masked_email(text: &str) -> Option<String> {
    let (mailbox, domain) = text.split_once('@')?;
    let first: String = mailbox.chars().take(usize::from(mailbox.len() > 1)).collect();
    Some(format!("{first}•••@{domain}"))
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
            ("ada.l@example.com", "a•••@example.com"),
            ("a@b.co", "•••@b.co"),
            ("añö.çé", "•••• .çé"),
        ] {
            assert_eq!(masked(text), shown, "{text}");
        }
        assert_eq!((end("52998224725", 2), end("1", 2)), ("25".to_owned(), String::new()));
    }
}
