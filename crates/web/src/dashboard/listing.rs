//! What the filters of lists share: a first and a last day, and whether anything was chosen at all.

use app::Period;
use rules::time::{SECONDS_PER_DAY, Timestamp};

use crate::page::form::Form;
use crate::page::{FormFields, PageRequest};

/// Two days as they were typed, both of them included.
pub struct Dates {
    from: String,
    to: String,
}

impl Dates {
    pub fn of(query: &FormFields) -> Dates {
        Dates { from: query.text("from"), to: query.text("to") }
    }

    /// What is no day is no bound; the form says so.
    pub fn period(&self) -> Period {
        Period {
            from: start_of(&self.from),
            to: start_of(&self.to).map(|day| day.plus_seconds(SECONDS_PER_DAY)),
        }
    }

    pub fn fill<'a>(&self, form: Form<'a>) -> Form<'a> {
        let fill = |form: Form<'a>, name: &'static str, text: &str| {
            let form = form.with(name, text);
            let is_wrong = !text.is_empty() && start_of(text).is_none();
            let text = form.locale().text("filter-date-invalid");
            if is_wrong { form.wrong(name, text) } else { form }
        };
        fill(fill(form, "from", &self.from), "to", &self.to)
    }
}

/// Midnight, UTC.
fn start_of(day: &str) -> Option<Timestamp> {
    if day.len() == 10 { Timestamp::parse(&format!("{day}T00:00:00Z")) } else { None }
}

/// Whether the list is narrowed, so that an empty one means something else.
pub fn is_narrowed(request: &PageRequest<'_>, filters: &[&str]) -> bool {
    filters.iter().any(|name| !request.query.get(name).is_empty())
}

#[cfg(test)]
mod tests {
    use super::Dates;
    use crate::page::FormFields;
    use crate::page::form::Form;

    #[test]
    fn both_days_are_included_and_what_is_no_day_is_said() {
        let dates = Dates::of(&FormFields::parse(b"from=2026-11-15&to=2026-11-15"));
        let period = dates.period();
        assert_eq!(period.from.map(|at| at.to_string()).as_deref(), Some("2026-11-15T00:00:00.000000Z"));
        assert_eq!(period.to.map(|at| at.to_string()).as_deref(), Some("2026-11-16T00:00:00.000000Z"));
        for wrong in ["yesterday", "2026-13-01", "2026-11-15T00", "15/11/2026"] {
            let dates = Dates::of(&FormFields::parse(format!("from={wrong}").as_bytes()));
            assert_eq!(dates.period().from, None, "{wrong}");
            assert!(dates.fill(Form::get(i18n::Locale::ENGLISH, "f")).mistake("from").is_some(), "{wrong}");
        }
    }
}
