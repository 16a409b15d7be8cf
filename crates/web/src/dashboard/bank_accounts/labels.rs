//! What the fields of bank details, and what can be chosen in them, are called on pages.

use rules::rail::Rail;

use super::countries::country;

/// How one field is asked for.
pub struct Words {
    pub field: &'static str,
    pub label: &'static str,
    pub hint: &'static str,
    /// Which keys a phone shows.
    pub keys: &'static str,
}

const fn text(field: &'static str, label: &'static str, hint: &'static str) -> Words {
    Words { field, label, hint, keys: "" }
}

const fn number(field: &'static str, label: &'static str, hint: &'static str) -> Words {
    Words { field, label, hint, keys: "numeric" }
}

const WORDS: [Words; 29] = [
    number("account_number", "Account number", ""),
    number("routing_number", "Routing number", "The 9 digits at the lower left of a check."),
    text("bank_account_type", "Kind of account", ""),
    text("bank_account_holder_type", "Who holds the account?", ""),
    text("owner_business_name", "Business name", "Recommended. Use the name that the bank has on file."),
    text("owner_first_name", "First name", "Recommended."),
    text("owner_last_name", "Last name", "Recommended."),
    text("owner_address", "Address of the holder", ""),
    text("country", "Country", ""),
    text("line1", "Street and number", ""),
    text("line2", "Floor, flat or building", ""),
    text("city", "City", ""),
    text("state", "State or region", ""),
    text("postal_code", "Postal code", ""),
    text("pix_key", "Pix key", "A CPF or CNPJ, a phone number with +55, an email address or a random key."),
    text("beneficiary_name", "Name of the holder", "As the bank knows it."),
    text("account_value", "CBU, CVU or alias", "22 digits, or an alias such as mate.sol.luna."),
    text("beneficiary_first_name", "First name of the holder", ""),
    text("beneficiary_last_name", "Last name of the holder", ""),
    text("document_id", "Document number", "Without dots or spaces."),
    text("document_type", "Document", ""),
    text("email", "Email of the holder", "The bank writes to this address."),
    number("bank_code", "Bank code", "3 or 4 digits, such as 007."),
    number("bank_account", "Account number", "6 to 20 digits."),
    text("account_type", "Kind of account", ""),
    number("spei_clabe", "CLABE", "18 digits."),
    number("transit_number", "Transit number", "The 5 digits of the branch."),
    number("institution_number", "Institution number", "The 3 digits of the bank."),
    text("iban", "IBAN", "It begins with the letters of a country, such as DE or ES."),
];

/// The words of a field; its place, such as `owner_address.city`, may stand before it.
pub fn words(field: &str) -> Option<&'static Words> {
    let last = field.rsplit('.').next().unwrap_or(field);
    WORDS.iter().find(|words| words.field == last)
}

pub fn label(field: &str) -> String {
    words(field).map_or_else(|| crate::dashboard::parts::words(field), |words| words.label.to_owned())
}

/// A value that was chosen from a few, as people say it.
pub fn choice<'v>(field: &str, value: &'v str) -> &'v str {
    if field.rsplit('.').next() == Some("country") {
        return country(value);
    }
    match value {
        "checking" => "Checking",
        "savings" => "Savings",
        "business" => "A business",
        "individual" => "A person",
        "cbu" => "CBU (bank)",
        "cvu" => "CVU (wallet)",
        "alias" => "Alias",
        "cc" => "Cédula de ciudadanía",
        "ce" => "Cédula de extranjería",
        "nit" => "NIT",
        "pass" => "Passport",
        "pep" => "PEP",
        other => other,
    }
}

/// What a rail is good for, in one sentence.
pub const fn about(rail: Rail) -> &'static str {
    match rail {
        Rail::UsdAch => "US dollars. Cheap, takes about a day.",
        Rail::UsdFedwire => "US dollars. Dearer, arrives within hours.",
        Rail::BrlPix => "Brazilian reais. Arrives within seconds.",
        Rail::ArsTransfers => "Argentine pesos, by CBU, CVU or alias.",
        Rail::CopPse => "Colombian pesos. Takes about a day.",
        Rail::MxnSpei => "Mexican pesos. Arrives within seconds.",
        Rail::CadEft => "Canadian dollars. Takes about a day.",
        Rail::EurSepa => "Euro, in every SEPA country.",
    }
}
