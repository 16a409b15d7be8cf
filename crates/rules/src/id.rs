//! Typed ids: a prefix that names the kind, an underscore, and a time-ordered unique part.
//!
//! The unique part is a version 7 UUID in 26 characters of Crockford's base 32, so that ids sort by the time they
//! were made, in any collation. This module makes ids from values it is given; it never asks a clock or the dice.

use std::fmt;
use std::marker::PhantomData;

/// The kinds of id, each a type of its own so that one cannot be passed for another.
pub trait IdKind: 'static {
    const PREFIX: &'static str;
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $alias:ident $prefix:literal;)*) => {$(
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum $kind {}
        impl IdKind for $kind {
            const PREFIX: &'static str = $prefix;
        }
        $(#[$doc])*
        pub type $alias = Id<$kind>;
    )*};
}

kinds! {
    /// A person who can sign in.
    UserKind UserId "usr";
    /// One side, live or test, of a user's money and data: the tenant.
    AccountKind AccountId "acct";
    /// Who acts on an account: its own app (API keys) or a Connect App (OAuth tokens).
    AppKind AppId "app";
    /// An API key's record, never the key itself.
    ApiKeyKind ApiKeyId "key";
    BankAccountKind BankAccountId "ba";
    ExternalWalletKind ExternalWalletId "ew";
    RecipientKind RecipientId "rcp";
    /// Also a payout item: it is the transaction of type `payout`.
    TransactionKind TransactionId "txn";
    PayoutKind PayoutId "po";
    /// A payout that a user is writing.
    PayoutDraftKind PayoutDraftId "pd";
    EventKind EventId "evt";
    /// Where events are delivered to.
    EndpointKind EndpointId "we";
    /// Many deliveries that are made again.
    ReplayKind ReplayId "rpl";
    EmailKind EmailId "email";
    FreezeKind FreezeId "frz";
    QuoteKind QuoteId "qt";
    /// What a bank, a chain or an operator told us.
    RailNoticeKind RailNoticeId "ntc";
    /// A deposit address that is emptied.
    SweepKind SweepId "swp";
    SessionKind SessionId "ses";
    /// One line of a user's security log.
    SecurityKind SecurityId "sec";
    /// What a user allowed a Connect App.
    GrantKind GrantId "gr";
    /// One line of the operators' log.
    ActionKind ActionId "act";
}

/// An id of one kind.
pub struct Id<K> {
    value: u128,
    kind: PhantomData<K>,
}

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: usize = 26;
const NO_DIGIT: u8 = u8::MAX;

/// The value of each letter of the alphabet.
const DIGITS: [u8; 256] = {
    let mut digits = [NO_DIGIT; 256];
    let mut value = 0;
    while value < ALPHABET.len() {
        digits[ALPHABET[value] as usize] = value as u8;
        value += 1;
    }
    digits
};

impl<K: IdKind> Id<K> {
    /// An id made at `unix_millis` with these random bytes.
    pub fn new(unix_millis: u64, random: [u8; 10]) -> Id<K> {
        let uuid = uuid::Builder::from_unix_timestamp_millis(unix_millis, &random).into_uuid();
        Id { value: uuid.as_u128(), kind: PhantomData }
    }

    /// When it was made, in milliseconds since 1970.
    pub const fn unix_millis(self) -> u64 {
        (self.value >> 80) as u64
    }

    /// All that tells it apart from others of its kind.
    pub const fn number(self) -> u128 {
        self.value
    }

    /// Reads what [`fmt::Display`] wrote; anything else is no id.
    pub fn parse(text: &str) -> Option<Id<K>> {
        let part = text.strip_prefix(K::PREFIX)?.strip_prefix('_')?.as_bytes();
        // 26 × 5 bits are 130: the first character holds only three.
        if part.len() != LENGTH || part[0] > b'7' {
            return None;
        }
        let mut value = 0_u128;
        for byte in part {
            let digit = DIGITS[usize::from(*byte)];
            if digit == NO_DIGIT {
                return None;
            }
            value = value << 5 | u128::from(digit);
        }
        Some(Id { value, kind: PhantomData })
    }
}

/// Whether a text has the form of an id, of whatever kind.
pub fn has_form_of_id(text: &str) -> bool {
    let Some((prefix, part)) = text.split_once('_') else { return false };
    let part = part.as_bytes();
    (2..=5).contains(&prefix.len())
        && prefix.bytes().all(|byte| byte.is_ascii_lowercase())
        && part.len() == LENGTH
        && part[0] <= b'7'
        && part.iter().all(|byte| DIGITS[usize::from(*byte)] != NO_DIGIT)
}

