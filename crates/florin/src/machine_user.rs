//! Who runs this command, as the kernel tells.

use rules::machine_user::MachineUser;

/// No variable is asked, because whoever runs the command sets those.
pub fn machine_user() -> MachineUser {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    machine_user_of(
        rustix::process::getuid().as_raw(),
        read("/proc/self/loginuid").as_deref(),
        read("/proc/self/uid_map").as_deref(),
    )
}

/// `login` and `uid_map` are the files of the same names, where the kernel has them.
fn machine_user_of(uid: u32, login: Option<&str>, uid_map: Option<&str>) -> MachineUser {
    let login = login.and_then(|text| text.trim().parse::<u32>().ok());
    MachineUser {
        uid,
        // The highest number stands for nobody.
        login: login.filter(|login| *login != uid && *login != u32::MAX),
        // Only root can make a namespace in which all user ids are what they are outside.
        is_in_namespace: uid_map.is_some_and(|map| !map.split_whitespace().eq(["0", "0", "4294967295"])),
    }
}

#[cfg(test)]
mod tests {
    use super::machine_user_of;

    #[test]
    fn the_kernel_says_who_runs_a_command() {
        let whole = "         0          0 4294967295\n";
        for (uid, login, uid_map, expected) in [
            (1_000, None, None, "uid 1000"),
            (1_000, Some("1000"), Some(whole), "uid 1000"),
            (0, Some("1000\n"), Some(whole), "uid 0, signed in as uid 1000"),
            (0, Some("4294967295"), Some(whole), "uid 0"),
            (4_242, None, Some("      4242       1000          1\n"), "uid 4242, in a user namespace"),
            (0, None, Some("0 1000 1\n1 100000 65536\n"), "uid 0, in a user namespace"),
        ] {
            assert_eq!(machine_user_of(uid, login, uid_map).to_string(), expected);
        }
    }
}
