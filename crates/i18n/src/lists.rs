//! Lists in a sentence.

use rules::language::Language;

use crate::locale::Locale;

impl Locale {
    /// `a`, `a and b`, `a, b and c`; nothing for no items.
    pub fn list(self, items: &[impl AsRef<str>]) -> String {
        let Some((last, before)) = items.split_last() else { return String::new() };
        let last = last.as_ref();
        let mut items = before.iter().map(AsRef::as_ref);
        let Some(first) = items.next() else { return last.to_owned() };
        let start = items.fold(first.to_owned(), |start: String, next: &str| {
            self.text_with("list-middle", &[("start", &start), ("next", &next)])
        });
        if self.language() == Language::Spanish && begins_with_i_sound(last) {
            return self.text_with("list-last-before-i", &[("start", &start), ("last", &last)]);
        }
        self.text_with("list-last", &[("start", &start), ("last", &last)])
    }
}

/// Spanish says "Ana e Inés" and "padre e hijo", but "agua y hielo", where the h is followed by a diphthong.
fn begins_with_i_sound(word: &str) -> bool {
    let mut letters = word.chars().flat_map(char::to_lowercase);
    match (letters.next(), letters.next(), letters.next()) {
        (Some('i' | 'í'), ..) => true,
        (Some('h'), Some('i' | 'í'), third) => !matches!(third, Some('a' | 'e')),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use rules::language::Language;

    use crate::locale::Locale;

    #[test]
    fn items_are_joined_as_in_a_sentence() {
        for (language, items, joined) in [
            (Language::English, &["a", "b", "c"][..], "a, b and c"),
            (Language::English, &["a", "b"], "a and b"),
            (Language::English, &["a"], "a"),
            (Language::English, &[], ""),
            (Language::English, &["Ana", "Inés"], "Ana and Inés"),
            (Language::Spanish, &["Ana", "Bruno"], "Ana y Bruno"),
            (Language::Spanish, &["Ana", "Inés"], "Ana e Inés"),
            (Language::Spanish, &["Ana", "Bruno", "Íñigo"], "Ana, Bruno e Íñigo"),
            (Language::Spanish, &["padre", "hijo"], "padre e hijo"),
            (Language::Spanish, &["agua", "hielo"], "agua y hielo"),
            (Language::Portuguese, &["Ana", "Inês"], "Ana e Inês"),
            (Language::French, &["a", "b", "c"], "a, b et c"),
        ] {
            assert_eq!(Locale::from(language).list(items), joined);
        }
    }
}
