//! Some powers belong to one module: SQL, time, dice, cryptography, printing.

use crate::sources::{Source, assert_none, rust_files};

/// Lines of shipped code that hold one of the words, outside the places that may.
fn uses(words: &[&str], allowed: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for file in rust_files().iter().filter(|file| file.ships() && !is_allowed(file, allowed)) {
        for (number, line) in file.shipped_lines() {
            let code = line.trim_start();
            if !code.starts_with("//") && words.iter().any(|word| line.contains(word)) {
                found.push(format!("{}:{number}: {code}", file.path));
            }
        }
    }
    found
}

fn is_allowed(file: &Source, allowed: &[&str]) -> bool {
    allowed.iter().any(|place| file.path.starts_with(place))
}

#[test]
fn only_store_knows_sql() {
    let words =
        ["select ", "insert into", "update ", "delete from", "create table", "tokio_postgres", "rusqlite"];
    let sql = uses(&words, &["crates/store/"]);
    // English has the same words; SQL starts a text with them.
    let sql = sql.into_iter().filter(|line| {
        words.iter().any(|word| line.contains(&format!("\"{word}")))
            || line.contains("tokio_postgres")
            || line.contains("rusqlite")
    });
    assert_none("SQL outside store", sql.collect());
}

#[test]
fn only_the_engine_folder_knows_which_engine_it_is() {
    let words = ["Sqlite(", "Postgres(", "Dialect::"];
    let allowed = [
        "crates/store/src/engine",
        "crates/store/src/url.rs",
        "crates/store/src/server_lock.rs",
        "crates/store/src/migrate.rs",
    ];
    let found = uses(&words, &allowed).into_iter().filter(|line| line.starts_with("crates/store/"));
    assert_none("The engine shows outside its folder", found.collect());
}

#[test]
fn only_the_clock_knows_the_time() {
    assert_none(
        "A clock outside app::clock",
        uses(&["Instant::now", "SystemTime::now"], &["crates/app/src/platform/clock.rs"]),
    );
}

#[test]
fn only_the_dice_are_random() {
    let words = ["getrandom", "rand::", "thread_rng", "Uuid::new", "RandomState"];
    assert_none("Randomness outside app::dice", uses(&words, &["crates/app/src/platform/dice.rs"]));
}

#[test]
fn only_the_vault_encrypts() {
    assert_none(
        "Cryptography outside app::vault",
        uses(&["chacha20poly1305", "hmac::", "hkdf::"], &["crates/app/src/platform/vault.rs"]),
    );
}

#[test]
fn only_key_files_are_opened_with_passwords() {
    let words = ["aes::", "ctr::", "pbkdf2::", "scrypt::"];
    assert_none("Key files outside evm::key_file", uses(&words, &["crates/evm/src/key_file.rs"]));
}

#[test]
fn only_the_output_module_prints() {
    let words = ["println!", "print!(", "eprintln!", "dbg!("];
    assert_none("Printing outside florin::output", uses(&words, &["crates/florin/src/output.rs"]));
}

#[test]
fn nothing_is_left_for_later() {
    // Written in two halves, so that this file does not find itself.
    let words = [["TO", "DO"], ["FIX", "ME"], ["todo", "!("], ["unimplemented", "!("], ["#[ig", "nore"]]
        .map(|half| half.concat());
    // The one macro that leaves tests to the long run.
    let for_long = ("crates/testkit/src/engine.rs", format!("{} = \"for scripts/test long\"]", words[4]));
    let mut found = Vec::new();
    for file in rust_files() {
        for (index, line) in file.text.lines().enumerate() {
            let is_left = words.iter().any(|word| line.contains(word.as_str()));
            if is_left && (file.path.as_str(), line.trim()) != (for_long.0, for_long.1.as_str()) {
                found.push(format!("{}:{}: {line}", file.path, index + 1));
            }
        }
    }
    assert_none("Left for later", found);
}
