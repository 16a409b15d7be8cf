//! Recipients: the people who are paid, what they are called here, and what they were paid.

use app::{KnownRecipient, NewRecipient, Paging, RecipientFilter, RecipientOrder, TransactionFilter};
use askama::Template;
use axum::http::StatusCode;
use i18n::Locale;
use rules::email_address::EmailAddress;
use rules::time::Timestamp;
use rules::transaction::Transaction;

use crate::api::recipients::NICKNAME;
use crate::dashboard::bank_accounts::wrong_name;
use crate::dashboard::object_links::ObjectLinks;
use crate::dashboard::parts::StatusBadge;
use crate::dashboard::selection::{Selection, SelectionAction};
use crate::page::form::Form;
use crate::page::page_links::PageLinks;
use crate::page::shell::{Section, Shell};
use crate::page::sorting::{Direction, ORDER, OrderChoice, SortableColumn, Sorting, by_age};
use crate::page::{Access, Flash, Page, PageError, PageRequest, PageResponse, email_problem, made};

pub static PAGES: &[Page] = &[
    Page::get("/dashboard/{mode}/recipients", Access::SignedIn, |request| Box::pin(list(request)))
        .remembering(&FILTERS),
    Page::get("/dashboard/{mode}/recipients/new", Access::SignedIn, |request| Box::pin(show_new(request))),
    Page::post("/dashboard/{mode}/recipients/new", Access::SignedIn, |request| Box::pin(add(request))),
    Page::get("/dashboard/{mode}/recipients/{id}", Access::SignedIn, |request| Box::pin(one(request))),
    Page::post("/dashboard/{mode}/recipients/{id}/rename", Access::SignedIn, |request| {
        Box::pin(rename(request))
    }),
];

/// What the list depends on.
const FILTERS: [&str; 2] = ["email", ORDER];

/// One person of the list.
pub struct RecipientRow {
    pub id: String,
    pub href: String,
    /// What they are called here, or else what they call themselves.
    pub name: String,
    /// What they call themselves, if they are called something else here and have joined.
    pub own_name: String,
    pub email: String,
    pub is_on_platform: bool,
    /// Whether they have an account, as far as this account may know.
    pub account: StatusBadge,
    pub since: Timestamp,
}

impl RecipientRow {
    pub fn of(shell: &Shell<'_>, known: &KnownRecipient) -> RecipientRow {
        let locale = shell.frame.locale;
        let own = known.recipient.display_name();
        let is_named = !known.nickname.is_empty();
        RecipientRow {
            id: known.recipient.id.to_string(),
            href: shell.at(format!("recipients/{}", known.recipient.id)),
            name: if is_named { known.nickname.clone() } else { own.to_owned() },
            own_name: if is_named && known.recipient.on_platform() { own.to_owned() } else { String::new() },
            email: known.recipient.email.as_str().to_owned(),
            is_on_platform: known.recipient.on_platform(),
            account: account_badge(locale, known.recipient.on_platform()),
            since: known.recipient.created_at,
        }
    }
}

fn account_badge(locale: Locale, is_on_platform: bool) -> StatusBadge {
    let (name, text) = match is_on_platform {
        true => ("active", locale.text("recipient-account-active")),
        false => ("unknown", locale.text("recipient-account-unknown")),
    };
    StatusBadge::named(name, text)
}

#[derive(Template)]
#[template(path = "dashboard/recipients.html")]
struct Recipients<'a> {
    shell: Shell<'a>,
    search: Form<'a>,
    sought: String,
    active_filters: usize,
    /// The way back from a search to the whole list.
    clear: String,
    lines: Vec<RecipientRow>,
    links: PageLinks,
    sorting: Sorting,
    /// That of the query, which a filter keeps.
    order: &'a str,
    selection: Option<Selection>,
}

async fn list(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let sought = request.query.text("email");
    let email_key = Some(sought.to_ascii_lowercase()).filter(|key| !key.is_empty());
    let order = RecipientOrder::parse(request.query.get(ORDER)).unwrap_or_default();
    let filter = RecipientFilter { email_key, order, ..RecipientFilter::default() };
    let shown = request
        .app()
        .payouts
        .recipients_shown(&request.caller()?, &filter, &request.paging(&FILTERS))
        .await?;
    let shell = request.shell(Section::Recipients)?;
    let pay =
        SelectionAction { href: shell.at("payouts/new"), text: request.locale.text("selection-button-pay") };
    let page = Recipients {
        search: Form::get(request.locale, "search").with("email", &sought),
        active_filters: request.active_filters(&FILTERS),
        clear: if sought.is_empty() { String::new() } else { request.cleared_href(request.path) },
        sought,
        lines: shown.items.iter().map(|known| RecipientRow::of(&shell, known)).collect(),
        links: request.page_links(&shown, |cursor| request.list_href(&FILTERS, cursor)),
        order: request.query.get(ORDER),
        sorting: request.sorting(
            request.path,
            &FILTERS,
            order.name(),
            &[by_email(request.locale), by_age(request, request.locale.text("recipient-added"))],
        ),
        selection: Some(Selection::of(request, request.path, &FILTERS, vec![pay])),
        shell,
    };
    Ok(PageResponse::page(&page))
}

