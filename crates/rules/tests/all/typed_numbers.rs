//! Numbers of bank accounts as people type and paste them into forms: what they are read as, what stays wrong, and
//! what is a question because a guess would pay a stranger.

use proptest::prelude::*;
use rules::bank_identifiers::{aba, cbu, clabe, cpf, iban, typed};
use rules::country;
use rules::rail::ars_transfers::{ArsAccountType, check_account, typed_account};
use rules::rail::brl_pix::{PixKeyKind, TypedPixKey, check_key, typed_key};
use rules::rail::cop_pse::{CopDocumentType, check_document, typed_document};

fn key(text: &str) -> TypedPixKey {
    TypedPixKey::Key(text.to_owned())
}

#[test]
fn numbers_in_groups_are_read_without_what_is_between_them() {
    for (written, number) in [
        ("032 180 00011835971 9", "032180000118359719"),
        ("032-180-00011835971-9", "032180000118359719"),
        ("032\u{2013}180\u{2212}00011835971\u{a0}9", "032180000118359719"),
        (" \u{200e}\u{202a}021000021\u{202c}\n", "021000021"),
        ("0000000", "0000000"),
        // Text that runs from right to left shows its digits in reverse.
        ("\u{202e}120000120", "\u{202e}120000120"),
        ("0210\u{200b}00021", "0210\u{200b}00021"),
    ] {
        assert_eq!(typed::ungrouped(written), number, "{written:?}");
    }
    assert_eq!(aba::check(&typed::ungrouped("0210-0002-1")), Ok(()));
    assert!(aba::check(&typed::ungrouped("\u{202e}120000120")).is_err());
    for (written, number) in [
        ("de89 3704 0044 0532 0130 00", "DE89370400440532013000"),
        ("DE89-3704-0044-0532-0130-00", "DE89370400440532013000"),
        ("IBAN: DE89 3704 0044 0532 0130 00", "DE89370400440532013000"),
        ("iban de89370400440532013000", "DE89370400440532013000"),
    ] {
        assert_eq!(typed::iban(written), number, "{written}");
        assert_eq!(iban::check(number), Ok(()));
    }
}

#[test]
fn an_alias_is_never_joined() {
    let alias = Some(ArsAccountType::Alias);
    for (written, account_type, number) in [
        ("2850 5909 4009 0418 1352 01", Some(ArsAccountType::Cbu), "2850590940090418135201"),
        ("0000003-1 0000000000001-7", Some(ArsAccountType::Cvu), "0000003100000000000017"),
        (" mate.sol-luna ", alias, "mate.sol-luna"),
        ("mate.sol luna", alias, "mate.sol luna"),
        ("mate.sol-luna", None, "mate.sol-luna"),
    ] {
        assert_eq!(typed_account(account_type, written), number, "{written}");
    }
    assert!(check_account(ArsAccountType::Alias, &typed_account(alias, "mate.sol luna")).is_err());
}

#[test]
fn documents_of_colombia_may_have_dots() {
    use CopDocumentType::{Cc, Ce, Nit, Pass, Pep};
    for (document_type, written, number) in [
        (Cc, "1.020.304.050", "1020304050"),
        (Ce, "123 456", "123456"),
        (Nit, "890.903.938-8", "890903938-8"),
        (Nit, "890903938-8", "890903938-8"),
        (Nit, "890 903 938 \u{2013} 8", "8909039388"),
        (Pass, "ab-123 456", "AB123456"),
        (Pep, "123.456.789", "123456789"),
    ] {
        let read = typed_document(Some(document_type), written);
        // A hyphen that the check accepts stays, and any other is taken out.
        assert_eq!(read.replace('-', ""), number.replace('-', ""), "{written}");
        assert_eq!(check_document(document_type, &read), Ok(()), "{written}");
    }
    assert_eq!(typed_document(Some(Nit), "890903938-8"), "890903938-8");
    assert_eq!(typed_document(None, " 1.020 "), "1.020");
}

