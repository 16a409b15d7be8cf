//! Use-cases of withdrawals.

use rules::account::{Account, Caller, Mode};
use rules::arrival::{ArrivalEstimate, TransferTime};
use rules::command::ExternalTransferCommand;
use rules::decisions::withdrawal::{CancelWithdrawal, CreateWithdrawal};
use rules::external_account::Destination;
use rules::external_account::external_wallet::ExternalWallet;
use rules::external_transfer::Route;
use rules::id::TransactionId;
use rules::idempotency::IdempotencyRequest;
use rules::money::{Amount, Currency};
use rules::pricing::Price;
use rules::rail::Rail;
use rules::refusal::{Noun, Refusal};
use rules::time::Timestamp;

use crate::external_transfers::ExternalTransfers;
use crate::external_transfers::deposits::id_or_nobodys;
use crate::platform::failure::Failure;
use crate::platform::writer::CommandResponse;

/// A checked request.
pub struct NewWithdrawal {
    pub to: NewDestination,
    pub amount: Amount,
    pub quote: Option<String>,
    /// The amount that must arrive, if the user saw a price without a quote.
    pub arrives: Option<Amount>,
}

pub enum NewDestination {
    BankAccount(String),
    ExternalWallet(String),
}

impl ExternalTransfers {
    pub async fn create_withdrawal(
        &self,
        caller: &Caller,
        new: NewWithdrawal,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let destination = match &new.to {
            NewDestination::BankAccount(id) => Destination::BankAccount(id_or_nobodys(id)),
            NewDestination::ExternalWallet(id) => Destination::ExternalWallet(id_or_nobodys(id)),
        };
        let id: TransactionId = self.platform.dice.id(self.platform.clock.now());
        let create = CreateWithdrawal {
            id,
            events: self.platform.fresh().events,
            destination,
            amount: new.amount,
            quote: new.quote.as_deref().map(id_or_nobodys),
            arrives: new.arrives,
            reference: id.to_string(),
            tariff: self.platform.tariff(caller.mode),
            most: self.platform.settings.max_per_external_transfer,
            max_open: self.platform.settings.max_open_external_transfers,
            wallet_waits_seconds: self.platform.settings.external_wallet_waits_seconds,
        };
        self.platform
            .writer
            .submit(ExternalTransferCommand::CreateWithdrawal(*caller, create).into(), idempotency)
            .await
    }

    /// What USDC that goes to an external wallet becomes at this moment. It is not locked: quotes are for banks only.
    pub fn price_to_wallet(&self, caller: &Caller, amount: Amount) -> Result<Price, Failure> {
        let price = self.platform.tariff(caller.mode).chain()?.withdrawal(amount);
        Ok(price.map_err(Refusal::from)?)
    }

    /// What USDC is worth in another currency at the rate that holds now, before fees. Nothing if no withdrawal can be
    /// made in it.
    pub fn indicative_value(&self, mode: Mode, amount: Amount, currency: Currency) -> Option<Amount> {
        let tariff = self.platform.tariff(mode);
        let rails = Rail::ALL.into_iter().filter(|rail| rail.currency() == currency);
        let terms = rails.filter_map(|rail| tariff.withdrawal(rail).ok()).find(|terms| terms.rate.is_some());
        terms.map(|terms| terms.affordable(amount))
    }

    /// The transfer time of a withdrawal that is created now.
    pub fn withdrawal_time(&self, mode: Mode, route: Route) -> TransferTime {
        self.platform.tariff(mode).withdrawal_time(route)
    }

    /// The time by which its money should arrive.
    pub fn withdrawal_arrival(&self, account: &Account, route: Route) -> ArrivalEstimate {
        self.withdrawal_time(account.mode, route).estimate(self.platform.time_of(account), route.zone())
    }

    /// The rails on which money can be withdrawn now.
    pub fn withdrawal_rails(&self, mode: Mode) -> Vec<Rail> {
        let tariff = self.platform.tariff(mode);
        Rail::ALL.into_iter().filter(|rail| tariff.withdrawal(*rail).is_ok()).collect()
    }

    /// The rails to which the operator takes deposits now.
    pub fn deposit_rails(&self, mode: Mode) -> Vec<Rail> {
        let tariff = self.platform.tariff(mode);
        Rail::ALL.into_iter().filter(|rail| tariff.deposit(*rail).is_ok()).collect()
    }

    /// The rails on which money can be withdrawn or deposited now.
    pub fn open_rails(&self, mode: Mode) -> Vec<Rail> {
        let (out, into) = (self.withdrawal_rails(mode), self.deposit_rails(mode));
        Rail::ALL.into_iter().filter(|rail| out.contains(rail) || into.contains(rail)).collect()
    }

    /// Whether USDC can be withdrawn to a wallet now.
    pub fn can_withdraw_to_wallets(&self, mode: Mode) -> bool {
        self.platform.tariff(mode).chain().is_ok()
    }

    /// From when on money can be withdrawn to this wallet, if not yet.
    pub fn waits_until(&self, account: &Account, wallet: &ExternalWallet) -> Option<Timestamp> {
        let usable_at = wallet.created_at.plus_seconds(self.platform.settings.external_wallet_waits_seconds);
        (usable_at > account.time(self.platform.clock.now())).then_some(usable_at)
    }

    pub async fn cancel_withdrawal(
        &self,
        caller: &Caller,
        id: &str,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let id = TransactionId::parse(id).ok_or(Refusal::NotFound(Noun::Withdrawal))?;
        let cancel = CancelWithdrawal {
            caller: *caller,
            id,
            events: self.platform.fresh().events,
            server_since: self.platform.since,
        };
        self.platform
            .writer
            .submit(ExternalTransferCommand::CancelWithdrawal(cancel).into(), idempotency)
            .await
    }
}
