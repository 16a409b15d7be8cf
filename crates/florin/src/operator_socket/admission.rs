//! Decides who can connect, before the server reads anything: a user who can't be identified, has no account or has too
//! many connections never holds a place.

use rules::machine_user::MachineUser;
use tokio::net::UnixStream;

use super::connection_limits::{ConnectionLimits, ConnectionPermit};
use super::user_ids::{UserIdStatus, UserIds};
use crate::machine_user::Machine;

/// Connections of all operators together.
const MAX_CONNECTIONS: usize = 256;
/// Commands of one user that run at the same time. The others wait.
const MAX_RUNNING: usize = 4;
/// Connections that wait until the directory has told whether their user has an account.
const MAX_UNLISTED: usize = 32;
/// The directory is asked about one connection of each user at a time.
const MAX_ASKING: usize = 1;

pub struct Admission {
    machine: Machine,
    accounts: UserIds,
    places: ConnectionLimits,
    unlisted: ConnectionLimits,
}

/// A user who is connected, as the kernel reports it.
pub struct ConnectedOperator {
    pub operator: MachineUser,
    ticket: Ticket,
}

enum Ticket {
    Admitted(ConnectionPermit),
    /// Holds one of the places for users that no file of the machine lists.
    Unlisted(ConnectionPermit),
}

impl Admission {
    pub fn new(machine: Machine) -> Admission {
        Admission {
            machine,
            accounts: UserIds::default(),
            places: ConnectionLimits::new(MAX_CONNECTIONS, MAX_RUNNING),
            unlisted: ConnectionLimits::new(MAX_UNLISTED, MAX_ASKING),
        }
    }

    /// Decides at once. An error says why the connection is refused.
    pub fn admit(&self, stream: &UnixStream) -> Result<ConnectedOperator, String> {
        let credentials = stream.peer_cred().map_err(|error| unidentified(&error))?;
        self.admit_process(credentials.uid(), credentials.pid())
    }

    /// The login is that of the process that has the process id now, so a login can be hidden, and a made-up one can
    /// only make two people one.
    fn admit_process(&self, uid: u32, pid: Option<i32>) -> Result<ConnectedOperator, String> {
        // A server in a user namespace can't tell operators apart, and takes all of them for one person.
        let account = match self.machine.is_in_namespace {
            true => UserIdStatus::Present,
            false => self.accounts.find(uid).map_err(|error| unidentified(&error))?,
        };
        let operator = self.machine.user_of(uid, pid).map_err(|error| unidentified(&error))?;
        let ticket = match account {
            UserIdStatus::Present => self.places.enter(uid).map(Ticket::Admitted),
            UserIdStatus::Unlisted => self.unlisted.enter(uid).map(Ticket::Unlisted),
            UserIdStatus::Missing => return Err(without_account(uid)),
        };
        Ok(ConnectedOperator { operator, ticket: ticket.ok_or_else(crowded)? })
    }

    /// The place of a visitor, which takes as long as the directory if no file lists the visitor.
    pub async fn place(&self, visitor: ConnectedOperator) -> Result<ConnectionPermit, String> {
        let uid = visitor.operator.uid;
        match visitor.ticket {
            Ticket::Admitted(place) => Ok(place),
            Ticket::Unlisted(waiting) => {
                let _turn = waiting.turn().await;
                match self.accounts.ask_directory(uid).await {
                    Ok(true) => self.places.enter(uid).ok_or_else(crowded),
                    Ok(false) => Err(without_account(uid)),
                    Err(error) => Err(unidentified(&error)),
                }
            }
        }
    }
}

fn crowded() -> String {
    "too many commands are waiting. Try again when some of yours have finished".to_owned()
}

fn without_account(uid: u32) -> String {
    format!("your user ID, {uid}, has no account on the server's machine")
}

fn unidentified(error: &std::io::Error) -> String {
    format!("the server can't identify you ({error}), so it did not run the command. Try again")
}

#[cfg(test)]
mod tests {
    use super::{Admission, MAX_CONNECTIONS, MAX_UNLISTED, Ticket};
    use crate::machine_user::Machine;

    /// An id that no file lists, and the directory does not know, either.
    const UNLISTED: u32 = 3_999_999_999;

    fn own_pid() -> Option<i32> {
        i32::try_from(std::process::id()).ok()
    }

    fn admission() -> Admission {
        let machine = Machine::read().expect("a machine");
        Admission::new(Machine { is_in_namespace: false, ..machine })
    }

    #[tokio::test]
    async fn a_user_without_an_account_gets_no_place() {
        let admission = admission();
        let visitors: Vec<_> =
            std::iter::from_fn(|| admission.admit_process(UNLISTED, own_pid()).ok()).take(1_000).collect();
        assert_eq!(visitors.len(), MAX_UNLISTED / 4);
        assert!(visitors.iter().all(|visitor| matches!(visitor.ticket, Ticket::Unlisted(_))));
        assert!(admission.admit_process(0, own_pid()).is_ok(), "others are let in");
        for visitor in visitors {
            let refused = admission.place(visitor).await.err().expect("no account");
            assert!(refused.contains("3999999999, has no account"), "{refused}");
        }
        // The answer is remembered, so that the directory is not asked again.
        let refused = admission.admit_process(UNLISTED, own_pid()).err().expect("no account");
        assert!(refused.contains("has no account"), "{refused}");
    }

    #[test]
    fn one_user_has_a_quarter_of_all_connections() {
        let admission = admission();
        let visitors: Vec<_> =
            std::iter::from_fn(|| admission.admit_process(0, own_pid()).ok()).take(1_000).collect();
        assert_eq!(visitors.len(), MAX_CONNECTIONS / 4);
        let refused = admission.admit_process(0, own_pid()).err().expect("no place");
        assert!(refused.contains("too many commands are waiting"), "{refused}");
        drop(visitors);
        assert!(admission.admit_process(0, own_pid()).is_ok());
    }

    #[test]
    fn a_server_in_a_namespace_takes_all_users_for_one_person() {
        let machine = Machine { is_in_namespace: true, ..Machine::read().expect("a machine") };
        let Ok(visitor) = Admission::new(machine).admit_process(UNLISTED, None) else { panic!("refused") };
        assert!(visitor.operator.is_in_namespace && matches!(visitor.ticket, Ticket::Admitted(_)));
    }
}
