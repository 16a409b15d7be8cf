//! Live money on a real node, through the real program: the whole tour, servers that are killed or paused,
//! backups that are restored, and the operator's commands.

mod commands;
mod kills;
mod pauses;
mod poisoning;
mod restores;
mod tour;
mod watching;
mod world;
