//! What check digits catch, exactly. For each scheme: a random number with check digits computed another
//! way is accepted; every single-character error and every swap of neighbours is refused unless the scheme
//! cannot see it, and what it cannot see is worked out here by algebra and must then be accepted. IBANs
//! have a file of their own.

use proptest::prelude::*;
use regex::Regex;
use rules::bank_identifiers::{BankDetailProblem, aba, cbu, clabe, cnpj, cpf, nit};
use rules::rail::brl_pix;

type Check = fn(&str) -> Result<(), BankDetailProblem>;

/// A character's worth: its distance from `0`, for digits and for the letters of a CNPJ.
fn worth(byte: u8) -> i64 {
    i64::from(byte) - 48
}

fn dot(text: &str, weights: &[i64]) -> i64 {
    text.bytes().zip(weights).map(|(byte, weight)| worth(byte) * weight).sum()
}

/// Each place and each other character of the alphabet there.
fn single_errors<'a>(text: &'a str, alphabet: &'a str) -> impl Iterator<Item = (usize, String)> {
    text.char_indices().flat_map(move |(place, old)| {
        let others = alphabet.chars().filter(move |new| *new != old);
        others.map(move |new| (place, format!("{}{new}{}", &text[..place], &text[place + 1..])))
    })
}

/// Each place whose character differs from the next one, with the two exchanged.
fn swaps(text: &str) -> impl Iterator<Item = (usize, String)> {
    let places = (0..text.len() - 1).filter(|place| text.as_bytes()[*place] != text.as_bytes()[place + 1]);
    places.map(|place| {
        let mut bytes = text.as_bytes().to_vec();
        bytes.swap(place, place + 1);
        (place, String::from_utf8(bytes).expect("an ASCII text stays one"))
    })
}

const DIGITS: &str = "0123456789";

/// Sums modulo 10 with weights 1, 3, 7 and 9: each is coprime to 10, so no single error passes.
/// Neighbouring weights differ by an even number, never by zero or ten, so a swap passes exactly when the
/// two digits differ by 5. A swap across two blocks with sums of their own changes each block in one place
/// only and never passes.
fn assert_modulo_10(check: Check, valid: &str, block_end: usize) {
    for (_, wrong) in single_errors(valid, DIGITS) {
        assert!(check(&wrong).is_err(), "{valid} {wrong}");
    }
    for (place, wrong) in swaps(valid) {
        let distance = valid.as_bytes()[place].abs_diff(valid.as_bytes()[place + 1]);
        let unseen = distance == 5 && place + 1 != block_end;
        assert_eq!(check(&wrong).is_ok(), unseen, "{valid} {wrong}");
    }
}

#[test]
fn aba_sees_every_wrong_digit_and_every_swap_but_of_digits_five_apart() {
    let shape = Regex::new(aba::PATTERN).unwrap();
    proptest!(|(payload in "[0-9]{8}")| {
        prop_assume!(payload != "00000000");
        let d: Vec<i64> = payload.bytes().map(worth).collect();
        let sum = 3 * (d[0] + d[3] + d[6]) + 7 * (d[1] + d[4] + d[7]) + d[2] + d[5];
        let valid = format!("{payload}{}", (-sum).rem_euclid(10));
        prop_assert_eq!(aba::check(&valid), Ok(()));
        prop_assert!(shape.is_match(&valid));
        assert_modulo_10(aba::check, &valid, 9);
    });
}

#[test]
fn clabe_sees_every_wrong_digit_and_every_swap_but_of_digits_five_apart() {
    let shape = Regex::new(clabe::PATTERN).unwrap();
    proptest!(|(payload in "[0-9]{17}")| {
        prop_assume!(payload.bytes().any(|byte| byte != b'0'));
        // Banco de México's wording: each product modulo ten first, then ten less the sum.
        let products = payload.bytes().zip([3, 7, 1].into_iter().cycle());
        let sum = products.fold(0, |sum, (byte, weight)| (sum + worth(byte) * weight % 10) % 10);
        let valid = format!("{payload}{}", (10 - sum) % 10);
        prop_assert_eq!(clabe::check(&valid), Ok(()));
        prop_assert!(shape.is_match(&valid));
        assert_modulo_10(clabe::check, &valid, 18);
    });
}

