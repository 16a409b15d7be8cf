//! Who owns the files of a SQLite database. A file belongs to the user whose process creates it, so a command that root
//! runs could lock the server out of its own database.

use std::fs::metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use store::DatabaseUrl;

use crate::command_error::CommandError;
use crate::passwd;
use crate::table::quoted;

/// What SQLite and the server keep beside the database.
const BESIDE: [&str; 4] = ["", "-wal", "-shm", ".lock"];

/// Refuses root in a data folder of another user.
pub fn refuse_root(database: &DatabaseUrl) -> Result<(), CommandError> {
    let DatabaseUrl::Sqlite(path) = database else { return Ok(()) };
    let folder = folder_of(path);
    let owner = metadata(&folder).map_or(0, |folder| folder.uid());
    if owner == 0 || !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    let typed: Vec<String> = std::env::args_os().map(|word| quoted(&word.to_string_lossy())).collect();
    Err(CommandError::Refused(refusal(&folder, owner, passwd::name_of(owner).as_deref(), &typed.join(" "))))
}

fn refusal(folder: &Path, owner: u32, name: Option<&str>, typed: &str) -> String {
    let shown = folder.display();
    match name {
        Some(name) => format!("{shown} belongs to {name}; run this as {name}: runuser -u {name} -- {typed}"),
        None => format!("{shown} belongs to uid {owner}; run this as that user"),
    }
}

/// Whether the user who owns the folder also owns what is in it.
pub fn check_owners(database: &Path) -> Result<String, String> {
    let folder = folder_of(database);
    let read = |path: &Path| metadata(path).map_err(|error| format!("{}: {error}", path.display()));
    let owner = read(&folder)?.uid();
    let named = |uid: u32| passwd::name_of(uid).unwrap_or_else(|| format!("uid {uid}"));
    for suffix in BESIDE {
        let mut file = database.as_os_str().to_owned();
        file.push(suffix);
        let file = PathBuf::from(file);
        if !file.exists() {
            continue;
        }
        let uid = read(&file)?.uid();
        if uid != owner {
            let (file, folder) = (file.display(), folder.display());
            return Err(format!(
                "{file} belongs to {}, but {folder} to {}; run as root: chown --reference={folder} {file}",
                named(uid),
                named(owner)
            ));
        }
    }
    Ok(format!("{} owns {} and the database in it", named(owner), folder.display()))
}

fn folder_of(database: &Path) -> PathBuf {
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{check_owners, folder_of, refusal};

    #[test]
    fn root_is_told_whose_command_it_is() {
        let folder = Path::new("/var/lib/florin");
        assert_eq!(
            refusal(folder, 998, Some("florin"), "florin migrate"),
            "/var/lib/florin belongs to florin; run this as florin: runuser -u florin -- florin migrate"
        );
        assert!(refusal(folder, 998, None, "florin migrate").contains("belongs to uid 998"));
    }

    #[test]
    fn files_of_one_owner_are_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("florin.db");
        fs::write(&database, "rows").unwrap();
        assert!(check_owners(&database).is_ok_and(|text| text.contains("owns")));
        assert!(check_owners(Path::new("/no/such/florin.db")).is_err());
        assert_eq!(folder_of(Path::new("florin.db")), Path::new("."));
    }
}
