//! Explains problems of bank details in the reader's language.

use i18n::Locale;
use rules::bank_identifiers::BankDetailProblem;

pub fn bank_detail_problem(locale: Locale, problem: BankDetailProblem) -> &'static str {
    match problem {
        BankDetailProblem::RoutingNumberLength => locale.text("validation-routing-number-length"),
        BankDetailProblem::RoutingNumberZeros => locale.text("validation-routing-number-zeros"),
        BankDetailProblem::RoutingNumberCheckDigit => locale.text("validation-routing-number-check-digit"),
        BankDetailProblem::UsAccountLength => locale.text("validation-us-account-length"),
        BankDetailProblem::PixKeyKind => locale.text("validation-pix-key"),
        BankDetailProblem::PixEmail => locale.text("validation-pix-email"),
        BankDetailProblem::PixEmailTooLong => locale.text("validation-pix-email-too-long"),
        BankDetailProblem::PixEmailCapitals => locale.text("validation-pix-email-capitals"),
        BankDetailProblem::PixPhone => locale.text("validation-pix-phone"),
        BankDetailProblem::CpfLength => locale.text("validation-cpf-length"),
        BankDetailProblem::CpfRepeatedDigit => locale.text("validation-cpf-repeated-digit"),
        BankDetailProblem::CpfCheckDigits => locale.text("validation-cpf-check-digits"),
        BankDetailProblem::CnpjShape => locale.text("validation-cnpj-shape"),
        BankDetailProblem::CnpjZeros => locale.text("validation-cnpj-zeros"),
        BankDetailProblem::CnpjCheckDigits => locale.text("validation-cnpj-check-digits"),
        BankDetailProblem::CbuLength => locale.text("validation-cbu-length"),
        BankDetailProblem::CbuZeros => locale.text("validation-cbu-zeros"),
        BankDetailProblem::CbuFirstCheckDigit => locale.text("validation-cbu-first-check-digit"),
        BankDetailProblem::CbuLastCheckDigit => locale.text("validation-cbu-last-check-digit"),
        BankDetailProblem::CbuIsCvu => locale.text("validation-cbu-is-cvu"),
        BankDetailProblem::CvuIsCbu => locale.text("validation-cvu-is-cbu"),
        BankDetailProblem::AliasShape => locale.text("validation-alias-shape"),
        BankDetailProblem::CitizenCardLength => locale.text("validation-citizen-card-length"),
        BankDetailProblem::ForeignerCardLength => locale.text("validation-foreigner-card-length"),
        BankDetailProblem::StayPermitLength => locale.text("validation-stay-permit-length"),
        BankDetailProblem::PassportShape => locale.text("validation-passport-shape"),
        BankDetailProblem::NitShape => locale.text("validation-nit-shape"),
        BankDetailProblem::NitCheckDigit => locale.text("validation-nit-check-digit"),
        BankDetailProblem::BankCodeLength => locale.text("validation-bank-code-length"),
        BankDetailProblem::ColombianAccountLength => locale.text("validation-colombian-account-length"),
        BankDetailProblem::ClabeLength => locale.text("validation-clabe-length"),
        BankDetailProblem::ClabeZeros => locale.text("validation-clabe-zeros"),
        BankDetailProblem::ClabeCheckDigit => locale.text("validation-clabe-check-digit"),
        BankDetailProblem::TransitLength => locale.text("validation-transit-length"),
        BankDetailProblem::InstitutionLength => locale.text("validation-institution-length"),
        BankDetailProblem::CanadianAccountLength => locale.text("validation-canadian-account-length"),
        BankDetailProblem::IbanCharacters => locale.text("validation-iban-characters"),
        BankDetailProblem::IbanTooShort => locale.text("validation-iban-too-short"),
        BankDetailProblem::IbanCountry => locale.text("validation-iban-country"),
        BankDetailProblem::IbanLength => locale.text("validation-iban-length"),
        BankDetailProblem::IbanStructure => locale.text("validation-iban-structure"),
        BankDetailProblem::IbanCheckDigits => locale.text("validation-iban-check-digits"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use i18n::Locale;
    use rules::bank_identifiers::BankDetailProblem;
    use rules::language::Language;

    use super::bank_detail_problem;

    #[test]
    fn every_problem_has_a_sentence_of_its_own_in_each_language() {
        for language in Language::ALL {
            let sentences: BTreeSet<&str> = BankDetailProblem::ALL
                .into_iter()
                .map(|problem| bank_detail_problem(Locale::from(language), problem))
                .collect();
            assert_eq!(sentences.len(), BankDetailProblem::ALL.len(), "{language:?}: {sentences:?}");
            assert!(sentences.iter().all(|sentence| sentence.ends_with('.')), "{language:?}: {sentences:?}");
        }
    }
}
