//! Files and folders that only their owner can read: secrets, and what `florin dev` remembers.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

use zeroize::Zeroizing;

/// Bits that let the group or other users in.
const OTHERS: u32 = 0o077;

/// Makes the folder, and those above it, unless it is there.
pub fn make_folder(folder: &Path) -> Result<(), String> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.map_err(|error| format!("can't create the folder {}: {error}", folder.display()))
}

/// Waits until no other process sets up this folder. Released when the answer is dropped or the process ends.
pub fn lock_folder(folder: &Path) -> Result<File, String> {
    let locked = File::open(folder).and_then(|file| file.lock().map(|()| file));
    locked.map_err(|error| format!("can't lock the folder {}: {error}", folder.display()))
}

/// Refuses a file or folder that others than its owner can use.
pub fn check(path: &Path) -> Result<(), String> {
    let shown = path.display();
    let metadata = fs::metadata(path).map_err(|error| format!("can't read {shown}: {error}"))?;
    let (mode, wanted) = (metadata.permissions().mode(), if metadata.is_dir() { "700" } else { "600" });
    if mode & OTHERS != 0 {
        return Err(format!(
            "{shown} is accessible to other users (mode {:03o}); make it private: chmod {wanted} {shown}",
            mode & 0o777
        ));
    }
    Ok(())
}

/// Reads a file that must be private; `None` if it is not there.
pub fn read_if_there(path: &Path) -> Result<Option<Zeroizing<String>>, String> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("can't read {}: {error}", path.display())),
        Ok(_) => check(path)?,
    }
    let text = fs::read_to_string(path).map_err(|error| format!("can't read {}: {error}", path.display()))?;
    Ok(Some(Zeroizing::new(text)))
}

/// Writes a private file as a whole or not at all, and makes sure that it is on the disk.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let unfinished = path.with_extension("new");
    let written = write_and_sync(&unfinished, text)
        .and_then(|()| fs::rename(&unfinished, path))
        .and_then(|()| path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all()));
    written.map_err(|error| format!("can't write {}: {error}", path.display()))
}

fn write_and_sync(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::{check, make_folder, read_if_there, write};
    use std::fs::{Permissions, metadata, set_permissions};
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn what_is_written_is_private_and_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a/b");
        make_folder(&inner).unwrap();
        make_folder(&inner).unwrap();
        let path = inner.join("secrets");
        assert_eq!(read_if_there(&path), Ok(None));
        for text in ["first", "second"] {
            write(&path, text).unwrap();
            assert_eq!(read_if_there(&path).unwrap().unwrap().as_str(), text);
        }
        let mode = |path| metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&inner), mode(&path)), (0o700, 0o600));
    }

    #[test]
    fn a_file_that_anybody_else_can_use_in_any_way_is_refused_with_the_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secrets");
        write(&path, "1:abc").unwrap();
        for mode in [0o601, 0o602, 0o604, 0o610, 0o620, 0o640, 0o644, 0o666] {
            set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            let refusal = read_if_there(&path).unwrap_err();
            assert!(refusal.contains("chmod 600") && !refusal.contains("1:abc"), "{mode:o}: {refusal}");
        }
        for mode in [0o600, 0o400, 0o700] {
            set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            assert_eq!(check(&path), Ok(()), "{mode:o}");
        }
    }
}
