//! Which user ids have an account on the machine. The kernel reports the id of the process that connected, whatever ids
//! it uses in a namespace of its own. A person may own further ids there (`/etc/subuid`), which must never count as
//! another person.

use std::collections::HashMap;
use std::io::{Error, ErrorKind, Result};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use app::clock::Clock;
use tokio::sync::Semaphore;

/// How long an answer of the directory counts before it is asked again.
const REMEMBERED_FOR: Duration = Duration::from_secs(60);
/// A directory that answers slowly must not take all threads.
const MAX_LOOKUPS: usize = 2;
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(10);

/// What is known about a user id without asking the directory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UserIdStatus {
    Present,
    Missing,
    /// The machine's files don't name the id, so the directory has to be asked.
    Unlisted,
}

pub struct UserIds {
    /// What the directory answered, and until when that counts. A lookup that failed is no answer.
    answers: Mutex<HashMap<u32, (bool, Duration)>>,
    clock: Clock,
    lookups: Arc<Semaphore>,
}

impl Default for UserIds {
    fn default() -> UserIds {
        let lookups = Arc::new(Semaphore::new(MAX_LOOKUPS));
        UserIds { answers: Mutex::default(), clock: Clock::system(), lookups }
    }
}

impl UserIds {
    /// Reads two small files, and never waits for the directory.
    pub fn find(&self, uid: u32) -> Result<UserIdStatus> {
        let listed = listed(&read("/etc/passwd")?, &read("/etc/subuid")?, uid);
        Ok(match (listed, self.remembered(uid)) {
            (UserIdStatus::Unlisted, Some(true)) => UserIdStatus::Present,
            (UserIdStatus::Unlisted, Some(false)) => UserIdStatus::Missing,
            (listed, _) => listed,
        })
    }

    /// Whether the directory that the machine uses has an account with this id.
    pub async fn ask_directory(&self, uid: u32) -> Result<bool> {
        let asking = async {
            let permit = self.lookups.clone().acquire_owned().await.expect("the semaphore stays open");
            if let Some(has_account) = self.remembered(uid) {
                return Ok(has_account);
            }
            // A lookup that takes too long goes on in its thread, and keeps its permit.
            let lookup = tokio::task::spawn_blocking(move || (in_directory(uid), permit));
            let (has_account, _permit) = lookup.await.map_err(Error::other)?;
            self.remember(uid, has_account)
        };
        tokio::time::timeout(LOOKUP_TIMEOUT, asking).await?
    }

    fn remember(&self, uid: u32, looked_up: Result<bool>) -> Result<bool> {
        let has_account = looked_up?;
        let now = self.clock.elapsed();
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.retain(|_, (_, until)| *until > now);
        answers.insert(uid, (has_account, now + REMEMBERED_FOR));
        Ok(has_account)
    }

    fn remembered(&self, uid: u32) -> Option<bool> {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let (has_account, until) = answers.get(&uid)?;
        (*until > self.clock.elapsed()).then_some(*has_account)
    }
}

/// An absent file lists nothing. One that can't be read must not count as absent.
fn read(path: &str) -> Result<String> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(Error::new(error.kind(), format!("{path}: {error}"))),
    }
}

/// What `/etc/passwd` and `/etc/subuid` say. Of the ids that belong to another user, only those in `/etc/passwd` are
/// accounts: some directories make up names for the ids of containers.
fn listed(passwd: &str, subuid: &str, uid: u32) -> UserIdStatus {
    if has_line(passwd, uid) {
        UserIdStatus::Present
    } else if is_subordinate(subuid, uid) {
        UserIdStatus::Missing
    } else {
        UserIdStatus::Unlisted
    }
}

fn has_line(passwd: &str, uid: u32) -> bool {
    passwd.lines().filter_map(|line| line.split(':').nth(2)).any(|id| id.parse() == Ok(uid))
}

/// Whether one of the ranges of subuid(5), `owner:first:count`, has this id.
fn is_subordinate(subuid: &str, uid: u32) -> bool {
    let range = |line: &str| {
        let mut numbers = line.split(':').skip(1).map(|number| number.trim().parse::<u64>().ok());
        let (first, count) = (numbers.next()??, numbers.next()??);
        Some(first..first.saturating_add(count))
    };
    subuid.lines().filter_map(range).any(|range| range.contains(&u64::from(uid)))
}

