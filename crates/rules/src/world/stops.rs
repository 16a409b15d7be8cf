//! Whether money may leave: stops in the database, and what this server has decided by itself.

use super::World;
use crate::freeze::Freeze;
use crate::refusal::Refusal;

impl World {
    pub fn load_freeze(&mut self, freeze: Freeze) {
        self.freeze = Some(freeze);
    }

    /// Lets no money leave in this batch.
    pub fn halt(&mut self) {
        self.is_halted = true;
    }

    pub fn freeze(&self) -> Option<&Freeze> {
        self.freeze.as_ref()
    }

    pub fn check_money_may_leave(&self) -> Result<(), Refusal> {
        if self.is_halted || self.freeze.is_some() { Err(Refusal::MoneyStopped) } else { Ok(()) }
    }
}
