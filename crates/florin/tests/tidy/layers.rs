//! The rooms and their doors: florin → web → app → {store, rails, i18n} → rules, and no other; web uses i18n, too. The
//! crate documents stands between web and i18n, the crate evm alone below app. Tests alone use testkit, which uses no
//! other crate.

use crate::sources::{assert_none, root, rust_files};

/// Each crate and the crates of ours it may use.
pub const LAYERS: [(&str, &[&str]); 10] = [
    ("rules", &[]),
    ("evm", &[]),
    ("testkit", &[]),
    ("i18n", &["rules"]),
    ("documents", &["i18n", "rules"]),
    ("store", &["rules"]),
    ("rails", &["rules"]),
    ("app", &["evm", "i18n", "rails", "rules", "store"]),
    ("web", &["app", "documents", "i18n", "rules"]),
    ("florin", &["app", "evm", "rails", "rules", "store", "web"]),
];

/// What `rules` may depend on: nothing that does I/O, waits or knows the wire.
const RULES_MAY_USE: [&str; 6] = ["icu_normalizer", "idna", "jiff", "sha3", "url", "uuid"];

fn dependencies(name: &str) -> Vec<String> {
    let manifest =
        std::fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).expect("a manifest");
    let section = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = section.take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', '=', ' ']).next());
    names.filter(|name| !name.is_empty() && !name.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn crates_depend_only_downwards() {
    let ours: Vec<&str> = LAYERS.iter().map(|(name, _)| *name).collect();
    let mut found = Vec::new();
    for (name, allowed) in LAYERS {
        for dependency in dependencies(name) {
            if ours.contains(&dependency.as_str()) && !allowed.contains(&dependency.as_str()) {
                found.push(format!("{name} uses {dependency}"));
            }
        }
    }
    assert_none("These dependencies point up or sideways", found);
}

#[test]
fn every_crate_has_its_place_in_the_layers() {
    let folders = std::fs::read_dir(root().join("crates")).expect("the crates");
    let mut names: Vec<String> =
        folders.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    let mut known: Vec<&str> = LAYERS.iter().map(|(name, _)| *name).collect();
    known.sort();
    assert_eq!(names, known);
}

#[test]
fn rules_use_nothing_but_arithmetic_and_formats() {
    for dependency in dependencies("rules") {
        assert!(RULES_MAY_USE.contains(&dependency.as_str()), "rules uses {dependency}");
    }
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).expect("a manifest");
    assert!(workspace.contains("unsafe_code = \"forbid\""));
    for (name, _) in LAYERS {
        let manifest = std::fs::read_to_string(root().join("crates").join(name).join("Cargo.toml"));
        assert!(manifest.expect("a manifest").contains("[lints]\nworkspace = true"), "{name}");
    }
}

#[test]
fn every_file_says_in_its_first_line_what_it_is_for() {
    let silent = rust_files().into_iter().filter(|file| !file.text.starts_with("//! "));
    assert_none("These files do not open with //!", silent.map(|file| file.path).collect());
}

#[test]
fn a_module_with_parts_is_a_file_beside_its_folder() {
    let old = rust_files().into_iter().filter(|file| file.path.ends_with("/mod.rs"));
    assert_none("Name these after their folder", old.map(|file| file.path).collect());
}
