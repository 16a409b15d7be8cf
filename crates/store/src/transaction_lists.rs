//! Transactions as their account sees them: one, or a page of a filtered list, with all that deposits and withdrawals
//! have beyond other transactions.

use rules::account::Caller;
use rules::id::{BankAccountId, PayoutId, RecipientId, TransactionId};
use rules::transaction::{Transaction, TransactionStatus, TransactionType};

use crate::engine::{BatchStatement, ColumnType, SqlRow, Store};
use crate::error::Error;
use crate::external_transfers::{external_transfer_columns, read_with_external_transfer};
use crate::list::{List, ListOrder, ListPage, Period, Position};
use crate::transactions::{of_payout, position, read_transaction, transaction_columns, transactions};

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct TransactionFilter {
    pub created: Period,
    /// Of all transactions of an account. Those of one object are listed newest first.
    pub order: ListOrder,
    pub statuses: Vec<TransactionStatus>,
    pub types: Vec<TransactionType>,
    pub payout: Option<PayoutId>,
    pub recipient: Option<RecipientId>,
    pub bank_account: Option<BankAccountId>,
}

impl Store {
    pub async fn transaction(
        &self,
        caller: &Caller,
        id: TransactionId,
    ) -> Result<Option<Transaction>, Error> {
        let key = [id.into(), caller.account.into()];
        let found = self.look_up(&LOOK_UP_TRANSACTION, &key, read_transaction).await?;
        match found {
            // Those that cross are few, and read with all they have.
            Some(found) if found.may_cross() => self.external_transfer(caller.account, id).await,
            found => Ok(found),
        }
    }

    pub async fn transactions(
        &self,
        caller: &Caller,
        filter: &TransactionFilter,
        after: Option<&Position>,
        size: usize,
    ) -> Result<ListPage<Transaction>, Error> {
        match (filter.payout, filter.recipient) {
            (Some(payout), recipient) => {
                let list = List::new(OF_PAYOUT, of_payout(caller, payout), "t.created_at", "t.id");
                // A payout has fewer items than a page may read.
                let mut list = list.whole();
                if let Some(recipient) = recipient {
                    list.filter("t.recipient_id =", recipient);
                }
                self.filtered(list, filter, after, size, read_transaction).await
            }
            (None, Some(recipient)) => {
                let of = |select| {
                    let params = vec![caller.account.into(), recipient.into()];
                    List::new(select, params, "t.created_at", "t.id")
                };
                let read = |list| self.filtered(list, filter, after, size, read_transaction);
                if self.indexes_what_waits() {
                    // On SQLite, two lists in one cannot be read backwards.
                    return Ok(ListPage { previous: None, ..read(of(OF_RECIPIENT)).await? });
                }
                // In this order: what is settled in between is then seen twice, and not missed.
                let waiting = read(of(WAITING_FOR_RECIPIENT).whole()).await?;
                Ok(waiting.merged(read(of(SETTLED_FOR_RECIPIENT)).await?, size, position))
            }
            (None, None) => {
                let account = caller.account.into();
                let list = match filter.bank_account {
                    Some(id) => List::new(OF_BANK_ACCOUNT, vec![account, id.into()], "c.created_at", "c.id"),
                    None => List::new(OF_ACCOUNT, vec![account], "t.created_at", "t.id"),
                };
                self.filtered(list, filter, after, size, read_with_external_transfer).await
            }
        }
    }

    async fn filtered<'a>(
        &self,
        mut list: List<'a>,
        filter: &'a TransactionFilter,
        after: Option<&'a Position>,
        size: usize,
        read: fn(&SqlRow<'_>) -> Result<Transaction, Error>,
    ) -> Result<ListPage<Transaction>, Error> {
        list.created_within(filter.created);
        list.any_of("t.status", filter.statuses.iter().map(|status| status.name()));
        list.any_of("t.type", filter.types.iter().map(|kind| kind.name()));
        if let Some(bank_account) = filter.bank_account {
            list.filter("t.bank_account_id =", bank_account);
        }
        list.page(self, after, size, read, position).await
    }
}

static LOOK_UP_TRANSACTION: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        transaction_columns!(),
        ", k.asked from {rows} join transactions t on t.id = k.id and (t.account_id = k.account_id) is true"
    ),
    &[("asked", ColumnType::Int), transactions::kind::id, transactions::kind::account_id],
);

// The selections of lists. Each leaves its engine one index to choose: all of an account by age, those of a payout by
// their ids, which follow its own, those of a recipient by theirs.
//
// SQLite has an entry for a recipient only once an item is settled: each would be on a page of its own, which a payout
// of a hundred would have to write before it is accepted. What waits is found by the payouts that wait.
const OF_ACCOUNT: &str = concat!(
    "select ",
    transaction_columns!(),
    ", ",
    external_transfer_columns!(),
    " from transactions t left join external_transfers c on c.id = t.id and t.type <> 'payout' where t.account_id = $1"
);
const OF_BANK_ACCOUNT: &str = concat!(
    "select ",
    transaction_columns!(),
    ", ",
    external_transfer_columns!(),
    " from external_transfers c join transactions t on t.id = c.id
     where (c.account_id = $1) is true and c.bank_account_id = $2"
);
const OF_RECIPIENT: &str = concat!(
    "select ",
    transaction_columns!(),
    " from recipients r join transactions t on t.recipient_id = r.id where (r.account_id = $1) is true and r.id = $2"
);
const SETTLED_FOR_RECIPIENT: &str = concat!(
    "select ",
    transaction_columns!(),
    " from recipients r join transactions t on t.recipient_id = r.id and t.status <> 'queued'
     where (r.account_id = $1) is true and r.id = $2"
);
const WAITING_FOR_RECIPIENT: &str = concat!(
    "select ",
    transaction_columns!(),
    " from payouts p /*sqlite indexed by payouts_due */ cross join transactions t
     where t.id >= 'txn_' || substr(p.id, 4, 24) || '00'
         and t.id <= 'txn_' || substr(p.id, 4, 24) || 'zz' and (t.status = 'queued') is true
         and p.next_at is not null and (p.account_id = $1) is true and (t.recipient_id = $2) is true"
);
const OF_PAYOUT: &str = concat!(
    "select ",
    transaction_columns!(),
    " from payouts p join transactions t on t.id >= $3 and t.id <= $4 where (p.account_id = $1) is true and p.id = $2"
);
