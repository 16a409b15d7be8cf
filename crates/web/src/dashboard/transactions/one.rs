//! One transaction: what it is, what happened to it, and who or what is on the other side.

use app::NamedTransaction;
use askama::Template;
use rules::email::Email;
use rules::external_transfer::{Counterparty, ExternalTransfer, Route};
use rules::transaction::{ItemStatus, TransactionType};

use super::row::{other_side, sign};
use super::story::story;
use super::{failure_words, type_words};
use crate::dashboard::parts::{TimelineStep, words};
use crate::dashboard::when;
use crate::page::form::Form;
use crate::page::shell::{Section, Shell};
use crate::page::{PageError, PageRequest, PageResponse};

#[derive(Template)]
#[template(path = "dashboard/transaction.html")]
struct OnePage<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    row: &'a NamedTransaction,
    kind: &'static str,
    title: String,
    sign: &'static str,
    id: String,
    receipt: String,
    status: &'static str,
    created: String,
    failure: Option<&'static str>,
    steps: Vec<TimelineStep>,
    /// The item of a payout, if it is one: the payout, and what can be done here.
    item: Option<Item>,
    /// What became of the email to the recipient, while the item waits.
    email: Option<String>,
    external_transfer: Vec<Fact>,
    instructions: Vec<Fact>,
    /// Where deposits and withdrawals are managed.
    manage: Option<String>,
    manage_words: String,
}

struct Item {
    payout: String,
    href: String,
    recipient: Option<String>,
    can_cancel: bool,
    can_remind: bool,
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
    let transaction = &row.transaction;
    let external_transfer = transaction.external_transfer.as_deref();
    let email = request.app().emails.claim_email(transaction.account, transaction.id).await?;
    let page = OnePage {
        form: Form::post("item", request.csrf(), &request.form_key),
        kind: type_words(transaction.kind),
        title: other_side(&row),
        sign: sign(transaction.kind),
        id: transaction.id.to_string(),
        receipt: shell.below(format!("{}/receipt", transaction.id)),
        status: transaction.status.name(),
        created: when::moment(transaction.created_at),
        failure: transaction.failure_reason.map(failure_words),
        steps: story(transaction),
        item: item(&shell, &row),
        email: email.as_ref().map(email_state),
        external_transfer: external_transfer
            .map(|external_transfer| external_transfer_facts(&row, external_transfer))
            .unwrap_or_default(),
        instructions: external_transfer.map(instructions).unwrap_or_default(),
        manage: manage(&shell, &row),
        manage_words: format!("Show the {}", type_words(transaction.kind).to_lowercase()),
        row: &row,
        shell,
    };
    Ok(PageResponse::page(&page))
}

fn email_state(message: &Email) -> String {
    match message.state_name() {
        "delayed" => format!("Delayed until {}, within the daily limits", when::moment(message.next_at)),
        name => words(name),
    }
}

fn item(shell: &Shell<'_>, row: &NamedTransaction) -> Option<Item> {
    let transaction = &row.transaction;
    let payout = shell.at(format!("payouts/{}", transaction.payout?));
    Some(Item {
        href: format!("{payout}/items/{}", transaction.id),
        payout,
        recipient: transaction.recipient.map(|id| shell.at(format!("recipients/{id}"))),
        can_cancel: !transaction.status.is_end(),
        can_remind: ItemStatus::of(transaction.status) == ItemStatus::PendingClaim,
    })
}

fn manage(shell: &Shell<'_>, row: &NamedTransaction) -> Option<String> {
    let section = match row.transaction.kind {
        TransactionType::Deposit => Section::Deposits,
        TransactionType::Withdrawal => Section::Withdrawals,
        TransactionType::Payout | TransactionType::InboundTransfer => return None,
    };
    Some(format!("{}/{}", section.href(shell.mode), row.transaction.id))
}

fn external_transfer_facts(row: &NamedTransaction, external_transfer: &ExternalTransfer) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut add = |name: &str, value: Option<String>, is_code: bool| {
        facts.extend(value.map(|value| Fact { name: name.to_owned(), value, is_code }));
    };
    let transaction = &row.transaction;
    add("Bank account", row.bank_account.clone(), false);
    add("External wallet", row.external_wallet.clone(), false);
    if let Counterparty::Address { chain, address, .. } | Counterparty::DepositAddress { chain, address } =
        &external_transfer.counterparty
    {
        add("Chain", Some(chain.clone()), false);
        add("Address", Some(address.clone()), true);
    }
    if let Route::Bank(rail) = external_transfer.route {
        let other = if transaction.kind.is_incoming() { "You send" } else { "The bank account gets" };
        add("Way", Some(rail.label().to_owned()), false);
        add(other, Some(format!("{} {}", external_transfer.outside, rail.currency().code())), false);
        let rate = external_transfer.terms.rate;
        add("Rate", rate.map(|rate| format!("1 USDC = {rate} {}", rail.currency().code())), false);
    }
    let fees = match transaction.kind {
        TransactionType::Withdrawal => external_transfer.fees_of_withdrawal(transaction.amount),
        TransactionType::Deposit | TransactionType::InboundTransfer | TransactionType::Payout => {
            external_transfer.fees_of_deposit()
        }
    };
    let parts: Vec<String> =
        fees.components().map(|(name, amount)| format!("{} {amount}", words(name))).collect();
    let listed = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
    add("Fees", Some(format!("{} USDC{listed}", fees.total())), false);
    add("Reference", Some(external_transfer.reference.clone()), true);
    add("On the chain", external_transfer.hash.clone(), true);
    facts
}

/// What the payer of a deposit must do.
fn instructions(external_transfer: &ExternalTransfer) -> Vec<Fact> {
    let Counterparty::Operator { name, details } = &external_transfer.counterparty else { return Vec::new() };
    let fact = |name: &str, value: String| Fact { name: name.to_owned(), value, is_code: true };
    let mut facts = vec![
        fact(
            "Amount",
            format!("{} {}", external_transfer.announced, external_transfer.route.currency().code()),
        ),
        fact("To", name.clone()),
    ];
    let details: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(details).expect("details are stored as a JSON object");
    facts.extend(details.iter().map(|(name, value)| {
        fact(&words(name), value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    }));
    facts.push(fact("Reference", external_transfer.reference.clone()));
    if let Some(until) = external_transfer.expires_at {
        facts.push(Fact { name: "Until".to_owned(), value: when::moment(until), is_code: false });
    }
    facts
}
