//! The digits of a typed amount, and what separates them. It knows shapes, and neither locales nor currencies.

/// Separators between thousands have so many digits between them.
pub(super) const DIGITS_OF_A_GROUP: usize = 3;

/// `1,250.50` is 1, 250 and 50, with a comma and a point between them.
pub(super) struct TypedNumber<'t> {
    runs: Vec<&'t str>,
    /// One less than there are runs.
    separators: Vec<Separator>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    Point,
    Comma,
    /// Any kind of space within a line.
    Blank,
    Apostrophe,
}

impl Separator {
    fn of(character: char) -> Option<Separator> {
        match character {
            '.' => Some(Separator::Point),
            ',' => Some(Separator::Comma),
            '\'' | '\u{2019}' | '\u{2bc}' => Some(Separator::Apostrophe),
            '\u{2028}' | '\u{2029}' => None,
            blank if blank.is_whitespace() && !blank.is_control() => Some(Separator::Blank),
            _ => None,
        }
    }
}

impl<'t> TypedNumber<'t> {
    /// Nothing else than ASCII digits and single separators between them. Only the digits before the first one may be
    /// missing: `.50`.
    pub(super) fn parse(text: &'t str) -> Option<TypedNumber<'t>> {
        let is_separator = |character: char| !character.is_ascii_digit();
        let runs: Vec<&str> = text.split(is_separator).collect();
        let separators: Option<Vec<Separator>> =
            text.chars().filter(|character| is_separator(*character)).map(Separator::of).collect();
        let separators = separators?;
        let (first, rest) = runs.split_first()?;
        let is_whole = rest.iter().all(|run| !run.is_empty()) && (!first.is_empty() || rest.len() == 1);
        is_whole.then_some(TypedNumber { runs, separators })
    }

    /// All of its digits, without the separators.
    pub(super) fn digits(&self) -> String {
        self.runs.concat()
    }

    pub(super) fn lacks_whole(&self) -> bool {
        self.runs[0].is_empty()
    }

    pub(super) fn last_separator(&self) -> Option<char> {
        match self.separators.last()? {
            Separator::Point => Some('.'),
            Separator::Comma => Some(','),
            Separator::Blank | Separator::Apostrophe => None,
        }
    }

    /// Whether its one separator has as many digits behind it as thousands have, and something to separate before it.
    /// Thousands of `0,500` would begin with a zero.
    pub(super) fn may_have_thousands_only(&self) -> bool {
        let [first, last] = self.runs[..] else { return false };
        last.len() == DIGITS_OF_A_GROUP && !first.is_empty() && !first.starts_with('0')
    }

    /// The number, in the API's spelling, if all separators stand between thousands.
    pub(super) fn with_thousands(&self) -> Option<String> {
        is_grouped(&self.runs, &self.separators).then(|| self.digits())
    }

    /// The same if the last separator stands before decimals, and all others between thousands.
    pub(super) fn with_decimals(&self) -> Option<String> {
        let (last, others) = self.separators.split_last()?;
        let (fraction, whole) = self.runs.split_last()?;
        let separates_decimals = matches!(last, Separator::Point | Separator::Comma);
        if !separates_decimals || others.contains(last) || !is_grouped(whole, others) {
            return None;
        }
        let whole = whole.concat();
        let whole = if whole.is_empty() { "0" } else { &whole };
        Some(format!("{whole}.{fraction}"))
    }
}

/// Whether these are thousands with one kind of separator between them, or digits without any.
fn is_grouped(runs: &[&str], separators: &[Separator]) -> bool {
    let Some((first, others)) = runs.split_first().filter(|_| !separators.is_empty()) else { return true };
    let is_one_kind = separators.iter().all(|separator| *separator == separators[0]);
    let is_first_group = (1..=DIGITS_OF_A_GROUP).contains(&first.len()) && !first.starts_with('0');
    is_one_kind && is_first_group && others.iter().all(|run| run.len() == DIGITS_OF_A_GROUP)
}
