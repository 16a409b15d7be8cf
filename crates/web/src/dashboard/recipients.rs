//! Recipients: the people who are paid, what they are called here, and what they were paid.

use app::{KnownRecipient, NewRecipient, Paging, RecipientFilter, TransactionFilter};
use askama::Template;
use axum::http::StatusCode;
use rules::email::Email;
use rules::transaction::Transaction;

use super::form::Form;
use super::shell::{Section, Shell};
use super::when::moment;
use crate::api::recipients::NICKNAME;
use crate::dashboard::bank_accounts::{said, wrong_name};
use crate::visit::{Access, Answer, Page, Trouble, Visit, made};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/recipients", Access::SignedIn, |visit| Box::pin(list(visit))),
    Page::get("/dashboard/{mode}/recipients/new", Access::SignedIn, |visit| Box::pin(show_new(visit))),
    Page::post("/dashboard/{mode}/recipients/new", Access::SignedIn, |visit| Box::pin(add(visit))),
    Page::get("/dashboard/{mode}/recipients/{id}", Access::SignedIn, |visit| Box::pin(one(visit))),
    Page::post("/dashboard/{mode}/recipients/{id}/rename", Access::SignedIn, |visit| Box::pin(rename(visit))),
];

/// One person of the list.
struct Line {
    id: String,
    /// What they are called here, or else what they call themselves.
    name: String,
    /// What they call themselves, if they are called something else here and have joined.
    own_name: String,
    email: String,
    is_on_platform: bool,
    since: String,
    iso: String,
}

impl Line {
    fn of(known: &KnownRecipient) -> Line {
        let own = known.recipient.display_name();
        let is_named = !known.nickname.is_empty();
        Line {
            id: known.recipient.id.to_string(),
            name: if is_named { known.nickname.clone() } else { own.to_owned() },
            own_name: if is_named && known.recipient.on_platform() { own.to_owned() } else { String::new() },
            email: known.recipient.email.as_str().to_owned(),
            is_on_platform: known.recipient.on_platform(),
            since: moment(known.recipient.created_at),
            iso: known.recipient.created_at.to_string(),
        }
    }
}

#[derive(Template)]
#[template(path = "dashboard/recipients.html")]
struct Recipients<'a> {
    shell: Shell<'a>,
    search: Form<'a>,
    sought: String,
    /// The way back from a search to everybody.
    clear: String,
    lines: Vec<Line>,
    first: Option<String>,
    next: Option<String>,
}

async fn list(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    const FILTERS: [&str; 1] = ["email"];
    let sought = visit.query.text("email");
    let email_key = Some(sought.to_ascii_lowercase()).filter(|key| !key.is_empty());
    let filter = RecipientFilter { email_key, ..RecipientFilter::default() };
    let shown = visit.app().recipients_shown(&visit.caller()?, &filter, &visit.paging(&FILTERS)).await?;
    let page = Recipients {
        shell: visit.shell(Section::Recipients)?,
        search: Form::get("search").with("email", &sought),
        clear: if sought.is_empty() { String::new() } else { Section::Recipients.href(visit.mode()?) },
        sought,
        lines: shown.items.iter().map(Line::of).collect(),
        first: (!visit.query.get("cursor").is_empty()).then(|| visit.list_href(&FILTERS, None)),
        next: shown.next.map(|cursor| visit.list_href(&FILTERS, Some(&cursor))),
    };
    Ok(Answer::page(&page))
}

#[derive(Template)]
#[template(path = "dashboard/recipient_new.html")]
struct NewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
}

async fn show_new(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let form = new_form(visit).with("email", visit.query.text("email"));
    Ok(Answer::page(&NewPage { shell: visit.shell(Section::Recipients)?, form }))
}

fn new_form<'a>(visit: &'a Visit<'_>) -> Form<'a> {
    Form::post("recipient", visit.csrf(), &visit.form_key)
}

