//! External transfers: what a deposit or a withdrawal has beyond other transactions. Its money moves between Florin and
//! a bank, or a chain, and everything that this needs is kept with it, whatever becomes of the bank account or of the
//! wallet.

use crate::account::Mode;
use crate::arrival::TransferTime;
use crate::external_account::bank_account::Sealed;
use crate::id::{ExternalWalletId, QuoteId};
use crate::ledger::LedgerAccountId;
use crate::money::{Amount, Currency};
use crate::named_enum;
use crate::pricing::{Fees, Terms};
use crate::rail::Rail;
use crate::rate_lock::RateLock;
use crate::time::Timestamp;
use crate::zone::Zone;

/// How many deposits and withdrawals of one account can be under way.
pub const MAX_OPEN: usize = 10_000;

/// A transaction on a chain is final after minutes, and later when the network is busy.
const CHAIN_TRANSFER_TIME: TransferTime = TransferTime::Minutes(60);

/// Which way the money takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Route {
    Bank(Rail),
    Chain,
}

impl Route {
    pub const fn name(self) -> &'static str {
        match self {
            Route::Bank(rail) => rail.payment_rail(),
            Route::Chain => "chain",
        }
    }

    pub fn parse(name: &str) -> Option<Route> {
        if name == "chain" { Some(Route::Chain) } else { Rail::parse(name).map(Route::Bank) }
    }

    /// The currency on the other side.
    pub const fn currency(self) -> Currency {
        match self {
            Route::Bank(rail) => rail.currency(),
            Route::Chain => Currency::Usdc,
        }
    }

    /// How long a transfer takes at most, unless the tariff says otherwise.
    pub const fn transfer_time(self) -> TransferTime {
        match self {
            Route::Bank(rail) => rail.spec().transfer_time,
            Route::Chain => CHAIN_TRANSFER_TIME,
        }
    }

    /// The time zone by which its business days are counted.
    pub fn zone(self) -> Zone {
        let name = match self {
            Route::Bank(rail) => rail.spec().zone,
            Route::Chain => "UTC",
        };
        Zone::parse(name).expect("the zones of rails are known: a test reads each")
    }

    /// Everything outside that money came from or went to on this route.
    pub const fn world(self, mode: Mode) -> LedgerAccountId {
        match self {
            Route::Bank(rail) => LedgerAccountId::WorldBank(mode, rail),
            Route::Chain => LedgerAccountId::WorldChain(mode),
        }
    }
}

/// Where the other side is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Counterparty {
    /// A deposit goes to the operator's own account: whose name it has, and its details as a JSON object of texts.
    Operator { name: String, details: String },
    /// A withdrawal goes to a bank account: its details, sealed to that account.
    BankAccount(Sealed),
    /// Or to an address on a chain.
    Address { wallet: ExternalWalletId, chain: String, address: String },
    /// Money that came over a chain, to an address of the account's own.
    DepositAddress { chain: String, address: String },
    /// An inbound transfer has none: its money came without a deposit, or too late for one.
    Unknown,
}

named_enum! {
    /// What is known of an order to pay that was given to a bank or a chain. It is given once.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Submission {
        /// Not given yet, or nothing to give.
        None = "none",
        /// It was, or is about to be, given; there is no answer yet.
        Sent = "sent",
        /// It was taken.
        Taken = "taken",
        /// Whether it was is unknown. It is asked after, and never given again.
        Unclear = "unclear",
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalTransfer {
    /// That of its account: live ones are processed before test ones.
    pub mode: Mode,
    pub route: Route,
    pub counterparty: Counterparty,
    pub terms: Terms,
    /// The money on the other side, in the route's currency: the requested amount until it has arrived.
    pub outside: Amount,
    pub announced: Amount,
    /// How far the terms of a deposit hold.
    pub rate_lock: Option<RateLock>,
    /// The most that one payment for a deposit may be worth, as it was when the deposit was made.
    pub max_worth: Option<Amount>,
    /// When the bank received the money of a deposit, by the account's clock.
    pub received_at: Option<Timestamp>,
    /// What its payer must quote, or what the bank knows it by. Never used twice.
    pub reference: String,
    pub quote: Option<QuoteId>,
    pub submission: Submission,
    /// The transfer time that the owner of a withdrawal was told.
    pub transfer_time: Option<TransferTime>,
    /// Until when a deposit is awaited.
    pub expires_at: Option<Timestamp>,
    /// When it should be looked at again, by the account's clock.
    pub next_at: Option<Timestamp>,
    pub processing_at: Option<Timestamp>,
    /// When a withdrawal was sent, if the rail or an operator has reported it.
    pub sent_at: Option<Timestamp>,
    /// The bank's reference for the payment of a withdrawal, as an operator typed it.
    pub bank_reference: Option<String>,
    pub returned_at: Option<Timestamp>,
    /// The transaction on the chain that carried it.
    pub hash: Option<String>,
    /// Whether Florin made it of incoming payments, because the owner wants that.
    pub is_automatic: bool,
    /// How many events it has had.
    pub events: i64,
}

impl ExternalTransfer {
    /// One that nothing has happened to yet.
    pub fn new(
        mode: Mode,
        route: Route,
        counterparty: Counterparty,
        terms: Terms,
        outside: Amount,
        reference: String,
    ) -> ExternalTransfer {
        ExternalTransfer {
            mode,
            route,
            counterparty,
            terms,
            outside,
            announced: outside,
            rate_lock: None,
            max_worth: None,
            received_at: None,
            reference,
            quote: None,
            submission: Submission::None,
            transfer_time: None,
            expires_at: None,
            next_at: None,
            processing_at: None,
            sent_at: None,
            bank_reference: None,
            returned_at: None,
            hash: None,
            is_automatic: false,
            events: 0,
        }
    }

    /// What it costs on the way out; what is wrong with its price was refused when it was made.
    pub fn fees_of_withdrawal(&self, inside: Amount) -> Fees {
        self.terms.withdrawal(inside).map_or(Fees::default(), |price| price.fees)
    }

    pub fn fees_of_deposit(&self) -> Fees {
        self.terms.deposit(self.outside).map_or(Fees::default(), |price| price.fees)
    }
}
