//! A password from a file or a command is read for each connection.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use store::{DatabaseUrl, PasswordCommand, PasswordSource};
use testkit::cluster::Cluster;

use super::{ask, ask_with};

fn cluster() -> Cluster {
    let cluster = Cluster::start();
    cluster.connect().batch_execute("create role pay login password 'one'").expect("a role");
    cluster.write(
        "pg_hba.conf",
        "host all postgres 127.0.0.1/32 trust\nhost all pay 127.0.0.1/32 scram-sha-256\n",
    );
    cluster.alter(&[("log_connections", "on")]);
    cluster
}

fn change_password(cluster: &Cluster, password: &str) {
    cluster.connect().batch_execute(&format!("alter role pay password '{password}'")).expect("a role");
}

fn program(path: &Path, lines: &str) -> PasswordSource {
    fs::write(path, format!("#!/bin/sh\n{lines}\n")).expect("a program");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a mode");
    let command = format!("{} --for database", path.display());
    PasswordSource::Command(PasswordCommand::parse(&command, vec!["HOME".to_owned()]).expect("a command"))
}

#[test]
fn a_password_is_read_from_its_file_or_command_for_each_connection() {
    let (cluster, folder) = (cluster(), tempfile::tempdir().expect("a folder"));
    let url = format!("postgres://pay@127.0.0.1:{}/postgres", cluster.port());
    let file = folder.path().join("password");
    fs::write(&file, "one\n").expect("a file");
    let from_file = || ask_with(&url, PasswordSource::File(file.clone()));
    assert!(from_file().is_ok(), "{:?}", from_file());
    change_password(&cluster, "two");
    assert!(from_file().expect_err("an old password").contains("password authentication failed"));
    fs::write(&file, "two\r\nsecond line").expect("a file");
    assert!(from_file().is_ok(), "{:?}", from_file());
    // It gets its arguments, and not the variables that are hidden from it.
    let command = program(&folder.path().join("token"), "[ \"$1$2$HOME\" = --fordatabase ] && echo two");
    assert_eq!(ask_with(&url, command).err(), None);
    assert!(ask(&url).expect_err("no password").contains("password missing"));
}

#[test]
fn what_goes_wrong_with_a_password_is_said_without_it() {
    let (cluster, folder) = (cluster(), tempfile::tempdir().expect("a folder"));
    let url = format!("postgres://pay@127.0.0.1:{}/postgres?connect_timeout=1", cluster.port());
    let path = folder.path().join("program");
    fs::write(folder.path().join("empty"), "\n").expect("a file");
    let unknown = PasswordCommand::parse("/no/such/program", Vec::new()).expect("a command");
    for (source, words) in [
        (PasswordSource::File("/no/such/file".into()), "the password file /no/such/file"),
        (PasswordSource::File(folder.path().join("empty")), "it is empty"),
        (PasswordSource::Command(unknown), "can't be run"),
        (program(&path, "echo s3cr3t; echo s3cr3t >&2; exit 3"), "failed (exit status: 3)"),
        (program(&folder.path().join("silent"), "true"), "printed nothing"),
        (program(&folder.path().join("hangs"), "exec sleep 600"), "in 1 seconds"),
        (program(&folder.path().join("wrong"), "echo s3cr3t"), "password authentication failed"),
    ] {
        let error = ask_with(&url, source).expect_err(words);
        assert!(error.contains(words) && !error.contains("s3cr3t"), "{words}: {error}");
    }
    let twice = DatabaseUrl::parse("postgres://pay:pw@db/x").expect("a URL");
    assert!(twice.with_password(PasswordSource::File("f".into())).is_err());
    let sqlite = DatabaseUrl::parse("sqlite:florin.db").expect("a URL");
    assert!(sqlite.with_password(PasswordSource::File("f".into())).is_err());
    assert!(PasswordCommand::parse("  ", Vec::new()).is_none());
}
