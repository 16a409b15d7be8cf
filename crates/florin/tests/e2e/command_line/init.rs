//! `florin init` in a folder. `scripts/operating` follows docs/OPERATING.md with it, as root, in a clean root.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use super::assert_refused;
use crate::support::{Ended, canary, florin, run};

const PUBLIC: [&str; 2] = ["--public-url", "https://pay.example.com"];

fn init(folder: &Path, more: &[&str]) -> Ended {
    let mut command = florin(&["init"]);
    run(command.arg("--dir").arg(folder).args(more))
}

fn doctor(folder: &Path) -> Value {
    let mut command =
        florin(&["doctor", "--json", "--max-connections", "10", "--max-webhook-connections", "32"]);
    let ended = run(command.arg("--config").arg(folder.join("florin.toml")));
    serde_json::from_str(&ended.stdout).unwrap_or_else(|error| panic!("{error}: {ended:?}"))
}

#[test]
fn what_it_creates_is_complete_and_a_second_run_changes_nothing() {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("florin");
    let made = init(&folder, &PUBLIC);
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""), "{made:?}");
    assert!(made.stdout.contains("Created") && made.stdout.contains("florin doctor"), "{made:?}");
    let secrets = fs::read_to_string(folder.join("secrets")).expect("the secrets");
    canary(secrets.trim_end().split_once(':').expect("a version").1);
    assert!(!format!("{made:?}").contains(secrets.trim_end()), "it shows the secrets");
    let mode =
        |name: &str| fs::metadata(folder.join(name)).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(
        ["", "data", "backups", "secrets", "florin.toml"].map(mode),
        [0o700, 0o700, 0o700, 0o600, 0o600]
    );
    let config = folder.join("florin.toml");
    let migrated = run(florin(&["migrate"]).arg("--config").arg(&config));
    assert_eq!(migrated.code, Some(0), "{migrated:?}");
    let examined = doctor(&folder);
    let state = |name: &str| {
        let checks = examined["checks"].as_array().expect("checks");
        let check = checks.iter().find(|check| check["name"] == name).expect("the check");
        check["state"].as_str().expect("a state").to_owned()
    };
    for name in ["email", "tariff", "support", "alerts", "backups"] {
        assert_eq!(state(name), "incomplete", "{examined}");
    }
    for name in ["settings", "secrets", "database", "migrations"] {
        assert_eq!(state(name), "ok", "{examined}");
    }
    fs::write(&config, fs::read_to_string(&config).expect("a config") + "\nbrand_name = \"Acme\"\n")
        .expect("it is edited");
    let before = fs::read_to_string(&config).expect("a config");
    let again = init(&folder, &["--public-url", "https://other.example.com", "--json"]).json();
    assert_eq!(again["created"], serde_json::json!([]), "{again}");
    assert_eq!(again["existing"].as_array().map(Vec::len), Some(8), "{again}");
    assert_eq!(again["public_url"], "https://pay.example.com", "the file's, not the flag's");
    let told = init(&folder, &["--public-url", "https://other.example.com"]).stdout;
    let file = config.to_str().expect("a path");
    for words in
        ["was not changed", file, "https://pay.example.com", "https://other.example.com", "public_url"]
    {
        assert!(told.contains(words), "{words}: {told}");
    }
    let same = init(&folder, &PUBLIC).stdout;
    assert!(!same.contains("was not changed"), "{same}");
    assert_eq!(fs::read_to_string(&config).expect("a config"), before);
    assert_eq!(fs::read_to_string(folder.join("secrets")).expect("the secrets"), secrets);
}

#[test]
fn it_refuses_what_it_cannot_do_before_it_creates_anything() {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("florin");
    let wrong = init(&folder, &["--public-url", "pay.example.com"]);
    assert_refused(&wrong, 2, &["--public-url", "https://"]);
    let insecure = init(&folder, &["--public-url", "http://pay.example.com"]);
    assert_refused(&insecure, 2, &["--public-url: use https", "proxy"]);
    let odd = init(&parent.path().join("a b"), &PUBLIC);
    assert_refused(&odd, 1, &["letters, digits"]);
    fs::write(&folder, "a file").expect("a file");
    assert_refused(&init(&folder, &PUBLIC), 1, &["is not a folder"]);
    fs::remove_file(&folder).expect("no file");
    assert_eq!(init(&folder, &PUBLIC).code, Some(0));
    fs::write(folder.join("data/florin.db"), "rows").expect("a database");
    fs::remove_file(folder.join("secrets")).expect("no secrets");
    assert_refused(&init(&folder, &PUBLIC), 1, &["secrets", "missing", "Restore"]);
    assert!(!folder.join("secrets").exists());
    assert_eq!(parent.path().read_dir().expect("a folder").count(), 1);
}
