//! No other user of the machine can read what Florin keeps.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::support::{Dev, bank_account};

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

#[test]
fn only_the_owner_can_read_the_data_folder_and_anything_in_it() {
    // Whatever the habits of the shell that starts it.
    for mask in ["000", "022", "077"] {
        let place = tempfile::tempdir().expect("a folder");
        let data = place.path().join("data");
        let florin = Dev::command(&data, None);
        let mut command = Command::new("sh");
        command.args(["-c", &format!("umask {mask}; exec \"$0\" \"$@\"")]);
        command.arg(florin.get_program()).args(florin.get_args());
        let florin = Dev::start(command);
        florin.sandbox().post("/bank_accounts", &bank_account("eur_sepa")).id();

        assert_eq!(mode(&data), 0o700, "umask {mask}");
        let mut names = Vec::new();
        for entry in std::fs::read_dir(&data).expect("the folder") {
            let path = entry.expect("an entry").path();
            assert_eq!(mode(&path), 0o600, "{} with umask {mask}", path.display());
            names.push(path.file_name().expect("a name").to_string_lossy().into_owned());
        }
        for name in ["secrets", "dev.json", "florin.db", "florin.db-wal"] {
            assert!(names.iter().any(|known| known == name), "no {name} in {names:?}");
        }
    }
}
