//! Creating a withdrawal: what it costs and where it goes is settled here, and nothing changes it any more.

use std::sync::Arc;

use crate::account::{Account, Caller};
use crate::archive_status::ArchiveStatus;
use crate::change::{Change, Row};
use crate::decisions::external_account::ExternalAccount;
use crate::decisions::external_transfer::Transition;
use crate::decisions::quote;
use crate::external_account::Destination;
use crate::external_account::bank_account::BankAccount;
use crate::external_account::external_wallet::ExternalWallet;
use crate::external_transfer::{Counterparty, ExternalTransfer, Route};
use crate::id::{AccountId, AppId, EventKind, QuoteId, Series, TransactionId};
use crate::ledger::{LedgerAccountId, Operation};
use crate::money::Amount;
use crate::pricing::Terms;
use crate::quote::Direction;
use crate::refusal::{Limit, Refusal};
use crate::tariff::Tariff;
use crate::time::Timestamp;
use crate::transaction::{Transaction, TransactionType};
use crate::world::{Needs, World};

/// How long it can be called back before it is sent.
pub const QUEUED_SECONDS: i64 = 30;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CreateWithdrawal {
    pub id: TransactionId,
    pub events: Series<EventKind>,
    pub destination: Destination,
    /// USDC, fees included.
    pub amount: Amount,
    pub quote: Option<QuoteId>,
    /// The amount that must arrive, if the user saw a price without a quote.
    pub arrives: Option<Amount>,
    /// What the bank will know it by.
    pub reference: String,
    pub tariff: Arc<Tariff>,
    pub most: Amount,
    /// How many of the account may be under way.
    pub max_open: usize,
    /// How old an external wallet must be.
    pub wallet_waits_seconds: i64,
}

pub fn needs(needs: &mut Needs, caller: &Caller, new: &CreateWithdrawal) {
    needs.withdrawal_of(caller.account, new.max_open);
    needs.destination(caller.account, new.destination);
    needs.quotes.extend(new.quote.map(|quote| (caller.account, quote)));
}

/// A bank account or a wallet that money may be sent to.
pub(crate) enum NamedDestination<'a> {
    BankAccount(&'a BankAccount),
    ExternalWallet(&'a ExternalWallet),
}

impl<'a> NamedDestination<'a> {
    /// One of this account that an app with this reach sees.
    pub fn find(
        world: &'a World,
        account: AccountId,
        destination: Destination,
        reaches: impl Fn(AppId) -> bool,
    ) -> Result<NamedDestination<'a>, Refusal> {
        Ok(match destination {
            Destination::BankAccount(id) => {
                let known = BankAccount::get(world, id).filter(|known| known.account == account);
                let known = known.filter(|known| reaches(known.app)).ok_or(Refusal::UnknownBankAccount)?;
                NamedDestination::BankAccount(known)
            }
            Destination::ExternalWallet(id) => {
                let known = ExternalWallet::get(world, id).filter(|known| known.account == account);
                let known = known.filter(|known| reaches(known.app)).ok_or(Refusal::UnknownExternalWallet)?;
                NamedDestination::ExternalWallet(known)
            }
        })
    }

    /// What is archived takes no new transfers.
    pub fn check_active(&self) -> Result<(), Refusal> {
        match self {
            NamedDestination::BankAccount(to) if to.status == ArchiveStatus::Archived => {
                Err(Refusal::BankAccountArchived)
            }
            NamedDestination::ExternalWallet(to) if to.status == ArchiveStatus::Archived => {
                Err(Refusal::ExternalWalletArchived)
            }
            NamedDestination::BankAccount(_) | NamedDestination::ExternalWallet(_) => Ok(()),
        }
    }

    /// What a withdrawal to it costs today.
    pub fn offered(&self, tariff: &Tariff) -> Result<Terms, Refusal> {
        match self {
            NamedDestination::BankAccount(to) => tariff.withdrawal(to.rail),
            NamedDestination::ExternalWallet(_) => tariff.chain(),
        }
    }

    /// A copy of everything that is needed to get there.
    fn counterparty(&self, waits_seconds: i64, now: Timestamp) -> Result<(Route, Counterparty), Refusal> {
        self.check_active()?;
        match self {
            NamedDestination::BankAccount(to) => {
                Ok((Route::Bank(to.rail), Counterparty::BankAccount(to.details.clone())))
            }
            NamedDestination::ExternalWallet(to) => {
                let usable_at = to.created_at.plus_seconds(waits_seconds);
                if usable_at > now {
                    return Err(Refusal::WalletTooNew { usable_at });
                }
                let (chain, address) = (to.chain.clone(), to.address.as_str().to_owned());
                Ok((Route::Chain, Counterparty::Address { wallet: to.id, chain, address }))
            }
        }
    }
}

