//! Commands that start a server, or look at one from outside: one file for each. A command reads its settings, does one
//! thing, and prints what came of it.

pub mod bench;
pub mod dev;
pub mod doctor;
pub mod listen;
pub mod migrate;
pub mod serve;
pub mod verify;
