//! The rail objects of a bank account: what each holds and how its fields are checked one by one.

mod render;
mod together;

pub use render::render_details;
pub use together::check_together;

use rules::bank_account::{BankAccountType, HolderType};
use rules::country;
use rules::money::Currency;
use rules::rail::{Rail, aba, cad, clabe, cop, iban, pix, us_account};

use super::bank_accounts::NAME;
use crate::node::Node;
use crate::shape::{Field, Kind, Object, email, label, number};

pub static CREATE_BANK_ACCOUNT: Object = Object {
    name: "CreateBankAccount",
    about: "A bank account: its name, its rail, and the one object that belongs to the rail.",
    closed: true,
    fields: &with_rail_fields::<3, 11>([
        NAME,
        Field::required("currency", "The currency of the rail.", Kind::Choice(&Currency::NAMES)),
        Field::required(
            "payment_rail",
            "It decides the currency and the object.",
            Kind::Choice(&Rail::NAMES),
        ),
    ]),
};

/// One for each rail, in the order of [`Rail::ALL`].
pub const RAIL_FIELDS: [Field; 8] = [
    Field::optional("usd_ach", "Details on `usd_ach`, in USD.", Kind::Object(&USD)),
    Field::optional("usd_domestic_wire", "Details on `usd_fedwire`, in USD.", Kind::Object(&USD)),
    Field::optional("brl_pix", "Details on `brl_pix`, in BRL.", Kind::Object(&BRL_PIX)),
    Field::optional("ars_transfers", "Details on `ars_transfers_3_0`, in ARS.", Kind::Object(&ARS_TRANSFERS)),
    Field::optional("cop_ach", "Details on `cop_pse`, in COP.", Kind::Object(&COP_ACH)),
    Field::optional("mxn_spei", "Details on `mxn_spei`, in MXN.", Kind::Object(&MXN_SPEI)),
    Field::optional("cad_eft", "Details on `cad_eft`, in CAD.", Kind::Object(&CAD_EFT)),
    Field::optional("eur_sepa", "Details on `eur_sepa`, in EUR.", Kind::Object(&EUR_SEPA)),
];

/// An object's own fields, and one for each rail behind them.
pub const fn with_rail_fields<const OWN: usize, const ALL: usize>(own: [Field; OWN]) -> [Field; ALL] {
    let mut all = [own[0]; ALL];
    let mut index = 0;
    while index < ALL {
        all[index] = if index < OWN { own[index] } else { RAIL_FIELDS[index - OWN] };
        index += 1;
    }
    all
}

const fn name(field: &'static str, about: &'static str, example: &'static str) -> Field {
    Field::required(field, about, label(1, 255, example)).sensitive()
}

const fn optional_name(field: &'static str, about: &'static str, example: &'static str) -> Field {
    Field::optional(field, about, label(1, 255, example)).sensitive()
}

const ACCOUNT_TYPE: Field =
    Field::required("bank_account_type", "The kind of account.", Kind::Choice(&BankAccountType::NAMES));
const HOLDER_TYPE: Field =
    Field::required("bank_account_holder_type", "Who holds the account.", Kind::Choice(&HolderType::NAMES));
const OWNER_ADDRESS: Field =
    Field::required("owner_address", "The address of the owner.", Kind::Object(&ADDRESS));
const OWNER_BUSINESS_NAME: Field = optional_name(
    "owner_business_name",
    "The name of the business. Optional; recommended if a business holds the account.",
    "Lovelace Ltd",
);
const FOR_AN_INDIVIDUAL: &str = "Optional; recommended if an individual holds the account.";
const OWNER_FIRST_NAME: Field = optional_name("owner_first_name", FOR_AN_INDIVIDUAL, "Ada");
const OWNER_LAST_NAME: Field = optional_name("owner_last_name", FOR_AN_INDIVIDUAL, "Lovelace");

static ADDRESS: Object = Object {
    name: "Address",
    about: "A postal address.",
    closed: true,
    fields: &[
        Field::required("country", "A three-letter country code.", Kind::Choice(&country::CODES)),
        name("line1", "Street and number.", "12 Analytical Row"),
        name("city", "City or town.", "Springfield"),
        Field::required(
            "state",
            "State, province or region. May be empty: many countries have none.",
            label(0, 255, "IL"),
        )
        .sensitive(),
        name("postal_code", "Postal or ZIP code.", "62701"),
        optional_name("line2", "Floor, flat or building.", "Floor 2"),
    ],
};

static USD: Object = Object {
    name: "UsdRailInfo",
    about: "A bank account in the United States.",
    closed: true,
    fields: &[
        Field::required(
            "account_number",
            "4 to 17 digits.",
            number(4, 17, us_account::PATTERN, us_account::check, "000123456789"),
        )
        .sensitive(),
        Field::required(
            "routing_number",
            "The ABA routing number: 9 digits with a valid check digit.",
            number(9, 9, aba::PATTERN, aba::check, "021000021"),
        )
        .sensitive(),
        ACCOUNT_TYPE,
        HOLDER_TYPE,
        OWNER_ADDRESS,
        OWNER_BUSINESS_NAME,
        OWNER_FIRST_NAME,
        OWNER_LAST_NAME,
    ],
};

