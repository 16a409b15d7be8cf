//! Decides when enough nodes agree. Pure.

use std::fmt::Debug;

use super::NodeReply;
use crate::broadcast::BroadcastResult;
use crate::chain_error::ChainError;

/// Of each answer, in a message.
const MAX_WORDS: usize = 160;

/// Whether every node has said something, be it no. For what each of them must be heard about.
pub(crate) fn all_said<T, E>(_needed: usize, answers: &[Option<Result<T, E>>]) -> bool {
    answers.iter().all(Option::is_some)
}

/// Whether so many nodes have answered, whatever the answer is.
pub(crate) fn enough_answers<T, E>(needed: usize, answers: &[Option<Result<T, E>>]) -> bool {
    answers.iter().filter(|answer| matches!(answer, Some(Ok(_)))).count() >= needed
}

/// Whether so many nodes have said the same.
pub(crate) fn enough_alike<T: PartialEq, E>(needed: usize, answers: &[Option<Result<T, E>>]) -> bool {
    let good = || answers.iter().flatten().flatten();
    good().any(|value| good().filter(|other| *other == value).count() >= needed)
}

/// Whether a node has the transaction: from there the others get it, too.
pub(crate) fn is_taken<E>(_needed: usize, answers: &[Option<Result<BroadcastResult, E>>]) -> bool {
    let is_there =
        |sent: &BroadcastResult| matches!(sent, BroadcastResult::Accepted | BroadcastResult::AlreadyKnown);
    answers.iter().flatten().flatten().any(is_there)
}

/// The one value that enough nodes name. Two values that both have enough are no agreement.
pub(crate) fn agreed<T: PartialEq + Debug>(
    what: &str,
    needed: usize,
    mut answers: Vec<NodeReply<T>>,
) -> Result<T, ChainError> {
    let votes = |value: &T| answers.iter().filter(|(_, answer)| answer.as_ref() == Ok(value)).count();
    let winning = |(_, answer): &NodeReply<T>| answer.as_ref().is_ok_and(|value| votes(value) >= needed);
    let Some(winner) = answers.iter().position(winning) else {
        return Err(disagreement(what, needed, answers));
    };
    let other = |(_, answer): &&NodeReply<T>| answer.is_ok() && *answer != answers[winner].1;
    let mut others = answers.iter().filter(other);
    if others.clone().any(winning) {
        return Err(disagreement(what, needed, answers));
    }
    if let Some((host, _)) = others.next() {
        tracing::warn!(node = %host, what, "a node disagrees with the others");
    }
    answers.swap_remove(winner).1
}

/// The largest value that enough nodes have reached, so that fewer liars than that cannot raise it, and nodes
/// that lag do not hold it back while enough do not.
pub(crate) fn reached<T: Ord>(
    what: &str,
    needed: usize,
    answers: Vec<NodeReply<T>>,
) -> Result<T, ChainError> {
    let (mut values, mut trouble) = (Vec::new(), Vec::new());
    for (_, answer) in answers {
        match answer {
            Ok(value) => values.push(value),
            Err(error) => trouble.push(error),
        }
    }
    if values.len() < needed {
        return Err(too_few(what, needed, values.len(), trouble));
    }
    values.sort_unstable();
    Ok(values.swap_remove(values.len() - needed))
}

fn disagreement<T: Debug>(what: &str, needed: usize, answers: Vec<NodeReply<T>>) -> ChainError {
    // One node cannot disagree: it had no answer, and says why.
    if let [(_, Err(trouble))] = answers.as_slice() {
        return trouble.clone();
    }
    let words = answers.into_iter().map(|(host, answer)| match answer {
        Ok(value) => clipped(&format!("{host} returned {value:?}")),
        Err(trouble) => clipped(&trouble.to_string()),
    });
    ChainError::Disagreement { what: what.to_owned(), needed, answers: words.collect() }
}

/// One that was silent says why itself; several are counted.
pub(crate) fn too_few(what: &str, needed: usize, good: usize, mut trouble: Vec<ChainError>) -> ChainError {
    if trouble.len() == 1 && good == 0 {
        return trouble.remove(0);
    }
    let mut answers = vec![format!("{good} responded")];
    answers.extend(trouble.iter().map(|trouble| clipped(&trouble.to_string())));
    ChainError::Disagreement { what: what.to_owned(), needed, answers }
}

fn clipped(words: &str) -> String {
    words.chars().take(MAX_WORDS).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What each node says, if anything; how many must agree; what is then believed, if anything.
    type AgreementCase<'a, T> = (&'a [Option<T>], usize, Option<T>);

    fn answers<T: Clone>(values: &[Option<T>]) -> Vec<NodeReply<T>> {
        let silent = || ChainError::Unreachable { rpc: "n".to_owned(), why: "silence".to_owned() };
        let named = values.iter().enumerate();
        named.map(|(index, value)| (format!("n{index}"), value.clone().ok_or_else(silent))).collect()
    }

    #[test]
    fn a_value_counts_when_enough_say_it_and_no_other_has_enough() {
        let rows: [AgreementCase<'_, u8>; 9] = [
            (&[Some(1)], 1, Some(1)),
            (&[Some(1), Some(1), Some(2)], 2, Some(1)),
            (&[Some(2), Some(1), None, Some(1)], 2, Some(1)),
            (&[Some(1), Some(2), Some(3)], 2, None),
            (&[Some(1), None, None], 2, None),
            (&[None], 1, None),
            (&[Some(1), Some(2)], 1, None),
            (&[Some(1), Some(1), Some(2), Some(2)], 2, None),
            (&[Some(1), Some(1), Some(1)], 3, Some(1)),
        ];
        for (values, needed, expected) in rows {
            assert_eq!(agreed("it", needed, answers(values)).ok(), expected, "{needed} of {values:?}");
        }
    }

    #[test]
    fn one_liar_raises_nothing_and_one_laggard_holds_nothing_back() {
        let rows: [AgreementCase<'_, u64>; 5] = [
            (&[Some(10), Some(11), Some(9999)], 2, Some(11)),
            (&[Some(10), Some(11), Some(2)], 2, Some(10)),
            (&[Some(10), None, Some(10)], 2, Some(10)),
            (&[Some(10), None, None], 2, None),
            (&[Some(10), Some(3)], 1, Some(10)),
        ];
        for (values, needed, expected) in rows {
            assert_eq!(reached("it", needed, answers(values)).ok(), expected, "{needed} of {values:?}");
        }
    }
    proptest! {
        #[test]
        fn fewer_liars_than_must_agree_are_never_believed(
            lies in proptest::collection::vec(proptest::option::of(0..5_u64), 0..3),
            honest in proptest::collection::vec(proptest::option::of(Just(100_u64)), 0..4),
            turn in 0..7_usize,
        ) {
            let needed = lies.len() + 1;
            let mut said = [lies, honest.clone()].concat();
            let length = said.len().max(1);
            said.rotate_left(turn % length);
            let heard = honest.iter().flatten().count() >= needed;
            prop_assert_eq!(agreed("it", needed, answers(&said)).ok(), heard.then_some(100));
            let raise = |value| if value < 100 { value + 1000 } else { value };
            let raised: Vec<Option<u64>> = said.iter().map(|value| value.map(raise)).collect();
            if let Ok(value) = reached("it", needed, answers(&raised)) {
                prop_assert!(value <= 100);
            }
        }
    }
}
