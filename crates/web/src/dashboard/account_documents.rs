//! What documents say about the account, and where they are made: beside the threads that answer requests.

use app::Failure;
use documents::Holder;

use crate::exports::{ExportLimit, ExportSlot};
use crate::page::{PageError, PageRequest};

/// The person whose account it is.
pub fn holder(request: &PageRequest<'_>) -> Result<Holder, PageError> {
    let person = request.person()?;
    Ok(Holder {
        name: person.user.name.clone(),
        email: request.locale.email_address(&person.user.email).to_owned(),
        account: request.account()?.id.to_string(),
    })
}

/// A document takes milliseconds to make, and a long one a second. It keeps its slot until it is made, also when its
/// reader has left: otherwise, readers who leave would have any number of documents made at the same time.
pub async fn rendered(
    request: &PageRequest<'_>,
    slot: ExportSlot,
    make: impl FnOnce() -> Vec<u8> + Send + 'static,
) -> Result<Vec<u8>, PageError> {
    let turn = request.web.exports.turn_to_make(request.mode()?).await;
    if !slot.is_held() {
        return Err(ExportLimit::OfMode.into());
    }
    let made = tokio::task::spawn_blocking(move || {
        let _until_made = (turn, slot);
        make()
    });
    made.await.map_err(|error| {
        tracing::error!(%error, "document not created");
        Failure::Internal.into()
    })
}
