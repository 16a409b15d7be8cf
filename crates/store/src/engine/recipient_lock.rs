//! Who may write recipients, and who may write people, at the same time. The lock is on nothing that is stored, and is
//! given back with the end of the transaction. One SQLite file has one writer, who holds everything already.

use rules::world::RecipientLock;

use super::{BatchStatement, ColumnType, Connection};
use crate::error::Error;

/// Any number that all Florin processes agree on and no other program uses.
const REGISTER: i64 = 7_044_881_522;

pub static SHARE: BatchStatement = BatchStatement::new(
    "select pg_advisory_xact_lock_shared(k.recipient_lock) from {rows}",
    &[("recipient_lock", ColumnType::Int)],
);

pub static CLOSE: BatchStatement = BatchStatement::new(
    "select pg_advisory_xact_lock(k.recipient_lock) from {rows}",
    &[("recipient_lock", ColumnType::Int)],
);

impl Connection {
    pub async fn open_register(&self, recipient_lock: RecipientLock) -> Result<(), Error> {
        match recipient_lock {
            RecipientLock::Unused => Ok(()),
            RecipientLock::Shared => self.lock_each(&SHARE, &[vec![REGISTER.into()]]).await,
            RecipientLock::Alone => self.lock_each(&CLOSE, &[vec![REGISTER.into()]]).await,
        }
    }
}
