//! How to be paid: by email, from a bank account, or in USDC from a wallet elsewhere.

use askama::Template;
use rules::account::Mode;

use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "dashboard/wallet_receive.html")]
struct ReceivePage<'a> {
    shell: Shell<'a>,
    /// Whether others can pay the person by email. The address of a simulated person is made up.
    has_email: bool,
    /// The network of live USDC, if the operator has set one up.
    network: Option<String>,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let (mode, app) = (request.mode()?, request.app());
    let has_address = mode == Mode::Live && app.chain.is_on_chain();
    let page = ReceivePage {
        has_email: !request.person()?.user.email.is_simulated(),
        shell: request.shell(Section::Receive)?,
        network: has_address.then(|| app.accounts.chain_of(mode).name().to_owned()),
    };
    Ok(PageResponse::page(&page))
}
