//! Who runs a command, as the kernel tells.

use std::io::Read;

use rules::machine_user::MachineUser;
use rustix::fs::{CWD, Mode, OFlags, PROC_SUPER_MAGIC, ResolveFlags, fstat, fstatfs, openat, openat2};

/// The inode of the root of every process file system.
const PROC_ROOT: u64 = 1;

/// No variable is asked, because whoever runs the command sets those.
pub fn machine_user() -> MachineUser {
    read(rustix::process::getuid().as_raw(), "self")
}

/// Who is behind another process, which runs as this user as far as this process can see.
pub fn of_process(uid: u32, pid: i32) -> MachineUser {
    read(uid, &pid.to_string())
}

/// Whether this process is in a user namespace.
pub fn is_in_namespace() -> bool {
    machine_user().is_in_namespace
}

fn read(uid: u32, process: &str) -> MachineUser {
    let (login, uid_map) = (from_kernel(process, "loginuid"), from_kernel("self", "uid_map"));
    machine_user_of(uid, login.as_deref(), uid_map.as_deref())
}

/// `login` and `uid_map` are the files of the same names, where the kernel has them.
fn machine_user_of(uid: u32, login: Option<&str>, uid_map: Option<&str>) -> MachineUser {
    let login = login.and_then(|text| text.trim().parse::<u32>().ok());
    MachineUser {
        uid,
        // The highest number stands for nobody.
        login: login.filter(|login| *login != uid && *login != u32::MAX),
        // Only root can make a namespace in which all user ids are what they are outside.
        is_in_namespace: !uid_map.is_some_and(|map| map.split_whitespace().eq(["0", "0", "4294967295"])),
    }
}

/// A file that the kernel writes about a process. In a namespace anybody can mount another file or folder over it,
/// so it must be in the root of a process file system, with no mount on the way.
fn from_kernel(process: &str, name: &str) -> Option<String> {
    let root =
        openat(CWD, "/proc", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).ok()?;
    let is_root = fstat(&root).ok()?.st_ino == PROC_ROOT;
    if fstatfs(&root).ok()?.f_type != PROC_SUPER_MAGIC || !is_root {
        return None;
    }
    let path = format!("{process}/{name}");
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let file =
        openat2(&root, path, flags, Mode::empty(), ResolveFlags::NO_XDEV | ResolveFlags::BENEATH).ok()?;
    let mut text = String::new();
    std::fs::File::from(file).read_to_string(&mut text).ok().map(|_| text)
}

#[cfg(test)]
mod tests {
    use super::machine_user_of;

    #[test]
    fn the_kernel_says_who_runs_a_command() {
        let whole = "         0          0 4294967295\n";
        for (uid, login, uid_map, expected) in [
            (1_000, None, Some(whole), "uid 1000"),
            (1_000, None, None, "uid 1000, in a user namespace"),
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
