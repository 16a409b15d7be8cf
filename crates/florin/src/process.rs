//! What this process asks of the operating system for itself, before anything else.

use rustix::fs::Mode;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, umask};

/// No core dumps, because memory holds secrets; and files that only their owner can read, whichever process creates
/// them: SQLite makes some by itself.
pub fn keep_to_ourselves() {
    // Lowering a limit is always allowed, so there is nothing to do about an error.
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    umask(Mode::RWXG | Mode::RWXO);
}

/// Uses all the open files the system allows: programs often start with far fewer than a busy server needs.
pub fn raise_open_files() {
    let limit = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum })
    {
        tracing::warn!(%error, "limit of open files not raised");
    }
}

/// How many files this process may have open after [`raise_open_files`]; `None` for no limit.
pub fn max_open_files() -> Option<u64> {
    getrlimit(Resource::Nofile).maximum
}

/// Bytes that this user can still write to the disk a path is on.
pub fn free_disk(path: &std::path::Path) -> Result<u64, String> {
    let disk = rustix::fs::statvfs(path).map_err(|error| error.to_string())?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}
