//! What is different for a test account. Everything else is the same code as for live money.

use crate::account::Mode;
use crate::email_address::EmailAddress;
use crate::id::AccountId;
use crate::money::Amount;
use crate::time::Timestamp;

/// The least that an item of a payout may be. Test money may be as small as an amount can be: it causes no email.
pub fn min_per_item(mode: Mode, configured: Amount) -> Amount {
    match mode {
        Mode::Live => configured,
        Mode::Test => Amount::ZERO,
    }
}

/// An item to `anything+fail@…` fails, so that integrators can see one fail. As everywhere, case makes no other
/// address.
pub fn asks_to_fail(mode: Mode, email: &EmailAddress) -> bool {
    let end = email.local_part().as_bytes().last_chunk::<5>();
    mode == Mode::Test && end.is_some_and(|end| end.eq_ignore_ascii_case(b"+fail"))
}

/// The ports at which webhooks are received, and where nothing but a web server is usual.
pub const fn webhook_ports(mode: Mode) -> &'static [u16] {
    match mode {
        Mode::Live => &[443, 8443],
        Mode::Test => &[80, 443, 8080, 8443],
    }
}

/// What is about live money is sent encrypted only.
pub const fn webhooks_need_tls(mode: Mode) -> bool {
    match mode {
        Mode::Live => true,
        Mode::Test => false,
    }
}

/// Whether an account can act as the recipients of its own payouts.
pub const fn can_claim_as_recipient(mode: Mode) -> bool {
    match mode {
        Mode::Live => false,
        Mode::Test => true,
    }
}

/// Moving money needs recent authentication.
pub const fn needs_confirmation(mode: Mode) -> bool {
    match mode {
        Mode::Live => true,
        Mode::Test => false,
    }
}

/// An order to pay that the simulated bank, or chain, has taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimulatedOrder {
    pub reference: String,
    pub account: AccountId,
    pub taken_at: Timestamp,
}
