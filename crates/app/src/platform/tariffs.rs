//! The prices in force. Test money has those of the simulated banks; those of live money can change while the server
//! runs.

use std::sync::{Arc, RwLock};

use rules::account::Mode;
use rules::tariff::Tariff;

use crate::platform::Platform;

pub struct Tariffs {
    sandbox: Arc<Tariff>,
    live: RwLock<Arc<Tariff>>,
}

impl Tariffs {
    pub fn new(live: Tariff) -> Tariffs {
        Tariffs { sandbox: Arc::new(rails::simulated::tariff()), live: RwLock::new(Arc::new(live)) }
    }
}

impl Platform {
    /// The prices that hold now.
    pub(crate) fn tariff(&self, mode: Mode) -> Arc<Tariff> {
        match mode {
            Mode::Test => self.tariffs.sandbox.clone(),
            Mode::Live => self.tariffs.live.read().expect("no thread panics while it sets prices").clone(),
        }
    }

    /// From now on these prices hold for live money.
    pub fn set_live_tariff(&self, tariff: Tariff) {
        *self.tariffs.live.write().expect("no thread panics while it sets prices") = Arc::new(tariff);
    }
}
