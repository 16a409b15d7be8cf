//! Use-cases of transactions.

use bytes::Bytes;
use rules::account::Caller;
use rules::id::TransactionId;
use rules::refusal::{Noun, Refusal};
use rules::transaction::Transaction;
use store::{NamedTransaction, TransactionFilter};

use crate::accounts::Accounts;
use crate::platform::cursor::{CursorPage, Paging};
use crate::platform::failure::Failure;
use crate::platform::wire;

impl Accounts {
    pub async fn transaction(&self, caller: &Caller, id: &str) -> Result<Bytes, Failure> {
        let found = match TransactionId::parse(id) {
            Some(id) => self.platform.store.transaction(caller, id).await?,
            None => None,
        };
        let row = found.ok_or(Refusal::NotFound(Noun::Transaction))?;
        Ok(wire::transaction(&row).into())
    }

    pub async fn transactions(
        &self,
        caller: &Caller,
        filter: &TransactionFilter,
        paging: &Paging,
    ) -> Result<Bytes, Failure> {
        let shown = self.transactions_shown(caller, filter, paging).await?;
        shown.render(|row| Ok(wire::transaction(&row)))
    }

    pub async fn transactions_shown(
        &self,
        caller: &Caller,
        filter: &TransactionFilter,
        paging: &Paging,
    ) -> Result<CursorPage<Transaction>, Failure> {
        let after = self.platform.open_cursor(caller, "transactions", paging)?;
        let page = self
            .platform
            .lists(caller)
            .await?
            .transactions(caller, filter, after.as_ref(), paging.size)
            .await?;
        Ok(self.platform.shown(caller, "transactions", paging, page))
    }

    /// The same for people, with who or what is on the other side.
    pub async fn named_transaction(&self, caller: &Caller, id: &str) -> Result<NamedTransaction, Failure> {
        let found = match TransactionId::parse(id) {
            Some(id) => self.platform.store.named_transaction(caller, id).await?,
            None => None,
        };
        Ok(found.ok_or(Refusal::NotFound(Noun::Transaction))?)
    }

    /// Newest first, by type, state and age.
    pub async fn named_transactions(
        &self,
        caller: &Caller,
        filter: &TransactionFilter,
        paging: &Paging,
    ) -> Result<CursorPage<NamedTransaction>, Failure> {
        let after = self.platform.open_cursor(caller, "named_transactions", paging)?;
        let page = self
            .platform
            .lists(caller)
            .await?
            .named_transactions(caller, filter, after.as_ref(), paging.size)
            .await?;
        Ok(self.platform.shown(caller, "named_transactions", paging, page))
    }
}
