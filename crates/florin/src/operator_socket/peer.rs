//! The user at the other end of a connection, as the kernel reports it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use app::clock::Clock;
use rules::machine_user::MachineUser;
use tokio::net::unix::UCred;
use tokio::sync::Semaphore;

use crate::machine_user::{self, is_in_namespace};

/// How long an account counts as there, or as missing, before the machine is asked again.
const REMEMBERED_FOR: Duration = Duration::from_secs(60);
/// A directory that answers slowly must not take all threads.
const MOST_LOOKUPS: usize = 2;

/// Which user ids have an account. The kernel reports the id of the process that connected, whatever ids it uses in a
/// namespace of its own. A person may own further ids there (`/etc/subuid`), but those have no account.
pub struct Accounts {
    known: Mutex<HashMap<u32, (bool, Duration)>>,
    clock: Clock,
    lookups: Semaphore,
}

impl Default for Accounts {
    fn default() -> Accounts {
        Accounts { known: Mutex::default(), clock: Clock::system(), lookups: Semaphore::new(MOST_LOOKUPS) }
    }
}

impl Accounts {
    /// Who is connected; `None` without an account. A server in a user namespace can't tell operators apart, and takes
    /// all of them for one person. The login is that of the process that has the process id now, so a login can be
    /// hidden, and a made-up one can only make two people one.
    pub async fn machine_user(&self, credentials: &UCred) -> Option<MachineUser> {
        let uid = credentials.uid();
        let has_account = is_in_namespace() || self.has_account(uid).await;
        has_account.then(|| machine_user::of_process(uid, credentials.pid().unwrap_or_default()))
    }

    async fn has_account(&self, uid: u32) -> bool {
        if let Some(known) = self.remembered(uid) {
            return known;
        }
        let _permit = self.lookups.acquire().await.expect("the semaphore stays open");
        if let Some(known) = self.remembered(uid) {
            return known;
        }
        let has_account = tokio::task::spawn_blocking(move || has_account(uid)).await.unwrap_or(false);
        let (mut known, now) =
            (self.known.lock().unwrap_or_else(PoisonError::into_inner), self.clock.elapsed());
        known.retain(|_, (_, until)| *until > now);
        known.insert(uid, (has_account, now + REMEMBERED_FOR));
        has_account
    }

    fn remembered(&self, uid: u32) -> Option<bool> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (has_account, until) = known.get(&uid)?;
        (*until > self.clock.elapsed()).then_some(*has_account)
    }
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