async fn add(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (typed, nickname) = (visit.form.text("email"), visit.form.text("nickname"));
    let email = Email::parse(&typed);
    let wrong = wrong_name(&NICKNAME, &nickname);
    let (Ok(email), None) = (&email, &wrong) else {
        let mut form = new_form(visit).with("email", &typed).with("nickname", &nickname);
        form = match email {
            Err(_) if typed.is_empty() => form.wrong("email", "An e-mail address is needed."),
            Err(message) => form.wrong("email", said(message)),
            Ok(_) => form,
        };
        let form = wrong.into_iter().fold(form, |form, wrong| form.wrong("nickname", wrong));
        let page = NewPage { shell: visit.shell(Section::Recipients)?, form };
        return Ok(Answer::page(&page).with_status(StatusCode::UNPROCESSABLE_ENTITY));
    };
    // Somebody who is known already keeps the name they have.
    let nickname = Some(nickname).filter(|nickname| !nickname.is_empty());
    let new = NewRecipient { email: email.clone(), nickname };
    let answered = visit.app().create_recipient(&visit.caller()?, new, visit.claim()?).await?;
    Ok(Answer::goto(format!("{}?said=changed", below(visit, &made(&answered)?)?)))
}

/// Money that the person was sent.
struct Payment {
    id: String,
    status: &'static str,
    amount: rules::money::Amount,
    at: String,
    iso: String,
    reference: String,
}

impl Payment {
    fn of(row: &Transaction) -> Payment {
        Payment {
            id: row.id.to_string(),
            status: row.status.name(),
            amount: row.amount,
            at: moment(row.created_at),
            iso: row.created_at.to_string(),
            reference: row.reference.clone().unwrap_or_default(),
        }
    }
}

#[derive(Template)]
#[template(path = "dashboard/recipient.html")]
struct One<'a> {
    shell: Shell<'a>,
    line: Line,
    form: Form<'a>,
    pay: String,
    rename: String,
    payments: Vec<Payment>,
    first: Option<String>,
    next: Option<String>,
}

impl One<'_> {
    fn payment(&self, paid: &Payment) -> String {
        self.shell.at(format!("transactions/{}", paid.id))
    }
}

async fn one(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let known = visit.app().known_recipient(&visit.caller()?, visit.param("id")).await?;
    let form = rename_form(visit).with("nickname", &known.nickname);
    page(visit, &known, form).await
}

fn rename_form<'a>(visit: &'a Visit<'_>) -> Form<'a> {
    Form::post("rename", visit.csrf(), &visit.form_key)
}

async fn page(visit: &Visit<'_>, known: &KnownRecipient, form: Form<'_>) -> Result<Answer, Trouble> {
    let id = known.recipient.id;
    let filter = TransactionFilter { recipient: Some(id), ..TransactionFilter::default() };
    let paging = visit.paging(&[]);
    let paging = Paging { filters: format!("recipient {id}"), ..paging };
    let paid = visit.app().transactions_shown(&visit.caller()?, &filter, &paging).await?;
    let shell = visit.shell(Section::Recipients)?;
    let here = below(visit, &id.to_string())?;
    let email = form_urlencoded::byte_serialize(known.recipient.email.as_str().as_bytes());
    let page = One {
        pay: shell.at(format!("payouts/new?email={}", email.collect::<String>())),
        rename: format!("{here}/rename"),
        shell,
        line: Line::of(known),
        form,
        payments: paid.items.iter().map(Payment::of).collect(),
        first: paging.cursor.is_some().then(|| here.clone()),
        next: paid.next.map(|cursor| format!("{here}?cursor={cursor}")),
    };
    Ok(Answer::page(&page))
}

async fn rename(visit: &Visit<'_>) -> Result<Answer, Trouble> {
    let (caller, id) = (visit.caller()?, visit.param("id"));
    let nickname = visit.form.text("nickname");
    if let Some(wrong) = wrong_name(&NICKNAME, &nickname) {
        let known = visit.app().known_recipient(&caller, id).await?;
        let form = rename_form(visit).with("nickname", nickname).wrong("nickname", wrong);
        return Ok(page(visit, &known, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    visit.app().update_recipient(&caller, id, Some(nickname)).await?;
    Ok(Answer::goto(format!("{}?said=renamed", below(visit, id)?)))
}

fn below(visit: &Visit<'_>, id: &str) -> Result<String, Trouble> {
    Ok(format!("{}/{id}", Section::Recipients.href(visit.mode()?)))
}
