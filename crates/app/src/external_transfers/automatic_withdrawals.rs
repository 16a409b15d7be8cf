//! Use-cases of automatic withdrawals, and the worker that makes them. What it does twice changes nothing the second
//! time: a payment is collected once, for a withdrawal whose id is known before.

use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::join_all;
use rules::account::{Caller, Mode};
use rules::automatic_withdrawal::{AutomaticWithdrawals, LoggedSetting, MAX_COLLECTED};
use rules::command::AutomaticWithdrawalCommand;
use rules::decisions::automatic_withdrawal::{SetAutomaticWithdrawals, WithdrawPayments};
use rules::external_account::Destination;
use rules::id::{AccountId, TransactionId};
use rules::money::Amount;
use rules::refusal::Refusal;
use rules::security::{ClientInfo, SecurityKind};
use store::WithdrawnPayments;

use crate::external_transfers::ExternalTransfers;
use crate::external_transfers::deposits::id_or_nobodys;
use crate::external_transfers::withdrawals::NewDestination;
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;
use crate::platform::writer::CommandResponse;

/// Accounts that are looked at side by side, so that they share commits.
const AT_ONCE: usize = 64;
/// As many payments are shown with the withdrawal that they are part of.
const MAX_SHOWN: usize = 10;

/// A checked request.
pub struct NewAutomaticWithdrawals {
    pub to: NewDestination,
    /// Less is not withdrawn.
    pub minimum: Amount,
}

impl ExternalTransfers {
    /// Where the payments of this account are withdrawn to; nothing, if that was never asked for.
    pub async fn automatic_withdrawals(
        &self,
        caller: &Caller,
    ) -> Result<Option<AutomaticWithdrawals>, Failure> {
        Ok(self.platform.store.automatic_withdrawals(caller.account).await?)
    }

    /// Turns them on, or changes them, with a line in the owner's security log and an email. The same again changes
    /// nothing.
    pub async fn set_automatic_withdrawals(
        &self,
        signed_in: &SignedIn,
        client_info: &ClientInfo,
        caller: &Caller,
        new: NewAutomaticWithdrawals,
    ) -> Result<CommandResponse, Failure> {
        let (set, name) = self.new_automatic_withdrawals(caller, &new).await?;
        let before = self.automatic_withdrawals(caller).await?.map(|known| known.destination);
        let logged = LoggedSetting {
            name: &name,
            minimum: new.minimum,
            destination: set.destination,
            before: before.filter(|before| *before != set.destination),
        };
        let about = logged.words();
        let noted = self.platform.noted(
            signed_in,
            client_info,
            (SecurityKind::AutomaticWithdrawalsOn, Some(caller.mode)),
            about,
            AutomaticWithdrawalCommand::Set(*caller, set).into(),
        );
        self.platform.writer.submit(noted, None).await
    }

    /// With what the owner calls the destination.
    pub(crate) async fn new_automatic_withdrawals(
        &self,
        caller: &Caller,
        new: &NewAutomaticWithdrawals,
    ) -> Result<(SetAutomaticWithdrawals, String), Failure> {
        let (destination, name, address) = match &new.to {
            NewDestination::BankAccount(id) => {
                let known = self.masked_bank_account(caller, id).await?;
                (Destination::BankAccount(id_or_nobodys(id)), known.name, None)
            }
            NewDestination::ExternalWallet(id) => {
                let known = self.known_external_wallet(caller, id).await?;
                let address = known.address.as_str().to_owned();
                (Destination::ExternalWallet(id_or_nobodys(id)), known.name, Some(address))
            }
        };
        let set = SetAutomaticWithdrawals {
            destination,
            address,
            minimum: new.minimum,
            next_withdrawal: self.platform.dice.id(self.platform.clock.now()),
            tariff: self.platform.tariff(caller.mode),
            most: self.max_withdrawn(caller.mode, destination),
        };
        Ok((set, name))
    }

    /// The most that one of them may be. The chain's key signs no more at once: a larger one would fail, which turns
    /// them off. Of a payment that is larger, the rest stays in the balance.
    pub fn max_withdrawn(&self, mode: Mode, destination: Destination) -> Amount {
        let most = self.platform.settings.max_per_external_transfer;
        match (mode, destination) {
            (Mode::Live, Destination::ExternalWallet(_)) => {
                self.chain.max_per_payment().map_or(most, |signed| most.min(signed))
            }
            (Mode::Live, Destination::BankAccount(_)) | (Mode::Test, _) => most,
        }
    }

