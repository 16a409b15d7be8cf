//! IBANs: the registry's examples for every SEPA country, and what modulo 97 catches, exactly.

use proptest::prelude::*;
use regex::Regex;
use rules::bank_identifiers::iban;

/// Country, length, the registry's structure of the BBAN field by field, and published examples.
#[rustfmt::skip]
const COUNTRIES: [(&str, usize, &str, &[&str]); 42] = [
    ("AD", 24, "4n4n12c", &["AD1200012030200359100100", "AD1400080001001234567890"]),
    ("AL", 28, "8n16c", &["AL47212110090000000235698741", "AL35202111090000000001234567"]),
    ("AT", 20, "5n11n", &["AT611904300234573201", "AT483200000012345864"]),
    ("BE", 16, "3n7n2n", &["BE68539007547034", "BE71096123456769"]),
    ("BG", 22, "4a4n2n8c", &["BG80BNBG96611020345678", "BG18RZBB91550123456789"]),
    ("CH", 21, "5n12c", &["CH9300762011623852957", "CH5604835012345678009"]),
    ("CY", 28, "3n5n16c", &["CY17002001280000001200527600", "CY21002001950000357001234567"]),
    ("CZ", 24, "4n6n10n", &["CZ6508000000192000145399", "CZ5508000000001234567899"]),
    ("DE", 22, "8n10n", &["DE89370400440532013000", "DE75512108001245126199"]),
    ("DK", 18, "4n9n1n", &["DK5000400440116243", "DK9520000123456789"]),
    ("EE", 20, "2n2n11n1n", &["EE382200221020145685", "EE471000001020145685"]),
    ("ES", 24, "4n4n1n1n10n", &["ES9121000418450200051332", "ES7921000813610123456789"]),
    ("FI", 18, "3n11n", &["FI2112345600000785", "FI1410093000123458"]),
    ("FR", 27, "5n5n11c2n", &["FR1420041010050500013M02606", "FR7630006000011234567890189"]),
    ("GB", 22, "4a6n8n", &["GB29NWBK60161331926819", "GB33BUKB20201555555555", "GB82WEST12345698765432"]),
    ("GI", 23, "4a15c", &["GI75NWBK000000007099453", "GI04BARC000001234567890"]),
    ("GR", 27, "3n4n16c", &["GR1601101250000000012300695", "GR9608100010000001234567890"]),
    ("HR", 21, "7n10n", &["HR1210010051863000160", "HR1723600001101234565"]),
    ("HU", 28, "3n4n1n15n1n", &["HU42117730161111101800000000", "HU93116000060000000012345676"]),
    ("IE", 22, "4a6n8n", &["IE29AIBK93115212345678", "IE64IRCE92050112345678"]),
    ("IS", 26, "4n2n6n10n", &["IS140159260076545510730339", "IS750001121234563108962099"]),
    ("IT", 27, "1a5n5n12c", &["IT60X0542811101000000123456"]),
    ("LI", 21, "5n12c", &["LI21088100002324013AA", "LI7408806123456789012"]),
    ("LT", 20, "5n11n", &["LT121000011101001000", "LT601010012345678901"]),
    ("LU", 20, "3n13c", &["LU280019400644750000", "LU120010001234567891"]),
    ("LV", 21, "4a13c", &["LV80BANK0000435195001", "LV97HABA0012345678910"]),
    ("MC", 27, "5n5n11c2n", &["MC5811222000010123456789030", "MC5810096180790123456789085"]),
    ("MD", 24, "2c18c", &["MD24AG000225100013104168", "MD21EX000000000001234567"]),
    ("ME", 22, "3n13n2n", &["ME25505000012345678951"]),
    ("MK", 19, "3n10c2n", &["MK07250120000058984", "MK07200002785123453"]),
    ("MT", 31, "4a5n18c", &["MT84MALT011000012345MTLCAST001S", "MT31MALT01100000000000000000123"]),
    ("NL", 18, "4a10n", &["NL91ABNA0417164300", "NL02ABNA0123456789"]),
    ("NO", 15, "4n6n1n", &["NO9386011117947", "NO8330001234567"]),
    ("PL", 28, "8n16n", &["PL61109010140000071219812874", "PL10105000997603123456789123"]),
    ("PT", 25, "4n4n11n2n", &["PT50000201231234567890154", "PT50002700000001234567833"]),
    ("RO", 24, "4a16c", &["RO49AAAA1B31007593840000", "RO66BACX0000001234567890"]),
    ("RS", 22, "3n13n2n", &["RS35260005601001611379", "RS35105008123123123173"]),
    ("SE", 24, "3n16n1n", &["SE4550000000058398257466", "SE7280000810340009783242"]),
    ("SI", 19, "5n8n2n", &["SI56263300012039086", "SI56192001234567892"]),
    ("SK", 24, "4n6n10n", &["SK3112000000198742637541", "SK8975000000000012345671"]),
    ("SM", 27, "1a5n5n12c", &["SM86U0322509800000000270100", "SM76P0854009812123456789123"]),
    ("VA", 22, "3n15n", &["VA59001123000012345678"]),
];

