//! Operators' reports on live deposits: the money arrived, won't arrive, or belongs to a deposit.

use rules::account::Mode;
use rules::allocation::{BankPayment, allocate};
use rules::decisions::operator::Statement;
use rules::decisions::rail_notice::{MatchMoney, ParkMoney, SendBack, TakeRailNotice};
use rules::external_transfer::Route;
use rules::money::Amount;
use rules::pricing::Terms;
use rules::rail::Rail;
use rules::rail_notice::{RailNotice, RailOutcome};
use rules::refusal::{Noun, Refusal};
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionType};

use super::{MAX_LISTED, Operator, OperatorOutcome, StatementDraft};
use crate::external_transfers::rail_notice;
use crate::operators::Operators;
use crate::platform::failure::Failure;

/// A payment that was seen on a bank statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receipt {
    pub rail: Rail,
    pub amount: Amount,
    /// What its payer quoted, if anything.
    pub reference: Option<String>,
    /// What the bank calls the payment: one name for each.
    pub bank_reference: String,
    /// When the bank received it; None if that is now.
    pub received_at: Option<Timestamp>,
    /// Whether the operator confirms that the bank shows this amount, although the deposit expects another one.
    pub may_differ: bool,
}

/// A payment, by its name and in the words that two operators must agree on.
struct ReportedPayment<'a> {
    name: String,
    facts: String,
    quoted: String,
    receipt: &'a Receipt,
}

impl Operators {
    /// Money came. It is credited to the deposit that it names, or parked if no account can be found for it. A
    /// reference of the sandbox is refused: real money must not get lost there. Credited money can't be taken back, so
    /// an amount that the deposit doesn't expect must be confirmed.
    pub async fn receive_deposit(
        &self,
        operator: Operator,
        receipt: Receipt,
    ) -> Result<OperatorOutcome, Failure> {
        if receipt.received_at.is_some_and(|at| at > self.platform.clock.now()) {
            return Err(Refusal::InvalidState { noun: Noun::RailNotice, state: "received_at" }.into());
        }
        // Its name is the same however it is typed; on record it stays as it was typed.
        let bank_reference = &receipt.bank_reference;
        let name = format!(
            "{}:{}:{}:received",
            Mode::Live.name(),
            receipt.rail.payment_rail(),
            compact(bank_reference)
        );
        let deposit = self.deposit_quoted(&receipt).await?;
        let known =
            deposit.as_ref().map(|deposit| deposit.external_transfer.as_deref().expect("deposits cross"));
        if let Some(expected) = known.map(|external_transfer| external_transfer.announced)
            && expected != receipt.amount
            && !receipt.may_differ
        {
            return Ok(OperatorOutcome::AmountDiffers { expected, receipt });
        }
        let quoted = known
            .map(|external_transfer| external_transfer.reference.as_str())
            .or(receipt.reference.as_deref());
        let facts = format!(
            "received {} {} {} as {bank_reference}",
            receipt.amount,
            receipt.rail.currency().code(),
            quoted.map_or("without a reference".to_owned(), |quoted| format!("for {quoted}")),
        );
        let facts = match receipt.received_at {
            Some(at) => format!("{facts} at {at}"),
            None => facts,
        };
        let seen =
            ReportedPayment { name, facts, quoted: quoted.unwrap_or_default().to_owned(), receipt: &receipt };
        let saying = match &deposit {
            Some(deposit) => self.receipt_for(deposit, seen)?,
            None => self.parking(seen, self.live_terms(receipt.rail)?)?,
        };
        self.say(operator, saying).await
    }

    /// The live deposit that a payment names. One on another rail is not the one.
    async fn deposit_quoted(&self, receipt: &Receipt) -> Result<Option<Transaction>, Failure> {
        let Some(reference) = &receipt.reference else { return Ok(None) };
        let found = self.platform.store.external_transfer_by_reference(&compact(reference)).await?;
        let Some(found) = found.filter(|found| found.transaction.kind == TransactionType::Deposit) else {
            return Ok(None);
        };
        if found.mode == Mode::Test {
            return Err(Refusal::NotFound(Noun::Deposit).into());
        }
        let route =
            found.transaction.external_transfer.as_ref().map(|external_transfer| external_transfer.route);
        Ok((route == Some(Route::Bank(receipt.rail))).then_some(found.transaction))
    }

    fn receipt_for(
        &self,
        deposit: &Transaction,
        seen: ReportedPayment<'_>,
    ) -> Result<StatementDraft, Failure> {
        let outcome = RailOutcome::Received(seen.receipt.amount);
        let mut take = self.external_transfers.notice(deposit, Mode::Live, seen.name.clone(), outcome, None);
        take.received_at = seen.receipt.received_at;
        let amount = self.worth(deposit, seen.receipt.amount, &take)?;
        Ok(StatementDraft {
            name: seen.name,
            notice: take.id,
            about: Some(deposit.id),
            statement: Statement::RailNotice(take),
            facts: seen.facts,
            amount,
        })
    }

