//! The pseudo-locale of the tests: English that is still readable, with an accent on every letter and 40 % longer, as
//! translations are. Text without accents on such a page does not come from a catalog, and what breaks is too narrow.

/// The accented letter that stands for a letter.
fn accented(letter: char) -> Option<char> {
    const PLAIN: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const ACCENTED: &str = "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž";
    PLAIN.chars().zip(ACCENTED.chars()).find(|(plain, _)| *plain == letter).map(|(_, accented)| accented)
}

/// The text with accents and at 140 % of its length. Letters are repeated where they stand, so that words stay words.
pub(crate) fn pseudo(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    // Counted in fifths: each character adds two, and each repeated letter takes five.
    let mut owed = 4;
    for character in text.chars() {
        owed += 2;
        match accented(character) {
            Some(letter) => {
                out.push(letter);
                while owed >= 5 {
                    out.push(letter);
                    owed -= 5;
                }
            }
            None => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::pseudo;

    #[test]
    fn every_letter_has_an_accent_and_the_text_is_longer() {
        assert_eq!(pseudo("Sign in"), "ŠŠîĝĝñ îîñ");
        assert_eq!(pseudo("…, 12%"), "…, 12%");
        let letters: String = ('A'..='Z').chain('a'..='z').collect();
        assert!(!pseudo(&letters).contains(|letter: char| letter.is_ascii_alphabetic()));
        for text in ["a", "Amount", "Your balance isn't affected.", "word ".repeat(40).trim_end()] {
            let (before, after) = (text.chars().count(), pseudo(text).chars().count());
            assert!((after * 10).abs_diff(before * 14) <= 10, "{text}: {before} became {after}");
        }
    }
}
