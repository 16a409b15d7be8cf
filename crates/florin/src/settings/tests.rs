//! Which source of a setting counts, and what an operator is told about settings that are missing or wrong.

use std::ffi::OsString;
use std::path::Path;

use app::email::EmailTransport;
use store::DatabaseUrl;

use super::{
    IN_FILE, NOT_IN_FILE, Reader, SecretsFrom, ServerKind, ServerSettings, Sources, StorageSettings,
    email_room, parse_file, variable,
};
use crate::command_error::CommandError;
use crate::flags::FlagValues;

fn flags(pairs: &[(&'static str, &str)]) -> FlagValues {
    pairs.iter().map(|(name, value)| (*name, Some((*value).to_owned()))).collect()
}

fn sources(flags: FlagValues, variables: &[(&str, &str)]) -> Result<Sources, CommandError> {
    Sources::from(flags, |name| {
        variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
    })
}

fn config(text: &str) -> (tempfile::NamedTempFile, String) {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    let path = file.path().to_str().unwrap().to_owned();
    (file, path)
}

#[test]
fn a_flag_beats_a_variable_and_a_variable_beats_the_file_for_every_setting() {
    for name in IN_FILE {
        let (_file, path) = config(&format!("{name} = \"file\""));
        let variable_name = variable(name);
        let both = [(variable_name.as_str(), "variable"), ("FLORIN_CONFIG", path.as_str())];
        let text = |sources: &Sources| sources.find(name).map(|found| found.text.to_owned());
        let from_all = sources(flags(&[(name, "flag")]), &both).unwrap();
        assert_eq!(text(&from_all).as_deref(), Some("flag"));
        let from_two = sources(flags(&[]), &both).unwrap();
        assert_eq!(text(&from_two).as_deref(), Some("variable"));
        let from_file =
            sources(flags(&[("config", path.as_str())]), &[(variable_name.as_str(), "")]).unwrap();
        assert_eq!(text(&from_file).as_deref(), Some("file"));
        assert_eq!(text(&sources(flags(&[]), &[]).unwrap()), None);
    }
}

#[test]
fn an_unknown_or_misplaced_key_in_the_file_is_refused_by_name() {
    for name in ["listne", "secrets", "config", "database-url", "Listen"] {
        let (_file, path) = config(&format!("listen = \"127.0.0.1:1\"\n{name} = \"x\""));
        let Err(CommandError::Usage(complaint)) = sources(flags(&[("config", path.as_str())]), &[]) else {
            panic!("{name} was accepted");
        };
        assert!(complaint.contains(&format!("{name:?}")) && complaint.contains("rate_limit"), "{complaint}");
    }
    assert!(parse_file("listen = [1]").unwrap_err().contains("listen must be a string"));
}

#[test]
fn a_broken_or_absent_file_is_named_without_quoting_it() {
    let (_file, path) = config("listen = \"127.0.0.1:1\"\ndatabase_url = \"postgres://me:s3cr3t@h/x");
    let Err(CommandError::Usage(complaint)) = sources(flags(&[("config", path.as_str())]), &[]) else {
        panic!("accepted")
    };
    assert!(complaint.contains("line 2") && !complaint.contains("s3cr3t"), "{complaint}");
    let Err(CommandError::Usage(complaint)) = sources(flags(&[]), &[("FLORIN_CONFIG", "no/such.toml")])
    else {
        panic!("accepted");
    };
    assert!(complaint.contains("FLORIN_CONFIG") && complaint.contains("no/such.toml"), "{complaint}");
}

fn serve_report(flags: FlagValues, variables: &[(&str, &str)]) -> String {
    let sources = sources(flags, variables).unwrap();
    let mut reader = Reader::new(&sources);
    StorageSettings::of_serve(&mut reader);
    ServerSettings::read(&mut reader, ServerKind::Serve);
    match reader.finish("florin serve") {
        Ok(()) => String::new(),
        Err(stop) => {
            assert_eq!(stop.exit_code(), 2);
            stop.message().to_owned()
        }
    }
}

#[test]
fn serve_says_exactly_what_is_missing_by_flag_variable_and_config_name() {
    let needed = [
        ("database_url", "sqlite:florin.db"),
        ("secrets_file", "secrets"),
        ("public_url", "https://pay.example.com"),
    ];
    for set in 0..1_usize << needed.len() {
        let is_set = |index: usize| set & (1 << index) != 0;
        let given: Vec<_> =
            (0..needed.len()).filter(|index| is_set(*index)).map(|index| needed[index]).collect();
        let report = serve_report(flags(&given), &[]);
        for (index, (name, _)) in needed.into_iter().enumerate() {
            let flag = format!("--{}", name.replace('_', "-"));
            let named = [flag, variable(name), format!("{name} in the config file")];
            assert!(named.iter().all(|text| report.contains(text) != is_set(index)), "{name}: {report}");
        }
    }
    let report = serve_report(flags(&[]), &[("FLORIN_SECRETS", "1:abc"), ("FLORIN_DATA", "florin-data")]);
    assert!(!report.contains("--secrets-file") && report.contains("--database-url"), "{report}");
}

#[test]
fn every_wrong_value_is_reported_at_once_with_its_source_and_without_the_value() {
    let variables = [
        ("FLORIN_DATABASE_URL", "mysql://me:s3cr3t@h/x"),
        ("FLORIN_LISTEN", "s3cr3t"),
        ("FLORIN_SECRETS", "s3cr3t"),
        ("FLORIN_SECRETS_FILE", "s3cr3t"),
    ];
    let report = serve_report(flags(&[("accent", "s3cr3t"), ("chain", "simulated")]), &variables);
    for source in
        ["FLORIN_DATABASE_URL", "FLORIN_LISTEN", "--accent", "--chain", "are both set", "FLORIN_PUBLIC_URL"]
    {
        assert!(report.contains(source), "{source}: {report}");
    }
    assert!(!report.contains("s3cr3t"), "{report}");
}

#[test]
fn a_mailbox_has_at_least_one_email_for_senders_and_one_for_its_owner() {
    for (number, is_taken) in [("0", false), ("1", false), ("2", true), ("five", false)] {
        let report = serve_report(flags(&[("emails_per_recipient", number)]), &[]);
        assert_eq!(report.contains("--emails-per-recipient"), !is_taken, "{report}");
    }
}

#[test]
fn sign_up_is_one_of_three_words() {
    for (word, is_taken) in [
        ("open", true),
        ("invitation", true),
        ("closed", true),
        ("Open", false),
        ("invite", false),
        ("true", false),
        ("off", false),
    ] {
        let report = serve_report(flags(&[("sign_up", word)]), &[]);
        assert_eq!(
            report.contains("--sign-up: use open, invitation or closed"),
            !is_taken,
            "{word}: {report}"
        );
    }
}

#[test]
fn email_needs_a_sender_and_leaves_only_by_a_way_that_was_named() {
    let url = ("smtp_url", "smtps://me:s3cr3t@mail.example.com");
    let from = ("email_from", "mail@pay.example.com");
    let room = |given: &[(&'static str, &str)], kind: ServerKind| {
        let sources = sources(flags(given), &[]).unwrap();
        let mut reader = Reader::new(&sources);
        let mut settings = ServerSettings::read(&mut reader, kind);
        settings.brand.name = "Acme".to_owned();
        email_room(&settings, "https://pay.example.com".to_owned())
    };
    assert!(matches!(room(&[], ServerKind::Serve).post, EmailTransport::Off));
    assert!(matches!(room(&[from], ServerKind::Serve).post, EmailTransport::Off));
    let data = ("data", "d");
    assert!(
        matches!(room(&[data], ServerKind::Dev).post, EmailTransport::Folder(folder) if folder == Path::new("d/emails"))
    );
    for kind in [ServerKind::Dev, ServerKind::Serve] {
        let room = room(&[url, from, data], kind);
        assert!(matches!(room.post, EmailTransport::Smtp(_)));
        assert_eq!((room.from.as_str(), room.brand.name.as_str()), ("mail@pay.example.com", "Acme"));
        assert_eq!(room.origin, "https://pay.example.com");
    }
    let report = serve_report(flags(&[url]), &[]);
    assert!(report.contains("--email-from") && report.contains("FLORIN_EMAIL_FROM"), "{report}");
    assert!(!serve_report(flags(&[]), &[]).contains("email"), "no setting needs it");
    for (given, words) in [
        (("smtp_url", "smtp://me:s3cr3t@mail.example.com?tls=none"), "on this machine"),
        (("smtp_url", "https://me:s3cr3t@mail.example.com"), "smtps://USER:PASSWORD@HOST:465"),
        (("email_from", "s3cr3t"), "needs an @"),
    ] {
        let report = serve_report(flags(&[from, given]), &[]);
        assert!(report.contains(words) && report.contains("--") && !report.contains("s3cr3t"), "{report}");
    }
}

#[test]
fn an_operator_s_command_uses_a_data_folder_or_what_is_named_but_never_half_of_each() {
    let place = |flags: FlagValues| {
        let sources = sources(flags, &[]).unwrap();
        let mut reader = Reader::new(&sources);
        let place = StorageSettings::of_operator(&mut reader);
        (place, reader.finish("florin key list"))
    };
    let check = |given: &[(&'static str, &str)], database: &str, secrets: &str| {
        let (place, _) = place(flags(given));
        let place = place.expect("complete");
        assert_eq!(place.database, DatabaseUrl::parse(database).unwrap());
        assert!(
            matches!(&place.secrets, SecretsFrom::File(path) if path.as_os_str() == secrets),
            "{given:?}"
        );
    };
    check(&[], "sqlite:florin-data/florin.db", "florin-data/secrets");
    check(&[("data", "d")], "sqlite:d/florin.db", "d/secrets");
    check(&[("data", "d"), ("database_url", "sqlite:x.db")], "sqlite:x.db", "d/secrets");
    check(&[("data", "d"), ("secrets_file", "s")], "sqlite:d/florin.db", "s");
    check(&[("database_url", "sqlite:x.db"), ("secrets_file", "s")], "sqlite:x.db", "s");
    for half in [("database_url", "sqlite:x.db"), ("secrets_file", "s")] {
        assert!(place(flags(&[half])).1.is_err(), "{half:?}");
    }
}

/// The URL of the database that a command finds with this config file of the system.
fn found_with(system: &Path, given: &[(&'static str, &str)]) -> Result<Option<String>, CommandError> {
    let sources = Sources::for_operator(flags(given), |_| None, system.to_str().unwrap())?;
    Ok(sources.find("database_url").map(|found| found.text.to_owned()))
}

#[test]
fn an_operator_s_command_belongs_to_the_system_s_server_unless_another_is_selected() {
    let folder = tempfile::tempdir().unwrap();
    let system = folder.path().join("florin.toml");
    let dev = folder.path().join("dev");
    let dev = dev.to_str().unwrap();
    // Without such a file nothing is selected.
    assert_eq!(found_with(&system, &[]), Ok(None));
    std::fs::write(&system, "database_url = \"sqlite:system.db\"").unwrap();
    let own = Ok(Some("sqlite:system.db".to_owned()));
    assert_eq!(found_with(&system, &[]), own);
    assert_eq!(found_with(&system, &[("operator_socket", "off"), ("log", "warn")]), own);
    for other in [("data", dev), ("secrets_file", "s"), ("operator_socket", "/run/florin.sock")] {
        assert_eq!(found_with(&system, &[other]), Ok(None), "{other:?}");
    }
    std::fs::write(&system, "listne = 1").unwrap();
    assert!(found_with(&system, &[]).is_err(), "a broken file is reported");
    assert_eq!(found_with(&system, &[("data", dev)]), Ok(None));
}

#[test]
fn an_operator_with_the_socket_needs_no_access_to_the_config_file() {
    // A folder can't be read as a file, not even by root.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let gather = |given: &[(&'static str, &str)]| {
        Sources::for_operator(flags(given), |_| None, path).map(|sources| sources.has("operator_socket"))
    };
    let socket = ("operator_socket", "/run/florin.sock");
    assert_eq!(gather(&[socket, ("config", path)]), Ok(true));
    let refused = gather(&[("operator_socket", "off"), ("config", path)]).unwrap_err();
    assert!(refused.message().contains("--config: can't read"), "{refused:?}");
    let refused = gather(&[]).unwrap_err();
    assert!(refused.message().starts_with("no flag or variable selects a server: can't read"), "{refused:?}");
    let denied = super::ConfigProblem::Unreadable(std::io::ErrorKind::PermissionDenied.into());
    assert!(denied.remedy().contains("--operator-socket") && denied.remedy().contains("runuser"));
}

#[test]
fn the_commented_config_file_and_the_operators_page_know_every_setting() {
    let example = include_str!("../../../../docs/florin.toml");
    let page = include_str!("../../../../docs/OPERATING.md");
    let is_setting = |line: &&str| line.starts_with('#') && !line.starts_with("# ") && line.contains(" = ");
    let settings: Vec<&str> = example.lines().filter(is_setting).map(|line| &line[1..]).collect();
    let parsed = parse_file(&settings.join("\n")).unwrap();
    for name in IN_FILE {
        assert!(parsed.contains_key(name), "{name} is missing in florin.toml");
    }
    for name in IN_FILE.into_iter().chain(NOT_IN_FILE) {
        assert!(page.contains(&format!("`{name}`")), "{name} is missing in OPERATING.md");
    }
    assert!(parse_file(example).unwrap().is_empty(), "the example sets something by itself");
}
