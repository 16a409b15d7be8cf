//! Gathers the rows a batch of commands needs, and writes what the batch made of them.

mod gather;
mod write;

pub use gather::begin;
pub use write::write;

use crate::engine::Value;

fn rows_of<'a, T>(
    items: impl IntoIterator<Item = T>,
    values: impl Fn(T) -> Vec<Value<'a>>,
) -> Vec<Vec<Value<'a>>> {
    items.into_iter().map(values).collect()
}
