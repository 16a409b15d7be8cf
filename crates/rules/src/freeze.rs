//! Stops of outgoing money: why, since when, and who lifted each.

use crate::id::FreezeId;
use crate::named_enum;
use crate::time::Timestamp;

named_enum! {
    /// The kind of thing that is wrong: as much as all users may know.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Cause {
        /// The audit found that they do not add up.
        Books = "books",
        /// No server could audit them for too long.
        AuditMissing = "audit_missing",
        /// There is more or less on the chain than in the books.
        ChainDiffers = "chain_differs",
        /// The chain says of our addresses what the books do not: a key may have been stolen.
        Unexplained = "unexplained",
        TokenChanged = "token_changed",
        /// Blocks that were final are no longer there.
        ChainRewritten = "chain_rewritten",
        /// The network or the keys of the settings are not those of the books.
        Settings = "settings",
        /// The database no longer has what was acknowledged: another server took over without it.
        CommitsLost = "commits_lost",
        Operator = "operator",
    }
}

impl Cause {
    /// Whether only a comparison with the chain, or with its settings, can tell that it is over.
    pub const fn is_about_chain(self) -> bool {
        match self {
            Cause::ChainDiffers
            | Cause::Unexplained
            | Cause::TokenChanged
            | Cause::ChainRewritten
            | Cause::Settings => true,
            Cause::Books | Cause::AuditMissing | Cause::CommitsLost | Cause::Operator => false,
        }
    }

    /// Whether a server finds it again and again until it is over. The others are reported once, so no report of them
    /// may get lost.
    pub(crate) const fn is_found_again(self) -> bool {
        match self {
            Cause::Books
            | Cause::AuditMissing
            | Cause::ChainDiffers
            | Cause::TokenChanged
            | Cause::ChainRewritten
            | Cause::Settings => true,
            Cause::Unexplained | Cause::CommitsLost | Cause::Operator => false,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Freeze {
    pub id: FreezeId,
    pub cause: Cause,
    /// What is broken, for the operator.
    pub reason: String,
    pub created_at: Timestamp,
    /// It is in force until there is one.
    pub lift: Option<Lift>,
}

/// Who lets money leave again, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resume {
    pub by: String,
    pub reason: String,
    /// What is known to be wrong with the books: money is not stopped again for this alone.
    pub despite: Vec<String>,
}

/// How a stop ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lift {
    pub at: Timestamp,
    pub resume: Resume,
}