static BRL_PIX: Object = Object {
    name: "BrlPixInfo",
    about: "A Pix key.",
    closed: true,
    fields: &[Field::required(
        "pix_key",
        "A CPF or CNPJ, a phone number with +55, an email address or a random key.",
        number(5, 77, pix::PATTERN, pix::check, "12345678909"),
    )
    .sensitive()],
};

static ARS_TRANSFERS: Object = Object {
    name: "ArsTransfersInfo",
    about: "An account in Argentina, by CBU, CVU or alias.",
    closed: true,
    fields: &[
        name("beneficiary_name", "Who holds the account.", "Ada Lovelace"),
        Field::required("account_type", "What `account_value` is.", Kind::Choice(&["cvu", "cbu", "alias"])),
        Field::required(
            "account_value",
            "22 digits with valid check digits, or an alias of 6 to 20 letters, digits, dots and hyphens.",
            number(6, 22, r"^(?:[0-9]{22}|[A-Za-z0-9.\-]{6,20})$", |_| Ok(()), "2850590940090418135201"),
        )
        .sensitive(),
    ],
};

static COP_ACH: Object = Object {
    name: "CopAchInfo",
    about: "A bank account in Colombia.",
    closed: true,
    fields: &[
        name("beneficiary_first_name", "First name of who holds the account.", "Ada"),
        name("beneficiary_last_name", "Last name of who holds the account.", "Lovelace"),
        Field::required(
            "document_id",
            "Without dots or spaces.",
            number(3, 16, cop::DOCUMENT_PATTERN, |_| Ok(()), "1020304050"),
        )
        .sensitive(),
        Field::required(
            "document_type",
            "What `document_id` is.",
            Kind::Choice(&cop::CopDocumentType::NAMES),
        ),
        Field::required("email", "Where the bank reaches the beneficiary.", email()).sensitive(),
        Field::required(
            "bank_code",
            "3 or 4 digits.",
            number(3, 4, cop::BANK_CODE_PATTERN, cop::check_bank_code, "007"),
        ),
        Field::required(
            "bank_account",
            "6 to 20 digits.",
            number(6, 20, cop::ACCOUNT_PATTERN, cop::check_account, "12345678901"),
        )
        .sensitive(),
        Field::required("account_type", "The kind of account.", Kind::Choice(&BankAccountType::NAMES)),
    ],
};

static MXN_SPEI: Object = Object {
    name: "MxnSpeiInfo",
    about: "A bank account in Mexico.",
    closed: true,
    fields: &[
        name("beneficiary_name", "Who holds the account.", "Ada Lovelace"),
        Field::required(
            "spei_clabe",
            "18 digits with a valid check digit.",
            number(18, 18, clabe::PATTERN, clabe::check, "032180000118359719"),
        )
        .sensitive(),
    ],
};

static CAD_EFT: Object = Object {
    name: "CadEftInfo",
    about: "A bank account in Canada.",
    closed: true,
    fields: &[
        Field::required(
            "account_number",
            "5 to 12 digits.",
            number(5, 12, cad::ACCOUNT_PATTERN, cad::check_account, "1234567"),
        )
        .sensitive(),
        Field::required(
            "transit_number",
            "5 digits.",
            number(5, 5, cad::TRANSIT_PATTERN, cad::check_transit, "00022"),
        )
        .sensitive(),
        Field::required(
            "institution_number",
            "3 digits.",
            number(3, 3, cad::INSTITUTION_PATTERN, cad::check_institution, "003"),
        )
        .sensitive(),
        ACCOUNT_TYPE,
        HOLDER_TYPE,
        OWNER_BUSINESS_NAME,
        OWNER_FIRST_NAME,
        OWNER_LAST_NAME,
    ],
};

static EUR_SEPA: Object = Object {
    name: "EurSepaInfo",
    about: "A bank account in a SEPA country.",
    closed: true,
    fields: &[
        Field::required(
            "iban",
            "Upper case, without spaces.",
            number(15, 34, iban::PATTERN, iban::check, "DE89370400440532013000"),
        )
        .sensitive(),
        ACCOUNT_TYPE,
        HOLDER_TYPE,
        OWNER_ADDRESS,
        OWNER_BUSINESS_NAME,
        OWNER_FIRST_NAME,
        OWNER_LAST_NAME,
    ],
};

pub fn rail_of(body: &Node<'_>) -> Option<Rail> {
    body.text("payment_rail").and_then(Rail::parse)
}

#[cfg(test)]
mod tests {
    use super::RAIL_FIELDS;
    use rules::rail::Rail;

    #[test]
    fn rail_fields_stand_in_the_order_of_the_rails() {
        for (field, rail) in RAIL_FIELDS.iter().zip(Rail::ALL) {
            assert_eq!(field.name, rail.property());
        }
    }
}
