//! Live money on a real node, through the real program: the whole tour, servers that are killed, and the operator's
//! commands.

mod commands;
mod kills;
mod tour;
mod world;