    /// What a payment would bring, or park, in USDC.
    fn worth(&self, deposit: &Transaction, amount: Amount, take: &TakeRailNotice) -> Result<Amount, Refusal> {
        let payment = BankPayment {
            amount,
            received_at: take.received_at.unwrap_or(self.platform.clock.now()),
            terms_today: take.terms_today,
            most: take.most,
        };
        Ok(allocate(deposit, &payment)?.worth())
    }

    fn parking(&self, seen: ReportedPayment<'_>, terms: Terms) -> Result<StatementDraft, Refusal> {
        let park = ParkMoney {
            id: self.platform.dice.id(self.platform.clock.now()),
            name: seen.name.clone(),
            mode: Mode::Live,
            route: Route::Bank(seen.receipt.rail),
            reference: seen.quoted,
            amount: seen.receipt.amount,
            terms,
            received_at: seen.receipt.received_at.unwrap_or(self.platform.clock.now()),
        };
        let amount = terms.without_fixed_fee().deposit(park.amount)?.crossed;
        let (notice, statement) = (park.id, Statement::Park(park));
        Ok(StatementDraft { name: seen.name, notice, about: None, statement, facts: seen.facts, amount })
    }

    /// What money on a rail is worth now.
    fn live_terms(&self, rail: Rail) -> Result<Terms, Refusal> {
        let terms = self.platform.tariff(Mode::Live).deposit_terms(rail);
        terms.ok_or(Refusal::RouteClosed { what: "deposits", route: rail.payment_rail() })
    }

    /// Its money will not come. If it does, it is credited all the same. Nothing moves, so one operator is enough.
    pub async fn fail_deposit(
        &self,
        operator: Operator,
        deposit: &Transaction,
    ) -> Result<OperatorOutcome, Failure> {
        let name = rail_notice(deposit, RailOutcome::Failed.name());
        let take =
            self.external_transfers.notice(deposit, Mode::Live, name.clone(), RailOutcome::Failed, None);
        let saying = StatementDraft {
            name,
            notice: take.id,
            about: Some(deposit.id),
            facts: format!("failed {} for {}", deposit_amount(deposit), take.reference),
            statement: Statement::RailNotice(take),
            amount: Amount::ZERO,
        };
        self.say(operator, saying).await
    }

    /// Money that waits for its owner, oldest first.
    pub async fn parked_money(&self) -> Result<Vec<RailNotice>, Failure> {
        Ok(self.platform.store.parked(MAX_LISTED).await?)
    }

    /// Money that was parked, also if it has found its owner since.
    pub async fn once_parked(&self, id: &str) -> Result<RailNotice, Failure> {
        let known = self.platform.store.notice(id).await?;
        let parked = known.filter(|notice| notice.mode == Mode::Live && notice.worth > Amount::ZERO);
        Ok(parked.ok_or(Refusal::NotFound(Noun::RailNotice))?)
    }

    /// Parked money is for this deposit.
    pub async fn match_parked(
        &self,
        operator: Operator,
        parked: &RailNotice,
        deposit: &Transaction,
    ) -> Result<OperatorOutcome, Failure> {
        assert!(deposit.kind == TransactionType::Deposit, "money is matched with deposits only");
        let amount = parked.amount.expect("what is parked is an amount");
        let name = format!("{}:matched", parked.name);
        let mut take = self.external_transfers.notice(
            deposit,
            Mode::Live,
            name.clone(),
            RailOutcome::Received(amount),
            None,
        );
        take.received_at = Some(parked.received_at.unwrap_or(parked.created_at));
        // The operator who matches it has decided that all of it may come in.
        take.most = None;
        if parked.is_excess() {
            take.terms_today = take.terms_today.map(Terms::without_fixed_fee);
        }
        let worth = self.worth(deposit, amount, &take)?;
        let currency = parked.route.currency().code();
        let saying = StatementDraft {
            name,
            notice: take.id,
            about: Some(deposit.id),
            facts: format!("matched {amount} {currency} of {} with {}", parked.id, deposit.id),
            statement: Statement::Match(MatchMoney { parked: parked.name.clone(), take }),
            amount: worth,
        };
        self.say(operator, saying).await
    }
}

impl Operators {
    /// Parked money went back to its sender.
    pub async fn send_parked_back(
        &self,
        operator: Operator,
        parked: &RailNotice,
    ) -> Result<OperatorOutcome, Failure> {
        let amount = parked.amount.expect("what is parked is an amount");
        let name = format!("{}:returned", parked.name);
        let back = SendBack {
            id: self.platform.dice.id(self.platform.clock.now()),
            name: name.clone(),
            parked: parked.name.clone(),
            mode: parked.mode,
            route: parked.route,
        };
        let saying = StatementDraft {
            name,
            notice: back.id,
            about: None,
            facts: format!("sent back {amount} {} of {}", parked.route.currency().code(), parked.id),
            statement: Statement::SendBack(back),
            amount: parked.worth,
        };
        self.say(operator, saying).await
    }
}

/// Banks print references with spaces, and people type them in small letters: they are the same all the same.
fn compact(reference: &str) -> String {
    reference.split_whitespace().collect::<String>().to_ascii_uppercase()
}

fn deposit_amount(deposit: &Transaction) -> String {
    let external_transfer = deposit.external_transfer.as_deref().expect("deposits cross");
    format!("{} {}", external_transfer.announced, external_transfer.route.currency().code())
}
