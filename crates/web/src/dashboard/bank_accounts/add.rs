//! Adding a bank account: first the rail, then exactly the fields of that rail. The one-field check says what the form
//! itself would say, and changes nothing.

use app::NewBankAccount;
use askama::Template;
use axum::http::StatusCode;
use rules::external_account::bank_account::HolderType;
use rules::external_transfer::Route;
use rules::rail::Rail;
use rules::user::AccountType;

use super::fields::{self, Input};
use super::recognized;
use crate::api::bank_details::render_details;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{Flash, PageError, PageRequest, PageResponse, made};
use crate::rails::{self, Choices, FormField, HOLDER_TYPE};

/// Most rails ask for the holder's name under this one.
const BENEFICIARY_NAME: &str = "beneficiary_name";

#[derive(Template)]
#[template(path = "dashboard/bank_account_rail.html")]
struct ChooseRail<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    rails: Vec<(&'static str, &'static str, String)>,
}

#[derive(Template)]
#[template(path = "dashboard/bank_account_new.html")]
struct NewAccount<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    rail: Rail,
    rail_name: &'static str,
    /// With their titles: the fields of the account itself, of its holder, and of the holder's address.
    groups: [(&'static str, &'a [Input]); 3],
    /// Where one field is checked.
    check: String,
    purpose: Purpose,
}