#[test]
fn cbu_sees_every_wrong_digit_and_every_swap_but_of_digits_five_apart_in_one_block() {
    // From the right, both blocks count 3, 1, 7, 9.
    let seal = |block: &str| {
        let sum: i64 =
            block.bytes().rev().zip([3, 1, 7, 9].into_iter().cycle()).map(|(b, w)| worth(b) * w).sum();
        format!("{block}{}", (10 - sum % 10) % 10)
    };
    let shapes =
        [cbu::PATTERN, cbu::CBU_PATTERN, cbu::CVU_PATTERN].map(|pattern| Regex::new(pattern).unwrap());
    proptest!(|(entity in "000|[0-9]{3}", branch in "[0-9]{4}", account in "[0-9]{12}[1-9]")| {
        let valid = seal(&format!("{entity}{branch}")) + &seal(&account);
        let is_cvu = entity == "000";
        prop_assert_eq!(cbu::check(&valid), Ok(()));
        prop_assert_eq!(cbu::check_cvu(&valid).is_ok(), is_cvu);
        prop_assert_eq!(cbu::check_cbu(&valid).is_ok(), !is_cvu);
        prop_assert_eq!(shapes.each_ref().map(|shape| shape.is_match(&valid)), [true, !is_cvu, is_cvu]);
        assert_modulo_10(cbu::check, &valid, 8);
    });
}

/// Whether a sum that grows by `change` keeps its check digit. CPF and CNPJ take the sum modulo 11 and
/// write 10 as 0, so the digit stays when the sum does, modulo 11, or when it goes from 10 to 0 or back.
fn keeps_digit(sum: i64, change: i64) -> bool {
    let (old, new) = (sum.rem_euclid(11), (sum + change).rem_euclid(11));
    old == new || old + new == 10 && old * new == 0
}

/// The check digit, with the weights counted up: the complement to 11 of the official ones, which count
/// down.
fn digit_11(text: &str, weights: &[i64]) -> i64 {
    dot(text, weights) % 11 % 10
}

/// CPF and CNPJ alike: `first` weighs the payload, `second` the payload and the first check digit. An
/// error in the payload passes if both sums keep their digits. An error in one check digit never passes,
/// nor does a swap of the two: the first one is fixed by the payload. A swap across the border between
/// payload and check digits is the one case that algebra does not shorten; it is computed.
fn assert_modulo_11(check: Check, valid: &str, alphabet: &str, first: &[i64], second: &[i64]) {
    let length = first.len();
    let sums = (dot(valid, first), dot(valid, second));
    for (place, wrong) in single_errors(valid, alphabet) {
        let change = worth(wrong.as_bytes()[place]) - worth(valid.as_bytes()[place]);
        let unseen = place < length
            && keeps_digit(sums.0, first[place] * change)
            && keeps_digit(sums.1, second[place] * change);
        assert_eq!(check(&wrong).is_ok(), unseen, "{valid} {wrong}");
    }
    for (place, wrong) in swaps(valid) {
        let change = worth(wrong.as_bytes()[place]) - worth(valid.as_bytes()[place]);
        let unseen = if place + 1 < length {
            keeps_digit(sums.0, (first[place] - first[place + 1]) * change)
                && keeps_digit(sums.1, (second[place] - second[place + 1]) * change)
        } else if place + 1 == length {
            digit_11(&wrong, first) == worth(wrong.as_bytes()[length])
                && keeps_digit(sums.1, (second[place] - second[place + 1]) * change)
        } else {
            false
        };
        assert_eq!(check(&wrong).is_ok(), unseen, "{valid} {wrong}");
    }
}

fn seal_11(payload: &str, first: &[i64], second: &[i64]) -> String {
    let with_first = format!("{payload}{}", digit_11(payload, first));
    let last = digit_11(&with_first, second);
    format!("{with_first}{last}")
}

