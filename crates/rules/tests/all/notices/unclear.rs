//! An order that a bank cannot tell anything of: how often it is asked after, and how often operators hear of it.

use rules::decisions::withdrawal::unclear_order;
use rules::external_transfer::Submission;

use crate::notices::NOW;

#[test]
fn an_unclear_order_is_asked_after_less_and_less_often_and_logged_at_most_daily() {
    const HOUR: i64 = 3_600;
    let (mut now, mut known) = (NOW.plus_seconds(60), Submission::Sent);
    let mut looks = Vec::new();
    for _ in 0..9 {
        let unclear = unclear_order(known, NOW, now);
        looks.push((unclear.ask_at.seconds_after(now), unclear.is_news));
        (now, known) = (unclear.ask_at, Submission::Unclear);
    }
    let seconds = |hours: i64, minutes: i64| hours * HOUR + minutes * 60;
    assert_eq!(
        looks,
        [
            (HOUR, true),
            (seconds(1, 1), false),
            (seconds(2, 2), false),
            (seconds(4, 4), false),
            (seconds(8, 8), false),
            (seconds(16, 16), false),
            (24 * HOUR, true),
            (24 * HOUR, true),
            (24 * HOUR, true),
        ]
    );
}
