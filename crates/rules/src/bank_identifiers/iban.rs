//! IBAN, the account number of SEPA: country, two check digits (modulo 97), and the country's own number
//! (BBAN).
//!
//! Written as machines exchange it: upper case, no spaces. Only countries of the SEPA schemes are
//! accepted, because a transfer elsewhere would never arrive. National check digits inside the BBAN are
//! left to the banks.

use super::problem::BankDetailProblem;
use CharacterClass::{Either as C, Letters as A, Numbers as N};

/// Country, check digits from 02 to 98, BBAN. The lengths and the BBAN's structure depend on the country.
pub const PATTERN: &str = concat!(
    "^(?:A[DLT]|B[EG]|C[HYZ]|D[EK]|E[ES]|F[IR]|G[BIR]|H[RU]|I[EST]|L[ITUV]|",
    "M[CDEKT]|N[LO]|P[LT]|R[OS]|S[EIKM]|VA)(?:0[2-9]|[1-8][0-9]|9[0-8])[0-9A-Z]{11,27}$"
);

/// What a run of characters holds: n, a and c in the IBAN registry.
#[derive(Clone, Copy)]
enum CharacterClass {
    Numbers,
    Letters,
    Either,
}

type Runs = &'static [(usize, CharacterClass)];

/// The SEPA countries that issue IBANs of their own (EPC409-09), with the structure of their BBANs (ISO
/// 13616 registry). Territories such as Åland, Réunion or Jersey use the codes FI, FR and GB.
const COUNTRIES: [(&str, Runs); 42] = [
    ("AD", &[(8, N), (12, C)]),
    ("AL", &[(8, N), (16, C)]),
    ("AT", &[(16, N)]),
    ("BE", &[(12, N)]),
    ("BG", &[(4, A), (6, N), (8, C)]),
    ("CH", &[(5, N), (12, C)]),
    ("CY", &[(8, N), (16, C)]),
    ("CZ", &[(20, N)]),
    ("DE", &[(18, N)]),
    ("DK", &[(14, N)]),
    ("EE", &[(16, N)]),
    ("ES", &[(20, N)]),
    ("FI", &[(14, N)]),
    ("FR", &[(10, N), (11, C), (2, N)]),
    ("GB", &[(4, A), (14, N)]),
    ("GI", &[(4, A), (15, C)]),
    ("GR", &[(7, N), (16, C)]),
    ("HR", &[(17, N)]),
    ("HU", &[(24, N)]),
    ("IE", &[(4, A), (14, N)]),
    ("IS", &[(22, N)]),
    ("IT", &[(1, A), (10, N), (12, C)]),
    ("LI", &[(5, N), (12, C)]),
    ("LT", &[(16, N)]),
    ("LU", &[(3, N), (13, C)]),
    ("LV", &[(4, A), (13, C)]),
    ("MC", &[(10, N), (11, C), (2, N)]),
    ("MD", &[(20, C)]),
    ("ME", &[(18, N)]),
    ("MK", &[(3, N), (10, C), (2, N)]),
    ("MT", &[(4, A), (5, N), (18, C)]),
    ("NL", &[(4, A), (10, N)]),
    ("NO", &[(11, N)]),
    ("PL", &[(24, N)]),
    ("PT", &[(21, N)]),
    ("RO", &[(4, A), (16, C)]),
    ("RS", &[(18, N)]),
    ("SE", &[(20, N)]),
    ("SI", &[(15, N)]),
    ("SK", &[(20, N)]),
    ("SM", &[(1, A), (10, N), (12, C)]),
    ("VA", &[(18, N)]),
];

pub fn check(text: &str) -> Result<(), BankDetailProblem> {
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase()) {
        return Err(BankDetailProblem::IbanCharacters);
    }
    let Some((head, bban)) = text.split_at_checked(4) else {
        return Err(BankDetailProblem::IbanTooShort);
    };
    let (country, check_digits) = head.split_at(2);
    let Some((_, runs)) = COUNTRIES.iter().find(|(code, _)| *code == country) else {
        return Err(BankDetailProblem::IbanCountry);
    };
    if bban.len() != runs.iter().map(|(length, _)| length).sum::<usize>() {
        return Err(BankDetailProblem::IbanLength);
    }
    if !follows(bban, runs) {
        return Err(BankDetailProblem::IbanStructure);
    }
    if !is_check_number(check_digits) || remainder_97(bban.bytes().chain(head.bytes())) != 1 {
        return Err(BankDetailProblem::IbanCheckDigits);
    }
    Ok(())
}

fn follows(bban: &str, runs: Runs) -> bool {
    let mut rest = bban.as_bytes();
    runs.iter().all(|(length, kind)| {
        let (run, after) = rest.split_at(*length);
        rest = after;
        match kind {
            CharacterClass::Numbers => run.iter().all(u8::is_ascii_digit),
            CharacterClass::Letters => run.iter().all(u8::is_ascii_uppercase),
            CharacterClass::Either => true,
        }
    })
}

/// Check digits are 98 less a remainder of 0 to 96. Without this, 00, 01 and 99 would pass for 97, 98 and
/// 02.
fn is_check_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && ("02"..="98").contains(&text)
}

/// The remainder of the number that results when A is read as 10, B as 11, and so on to Z as 35.
fn remainder_97(characters: impl Iterator<Item = u8>) -> u32 {
    characters.fold(0, |remainder, byte| match byte {
        b'0'..=b'9' => (remainder * 10 + u32::from(byte - b'0')) % 97,
        _ => (remainder * 100 + u32::from(byte - b'A') + 10) % 97,
    })
}
