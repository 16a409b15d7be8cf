//! Through which connections lists are read. A page of a list costs up to a thousand times as much as reading one
//! thing, so lists of the sandbox, and of people at the dashboard with their exports, never stand before live API
//! calls.

use rules::account::{Caller, Mode};
use store::Store;

use crate::App;

pub struct ListStores {
    /// For live lists of the dashboard.
    dashboard: Store,
    sandbox: Store,
}

impl ListStores {
    pub fn beside(store: &Store) -> ListStores {
        ListStores { dashboard: store.apart(), sandbox: store.apart() }
    }
}

impl App {
    /// Where lists are read for this caller.
    pub(crate) fn lists(&self, caller: &Caller) -> &Store {
        match caller.mode {
            Mode::Live if !caller.is_owner => &self.store,
            mode @ (Mode::Live | Mode::Test) => self.owner_lists(mode),
        }
    }

    /// Where lists are read for the owner of an account in person.
    pub(crate) fn owner_lists(&self, mode: Mode) -> &Store {
        match mode {
            Mode::Live => &self.list_stores.dashboard,
            Mode::Test => &self.list_stores.sandbox,
        }
    }
}
