//! The user who runs a command, according to the kernel. Unreadable facts never make one person two: a command then
//! counts as run in a user namespace, and a server refuses the connection.

use std::io::{Error, Read, Result};

use rules::machine_user::MachineUser;
use rustix::fs::{CWD, Mode, OFlags, PROC_SUPER_MAGIC, ResolveFlags, fstat, fstatfs, openat, openat2};
use rustix::io::Errno;

/// The inode of the root of every process file system.
const PROC_ROOT: u64 = 1;

/// Who runs this process. No variable is asked, because the user who runs the command sets those.
pub fn machine_user() -> MachineUser {
    let uid = rustix::process::getuid().as_raw();
    let known = login_of_this_process().and_then(|login| Ok((login, is_in_namespace()?)));
    // A user who uses up the open files must not hide a login or a namespace.
    let (login, is_in_namespace) = known.unwrap_or((None, true));
    MachineUser { uid, login: login.filter(|login| *login != uid), is_in_namespace }
}

/// What a server finds out once, when it starts, to tell users of other processes apart.
#[derive(Clone, Copy)]
pub struct Machine {
    pub is_in_namespace: bool,
    /// Whether the kernel remembers who signed in.
    pub has_logins: bool,
}

impl Machine {
    pub fn read() -> Result<Machine> {
        let has_logins = from_kernel("self", "loginuid")?.is_some();
        Ok(Machine { is_in_namespace: is_in_namespace()?, has_logins })
    }

    /// The user behind another process, which runs as `uid` as far as the server can see. An error means that the
    /// kernel did not tell everything.
    pub fn user_of(self, uid: u32, pid: Option<i32>) -> Result<MachineUser> {
        // In a namespace all users count as one person, whatever their logins are.
        let login = if self.has_logins && !self.is_in_namespace { login_of(pid)? } else { None };
        let login = login.filter(|login| *login != uid);
        Ok(MachineUser { uid, login, is_in_namespace: self.is_in_namespace })
    }
}

/// The login of another process. Its file is missing if the process has ended or is hidden from this one.
fn login_of(pid: Option<i32>) -> Result<Option<u32>> {
    let pid = pid.filter(|pid| *pid > 0).ok_or_else(|| Error::other("its process is not visible here"))?;
    let text = from_kernel(&pid.to_string(), "loginuid")?;
    parse_login(&text.ok_or_else(|| Error::other(format!("process {pid} is not visible in /proc")))?)
}

/// The file is missing if the kernel remembers no logins.
fn login_of_this_process() -> Result<Option<u32>> {
    from_kernel("self", "loginuid")?.map_or(Ok(None), |text| parse_login(&text))
}

/// The highest number stands for a process without a login.
fn parse_login(text: &str) -> Result<Option<u32>> {
    let login: u32 =
        text.trim().parse().map_err(|_| Error::other(format!("{text:?} in /proc is not a user ID")))?;
    Ok((login != u32::MAX).then_some(login))
}

/// Whether this process is in a user namespace.
fn is_in_namespace() -> Result<bool> {
    let uid_map = from_kernel("self", "uid_map")?.ok_or_else(|| Error::other("/proc has no uid_map"))?;
    Ok(!maps_all_to_themselves(&uid_map))
}

/// Only root can make a namespace in which all user ids are what they are outside.
fn maps_all_to_themselves(uid_map: &str) -> bool {
    uid_map.split_whitespace().eq(["0", "0", "4294967295"])
}

/// A file that the kernel writes about a process; `None` if there is none. In a namespace any user can mount another
/// file or folder over it, so it must be in the root of a process file system, with no mount on the way.
fn from_kernel(process: &str, name: &str) -> Result<Option<String>> {
    let root = openat(CWD, "/proc", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
    if fstatfs(&root)?.f_type != PROC_SUPER_MAGIC || fstat(&root)?.st_ino != PROC_ROOT {
        return Err(Error::other("/proc is not the kernel's file system"));
    }
    let path = format!("{process}/{name}");
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let within = ResolveFlags::NO_XDEV | ResolveFlags::BENEATH;
    let file = match openat2(&root, path, flags, Mode::empty(), within) {
        Err(Errno::NOENT) => return Ok(None),
        opened => opened?,
    };
    let mut text = String::new();
    std::fs::File::from(file).read_to_string(&mut text)?;
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use super::{Machine, maps_all_to_themselves, parse_login};

    #[test]
    fn only_the_whole_map_is_outside_of_namespaces() {
        for (uid_map, expected) in [
            ("         0          0 4294967295\n", true),
            ("", false),
            ("      4242       1000          1\n", false),
            ("0 1000 1\n1 100000 65536\n", false),
            ("0 0 4294967294", false),
        ] {
            assert_eq!(maps_all_to_themselves(uid_map), expected, "{uid_map:?}");
        }
    }

    #[test]
    fn a_login_is_a_user_id_or_an_error() {
        for (text, expected) in [
            ("1000\n", Some(Some(1_000))),
            ("0", Some(Some(0))),
            ("4294967295", Some(None)),
            ("", None),
            ("-1", None),
            ("4294967296", None),
            ("ana", None),
        ] {
            assert_eq!(parse_login(text).ok(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_user_whose_process_cannot_be_read_is_unknown() {
        let own = i32::try_from(std::process::id()).ok();
        let machine = |is_in_namespace, has_logins| Machine { is_in_namespace, has_logins };
        for (machine, pid, is_known) in [
            (machine(false, true), None, false),
            (machine(false, true), Some(0), false),
            (machine(false, true), Some(-1), false),
            (machine(false, true), Some(i32::MAX), false),
            // A kernel without logins tells nothing about the process.
            (machine(false, false), Some(i32::MAX), true),
            (machine(false, false), own, true),
            // In a namespace users are one person in any case.
            (machine(true, true), None, true),
        ] {
            let user = machine.user_of(1_000, pid);
            assert_eq!(user.is_ok(), is_known, "{pid:?}: {user:?}");
            assert!(user.is_ok_and(|user| user.is_in_namespace == machine.is_in_namespace) == is_known);
        }
        let here = Machine::read().expect("a machine");
        assert!(here.user_of(1_000, own).is_ok());
    }
}