const CPF_FIRST: [i64; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/// The first digit weighs nothing in the second sum: 11 is 0 modulo 11.
const CPF_SECOND: [i64; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const CNPJ_FIRST: [i64; 12] = [6, 7, 8, 9, 2, 3, 4, 5, 6, 7, 8, 9];
const CNPJ_SECOND: [i64; 13] = [5, 6, 7, 8, 9, 2, 3, 4, 5, 6, 7, 8, 9];

#[test]
fn cpf_sees_every_error_that_does_not_move_both_sums_between_ten_and_zero() {
    let shapes = [cpf::PATTERN, brl_pix::KEY_PATTERN].map(|pattern| Regex::new(pattern).unwrap());
    proptest!(|(payload in "[0-9]{9}")| {
        prop_assume!(payload.bytes().any(|byte| byte != payload.as_bytes()[0]));
        let valid = seal_11(&payload, &CPF_FIRST, &CPF_SECOND);
        prop_assert_eq!(cpf::check(&valid), Ok(()));
        prop_assert_eq!(brl_pix::check_key(&valid), Ok(()));
        prop_assert!(shapes.iter().all(|shape| shape.is_match(&valid)));
        assert_modulo_11(cpf::check, &valid, DIGITS, &CPF_FIRST, &CPF_SECOND);
    });
}

#[test]
fn cnpj_sees_every_error_that_does_not_move_both_sums_between_ten_and_zero() {
    let shapes = [cnpj::PATTERN, brl_pix::KEY_PATTERN].map(|pattern| Regex::new(pattern).unwrap());
    // A letter in place of a check digit is refused for its shape, which the algebra does not know.
    proptest!(|(payload in "[0-9]{11}[1-9]|[0-9A-Z]{11}[1-9]")| {
        let valid = seal_11(&payload, &CNPJ_FIRST, &CNPJ_SECOND);
        prop_assert_eq!(cnpj::check(&valid), Ok(()));
        prop_assert_eq!(brl_pix::check_key(&valid), Ok(()));
        prop_assert!(shapes.iter().all(|shape| shape.is_match(&valid)));
        let alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        assert_modulo_11(cnpj::check, &valid, alphabet, &CNPJ_FIRST, &CNPJ_SECOND);
    });
}

/// The DIAN writes remainders 0 and 1 as they are and others as 11 less: 1 and 10 share the digit 1,
/// nothing else is shared. Every weight, and every difference of neighbours, is other than 0 modulo 11, so
/// that an error in the nine digits passes exactly if it moves the remainder from 1 to 10 or back. The
/// check digit's own error never passes.
#[test]
fn nit_sees_every_error_that_does_not_move_the_remainder_between_one_and_ten() {
    const WEIGHTS: [i64; 9] = [8, 4, 7, 1, 8, 6, 2, 7, 3];
    const DIGIT_OF: [i64; 11] = [0, 1, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    let digit = |number: &str| DIGIT_OF[(dot(number, &WEIGHTS) % 11) as usize];
    let shape = Regex::new(nit::PATTERN).unwrap();
    proptest!(|(number in "[0-9]{9}")| {
        let valid = format!("{number}{}", digit(&number));
        let hyphenated = format!("{number}-{}", digit(&number));
        for text in [&number, &valid, &hyphenated] {
            prop_assert_eq!(nit::check(text), Ok(()));
            prop_assert!(shape.is_match(text));
        }
        let remainder = dot(&number, &WEIGHTS).rem_euclid(11);
        let moves = |change: i64| {
            let new = (remainder + change).rem_euclid(11);
            (remainder, new) == (1, 10) || (remainder, new) == (10, 1)
        };
        for (place, wrong) in single_errors(&valid, DIGITS) {
            let change = worth(wrong.as_bytes()[place]) - worth(valid.as_bytes()[place]);
            let unseen = place < 9 && moves(WEIGHTS[place] * change);
            prop_assert_eq!(nit::check(&wrong).is_ok(), unseen, "{} {}", valid, wrong);
        }
        for (place, wrong) in swaps(&valid) {
            let change = worth(wrong.as_bytes()[place]) - worth(valid.as_bytes()[place]);
            let unseen = match place {
                8 => digit(&wrong[..9]) == worth(wrong.as_bytes()[9]),
                _ => moves((WEIGHTS[place] - WEIGHTS[place + 1]) * change),
            };
            prop_assert_eq!(nit::check(&wrong).is_ok(), unseen, "{} {}", valid, wrong);
        }
    });
}

/// Pairs found by hand: proof that the exceptions above are real, and not a check that was forgotten.
#[test]
fn errors_that_a_scheme_cannot_see_are_accepted() {
    let pairs: [(Check, &str, &str); 11] = [
        (aba::check, "011100054", "011100504"),
        (clabe::check, "216742589159630677", "261742589159630677"),
        (cbu::check, "4835074156922183389374", "4385074156922183389374"),
        (cpf::check, "40413844005", "30413844005"),
        (cpf::check, "38701392000", "37801392000"),
        (cnpj::check, "94722176689000", "74722176689000"),
        (cnpj::check, "72129641853200", "72219641853200"),
        // A letter is worth 17 or more: A and 6 are eleven apart.
        (cnpj::check, "12ABC34501DE35", "126BC34501DE35"),
        (cnpj::check, "12ABC34501DE35", "12LBC34501DE35"),
        (nit::check, "9674892731", "1674892731"),
        (nit::check, "4506903711", "4506903171"),
    ];
    for (check, one, other) in pairs {
        assert_eq!((check(one), check(other)), (Ok(()), Ok(())), "{one} {other}");
    }
}
