//! What receivers were told of one object, for its page.

use rules::account::Account;
use store::ShownDelivery;

use super::Webhooks;
use crate::platform::failure::Failure;

/// So many deliveries are shown with an object.
const MAX_SHOWN: usize = 10;

impl Webhooks {
    /// The newest that tell of one of the account's objects.
    pub async fn deliveries_about(
        &self,
        account: &Account,
        object: &str,
    ) -> Result<Vec<ShownDelivery>, Failure> {
        Ok(self.platform.store.deliveries_about(account.id, object, MAX_SHOWN).await?)
    }
}
