//! Who runs an operator's command, as far as the machine can tell. It decides whether two names may be one person, and
//! in doubt they are.

use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MachineUser {
    /// The user that the command runs as.
    pub uid: u32,
    /// Who signed in before becoming this user, if Linux remembers another one. While no user has signed in, any
    /// process can write it, so it can only make two people one.
    pub login: Option<u32>,
    /// In a user namespace users choose their own user ids.
    pub is_in_namespace: bool,
}

impl MachineUser {
    /// Who cannot be told: it may be any user.
    pub const UNKNOWN: MachineUser = MachineUser { uid: u32::MAX, login: None, is_in_namespace: true };

    /// Whether one person can be behind both.
    pub fn may_be(&self, other: &MachineUser) -> bool {
        let is_shared = |id: u32| id == other.uid || Some(id) == other.login;
        self.is_in_namespace
            || other.is_in_namespace
            || is_shared(self.uid)
            || self.login.is_some_and(is_shared)
    }

    /// What it was written as.
    pub fn parse(text: &str) -> Option<MachineUser> {
        let rest = text.strip_prefix("uid ")?;
        let (rest, is_in_namespace) = match rest.strip_suffix(NAMESPACE) {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let (uid, login) = match rest.split_once(LOGIN) {
            Some((uid, login)) => (uid, Some(login.parse().ok()?)),
            None => (rest, None),
        };
        Some(MachineUser { uid: uid.parse().ok()?, login, is_in_namespace })
    }
}

const LOGIN: &str = ", signed in as uid ";
const NAMESPACE: &str = ", in a user namespace";

impl fmt::Display for MachineUser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "uid {}", self.uid)?;
        if let Some(login) = self.login {
            write!(f, "{LOGIN}{login}")?;
        }
        if self.is_in_namespace { f.write_str(NAMESPACE) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::MachineUser;

    fn user(uid: u32, login: Option<u32>) -> MachineUser {
        MachineUser { uid, login, is_in_namespace: false }
    }

    #[test]
    fn every_machine_user_is_read_as_it_was_written() {
        for uid in [0, 1, 1_000, u32::MAX] {
            for login in [None, Some(0), Some(1_000)] {
                for is_in_namespace in [false, true] {
                    let user = MachineUser { uid, login, is_in_namespace };
                    assert_eq!(MachineUser::parse(&user.to_string()), Some(user), "{user}");
                }
            }
        }
        for wrong in ["", "1000", "uid", "uid x", "uid -1", "uid 1, signed in as uid ", "uid 4294967296"] {
            assert_eq!(MachineUser::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn whoever_shares_a_user_id_may_be_the_same_person() {
        for (one, other, may_be) in [
            (user(1_000, None), user(1_000, None), true),
            (user(1_000, None), user(1_001, None), false),
            (user(1_000, None), user(100, None), false),
            // A user who has not signed in can write a login of their choice.
            (user(1_000, None), user(1_000, Some(4_242)), true),
            (user(1_000, Some(1)), user(1_000, Some(2)), true),
            // A user with sudo is still one person.
            (user(1_000, None), user(0, Some(1_000)), true),
            (user(5, Some(1_000)), user(0, Some(1_000)), true),
            (user(5, Some(1_000)), user(6, Some(1_001)), false),
        ] {
            assert_eq!(one.may_be(&other), may_be, "{one} and {other}");
            assert_eq!(other.may_be(&one), may_be, "{other} and {one}");
            let unmapped = MachineUser { is_in_namespace: true, ..one };
            assert!(unmapped.may_be(&other) && other.may_be(&unmapped));
        }
    }
}
