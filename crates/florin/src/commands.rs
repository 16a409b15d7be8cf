//! Commands that start a server or inspect one from outside, one file each. A command reads its settings, does one
//! thing and prints the result.

pub mod bench;
pub mod completions;
pub mod dev;
pub mod doctor;
pub mod init;
pub mod listen;
pub mod migrate;
pub mod serve;
pub mod trigger;
pub mod verify;
