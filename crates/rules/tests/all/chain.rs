//! Decisions about the live chain: what logs say, what may be authorized and relayed, what blocks do to the books, and
//! when money is given back.

mod authorizations;
mod blocks;
mod relays;
mod restore;
mod scene;
mod token_log;
