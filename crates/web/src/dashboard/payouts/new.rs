//! Writing a payout row by row. It works without script: more rows come from the server.

use askama::Template;
use axum::http::StatusCode;
use rules::money::Amount;
use rules::payout::MOST_ITEMS;

use super::check;
use super::draft::{Draft, Row};
use crate::dashboard::form::Form;
use crate::dashboard::shell::{Section, Shell};
use crate::visit::{Answer, Trouble, Visit};

const FIRST_ROWS: usize = 3;
const MORE_ROWS: usize = 5;

#[derive(Template)]
#[template(path = "dashboard/payout_new.html")]
struct NewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    rows: Vec<Row>,
    available: Amount,
    can_grow: bool,
}

pub async fn show(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let mut rows = blank(FIRST_ROWS, 0);
    // From the page of a recipient.
    rows[0].to = visit.query.text("to").chars().take(300).collect();
    page(visit, &Draft::default(), rows).await
}

/// More rows, back from the check, or on to it.
pub async fn go_on(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let mut draft = Draft::of_form(&visit.form);
    match visit.form.get("do") {
        "more" => {
            let mut rows = Draft::typed(&visit.form);
            rows.truncate(MOST_ITEMS);
            let more = MORE_ROWS.min(MOST_ITEMS - rows.len());
            rows.extend(blank(more, rows.len()));
            page(visit, &draft, rows).await
        }
        "edit" => {
            let mut rows = std::mem::take(&mut draft.rows);
            rows.truncate(MOST_ITEMS);
            page(visit, &draft, filled_up(rows)).await
        }
        _ => {
            draft.check(&visit.app().settings.limits.in_mode(visit.mode()?));
            if draft.is_right() {
                check::page(visit, draft, check::Origin::Form).await
            } else {
                wrong(visit, draft).await
            }
        }
    }
}

/// The form again, with what is wrong beside each row.
pub async fn wrong(visit: &Visit<'_>, mut draft: Draft) -> Result<Answer, Trouble> {
    let mut rows = std::mem::take(&mut draft.rows);
    rows.truncate(MOST_ITEMS);
    Ok(page(visit, &draft, filled_up(rows)).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY))
}

async fn page(visit: &Visit<'_>, draft: &Draft, rows: Vec<Row>) -> Result<Answer, Trouble> {
    let mut form = Form::post("payout", visit.csrf(), &visit.form_key);
    form = form.with("payout_reference", draft.reference.clone());
    for (field, words) in &draft.mistakes {
        form = form.wrong(*field, words.clone());
    }
    for row in &rows {
        for (field, words) in &row.mistakes {
            form = form.wrong(format!("{field}-{}", row.number), format!("Row {}: {words}", row.number));
        }
    }
    let available = visit.app().balance_of(&visit.caller()?).await?.available;
    let can_grow = rows.len() < MOST_ITEMS;
    Ok(Answer::page(&NewPage { shell: visit.shell(Section::Payouts)?, form, rows, available, can_grow }))
}

fn blank(count: usize, after: usize) -> Vec<Row> {
    (1..=count).map(|number| Row { number: after + number, ..Row::default() }).collect()
}

/// The rows in a line without gaps, and never fewer than at first.
fn filled_up(mut rows: Vec<Row>) -> Vec<Row> {
    for (index, row) in rows.iter_mut().enumerate() {
        row.number = index + 1;
    }
    let missing = FIRST_ROWS.saturating_sub(rows.len());
    rows.extend(blank(missing, rows.len()));
    rows
}
