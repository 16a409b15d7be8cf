//! Amounts with their currency, as banks show them.
//!
//! A digital dollar has its code behind it everywhere: `120.50 USDC`. A currency of banks has its symbol where the
//! reader's language puts it (`R$ 678,90`, `678,90 R$`). Five of ours share the symbol `$`, and one page shows several
//! of them, so those have their code as well: `$1,250.00 MXN`.

use std::borrow::Borrow;

use rules::money::{Amount, Currency};

use crate::locale::Locale;
use crate::number_style::{NO_BREAK_SPACE, SymbolPlace, digits};

impl Locale {
    /// An amount with its currency, on one line: `120.50 USDC`, `R$ 678,90`, `$1,250.00 MXN`.
    pub fn money(self, amount: impl Borrow<Amount>, currency: impl Borrow<Currency>) -> String {
        let (style, currency) = (self.numbers(), *currency.borrow());
        let digits = digits(*amount.borrow(), style);
        let number = digits.whole + &digits.fraction;
        let (symbol, is_shared) = match currency {
            Currency::Usdc | Currency::Usdt => return format!("{number}{NO_BREAK_SPACE}{}", currency.code()),
            Currency::Usd | Currency::Ars | Currency::Cop | Currency::Mxn | Currency::Cad => ("$", true),
            Currency::Brl => ("R$", false),
            Currency::Eur => ("€", false),
        };
        let (sign, number) = number.strip_prefix('-').map_or(("", number.as_str()), |number| ("-", number));
        let with_symbol = match style.symbol {
            SymbolPlace::Before => format!("{sign}{symbol}{number}"),
            SymbolPlace::BeforeWithSpace => format!("{sign}{symbol}{NO_BREAK_SPACE}{number}"),
            SymbolPlace::AfterWithSpace => format!("{sign}{number}{NO_BREAK_SPACE}{symbol}"),
        };
        if is_shared { format!("{with_symbol}{NO_BREAK_SPACE}{}", currency.code()) } else { with_symbol }
    }
}
