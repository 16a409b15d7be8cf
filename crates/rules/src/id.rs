//! Typed ids: a prefix that names the kind, an underscore, and a time-ordered unique part.
//!
//! The unique part is a version 7 UUID in 26 characters of Crockford's base 32, so that ids sort by the time they
//! were made, in any collation. This module makes ids from values it is given; it never asks a clock or the dice.

use std::fmt;
use std::marker::PhantomData;

/// The kinds of id, each a type of its own so that one cannot be passed for another.
pub trait Kind: 'static {
    const PREFIX: &'static str;
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $alias:ident $prefix:literal;)*) => {$(
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum $kind {}
        impl Kind for $kind {
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
    RecipientKind RecipientId "rcp";
    TransactionKind TransactionId "txn";
}

/// An id of one kind.
pub struct Id<K> {
    value: u128,
    kind: PhantomData<K>,
}

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: usize = 26;

impl<K: Kind> Id<K> {
    /// An id made at `unix_millis` with these random bytes.
    pub fn new(unix_millis: u64, random: [u8; 10]) -> Id<K> {
        let uuid = uuid::Builder::from_unix_timestamp_millis(unix_millis, &random).into_uuid();
        Id { value: uuid.as_u128(), kind: PhantomData }
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
            let digit = ALPHABET.iter().position(|letter| letter == byte)?;
            value = value << 5 | digit as u128;
        }
        Some(Id { value, kind: PhantomData })
    }
}

impl<K: Kind> fmt::Display for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0_u8; LENGTH];
        for (index, byte) in text.iter_mut().enumerate() {
            let shift = 5 * (LENGTH - 1 - index);
            *byte = ALPHABET[(self.value >> shift & 31) as usize];
        }
        let part = str::from_utf8(&text).expect("the alphabet is ASCII");
        write!(f, "{}_{part}", K::PREFIX)
    }
}

impl<K: Kind> fmt::Debug for Id<K> {
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
