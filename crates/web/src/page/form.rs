//! A form as it is shown: the entered values, their problems and the language. It checks nothing itself.

use i18n::Locale;

/// Ten addresses, each as long as it may be, are the longest text that any field takes.
const LONGEST_SHOWN: usize = 12_000;

/// What the field macros of `parts.html` read. A page with two forms gives them two ids.
pub struct Form<'a> {
    id: &'a str,
    csrf: &'a str,
    /// Makes a form that is sent twice count once.
    key: &'a str,
    locale: Locale,
    values: Vec<(&'a str, String)>,
    mistakes: Vec<Mistake>,
}

pub struct Mistake {
    /// The field, or nothing if it is about the whole form.
    pub field: String,
    pub text: String,
}

impl<'a> Form<'a> {
    /// A form that changes something.
    pub fn post(locale: Locale, id: &'a str, csrf: &'a str, key: &'a str) -> Form<'a> {
        Form { id, csrf, key, locale, values: Vec::new(), mistakes: Vec::new() }
    }

    /// A form that only asks, such as a filter: it carries no tokens.
    pub fn get(locale: Locale, id: &'a str) -> Form<'a> {
        Form::post(locale, id, "", "")
    }

    /// The language of its labels and mistakes.
    pub fn locale(&self) -> Locale {
        self.locale
    }

    /// Below a field for a new password.
    pub fn password_hint(&self) -> String {
        self.locale.text_with("password-hint", &[("count", &rules::user::SHORTEST_PASSWORD)])
    }

    /// What was typed. Far more than a field takes is cut: shown again, it would take several times as much.
    pub fn with(mut self, name: &'a str, value: impl Into<String>) -> Form<'a> {
        let mut value = value.into();
        value.truncate(value.floor_char_boundary(LONGEST_SHOWN));
        self.values.push((name, value));
        self
    }

    pub fn wrong(mut self, field: impl Into<String>, text: impl Into<String>) -> Form<'a> {
        self.mistakes.push(Mistake { field: field.into(), text: text.into() });
        self
    }

    /// Whether what went wrong is in none of the fields.
    pub fn is_well_filled(&self) -> bool {
        self.mistakes.iter().all(|mistake| mistake.field.is_empty())
    }

    pub fn csrf(&self) -> &str {
        self.csrf
    }

    pub fn key(&self) -> &str {
        self.key
    }

    pub fn value(&self, name: &str) -> &str {
        self.values.iter().find(|(named, _)| *named == name).map_or("", |(_, value)| value)
    }

    /// Whether this is the field's value, or one of them.
    pub fn has(&self, name: &str, value: impl AsRef<str>) -> bool {
        self.values.iter().any(|(named, held)| *named == name && held == value.as_ref())
    }

    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }

    pub fn mistake(&self, name: &str) -> Option<&str> {
        self.mistakes.iter().find(|mistake| mistake.field == name).map(|mistake| mistake.text.as_str())
    }

    /// The id of a field, unique on a page whose forms have different ids.
    pub fn at(&self, name: &str) -> String {
        format!("{}-{name}", self.id)
    }

    /// The ids of the texts that explain a field, for `aria-describedby`.
    pub fn notes(&self, name: &str, hint: &str, unit: &str) -> String {
        let there = [
            (self.mistake(name).is_some(), "mistake"),
            (!unit.is_empty(), "unit"),
            (!hint.is_empty(), "hint"),
        ];
        let ids = there.into_iter().filter(|(is_there, _)| *is_there);
        ids.map(|(_, what)| format!("{}-{what}", self.at(name))).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;

    use super::{Form, LONGEST_SHOWN};

    #[test]
    fn a_field_is_explained_by_what_is_beside_it() {
        let form =
            Form::post(Locale::ENGLISH, "new", "c", "k").with("to", "x").wrong("to", "That is no address.");
        assert_eq!(form.notes("to", "", ""), "new-to-mistake");
        assert_eq!(form.notes("to", "Where to", "USDC"), "new-to-mistake new-to-unit new-to-hint");
        assert_eq!(form.notes("other", "", ""), "");
        assert_eq!((form.value("to"), form.value("other")), ("x", ""));
        assert_eq!(form.mistake("to"), Some("That is no address."));
    }

    #[test]
    fn far_more_than_a_field_takes_is_cut_between_two_letters() {
        let form =
            Form::post(Locale::ENGLISH, "new", "c", "k").with("to", "é".repeat(10_000)).with("amount", "5");
        assert_eq!((form.value("to").len(), form.value("amount")), (LONGEST_SHOWN, "5"));
        assert_eq!(
            Form::get(Locale::ENGLISH, "f").with("to", format!("x{}", "é".repeat(6_000))).value("to").len(),
            11_999
        );
    }

    #[test]
    fn a_field_may_have_several_values() {
        let form = Form::get(Locale::ENGLISH, "f").with("scope", "a").with("scope", "b");
        assert!(form.has("scope", "a") && form.has("scope", String::from("b")) && !form.has("scope", "c"));
    }
}
