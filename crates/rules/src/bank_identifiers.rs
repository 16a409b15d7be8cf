//! The numbers by which banks, accounts and their holders are known, and their check digits.
//!
//! A check looks at the text alone: it never asks a bank, never corrects what it was given, and its
//! message never repeats the value, because bank details belong in no error and no log. What forms
//! accept besides is in `typed`.

pub mod aba;
pub mod alias;
pub mod cbu;
pub mod clabe;
pub mod cnpj;
pub mod cpf;
pub(crate) mod digits;
pub mod iban;
pub mod masked;
pub mod nit;
mod problem;
pub mod typed;
pub mod us_account;

pub use problem::BankDetailProblem;
