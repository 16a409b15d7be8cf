//! The receipt of one transaction: a page to print, and the same as PDF.

use app::NamedTransaction;
use askama::Template;
use documents::{Fact, Receipt, format};
use i18n::Locale;
use rules::account::Mode;
use rules::money::Amount;
use rules::pricing::Fees;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::headline::headline;
use super::transfer_facts::transfer_facts;
use crate::dashboard::account_documents::{holder, rendered};
use crate::frame::document_brand;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "dashboard/receipt.html")]
struct ReceiptPage<'a> {
    shell: Shell<'a>,
    receipt: &'a Receipt,
    amount: String,
    amounts: Vec<(&'a str, String)>,
    back: String,
    pdf: String,
    format: &'static str,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let row = request.app().accounts.named_transaction(&request.caller()?, request.param("id")).await?;
    let shell = request.shell(Section::Transactions)?;
    let locale = shell.frame.locale;
    let receipt = receipt(request, locale, &row)?;
    let amounts =
        receipt.amounts.iter().map(|(name, amount)| (name.as_str(), format::money(locale, *amount)));
    let back = shell.below(&receipt.id);
    let page = ReceiptPage {
        pdf: format!("{back}/receipt/pdf"),
        format: "PDF",
        back,
        shell,
        amount: format::money(locale, receipt.amount),
        amounts: amounts.collect(),
        receipt: &receipt,
    };
    Ok(PageResponse::page(&page))
}

pub async fn download(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let row = request.app().accounts.named_transaction(&request.caller()?, request.param("id")).await?;
    let slot = request.web.exports.start(request.mode()?, request.account()?.charged())?;
    let receipt = receipt(request, request.locale, &row)?;
    let name = match receipt.is_test {
        true => format!("TEST-receipt-{}.pdf", receipt.id),
        false => format!("receipt-{}.pdf", receipt.id),
    };
    let pdf = rendered(request, slot, move || receipt.pdf()).await?;
    Ok(PageResponse::download(&name, "application/pdf", pdf))
}

fn receipt(request: &PageRequest<'_>, locale: Locale, row: &NamedTransaction) -> Result<Receipt, PageError> {
    let transaction = &row.transaction;
    // Money that didn't move, or was returned, has no minus sign.
    let amount = match transaction.balance_change() {
        Amount::ZERO => transaction.amount,
        moved => moved,
    };
    Ok(Receipt {
        locale,
        brand: document_brand(&request.web.settings.brand),
        holder: holder(request)?,
        is_test: request.mode()? == Mode::Test,
        id: transaction.id.to_string(),
        title: headline(locale, row),
        amount,
        status: status(locale, transaction),
        note: (!is_completed(transaction)).then(|| locale.text("receipt-not-completed")),
        details: details(locale, row),
        amounts: amounts(locale, transaction),
    })
}

/// A withdrawal that was sent back has failed.
fn is_completed(transaction: &Transaction) -> bool {
    transaction.status == TransactionStatus::Completed
}

/// What became of it, and when.
fn status(locale: Locale, transaction: &Transaction) -> String {
    let returned_at = transaction.external_transfer.as_ref().and_then(|transfer| transfer.returned_at);
    let status = match (transaction.status, returned_at) {
        (TransactionStatus::Failed, Some(_)) => locale.text("receipt-returned"),
        (status, _) => locale.transaction_status(status),
    };
    match returned_at.or(transaction.completed_at) {
        Some(at) => {
            locale.text_with("receipt-status", &[("status", &status), ("date", &locale.long_date_time(at))])
        }
        None => status.to_owned(),
    }
}

fn details(locale: Locale, row: &NamedTransaction) -> Vec<Fact> {
    let transaction = &row.transaction;
    let mut facts = Vec::new();
    let mut add = |name: &'static str, value: Option<String>| {
        facts.extend(value.map(|value| Fact { name: name.to_owned(), value }));
    };
    let reason = transaction.failure_reason.map(|reason| locale.failure_reason(reason).to_owned());
    let kind = match transaction.is_automatic() {
        true => locale.text("automatic-withdrawal"),
        false => locale.transaction_type(transaction.kind),
    };
    let returned_at = transaction.external_transfer.as_ref().and_then(|transfer| transfer.returned_at);
    let end = match (transaction.status, returned_at) {
        // It had arrived before.
        (TransactionStatus::Completed, _) | (_, Some(_)) => locale.text("receipt-completed"),
        (status, None) => locale.transaction_status(status),
    };
    add(locale.text("label-type"), Some(kind.to_owned()));
    add(locale.text("label-recipient"), row.email.as_ref().map(ToString::to_string));
    add(locale.text("label-sender"), row.sender.clone());
    add(locale.text("label-bank-account"), row.bank_account.clone());
    add(locale.text("receipt-external-wallet"), row.external_wallet.clone());
    add(locale.text("label-reference"), transaction.reference.clone());
    if let Some(transfer) = transaction.external_transfer.as_deref() {
        for fact in transfer_facts(locale, transfer) {
            add(fact.name, Some(fact.value));
        }
    }
    add(locale.text("receipt-reason"), reason);
    add(locale.text("label-created"), Some(locale.long_date_time(transaction.created_at)));
    add(end, transaction.completed_at.map(|at| locale.long_date_time(at)));
    add(locale.text("receipt-returned"), returned_at.map(|at| locale.long_date_time(at)));
    add(locale.text("receipt-payout-id"), transaction.payout.map(|id| id.to_string()));
    add(locale.text("receipt-transaction-id"), Some(transaction.id.to_string()));
    facts
}

/// How the amount comes about.
fn amounts(locale: Locale, transaction: &Transaction) -> Vec<(String, Amount)> {
    let transfer = transaction.external_transfer.as_deref();
    let fees = match (transaction.kind, transfer) {
        (TransactionType::Withdrawal, Some(transfer)) => transfer.fees_of_withdrawal(transaction.amount),
        (TransactionType::Deposit | TransactionType::InboundTransfer, Some(transfer)) => {
            transfer.fees_of_deposit()
        }
        (TransactionType::Payout, _) | (_, None) => Fees::default(),
    };
    let (total, of_fees) = (transaction.amount, fees.total().micros());
    let before = match transaction.kind.is_incoming() {
        true => total.micros() + of_fees,
        false => total.micros() - of_fees,
    };
    // Only what has arrived was sent or received.
    let name = match (is_completed(transaction), transaction.kind.is_incoming()) {
        (true, true) => locale.text("receipt-received"),
        (true, false) => locale.text("receipt-sent"),
        (false, _) => locale.text("label-amount"),
    };
    let fees = [
        (locale.text("receipt-fee-fixed"), fees.fixed),
        (locale.text("receipt-fee-percentage"), fees.percentage),
        (locale.text("receipt-fee-spread"), fees.spread),
        (locale.text("receipt-fee-rounding"), fees.rounding),
    ];
    let charged = fees.into_iter().filter(|(_, amount)| *amount > 0);
    [(name, before)]
        .into_iter()
        .chain(charged)
        .chain([(locale.text("label-total"), total.micros())])
        .map(|(name, amount)| (name.to_owned(), Amount::from_micros(amount)))
        .collect()
}
