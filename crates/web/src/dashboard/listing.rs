//! What lists share: a first and a last day as filters, and what the rows of a page amount to.

use app::Period;
use i18n::Locale;
use rules::zone::{Zone, end_of_day, start_of_day};

use crate::page::FormFields;
use crate::page::form::Form;
use crate::page::page_links::PageLinks;

/// Two days as they were typed, both of them included: days by the clocks of the reader.
pub struct Dates {
    from: String,
    to: String,
    zone: Option<Zone>,
}

impl Dates {
    pub fn of(query: &FormFields, zone: Option<Zone>) -> Dates {
        Dates { from: query.text("from"), to: query.text("to"), zone }
    }

    /// What is no day is no bound; the form says so.
    pub fn period(&self) -> Period {
        Period { from: start_of_day(&self.from, self.zone), to: end_of_day(&self.to, self.zone) }
    }

    pub fn fill<'a>(&self, form: Form<'a>) -> Form<'a> {
        let fill = |form: Form<'a>, name: &'static str, text: &str| {
            let form = form.with(name, text);
            let is_wrong = !text.is_empty() && end_of_day(text, None).is_none();
            let text = form.locale().text("filter-date-invalid");
            if is_wrong { form.wrong(name, text) } else { form }
        };
        fill(fill(form, "from", &self.from), "to", &self.to)
    }
}

/// What the rows of a page amount to: of the whole list, if all of it is on the page. Of a longer list it is that of
/// the page alone, as nothing counts whole lists.
pub fn page_total(locale: Locale, links: &PageLinks, total: &str) -> String {
    let is_whole = links.first.is_none() && links.next.is_none();
    match is_whole {
        true => locale.text_with("list-total-all", &[("total", &total)]),
        false => locale.text_with("list-total-page", &[("total", &total)]),
    }
}

#[cfg(test)]
mod tests {
    use rules::zone::Zone;

    use super::Dates;
    use crate::page::FormFields;
    use crate::page::form::Form;

    #[test]
    fn both_days_are_included_and_what_is_no_day_is_said() {
        for (zone, day, from, to) in [
            (None, "2026-11-15", "2026-11-15T00:00:00.000000Z", "2026-11-16T00:00:00.000000Z"),
            (
                Some("America/Bogota"),
                "2026-11-15",
                "2026-11-15T05:00:00.000000Z",
                "2026-11-16T05:00:00.000000Z",
            ),
            (
                Some("Europe/Paris"),
                "2026-03-29",
                "2026-03-28T23:00:00.000000Z",
                "2026-03-29T22:00:00.000000Z",
            ),
            (
                Some("Europe/Paris"),
                "2026-10-25",
                "2026-10-24T22:00:00.000000Z",
                "2026-10-25T23:00:00.000000Z",
            ),
        ] {
            let query = FormFields::parse(format!("from={day}&to={day}").as_bytes());
            let period = Dates::of(&query, zone.and_then(Zone::parse)).period();
            let shown = [period.from, period.to].map(|at| at.expect("a bound").to_string());
            assert_eq!(shown, [from, to], "{zone:?} {day}");
        }
        for wrong in ["yesterday", "2026-13-01", "2026-11-15T00", "15/11/2026"] {
            let dates = Dates::of(&FormFields::parse(format!("from={wrong}").as_bytes()), None);
            assert_eq!(dates.period().from, None, "{wrong}");
            assert!(dates.fill(Form::get(i18n::Locale::ENGLISH, "f")).mistake("from").is_some(), "{wrong}");
        }
    }
}