/// The registry's notation as one letter per character of the BBAN: `2n3c` is `nnccc`.
fn classes(structure: &str) -> String {
    structure
        .split_inclusive(|c: char| c.is_ascii_alphabetic())
        .map(|field| field[field.len() - 1..].repeat(field[..field.len() - 1].parse().expect("a count")))
        .collect()
}

/// The remainder of the whole expanded number, nine decimal places at a time, as a person would with a
/// calculator.
fn remainder(iban: &str) -> u64 {
    let (head, bban) = iban.split_at(4);
    let decimals: String = bban
        .chars()
        .chain(head.chars())
        .map(|c| c.to_digit(36).expect("a digit or a letter").to_string())
        .collect();
    decimals.as_bytes().chunks(9).fold(0, |carry, chunk| {
        let piece = str::from_utf8(chunk).expect("digits are ASCII");
        format!("{carry}{piece}").parse::<u64>().expect("eleven digits") % 97
    })
}

fn seal(country: &str, bban: &str) -> String {
    format!("{country}{:02}{bban}", 98 - remainder(&format!("{country}00{bban}")))
}

#[test]
fn the_examples_of_every_sepa_country_are_accepted() {
    let shape = Regex::new(iban::PATTERN).unwrap();
    for (country, length, structure, examples) in COUNTRIES {
        assert_eq!(classes(structure).len() + 4, length, "{country}");
        for example in examples {
            assert_eq!(&example[..2], country);
            assert_eq!(iban::check(example), Ok(()), "{example}");
            assert!(shape.is_match(example), "{example}");
        }
    }
}

#[test]
fn an_iban_of_another_length_is_refused_even_with_the_right_check_digits() {
    for (country, length, _, _) in COUNTRIES {
        let of_length = |length: usize| seal(country, &"1".repeat(length - 4));
        for other in (5..=34).filter(|other| *other != length) {
            assert!(iban::check(&of_length(other)).is_err(), "{country} {other}");
        }
    }
}

#[test]
fn an_iban_from_outside_sepa_is_refused() {
    // The registry's own examples: Saudi Arabia, Turkey, Brazil, Ukraine, Faroe Islands, Greenland,
    // Kosovo, Israel.
    for foreign in [
        "SA0380000000608010167519",
        "TR330006100519786457841326",
        "BR1800360305000010009795493C1",
        "UA213223130000026007233566001",
        "FO6264600001631634",
        "GL8964710001000206",
        "XK051212012345678906",
        "IL620108000000099999999",
    ] {
        assert_eq!(remainder(foreign), 1, "{foreign}");
        assert!(iban::check(foreign).is_err(), "{foreign}");
    }
    let shape = Regex::new(iban::PATTERN).unwrap();
    for country in ('A'..='Z').flat_map(|a| ('A'..='Z').map(move |b| format!("{a}{b}"))) {
        let is_sepa = COUNTRIES.iter().any(|(code, ..)| *code == country);
        assert_eq!(shape.is_match(&format!("{country}22111111111111111111")), is_sepa, "{country}");
    }
}

