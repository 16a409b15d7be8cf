//! The rails' fields: published numbers are accepted, what people and machines get wrong is refused, and
//! every accepted value has the shape that the API description promises. Check digits have a file of their
//! own.

use regex::Regex;
use rules::bank_identifiers::{BankDetailProblem, aba, alias, cbu, clabe, cnpj, cpf, iban, nit, us_account};
use rules::money::Currency;
use rules::rail::cop_pse::{self, CopDocumentType};
use rules::rail::{Rail, brl_pix, cad_eft};

type Check = fn(&str) -> Result<(), BankDetailProblem>;

struct Scheme {
    name: &'static str,
    check: Check,
    pattern: &'static str,
    good: &'static [&'static str],
    bad: &'static [&'static str],
}

/// Numbers of banks, companies and authorities that publish them, and the examples of the schemes' own
/// documents. The CVUs are made up for three providers' published prefixes: real ones belong to people.
#[rustfmt::skip]
const SCHEMES: [Scheme; 19] = [
    Scheme {
        name: "ABA",
        check: aba::check,
        pattern: aba::PATTERN,
        good: &[
            "021000021", "026009593", "121000248", "011000015", "111000025", "122105155", "124003116",
            "322271627", "011401533", "110000000", "021000089", "091000019", "121042882", "000000518",
            "071000013", "072000326",
        ],
        bad: &["000000000", "123456789", "021000022", "21000021", "0210000210", "021-000-021", "02100002X"],
    },
    Scheme {
        name: "US account",
        check: us_account::check,
        pattern: us_account::PATTERN,
        good: &["1234", "000123456789", "12345678901234567"],
        bad: &["123", "123456789012345678", "1234-5678", "12a4"],
    },
    Scheme {
        name: "CLABE",
        check: clabe::check,
        pattern: clabe::PATTERN,
        good: &[
            "032180000118359719", "002010077777777771", "002115016003269411", "646180157000000004",
            "014027000005555558", "021790064060296642",
        ],
        bad: &["000000000000000000", "032180000118359718", "03218000011835971", "0321800001183597190"],
    },
    Scheme {
        name: "CBU",
        check: cbu::check_cbu,
        pattern: cbu::CBU_PATTERN,
        good: &["2850590940090418135201", "0110599520000001234569", "0720000770000123456783"],
        bad: &[
            "2850590940090418135200", "2850590840090418135201", "0000003100000000000017",
            "285059094009041813520", "28505909-40090418135201", "0000000000000000000000",
        ],
    },
    Scheme {
        name: "CVU",
        check: cbu::check_cvu,
        pattern: cbu::CVU_PATTERN,
        good: &["0000003100000000000017", "0000007900123456789016", "0000013000000001234565"],
        bad: &[
            "0000003100000000000018", "0000003000000000000017", "2850590940090418135201",
            "000000310000000000001", "0000000000000000000000",
        ],
    },
    Scheme {
        name: "CBU or CVU",
        check: cbu::check,
        pattern: cbu::PATTERN,
        good: &["2850590940090418135201", "0000003100000000000017"],
        bad: &["2850590940090418135211", "0000003100000000000010", "alias.de.cuenta"],
    },
    Scheme {
        name: "alias",
        check: alias::check,
        pattern: alias::PATTERN,
        good: &["mate.sol.luna", "ABC123", "a-b.c-d", "12345678901234567890", "Casa.Verde-2"],
        bad: &["abcde", "123456789012345678901", "año.nuevo", "mate_sol", "mate sol", "mate@sol"],
    },
    Scheme {
        name: "CPF",
        check: cpf::check,
        pattern: cpf::PATTERN,
        good: &["11144477735", "52998224725", "39053344705", "12345678909", "24971563792", "98765432100"],
        bad: &["11111111111", "00000000000", "12345678900", "1114447773", "111444777350", "111.444.777-35"],
    },
    Scheme {
        name: "CNPJ",
        check: cnpj::check,
        pattern: cnpj::PATTERN,
        good: &[
            "00000000000191", "33000167000101", "60746948000112", "60701190000104", "00360305000104",
            "00038166000105", "11222333000181", "11444777000161", "12345678000195", "12ABC34501DE35",
        ],
        bad: &[
            "00000000000000", "00000000000192", "12abc34501de35", "12ABC34501DE3A", "12ABC34501DE36",
            "00.000.000/0001-91", "1122233300018", "112223330001810", "12ABC34501D35",
        ],
    },
    Scheme {
        name: "Pix key",
        check: brl_pix::check_key,
        pattern: brl_pix::KEY_PATTERN,
        good: &[
            "52998224725", "11222333000181", "12ABC34501DE35", "+5511987654321", "+556132141000",
            "+5599999999999", "fulano_da_silva.recebedor@example.com",
            "123e4567-e12b-12d1-a456-426655440000", "a@b.co",
        ],
        bad: &[
            "529.982.247-25", "52998224726", "11.222.333/0001-81", "12abc34501de35", "5511987654321",
            "11987654321", "+55119876543210", "+55119876543", "+5501987654321", "+5510987654321",
            "+14155552671", "+55 11987654321", "+", "+55", "Fulano@example.com", "fulano@example.COM",
            "fulano@", "@", "123E4567-E12B-12D1-A456-426655440000", "123e4567e12b12d1a456426655440000",
            "123e4567-e12b-12d1-a456-42665544000g", "{123e4567-e12b-12d1-a456-426655440000}",
            "123e4567-e12b-12d1-a456_426655440000", "fulano",
        ],
    },
    Scheme {
        name: "transit",
        check: cad_eft::check_transit,
        pattern: cad_eft::TRANSIT_PATTERN,
        good: &["00001", "10009", "99999"],
        bad: &["1234", "123456", "1234A", "12-34"],
    },
    Scheme {
        name: "institution",
        check: cad_eft::check_institution,
        pattern: cad_eft::INSTITUTION_PATTERN,
        good: &["001", "002", "003", "004", "010", "815"],
        bad: &["1", "01", "0001", "0O1"],
    },
    Scheme {
        name: "Canadian account",
        check: cad_eft::check_account,
        pattern: cad_eft::ACCOUNT_PATTERN,
        good: &["12345", "1234567", "123456789012"],
        bad: &["1234", "1234567890123", "12345-67"],
    },
    Scheme {
        name: "IBAN",
        check: iban::check,
        pattern: iban::PATTERN,
        good: &["DE89370400440532013000", "FR1420041010050500013M02606", "MT84MALT011000012345MTLCAST001S"],
        bad: &["DE89 3704 0044 0532 0130 00", "de89370400440532013000", "DE", "DE89", "D"],
    },
    Scheme {
        name: "NIT",
        check: nit::check,
        pattern: nit::PATTERN,
        good: &[
            "2131234321", "890903938-8", "8909039388", "899999063-3", "860034313-7", "800197268-4",
            "900373923-8", "860002964-4", "900373923",
        ],
        bad: &["213.123.432-1", "8909039387", "890903938-", "890903938-88", "89090393", "890903938 8"],
    },
    Scheme {
        name: "cédula de ciudadanía",
        check: |text| cop_pse::check_document(CopDocumentType::Cc, text),
        pattern: cop_pse::DOCUMENT_PATTERN,
        good: &["12345", "79123456", "1020304050"],
        bad: &["1234", "10203040506", "1.020.304.050", "AB12345"],
    },
    Scheme {
        name: "passport",
        check: |text| cop_pse::check_document(CopDocumentType::Pass, text),
        pattern: cop_pse::DOCUMENT_PATTERN,
        good: &["AB12", "AT123456", "X0123456789", "ABCDEFGHIJKLMNOP"],
        bad: &["AB1", "ab123456", "AT-123456", "ABCDEFGHIJKLMNOPQ", "ÄB123456"],
    },
    Scheme {
        name: "Colombian bank code",
        check: cop_pse::check_bank_code,
        pattern: cop_pse::BANK_CODE_PATTERN,
        good: &["007", "051", "1007", "1551"],
        bad: &["7", "07", "10070", "00A"],
    },
    Scheme {
        name: "Colombian account",
        check: cop_pse::check_account,
        pattern: cop_pse::ACCOUNT_PATTERN,
        good: &["123456", "00123456789", "12345678901234567890"],
        bad: &["12345", "123456789012345678901", "123-456-789"],
    },
];

