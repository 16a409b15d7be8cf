//! Who may write recipients, and who may write people, at the same time. The lock is on nothing that is stored, and is
//! given back with the end of the transaction. One SQLite file has one writer, who holds everything already.

use rules::world::Register;

use super::{Connection, Each, Kind};
use crate::error::Error;

/// Any number that all Florin processes agree on and nobody else uses.
const REGISTER: i64 = 7_044_881_522;

pub static SHARE: Each =
    Each::new("select pg_advisory_xact_lock_shared(k.register) from {rows}", &[("register", Kind::Int)]);

pub static CLOSE: Each =
    Each::new("select pg_advisory_xact_lock(k.register) from {rows}", &[("register", Kind::Int)]);

impl Connection {
    pub async fn open_register(&self, register: Register) -> Result<(), Error> {
        match register {
            Register::Unused => Ok(()),
            Register::Shared => self.lock_each(&SHARE, &[vec![REGISTER.into()]]).await,
            Register::Alone => self.lock_each(&CLOSE, &[vec![REGISTER.into()]]).await,
        }
    }
}
