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

/// The country of the bank, as the API writes countries.
pub fn country(iban: &str) -> Option<&'static str> {
    let code = iban.get(..2)?;
    COUNTRIES.iter().find(|(known, _, _)| *known == code).map(|(_, country, _)| *country)
}

/// What a run of characters holds: n, a and c in the IBAN registry.
#[derive(Clone, Copy)]
enum CharacterClass {
    Numbers,
    Letters,
    Either,
}

type Runs = &'static [(usize, CharacterClass)];

/// The SEPA countries that issue IBANs of their own (EPC409-09), with their codes in the API and the structure of
/// their BBANs (ISO 13616 registry). Territories such as Åland, Réunion or Jersey use the codes FI, FR and GB.
const COUNTRIES: [(&str, &str, Runs); 42] = [
    ("AD", "AND", &[(8, N), (12, C)]),
    ("AL", "ALB", &[(8, N), (16, C)]),
    ("AT", "AUT", &[(16, N)]),
    ("BE", "BEL", &[(12, N)]),
    ("BG", "BGR", &[(4, A), (6, N), (8, C)]),
    ("CH", "CHE", &[(5, N), (12, C)]),
    ("CY", "CYP", &[(8, N), (16, C)]),
    ("CZ", "CZE", &[(20, N)]),
    ("DE", "DEU", &[(18, N)]),
    ("DK", "DNK", &[(14, N)]),
    ("EE", "EST", &[(16, N)]),
    ("ES", "ESP", &[(20, N)]),
    ("FI", "FIN", &[(14, N)]),
    ("FR", "FRA", &[(10, N), (11, C), (2, N)]),
    ("GB", "GBR", &[(4, A), (14, N)]),
    ("GI", "GIB", &[(4, A), (15, C)]),
    ("GR", "GRC", &[(7, N), (16, C)]),
    ("HR", "HRV", &[(17, N)]),
    ("HU", "HUN", &[(24, N)]),
    ("IE", "IRL", &[(4, A), (14, N)]),
    ("IS", "ISL", &[(22, N)]),
    ("IT", "ITA", &[(1, A), (10, N), (12, C)]),
    ("LI", "LIE", &[(5, N), (12, C)]),
    ("LT", "LTU", &[(16, N)]),
    ("LU", "LUX", &[(3, N), (13, C)]),
    ("LV", "LVA", &[(4, A), (13, C)]),
    ("MC", "MCO", &[(10, N), (11, C), (2, N)]),
    ("MD", "MDA", &[(20, C)]),
    ("ME", "MNE", &[(18, N)]),
    ("MK", "MKD", &[(3, N), (10, C), (2, N)]),
    ("MT", "MLT", &[(4, A), (5, N), (18, C)]),
    ("NL", "NLD", &[(4, A), (10, N)]),
    ("NO", "NOR", &[(11, N)]),
    ("PL", "POL", &[(24, N)]),
    ("PT", "PRT", &[(21, N)]),
    ("RO", "ROU", &[(4, A), (16, C)]),
    ("RS", "SRB", &[(18, N)]),
    ("SE", "SWE", &[(20, N)]),
    ("SI", "SVN", &[(15, N)]),
    ("SK", "SVK", &[(20, N)]),
    ("SM", "SMR", &[(1, A), (10, N), (12, C)]),
    ("VA", "VAT", &[(18, N)]),
];

pub fn check(text: &str) -> Result<(), BankDetailProblem> {
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase()) {
        return Err(BankDetailProblem::IbanCharacters);
    }
    let Some((head, bban)) = text.split_at_checked(4) else {
        return Err(BankDetailProblem::IbanTooShort);
    };
    let (country, check_digits) = head.split_at(2);
    let Some((_, _, runs)) = COUNTRIES.iter().find(|(code, _, _)| *code == country) else {
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