/// What the account is added for: where its form leads, and what else it carries.
pub struct Purpose {
    pub section: Section,
    pub action: String,
    /// The page before, and what the link to it says.
    pub back: (String, &'static str),
    pub cancel: String,
    pub submit: &'static str,
    /// What is about to be withdrawn to it, as the form carries it.
    pub amount: Option<String>,
    /// The same in words.
    pub about: Option<String>,
}

impl Purpose {
    /// To have it among one's bank accounts.
    fn own(request: &PageRequest<'_>) -> Result<Purpose, PageError> {
        let (locale, here) = (request.locale, Section::BankAccounts.href(request.mode()?));
        let action = format!("{here}/new");
        Ok(Purpose {
            section: Section::BankAccounts,
            back: (action.clone(), locale.text("bank-account-other-method")),
            action,
            cancel: here,
            submit: locale.text("bank-account-add"),
            amount: None,
            about: None,
        })
    }
}

/// What the template asks of a field.
impl Input {
    fn label(&self, form: &Form<'_>) -> &'static str {
        (self.form.label)(form.locale())
    }

    fn hint(&self, form: &Form<'_>) -> &'static str {
        self.form.hint.map_or("", |hint| hint(form.locale()))
    }

    /// A few choices stand side by side.
    fn is_short(&self) -> bool {
        match self.form.choices {
            Choices::These(choices) => choices.len() <= 3,
            Choices::None | Choices::Countries => false,
        }
    }

    fn cards(&self, form: &Form<'_>) -> Vec<(&'static str, &'static str, &'static str)> {
        self.form.choices(form.locale()).into_iter().map(|(value, label)| (value, label, "")).collect()
    }

    fn options(&self, form: &Form<'_>) -> Vec<(&'static str, &'static str)> {
        let locale = form.locale();
        let placeholder = ("", locale.text("select-placeholder"));
        [placeholder].into_iter().chain(self.form.choices(locale)).collect()
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
    match open_rail(request, chosen)? {
        Some(rail) => empty(request, rail, Purpose::own(request)?),
        None => choose(request, chosen),
    }
}

/// A rail that the operator has not closed.
fn open_rail(request: &PageRequest<'_>, name: &str) -> Result<Option<Rail>, PageError> {
    let open = request.app().external_transfers.open_rails(request.mode()?);
    Ok(Rail::parse(name).filter(|rail| open.contains(rail)))
}

/// The form of a rail. What is known of a person is filled in.
pub fn empty(request: &PageRequest<'_>, rail: Rail, purpose: Purpose) -> Result<PageResponse, PageError> {
    let form = form(request).with(HOLDER_TYPE, "individual");
    let user = &request.person()?.user;
    let form = match user.account_type {
        AccountType::Personal => form.with(BENEFICIARY_NAME, &user.name),
        AccountType::Business => form,
    };
    page(request, rail, &fields::inputs(rail), form, purpose)
}

fn choose(request: &PageRequest<'_>, chosen: &str) -> Result<PageResponse, PageError> {
    let locale = request.locale;
    let mode = request.mode()?;
    let open = request.app().external_transfers.open_rails(mode);
    let first = open.first().map_or("", |rail| rail.payment_rail());
    let form = Form::get(locale, "rail").with("rail", first);
    let form = match chosen {
        "" => form,
        _ => form.wrong("rail", locale.text("validation-choose-one")),
    };
    let card = |rail: Rail| {
        let time = request.app().external_transfers.withdrawal_time(mode, Route::Bank(rail));
        let within = locale.text_with("arrival-within", &[("time", &locale.transfer_time(time))]);
        let text = format!("{} {within}", (rails::view(rail).pitch)(locale));
        (rail.payment_rail(), locale.rail_name(rail), text)
    };
    let rails = open.into_iter().map(card).collect();
    Ok(PageResponse::page(&ChooseRail { shell: request.shell(Section::BankAccounts)?, form, rails }))
}

fn form<'a>(request: &'a PageRequest<'_>) -> Form<'a> {
    Form::post(request.locale, "account", request.csrf(), &request.form_key)
}

fn page(
    request: &PageRequest<'_>,
    rail: Rail,
    inputs: &[Input],
    form: Form<'_>,
    purpose: Purpose,
) -> Result<PageResponse, PageError> {
    let shell = request.shell(purpose.section)?;
    let (view, locale) = (rails::view(rail), request.locale);
    let asked = |fields: &[FormField]| fields.iter().filter(|field| field.unasked.is_none()).count();
    let (account, rest) = inputs.split_at(asked(view.form.account));
    let (holder, address) = rest.split_at(asked(view.form.holder));
    let page = NewAccount {
        check: shell.at("bank_accounts/check"),
        shell,
        form,
        rail,
        rail_name: locale.rail_name(rail),
        groups: [
            (locale.text("bank-account-part-account"), account),
            (locale.text("bank-account-part-holder"), holder),
            (locale.text("bank-account-part-address"), address),
        ],
        purpose,
    };
    Ok(PageResponse::page(&page))
}

pub async fn add(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let Some(rail) = open_rail(request, request.form.get("rail"))? else { return choose(request, "none") };
    match added(request, rail, Purpose::own(request)?).await? {
        Ok(id) => Ok(PageResponse::goto(super::below(request, &id)?).saying(Flash::Created)),
        Err(page) => Ok(page),
    }
}

/// The id of the account that the form adds, or the form with what is wrong in it.
pub async fn added(
    request: &PageRequest<'_>,
    rail: Rail,
    purpose: Purpose,
) -> Result<Result<String, PageResponse>, PageError> {
    let inputs = fields::inputs(rail);
    let mistakes = fields::mistakes(request.locale, rail, &inputs, &request.form);
    if !mistakes.is_empty() {
        let mut form = form(request).with("name", request.form.get("name"));
        for input in &inputs {
            form = form.with(input.name(), request.form.get(input.name()));
        }
        let form = mistakes.into_iter().fold(form, |form, mistake| form.wrong(mistake.field, mistake.text));
        let page = page(request, rail, &inputs, form, purpose)?;
        return Ok(Err(page.with_status(StatusCode::UNPROCESSABLE_ENTITY)));
    }
    let details = render_details(rail, &fields::body(rail, &inputs, &request.form));
    let (caller, external_transfers) = (request.caller()?, &request.app().external_transfers);
    let name = match request.form.text("name") {
        name if name.is_empty() => {
            external_transfers.suggested_name(&caller, request.locale, (rail, &details)).await?
        }
        name => name,
    };
    let new = NewBankAccount { name, rail, details };
    let (person, client_info) = (request.person()?, &request.visitor.client_info);
    let answered = external_transfers
        .add_bank_account(person, client_info, &caller, new, request.idempotency()?)
        .await?;
    Ok(Ok(made(&answered)?))
}

#[derive(Template)]
#[template(path = "dashboard/bank_account_check.html")]
pub struct FieldCheck<'a> {
    pub wrong: Option<&'a str>,
    /// What it was taken for.
    pub recognized: Option<String>,
}

/// What is wrong with one field, or what it was taken for, as far as it was filled in.
pub async fn check(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let rail = Rail::parse(request.form.get("rail")).ok_or(PageError::NotFound)?;
    let field = request.query.get("field");
    let inputs = fields::inputs(rail);
    let mistakes = fields::mistakes(request.locale, rail, &inputs, &request.form);
    let is_empty = request.form.text(field).is_empty();
    let wrong = mistakes.iter().find(|mistake| mistake.field == field && !is_empty);
    let input = inputs.iter().find(|input| input.name() == field && wrong.is_none() && !is_empty);
    Ok(PageResponse::page(&FieldCheck {
        wrong: wrong.map(|mistake| mistake.text.as_str()),
        recognized: input.and_then(|input| recognized::in_field(request.locale, input, &request.form)),
    }))
}
