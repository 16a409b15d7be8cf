//! Requests for pages and the responses to them. This module handles what all pages share: the session, access, the
//! form token, and sending the page.

mod amount_field;
mod confirmation;
mod cookies;
mod definition;
mod dispatch;
mod error;
mod flash;
pub(crate) mod form;
mod form_fields;
pub mod form_parts;
mod language;
pub mod page_links;
mod page_size;
mod reasons;
mod refusals;
mod response;
pub(crate) mod shell;

pub use amount_field::amount_field;
pub use confirmation::wrong_password;
pub use definition::{Access, Page};
pub use dispatch::{dispatch, form_only, nothing_here};
pub use error::PageError;
pub use flash::{Flash, FlashMessage, WaitingFlash};
pub use form_fields::{FormFields, pasted_email};
pub use reasons::{
    bank_detail_problem, email_problem, evm_address_problem, invalid_text, not_chosen, password_problem,
    required, text_problem, too_many_attempts, typed_amount, wait, wrong_text,
};
pub use refusals::refusal_text;
pub use response::PageResponse;

use std::sync::Arc;

use app::{App, Paging, SignInClient, SignedIn};
use i18n::Locale;
use rules::account::{Account, Caller, Mode};
use rules::email_language::of_recipients;
use rules::idempotency::{IdempotencyRequest, StoredResponseId};
use rules::language::Language;
use rules::refusal::{Noun, Refusal};
use sha2::{Digest, Sha256};

use crate::frame::Frame;
use crate::state::Web;
use confirmation::Confirmation;
use form::Form;
use page_size::PageSize;
use shell::{Modes, Section, Shell, TestClock};

/// One request for a page, with everything that was learned before the page itself is asked.
pub struct PageRequest<'a> {
    pub web: &'a Web,
    pub page: &'static Page,
    pub path: &'a str,
    /// Behind the `?`, as it was sent.
    query_text: &'a str,
    pub visitor: SignInClient,
    pub is_from_this_machine: bool,
    /// What the form before this page did.
    pub flash: &'a WaitingFlash,
    /// Bound to the visitor's cookie, whether its owner is signed in or not.
    csrf: String,
    /// The reader's.
    pub locale: Locale,
    pub signed_in: Option<SignedIn>,
    /// Behind the `?`.
    pub query: FormFields,
    pub page_size: PageSize,
    /// What a form sent.
    pub form: FormFields,
    /// The password, if it came with the form.
    confirmation: Option<Confirmation>,
    /// A key for the next form that must count once.
    pub form_key: String,
}

impl<'a> PageRequest<'a> {
    pub fn app(&self) -> &Arc<App> {
        &self.web.app
    }

