//! Use-cases of transactions.

use bytes::Bytes;
use rules::account::Caller;
use rules::id::TransactionId;
use rules::refusal::{Noun, Refusal};
use store::TransactionFilter;

use crate::cursor::Paging;
use crate::failure::Failure;
use crate::{App, wire};

impl App {
    pub async fn transaction(&self, caller: &Caller, id: &str) -> Result<Bytes, Failure> {
        let found = match TransactionId::parse(id) {
            Some(id) => self.store.transaction(caller, id).await?,
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
        let after = self.open_cursor(caller, "transactions", paging)?;
        let page = self.store.transactions(caller, filter, after.as_ref(), paging.size).await?;
        self.render_page(caller, "transactions", paging, page, |row| Ok(wire::transaction(&row)))
    }
}
