//! What a client wants: said once or many times, with a key or without, and what it was told.

use std::pin::Pin;
use std::sync::Arc;

use app::{
    App, CommandResponse, Failure, NewBankAccount, NewDeposit, NewDestination, NewPayout, NewRecipient,
    NewWithdrawal, SimulatedEvent, SimulatedRailNotice,
};
use bytes::Bytes;
use rules::account::{Caller, Mode};
use rules::command::Command;
use rules::decisions::payout::{NewItem, PayoutTarget};
use rules::email_address::EmailAddress;
use rules::freeze::{Cause, Resume};
use rules::id::{AccountId, AppId, TransactionId};
use rules::idempotency::{IdempotencyRequest, StoredResponseId};
use rules::money::Amount;
use rules::rail::Rail;
use rules::scope::Scopes;
use rules::transaction::TransactionType;

use crate::labels::{self, Label};
use crate::payments;
use crate::shadow::{Shadow, TAG};

#[derive(Clone, Debug)]
pub enum Whom {
    Address(String),
    Id(String),
}

#[derive(Clone, Debug)]
pub enum Wish {
    Payout(Vec<(Whom, i64)>),
    Preview(Vec<(Whom, i64)>),
    CancelPayout(String),
    CancelItem {
        payout: String,
        item: String,
    },
    SimulateClaim(String),
    Claim {
        item: String,
        wallet: String,
    },
    Inbound(i64),
    Recipient(String),
    Advance(i64),
    BankAccount,
    /// In units of the bank account's currency, and of USDC.
    Deposit {
        bank_account: String,
        units: i64,
    },
    Withdraw {
        bank_account: String,
        units: i64,
    },
    CancelExternalTransfer(TransactionType, String),
    RailNotice {
        kind: TransactionType,
        id: String,
        event: SimulatedEvent,
        bank_reference: Option<String>,
        /// How much came, if not as much as was announced.
        units: Option<i64>,
    },
    Join(String),
    Label(Label),
    /// Payments are withdrawn there from so many units on.
    Automatic {
        to: String,
        units: i64,
    },
    NotAutomatic,
    Stop,
    Resume,
}

impl Wish {
    /// Whether a client can send it with a key.
    pub fn takes_key(&self) -> bool {
        !matches!(
            self,
            Wish::Preview(_)
                | Wish::Claim { .. }
                | Wish::Join(_)
                | Wish::Label(_)
                | Wish::Automatic { .. }
                | Wish::NotAutomatic
                | Wish::Stop
                | Wish::Resume
        )
    }
}

pub struct Intent {
    pub number: usize,
    /// Whose account it is about.
    pub account: String,
    pub wish: Wish,
    pub key: Option<String>,
    /// The first success that a client heard of: with which body, and what it was told.
    pub won: Option<(bool, Bytes)>,
    /// A client heard that it was done now, and not before.
    pub is_done: bool,
    /// A client sent it and does not know its outcome.
    pub is_open: bool,
}

/// What a request was told.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly always the larger one")]
pub enum Reply {
    Answered(CommandResponse),
    Count,
}

pub type Asking = Pin<Box<dyn Future<Output = Result<Reply, Failure>>>>;

pub fn caller(shadow: &Shadow, account: &str) -> Caller {
    let known = &shadow.accounts[account];
    Caller {
        account: AccountId::parse(account).expect("an id"),
        app: AppId::parse(&known.app).expect("an id"),
        mode: Mode::parse(&known.mode).expect("a mode"),
        scopes: Scopes::all(),
        is_owner: false,
    }
}

impl Intent {
    /// Whether there is another body that the same key could be used with by mistake.
    pub fn has_other_body(&self) -> bool {
        self.key.is_some()
            && matches!(
                self.wish,
                Wish::Payout(_)
                    | Wish::Inbound(_)
                    | Wish::Recipient(_)
                    | Wish::Deposit { .. }
                    | Wish::Withdraw { .. }
            )
    }

    /// Whether its answer is kept for ever.
    pub fn moves_money(&self) -> bool {
        !matches!(self.wish, Wish::Recipient(_) | Wish::Advance(_) | Wish::BankAccount)
    }

    pub fn reference(&self, is_other: bool) -> String {
        format!("intent {}{}", self.number, if is_other { "/other" } else { "" })
    }

    /// What is asked for: the wish, or the same with another body.
    pub fn body(&self, is_other: bool) -> Wish {
        match &self.wish {
            Wish::Payout(items) if is_other => {
                Wish::Payout(items.iter().map(|(whom, amount)| (whom.clone(), amount + 1)).collect())
            }
            Wish::Inbound(amount) if is_other => Wish::Inbound(amount + TAG),
            Wish::Recipient(_) if is_other => Wish::Recipient("other@example.com".to_owned()),
            Wish::Deposit { bank_account, units } if is_other => {
                Wish::Deposit { bank_account: bank_account.clone(), units: units + 1 }
            }
            Wish::Withdraw { bank_account, units } if is_other => {
                Wish::Withdraw { bank_account: bank_account.clone(), units: units + 1 }
            }
            wish => wish.clone(),
        }
    }

    fn claim(&self, caller: &Caller, path: &str, is_other: bool) -> Option<IdempotencyRequest> {
        let mut fingerprint = [u8::from(is_other); 32];
        fingerprint[..8].copy_from_slice(&self.number.to_le_bytes());
        let id = |key: &String| StoredResponseId {
            account: caller.account,
            app: caller.app,
            path: path.to_owned(),
            key: key.clone(),
        };
        self.key.as_ref().map(|key| IdempotencyRequest { id: id(key), fingerprint })
    }

