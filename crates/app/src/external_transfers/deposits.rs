//! Use-cases of deposits, and of the quotes that either direction may use.

use bytes::Bytes;
use rails::simulated;
use rules::account::{Caller, Mode};
use rules::command::ExternalTransferCommand;
use rules::decisions::deposit::CreateDeposit;
use rules::decisions::quote::CreateQuote;
use rules::id::{Id, IdKind, TransactionId};
use rules::idempotency::IdempotencyRequest;
use rules::money::Amount;
use rules::quote::{Direction, Quote, Side};
use rules::rail::Rail;
use rules::refusal::{Noun, Refusal};
use rules::tariff::PublishedTariff;
use rules::transaction::{Transaction, TransactionType};
use store::ExternalTransferFilter;

use crate::external_transfers::ExternalTransfers;
use crate::platform::cursor::{CursorPage, Paging};
use crate::platform::failure::Failure;
use crate::platform::wire;
use crate::platform::writer::CommandResponse;

/// A checked request.
pub struct NewDeposit {
    pub bank_account: String,
    pub amount: Amount,
    pub quote: Option<String>,
}

/// A checked request.
pub struct NewQuote {
    pub direction: Direction,
    pub rail: Rail,
    pub amount: Amount,
    pub side: Side,
}

impl ExternalTransfers {
    /// Tells commands that work on these books which prices hold for live money.
    pub async fn publish_tariff(&self, text: &str) -> Result<(), Failure> {
        let publish = ExternalTransferCommand::PublishTariff(text.to_owned());
        self.platform.writer.submit(publish.into(), None).await.map(|_| ())
    }

    /// What the server that read its tariff file last has published; None if none has.
    pub async fn published_tariff(&self) -> Result<Option<PublishedTariff>, Failure> {
        Ok(self.platform.store.published_tariff().await?)
    }

    pub async fn create_quote(
        &self,
        caller: &Caller,
        new: NewQuote,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let NewQuote { direction, rail, amount, side } = new;
        let (id, tariff) =
            (self.platform.dice.id(self.platform.clock.now()), self.platform.tariff(caller.mode));
        let create = CreateQuote { id, direction, rail, amount, side, tariff };
        self.platform
            .writer
            .submit(ExternalTransferCommand::CreateQuote(*caller, create).into(), idempotency)
            .await
    }

    /// A quote for a user who reads it and decides.
    pub async fn quote(&self, caller: &Caller, new: NewQuote) -> Result<Quote, Failure> {
        Ok(self.create_quote(caller, new, None).await?.outcome())
    }

    pub async fn create_deposit(
        &self,
        caller: &Caller,
        new: NewDeposit,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let id: TransactionId = self.platform.dice.id(self.platform.clock.now());
        let create = CreateDeposit {
            id,
            events: self.platform.fresh().events,
            bank_account: id_or_nobodys(&new.bank_account),
            amount: new.amount,
            quote: new.quote.as_deref().map(id_or_nobodys),
            reference: payment_reference(id),
            tariff: self.platform.tariff(caller.mode),
            most: self.platform.settings.max_per_external_transfer,
            max_open: self.platform.settings.max_open_external_transfers,
            news_after: match caller.mode {
                Mode::Test => simulated::news_after(new.amount),
                Mode::Live => None,
            },
        };
        self.platform
            .writer
            .submit(ExternalTransferCommand::CreateDeposit(*caller, create).into(), idempotency)
            .await
    }

    pub async fn cancel_deposit(
        &self,
        caller: &Caller,
        id: &str,
        idempotency: Option<IdempotencyRequest>,
    ) -> Result<CommandResponse, Failure> {
        let id = TransactionId::parse(id).ok_or(Refusal::NotFound(Noun::Deposit))?;
        let command =
            ExternalTransferCommand::CancelDeposit(*caller, id, self.platform.fresh().events).into();
        self.platform.writer.submit(command, idempotency).await
    }

    pub async fn external_transfer(
        &self,
        caller: &Caller,
        kind: TransactionType,
        id: &str,
    ) -> Result<Bytes, Failure> {
        Ok(wire::transaction(&self.own_external_transfer(caller, kind, id).await?).into())
    }

    /// One deposit or one withdrawal of the caller's; anything else is as unknown as what never was.
    pub async fn own_external_transfer(
        &self,
        caller: &Caller,
        kind: TransactionType,
        id: &str,
    ) -> Result<Transaction, Failure> {
        let found = match TransactionId::parse(id) {
            Some(id) => self.platform.store.transaction(caller, id).await?,
            None => None,
        };
        Ok(found.filter(|row| row.kind == kind).ok_or(Refusal::NotFound(noun(kind)))?)
    }

    pub async fn external_transfers(
        &self,
        caller: &Caller,
        filter: &ExternalTransferFilter,
        paging: &Paging,
    ) -> Result<Bytes, Failure> {
        self.external_transfers_shown(caller, filter, paging).await?.render(|row| Ok(wire::transaction(&row)))
    }

    pub async fn external_transfers_shown(
        &self,
        caller: &Caller,
        filter: &ExternalTransferFilter,
        paging: &Paging,
    ) -> Result<CursorPage<Transaction>, Failure> {
        let list = match filter.kind {
            TransactionType::Deposit => "deposits",
            _ => "withdrawals",
        };
        let after = self.platform.open_cursor(caller, list, paging)?;
        let page = self
            .platform
            .lists(caller)
            .await?
            .external_transfers(caller, filter, after.as_ref(), paging.size)
            .await?;
        Ok(self.platform.shown(caller, list, paging, page))
    }
}

pub(crate) const fn noun(kind: TransactionType) -> Noun {
    match kind {
        TransactionType::Deposit => Noun::Deposit,
        TransactionType::Withdrawal => Noun::Withdrawal,
        TransactionType::Payout | TransactionType::InboundTransfer => Noun::Transaction,
    }
}

/// What is no id names nothing. That is found out where everything else is, so that a key that was used before is
/// noticed first.
pub(crate) fn id_or_nobodys<K: IdKind>(text: &str) -> Id<K> {
    Id::parse(text).unwrap_or(Id::new(0, [0; 10]))
}

/// Short enough for every bank, and for people who type it.
fn payment_reference(id: TransactionId) -> String {
    let text = id.to_string().to_ascii_uppercase();
    format!("FL{}", &text[text.len() - 12..])
}
