//! How the API and the dashboard present each rail. Each rail has one file here and one in `rules::rail`.

mod ars_transfers;
mod brl_pix;
mod cad_eft;
mod cop_pse;
mod eur_sepa;
mod form;
mod mxn_spei;
mod owner;
mod usd_ach;
mod usd_fedwire;
mod view;

pub use form::{Choices, FormField, Reading, Unasked};
pub use owner::{HOLDER_TYPE, NOT_PROVIDED};
pub use view::{DependentField, RailView};

use rules::rail::Rail;

use crate::shape::{Field, FieldKind};

pub const fn view(rail: Rail) -> &'static RailView {
    match rail {
        Rail::UsdAch => &usd_ach::VIEW,
        Rail::UsdFedwire => &usd_fedwire::VIEW,
        Rail::BrlPix => &brl_pix::VIEW,
        Rail::ArsTransfers => &ars_transfers::VIEW,
        Rail::CopPse => &cop_pse::VIEW,
        Rail::MxnSpei => &mxn_spei::VIEW,
        Rail::CadEft => &cad_eft::VIEW,
        Rail::EurSepa => &eur_sepa::VIEW,
    }
}

/// An object's own fields, and behind them the details of each rail, of which a bank account has one.
pub const fn with_rail_fields<const OWN: usize, const ALL: usize>(own: [Field; OWN]) -> [Field; ALL] {
    let mut all = [own[0]; ALL];
    let mut index = 0;
    while index < ALL {
        all[index] = if index < OWN { own[index] } else { rail_field(Rail::ALL[index - OWN]) };
        index += 1;
    }
    all
}

const fn rail_field(rail: Rail) -> Field {
    let view = view(rail);
    Field::optional(rail.property(), view.about, FieldKind::Object(view.details))
}
