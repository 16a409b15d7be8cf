//! Whether money may leave: stops in the database, and what this server has decided by itself.

use super::World;
use crate::freeze::{Freeze, Lift};
use crate::id::FreezeId;
use crate::refusal::Refusal;

impl World {
    pub fn load_freeze(&mut self, freeze: Freeze) {
        self.freezes.push(freeze);
    }

    /// Lets no money leave in this batch.
    pub fn halt(&mut self) {
        self.is_halted = true;
    }

    /// A stop that is in force.
    pub fn freeze(&self) -> Option<&Freeze> {
        self.freezes.first()
    }

    /// All stops in force: servers that stopped money at the same moment left one each.
    pub fn freezes(&self) -> &[Freeze] {
        &self.freezes
    }

    pub fn check_money_may_leave(&self) -> Result<(), Refusal> {
        if self.is_halted || !self.freezes.is_empty() { Err(Refusal::MoneyStopped) } else { Ok(()) }
    }

    pub(super) fn stop_money(&mut self, freeze: Freeze) {
        self.freezes.push(freeze.clone());
        self.new_freezes.push(freeze);
    }

    pub(super) fn lift_stop(&mut self, id: FreezeId, lift: Lift) {
        self.freezes.retain(|freeze| freeze.id != id);
        self.lifted_freezes.push((id, lift));
    }
}
