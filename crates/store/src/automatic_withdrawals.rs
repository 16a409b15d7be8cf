//! Automatic withdrawals, and the payments that are withdrawn by them.

use rules::account::Mode;
use rules::automatic_withdrawal::{AutomaticWithdrawals, IncomingPayment, OffReason, SwitchedOff};
use rules::email_address::EmailAddress;
use rules::external_account::Destination;
use rules::id::{AccountId, BankAccountId, ExternalWalletId, TransactionId};
use rules::time::Timestamp;

use crate::engine::{BatchStatement, Columns, SqlRow, Store, Value};
use crate::error::Error;
use crate::table::table;

table! {
    automatic_withdrawals as o;
    columns automatic_withdrawal_columns {
        account_id: Text,
        mode: Text,
        bank_account_id: Text,
        external_wallet_id: Text,
        minimum: Int,
        off_reason: Text,
        off_at: Int,
        on_since: Int,
        next_withdrawal_id: Text,
        collected: Int,
        closed_since: Int,
        next_at: Int,
    }
    read read_automatic_withdrawals -> AutomaticWithdrawals {
        AutomaticWithdrawals {
            account: account_id,
            mode,
            destination: destination(bank_account_id, external_wallet_id)?,
            minimum,
            off: switched_off(off_reason, off_at),
            on_since,
            next_withdrawal: next_withdrawal_id,
            collected,
            closed_since,
            next_at,
        }
    }
    write row: &AutomaticWithdrawals {
        account_id: row.account,
        mode: row.mode,
        bank_account_id: bank_account(row.destination),
        external_wallet_id: external_wallet(row.destination),
        minimum: row.minimum,
        off_reason: row.off.map(|off| off.reason),
        off_at: row.off.map(|off| off.at),
        on_since: row.on_since,
        next_withdrawal_id: row.next_withdrawal,
        collected: row.collected,
        closed_since: row.closed_since,
        next_at: row.next_at,
    }
    insert INSERT_AUTOMATIC_WITHDRAWALS with automatic_withdrawal_values;
    update UPDATE_AUTOMATIC_WITHDRAWALS with changed_values by account_id:
        bank_account_id, external_wallet_id, minimum, off_reason, off_at, on_since, next_withdrawal_id, collected,
        closed_since, next_at;
}

table! {
    incoming_payments as i;
    columns incoming_payment_columns {
        transaction_id: Text,
        account_id: Text,
        mode: Text,
        amount: Int,
        created_at: Int,
        status: Text,
        withdrawal_id: Text,
    }
    read read_incoming_payment -> IncomingPayment {
        IncomingPayment {
            transaction: transaction_id,
            account: account_id,
            mode,
            amount,
            created_at,
            status,
            withdrawal: withdrawal_id,
        }
    }
    write payment: &IncomingPayment {
        transaction_id: payment.transaction,
        account_id: payment.account,
        mode: payment.mode,
        amount: payment.amount,
        created_at: payment.created_at,
        status: payment.status,
        withdrawal_id: payment.withdrawal,
    }
    insert INSERT_INCOMING_PAYMENTS with incoming_payment_values;
    /// What came in never changes.
    update UPDATE_INCOMING_PAYMENTS with collected_values by transaction_id: status, withdrawal_id;
}

fn destination(
    bank_account: Option<BankAccountId>,
    external_wallet: Option<ExternalWalletId>,
) -> Result<Destination, Error> {
    match (bank_account, external_wallet) {
        (Some(id), None) => Ok(Destination::BankAccount(id)),
        (None, Some(id)) => Ok(Destination::ExternalWallet(id)),
        (None, None) | (Some(_), Some(_)) => {
            Err(Error::Corrupt("automatic_withdrawals has a destination that Florin never writes".to_owned()))
        }
    }
}

const fn bank_account(destination: Destination) -> Option<BankAccountId> {
    match destination {
        Destination::BankAccount(id) => Some(id),
        Destination::ExternalWallet(_) => None,
    }
}

const fn external_wallet(destination: Destination) -> Option<ExternalWalletId> {
    match destination {
        Destination::BankAccount(_) => None,
        Destination::ExternalWallet(id) => Some(id),
    }
}

fn switched_off(reason: Option<OffReason>, at: Option<Timestamp>) -> Option<SwitchedOff> {
    Some(SwitchedOff { reason: reason?, at: at? })
}

/// What an automatic withdrawal was made of: its latest payments, and how many more there are to see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WithdrawnPayments {
    pub latest: Vec<IncomingPayment>,
    pub is_more: bool,
}

impl Store {
    pub async fn automatic_withdrawals(
        &self,
        account: AccountId,
    ) -> Result<Option<AutomaticWithdrawals>, Error> {
        const SQL: &str = concat!(
            "select ",
            automatic_withdrawal_columns!(),
            " from automatic_withdrawals o where o.account_id = $1"
        );
        self.query_one(SQL, &[account.into()], read_automatic_withdrawals).await
    }

