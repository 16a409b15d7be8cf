//! The fields of a form or query string, as they were sent.

use bytes::Bytes;

#[derive(Clone, Default, Debug)]
pub struct FormFields {
    texts: Vec<(String, String)>,
    files: Vec<(String, Bytes)>,
}

impl FormFields {
    /// `a=1&b=2`, in the spelling of forms.
    pub fn parse(encoded: &[u8]) -> FormFields {
        let texts = form_urlencoded::parse(encoded);
        FormFields {
            texts: texts.map(|(name, value)| (name.into(), value.into())).collect(),
            files: Vec::new(),
        }
    }

    pub fn add_text(&mut self, name: String, value: String) {
        self.texts.push((name, value));
    }

    pub fn add_file(&mut self, name: String, content: Bytes) {
        self.files.push((name, content));
    }

    pub fn len(&self) -> usize {
        self.texts.len() + self.files.len()
    }

    /// The first value of this name; nothing is the empty text.
    pub fn get(&self, name: &str) -> &str {
        self.all(name).next().unwrap_or_default()
    }

    /// The same, without the blanks around it that people do not see.
    pub fn text(&self, name: &str) -> String {
        self.get(name).trim().to_owned()
    }

    pub fn all<'f>(&'f self, name: &str) -> impl Iterator<Item = &'f str> {
        self.texts.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn count(&self, name: &str) -> usize {
        self.all(name).count()
    }

    /// One of these names that stands there more than once, if there is one.
    pub fn repeated<'n>(&self, names: &[&'n str]) -> Option<&'n str> {
        names.iter().copied().find(|name| self.count(name) > 1)
    }

    /// One of these names whose value was no UTF-8, and is therefore not what was sent.
    pub fn broken<'n>(&self, names: &[&'n str]) -> Option<&'n str> {
        let is_broken = |name: &&str| self.all(name).any(|value| value.contains(char::REPLACEMENT_CHARACTER));
        names.iter().copied().find(is_broken)
    }

    /// A file that was chosen; one that was not is empty.
    pub fn file(&self, name: &str) -> Option<&Bytes> {
        self.files.iter().find(|(known, content)| known == name && !content.is_empty()).map(|(_, file)| file)
    }

    /// Takes all values of this name out, and returns the first.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let first = self.all(name).next().map(str::to_owned);
        self.texts.retain(|(known, _)| known != name);
        first
    }

    /// Makes one field of the two that a password can be typed into: the one that the user saw last, unless it was left
    /// empty.
    pub fn choose_shown(&mut self, name: &str) {
        let is_shown = self.take(&format!("{name}_show")).is_some();
        let shown = self.take(&format!("{name}_shown")).filter(|shown| !shown.is_empty());
        if let Some(shown) = shown
            && (is_shown || self.get(name).is_empty())
        {
            self.take(name);
            self.add_text(name.to_owned(), shown);
        }
    }

    /// Everything that can be sent again in hidden fields, in its order.
    pub fn carried(&self) -> impl Iterator<Item = (&str, &str)> {
        let texts = self.texts.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        texts.filter(|(name, _)| !super::TOKENS.contains(name))
    }

    /// What the form is about, whichever copy of it this is.
    pub fn fingerprint(&self) -> [u8; 32] {
        let texts = self.texts.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
        let files = self.files.iter().map(|(name, content)| (name.as_str(), content.as_ref()));
        super::fingerprint(texts.chain(files))
    }
}

/// The address in `Ana Souza <ana@acme.com>`, as email programs copy it; any other text as it is.
pub fn pasted_email(text: &str) -> &str {
    let inside = text.strip_suffix('>').and_then(|rest| rest.split_once('<'));
    match inside {
        Some((name, email)) if !name.contains('@') && !email.contains(['<', '>']) => email,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::FormFields;

    #[test]
    fn values_keep_what_was_typed_and_names_may_repeat() {
        let fields = FormFields::parse(b"scope=a%3Ab&scope=c&name=+J%C3%B6rg+&empty=&odd=%ff");
        assert_eq!(fields.all("scope").collect::<Vec<_>>(), ["a:b", "c"]);
        assert_eq!((fields.get("name"), fields.text("name").as_str()), (" Jörg ", "Jörg"));
        assert_eq!((fields.get("empty"), fields.get("none"), fields.get("odd")), ("", "", "\u{fffd}"));
        assert_eq!(fields.count("scope"), 2);
    }

    #[test]
    fn of_the_two_fields_of_a_password_the_visible_one_counts_unless_it_is_empty() {
        for (sent, password) in [
            ("password=hidden", "hidden"),
            ("password=hidden&password_shown=", "hidden"),
            ("password=hidden&password_shown=seen", "hidden"),
            ("password=hidden&password_shown=seen&password_show=yes", "seen"),
            ("password=hidden&password_shown=&password_show=yes", "hidden"),
            ("password=&password_shown=seen&password_show=yes", "seen"),
            ("password=&password_shown=seen", "seen"),
            ("password=&password_shown=", ""),
            ("password_show=yes", ""),
        ] {
            let mut fields = FormFields::parse(sent.as_bytes());
            fields.choose_shown("password");
            assert_eq!(fields.get("password"), password, "{sent}");
            assert_eq!(fields.count("password_show") + fields.count("password_shown"), 0, "{sent}");
            assert!(fields.count("password") <= 1, "{sent}");
        }
    }

    #[test]
    fn a_form_is_the_same_whatever_its_tokens_are() {
        let one = FormFields::parse(b"csrf=1&form_key=2&amount=5").fingerprint();
        assert_eq!(one, FormFields::parse(b"csrf=3&form_key=4&amount=5").fingerprint());
        assert_ne!(one, FormFields::parse(b"csrf=1&form_key=2&amount=6").fingerprint());
        assert_ne!(FormFields::parse(b"ab=c").fingerprint(), FormFields::parse(b"a=bc").fingerprint());
    }

    #[test]
    fn a_form_that_is_carried_on_is_the_same_form() {
        let first = FormFields::parse(b"csrf=1&form_key=2&to=a&to=b&amount=5&amount=&to=c");
        let mut again = FormFields::default();
        first.carried().for_each(|(name, value)| again.add_text(name.to_owned(), value.to_owned()));
        again.add_text("confirm_password".to_owned(), "secret".to_owned());
        again.add_text("confirm_password".to_owned(), "another".to_owned());
        assert_eq!(again.take("confirm_password").as_deref(), Some("secret"));
        assert_eq!((again.take("confirm_password"), again.fingerprint()), (None, first.fingerprint()));
    }
}
