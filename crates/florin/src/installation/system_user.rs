//! The system user that runs the server.

use std::fs;
use std::process::Command;

/// The name of the user and of its group.
pub const USER: &str = "florin";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owner {
    pub uid: u32,
    pub gid: u32,
}

/// The user, created if it is missing; and whether it was.
pub fn find_or_create() -> Result<(Owner, bool), String> {
    if let Some(owner) = find()? {
        return Ok((owner, false));
    }
    let arguments = ["--system", "--user-group", "--home-dir", "/var/lib/florin", "--no-create-home"];
    let made = Command::new("/usr/sbin/useradd")
        .args(arguments)
        .args(["--shell", "/usr/sbin/nologin", USER])
        .output()
        .map_err(|error| format!("can't run /usr/sbin/useradd: {error}. Create the user {USER} yourself"))?;
    if !made.status.success() {
        let why = String::from_utf8_lossy(&made.stderr);
        return Err(format!("can't create the user {USER}: {}", why.trim()));
    }
    find()?.map(|owner| (owner, true)).ok_or_else(|| format!("the user {USER} is not in /etc/passwd"))
}

fn find() -> Result<Option<Owner>, String> {
    let known =
        fs::read_to_string("/etc/passwd").map_err(|error| format!("can't read /etc/passwd: {error}"))?;
    Ok(known.lines().find_map(parse))
}

/// A line of passwd(5), if it is about this user. Root is never meant.
fn parse(line: &str) -> Option<Owner> {
    let mut fields = line.split(':');
    let (name, _, uid, gid) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let owner = Owner { uid: uid.parse().ok()?, gid: gid.parse().ok()? };
    (name == USER && owner.uid != 0).then_some(owner)
}

#[cfg(test)]
mod tests {
    use super::{Owner, parse};

    #[test]
    fn a_user_is_found_by_its_whole_name_and_is_not_root() {
        let owner = Some(Owner { uid: 998, gid: 997 });
        for (line, expected) in [
            ("florin:x:998:997::/var/lib/florin:/usr/sbin/nologin", owner),
            ("florin2:x:998:997::/:/bin/sh", None),
            ("root:x:0:0:florin:/root:/bin/bash", None),
            ("florin:x:0:0::/:/bin/sh", None),
            ("florin:x:abc:997::/:/bin/sh", None),
            ("florin:x", None),
            ("", None),
        ] {
            assert_eq!(parse(line), expected, "{line:?}");
        }
    }
}
