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
    let Some((owner, shell)) = known.lines().find_map(parse) else { return Ok(None) };
    check_for_service(owner, shell)?;
    Ok(Some(owner))
}

/// The lowest user ID of people's accounts (login.defs).
const FIRST_PERSON: u32 = 1_000;

/// A person who logs in as this user could read the secrets, and lift every stop of money.
fn check_for_service(owner: Owner, shell: &str) -> Result<(), String> {
    let is_closed = shell.ends_with("/nologin") || shell.ends_with("/false");
    if owner.uid < FIRST_PERSON && is_closed {
        return Ok(());
    }
    Err(format!(
        "the existing user {USER} has the ID {} and the shell {shell}, like a person's user. The server needs a \
         service user. If a person uses it, rename it. If not, give it an ID below {FIRST_PERSON} and no login \
         shell: usermod --uid ID --shell /usr/sbin/nologin {USER}",
        owner.uid
    ))
}

/// The owner and the shell in a line of passwd(5) about this user. Never root.
fn parse(line: &str) -> Option<(Owner, &str)> {
    let mut fields = line.split(':');
    let (name, _, uid, gid) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let owner = Owner { uid: uid.parse().ok()?, gid: gid.parse().ok()? };
    // Without a shell in the line, it is /bin/sh.
    let shell = fields.nth(2).filter(|shell| !shell.is_empty()).unwrap_or("/bin/sh");
    (name == USER && owner.uid != 0).then_some((owner, shell))
}

#[cfg(test)]
mod tests {
    use super::{Owner, check_for_service, parse};

    #[test]
    fn a_user_is_found_by_its_whole_name_and_is_not_root() {
        let owner = Some((Owner { uid: 998, gid: 997 }, "/usr/sbin/nologin"));
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

    #[test]
    fn the_server_gets_no_user_that_a_person_can_log_in_as() {
        let check = |uid: u32, shell: &str| check_for_service(Owner { uid, gid: 1 }, shell);
        for shell in ["/usr/sbin/nologin", "/sbin/nologin", "/bin/false"] {
            assert_eq!(check(998, shell), Ok(()), "{shell}");
        }
        for (uid, shell) in [(998, "/bin/bash"), (1_000, "/usr/sbin/nologin"), (1_001, "/bin/sh")] {
            let refusal = check(uid, shell).expect_err("a person's");
            assert!(refusal.contains(shell) && refusal.contains(&uid.to_string()), "{refusal}");
        }
        assert_eq!(parse("florin:x:998:997::/"), Some((Owner { uid: 998, gid: 997 }, "/bin/sh")));
    }
}
