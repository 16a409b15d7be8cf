//! What documents say about the account, and where they are made: beside the threads that answer requests.

use app::Failure;
use documents::Holder;

use crate::page::{PageError, PageRequest};

/// The person whose account it is.
pub fn holder(request: &PageRequest<'_>) -> Result<Holder, PageError> {
    let person = request.person()?;
    Ok(Holder {
        name: person.user.name.clone(),
        email: person.user.email.to_string(),
        account: request.account()?.id.to_string(),
    })
}

/// A document takes milliseconds to make, and a long one a second.
pub async fn rendered(make: impl FnOnce() -> Vec<u8> + Send + 'static) -> Result<Vec<u8>, PageError> {
    tokio::task::spawn_blocking(make).await.map_err(|error| {
        tracing::error!(%error, "a document could not be made");
        Failure::Internal.into()
    })
}