/// Sets the amount aside, on terms and with details that nothing changes any more.
pub fn create(
    world: &World,
    caller: &Caller,
    new: &CreateWithdrawal,
    real_now: Timestamp,
) -> Result<Change, Refusal> {
    world.check_money_may_leave()?;
    world.check_open_transfers(caller.account, new.max_open)?;
    let account = world.account(caller.account)?;
    account.check_not_locked()?;
    let named = NamedDestination::find(world, account.id, new.destination, |app| caller.reaches(app))?;
    let (route, counterparty) = named.counterparty(new.wallet_waits_seconds, account.time(real_now))?;
    let offered = named.offered(&new.tariff)?;
    let (terms, used) = match route {
        Route::Bank(rail) => {
            let wanted =
                quote::QuoteUse { direction: Direction::Withdrawal, rail, amount: new.amount, by: new.id };
            quote::agree(world, caller, new.quote, &wanted, offered, real_now)?
        }
        Route::Chain if new.quote.is_some() => {
            return Err(Refusal::OtherQuote { is_for: "a bank account".to_owned() });
        }
        Route::Chain => (offered, None),
    };
    let agreed = AgreedWithdrawal { new, route, counterparty, terms, used, is_automatic: false };
    agreed.begin(world, account, real_now)
}

/// The same by Florin itself, on today's terms, to where the owner wants incoming payments to go.
pub(crate) fn create_automatic(
    world: &World,
    account: &Account,
    new: &CreateWithdrawal,
    real_now: Timestamp,
) -> Result<Change, Refusal> {
    world.check_money_may_leave()?;
    account.check_not_locked()?;
    world.check_open_transfers(account.id, new.max_open)?;
    let named = NamedDestination::find(world, account.id, new.destination, |_| true)?;
    let (route, counterparty) = named.counterparty(new.wallet_waits_seconds, account.time(real_now))?;
    let terms = named.offered(&new.tariff)?;
    let agreed = AgreedWithdrawal { new, route, counterparty, terms, used: None, is_automatic: true };
    agreed.begin(world, account, real_now)
}

/// A withdrawal whose way and terms are known.
struct AgreedWithdrawal<'a> {
    new: &'a CreateWithdrawal,
    route: Route,
    counterparty: Counterparty,
    terms: Terms,
    /// The quote that it uses up.
    used: Option<Row>,
    is_automatic: bool,
}

impl AgreedWithdrawal<'_> {
    fn begin(self, world: &World, account: &Account, real_now: Timestamp) -> Result<Change, Refusal> {
        let AgreedWithdrawal { new, route, counterparty, terms, used, is_automatic } = self;
        let price = terms.withdrawal(new.amount)?;
        if new.arrives.is_some_and(|arrives| arrives != price.outside) {
            return Err(Refusal::PriceChanged);
        }
        if new.amount > new.most {
            return Err(Refusal::LimitExceeded(Limit::ExternalTransfer { most: new.most }));
        }
        let available = world.balance(LedgerAccountId::Available(account.id));
        if available < new.amount {
            return Err(Refusal::InsufficientFunds { needed: new.amount, available });
        }
        let (now, reference) = (account.time(real_now), new.reference.clone());
        let external_transfer = ExternalTransfer {
            quote: new.quote,
            transfer_time: Some(new.tariff.withdrawal_time(route)),
            next_at: Some(now.plus_seconds(QUEUED_SECONDS)),
            is_automatic,
            ..ExternalTransfer::new(account.mode, route, counterparty, terms, price.outside, reference)
        };
        let transaction = Transaction {
            bank_account: match new.destination {
                Destination::BankAccount(id) => Some(id),
                Destination::ExternalWallet(_) => None,
            },
            external_transfer: Some(Box::new(external_transfer)),
            ..Transaction::new(new.id, account.id, TransactionType::Withdrawal, new.amount, now)
        };
        let mut transition = Transition::begin(account, transaction, new.events, real_now);
        let (available, held) = (LedgerAccountId::Available(account.id), LedgerAccountId::Held(account.id));
        transition.transfer(Operation::HoldWithdrawal(new.id), available, held, new.amount);
        used.into_iter().for_each(|row| transition.put(row));
        Ok(transition.change())
    }
}
