//! Counting and noting what a user changes about their keys, secrets and sign-ins.

use crate::attempt::{Guard, GuardKey};
use crate::change::Row;
use crate::decisions::attempt;
use crate::email::{Email, EmailKind};
use crate::refusal::Refusal;
use crate::security::{Actor, SecurityEntry, SecurityKind};
use crate::time::Timestamp;
use crate::world::World;

impl Actor {
    /// Where a change of this kind is counted, if there is a limit to how many there can be.
    pub fn counted(&self, kind: SecurityKind) -> Option<GuardKey> {
        if !kind.is_limited() {
            return None;
        }
        let mut name = [0; 32];
        name[..16].copy_from_slice(b"security changes");
        name[16..].copy_from_slice(&self.user.number().to_be_bytes());
        Some((Guard::SecurityChange, name))
    }

    /// Counts a change, if it is one that is counted.
    pub fn count(&self, world: &World, kind: SecurityKind, now: Timestamp) -> Result<Vec<Row>, Refusal> {
        match self.counted(kind) {
            Some(counted) => Ok(attempt::count(world, &[counted], now)?.rows),
            None => Ok(Vec::new()),
        }
    }

    /// The entry, and the email about it if there is one.
    pub fn note(&self, kind: SecurityKind, about: &str, now: Timestamp) -> Vec<Row> {
        let entry = SecurityEntry {
            id: self.entry.id,
            user: self.user,
            kind,
            about: about.to_owned(),
            client_info: self.client_info.clone(),
            created_at: now,
        };
        let mut rows = vec![Row::SecurityEntry(entry)];
        // No person reads the email of people who exist in the sandbox only.
        if kind.is_mailed() && !self.email.is_simulated() {
            let cause = self.entry.id.to_string();
            let message = Email::new(self.entry.message, EmailKind::Security, self.email.clone(), cause, now);
            rows.push(Row::Email(Email { account: Some(self.home), ..message }));
        }
        rows
    }
}
