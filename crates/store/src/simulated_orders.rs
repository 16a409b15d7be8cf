//! The orders that simulated banks have taken.

use rules::sandbox::SimulatedOrder;
use rules::time::Timestamp;

use crate::engine::{BatchStatement, ColumnType, Store, Value};
use crate::error::Error;

impl Store {
    /// When the simulated bank or chain took an order, if it did.
    pub async fn simulated_order(&self, reference: &str) -> Result<Option<Timestamp>, Error> {
        let sql = "select taken_at from simulated_orders where reference = $1";
        Ok(self.query_columns(sql, &[reference.into()], |columns| columns.read()).await?.pop())
    }
}

pub static INSERT_SIMULATED_ORDERS: BatchStatement = BatchStatement::new(
    "insert into simulated_orders (reference, account_id, taken_at)
     select reference, account_id, taken_at from {rows} where true on conflict (reference) do nothing",
    &[("reference", ColumnType::Text), ("account_id", ColumnType::Text), ("taken_at", ColumnType::Int)],
);

pub fn simulated_order_values(order: &SimulatedOrder) -> Vec<Value<'_>> {
    vec![(&order.reference).into(), order.account.into(), order.taken_at.into()]
}
