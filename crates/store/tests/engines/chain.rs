//! Live money on a real node: what comes, what leaves, and everything that can go wrong with either.

mod arriving;
mod crowding;
mod giving_back;
mod leaving;
mod lying;
mod meeting;
mod restoring;
mod signing;
mod stopping;
mod world;
