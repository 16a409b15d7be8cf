//! Commands that start a server or inspect one from outside, one file each. A command reads its settings, does one
//! thing and prints the result.

pub mod bench;
pub mod dev;
pub mod doctor;
pub mod listen;
pub mod migrate;
pub mod serve;
pub mod verify;