#[test]
fn published_numbers_are_accepted_and_have_the_described_shape() {
    for Scheme { name, check, pattern, good, .. } in SCHEMES {
        let pattern = Regex::new(pattern).unwrap();
        for text in good {
            assert_eq!(check(text), Ok(()), "{name} {text}");
            assert!(pattern.is_match(text), "{name} {text}");
        }
    }
}

#[test]
fn a_refusal_is_a_sentence_without_the_value() {
    for Scheme { name, check, bad, .. } in SCHEMES {
        for text in bad {
            let message = check(text).expect_err(&format!("{name} {text}")).message();
            assert!(message.len() > 20 && !message.ends_with('.'), "{name}: {message}");
            // Short values such as "+55" or "DE" are also words of the sentences.
            assert!(text.len() < 5 || !message.contains(text), "{name} {text}: {message}");
        }
    }
}

#[test]
fn what_surrounds_or_disguises_a_good_number_is_refused() {
    for Scheme { name, check, good, .. } in SCHEMES {
        for bad in ["", " ", "\0", "\n", "٣", "１２３", "null", "😀"] {
            assert!(check(bad).is_err(), "{name} {bad:?}");
        }
        for text in good {
            // In the middle, where no optional hyphen or dot could excuse it.
            let middle = text.len() / 2;
            for odd in
                ["\0", " ", "\n", "\r\n", "\t", "\u{a0}", "\u{200b}", "\u{202e}", "\u{feff}", "٣", "３", "é"]
            {
                for (before, after) in [("", *text), (*text, ""), text.split_at(middle)] {
                    let spoilt = format!("{before}{odd}{after}");
                    assert!(check(&spoilt).is_err(), "{name} {spoilt:?}");
                }
            }
            for zero in ['\u{660}', '\u{6f0}', '\u{966}', '\u{ff10}', '\u{1d7ce}'] {
                let script = |c: char| c.to_digit(10).and_then(|digit| char::from_u32(zero as u32 + digit));
                let disguised: String = text.chars().map(|c| script(c).unwrap_or(c)).collect();
                assert!(disguised == *text || check(&disguised).is_err(), "{name} {disguised}");
            }
            assert!(check(&text.repeat(1_000)).is_err(), "{name}");
        }
    }
}

