//! Deposits and withdrawals in every state, made by Florin itself.

use app::{
    App, CommandResponse, Failure, NewAutomaticWithdrawals, NewBankAccount, NewDeposit, NewDestination,
    NewExternalWallet, NewQuote, NewWithdrawal, SimulatedEvent, SimulatedRailNotice,
};
use rules::account::Caller;
use rules::evm_address::EvmAddress;
use rules::money::Amount;
use rules::quote::{Direction, Side};
use rules::rail::Rail;
use rules::transaction::TransactionType;

use crate::fixture::Fixture;

/// A user who moves money in and out.
pub struct Mover<'a> {
    fixture: &'a Fixture,
    caller: Caller,
    bank_account: String,
}

impl<'a> Mover<'a> {
    pub fn new(fixture: &'a Fixture, caller: Caller) -> Mover<'a> {
        let details = r#"{"pix_key":"ada@example.com"}"#.to_owned();
        let new = NewBankAccount { name: "Pix".to_owned(), rail: Rail::BrlPix, details };
        let made =
            fixture.runtime.block_on(fixture.app.external_transfers.create_bank_account(&caller, new, None));
        Mover { fixture, caller, bank_account: object(made) }
    }

    fn app(&self) -> &App {
        &self.fixture.app
    }

    pub fn deposit(&self, units: i64) -> String {
        let amount = Amount::from_micros(units * 1_000_000);
        let new = NewDeposit { bank_account: self.bank_account.clone(), amount, quote: None };
        object(self.fixture.runtime.block_on(self.app().external_transfers.create_deposit(
            &self.caller,
            new,
            None,
        )))
    }

    pub fn withdrawal(&self, units: i64) -> String {
        let to = NewDestination::BankAccount(self.bank_account.clone());
        self.withdraw(to, Amount::from_micros(units * 1_000_000), None)
    }

    pub fn to_wallet(&self, units: i64) -> String {
        let address = EvmAddress::parse("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed").expect("an address");
        let new = NewExternalWallet { name: "Cold".to_owned(), chain: "simulated".to_owned(), address };
        let made = self.fixture.runtime.block_on(self.app().external_transfers.create_external_wallet(
            &self.caller,
            new,
            None,
        ));
        let to = NewDestination::ExternalWallet(object(made));
        self.withdraw(to, Amount::from_micros(units * 1_000_000), None)
    }

    fn withdraw(&self, to: NewDestination, amount: Amount, quote: Option<String>) -> String {
        let new = NewWithdrawal { to, amount, quote, arrives: None };
        object(self.fixture.runtime.block_on(self.app().external_transfers.create_withdrawal(
            &self.caller,
            new,
            None,
        )))
    }

    /// A quote that was used, and one that was not.
    pub fn quotes(&self) -> [String; 2] {
        let quote = || {
            let amount = Amount::from_micros(50_000_000);
            let new =
                NewQuote { direction: Direction::Withdrawal, rail: Rail::BrlPix, amount, side: Side::Source };
            object(self.fixture.runtime.block_on(self.app().external_transfers.create_quote(
                &self.caller,
                new,
                None,
            )))
        };
        let (used, unused) = (quote(), quote());
        let to = NewDestination::BankAccount(self.bank_account.clone());
        self.withdraw(to, Amount::from_micros(50_000_000), Some(used.clone()));
        [used, unused]
    }

    /// Payments are withdrawn to the bank account from this sum on.
    pub fn withdraw_automatically(&self, units: i64) {
        let to = NewDestination::BankAccount(self.bank_account.clone());
        let new = NewAutomaticWithdrawals { to, minimum: Amount::from_micros(units * 1_000_000) };
        let setting = self.app().withdraw_automatically(&self.caller, &new);
        self.fixture.runtime.block_on(setting).expect("they are on");
    }

    /// A payment comes in over the chain.
    pub fn arrive(&self, units: i64) -> String {
        let amount = Amount::from_micros(units * 1_000_000);
        let arriving = self.app().sandbox.simulate_inbound_transfer(&self.caller, amount, None);
        object(self.fixture.runtime.block_on(arriving))
    }

    /// What came in is withdrawn.
    pub fn withdraw_payments(&self) {
        let app = self.app();
        self.fixture
            .runtime
            .block_on(async { while app.external_transfers.withdraw_payments().await > 0 {} });
    }

    pub fn bank_account(&self) -> &str {
        &self.bank_account
    }

    pub fn say(&self, id: &str, event: SimulatedEvent) {
        self.say_of(id, event, None, None);
    }

    pub fn say_of(&self, id: &str, event: SimulatedEvent, units: Option<i64>, bank_reference: Option<&str>) {
        let kind = match event {
            SimulatedEvent::Received | SimulatedEvent::Expired => TransactionType::Deposit,
            SimulatedEvent::Completed | SimulatedEvent::Returned => TransactionType::Withdrawal,
            SimulatedEvent::Failed if self.is_deposit(id) => TransactionType::Deposit,
            SimulatedEvent::Failed => TransactionType::Withdrawal,
        };
        let said = SimulatedRailNotice {
            event,
            amount: units.map(|units| Amount::from_micros(units * 1_000_000)),
            bank_reference: bank_reference.map(str::to_owned),
        };
        let saying = self.app().sandbox.simulate_notice(&self.caller, kind, id, said, None);
        self.fixture.runtime.block_on(saying).expect("it is taken");
    }

    fn is_deposit(&self, id: &str) -> bool {
        let sql = format!("select count(*) from transactions where id = '{id}' and type = 'deposit'");
        self.fixture.number(&sql) == 1
    }

    pub fn cancel_deposit(&self, id: &str) {
        let cancelling = self.app().external_transfers.cancel_deposit(&self.caller, id, None);
        self.fixture.runtime.block_on(cancelling).expect("cancelled");
    }

    pub fn cancel_withdrawal(&self, id: &str) {
        let cancelling = self.app().external_transfers.cancel_withdrawal(&self.caller, id, None);
        self.fixture.runtime.block_on(cancelling).expect("cancelled");
    }

    pub fn look_after(&self) {
        self.fixture.runtime.block_on(async {
            for _ in 0..4 {
                self.app().external_transfers.look_after_external_transfers().await;
            }
        });
    }

    /// Every state, and what came late or twice.
    pub fn live_through(&self) {
        use SimulatedEvent::{Completed, Expired, Failed, Received, Returned};
        let [completes, late, fails, expires, short] =
            [100, 110, 120, 130, 140].map(|units| self.deposit(units));
        self.say(&completes, Received);
        self.say_of(&short, Received, Some(90), None);
        self.look_after();
        self.say_of(&completes, Received, None, Some("again"));
        self.cancel_deposit(&late);
        self.say(&late, Received);
        self.say(&fails, Failed);
        self.say(&expires, Expired);
        let [arrives, refused, returned, direct, cancelled] =
            [21, 22, 23, 24, 25].map(|units| self.withdrawal(units));
        self.say(&arrives, Completed);
        self.say(&refused, Failed);
        self.say(&returned, Completed);
        self.say(&returned, Returned);
        self.say(&direct, Returned);
        self.say(&direct, Completed);
        self.cancel_withdrawal(&cancelled);
        let on_chain = self.to_wallet(27);
        self.say(&on_chain, Completed);
        self.to_wallet(28);
        self.quotes();
        self.deposit(150);
        let processing = self.deposit(160);
        self.say(&processing, Received);
        self.withdrawal(26);
        self.live_through_payments();
    }

    /// Payments that are withdrawn, that wait to be enough, and that no worker has looked at.
    fn live_through_payments(&self) {
        self.withdraw_automatically(30);
        [20, 15, 40, 5].into_iter().for_each(|units| {
            self.arrive(units);
            self.withdraw_payments();
        });
        self.arrive(6);
    }
}

fn object(made: Result<CommandResponse, Failure>) -> String {
    match made {
        Ok(CommandResponse::Now(outcome, _)) => outcome.object(),
        other => panic!("{other:?}"),
    }
}
