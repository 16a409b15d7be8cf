//! What the check-digit schemes share: ASCII digits, and sums of digits times weights.
//! It knows no scheme, and never decides whether a number is good.

/// Whether the text is ASCII digits, as many as `lengths` allows; the digits of other scripts are none.
pub(crate) fn is_digits(text: &str, lengths: std::ops::RangeInclusive<usize>) -> bool {
    lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The sum of each character's distance from `0` times the weight at its place.
pub(super) fn weighted_sum(text: &str, weights: &[u32]) -> u32 {
    assert_eq!(text.len(), weights.len(), "every character has one weight");
    text.bytes().zip(weights).map(|(byte, weight)| u32::from(byte - b'0') * weight).sum()
}
