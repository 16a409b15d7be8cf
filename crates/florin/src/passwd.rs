//! The names of the machine's users, for messages. Nothing is decided by a name.

use rules::machine_user::MachineUser;

/// The name of a user ID; `None` for one that only a directory or another machine knows.
pub fn name_of(uid: u32) -> Option<String> {
    let users = std::fs::read("/etc/passwd").ok()?;
    find(&String::from_utf8_lossy(&users), uid)
}

/// A machine user as people know them: ana (uid 1000).
pub fn described(user: MachineUser) -> String {
    describe(user, name_of)
}

/// The same for a machine user as text; what is none stays as it is.
pub fn describe_text(text: &str) -> String {
    MachineUser::parse(text).map_or_else(|| text.to_owned(), described)
}

fn describe(user: MachineUser, name_of: impl Fn(u32) -> Option<String>) -> String {
    // In a namespace users choose their IDs, so the names of this machine would be wrong.
    if user.is_in_namespace {
        return user.to_string();
    }
    let named = |uid: u32| match name_of(uid) {
        Some(name) => format!("{name} (uid {uid})"),
        None => format!("uid {uid}"),
    };
    match user.login {
        Some(login) => format!("{}, signed in as {}", named(user.uid), named(login)),
        None => named(user.uid),
    }
}

fn find(users: &str, uid: u32) -> Option<String> {
    let has_id = |line: &&str| line.split(':').nth(2).and_then(|id| id.parse().ok()) == Some(uid);
    let name = users.lines().find(has_id)?.split(':').next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use rules::machine_user::MachineUser;

    use super::{describe, describe_text, find};

    const USERS: &str =
        "root:x:0:0:root:/root:/bin/bash\nana:x:1000:1000::/home/ana:/bin/sh\n:x:7:7::/:\nodd\n";

    #[test]
    fn a_machine_user_is_shown_by_name_where_the_machine_knows_it() {
        for (text, expected) in [
            ("uid 1000", "ana (uid 1000)"),
            ("uid 0, signed in as uid 1000", "root (uid 0), signed in as ana (uid 1000)"),
            ("uid 4242", "uid 4242"),
            ("uid 7", "uid 7"),
            ("uid 1000, in a user namespace", "uid 1000, in a user namespace"),
        ] {
            let user = MachineUser::parse(text).expect("a machine user");
            assert_eq!(describe(user, |uid| find(USERS, uid)), expected);
        }
        assert_eq!(describe_text("the audit"), "the audit");
    }
}
