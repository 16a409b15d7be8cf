//! Stored responses of requests with an `Idempotency-Key`, encrypted as they are stored.

use rules::change::{Outcome, Row};
use rules::idempotency::{IdempotencyRequest, KEPT_SECONDS, StoredResponse};
use rules::time::Timestamp;

use super::{CommandResponse, Worker};
use crate::platform::failure::Failure;

impl Worker {
    /// The request as it is stored: its fingerprint keyed with the secret of the first answer, else with the newest.
    pub(super) fn keyed(
        &self,
        idempotency: &IdempotencyRequest,
        stored: Option<&StoredResponse>,
    ) -> IdempotencyRequest {
        let mut prints = self.vault.fingerprints(&idempotency.fingerprint);
        let newest = prints.next().expect("a vault has at least one version");
        let first =
            stored.map(|answer| answer.fingerprint).filter(|first| prints.any(|print| print == *first));
        IdempotencyRequest { id: idempotency.id.clone(), fingerprint: first.unwrap_or(newest) }
    }

    pub(super) fn replay(
        &self,
        idempotency: &IdempotencyRequest,
        answer: &StoredResponse,
    ) -> Result<CommandResponse, Failure> {
        let body = self.vault.open(&answer_place(idempotency), &answer.sealed_body);
        match body {
            Some(body) => Ok(CommandResponse::Again(body.into())),
            None => {
                tracing::error!(object = answer.object, "stored response can't be decrypted");
                Err(Failure::Internal)
            }
        }
    }

    /// What a repeat of the request will be told. It is stored with what the request did, or not at all.
    pub(super) fn stored_response(
        &self,
        idempotency: &IdempotencyRequest,
        outcome: &Outcome,
        body: &[u8],
        now: Timestamp,
    ) -> Row {
        let answer = StoredResponse {
            fingerprint: idempotency.fingerprint,
            object: outcome.object(),
            sealed_body: self.vault.seal(&self.dice, &answer_place(idempotency), body),
            created_at: now,
            expires_at: (!outcome.moves_money()).then(|| now.plus_seconds(KEPT_SECONDS)),
        };
        Row::StoredResponse(idempotency.id.clone(), answer)
    }
}

fn answer_place(idempotency: &IdempotencyRequest) -> String {
    let id = &idempotency.id;
    format!("answers.body {} {} {} {}", id.account, id.app, id.path, id.key)
}
