//! Lists of what a rule does not hold for yet. They only shrink: an entry that is not needed any more fails, too.

use std::collections::BTreeSet;

/// Fails for everything that breaks the rule and is not listed, and for every entry that does not break it.
#[track_caller]
pub fn check(rule: &str, list: &str, exceptions: &str, broken: &BTreeSet<String>) {
    let lines = exceptions.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let listed: BTreeSet<String> = lines.map(str::to_owned).collect();
    let new: Vec<&String> = broken.difference(&listed).collect();
    assert!(new.is_empty(), "{rule}: {new:#?}");
    let old: Vec<&String> = listed.difference(broken).collect();
    assert!(old.is_empty(), "These are right now. Remove them from {list}: {old:#?}");
}
