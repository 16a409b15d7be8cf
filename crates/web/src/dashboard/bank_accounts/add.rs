//! Adding a bank account: first the rail, then exactly the fields of that rail. The one-field check says what the form
//! itself would say, and changes nothing.

use app::NewBankAccount;
use askama::Template;
use axum::http::StatusCode;
use rules::external_account::bank_account::HolderType;
use rules::rail::Rail;

use super::fields::{self, Input};
use crate::api::bank_details::render_details;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse, made};
use crate::rails::{self, HOLDER_TYPE};

#[derive(Template)]
#[template(path = "dashboard/bank_account_rail.html")]
struct ChooseRail<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    rails: [(&'static str, &'static str, String); Rail::ALL.len()],
}

#[derive(Template)]
#[template(path = "dashboard/bank_account_new.html")]
struct NewAccount<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    rail: Rail,
    /// With their titles: the fields of the account itself, of its holder, and of the holder's address.
    groups: [(&'static str, &'a [Input]); 3],
    /// Where one field is checked.
    check: String,
}

/// What the template asks of a field.
impl Input {
    fn is_written(&self) -> bool {
        self.form.choices.is_empty()
    }

    /// A few choices stand side by side.
    fn is_short(&self) -> bool {
        (1..=3).contains(&self.form.choices.len())
    }

    fn cards(&self) -> Vec<(&'static str, &'static str, &'static str)> {
        self.form.choices.iter().map(|(value, label)| (*value, *label, "")).collect()
    }

    fn options(&self) -> Vec<(&'static str, &'static str)> {
        [("", "Choose one")].iter().chain(self.form.choices).copied().collect()
    }

    fn class(&self) -> String {
        let only_for = match self.form.only_for {
            None => "",
            Some(HolderType::Business) => " for-business",
            Some(HolderType::Individual) => " for-individual",
        };
        format!("{only_for}{}", if self.form.is_wide { " form-wide" } else { "" })
    }

    /// Where it stands among its form's fields decides nothing: only these are sent to be checked.
    fn sent(&self) -> String {
        let other = self.depends_on.map(|other| format!(",{other}")).unwrap_or_default();
        format!("csrf,rail,{}{other}", self.name())
    }

    /// When it is checked: once it was written, and once what it depends on was chosen anew.
    fn trigger(&self, form: &Form<'_>) -> String {
        match self.depends_on {
            Some(other) if other != HOLDER_TYPE => format!("change, change from:#{}", form.at(other)),
            Some(_) | None => "change".to_owned(),
        }
    }
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let chosen = request.query.get("rail");
    match Rail::parse(chosen) {
        Some(rail) => {
            let inputs = fields::inputs(rail);
            page(request, rail, &inputs, form(request).with(HOLDER_TYPE, "individual"))
        }
        None => choose(request, chosen),
    }
}

fn choose(request: &PageRequest<'_>, chosen: &str) -> Result<PageResponse, PageError> {
    let form = Form::get("rail").with("rail", "usd_ach");
    let form = if chosen.is_empty() { form } else { form.wrong("rail", "Choose one of these.") };
    let rails = Rail::ALL.map(|rail| (rail.payment_rail(), rail.label(), rails::view(rail).pitch.to_owned()));
    Ok(PageResponse::page(&ChooseRail { shell: request.shell(Section::BankAccounts)?, form, rails }))
}

fn form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post("account", request.csrf(), &request.form_key)
}

fn page(
    request: &PageRequest<'_>,
    rail: Rail,
    inputs: &[Input],
    form: Form<'_>,
) -> Result<PageResponse, PageError> {
    let shell = request.shell(Section::BankAccounts)?;
    let view = rails::view(rail);
    let (account, rest) = inputs.split_at(view.form.account.len());
    let (holder, address) = rest.split_at(view.form.holder.len());
    let page = NewAccount {
        check: shell.below("check"),
        shell,
        form,
        rail,
        groups: [("Account", account), ("Holder", holder), ("Address of the holder", address)],
    };
    Ok(PageResponse::page(&page))
}

pub async fn add(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let Some(rail) = Rail::parse(request.form.get("rail")) else { return choose(request, "none") };
    let inputs = fields::inputs(rail);
    let body = fields::body(rail, &inputs, &request.form);
    let mistakes = fields::mistakes(rail, &inputs, &body);
    if !mistakes.is_empty() {
        let mut form = form(request).with("name", request.form.get("name"));
        for input in &inputs {
            form = form.with(input.name(), request.form.get(input.name()));
        }
        let form = mistakes.into_iter().fold(form, |form, mistake| form.wrong(mistake.field, mistake.text));
        return Ok(page(request, rail, &inputs, form)?.with_status(StatusCode::UNPROCESSABLE_ENTITY));
    }
    let new = NewBankAccount { name: request.form.text("name"), rail, details: render_details(rail, &body) };
    let (person, client_info) = (request.person()?, &request.visitor.client_info);
    let answered = request
        .app()
        .external_transfers
        .add_bank_account(person, client_info, &request.caller()?, new, request.idempotency()?)
        .await?;
    Ok(PageResponse::goto(format!("{}?said=created", super::below(request, &made(&answered)?)?)))
}

#[derive(Template)]
#[template(path = "dashboard/bank_account_check.html")]
pub struct FieldCheck<'a> {
    pub wrong: Option<&'a str>,
}

/// What is wrong with one field, as far as it was filled in.
pub async fn check(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let rail = Rail::parse(request.form.get("rail")).ok_or(PageError::NotFound)?;
    let field = request.query.get("field");
    let inputs = fields::inputs(rail);
    let body = fields::body(rail, &inputs, &request.form);
    let mistakes = fields::mistakes(rail, &inputs, &body);
    let is_empty = request.form.text(field).is_empty();
    let wrong = mistakes.iter().find(|mistake| mistake.field == field && !is_empty);
    Ok(PageResponse::page(&FieldCheck { wrong: wrong.map(|mistake| mistake.text.as_str()) }))
}
