//! Marks of the server's secrets: something sealed under each version, by which the wrong secrets are recognized before
//! they do harm. Data sealed under two secrets with one version number could never be told apart again.

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecretMark {
    pub version: u8,
    pub sealed: Vec<u8>,
}