    pub async fn turn_off_automatic_withdrawals(
        &self,
        signed_in: &SignedIn,
        client_info: &ClientInfo,
        caller: &Caller,
    ) -> Result<CommandResponse, Failure> {
        let noted = self.platform.noted(
            signed_in,
            client_info,
            (SecurityKind::AutomaticWithdrawalsOff, Some(caller.mode)),
            String::new(),
            AutomaticWithdrawalCommand::TurnOff(*caller).into(),
        );
        self.platform.writer.submit(noted, None).await
    }

    /// What an automatic withdrawal of this account was made of.
    pub async fn payments_of_withdrawal(
        &self,
        caller: &Caller,
        withdrawal: TransactionId,
    ) -> Result<WithdrawnPayments, Failure> {
        let payments = self.platform.store.payments_of_withdrawal(caller.account, withdrawal, MAX_SHOWN);
        Ok(payments.await?)
    }

    /// The automatic withdrawal that took a payment to this account, once it was made.
    pub async fn withdrawal_of_payment(
        &self,
        caller: &Caller,
        payment: TransactionId,
    ) -> Result<Option<TransactionId>, Failure> {
        Ok(self.platform.store.withdrawal_of_payment(caller.account, payment).await?)
    }

    /// Withdraws what has come in, live payments first, and says how many payments moved on.
    pub async fn withdraw_payments(&self) -> usize {
        self.withdraw_payments_of(Mode::Live).await + self.withdraw_payments_of(Mode::Test).await
    }

    /// Withdraws what has come in to the accounts of one mode, a share of each account in turn, and what was refused
    /// before and is to be tried again. Says how many payments moved on.
    pub(crate) async fn withdraw_payments_of(&self, mode: Mode) -> usize {
        let is_stopped = AtomicBool::new(false);
        let now = self.platform.clock.now();
        let again = self.platform.store.accounts_to_try_again(mode, now, AT_ONCE).await;
        let mut moved = self.withdraw_for(mode, found(again), &is_stopped).await;
        let mut after = None;
        loop {
            let waiting = self.platform.store.accounts_with_payments(mode, after, AT_ONCE).await;
            let waiting = found(waiting);
            after = waiting.last().copied();
            // While money is stopped, payments wait.
            if after.is_none() || is_stopped.load(Ordering::Relaxed) || self.is_stopping() {
                return moved;
            }
            moved += self.withdraw_for(mode, waiting, &is_stopped).await;
        }
    }

    /// Withdraws everything that has come in to a test account.
    pub(crate) async fn withdraw_payments_of_test_account(&self, account: AccountId) {
        loop {
            match self.withdraw_for_account(Mode::Test, account).await {
                Ok(0) => return,
                Ok(_) => {}
                Err(failure) => {
                    tracing::warn!(?failure, %account, "payments not withdrawn; will retry");
                    return;
                }
            }
        }
    }

    async fn withdraw_for(&self, mode: Mode, accounts: Vec<AccountId>, is_stopped: &AtomicBool) -> usize {
        let one = async |account| match self.withdraw_for_account(mode, account).await {
            Ok(moved) => moved,
            Err(Failure::Refused(Refusal::MoneyStopped)) => {
                is_stopped.store(true, Ordering::Relaxed);
                0
            }
            Err(failure) => {
                tracing::warn!(?failure, %account, "payments not withdrawn; will retry");
                0
            }
        };
        join_all(accounts.into_iter().map(one).collect::<Vec<_>>()).await.into_iter().sum()
    }

    /// One commit: some payments of an account are collected, and withdrawn if they are enough.
    async fn withdraw_for_account(&self, mode: Mode, account: AccountId) -> Result<usize, Failure> {
        let Some(known) = self.platform.store.automatic_withdrawals(account).await? else { return Ok(0) };
        let payments = self.platform.store.pending_payments(mode, account, MAX_COLLECTED).await?;
        let now = self.platform.clock.now();
        let seen = WithdrawPayments {
            account,
            mode,
            destination: known.destination,
            payments,
            events: self.platform.fresh().events,
            next_withdrawal: self.platform.dice.id(now),
            email: self.platform.dice.id(now),
            tariff: self.platform.tariff(mode),
            most: self.max_withdrawn(mode, known.destination),
            max_open: self.platform.settings.max_open_external_transfers,
            wallet_waits_seconds: self.platform.settings.external_wallet_waits_seconds,
        };
        let command = AutomaticWithdrawalCommand::Withdraw(seen);
        let done = self.platform.writer.submit_background_of(mode, command.into()).await?;
        Ok(done.outcome::<usize>())
    }
}

/// Accounts that are due, or none if the database does not say.
fn found(due: Result<Vec<AccountId>, store::Error>) -> Vec<AccountId> {
    due.unwrap_or_else(|error| {
        tracing::warn!(%error, "accounts with due automatic withdrawals not read; will retry");
        Vec::new()
    })
}
