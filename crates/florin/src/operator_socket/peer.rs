//! The user at the other end of a connection, as the kernel reports it.

use rules::machine_user::MachineUser;
use tokio::net::UnixStream;

use crate::machine_user;

/// What the kernel calls users that this process can't see.
const OVERFLOW_UID: u32 = 65_534;

/// The user id is that of the process that connected. What else is known of that process is read while it waits for an
/// answer; if it can't be read, it may be anybody.
pub fn machine_user(stream: &UnixStream) -> std::io::Result<MachineUser> {
    let credentials = stream.peer_cred()?;
    let pid = credentials.pid().filter(|pid| *pid > 0);
    Ok(match pid {
        Some(pid) if credentials.uid() != OVERFLOW_UID => machine_user::of_process(credentials.uid(), pid),
        _ => MachineUser::UNKNOWN,
    })
}
