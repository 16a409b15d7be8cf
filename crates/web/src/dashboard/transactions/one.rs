//! One transaction: what it is, what happened to it, and who or what is on the other side.

use app::NamedTransaction;
use askama::Template;
use i18n::Locale;
use rules::email::Email;
use rules::external_transfer::ExternalTransfer;
use rules::sandbox::can_claim_as_recipient;
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use super::kind_words;
use super::row::other_side;
use super::story::story;
use super::transfer_facts::transfer_facts;
use crate::dashboard::deposits;
use crate::dashboard::external_transfers::FeesView;
use crate::dashboard::object_links::ObjectLinks;
use crate::dashboard::parts::{TimelineStep, sign};
use crate::dashboard::shown_email;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "dashboard/transaction.html")]
struct OnePage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    object_links: Option<ObjectLinks>,
    row: &'a NamedTransaction,
    kind: &'static str,
    title: String,
    sign: &'static str,
    id: String,
    receipt: String,
    status: &'static str,
    failure: Option<&'static str>,
    steps: Vec<TimelineStep>,
    /// The item of a payout, if it is one: the payout, and what can be done here.
    item: Option<Item>,
    /// What became of the email to the recipient, while the item waits.
    email: Option<String>,
    /// When the sender last reminded the recipient, while the item waits.
    reminded: Option<String>,
    external_transfer: Vec<Fact>,
    fees: Option<FeesView>,
    instructions: Vec<Fact>,
    /// The automatic withdrawal that took it, if one did.
    withdrawal: Option<String>,
    /// The page of the deposit or withdrawal, and what the link to it says.
    manage: Option<(String, &'static str)>,
}

struct Item {
    payout: String,
    href: String,
    recipient: Option<String>,
    can_cancel: bool,
    can_remind: bool,
    /// Whether the sender can claim it as its recipient, in test mode.
    can_claim: bool,
}

/// A name, what it is, and whether people copy it letter by letter.
struct Fact {
    name: String,
    value: String,
    is_code: bool,
}

pub async fn show(request: &PageRequest<'_>) -> Result<PageResponse, PageError> {
    let row = request.app().accounts.named_transaction(&request.caller()?, request.param("id")).await?;
    let shell = request.shell(Section::Transactions)?;
    // A personal account has no payouts: what it sent has a page of its own.
    if row.transaction.payout.is_some() && !shell.is_business() {
        return Ok(PageResponse::goto(shell.at(format!("send/{}", row.transaction.id))));
    }
    let transaction = &row.transaction;
    let external_transfer = transaction.external_transfer.as_deref();
    let email = request.app().emails.claim_email(transaction.account, transaction.id).await?;
    let locale = request.locale;
    let page = OnePage {
        object_links: links(request, transaction).await?,
        form: Form::post(locale, "item", request.csrf(), &request.form_key),
        kind: kind_words(locale, transaction),
        title: other_side(locale, &row),
        sign: sign(transaction),
        id: transaction.id.to_string(),
        receipt: shell.below(format!("{}/receipt", transaction.id)),
        status: transaction.status.name(),
        failure: transaction.failure_reason.map(|reason| locale.failure_reason(reason)),
        steps: story(locale, transaction),
        item: item(&shell, &row),
        email: email.as_ref().map(|message| email_state(request, message)),
        reminded: reminded(request, &row).await?,
        external_transfer: external_transfer
            .map(|external_transfer| external_transfer_facts(locale, &row, external_transfer))
            .unwrap_or_default(),
        fees: external_transfer.map(|external_transfer| FeesView::of(locale, transaction, external_transfer)),
        instructions: external_transfer
            .filter(|_| transaction.status == TransactionStatus::AwaitingTransfer)
            .map(|transfer| instructions(locale, transfer))
            .unwrap_or_default(),
        withdrawal: withdrawal(request, &row).await?,
        manage: manage(&shell, &row),
        row: &row,
        shell,
    };
    Ok(PageResponse::page(&page))
}

