//! Code and templates ask for texts that exist, with exactly their variables, and every text is asked for.

use std::collections::BTreeSet;

use rules::language::Language;

use crate::calls::calls;
use crate::messages::by_key;
use crate::shrinking_list;
use crate::sources::{rust_files, templates};

/// The implementation of the calls passes on the keys of others.
const PASS_KEYS_ON: [&str; 2] = ["crates/i18n/src/locale.rs", "crates/i18n/src/lookup.rs"];

#[test]
fn every_text_that_is_asked_for_exists_with_exactly_these_variables_and_every_text_is_asked_for() {
    let messages = by_key(Language::English);
    let mut unused: BTreeSet<String> = messages.keys().cloned().collect();
    let mut wrong = Vec::new();
    for source in rust_files().into_iter().chain(templates()) {
        if PASS_KEYS_ON.contains(&source.path.as_str()) {
            continue;
        }
        for call in calls(&source.text) {
            let problem = match &call {
                Err(problem) => Some(problem.clone()),
                Ok(call) => {
                    unused.remove(&call.key);
                    let problem = match messages.get(&call.key) {
                        None => Some("no catalog has it".to_owned()),
                        Some(message) if message.variables != call.variables => {
                            Some(format!("its variables are {:?}", message.variables))
                        }
                        Some(message) if !message.tags().is_empty() && !call.is_html => {
                            Some("it has tags: show it with html".to_owned())
                        }
                        Some(_) => None,
                    };
                    problem.map(|problem| format!("line {}: {}: {problem}", call.line, call.key))
                }
            };
            wrong.extend(problem.map(|problem| format!("{}: {problem}", source.path)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let exceptions = include_str!("unused_texts.txt");
    shrinking_list::check("No code asks for these texts", "unused_texts.txt", exceptions, &unused);
}
