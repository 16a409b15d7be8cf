//! Decisions about the live chain: what logs say, what may be promised and carried, what blocks do to the books, and
//! when money is given back.

mod carrying;
mod promising;
mod reading;
mod restoring;
mod scene;
mod taking;