/// An item is created with its payout.
async fn links(request: &PageRequest<'_>, row: &Transaction) -> Result<Option<ObjectLinks>, PageError> {
    let id = row.id.to_string();
    let created = row.payout.map_or_else(|| id.clone(), |payout| payout.to_string());
    ObjectLinks::of(request, &id, &created).await
}

/// The withdrawal that a payment is part of, once it was made.
async fn withdrawal(request: &PageRequest<'_>, row: &NamedTransaction) -> Result<Option<String>, PageError> {
    if row.transaction.kind != TransactionType::InboundTransfer {
        return Ok(None);
    }
    let (caller, app) = (request.caller()?, request.app());
    let withdrawal = app.external_transfers.withdrawal_of_payment(&caller, row.transaction.id).await?;
    let section = Section::Withdrawals.href(request.mode()?);
    Ok(withdrawal.map(|id| format!("{section}/{id}")))
}

async fn reminded(request: &PageRequest<'_>, row: &NamedTransaction) -> Result<Option<String>, PageError> {
    let last = request.app().claim_pages.last_reminder(&request.caller()?, row).await?;
    Ok(last.map(|at| request.locale.date_time(at)))
}

fn email_state(request: &PageRequest<'_>, message: &Email) -> String {
    let locale = request.locale;
    match message.state_name() {
        "delayed" => {
            let date = locale.date_time(message.next_at);
            locale.text_with("transaction-email-delayed", &[("date", &date)])
        }
        _ => shown_email::status(request, message).words,
    }
}

fn item(shell: &Shell<'_>, row: &NamedTransaction) -> Option<Item> {
    let transaction = &row.transaction;
    let payout = shell.at(format!("payouts/{}", transaction.payout?));
    let is_unclaimed = transaction.status == TransactionStatus::PendingClaim;
    Some(Item {
        href: format!("{payout}/items/{}", transaction.id),
        payout,
        recipient: transaction.recipient.map(|id| shell.at(format!("recipients/{id}"))),
        can_cancel: !transaction.status.is_end(),
        can_remind: is_unclaimed,
        can_claim: is_unclaimed && can_claim_as_recipient(shell.mode),
    })
}

fn manage(shell: &Shell<'_>, row: &NamedTransaction) -> Option<(String, &'static str)> {
    let locale = shell.frame.locale;
    let (section, words) = match row.transaction.kind {
        TransactionType::Deposit => (Section::Deposits, locale.text("transaction-view-deposit")),
        TransactionType::Withdrawal => (Section::Withdrawals, locale.text("transaction-view-withdrawal")),
        TransactionType::Payout | TransactionType::InboundTransfer => return None,
    };
    Some((format!("{}/{}", section.href(shell.mode), row.transaction.id), words))
}

fn external_transfer_facts(locale: Locale, row: &NamedTransaction, transfer: &ExternalTransfer) -> Vec<Fact> {
    let fact = |name: &str, value: String| Fact { name: name.to_owned(), value, is_code: false };
    let bank_account = row.bank_account.clone().map(|name| fact(locale.text("label-bank-account"), name));
    let wallet = row.external_wallet.clone().map(|name| fact(locale.text("external-wallet"), name));
    let details = transfer_facts(locale, transfer).into_iter();
    let details =
        details.map(|fact| Fact { name: fact.name.to_owned(), value: fact.value, is_code: fact.is_code });
    bank_account.into_iter().chain(wallet).chain(details).collect()
}

/// What the payer of a deposit must do, while the money is awaited.
fn instructions(locale: Locale, transfer: &ExternalTransfer) -> Vec<Fact> {
    let Some(to) = deposits::instructions(locale, transfer) else { return Vec::new() };
    let fact = |name: &str, value: String| Fact { name: name.to_owned(), value, is_code: true };
    let amount = fact(locale.text("label-amount"), format!("{} {}", to.amount, to.currency));
    let reference = fact(locale.text("label-reference"), to.reference);
    let rows = to.rows.into_iter().map(|(name, value)| fact(&name, value));
    let until = Fact { name: locale.text("deposit-send-by").to_owned(), value: to.until, is_code: false };
    [amount, reference].into_iter().chain(rows).chain([until]).collect()
}
