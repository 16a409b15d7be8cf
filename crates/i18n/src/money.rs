//! Amounts with their currency, as banks show them.
//!
//! A digital dollar has its code behind it everywhere: `120.50 USDC`. A currency of banks has its symbol where the
//! reader's language puts it (`R$ 678,90`, `678,90 R$`). Five of ours share the symbol `$`, and one page shows several
//! of them, so those have their code as well: `$1,250.00 MXN`.

use std::borrow::Borrow;

use rules::money::{Amount, Currency};

use crate::locale::Locale;
use crate::number_style::{NO_BREAK_SPACE, SymbolPlace, digits};

/// An amount with its currency in four pieces, for pages that show some of them smaller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoneyParts {
    /// A minus and a symbol, where they stand before the number.
    pub before: String,
    pub whole: String,
    /// The decimals with their separator.
    pub fraction: String,
    /// A symbol or a code with the space before it, where it stands behind the number.
    pub after: String,
}

impl Locale {
    /// An amount with its currency, on one line: `120.50 USDC`, `R$ 678,90`, `$1,250.00 MXN`.
    pub fn money(self, amount: impl Borrow<Amount>, currency: impl Borrow<Currency>) -> String {
        let MoneyParts { before, whole, fraction, after } = self.money_parts(amount, currency);
        before + &whole + &fraction + &after
    }

    pub fn money_parts(self, amount: impl Borrow<Amount>, currency: impl Borrow<Currency>) -> MoneyParts {
        let (style, currency) = (self.numbers(), *currency.borrow());
        let digits = digits(*amount.borrow(), style);
        let (symbol, is_shared) = match currency {
            Currency::Usdc | Currency::Usdt => {
                let after = format!("{NO_BREAK_SPACE}{}", currency.code());
                let before = String::new();
                return MoneyParts { before, whole: digits.whole, fraction: digits.fraction, after };
            }
            Currency::Usd | Currency::Ars | Currency::Cop | Currency::Mxn | Currency::Cad => ("$", true),
            Currency::Brl => ("R$", false),
            Currency::Eur => ("€", false),
        };
        let (sign, whole) =
            digits.whole.strip_prefix('-').map_or(("", digits.whole.as_str()), |whole| ("-", whole));
        let (before, mut after) = match style.symbol {
            SymbolPlace::Before => (format!("{sign}{symbol}"), String::new()),
            SymbolPlace::BeforeWithSpace => (format!("{sign}{symbol}{NO_BREAK_SPACE}"), String::new()),
            SymbolPlace::AfterWithSpace => (sign.to_owned(), format!("{NO_BREAK_SPACE}{symbol}")),
        };
        if is_shared {
            after = format!("{after}{NO_BREAK_SPACE}{}", currency.code());
        }
        MoneyParts { before, whole: whole.to_owned(), fraction: digits.fraction, after }
    }
}