/// How many ids a series has.
pub const SERIES: u128 = 1 << 10;

/// A row of ids that follow each other, made at once: as many as one command needs.
pub struct Series<K, const LENGTH: u128 = SERIES>(Id<K>);

/// For what happens to every account that knows a person.
pub type LongSeries<K> = Series<K, { 1 << 20 }>;

impl<K: IdKind, const LENGTH: u128> Series<K, LENGTH> {
    /// The series that this id would be in.
    pub fn around(id: Id<K>) -> Series<K, LENGTH> {
        Series(Id { value: id.value - id.value % LENGTH, kind: PhantomData })
    }

    pub fn nth(&self, index: usize) -> Id<K> {
        assert!((index as u128) < LENGTH, "no command needs this many ids");
        Id { value: self.0.value + index as u128, kind: PhantomData }
    }
}

impl<K: IdKind, const LENGTH: u128> fmt::Debug for Series<K, LENGTH> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}…", self.0)
    }
}
impl<K, const LENGTH: u128> Clone for Series<K, LENGTH> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K, const LENGTH: u128> Copy for Series<K, LENGTH> {}
impl<K, const LENGTH: u128> PartialEq for Series<K, LENGTH> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<K, const LENGTH: u128> Eq for Series<K, LENGTH> {}

/// A payout is the first of a series and its items follow it in the order of the request, so that they are found, and
/// listed, without an index of their own.
impl PayoutId {
    pub fn item(self, index: usize) -> TransactionId {
        assert!((index as u128) + 1 < SERIES, "no payout has this many items");
        Id { value: self.value + index as u128 + 1, kind: PhantomData }
    }

    /// The ids of its first items.
    pub fn items(self, count: usize) -> impl Iterator<Item = TransactionId> {
        (0..count).map(move |index| self.item(index))
    }
}

impl EventId {
    /// The email about the event. No other email has this id, because no other event has this number.
    pub fn email(self) -> EmailId {
        Id { value: self.value, kind: PhantomData }
    }
}

impl TransactionId {
    /// The payout whose item this is, if it is one.
    pub fn payout(self) -> PayoutId {
        Id { value: self.value - self.value % SERIES, kind: PhantomData }
    }
}

impl<K: IdKind> fmt::Display for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0_u8; LENGTH];
        for (index, byte) in text.iter_mut().enumerate() {
            let shift = 5 * (LENGTH - 1 - index);
            *byte = ALPHABET[(self.value >> shift & 31) as usize];
        }
        f.write_str(K::PREFIX)?;
        f.write_str("_")?;
        f.write_str(str::from_utf8(&text).expect("the alphabet is ASCII"))
    }
}

impl<K: IdKind> fmt::Debug for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

// Derives would ask the same of `K`, which is only a label.
impl<K> Clone for Id<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for Id<K> {}
impl<K> PartialEq for Id<K> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}
impl<K> Eq for Id<K> {}
impl<K> PartialOrd for Id<K> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<K> Ord for Id<K> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.value.cmp(&other.value)
    }
}
impl<K> std::hash::Hash for Id<K> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::{BankAccountId, RecipientId};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_id_survives_its_text(millis in 0_u64..1 << 48, random: [u8; 10]) {
            let id = BankAccountId::new(millis, random);
            prop_assert_eq!(BankAccountId::parse(&id.to_string()), Some(id));
        }

        #[test]
        fn ids_and_their_texts_sort_by_time(a in 0_u64..1 << 48, b in 0_u64..1 << 48, random: [u8; 10]) {
            let (x, y) = (BankAccountId::new(a, random), BankAccountId::new(b, random));
            prop_assert_eq!(a.cmp(&b), x.cmp(&y));
            prop_assert_eq!(a.cmp(&b), x.to_string().cmp(&y.to_string()));
        }

        #[test]
        fn no_text_is_two_ids(text in "ba_[0-9a-z]{26}") {
            if let Some(id) = BankAccountId::parse(&text) {
                prop_assert_eq!(id.to_string(), text);
            }
        }
    }

    #[test]
    fn an_id_of_another_kind_or_a_broken_one_is_none() {
        let id = BankAccountId::new(1_700_000_000_000, [7; 10]).to_string();
        assert_eq!(RecipientId::parse(&id), None);
        for wrong in [
            &id[..id.len() - 1],
            &id.to_uppercase(),
            "ba_",
            "",
            "..",
            "ba_zzzzzzzzzzzzzzzzzzzzzzzzzz",
            &format!("{id}0"),
            &format!(" {id}"),
            "ba_\0",
        ] {
            assert_eq!(BankAccountId::parse(wrong), None, "{wrong:?}");
        }
    }
}