fn by_email(locale: Locale) -> SortableColumn {
    let order = |order: RecipientOrder, text, direction| OrderChoice {
        name: order.name(),
        text,
        direction: Some(direction),
    };
    SortableColumn {
        label: locale.text("label-email"),
        orders: vec![
            order(RecipientOrder::Email, locale.text("list-sort-email"), Direction::Ascending),
            order(
                RecipientOrder::EmailDescending,
                locale.text("list-sort-email-descending"),
                Direction::Descending,
            ),
        ],
    }
}

#[derive(Template)]
#[template(path = "dashboard/recipient_new.html")]
struct NewPage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
}

async fn show_new(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let form = new_form(request).with("email", request.query.text("email"));
    Ok(PageResponse::page(&NewPage { shell: request.shell(Section::Recipients)?, form }))
}

fn new_form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post(request.locale, "recipient", request.csrf(), &request.form_key)
}

async fn add(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (typed, nickname) = (request.form.text("email"), request.form.text("nickname"));
    let locale = request.locale;
    let email = EmailAddress::check(&typed);
    let wrong = wrong_name(locale, &NICKNAME, &nickname);
    let (Ok(email), None) = (&email, &wrong) else {
        let mut form = new_form(request).with("email", &typed).with("nickname", &nickname);
        form = match email {
            Err(_) if typed.is_empty() => form.wrong("email", locale.text("validation-email-empty")),
            Err(problem) => form.wrong("email", email_problem(locale, problem)),
            Ok(_) => form,
        };
        let form = wrong.into_iter().fold(form, |form, wrong| form.wrong("nickname", wrong));
        let page = NewPage { shell: request.shell(Section::Recipients)?, form };
        return Ok(PageResponse::page(&page).with_status(StatusCode::UNPROCESSABLE_ENTITY));
    };
    // A recipient who is known already keeps the name they have.
    let nickname = Some(nickname).filter(|nickname| !nickname.is_empty());
    let new = NewRecipient { email: email.clone(), nickname };
    let answered =
        request.app().payouts.create_recipient(&request.caller()?, new, request.idempotency()?).await?;
    Ok(PageResponse::goto(below(request, &made(&answered)?)?).saying(Flash::Changed))
}

/// Money that the person was sent.
struct Payment {
    id: String,
    status: &'static str,
    amount: rules::money::Amount,
    at: Timestamp,
    reference: String,
}

impl Payment {
    fn of(row: &Transaction) -> Payment {
        Payment {
            id: row.id.to_string(),
            status: row.status.name(),
            amount: row.amount,
            at: row.created_at,
            reference: row.reference.clone().unwrap_or_default(),
        }
    }
}

#[derive(Template)]
#[template(path = "dashboard/recipient.html")]
struct RecipientDetails<'a> {
    object_links: Option<ObjectLinks>,
    id: String,
    shell: Shell<'a>,
    line: RecipientRow,
    form: Form<'a>,
    pay: String,
    rename: String,
    payments: Vec<Payment>,
    links: PageLinks,
}

impl RecipientDetails<'_> {
    fn payment(&self, paid: &Payment) -> String {
        self.shell.at(format!("transactions/{}", paid.id))
    }
}

async fn one(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let known = request.app().payouts.known_recipient(&request.caller()?, request.param("id")).await?;
    let form = rename_form(request).with("nickname", &known.nickname);
    page(request, &known, form).await
}

fn rename_form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post(request.locale, "rename", request.csrf(), &request.form_key)
}

async fn page(
    request: &PageRequest<'_>,
    known: &KnownRecipient,
    form: Form<'_>,
) -> Result<PageResponse, PageError> {
    let id = known.recipient.id;
    let filter = TransactionFilter { recipient: Some(id), ..TransactionFilter::default() };
    let paging = request.paging(&[]);
    let paging = Paging { filters: format!("recipient {id}"), ..paging };
    let paid = request.app().accounts.transactions_shown(&request.caller()?, &filter, &paging).await?;
    let shell = request.shell(Section::Recipients)?;
    let here = below(request, &id.to_string())?;
    let email = form_urlencoded::byte_serialize(known.recipient.email.as_str().as_bytes());
    let line = RecipientRow::of(&shell, known);
    let page = RecipientDetails {
        object_links: ObjectLinks::of(request, &id.to_string(), &id.to_string()).await?,
        id: id.to_string(),
        pay: shell.at(format!("payouts/new?to={}", email.collect::<String>())),
        rename: format!("{here}/rename"),
        shell,
        line,
        form,
        payments: paid.items.iter().map(Payment::of).collect(),
        links: request.page_links(&paid, |cursor| match cursor {
            Some(cursor) => format!("{here}?cursor={cursor}"),
            None => here.clone(),
        }),
    };
    Ok(PageResponse::page(&page))
}

async fn rename(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (caller, id) = (request.caller()?, request.param("id"));
    let nickname = request.form.text("nickname");
    if let Some(wrong) = wrong_name(request.locale, &NICKNAME, &nickname) {
        let known = request.app().payouts.known_recipient(&caller, id).await?;
        let form = rename_form(request).with("nickname", nickname).wrong("nickname", wrong);
        return Ok(page(request, &known, form).await?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    request.app().payouts.update_recipient(&caller, id, Some(nickname)).await?;
    Ok(PageResponse::goto(below(request, id)?).saying(Flash::Renamed))
}

fn below(request: &PageRequest<'_>, id: &str) -> Result<String, PageError> {
    Ok(format!("{}/{id}", Section::Recipients.href(request.mode()?)))
}
