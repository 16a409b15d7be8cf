//! What nodes predict for a call: it passes or reverts if enough of them say so. Pure.

use super::{NodeReply, reached, too_few};
use crate::chain::DryRun;
use crate::chain_error::ChainError;

/// Whether it is known what is foretold, whatever the others say, unless they are quick.
pub(super) fn is_dry_run(needed: usize, answers: &[Option<Result<DryRun, ChainError>>]) -> bool {
    let good = || answers.iter().flatten().flatten();
    [true, false].iter().any(|passing| good().filter(|said| passes(said) == *passing).count() >= needed)
}

/// It reverts if enough nodes say so, for whatever reason, and otherwise passes if enough say so. Of their estimates
/// the largest that enough of them reach counts: with more gas than a block can hold, a transaction would never be
/// included, and those behind it neither.
pub(super) fn dry_run(needed: usize, answers: Vec<NodeReply<DryRun>>) -> Result<DryRun, ChainError> {
    let (mut estimates, mut reasons, mut trouble) = (Vec::new(), Vec::new(), Vec::new());
    for (host, answer) in answers {
        match answer {
            Ok(DryRun::Succeeds { gas }) => estimates.push((host, Ok(gas))),
            Ok(DryRun::Reverts { reason }) => reasons.push(reason),
            Err(error) => trouble.push(error),
        }
    }
    if reasons.len() >= needed {
        return Ok(DryRun::Reverts { reason: reasons.swap_remove(0) });
    }
    if estimates.len() < needed {
        return Err(too_few("what a call would do", needed, reasons.len().max(estimates.len()), trouble));
    }
    reached("the gas of a call", needed, estimates).map(|gas| DryRun::Succeeds { gas })
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
    fn it_reverts_or_passes_if_enough_say_so_and_one_alone_raises_no_estimate() {
        let rows: [(&[&str], usize, Option<&str>); 14] = [
            (&["passes 5"], 1, Some("passes 5")),
            (&["reverts a"], 1, Some("reverts a")),
            (&["silence"], 1, None),
            (&["reverts a", "passes 5"], 1, Some("reverts a")),
            (&["reverts a", "passes 5"], 2, None),
            (&["passes 5", "passes 6", "passes 9999"], 2, Some("passes 6")),
            (&["passes 5", "passes 9999"], 2, Some("passes 5")),
            (&["reverts a", "reverts b", "passes 5"], 2, Some("reverts a")),
            (&["reverts a", "passes 5", "passes 7"], 2, Some("passes 5")),
            (&["reverts a", "silence", "passes 5"], 2, None),
            (&["silence", "reverts a", "reverts b"], 2, Some("reverts a")),
            (&["silence", "silence", "passes 5"], 2, None),
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
    fn no_node_is_waited_for_once_enough_have_said_the_same() {
        let rows: [(&[&str], usize, bool); 8] = [
            (&[], 1, false),
            (&["passes 5"], 1, true),
            (&["passes 5"], 2, false),
            (&["passes 5", "passes 6"], 2, true),
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
