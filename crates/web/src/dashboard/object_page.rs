//! Where the dashboard shows what an id names.

use rules::id::{BankAccountId, EndpointId, ExternalWalletId, PayoutId, RecipientId, TransactionId};

use crate::page::shell::{Section, Shell};

/// The page of the one thing that has this id. Whether it exists and whose it is, the page says.
pub fn object_page(shell: &Shell<'_>, id: &str) -> Option<String> {
    let section = match id.split_once('_')?.0 {
        "txn" => TransactionId::parse(id).map(|_| Section::Transactions),
        "po" => PayoutId::parse(id).map(|_| Section::Payouts),
        "rcp" => RecipientId::parse(id).map(|_| Section::Recipients),
        "ba" => BankAccountId::parse(id).map(|_| Section::BankAccounts),
        "ew" => ExternalWalletId::parse(id).map(|_| Section::ExternalWallets),
        "we" => EndpointId::parse(id).map(|_| Section::Webhooks),
        _ => None,
    };
    let section = section.filter(|section| section.is_for(shell.account_type))?;
    Some(format!("{}/{id}", section.href(shell.mode)))
}
