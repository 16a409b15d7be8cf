//! The payment rails. Everything about one of them is in the file named after it, here and in `web::rails`.

pub mod ars_transfers;
pub mod brl_pix;
pub mod cad_eft;
pub mod cop_pse;
pub mod eur_sepa;
pub mod mxn_spei;
mod spec;
pub mod usd_ach;
pub mod usd_fedwire;

pub use spec::{RailSpec, SandboxSpec};

use crate::language::Region;
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

impl Rail {
    pub const fn spec(self) -> &'static RailSpec {
        match self {
            Rail::UsdAch => &usd_ach::SPEC,
            Rail::UsdFedwire => &usd_fedwire::SPEC,
            Rail::BrlPix => &brl_pix::SPEC,
            Rail::ArsTransfers => &ars_transfers::SPEC,
            Rail::CopPse => &cop_pse::SPEC,
            Rail::MxnSpei => &mxn_spei::SPEC,
            Rail::CadEft => &cad_eft::SPEC,
            Rail::EurSepa => &eur_sepa::SPEC,
        }
    }

    /// The rail that most people in this region have an account on.
    pub const fn of_region(region: Region) -> Rail {
        match region {
            Region::Argentina => Rail::ArsTransfers,
            Region::Brazil => Rail::BrlPix,
            Region::Canada => Rail::CadEft,
            Region::Colombia => Rail::CopPse,
            Region::EuroArea => Rail::EurSepa,
            Region::Mexico => Rail::MxnSpei,
            Region::UnitedStates => Rail::UsdAch,
        }
    }

    /// The `payment_rail` of the API.
    pub const fn payment_rail(self) -> &'static str {
        self.name()
    }

    /// The name of the object that holds the rail's details in a bank account.
    pub const fn property(self) -> &'static str {
        self.spec().property
    }

    pub const fn currency(self) -> Currency {
        self.spec().currency
    }

    /// What people call it.
    pub const fn label(self) -> &'static str {
        self.spec().label
    }

    pub fn from_property(property: &str) -> Option<Rail> {
        Rail::ALL.into_iter().find(|rail| rail.property() == property)
    }
}
