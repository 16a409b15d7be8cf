//! The payment rails, and the checks of the numbers each one needs.
//!
//! A check looks at the text alone: it never asks a bank, never corrects what it was given, and its
//! message never repeats the value, because bank details belong in no error and no log.

pub mod aba;
pub mod alias;
pub mod cad;
pub mod cbu;
pub mod clabe;
pub mod cnpj;
pub mod cop;
pub mod cpf;
mod digits;
pub mod iban;
pub mod nit;
pub mod pix;
pub mod us_account;

use crate::money::Currency;
use crate::named_enum;

named_enum! {
    /// A way to move fiat money into or out of a bank account.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
    pub enum Rail {
        UsdAch = "usd_ach",
        UsdFedwire = "usd_fedwire",
        BrlPix = "brl_pix",
        ArsTransfers = "ars_transfers_3_0",
        CopPse = "cop_pse",
        MxnSpei = "mxn_spei",
        CadEft = "cad_eft",
        EurSepa = "eur_sepa",
    }
}

/// The property that carries the rail's details, and its currency.
const TABLE: [(Rail, &str, Currency); 8] = [
    (Rail::UsdAch, "usd_ach", Currency::Usd),
    (Rail::UsdFedwire, "usd_domestic_wire", Currency::Usd),
    (Rail::BrlPix, "brl_pix", Currency::Brl),
    (Rail::ArsTransfers, "ars_transfers", Currency::Ars),
    (Rail::CopPse, "cop_ach", Currency::Cop),
    (Rail::MxnSpei, "mxn_spei", Currency::Mxn),
    (Rail::CadEft, "cad_eft", Currency::Cad),
    (Rail::EurSepa, "eur_sepa", Currency::Eur),
];

impl Rail {
    /// The `payment_rail` of the API.
    pub const fn payment_rail(self) -> &'static str {
        self.name()
    }

    /// The name of the object that holds the rail's details in a bank account.
    pub const fn property(self) -> &'static str {
        TABLE[self as usize].1
    }

    pub const fn currency(self) -> Currency {
        TABLE[self as usize].2
    }

    /// What people call it.
    pub const fn words(self) -> &'static str {
        match self {
            Rail::UsdAch => "ACH, United States",
            Rail::UsdFedwire => "Fedwire, United States",
            Rail::BrlPix => "Pix, Brazil",
            Rail::ArsTransfers => "Transfer, Argentina",
            Rail::CopPse => "ACH, Colombia",
            Rail::MxnSpei => "SPEI, Mexico",
            Rail::CadEft => "EFT, Canada",
            Rail::EurSepa => "SEPA, Europe",
        }
    }

    pub fn from_property(property: &str) -> Option<Rail> {
        Rail::ALL.into_iter().find(|rail| rail.property() == property)
    }
}

// A row in the wrong place would give one rail the names of another: that must not even compile.
const _: () = {
    let mut index = 0;
    while index < TABLE.len() {
        assert!(TABLE[index].0 as usize == index);
        index += 1;
    }
};
