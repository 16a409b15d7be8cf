//! The deliveries that tell of one object.

use rules::id::AccountId;

use super::{ShownDelivery, read_shown};
use crate::engine::{Store, Value};
use crate::error::Error;

impl Store {
    /// What was, or will be, delivered about an object of an account, newest first. Not to terminals that listen.
    pub async fn deliveries_about(
        &self,
        account: AccountId,
        object: &str,
        limit: usize,
    ) -> Result<Vec<ShownDelivery>, Error> {
        const SQL: &str = concat!(
            shown!(),
            " join endpoints p on p.id = d.endpoint_id and p.kind = 'webhook'
              where d.account_id = $1 and d.object_id <> '' and d.object_id = $2
              order by d.event_id desc, d.endpoint_id limit $3"
        );
        self.query(SQL, &[account.into(), object.into(), Value::Int(limit as i64)], read_shown).await
    }
}
