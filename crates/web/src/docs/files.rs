//! The files of code that the documents show. `scripts/samples` and `scripts/webhooks` run every one.

/// Their contents are part of the program.
macro_rules! files {
    ($($path:literal,)*) => {
        &[$(($path, include_str!(concat!("../../../../docs/", $path)))),*]
    };
}

/// Each file by its path in `docs/`.
pub static FILES: &[(&str, &str)] = files![
    "samples/errors/handle.mjs",
    "samples/errors/handle.py",
    "samples/errors/handle.rs",
    "samples/errors/handle.sh",
    "samples/errors/handle.txt",
    "samples/idempotency/retry.mjs",
    "samples/idempotency/retry.py",
    "samples/idempotency/retry.rs",
    "samples/idempotency/retry.sh",
    "samples/idempotency/retry.txt",
    "samples/oauth/authorize.mjs",
    "samples/oauth/authorize.py",
    "samples/oauth/authorize.rs",
    "samples/oauth/authorize.sh",
    "samples/oauth/exchange.mjs",
    "samples/oauth/exchange.py",
    "samples/oauth/exchange.rs",
    "samples/oauth/exchange.sh",
    "samples/oauth/exchange.txt",
    "samples/pagination/all_pages.mjs",
    "samples/pagination/all_pages.py",
    "samples/pagination/all_pages.rs",
    "samples/pagination/all_pages.sh",
    "samples/pagination/all_pages.txt",
    "samples/quickstart/balance.mjs",
    "samples/quickstart/balance.py",
    "samples/quickstart/balance.rs",
    "samples/quickstart/balance.sh",
    "samples/quickstart/balance.txt",
    "samples/quickstart/payout.mjs",
    "samples/quickstart/payout.py",
    "samples/quickstart/payout.rs",
    "samples/quickstart/payout.sh",
    "samples/quickstart/payout.txt",
    "samples/sandbox/simulate.mjs",
    "samples/sandbox/simulate.py",
    "samples/sandbox/simulate.rs",
    "samples/sandbox/simulate.sh",
    "samples/sandbox/simulate.txt",
    "webhooks/verify.js",
    "webhooks/verify.py",
    "webhooks/verify.rs",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    use super::super::contents::Document;
    use super::FILES;

    fn docs() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
    }

    /// The files below a folder, but for the program that runs the samples in Rust.
    fn files_below(folder: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for entry in std::fs::read_dir(docs().join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = format!("{folder}/{}", path.file_name().expect("a name").display());
            if path.is_dir() {
                found.extend(files_below(&name));
            } else if name != "samples/main.rs" {
                found.insert(name);
            }
        }
        found
    }

    #[test]
    fn every_sample_is_embedded_and_shown() {
        let known: BTreeSet<String> = FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
        let there: BTreeSet<String> =
            files_below("samples").into_iter().chain(files_below("webhooks")).collect();
        assert_eq!(known, there);
        for path in known {
            let link = format!("]({path})");
            let shown: usize = Document::ALL.iter().map(|one| one.text().matches(&link).count()).sum();
            assert_eq!(shown, 1, "{path}");
        }
    }

    /// Readers paste them into the shell that they work in.
    #[test]
    fn samples_for_the_shell_can_be_pasted_into_a_terminal() {
        for (path, text) in FILES.iter().filter(|(path, _)| path.ends_with(".sh")) {
            // A strict mode or an exit closes the terminal, and --fail hides the problem in the response.
            for forbidden in ["#!", "set -", "exit", "--fail", "basenc", "head --bytes", "base64 -w"] {
                assert!(!text.contains(forbidden), "{path}: {forbidden}");
            }
            // An interactive zsh reads a comment as a command, so a quote in it would wait for its end.
            for comment in text.lines().filter(|line| line.trim_start().starts_with('#')) {
                assert!(!comment.contains(['\'', '"', '`', '(', ';']), "{path}: {comment}");
            }
            let is_first_call = path.starts_with("samples/quickstart/");
            assert!(!is_first_call || !text.contains("jq"), "{path}");
        }
    }

    #[test]
    fn every_variable_that_samples_read_is_explained() {
        for (path, text) in FILES.iter().filter(|(path, _)| path.ends_with(".mjs")) {
            let (names, _) = text.split_once("} = process.env").expect("it reads its environment");
            let (_, names) = names.rsplit_once('{').expect("names in braces");
            for name in names.split(',').map(str::trim) {
                let api = Document::Api.text();
                let is_explained =
                    api.contains(&format!("export {name}=")) || api.contains(&format!("`{name}`"));
                assert!(is_explained, "{path}: {name}");
            }
        }
    }

    #[test]
    fn every_sample_is_there_in_every_language() {
        let samples: BTreeSet<String> = files_below("samples");
        let steps: BTreeSet<&str> =
            samples.iter().filter_map(|path| Some(path.rsplit_once('.')?.0)).collect();
        assert_eq!(steps.len(), 8);
        for step in steps {
            for language in ["sh", "py", "mjs", "rs"] {
                assert!(samples.contains(&format!("{step}.{language}")), "{step}.{language}");
            }
        }
    }
}
