//! The address at which a live account is paid over the chain.

use askama::Template;
use rules::account::Mode;
use rules::evm_address::EvmAddress;
use rules::money::Currency;

use crate::dashboard::qr::{self, Picture};
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "dashboard/deposit_address.html")]
struct AddressPage<'a> {
    shell: Shell<'a>,
    /// None where there is no chain: in the sandbox, and where the operator has not set one up.
    shown: Option<(EvmAddress, Picture)>,
    chain: String,
    /// The smallest transfer that is credited.
    minimum: Option<String>,
    form: Form<'a>,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let caller = request.caller()?;
    let given = match caller.mode {
        Mode::Live => request.app().chain.deposit_address(caller.account).await?,
        Mode::Test => None,
    };
    let page = AddressPage {
        shell: request.shell(Section::Deposits)?,
        chain: request.app().accounts.chain_of(caller.mode).name().to_owned(),
        minimum: request.app().chain.min_arrival().map(|min| request.locale.money(min, Currency::Usdc)),
        shown: given.map(|given| {
            let picture = qr::draw(given.address.as_str());
            (given.address, picture)
        }),
        form: Form::post(request.locale, "another", request.csrf(), &request.form_key),
    };
    Ok(PageResponse::page(&page))
}

/// From now on another one is shown. What is sent to the old one is credited all the same.
pub async fn another(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let caller = request.caller()?;
    if caller.mode == Mode::Live {
        request.app().chain.another_address(caller.account).await?;
    }
    Ok(PageResponse::goto(request.shell(Section::Deposits)?.below("address")))
}
