//! Which plural a whole number takes: the cardinal rules of CLDR, for integers. `tests/all/golden.rs` compares them
//! with those of ICU.

use rules::language::Language;

/// The names by which catalogs choose a plural: `[one]`, `[many]` and `[other]`.
pub(crate) fn category(language: Language, number: i64) -> &'static str {
    let number = number.unsigned_abs();
    let is_singular = match language {
        Language::English | Language::Spanish => number == 1,
        Language::Portuguese | Language::French => number <= 1,
    };
    // "1 000 000 de paiements": whole millions are nouns in the Romance languages.
    let is_whole_millions = number != 0 && number.is_multiple_of(1_000_000);
    match language {
        _ if is_singular => "one",
        Language::Spanish | Language::Portuguese | Language::French if is_whole_millions => "many",
        Language::English | Language::Spanish | Language::Portuguese | Language::French => "other",
    }
}
