//! Which receivers an account may have endpoints at: each once, and few that have not agreed yet.

use crate::endpoint::{Endpoint, EndpointKind, MAX_UNVERIFIED, MAX_UNVERIFIED_PER_HOST, receiver_of};
use crate::id::{AccountId, EndpointId};
use crate::refusal::{Limit, Refusal};
use crate::webhook_url::host_of;
use crate::world::World;

/// One endpoint for each receiver, so that no event is sent to it more than once.
pub(super) fn check_is_only_one(
    world: &World,
    account: AccountId,
    id: EndpointId,
    url: &str,
) -> Result<(), Refusal> {
    let mut others = other_webhooks(world, id).filter(|known| known.account == account);
    match others.any(|known| receiver_of(&known.url) == receiver_of(url)) {
        true => Err(Refusal::EndpointExists),
        false => Ok(()),
    }
}

/// A host that never agreed to anything is sent the tests of a few endpoints, not of as many as there are paths.
pub(super) fn check_unverified(
    world: &World,
    sponsor: AccountId,
    id: EndpointId,
    url: &str,
) -> Result<(), Refusal> {
    let unverified = || {
        let charged = other_webhooks(world, id).filter(|known| known.sponsor == sponsor);
        charged.filter(|known| known.verified_at.is_none())
    };
    if unverified().filter(|known| host_of(&known.url) == host_of(url)).count() >= MAX_UNVERIFIED_PER_HOST {
        return Err(Refusal::LimitExceeded(Limit::UnverifiedAtHost));
    }
    if unverified().count() >= MAX_UNVERIFIED {
        return Err(Refusal::LimitExceeded(Limit::UnverifiedEndpoints));
    }
    Ok(())
}

fn other_webhooks(world: &World, id: EndpointId) -> impl Iterator<Item = &Endpoint> {
    let others = world.endpoints.rows().filter(move |known| known.id != id);
    others.filter(|known| known.kind == EndpointKind::Webhook && known.archived_at.is_none())
}
