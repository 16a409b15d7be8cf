//! What Florin counts when a user tries or chooses a password, and for whom. A place in the queue comes first: an
//! attempt without a place doesn't count.

use rules::attempt::{Guard, GuardKey};
use rules::client_address::{ClientAddress, ClientNetwork};
use rules::command::PeopleCommand;
use rules::email_address::EmailAddress;
use rules::id::AccountId;
use rules::password_queue::{Lane, PasswordClient};
use rules::security::ClientInfo;
use rules::user::User;

use super::SignInClient;
use super::passwords::QueueSlot;
use crate::identity::Identity;
use crate::platform::failure::Failure;
use crate::platform::session::SignedIn;

/// In whose name a password is tried. All simulated people of one test account are one principal.
pub(super) struct Principal {
    key: String,
    /// The browser's number, if it has signed in before.
    device: Option<i64>,
    lane: Lane,
    client: PasswordClient,
}

/// A place in the queue for a new password that was counted, and what counted it.
pub(crate) struct NewPassword {
    pub place: QueueSlot,
    pub counted: Vec<GuardKey>,
}

impl Principal {
    fn new(
        email: &EmailAddress,
        device: Option<i64>,
        sponsor: Option<AccountId>,
        client_info: &ClientInfo,
    ) -> Principal {
        let key = sponsor.map_or_else(|| email.lookup_key(), |sponsor| format!("people of {sponsor}"));
        // Devices are remembered by person, and would let each simulated person count alone.
        let device = device.filter(|_| !email.is_simulated());
        let lane = match device {
            Some(_) => Lane::KnownDevice,
            None if email.is_simulated() => Lane::SimulatedSignIn,
            None => Lane::SignIn,
        };
        let client =
            PasswordClient { network: network_of(client_info), is_known_device: device.is_some(), sponsor };
        Principal { key, device, lane, client }
    }
}

impl Identity {
    /// Who tries to sign in: as a user, or with an address that no user has.
    pub(super) async fn principal(
        &self,
        email: &EmailAddress,
        user: Option<&User>,
        visitor: &SignInClient,
    ) -> Result<Principal, Failure> {
        let sponsor = match user {
            Some(user) if user.email.is_simulated() => self.platform.accounts_of(user.id).await?.1.sponsor,
            Some(_) | None => None,
        };
        let device = user.and_then(|user| self.known_device(user, visitor));
        Ok(Principal::new(email, device, sponsor, &visitor.client_info))
    }

    pub(super) fn signed_in_principal(&self, signed_in: &SignedIn, visitor: &SignInClient) -> Principal {
        let SignedIn { user, test, .. } = signed_in;
        Principal::new(&user.email, self.known_device(user, visitor), test.sponsor, &visitor.client_info)
    }

    /// A user in this place, on a browser that is not known.
    pub(super) fn stranger_principal(user: &User, client_info: &ClientInfo) -> Principal {
        Principal::new(&user.email, None, None, client_info)
    }

    /// Takes a place in the queue, then counts the attempt.
    pub(super) async fn count_password(
        &self,
        what: &str,
        principal: &Principal,
    ) -> Result<(QueueSlot, Vec<GuardKey>), Failure> {
        let place = self.enter_password_queue(principal.lane, principal.client)?;
        let guarded = self.guards(what, principal);
        self.platform.writer.submit(PeopleCommand::Attempt(guarded.clone()).into(), None).await?;
        Ok((place, guarded))
    }

    /// What is counted. A browser that has signed in before has a count of its own, which no other browser can use
    /// up.
    pub(super) fn guards(&self, what: &str, principal: &Principal) -> Vec<GuardKey> {
        let Principal { key, device, client, .. } = principal;
        if let Some(device) = device {
            return vec![(Guard::Pair, self.platform.vault.name(&format!("{what} {key} on {device}")))];
        }
        let place = name_of(client.network);
        let mut guards = vec![
            (Guard::Pair, self.platform.vault.name(&format!("{what} {key} from {place}"))),
            (Guard::Person, self.platform.vault.name(&format!("{what} {key}"))),
        ];
        guards.extend(self.place_guards((Guard::Place, Guard::PlaceBlock), what, client.network));
        guards
    }

