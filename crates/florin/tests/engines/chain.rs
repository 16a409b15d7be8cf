//! Live money on a real node: what comes, what leaves, and everything that can go wrong with either.

mod arriving;
mod leaving;
mod meeting;
mod stopping;
mod world;
