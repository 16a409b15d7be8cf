//! What Florin took a number for, in words, beside the field as soon as it is typed: people see a wrong guess before
//! money is sent.

use i18n::Locale;
use rules::rail::brl_pix::MaskedPixKey;

use super::fields::{Answer, Input};
use crate::page::FormFields;
use crate::rails::Reading;

/// What a field that is filled in well was taken for, if that isn't what was typed.
pub fn in_field(locale: Locale, input: &Input, form: &FormFields) -> Option<String> {
    let Answer::One(read) = input.answer(form) else { return None };
    match input.form.reading {
        Reading::PixKey => MaskedPixKey::of(&read).map(|key| locale.pix_key(&key)),
        Reading::Grouped | Reading::Iban | Reading::ArgentineAccount | Reading::ColombianDocument => {
            let is_changed = read != form.text(input.name());
            is_changed.then(|| locale.text_with("bank-number-read-as", &[("number", &read)]))
        }
        Reading::AsTyped => None,
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;
    use rules::rail::Rail;

    use super::in_field;
    use crate::dashboard::bank_accounts::fields::inputs;
    use crate::page::FormFields;

    fn recognized(locale: Locale, rail: Rail, field: &str, typed: &str) -> Option<String> {
        let mut form = FormFields::default();
        form.add_text(field.to_owned(), typed.to_owned());
        let inputs = inputs(rail);
        let input = inputs.iter().find(|input| input.name() == field).expect("asked for");
        in_field(locale, input, &form)
    }

    #[test]
    fn each_kind_of_pix_key_is_named() {
        for (typed, english, portuguese) in [
            ("529.982.247-25", "CPF ending in 25", "CPF com final 25"),
            ("12.345.678/0001-95", "CNPJ ending in 0195", "CNPJ com final 0195"),
            ("(11) 98765-4321", "Phone ending in 4321", "Telefone com final 4321"),
            ("Ada@Example.com", "Email a•••@example.com", "E-mail a•••@example.com"),
            (
                "123E4567-E89B-12D3-A456-426614174000",
                "Random key ending in 4000",
                "Chave aleatória com final 4000",
            ),
        ] {
            let said = |locale| recognized(locale, Rail::BrlPix, "pix_key", typed);
            assert_eq!(said(Locale::ENGLISH).as_deref(), Some(english));
            assert_eq!(said(Language::Portuguese.into()).as_deref(), Some(portuguese));
        }
        assert_eq!(recognized(Locale::ENGLISH, Rail::BrlPix, "pix_key", "11987654374"), None, "a question");
    }

    #[test]
    fn another_number_is_shown_if_it_was_changed() {
        let said = |typed| recognized(Locale::ENGLISH, Rail::MxnSpei, "spei_clabe", typed);
        assert_eq!(said("032 180 000118359719").as_deref(), Some("Read as 032180000118359719"));
        assert_eq!(said("032180000118359719"), None);
    }
}