    /// What is counted when the password was right. Only who has the password can use it up, and on a browser that has
    /// signed in before no other browser can.
    pub(super) fn successes(&self, what: &str, principal: &Principal) -> Vec<GuardKey> {
        let Principal { key, device, client, .. } = principal;
        if let Some(device) = device {
            return vec![(Guard::Success, self.platform.vault.name(&format!("{what} as {key} on {device}")))];
        }
        let what_succeeded = format!("{what} as anyone");
        let of_places = (Guard::SuccessPlace, Guard::SuccessBlock);
        let mut guards = vec![(Guard::Success, self.platform.vault.name(&format!("{what} as {key}")))];
        guards.extend(self.place_guards(of_places, &what_succeeded, client.network));
        guards
    }

    /// What is counted by place: a guard for the network, and one for the block that it is part of.
    pub(super) fn place_guards(
        &self,
        guards: (Guard, Guard),
        what: &str,
        network: Option<ClientNetwork>,
    ) -> Vec<GuardKey> {
        let named = |(guard, place): (Guard, String)| {
            (guard, self.platform.vault.name(&format!("{what} from {place}")))
        };
        places(guards, network).into_iter().map(named).collect()
    }

    /// Takes a place in the queue for a new password, then counts it: by what allows it (a link or a session), by place
    /// and, for a simulated person, by the account that the person was made up for.
    pub(crate) async fn count_new_password(
        &self,
        lane: Lane,
        allowed_by: &str,
        sponsor: Option<AccountId>,
        client_info: &ClientInfo,
    ) -> Result<NewPassword, Failure> {
        let network = network_of(client_info);
        let client = PasswordClient { network, is_known_device: false, sponsor };
        let lane = if sponsor.is_some() { Lane::SimulatedChoice } else { lane };
        let place = self.enter_password_queue(lane, client)?;
        let name = |what: &str| self.platform.vault.name(&format!("new password {what}"));
        let of_places = (Guard::NewPasswordPlace, Guard::NewPasswordBlock);
        let mut counted = vec![(Guard::NewPassword, name(&format!("by {allowed_by}")))];
        counted.extend(self.place_guards(of_places, "new password", network));
        counted.extend(
            sponsor.map(|sponsor| (Guard::NewPasswordPlace, name(&format!("for people of {sponsor}")))),
        );
        self.platform.writer.submit(PeopleCommand::Attempt(counted.clone()).into(), None).await?;
        Ok(NewPassword { place, counted })
    }
}

/// An address, or with IPv6 the local network that it is in.
pub(super) fn network_of(client_info: &ClientInfo) -> Option<ClientNetwork> {
    ClientAddress::parse(&client_info.address).map(ClientAddress::network)
}

/// Clients without an address are one place.
fn name_of(network: Option<ClientNetwork>) -> String {
    network.map(|network| network.to_string()).unwrap_or_default()
}

fn places((of_network, of_block): (Guard, Guard), network: Option<ClientNetwork>) -> Vec<(Guard, String)> {
    let block = network.and_then(ClientNetwork::wider_block).map(|block| (of_block, block.to_string()));
    std::iter::once((of_network, name_of(network))).chain(block).collect()
}

#[cfg(test)]
mod tests {
    use rules::attempt::Guard;
    use rules::client_address::{ClientAddress, ClientNetwork};

    use super::places;

    #[test]
    fn a_network_counts_for_its_block_too_and_an_ipv4_address_once() {
        let guards = (Guard::Place, Guard::PlaceBlock);
        let network = |text: &str| ClientAddress::parse(text).map(ClientAddress::network);
        let of = |network: Option<ClientNetwork>| places(guards, network);
        assert_eq!(of(network("192.0.2.1")), [(Guard::Place, "192.0.2.1".to_owned())]);
        assert_eq!(
            of(network("2001:db8:1:2::3")),
            [
                (Guard::Place, "2001:db8:1:2::/64".to_owned()),
                (Guard::PlaceBlock, "2001:db8:1::/48".to_owned())
            ]
        );
        assert_eq!(of(None), [(Guard::Place, String::new())]);
    }
}
