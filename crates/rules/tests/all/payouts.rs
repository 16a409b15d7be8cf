//! Properties of payouts: whatever is asked, in whatever order and in whatever batches, these stay true. There is no
//! database here: rows are kept in memory, and what a database would refuse fails the test.

mod acts;
mod clocks;
mod invariants;
mod kept;
mod locked_owners;
mod people;
mod properties;
mod slots;
mod totals;
