//! A delivery is tried until the receiver has it or the schedule ends, whichever process reports what in which order.

use proptest::prelude::*;
use rules::account::Mode;
use rules::change::{Change, Row};
use rules::command::WebhookCommand;
use rules::delivery::{Attempt, AttemptReport, AttemptResponse, DeliveryStatus};

use crate::webhooks::support::{
    SECOND, START, account, act, after, answered, attempt, delivery, due, endpoint, known, note, try_once,
    world,
};

/// What the contract says, in seconds after the attempt before.
const SCHEDULE: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

#[test]
fn a_failed_attempt_is_followed_by_the_next_of_the_schedule_and_the_tenth_is_the_last() {
    let mut world = world(Mode::Live);
    let event = due(&mut world, 1);
    let mut now = START;
    for (index, pause) in SCHEDULE.into_iter().enumerate() {
        try_once(&mut world, event, answered(500), now);
        let tried = delivery(&world, event);
        assert_eq!((tried.status, tried.attempts), (DeliveryStatus::Waiting, index as i64 + 1));
        assert_eq!(tried.next_at, now.plus_seconds(pause), "attempt {}", index + 2);
        now = tried.next_at;
    }
    assert!((3 * 86_400..4 * 86_400).contains(&now.seconds_after(START)), "about three days in all");
    try_once(&mut world, event, answered(500), now);
    let tried = delivery(&world, event);
    assert_eq!((tried.status, tried.attempts), (DeliveryStatus::Failed, 10));
}

#[test]
fn only_a_2xx_is_a_success() {
    for code in 100..=599 {
        let mut world = world(Mode::Live);
        let event = due(&mut world, 1);
        try_once(&mut world, event, answered(code), START);
        let is_delivered = delivery(&world, event).status == DeliveryStatus::Delivered;
        assert_eq!(is_delivered, (200..300).contains(&code), "{code}");
    }
    let mut world = world(Mode::Live);
    let event = due(&mut world, 1);
    try_once(&mut world, event, AttemptResponse::Nothing { why: "connection refused".to_owned() }, START);
    assert_eq!(delivery(&world, event).status, DeliveryStatus::Waiting);
}

#[test]
fn who_asks_for_time_gets_it_but_never_less_than_the_schedule_or_more_than_a_day() {
    for (asked, waits) in [(0, 5), (3, 5), (60, 60), (i64::MAX, 86_400), (-7, 5)] {
        let mut world = world(Mode::Live);
        let event = due(&mut world, 1);
        let answer = AttemptResponse::Status { code: 429, excerpt: String::new(), retry_after: Some(asked) };
        try_once(&mut world, event, answer, START);
        assert_eq!(delivery(&world, event).next_at, after(waits), "{asked}");
    }
}

#[test]
fn jitter_comes_on_top_and_is_a_tenth_at_most() {
    for jitter in [0, 1, 128, 255] {
        let mut world = world(Mode::Live);
        let event = due(&mut world, 1);
        for _ in 0..2 {
            let attempted = AttemptReport { jitter, ..attempt(&world, event, answered(500)) };
            note(&mut world, vec![attempted], START);
        }
        let wait = delivery(&world, event).next_at.micros() - START.micros();
        assert_eq!(wait, 300 * SECOND + 30 * SECOND * i64::from(jitter) / 256);
    }
}

#[test]
fn every_attempt_is_in_the_log_with_its_number_and_what_came_back() {
    let mut world = world(Mode::Live);
    let event = due(&mut world, 1);
    for (number, code) in [(1, 500), (2, 302), (3, 200)] {
        let change = try_once(&mut world, event, answered(code), after(number));
        let logged = logged(&change);
        let excerpt = if code == 200 { "" } else { "says so" };
        let kept = AttemptResponse::Status { code, excerpt: excerpt.to_owned(), retry_after: None };
        assert_eq!((logged.number, logged.at, &logged.answer), (number, after(number), &kept));
    }
}

fn logged(change: &Change) -> &Attempt {
    let logged = change.rows.iter().find_map(|row| match row {
        Row::Attempt(attempt) => Some(attempt),
        _ => None,
    });
    logged.expect("a line of the log")
}

#[test]
fn the_log_keeps_the_last_twenty_attempts_and_the_schedule_does_not_depend_on_it() {
    let mut world = world(Mode::Live);
    let event = due(&mut world, 1);
    let mut now = START;
    for number in 1..=45_i64 {
        let change = try_once(&mut world, event, answered(500), now);
        assert_eq!(logged(&change).number, number);
        assert_eq!(logged(&change).replaces(), (number > 20).then(|| number - 20));
        let tried = delivery(&world, event);
        match (number - 1) % 10 {
            9 => {
                assert_eq!(tried.status, DeliveryStatus::Failed, "{number}");
                now = now.plus_seconds(60);
                act(&mut world, WebhookCommand::ReplayOne(account(), endpoint(), event), now).expect("again");
            }
            tries => {
                assert_eq!(tried.next_at, now.plus_seconds(SCHEDULE[tries as usize]), "{number}");
                now = tried.next_at;
            }
        }
    }
}

#[test]
fn who_has_lost_the_endpoint_can_say_that_it_arrived_but_moves_no_schedule() {
    let mut world = world(Mode::Live);
    let event = due(&mut world, 1);
    let (failed, succeeded) = (attempt(&world, event, answered(500)), attempt(&world, event, answered(200)));
    try_once(&mut world, event, answered(503), START);
    let moved = delivery(&world, event);
    note(&mut world, vec![failed.clone()], after(100));
    let late = delivery(&world, event);
    assert_eq!((late.next_at, late.tries, late.attempts), (moved.next_at, moved.tries, moved.attempts + 1));
    note(&mut world, vec![succeeded], after(101));
    note(&mut world, vec![failed], after(102));
    assert_eq!(delivery(&world, event).status, DeliveryStatus::Delivered, "for good");
}

#[test]
fn a_test_account_waits_by_its_own_clock() {
    let mut world = world(Mode::Test);
    let mut account = *world.account(crate::webhooks::support::account()).expect("the account");
    account.clock_ahead = 1_000 * SECOND;
    world.put(Row::Account(account));
    let event = due(&mut world, 1);
    try_once(&mut world, event, answered(500), START);
    assert_eq!(delivery(&world, event).next_at, after(1_005));
}

proptest! {
    /// Whatever comes back in whatever order: what was delivered stays so, attempts are counted without a gap, and
    /// what is neither delivered nor given up is tried again.
    #[test]
    fn nothing_is_ever_forgotten(codes in prop::collection::vec(prop_oneof![Just(200_u16), 300..600_u16], 1..40)) {
        let mut world = world(Mode::Live);
        let event = due(&mut world, 1);
        let (mut now, mut was_delivered) = (START, false);
        for (index, code) in codes.into_iter().enumerate() {
            try_once(&mut world, event, answered(code), now);
            let tried = delivery(&world, event);
            was_delivered |= code == 200;
            prop_assert_eq!(tried.attempts, index as i64 + 1);
            prop_assert_eq!(tried.status == DeliveryStatus::Delivered, was_delivered);
            if tried.status == DeliveryStatus::Waiting {
                prop_assert!(tried.next_at > now && index < 9);
                now = tried.next_at;
            }
            prop_assert!(known(&world).failing_since.is_none() || code != 200);
        }
    }
}
