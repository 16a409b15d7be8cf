//! Scopes: what a credential may do. Writing does not imply reading.

use std::fmt;

use crate::named_enum;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[repr(u8)]
    pub enum Scope {
        BalanceRead = "balance:read",
        BankAccountsRead = "bank_accounts:read",
        BankAccountsWrite = "bank_accounts:write",
        ExternalWalletsRead = "external_wallets:read",
        ExternalWalletsWrite = "external_wallets:write",
        RecipientsRead = "recipients:read",
        RecipientsWrite = "recipients:write",
        TransactionsRead = "transactions:read",
        DepositsRead = "deposits:read",
        DepositsWrite = "deposits:write",
        WithdrawalsRead = "withdrawals:read",
        WithdrawalsWrite = "withdrawals:write",
        PayoutsRead = "payouts:read",
        PayoutsWrite = "payouts:write",
    }
}

impl Scope {
    /// What the scope allows, in words, for people.
    pub const fn meaning(self) -> &'static str {
        match self {
            Scope::BalanceRead => "read the wallet balance",
            Scope::BankAccountsRead => "read bank accounts",
            Scope::BankAccountsWrite => "manage bank accounts",
            Scope::ExternalWalletsRead => "read external self-custody wallets",
            Scope::ExternalWalletsWrite => "manage external self-custody wallets",
            Scope::RecipientsRead => "read payout recipients",
            Scope::RecipientsWrite => "manage payout recipients",
            Scope::TransactionsRead => "read transaction history",
            Scope::DepositsRead => "read fiat-to-USDC deposits",
            Scope::DepositsWrite => "initiate fiat-to-USDC deposits",
            Scope::WithdrawalsRead => "read USDC-to-fiat withdrawals",
            Scope::WithdrawalsWrite => "initiate USDC-to-fiat withdrawals",
            Scope::PayoutsRead => "read outbound payouts",
            Scope::PayoutsWrite => "initiate outbound payouts",
        }
    }
}

impl Scope {
    /// Whether it changes nothing.
    pub fn is_read(self) -> bool {
        self.name().ends_with(":read")
    }
}

/// A set of scopes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Scopes(u16);

impl Scopes {
    pub const NONE: Scopes = Scopes(0);

    pub fn all() -> Scopes {
        Scope::ALL.into_iter().collect()
    }

    pub const fn contains(self, scope: Scope) -> bool {
        self.0 & 1 << scope as u8 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the other set has all of these.
    pub const fn is_within(self, other: Scopes) -> bool {
        self.0 & !other.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.contains(*scope))
    }

    /// Reads names separated by `separator`; the error is the first name that is no scope.
    pub fn parse(names: &str, separator: char) -> Result<Scopes, String> {
        names
            .split(separator)
            .filter(|name| !name.is_empty())
            .map(|name| Scope::parse(name).ok_or_else(|| name.to_owned()))
            .collect()
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Scopes {
        Scopes(scopes.into_iter().fold(0, |bits, scope| bits | 1 << scope as u8))
    }
}

/// Names separated by spaces, as OAuth writes them and as they are stored.
impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, scope) in self.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{}", scope.name())?;
        }
        Ok(())
    }
}

named_enum! {
    /// What most programs need, so that the owner of a key doesn't have to know each scope.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ScopePreset {
        ReadOnly = "read_only",
        Payouts = "payouts",
        Full = "full",
    }
}

impl ScopePreset {
    pub fn scopes(self) -> Scopes {
        match self {
            ScopePreset::ReadOnly => Scope::ALL.into_iter().filter(|scope| scope.is_read()).collect(),
            ScopePreset::Payouts => [
                Scope::BalanceRead,
                Scope::RecipientsRead,
                Scope::RecipientsWrite,
                Scope::TransactionsRead,
                Scope::PayoutsRead,
                Scope::PayoutsWrite,
            ]
            .into_iter()
            .collect(),
            ScopePreset::Full => Scopes::all(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Scope, ScopePreset, Scopes};

    #[test]
    fn every_set_of_scopes_survives_its_text() {
        for bits in 0..1_u16 << Scope::ALL.len() {
            let scopes = Scopes(bits);
            assert_eq!(Scopes::parse(&scopes.to_string(), ' '), Ok(scopes));
        }
    }

    #[test]
    fn an_unknown_name_is_named_in_the_error() {
        assert_eq!(Scopes::parse("balance:read,coffee:write", ','), Err("coffee:write".to_owned()));
        assert_eq!(Scopes::parse("Balance:read", ' '), Err("Balance:read".to_owned()));
    }

    #[test]
    fn a_preset_has_what_its_name_says_and_no_more() {
        let read = ScopePreset::ReadOnly.scopes();
        assert!(!read.is_empty() && read.iter().all(Scope::is_read));
        assert!(Scope::ALL.into_iter().filter(|scope| scope.is_read()).all(|scope| read.contains(scope)));
        let payouts = ScopePreset::Payouts.scopes();
        let writes: Vec<&str> = payouts.iter().filter(|scope| !scope.is_read()).map(Scope::name).collect();
        assert_eq!(writes, ["recipients:write", "payouts:write"]);
        assert_eq!(ScopePreset::Full.scopes(), Scopes::all());
    }
}