    /// Some accounts of one mode with payments that no worker has looked at, behind this one by id. From one account
    /// to the next by the index, however many payments each of them has. Accounts of locked owners wait.
    pub async fn accounts_with_payments(
        &self,
        mode: Mode,
        after: Option<AccountId>,
        limit: usize,
    ) -> Result<Vec<AccountId>, Error> {
        const SQL: &str = "with recursive payees (id) as (
                select min(account_id) from incoming_payments /*sqlite indexed by incoming_payments_pending */
                where mode = $1 and status = 'pending' and account_id > $2
                union all
                select (select min(p.account_id) from incoming_payments p
                        /*sqlite indexed by incoming_payments_pending */
                    where p.mode = $1 and p.status = 'pending' and p.account_id > y.id)
                from payees y where y.id is not null)
            select y.id from payees y where y.id is not null
                and not exists (select 1 from accounts a /*sqlite indexed by accounts_locked */
                    where a.id = y.id and a.locked_at is not null) limit $3";
        let after = after.map_or(String::new(), |id| id.to_string());
        let params = [mode.into(), Value::Text(after.into()), Value::Int(limit as i64)];
        self.query(SQL, &params, |row| Columns::of(row).read()).await
    }

    /// Some accounts of one mode whose next withdrawal was refused and is to be tried again.
    pub async fn accounts_to_try_again(
        &self,
        mode: Mode,
        now: Timestamp,
        limit: usize,
    ) -> Result<Vec<AccountId>, Error> {
        let sql = "select account_id from automatic_withdrawals where mode = $1 and next_at <= $2
                       and not exists (select 1 from accounts a /*sqlite indexed by accounts_locked */
                           where a.id = automatic_withdrawals.account_id and a.locked_at is not null)
                   order by next_at, account_id limit $3";
        let params = [mode.into(), now.into(), Value::Int(limit as i64)];
        self.query(sql, &params, |row| Columns::of(row).read()).await
    }

    /// The oldest payments of an account that no worker has looked at.
    pub async fn pending_payments(
        &self,
        mode: Mode,
        account: AccountId,
        limit: usize,
    ) -> Result<Vec<TransactionId>, Error> {
        let sql = "select transaction_id from incoming_payments /*sqlite indexed by incoming_payments_pending */
                   where mode = $1 and account_id = $2 and status = 'pending' order by transaction_id limit $3";
        let params = [mode.into(), account.into(), Value::Int(limit as i64)];
        self.query(sql, &params, |row| Columns::of(row).read()).await
    }

    /// The withdrawal that took a payment of this account, once it was made.
    pub async fn withdrawal_of_payment(
        &self,
        account: AccountId,
        payment: TransactionId,
    ) -> Result<Option<TransactionId>, Error> {
        let sql = "select c.id from incoming_payments i join external_transfers c on c.id = i.withdrawal_id
                   where i.transaction_id = $1 and (i.account_id = $2) is true";
        self.query_one(sql, &[payment.into(), account.into()], |row| Columns::of(row).read()).await
    }

    /// The payments of this account that a withdrawal was made of, the latest first.
    pub async fn payments_of_withdrawal(
        &self,
        account: AccountId,
        withdrawal: TransactionId,
        limit: usize,
    ) -> Result<WithdrawnPayments, Error> {
        const SQL: &str = concat!(
            "select ",
            incoming_payment_columns!(),
            " from incoming_payments i /*sqlite indexed by incoming_payments_by_withdrawal */
             where i.withdrawal_id = $1 and (i.account_id = $2) is true order by i.transaction_id desc limit $3"
        );
        let params = [withdrawal.into(), account.into(), Value::Int(limit as i64 + 1)];
        let mut latest = self.query(SQL, &params, read_incoming_payment).await?;
        let is_more = latest.len() > limit;
        latest.truncate(limit);
        Ok(WithdrawnPayments { latest, is_more })
    }
}

/// With the address of the owner, who is told when they are switched off.
pub static FIND_AUTOMATIC_WITHDRAWALS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        automatic_withdrawal_columns!(),
        ", u.email from {rows} join automatic_withdrawals o on o.account_id = k.account_id
         join accounts a on a.id = o.account_id join users u on u.id = a.user_id"
    ),
    &[automatic_withdrawals::kind::account_id],
);

pub fn read_with_owner(row: &SqlRow<'_>) -> Result<(AutomaticWithdrawals, EmailAddress), Error> {
    let mut columns = Columns::of(row);
    Ok((automatic_withdrawals::read(&mut columns)?, columns.read()?))
}

pub static FIND_INCOMING_PAYMENTS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        incoming_payment_columns!(),
        " from {rows} join incoming_payments i on i.transaction_id = k.transaction_id
            and (i.account_id = k.account_id) is true"
    ),
    &[incoming_payments::kind::account_id, incoming_payments::kind::transaction_id],
);