fn in_directory(uid: u32) -> Result<bool> {
    let mut getent = std::process::Command::new("getent");
    getent.args(["passwd", &uid.to_string()]).env_clear().env("PATH", "/usr/bin:/bin");
    match getent.output() {
        Ok(output) => answered(output.status.code(), &String::from_utf8_lossy(&output.stdout), uid),
        // A machine without getent uses no directory.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(Error::new(error.kind(), format!("getent: {error}"))),
    }
}

/// What the exit code of getent(1) means: 2 says that there is no such account, and other codes say that it failed.
fn answered(exit_code: Option<i32>, printed: &str, uid: u32) -> Result<bool> {
    match exit_code {
        Some(0) if has_line(printed, uid) => Ok(true),
        Some(2) => Ok(false),
        other => Err(Error::other(format!("getent failed with exit code {other:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::{UserIdStatus, UserIds, answered, in_directory, is_subordinate, listed, read};

    const PASSWD: &str = "root:x:0:0:root:/root:/bin/bash\nana:x:1000:4242:,,,:/home/ana:/bin/sh\n\nbroken\n\
        bob:x:100007:1::/:\n";
    const SUBUID: &str = "ana:100000:65536\n\nbroken\nbob:x:7\neve:4294967295:4294967295\nempty:500:0\n";

    #[test]
    fn ids_that_another_user_owns_are_accounts_only_in_the_file() {
        for (uid, expected) in [
            (0, UserIdStatus::Present),
            (1_000, UserIdStatus::Present),
            (4_242, UserIdStatus::Unlisted),
            (100, UserIdStatus::Unlisted),
            (99_999, UserIdStatus::Unlisted),
            (100_000, UserIdStatus::Missing),
            (100_007, UserIdStatus::Present),
            (165_535, UserIdStatus::Missing),
            (165_536, UserIdStatus::Unlisted),
        ] {
            assert_eq!(listed(PASSWD, SUBUID, uid), expected, "{uid}");
        }
        assert_eq!(listed("", "", 0), UserIdStatus::Unlisted);
    }

    #[test]
    fn ranges_of_subordinate_ids_include_their_first_id_and_exclude_their_end() {
        for (uid, expected) in [
            (99_999, false),
            (100_000, true),
            (165_535, true),
            (165_536, false),
            (500, false),
            (u32::MAX, true),
        ] {
            assert_eq!(is_subordinate(SUBUID, uid), expected, "{uid}");
        }
        assert!(!is_subordinate("", 100_000));
    }

    #[test]
    fn only_a_definite_answer_of_the_directory_counts() {
        for (exit_code, printed, expected) in [
            (Some(0), PASSWD, Some(true)),
            (Some(0), "", None),
            (Some(0), "eve:x:1001:1::/:\n", None),
            (Some(2), "", Some(false)),
            (Some(1), "", None),
            (Some(3), "", None),
            (None, PASSWD, None),
        ] {
            assert_eq!(answered(exit_code, printed, 1_000).ok(), expected, "{exit_code:?} {printed:?}");
        }
        assert_eq!(in_directory(0).ok(), Some(true));
        assert_eq!(in_directory(3_999_999_999).ok(), Some(false));
    }

    #[test]
    fn a_failed_lookup_is_not_remembered() {
        let accounts = UserIds::default();
        assert!(accounts.remember(4_242, Err(std::io::Error::other("too many open files"))).is_err());
        assert_eq!(accounts.remembered(4_242), None);
        for has_account in [true, false] {
            assert_eq!(accounts.remember(4_242, Ok(has_account)).ok(), Some(has_account));
            assert_eq!(accounts.remembered(4_242), Some(has_account));
        }
    }

    #[tokio::test]
    async fn the_directory_is_asked_for_ids_that_no_file_lists() {
        let accounts = UserIds::default();
        assert_eq!(accounts.find(0).ok(), Some(UserIdStatus::Present));
        assert_eq!(accounts.find(3_999_999_999).ok(), Some(UserIdStatus::Unlisted));
        assert_eq!(accounts.ask_directory(3_999_999_999).await.ok(), Some(false));
        assert_eq!(accounts.find(3_999_999_999).ok(), Some(UserIdStatus::Missing));
    }

    #[test]
    fn an_absent_file_is_empty_and_an_unreadable_one_an_error() {
        assert_eq!(read("/nowhere/subuid").ok(), Some(String::new()));
        assert!(read("/etc").is_err());
    }
}
