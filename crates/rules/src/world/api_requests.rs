//! Entries of the request log that are deleted.

use super::World;
use crate::id::AccountId;

impl World {
    pub(super) fn forget_api_request(&mut self, account: AccountId, id: String) {
        self.forgotten_api_requests.insert((account, id));
    }
}
