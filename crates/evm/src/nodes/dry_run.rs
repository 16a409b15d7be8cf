//! What nodes foretell about a call. It is advice: a payment that one node lets pass is tried, and one that passes
//! nowhere is not given up for the word of too few. Pure.

use super::{NodeReply, too_few};
use crate::chain::DryRun;
use crate::chain_error::ChainError;

/// Whether it is known what is foretold, whatever the others say, unless they are quick.
pub(super) fn is_dry_run(needed: usize, answers: &[Option<Result<DryRun, ChainError>>]) -> bool {
    let good = || answers.iter().flatten().flatten();
    good().any(passes) || good().filter(|dry_run| !passes(dry_run)).count() >= needed
}

/// It reverts if enough nodes say so, for whatever reason; otherwise it passes if any node says so.
pub(super) fn dry_run(needed: usize, answers: Vec<NodeReply<DryRun>>) -> Result<DryRun, ChainError> {
    let (mut gas, mut reasons, mut trouble) = (None, Vec::new(), Vec::new());
    for (_, answer) in answers {
        match answer {
            Ok(DryRun::Succeeds { gas: estimate }) => gas = gas.max(Some(estimate)),
            Ok(DryRun::Reverts { reason }) => reasons.push(reason),
            Err(error) => trouble.push(error),
        }
    }
    if reasons.len() >= needed {
        return Ok(DryRun::Reverts { reason: reasons.swap_remove(0) });
    }
    let unknown = || too_few("what a call would do", needed, reasons.len(), trouble);
    gas.map(|gas| DryRun::Succeeds { gas }).ok_or_else(unknown)
}

fn passes(dry_run: &DryRun) -> bool {
    matches!(dry_run, DryRun::Succeeds { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(said: &str) -> Result<DryRun, ChainError> {
        match said.split_once(' ') {
            Some(("passes", gas)) => Ok(DryRun::Succeeds { gas: gas.parse().expect("a number") }),
            Some(("reverts", reason)) => Ok(DryRun::Reverts { reason: reason.to_owned() }),
            _ => Err(ChainError::Unreachable { rpc: "n".to_owned(), why: said.to_owned() }),
        }
    }

    #[test]
    fn it_reverts_if_enough_say_so_and_passes_if_anybody_says_so() {
        let rows: [(&[&str], usize, Option<&str>); 12] = [
            (&["passes 5"], 1, Some("passes 5")),
            (&["reverts a"], 1, Some("reverts a")),
            (&["silence"], 1, None),
            (&["reverts a", "passes 5"], 1, Some("reverts a")),
            (&["reverts a", "passes 5"], 2, Some("passes 5")),
            (&["reverts a", "reverts b", "passes 5"], 2, Some("reverts a")),
            (&["reverts a", "passes 5", "passes 7"], 2, Some("passes 7")),
            (&["reverts a", "silence", "passes 5"], 2, Some("passes 5")),
            (&["silence", "reverts a", "reverts b"], 2, Some("reverts a")),
            (&["silence", "silence", "passes 5"], 2, Some("passes 5")),
            (&["silence", "silence", "reverts a"], 2, None),
            (&["silence", "silence", "silence"], 2, None),
        ];
        for (said, needed, expected) in rows {
            let answers = said.iter().map(|said| ("n".to_owned(), answer(said))).collect();
            let expected = expected.map(|said| answer(said).expect("an answer"));
            assert_eq!(dry_run(needed, answers).ok(), expected, "{needed} of {said:?}");
        }
    }

    #[test]
    fn nobody_is_waited_for_who_cannot_change_much() {
        let rows: [(&[&str], usize, bool); 6] = [
            (&[], 1, false),
            (&["passes 5"], 2, true),
            (&["reverts a"], 2, false),
            (&["reverts a", "silence"], 2, false),
            (&["reverts a", "reverts b"], 2, true),
            (&["reverts a"], 1, true),
        ];
        for (said, needed, expected) in rows {
            let mut answers: Vec<_> = said.iter().map(|said| Some(answer(said))).collect();
            answers.push(None);
            assert_eq!(is_dry_run(needed, &answers), expected, "{needed} of {said:?}");
        }
    }
}