    /// Says it to a process. Nothing happens until what is returned is polled.
    pub fn ask(&self, app: Arc<App>, shadow: &Shadow, is_other: bool) -> Asking {
        let caller = caller(shadow, &self.account);
        let body = self.body(is_other);
        let path = match &body {
            Wish::CancelPayout(payout) => format!("/payouts/{payout}/cancel"),
            Wish::CancelItem { payout, item } => format!("/payouts/{payout}/items/{item}/cancel"),
            Wish::SimulateClaim(item) => format!("/simulate/payout_items/{item}/claim"),
            Wish::Payout(_) => "/payouts".to_owned(),
            Wish::Inbound(_) => "/simulate/inbound_transfers".to_owned(),
            Wish::Recipient(_) => "/recipients".to_owned(),
            Wish::BankAccount => "/bank_accounts".to_owned(),
            Wish::Deposit { .. } => "/deposits".to_owned(),
            Wish::Withdraw { .. } => "/withdrawals".to_owned(),
            Wish::CancelExternalTransfer(_, id) => format!("/external_transfers/{id}/cancel"),
            Wish::RailNotice { id, .. } => format!("/simulate/external_transfers/{id}"),
            _ => "/simulate/clock".to_owned(),
        };
        let claim = self.claim(&caller, &path, is_other);
        let reference = Some(self.reference(is_other));
        Box::pin(async move { ask(&app, &caller, body, reference, claim).await })
    }
}

async fn ask(
    app: &App,
    caller: &Caller,
    body: Wish,
    reference: Option<String>,
    claim: Option<IdempotencyRequest>,
) -> Result<Reply, Failure> {
    let answered = match body {
        Wish::Payout(items) => app.payouts.create_payout(caller, payout(items, reference), claim).await?,
        Wish::Preview(items) => {
            app.payouts.preview_payout(caller, payout(items, reference)).await?;
            return Ok(Reply::Count);
        }
        Wish::CancelPayout(id) => app.payouts.cancel_payout(caller, &id, claim).await?,
        Wish::CancelItem { payout, item } => {
            app.payouts.cancel_payout_item(caller, &payout, &item, claim).await?
        }
        Wish::SimulateClaim(item) => app.sandbox.simulate_claim(caller, &item, claim).await?,
        Wish::Claim { item, wallet } => {
            let token = app.payouts.claim_token(TransactionId::parse(&item).expect("an id"));
            app.payouts.claim(&token, AccountId::parse(&wallet).expect("an id")).await?;
            return Ok(Reply::Count);
        }
        Wish::Inbound(amount) => {
            app.sandbox.simulate_inbound_transfer(caller, Amount::from_micros(amount), claim).await?
        }
        Wish::Recipient(address) => {
            let new = NewRecipient { email: email(&address), nickname: None };
            app.payouts.create_recipient(caller, new, claim).await?
        }
        Wish::Advance(seconds) => app.sandbox.advance_clock(caller, seconds, claim).await?,
        Wish::BankAccount => app.external_transfers.create_bank_account(caller, pix(), claim).await?,
        Wish::Deposit { bank_account, units } => {
            let new = NewDeposit { bank_account, amount: whole(units), quote: None };
            app.external_transfers.create_deposit(caller, new, claim).await?
        }
        Wish::Withdraw { bank_account, units } => {
            let to = NewDestination::BankAccount(bank_account);
            let new = NewWithdrawal { to, amount: whole(units), quote: None, arrives: None };
            app.external_transfers.create_withdrawal(caller, new, claim).await?
        }
        Wish::CancelExternalTransfer(TransactionType::Deposit, id) => {
            app.external_transfers.cancel_deposit(caller, &id, claim).await?
        }
        Wish::CancelExternalTransfer(_, id) => {
            app.external_transfers.cancel_withdrawal(caller, &id, claim).await?
        }
        Wish::RailNotice { kind, id, event, bank_reference, units } => {
            let said = SimulatedRailNotice { event, amount: units.map(whole), bank_reference };
            app.sandbox.simulate_notice(caller, kind, &id, said, claim).await?
        }
        wish @ (Wish::Automatic { .. } | Wish::NotAutomatic) => {
            return payments::ask(app, caller, wish).await;
        }
        Wish::Label(wish) => labels::ask(app, caller, wish).await?,
        Wish::Join(address) => app.join_at_once(email(&address)).await?,
        Wish::Stop => {
            app.stops.stop_money(Cause::Operator, "simulated".to_owned()).await?;
            return Ok(Reply::Count);
        }
        Wish::Resume => {
            let seen = app.stops.stops_in_force().await?.iter().map(|stop| stop.id).collect();
            app.command(Command::ResumeMoney(seen, resume())).await?
        }
    };
    Ok(Reply::Answered(answered))
}

fn pix() -> NewBankAccount {
    let details = r#"{"pix_key":"ada@example.com"}"#.to_owned();
    NewBankAccount { name: "Pix".to_owned(), rail: Rail::BrlPix, details }
}

pub fn whole(units: i64) -> Amount {
    Amount::from_micros(units * 1_000_000)
}

fn payout(items: Vec<(Whom, i64)>, reference: Option<String>) -> NewPayout {
    let items = items.into_iter().map(|(whom, amount)| NewItem {
        target: match whom {
            Whom::Address(address) => PayoutTarget::EmailAddress(email(&address)),
            Whom::Id(id) => PayoutTarget::recipient(&id),
        },
        amount: Amount::from_micros(amount),
        reference: None,
    });
    NewPayout { items: items.collect(), reference }
}

fn resume() -> Resume {
    Resume { by: "simulated".to_owned(), reason: "simulated".to_owned(), despite: Vec::new() }
}

fn email(address: &str) -> EmailAddress {
    EmailAddress::parse(address).expect("an address")
}
