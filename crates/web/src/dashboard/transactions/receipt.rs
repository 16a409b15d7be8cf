//! The receipt of one transaction: a page to print, and the same as PDF. Every word of it that is not of the document
//! itself is here.

use app::NamedTransaction;
use askama::Template;
use documents::{Fact, Receipt, format};
use rules::account::Mode;
use rules::external_transfer::{Counterparty, ExternalTransfer, Route};
use rules::money::Amount;
use rules::pricing::Fees;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::row::other_side;
use super::{failure_words, type_words};
use crate::dashboard::account_documents::{holder, rendered};
use crate::dashboard::parts::words;
use crate::frame::document_brand;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "dashboard/receipt.html")]
struct ReceiptPage<'a> {
    shell: Shell<'a>,
    receipt: &'a Receipt,
    status: &'static str,
    amount: String,
    amounts: Vec<(&'a str, String)>,
    holder: String,
    back: String,
    pdf: String,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let row = request.app().accounts.named_transaction(&request.caller()?, request.param("id")).await?;
    let receipt = receipt(request, &row)?;
    let amounts = receipt.amounts.iter().map(|(name, amount)| (name.as_str(), format::money(*amount)));
    let shell = request.shell(Section::Transactions)?;
    let back = shell.below(&receipt.id);
    let page = ReceiptPage {
        holder: format!("{} ({})", receipt.holder.name, receipt.holder.email),
        pdf: format!("{back}/receipt/pdf"),
        back,
        shell,
        status: row.transaction.status.name(),
        amount: format::money(receipt.amount),
        amounts: amounts.collect(),
        receipt: &receipt,
    };
    Ok(PageResponse::page(&page))
}

pub async fn download(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let row = request.app().accounts.named_transaction(&request.caller()?, request.param("id")).await?;
    let _slot = request.web.exports.start(request.mode()?, request.account()?.charged())?;
    let receipt = receipt(request, &row)?;
    let name = match receipt.is_test {
        true => format!("TEST-receipt-{}.pdf", receipt.id),
        false => format!("receipt-{}.pdf", receipt.id),
    };
    let pdf = rendered(move || receipt.pdf()).await?;
    Ok(PageResponse::download(&name, "application/pdf", pdf))
}

fn receipt(request: &PageRequest<'_>, row: &NamedTransaction) -> Result<Receipt, PageError> {
    let transaction = &row.transaction;
    let amount = match transaction.kind.is_incoming() {
        true => transaction.amount,
        false => Amount::from_micros(-transaction.amount.micros()),
    };
    Ok(Receipt {
        brand: document_brand(&request.web.settings.brand),
        holder: holder(request)?,
        is_test: request.mode()? == Mode::Test,
        id: transaction.id.to_string(),
        title: title(row),
        amount,
        status: status(transaction),
        details: details(row),
        amounts: amounts(transaction),
    })
}

fn title(row: &NamedTransaction) -> String {
    let other = other_side(row);
    match row.transaction.kind {
        TransactionType::Payout => format!("Payout to {other}"),
        TransactionType::Withdrawal => format!("Withdrawal to {other}"),
        TransactionType::Deposit => format!("Deposit from {other}"),
        TransactionType::InboundTransfer => format!("Incoming transfer: {other}"),
    }
}

/// What became of it, and when.
fn status(transaction: &Transaction) -> String {
    let returned_at = transaction.external_transfer.as_ref().and_then(|transfer| transfer.returned_at);
    let at = returned_at.or(transaction.completed_at);
    let words = match (transaction.status, returned_at) {
        (TransactionStatus::Failed, Some(_)) => "Returned".to_owned(),
        (status, _) => words(status.name()),
    };
    match at {
        Some(at) => format!("{words} on {}", format::moment(at)),
        None => words,
    }
}

fn details(row: &NamedTransaction) -> Vec<Fact> {
    let transaction = &row.transaction;
    let mut facts = Vec::new();
    let mut add = |name: &str, value: Option<String>| {
        facts.extend(value.map(|value| Fact { name: name.to_owned(), value }));
    };
    add("Type", Some(type_words(transaction.kind).to_owned()));
    add("Recipient", row.email.as_ref().map(ToString::to_string));
    add("From", row.sender.clone());
    add("Bank account", row.bank_account.clone());
    add("External wallet", row.external_wallet.clone());
    add("Reference", transaction.reference.clone());
    if let Some(transfer) = transaction.external_transfer.as_deref() {
        transfer_details(transfer, &mut add);
    }
    add("Reason", transaction.failure_reason.map(|reason| failure_words(reason).to_owned()));
    add("Created", Some(format::moment(transaction.created_at)));
    add("Completed", transaction.completed_at.map(format::moment));
    add("Payout", transaction.payout.map(|id| id.to_string()));
    add("Transaction", Some(transaction.id.to_string()));
    facts
}

fn transfer_details(transfer: &ExternalTransfer, add: &mut impl FnMut(&str, Option<String>)) {
    if let Route::Bank(rail) = transfer.route {
        let code = rail.currency().code();
        add("Payment method", Some(rail.label().to_owned()));
        add("Bank amount", Some(format!("{} {code}", format::amount(transfer.outside))));
        add("Exchange rate", transfer.terms.rate.map(|rate| format!("1 USDC = {rate} {code}")));
    }
    if let Counterparty::Address { chain, address, .. } | Counterparty::DepositAddress { chain, address } =
        &transfer.counterparty
    {
        add("Chain", Some(chain.clone()));
        add("Address", Some(address.clone()));
    }
    add("Bank reference", Some(transfer.reference.clone()).filter(|reference| !reference.is_empty()));
    add("Hash", transfer.hash.clone());
}

/// How the amount comes about.
fn amounts(transaction: &Transaction) -> Vec<(String, Amount)> {
    let transfer = transaction.external_transfer.as_deref();
    let fees = match (transaction.kind, transfer) {
        (TransactionType::Withdrawal, Some(transfer)) => transfer.fees_of_withdrawal(transaction.amount),
        (TransactionType::Deposit | TransactionType::InboundTransfer, Some(transfer)) => {
            transfer.fees_of_deposit()
        }
        (TransactionType::Payout, _) | (_, None) => Fees::default(),
    };
    let (before, all) = match transaction.kind {
        TransactionType::Withdrawal | TransactionType::Payout => ("Sent", "Total debited"),
        TransactionType::Deposit | TransactionType::InboundTransfer => ("Received", "Total credited"),
    };
    let total = fees.total().micros();
    let sent = match transaction.kind.is_incoming() {
        true => transaction.amount.micros() + total,
        false => transaction.amount.micros() - total,
    };
    let of_fees = fees.components().map(|(name, amount)| (format!("Fee ({name})"), amount));
    [(before.to_owned(), Amount::from_micros(sent))]
        .into_iter()
        .chain(of_fees)
        .chain([(all.to_owned(), transaction.amount)])
        .collect()
}
