//! The user at the other end of a connection, as the kernel reports it.

use rules::machine_user::MachineUser;
use tokio::net::UnixStream;

use crate::machine_user::{self, is_in_namespace};

/// What the kernel calls users that this process can't see.
const OVERFLOW_UID: u32 = 65_534;

/// The user id is that of the process that connected, whatever ids it uses in a namespace of its own. A person may
/// own further ids there (`/etc/subuid`), but those have no account. The login is that of the process that has the
/// process id now, so a login can be hidden, and a made-up one can only make two people one.
pub fn machine_user(stream: &UnixStream) -> std::io::Result<MachineUser> {
    let credentials = stream.peer_cred()?;
    let uid = credentials.uid();
    if uid == OVERFLOW_UID || !has_account(uid) {
        return Ok(MachineUser { uid, login: None, is_in_namespace: true });
    }
    Ok(machine_user::of_process(uid, credentials.pid().unwrap_or_default()))
}

/// A server in a user namespace can't tell its operators apart.
pub fn warn_if_unidentifiable() {
    if is_in_namespace() {
        tracing::warn!("this server runs in a user namespace, so all operators count as one person");
    }
}

/// Whether the machine, or the directory that it uses, has a user with this id.
fn has_account(uid: u32) -> bool {
    let local = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    has_line(&local, uid) || in_directory(uid)
}

fn has_line(passwd: &str, uid: u32) -> bool {
    passwd.lines().filter_map(|line| line.split(':').nth(2)).any(|id| id.parse() == Ok(uid))
}

fn in_directory(uid: u32) -> bool {
    let mut getent = std::process::Command::new("getent");
    getent.args(["passwd", &uid.to_string()]).env_clear().env("PATH", "/usr/bin:/bin");
    getent.output().is_ok_and(|found| has_line(&String::from_utf8_lossy(&found.stdout), uid))
}

#[cfg(test)]
mod tests {
    use super::{has_account, has_line};

    #[test]
    fn an_account_is_found_by_its_user_id_alone() {
        let passwd = "root:x:0:0:root:/root:/bin/bash\nana:x:1000:4242:,,,:/home/ana:/bin/sh\n\nbroken\n";
        for (uid, is_there) in [(0, true), (1_000, true), (4_242, false), (100, false), (100_001, false)] {
            assert_eq!(has_line(passwd, uid), is_there, "{uid}");
        }
        assert!(has_account(0) && !has_account(3_999_999_999));
    }
}
