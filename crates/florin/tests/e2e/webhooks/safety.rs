//! Where events may go: to public addresses, and to what the operator allows, checked when it is saved and whenever
//! it is dialled.

mod addresses;
mod encryption;
mod proxies;
