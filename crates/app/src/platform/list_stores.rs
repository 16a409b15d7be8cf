//! Through which connections lists are read. A page of a list costs up to a thousand times as much as reading one
//! thing, so lists of the sandbox, and of people at the dashboard with their exports, never stand before live API
//! calls. Accounts take turns there, and recipients at the pages of their links.

use std::ops::Deref;
use std::sync::Arc;

use rules::account::{Caller, Mode};
use rules::email_address::EmailAddress;
use rules::id::AccountId;
use sha2::{Digest, Sha256};
use store::Store;

use crate::platform::Platform;
use crate::platform::failure::Failure;
use crate::platform::turnstile::{Party, Turnstile, TurnstilePermit};

pub struct ListStores {
    /// For live lists of the dashboard.
    dashboard: ListStore,
    sandbox: ListStore,
}

struct ListStore {
    store: Store,
    turnstile: Arc<Turnstile>,
}

/// Where a list is read, for as long as it is the reader's turn.
pub struct Lists<'a> {
    store: &'a Store,
    _turn: Option<TurnstilePermit>,
}

impl Deref for Lists<'_> {
    type Target = Store;

    fn deref(&self) -> &Store {
        self.store
    }
}

impl ListStores {
    pub fn beside(store: &Store) -> ListStores {
        let list_store = || ListStore { store: store.apart(), turnstile: Turnstile::new() };
        ListStores { dashboard: list_store(), sandbox: list_store() }
    }
}

impl Platform {
    /// Where lists are read for this caller.
    pub(crate) async fn lists(&self, caller: &Caller) -> Result<Lists<'_>, Failure> {
        match caller.mode {
            Mode::Live if !caller.is_owner => Ok(Lists { store: &self.store, _turn: None }),
            mode @ (Mode::Live | Mode::Test) => self.owner_lists(mode, caller.account).await,
        }
    }

    /// Where lists are read for the owner of an account in person.
    pub(crate) async fn owner_lists(&self, mode: Mode, account: AccountId) -> Result<Lists<'_>, Failure> {
        self.lists_in_turn(mode, Party::Account(account)).await
    }

    /// Where lists are read for the person who opened a link. Live recipients take turns. In the sandbox, where any
    /// number of them costs nothing, their senders do.
    pub(crate) async fn recipient_lists(
        &self,
        mode: Mode,
        sender: AccountId,
        recipient: &EmailAddress,
    ) -> Result<Lists<'_>, Failure> {
        let party = match mode {
            Mode::Live => Party::Recipient(Sha256::digest(recipient.lookup_key()).into()),
            Mode::Test => Party::Account(sender),
        };
        self.lists_in_turn(mode, party).await
    }

    async fn lists_in_turn(&self, mode: Mode, party: Party) -> Result<Lists<'_>, Failure> {
        let ListStore { store, turnstile } = match mode {
            Mode::Live => &self.list_stores.dashboard,
            Mode::Test => &self.list_stores.sandbox,
        };
        Ok(Lists { store, _turn: Some(turnstile.enter(party).await?) })
    }
}