#[test]
fn documents_without_a_check_digit_are_held_to_their_length() {
    let digits = |count| "1".repeat(count);
    let pattern = Regex::new(cop_pse::DOCUMENT_PATTERN).unwrap();
    for (document_type, lengths) in
        [(CopDocumentType::Cc, 5..=10), (CopDocumentType::Ce, 3..=7), (CopDocumentType::Pep, 5..=15)]
    {
        for count in 0..20 {
            let accepted = cop_pse::check_document(document_type, &digits(count)).is_ok();
            assert_eq!(accepted, lengths.contains(&count), "{} of {count}", document_type.name());
            assert!(!accepted || pattern.is_match(&digits(count)));
        }
        for wrong in ["", "ABCDEF", "12345\0", "12 345", "１２３４５", "-12345", "12345-6"] {
            assert!(cop_pse::check_document(document_type, wrong).is_err(), "{wrong:?}");
        }
    }
    assert_eq!(cop_pse::check_document(CopDocumentType::Nit, "890903938-8"), Ok(()));
    assert!(cop_pse::check_document(CopDocumentType::Nit, "890903938-1").is_err());
}

#[test]
fn document_types_have_the_codes_of_the_api() {
    assert_eq!(CopDocumentType::ALL.map(CopDocumentType::name), ["cc", "ce", "nit", "pass", "pep"]);
    for document_type in CopDocumentType::ALL {
        assert_eq!(CopDocumentType::parse(document_type.name()), Some(document_type));
    }
    for unknown in ["", "CC", "dni", "cc ", "nit\0"] {
        assert_eq!(CopDocumentType::parse(unknown), None, "{unknown:?}");
    }
}

#[test]
fn an_email_key_of_pix_is_at_most_77_characters() {
    let at_limit = format!("{}@example.mx.co", "a".repeat(63));
    assert_eq!(at_limit.len(), 77);
    assert_eq!(brl_pix::check_key(&at_limit), Ok(()));
    assert!(brl_pix::check_key(&format!("{at_limit}x")).is_err());
}

#[test]
fn every_rail_has_its_property_and_currency_and_no_other() {
    let table = [
        (Rail::UsdAch, "usd_ach", "usd_ach", Currency::Usd),
        (Rail::UsdFedwire, "usd_fedwire", "usd_domestic_wire", Currency::Usd),
        (Rail::BrlPix, "brl_pix", "brl_pix", Currency::Brl),
        (Rail::ArsTransfers, "ars_transfers_3_0", "ars_transfers", Currency::Ars),
        (Rail::CopPse, "cop_pse", "cop_ach", Currency::Cop),
        (Rail::MxnSpei, "mxn_spei", "mxn_spei", Currency::Mxn),
        (Rail::CadEft, "cad_eft", "cad_eft", Currency::Cad),
        (Rail::EurSepa, "eur_sepa", "eur_sepa", Currency::Eur),
    ];
    for rail in Rail::ALL {
        for (other, payment_rail, property, currency) in table {
            let same = rail == other;
            assert_eq!(Rail::parse(payment_rail) == Some(rail), same, "{payment_rail}");
            assert_eq!(Rail::from_property(property) == Some(rail), same, "{property}");
            assert!(!same || (rail.payment_rail(), rail.property()) == (payment_rail, property));
            for any in Currency::ALL {
                assert!(!same || (rail.currency() == any) == (currency == any), "{rail:?} {}", any.code());
            }
        }
    }
    for unknown in ["", "usd_domestic_wire", "ars_transfers", "cop_ach", "USD_ACH", "usd_ach ", "sepa"] {
        assert_eq!(Rail::parse(unknown), None, "{unknown:?}");
    }
    for unknown in ["", "usd_fedwire", "ars_transfers_3_0", "cop_pse", "EUR_SEPA", "name"] {
        assert_eq!(Rail::from_property(unknown), None, "{unknown:?}");
    }
}
