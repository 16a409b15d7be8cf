//! Transactions with the names of the other side, as people want to read them.

use rules::account::Caller;
use rules::email_address::EmailAddress;
use rules::id::TransactionId;
use rules::transaction::Transaction;

use crate::engine::{Columns, SqlRow, Store};
use crate::error::Error;
use crate::external_transfers::{external_transfer_columns, with_external_transfer};
use crate::list::{List, ListPage, Position};
use crate::transaction_lists::TransactionFilter;
use crate::transactions::{position, transaction_columns};

/// A transaction, and who or what is on its other side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedTransaction {
    pub transaction: Transaction,
    /// The recipient of a payout item.
    pub email: Option<EmailAddress>,
    pub bank_account: Option<String>,
    pub external_wallet: Option<String>,
    /// Who sent money that came from another account.
    pub sender: Option<String>,
    /// What the sender wrote for the person they pay.
    pub senders_reference: Option<String>,
    /// The reference of the payout that it belongs to.
    pub payout_reference: Option<String>,
}

macro_rules! named {
    ($where:literal) => {
        concat!(
            "select ",
            transaction_columns!(),
            ", ",
            external_transfer_columns!(),
            ", r.email, b.name, w.name, u.name, i.reference, p.reference from transactions t
             left join external_transfers c on c.id = t.id and t.type <> 'payout'
             left join recipients r on r.id = t.recipient_id
             left join bank_accounts b on b.id = t.bank_account_id
             left join external_wallets w on w.id = c.external_wallet_id
             left join transactions i on i.id = t.source_id
             left join accounts a on a.id = i.account_id
             left join users u on u.id = a.user_id
             left join payouts p on p.id = t.payout_id ",
            $where
        )
    };
}

impl Store {
    pub async fn named_transaction(
        &self,
        caller: &Caller,
        id: TransactionId,
    ) -> Result<Option<NamedTransaction>, Error> {
        const SQL: &str = named!("where t.id = $1 and (t.account_id = $2) is true");
        self.query_one(SQL, &[id.into(), caller.account.into()], read_named).await
    }

    /// All of the account, by type, state and age; the rest of the filter is for other lists.
    pub async fn named_transactions(
        &self,
        caller: &Caller,
        filter: &TransactionFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<ListPage<NamedTransaction>, Error> {
        const SELECT: &str = named!("where t.account_id = $1");
        let list = List::new(SELECT, vec![caller.account.into()], "t.created_at", "t.id");
        let mut list = list.in_order(filter.order);
        list.created_within(filter.created);
        list.any_of("t.status", filter.statuses.iter().map(|status| status.name()));
        list.any_of("t.type", filter.types.iter().map(|kind| kind.name()));
        list.page(self, after, size, read_named, |row| position(&row.transaction)).await
    }
}

fn read_named(row: &SqlRow<'_>) -> Result<NamedTransaction, Error> {
    read_named_columns(&mut Columns::of(row))
}

/// A transaction with its external transfer, and the names behind their columns.
pub(crate) fn read_named_columns(columns: &mut Columns<'_>) -> Result<NamedTransaction, Error> {
    Ok(NamedTransaction {
        transaction: with_external_transfer(columns)?,
        email: columns.read()?,
        bank_account: columns.read()?,
        external_wallet: columns.read()?,
        sender: columns.read()?,
        senders_reference: columns.read()?,
        payout_reference: columns.read()?,
    })
}