    /// What stands in the path where the page has this parameter.
    pub fn param(&self, name: &str) -> &'a str {
        self.page.param(self.path, name)
    }

    /// What forms carry to show that they are ours.
    pub fn csrf(&self) -> &str {
        &self.csrf
    }

    pub fn frame(&self) -> Frame<'_> {
        let user = self.signed_in.as_ref().map(|person| &person.user);
        let languages = language::links(self.page, self.path, self.query_text, user, self.locale);
        Frame { languages, ..Frame::of(&self.web.settings.brand, self.locale) }
    }

    /// A form in the reader's language.
    pub fn localized_form<'f>(&'f self, id: &'f str) -> Form<'f> {
        Form::post(self.locale, id, &self.csrf, "")
    }

    /// The person. Pages for people who are signed in are not asked without one.
    pub fn person(&self) -> Result<&SignedIn, PageError> {
        self.signed_in.as_ref().filter(|person| person.is_fully()).ok_or(PageError::SignInFirst)
    }

    /// The same, who has given their password a short while ago.
    pub fn proved_person(&self) -> Result<&SignedIn, PageError> {
        let person = self.person()?;
        if self.app().identity.is_proved(person) { Ok(person) } else { Err(PageError::ConfirmFirst) }
    }

    /// For forms that move live money: goes on if the password was given a short while ago, and asks for it otherwise.
    /// `about` says what is about to happen.
    pub fn confirmed(&self, about: impl FnOnce() -> String) -> Result<(), PageError> {
        let needs_it = rules::sandbox::needs_confirmation(self.mode()?);
        if !needs_it || self.app().identity.is_proved(self.person()?) {
            return Ok(());
        }
        Err(PageError::ConfirmForm(about()))
    }

    /// The mode that the path names.
    pub fn mode(&self) -> Result<Mode, PageError> {
        Mode::parse(self.param("mode")).ok_or(PageError::NotFound)
    }

    /// The person's account in the mode that the path names.
    pub fn account(&self) -> Result<&Account, PageError> {
        self.person()?.account(self.mode()?).ok_or(PageError::NotFound)
    }

    /// The language in which that account writes to recipients who have set none.
    pub fn recipient_language(&self) -> Result<Language, PageError> {
        Ok(of_recipients(self.account()?.recipient_language, self.person()?.user.language))
    }

    /// The owner of that account, who sees all of it.
    pub fn caller(&self) -> Result<Caller, PageError> {
        self.app().auth.owner(self.person()?, self.mode()?).ok_or(PageError::NotFound)
    }

    /// The frame of a page of the dashboard.
    pub fn shell(&self, section: Section) -> Result<Shell<'_>, PageError> {
        let (person, account) = (self.person()?, self.account()?);
        Ok(Shell {
            frame: Frame::of(&self.web.settings.brand, self.locale),
            mode: self.mode()?,
            modes: if person.live.is_some() { Modes::Both } else { Modes::OnlyTest },
            account_type: person.user.account_type,
            section,
            user_name: &person.user.name,
            user_email: self.locale.email_address(&person.user.email),
            csrf: &self.csrf,
            notice: self.flash.show(self.locale),
            test_clock: TestClock::of(self.locale, account, self.app().platform.time_of(account)),
        })
    }

    /// Which page of a list is asked for. `filters` are the fields of the query that the list depends on.
    pub fn paging(&self, filters: &[&str]) -> Paging {
        let chosen: Vec<String> = filters
            .iter()
            .flat_map(|name| self.query.all(name).map(move |value| format!("{name}={value}")))
            .collect();
        let cursor = Some(self.query.get("cursor")).filter(|cursor| !cursor.is_empty()).map(str::to_owned);
        Paging { cursor, size: self.page_size.rows(), filters: chosen.join("&") }
    }

    /// The address of this list with the same filters and another cursor.
    pub fn list_href(&self, filters: &[&str], cursor: Option<&str>) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        for name in filters {
            for value in self.query.all(name).filter(|value| !value.is_empty()) {
                query.append_pair(name, value);
            }
        }
        if let Some(cursor) = cursor {
            query.append_pair("cursor", cursor);
        }
        let query = query.finish();
        if query.is_empty() { self.path.to_owned() } else { format!("{}?{query}", self.path) }
    }

    /// Makes a form that is sent twice count once: its key is an idempotency key, good for this form only.
    pub fn idempotency(&self) -> Result<Option<IdempotencyRequest>, PageError> {
        self.idempotency_of(&self.caller()?)
    }

    /// The same for a caller who isn't the person signed in.
    pub fn idempotency_of(&self, caller: &Caller) -> Result<Option<IdempotencyRequest>, PageError> {
        let key = self.form.get("form_key");
        if key.len() < 20 || !key.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(PageError::Stale);
        }
        let path = format!("dashboard {}", self.path);
        let id = StoredResponseId { account: caller.account, app: caller.app, path, key: key.to_owned() };
        Ok(Some(IdempotencyRequest { id, fingerprint: self.form.fingerprint() }))
    }
}

/// What makes each copy of a form different.
const TOKENS: [&str; 2] = ["csrf", "form_key"];

/// What a form is about, apart from what makes each copy of it different.
fn fingerprint<'f>(pairs: impl Iterator<Item = (&'f str, &'f [u8])>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for (name, value) in pairs.filter(|(name, _)| !TOKENS.contains(name)) {
        hash.update((name.len() as u64).to_be_bytes());
        hash.update(name);
        hash.update((value.len() as u64).to_be_bytes());
        hash.update(value);
    }
    hash.finalize().into()
}

/// The id of what a form made, now or the first time it was sent.
pub fn made(answered: &app::CommandResponse) -> Result<String, PageError> {
    match answered {
        app::CommandResponse::Now(outcome, _) => Ok(outcome.object()),
        app::CommandResponse::Again(body) => {
            let object: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
            let id = object.get("id").and_then(serde_json::Value::as_str);
            Ok(id.ok_or(Refusal::NotFound(Noun::Transaction)).map_err(app::Failure::from)?.to_owned())
        }
    }
}
