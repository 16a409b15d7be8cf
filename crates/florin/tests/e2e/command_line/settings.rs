//! Settings: flag before variable before file, and no typo goes unnoticed.

use std::path::Path;

use super::assert_refused;
use crate::support::{Dev, Engine, Process, Server, canary, florin, own_ip, run};

testkit::on_one_engine!(a_flag_counts_more_than_a_variable_and_that_more_than_the_file);

fn write(folder: &Path, text: &str) -> String {
    let file = folder.join("florin.toml");
    std::fs::write(&file, text).expect("a config file");
    file.display().to_string()
}

fn a_flag_counts_more_than_a_variable_and_that_more_than_the_file(engine: Engine) {
    let server = Server::start(engine);
    let folder = tempfile::tempdir().expect("a folder");
    let file = write(folder.path(), "key_prefix = \"filed\"\n");
    let data = server.data().display().to_string();
    for given in 0..8 {
        let [in_file, in_variable, in_flag] = [1, 2, 4].map(|bit| given & bit != 0);
        let create = ["key", "create", "--email", server.info("email"), "--mode", "test", "--scopes", "all"];
        let mut command = florin(&create);
        command.args(["--json", "--data", &data]);
        if let Some(url) = server.database().url() {
            command.args(["--database-url", url]);
        }
        if in_file {
            command.args(["--config", &file]);
        }
        if in_variable {
            command.env("FLORIN_KEY_PREFIX", "varied");
        }
        if in_flag {
            command.args(["--key-prefix", "flagged"]);
        }
        let made = run(&mut command).json();
        let key = made["key"].as_str().expect("the key");
        canary(key);
        let expected = match (in_flag, in_variable, in_file) {
            (true, _, _) => "flagged_test_",
            (false, true, _) => "varied_test_",
            (false, false, true) => "filed_test_",
            (false, false, false) => "florin_test_",
        };
        assert!(
            key.starts_with(expected),
            "file {in_file}, variable {in_variable}, flag {in_flag}: {}",
            &key[..14]
        );
    }
}

#[test]
fn a_server_takes_each_setting_from_where_it_counts_most() {
    let folder = tempfile::tempdir().expect("a folder");
    let [filed, varied, flagged] = [own_ip(), own_ip(), own_ip()].map(|ip| format!("{ip}:8080"));
    let file = write(
        folder.path(),
        &format!(
            "listen = \"{filed}\"\nbrand_name = \"Acme \\\"Pay\\\"\"\nkey_prefix = \"acme\"\nrate_limit = 7\n"
        ),
    );
    let data = folder.path().join("data");
    let start = |variable: &str, flag: &[&str]| {
        let mut command = florin(&["dev", "--json", "--data"]);
        // An empty variable is how container tools say nothing.
        command.arg(&data).env("FLORIN_CONFIG", &file).env("FLORIN_LISTEN", variable).args(flag);
        Dev::start(command)
    };
    for (variable, flag, expected) in [
        ("", &[][..], &filed),
        (varied.as_str(), &[], &varied),
        (&varied, &["--listen", &flagged], &flagged),
        ("", &["--listen", &flagged], &flagged),
    ] {
        let dev = start(variable, flag);
        assert_eq!(dev.origin(), format!("http://{expected}"));
        let refused = dev.anyone().get("/v1/balance");
        assert_eq!(refused.header("www-authenticate"), Some("Bearer realm=\"Acme Pay\""));
        assert_eq!(refused.header("ratelimit-policy"), Some("\"default\";q=7;w=1"));
        assert!(dev.info("test_key").starts_with("acme_test_"));
        assert_eq!(dev.sandbox().get("/balance").status, 200);
        assert_eq!(dev.process.end("TERM").code, Some(0));
    }
}

#[test]
fn a_config_file_with_a_fault_is_refused_with_its_place_and_without_its_values() {
    let folder = tempfile::tempdir().expect("a folder");
    for (text, words) in [
        ("listn = \"127.0.0.1:0\"\n", &["\"listn\"", "listen", "database_url"][..]),
        ("secrets = \"1:hunter22hunter22\"\n", &["\"secrets\""]),
        ("config = \"hunter22hunter22\"\n", &["\"config\""]),
        ("[server]\nlisten = \"hunter22hunter22\"\n", &["\"server\""]),
        ("listen = [\"hunter22hunter22\"]\n", &["listen must be a string"]),
        ("listen = \"127.0.0.1:0\"\ndatabase_url = postgres://me:hunter22hunter22@x/y\n", &["line 2"]),
        ("database_url = \"postgres://me:hunter22hunter22@x:port/y\"\n", &["database_url in"]),
        ("listen = \"hunter22hunter22\"\n", &["listen in", "127.0.0.1:8080"]),
        ("rate_limit = -1\n", &["rate_limit in"]),
        ("key_prefix = \"Acme Corp\"\n", &["key_prefix in", "lower-case"]),
    ] {
        let file = write(folder.path(), text);
        let mut command = florin(&["dev", "--config", &file, "--data"]);
        command.arg(folder.path().join("data"));
        let refused = Process::start(command).ends();
        assert_refused(&refused, 2, words);
        assert!(refused.stderr.contains("florin.toml"), "{text:?}: {}", refused.stderr);
        assert!(!refused.stderr.contains("hunter22"), "{text:?}: {}", refused.stderr);
    }
    let refused = run(&mut florin(&["dev", "--config", "no-such-file.toml"]));
    assert_refused(&refused, 2, &["--config", "no-such-file.toml"]);
    assert!(!folder.path().join("data").exists(), "it started all the same");
}