/// 00, 01 and 99 leave the same remainder as 97, 98 and 02, but no bank ever computed them.
#[test]
fn check_digits_outside_02_to_98_are_refused() {
    let mut seen = 0;
    for account in 0..2_000 {
        let bban = format!("37040044{account:010}");
        let right = seal("DE", &bban);
        for (digits, twin) in [("97", "00"), ("98", "01"), ("02", "99")] {
            if &right[2..4] == digits {
                let wrong = format!("DE{twin}{bban}");
                assert_eq!(remainder(&wrong), 1);
                assert!(iban::check(&right).is_ok() && iban::check(&wrong).is_err(), "{wrong}");
                seen += 1;
            }
        }
    }
    assert!(seen > 30);
}

/// Random characters of the country's classes; `c` is a letter in half of the cases.
fn bban(structure: &str) -> BoxedStrategy<String> {
    let pattern: String = classes(structure)
        .chars()
        .map(|class| match class {
            'n' => "[0-9]",
            'a' => "[A-Z]",
            _ => "([0-9]|[A-Z])",
        })
        .collect();
    proptest::string::string_regex(&pattern).expect("classes make a pattern").boxed()
}

/// Calls `property` with the classes of all characters and a few random IBANs of every country.
fn for_every_country(property: impl Fn(&str, &str)) {
    for (country, _, structure, _) in COUNTRIES {
        let classes = format!("aann{}", classes(structure));
        proptest!(ProptestConfig::with_cases(12), |(bban in bban(structure))| {
            property(&classes, &seal(country, &bban));
        });
    }
}

/// 97 is prime and greater than any difference of two digits or two letters, so that replacing a character
/// by one of its kind never passes. A letter takes two decimal places and a digit one: where a country
/// allows both, replacing one by the other shifts all that stands before it, and about one in 97 passes;
/// the second computation says which.
#[test]
fn modulo_97_sees_every_character_replaced_by_one_of_its_kind() {
    let shape = Regex::new(iban::PATTERN).unwrap();
    for_every_country(|classes, valid| {
        assert_eq!(iban::check(valid), Ok(()));
        assert!(shape.is_match(valid));
        for (place, old) in valid.char_indices() {
            for new in ('0'..='9').chain('A'..='Z').filter(|new| *new != old) {
                let wrong = format!("{}{new}{}", &valid[..place], &valid[place + 1..]);
                let is_same_kind = old.is_ascii_digit() == new.is_ascii_digit();
                let unseen = !is_same_kind && classes.as_bytes()[place] == b'c' && remainder(&wrong) == 1;
                assert_eq!(iban::check(&wrong).is_ok(), unseen, "{valid} {wrong}");
            }
        }
    });
}

/// Two digits that swap change the number by 9 times, two letters by 99 times their difference: never a
/// multiple of 97. A letter worth L and a digit d change it by 9 (L - 11 d), which is zero for B and 1, M
/// and 2, X and 3, and no multiple of 97 otherwise. The last check digit and the first of the BBAN are far
/// apart in the number, but 10 has the order 96 modulo 97, more than the longest IBAN has decimal places,
/// so they never pass either.
#[test]
fn modulo_97_sees_every_swap_but_those_of_b1_m2_and_x3() {
    for_every_country(|classes, valid| {
        for place in 0..valid.len() - 1 {
            let mut bytes = valid.as_bytes().to_vec();
            if bytes[place] == bytes[place + 1] {
                continue;
            }
            bytes.swap(place, place + 1);
            let wrong = String::from_utf8(bytes).unwrap();
            let blind = ["B1", "1B", "M2", "2M", "X3", "3X"].contains(&&valid[place..place + 2]);
            let unseen = blind && &classes[place..place + 2] == "cc";
            assert_eq!(iban::check(&wrong).is_ok(), unseen, "{valid} {wrong}");
        }
    });
    let (one, other) = (seal("RO", "AAAAB131007593840000"), seal("RO", "AAAA1B31007593840000"));
    assert_eq!(one[..4], other[..4], "the exception is real: both have the same check digits");
    assert_eq!((iban::check(&one), iban::check(&other)), (Ok(()), Ok(())));
}
