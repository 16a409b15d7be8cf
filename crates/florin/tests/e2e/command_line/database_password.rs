//! A server and its commands take the password of the database from a file or from a command.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::support::{Cluster, canary, florin, run};

const LOGINS: &str = "host all postgres 127.0.0.1/32 trust\nhost all pay 127.0.0.1/32 scram-sha-256\n";

#[test]
fn the_password_of_the_database_is_in_a_file_or_printed_by_a_command() {
    let (cluster, folder) = (Cluster::start(), tempfile::tempdir().expect("a folder"));
    let password = "correct-horse-battery";
    canary(password);
    let roles = format!("create role pay login password '{password}'; create database pay owner pay");
    let (roles, database) = roles.split_once("; ").expect("two statements");
    let mut admin = cluster.connect();
    admin.batch_execute(roles).expect("a role");
    admin.batch_execute(database).expect("a database");
    cluster.write("pg_hba.conf", LOGINS);
    cluster.alter(&[("log_connections", "on")]);
    let url = format!("postgres://pay@127.0.0.1:{}/pay", cluster.port());
    let (file, program) = (folder.path().join("password"), folder.path().join("token"));
    fs::write(&file, password).expect("a file");
    // It sees none of Florin's variables, which may hold secrets.
    let lines = format!("#!/bin/sh\nenv | grep -q ^FLORIN_ && exit 1\nexec cat {}\n", file.display());
    fs::write(&program, lines).expect("a program");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a mode");
    let migrate = |more: &[&str]| {
        let mut command = florin(&["migrate", "--database-url", &url]);
        run(command.args(more).env("FLORIN_SECRETS", "1:secret").env("FLORIN_LOG", "debug"))
    };
    let refused = migrate(&[]);
    assert!(refused.code != Some(0) && refused.stderr.contains("password missing"), "{refused:?}");
    for more in [
        ["--database-password-file", &file.display().to_string()],
        ["--database-password-command", &program.display().to_string()],
    ] {
        let ended = migrate(&more);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(!ended.stderr.contains(password) && !ended.stdout.contains(password), "{ended:?}");
    }
}