#[test]
fn pix_keys_are_read_in_the_spellings_in_which_people_have_them() {
    for (written, read) in [
        ("529.982.247-25", "52998224725"),
        ("529 982 247 25", "52998224725"),
        ("529982247-25", "52998224725"),
        ("12.345.678/0001-95", "12345678000195"),
        ("12345678/0001-95", "12345678000195"),
        ("12.abc.345/01de-35", "12ABC34501DE35"),
        ("+55 (11) 98765-4321", "+5511987654321"),
        ("(11) 98765-4321", "+5511987654321"),
        ("11 98765 4321", "+5511987654321"),
        ("11987654321", "+5511987654321"),
        ("55 11 98765-4321", "+5511987654321"),
        ("5511987654321", "+5511987654321"),
        ("(11) 3456-7890", "+551134567890"),
        ("\u{202a}+55 11 98765\u{2011}4321\u{202c}", "+5511987654321"),
        (" Ada.Lovelace@Example.COM ", "ada.lovelace@example.com"),
        ("123E4567-E89B-12D3-A456-426614174000", "123e4567-e89b-12d3-a456-426614174000"),
        ("123e4567-e89b-12d3-\na456-426614174000", "123e4567-e89b-12d3-a456-426614174000"),
        ("123E4567E89B12D3A456426614174000", "123e4567-e89b-12d3-a456-426614174000"),
    ] {
        assert_eq!(typed_key(written), key(read), "{written}");
        assert_eq!(check_key(read), Ok(()), "{written}");
    }
}

#[test]
fn what_is_no_key_is_still_refused() {
    for written in [
        "",
        "hello",
        "529.982.247-26",
        "52998224726",
        "+1 212 555 0100",
        "(20) 98765-4321",
        "20987654321",
        "(11) 8765-4321",
        "11 18765 4321",
        "98765-4321",
        "+55 98765-4321",
        "011 98765-4321",
        "0 11 98765 4321",
        "ada lovelace@example.com",
        "12.345.678/0001-96",
        "52998224725 52998224725",
        "(529) 982.247-25",
        "11.98765.4321",
        "\u{202e}52742289925",
        "529982\u{200b}24725",
        "５２９９８２２４７２５",
        "+55+11987654321",
        // Zeros that were lost in front are not put back.
        "9876543210",
        "123456789",
        "191",
    ] {
        match typed_key(written) {
            TypedPixKey::Key(read) => assert!(check_key(&read).is_err(), "{written:?} is {read}"),
            TypedPixKey::Either { .. } => panic!("{written:?} is two keys"),
        }
    }
}

#[test]
fn a_number_that_may_be_a_document_or_a_phone_is_a_question_with_two_unmistakable_answers() {
    // A CPF that is also a mobile number, and fixed numbers that are also CPFs without their zeros.
    for (written, document, phone) in [
        ("11987654374", "119.876.543-74", "+55 11 98765-4374"),
        ("1134567863", "011.345.678-63", "+55 11 3456-7863"),
        ("1234567890", "012.345.678-90", "+55 12 3456-7890"),
    ] {
        let read = typed_key(written);
        let TypedPixKey::Either { document: one, phone: other } = &read else {
            panic!("{written} is {read:?}")
        };
        assert_eq!((one.as_str(), other.as_str()), (document, phone), "{written}");
        for (answer, kind) in [(document, PixKeyKind::Cpf), (phone, PixKeyKind::Phone)] {
            let TypedPixKey::Key(answer) = typed_key(answer) else { panic!("{answer} is two keys") };
            assert_eq!((check_key(&answer), PixKeyKind::of(&answer)), (Ok(()), Some(kind)));
        }
    }
    // The same digits, written as one of the two.
    assert_eq!(typed_key("(11) 98765-4374"), key("+5511987654374"));
    assert_eq!(typed_key("119876543-74"), key("11987654374"));
}

