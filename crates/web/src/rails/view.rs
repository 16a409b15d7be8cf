//! What every rail states about its presentation.

use rules::bank_identifiers::BankDetailProblem;
use serde_json::Value;

use super::form::{LocalizedText, RailForm};
use crate::shape::Object;

pub struct RailView {
    /// What the API says about the property that holds the details.
    pub about: &'static str,
    /// The details of a bank account on this rail.
    pub details: &'static Object,
    pub dependent: Option<DependentField>,
    /// What the rail is good for, in one sentence.
    pub pitch: LocalizedText,
    pub form: RailForm,
    pub example: RailExample,
}

/// A field whose form depends on the choice made in another.
pub struct DependentField {
    pub name: &'static str,
    pub depends_on: &'static str,
    /// What is wrong with a value, given the choice.
    pub check: fn(choice: &str, value: &str) -> Result<(), BankDetailProblem>,
    /// The pattern for each choice.
    pub patterns: fn() -> Vec<(&'static str, &'static str)>,
}

/// A bank account for the API reference. The numbers are the well-known ones of the schemes' own documents: their check
/// digits are right, and they belong to no account.
pub struct RailExample {
    pub name: &'static str,
    pub details: fn() -> Value,
}
