//! Sending many again, or not at all: what was given up, what happened in a time, or what waits.

use app::Period;
use i18n::Locale;
use rules::account::Account;
use rules::delivery::ReplayKind;
use rules::time::Timestamp;
use rules::zone::local_moment;

use super::replay_view::form;
use super::{home, one};
use crate::page::form::Form;
use crate::page::{Flash, FormFields, PageError, PageRequest, PageResponse};

pub async fn start(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (account, id) = (request.account()?, request.param("id"));
    request.app().webhooks.own_endpoint(account, id).await?;
    let Some(kind) = ReplayKind::parse(request.form.get("what")) else {
        let form = form(request).wrong("", request.locale.text("resend-choose"));
        return one::refused(request, form).await;
    };
    let period = match kind {
        ReplayKind::Failed | ReplayKind::Skip => Period::default(),
        ReplayKind::Range => match read(request, account) {
            Ok(period) => period,
            Err(form) => return one::refused(request, form).await,
        },
    };
    request.app().webhooks.start_replay(account, id, kind, period, request.idempotency()?).await?;
    let flash = if kind == ReplayKind::Skip { Flash::Skipping } else { Flash::Replaying };
    Ok(PageResponse::goto(home(request)?).saying(flash))
}

fn read<'a>(request: &'a PageRequest<'_>, account: &Account) -> Result<Period, Form<'a>> {
    let now = request.app().webhooks.time_of(account);
    period(request.locale, &request.form, now).map_err(|(field, text)| form(request).wrong(field, text))
}

/// From a moment, to another or to now.
fn period(
    locale: Locale,
    fields: &FormFields,
    now: Timestamp,
) -> Result<Period, (&'static str, &'static str)> {
    let (from, to) = (fields.text("from"), fields.text("to"));
    if from.is_empty() {
        return Err(("from", locale.text("resend-no-start")));
    }
    let from = local_moment(&from, locale.zone()).ok_or(("from", locale.text("resend-time")))?;
    if from > now {
        return Err(("from", locale.text("resend-future")));
    }
    if to.is_empty() {
        return Ok(Period { from: Some(from), to: None });
    }
    let to = local_moment(&to, locale.zone()).ok_or(("to", locale.text("resend-time")))?;
    if to <= from {
        return Err(("to", locale.text("resend-end-before-start")));
    }
    Ok(Period { from: Some(from), to: Some(to) })
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::time::Timestamp;

    use super::period;
    use crate::page::FormFields;

    #[test]
    fn a_time_has_a_beginning_and_perhaps_an_end() {
        let now = Timestamp::parse("2026-11-15T12:00:00Z").expect("a time");
        let read = |from: &str, to: &str| {
            let fields = FormFields::parse(format!("from={from}&to={to}").as_bytes());
            period(Locale::ENGLISH, &fields, now)
                .map(|period| [period.from, period.to].map(|at| at.map(|at| at.to_string()[..19].to_owned())))
        };
        let at = |text: &str| Some(text.to_owned());
        assert_eq!(read("2026-11-14T08:30", ""), Ok([at("2026-11-14T08:30:00"), None]));
        assert_eq!(
            read("2026-11-14T08:30:15", "2026-11-14T08:30:15.500"),
            Ok([at("2026-11-14T08:30:15"), at("2026-11-14T08:30:15")])
        );
        assert_eq!(read("", "").map_err(|(field, _)| field), Err("from"));
        assert_eq!(read("2026-11-15T12:01", "").map_err(|(field, _)| field), Err("from"), "in the future");
        let example = Locale::ENGLISH.text("resend-time");
        for wrong in ["yesterday", "2026-11-31T08:30", "2026-11-14", "2026-11-14T08:30Z", "2026-11-14 08:30"]
        {
            assert_eq!(read(wrong, ""), Err(("from", example)), "{wrong}");
            assert_eq!(read("2026-11-14T08:30", wrong), Err(("to", example)), "{wrong}");
        }
        for early in ["2026-11-14T08:30", "2026-11-14T08:29"] {
            assert_eq!(read("2026-11-14T08:30", early).map_err(|(field, _)| field), Err("to"), "{early}");
        }
    }
}