#[test]
fn each_kind_of_key_is_known() {
    for (text, kind) in [
        ("52998224725", PixKeyKind::Cpf),
        ("12ABC34501DE35", PixKeyKind::Cnpj),
        ("+5511987654321", PixKeyKind::Phone),
        ("ada@example.com", PixKeyKind::Email),
        ("123e4567-e89b-12d3-a456-426614174000", PixKeyKind::Random),
    ] {
        assert_eq!(PixKeyKind::of(text), Some(kind), "{text}");
    }
    assert_eq!(PixKeyKind::of("5"), None);
}

#[test]
fn the_country_of_an_iban_is_one_of_the_api() {
    assert_eq!(iban::country("DE89370400440532013000"), Some("DEU"));
    assert_eq!(iban::country("GB29NWBK60161331926819"), Some("GBR"));
    assert_eq!((iban::country("US"), iban::country("D"), iban::country("é")), (None, None, None));
    let letters = || b'A'..=b'Z';
    let codes = letters().flat_map(|one| letters().map(move |other| [one, other]));
    let known: Vec<&str> =
        codes.filter_map(|code| iban::country(std::str::from_utf8(&code).expect("letters"))).collect();
    assert!(known.len() == 42 && known.iter().all(|code| country::is_known(code)), "{known:?}");
}

/// A CPF, with check digits.
fn cpfs() -> impl Strategy<Value = String> {
    "[0-9]{9}".prop_filter_map("a repeated digit", |body| {
        let digits = (0..100).map(|digits| format!("{body}{digits:02}"));
        digits.into_iter().find(|text| cpf::check(text).is_ok())
    })
}

fn keys() -> impl Strategy<Value = String> {
    let phone = "\\+55[1-9]{2}[0-9]{8,9}";
    let random = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
    prop_oneof![cpfs(), phone, random, "[a-z]{1,9}@[a-z]{1,9}\\.com"]
}

proptest! {
    /// A key that the API takes is the same key in a form, or a question.
    #[test]
    fn a_valid_key_is_never_changed(valid in keys()) {
        prop_assert_eq!(check_key(&valid), Ok(()));
        match typed_key(&valid) {
            TypedPixKey::Key(read) => prop_assert_eq!(read, valid),
            TypedPixKey::Either { document, .. } => {
                prop_assert_eq!(typed_key(&document), TypedPixKey::Key(valid));
            }
        }
    }

    /// Whatever is typed, its digits and letters are those of the key: only `+55` is added, and dashes of a UUID.
    #[test]
    fn no_digit_is_ever_invented(typed in "[0-9 .()/+-]{0,22}") {
        let TypedPixKey::Key(read) = typed_key(&typed) else { return Ok(()) };
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
        let (before, after) = (digits(&typed), digits(&read));
        prop_assert!(after == before || after == format!("55{before}"), "{} became {}", typed, read);
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,40}") {
        let _ = (typed_key(&text), typed::ungrouped(&text), typed::iban(&text), iban::country(&text));
    }

    #[test]
    fn valid_numbers_of_banks_are_never_changed(digits in "[0-9]{9,22}", alias in "[A-Za-z0-9.-]{6,20}") {
        prop_assert_eq!(typed::ungrouped(&digits), digits.clone());
        if cbu::check(&digits).is_ok() || clabe::check(&digits).is_ok() {
            prop_assert_eq!(typed_account(Some(ArsAccountType::Cbu), &digits), digits);
        }
        prop_assert_eq!(typed_account(Some(ArsAccountType::Alias), &alias), alias);
    }

    #[test]
    fn a_valid_document_is_never_changed(text in "[0-9A-Z]{3,16}|[0-9]{9}-[0-9]") {
        for document_type in CopDocumentType::ALL {
            if check_document(document_type, &text).is_ok() {
                prop_assert_eq!(typed_document(Some(document_type), &text), text.clone());
            }
        }
    }
}
