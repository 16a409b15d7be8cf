//! The secrets that sign deliveries, and the signatures, in the format of Standard Webhooks.

use data_encoding::BASE64;
use rules::endpoint::Endpoint;
use rules::external_account::bank_account::Sealed;
use rules::id::{AccountId, EndpointId, EventId};
use rules::time::{MICROS_PER_SECOND, Timestamp};
use zeroize::Zeroizing;

use crate::platform::failure::Failure;
use crate::platform::vault::webhook_signature;
use crate::webhooks::Webhooks;

const PREFIX: &str = "whsec_";

/// The bytes of a secret.
pub type WebhookKey = Zeroizing<Vec<u8>>;

impl Webhooks {
    pub(super) fn new_webhook_secret(&self, account: AccountId, id: EndpointId) -> Sealed {
        let key = Zeroizing::new(self.platform.dice.bytes::<32>());
        Sealed(self.platform.vault.seal(&self.platform.dice, &place(account, id), key.as_slice()))
    }

    /// Always the same for one account, so that a developer need not change theirs.
    pub(super) fn listening_secret(&self, account: AccountId, id: EndpointId) -> Sealed {
        let key = Zeroizing::new(self.platform.vault.name(&format!("listening {account}")));
        Sealed(self.platform.vault.seal(&self.platform.dice, &place(account, id), key.as_slice()))
    }

    /// The secrets that sign for an endpoint at this moment, the newest first.
    pub(super) fn webhook_keys(&self, endpoint: &Endpoint) -> Result<Vec<WebhookKey>, Failure> {
        let place = place(endpoint.account, endpoint.id);
        let open = |sealed: &Sealed| self.platform.vault.open(&place, &sealed.0).map(Zeroizing::new);
        let keys: Option<Vec<WebhookKey>> = endpoint.secrets(self.platform.clock.now()).map(open).collect();
        keys.ok_or_else(|| {
            let id = endpoint.id;
            tracing::error!(%id, "webhook secret can't be decrypted: wrong secrets, or a changed row");
            Failure::Internal
        })
    }
}

/// As its owner copies it.
pub fn spelled(key: &[u8]) -> String {
    format!("{PREFIX}{}", BASE64.encode(key))
}

/// The three headers of a delivery, signed with every key.
pub fn headers(
    keys: &[WebhookKey],
    event: EventId,
    at: Timestamp,
    body: &[u8],
) -> [(&'static str, String); 3] {
    let (id, seconds) = (event.to_string(), (at.micros() / MICROS_PER_SECOND).to_string());
    let sign = |key: &WebhookKey| {
        let signature = webhook_signature(key, &[id.as_bytes(), b".", seconds.as_bytes(), b".", body]);
        format!("v1,{}", BASE64.encode(&signature))
    };
    let signatures = keys.iter().map(sign).collect::<Vec<_>>().join(" ");
    [("webhook-id", id), ("webhook-timestamp", seconds), ("webhook-signature", signatures)]
}

fn place(account: AccountId, id: EndpointId) -> String {
    format!("endpoints.secret {account} {id}")
}
