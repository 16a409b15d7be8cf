//! Who audits, and what follows when no server does.

use proptest::prelude::*;
use rules::audit::{AuditDuty, AuditRound, AuditState, OVERDUE_SECONDS, Rounds, STOP_SECONDS};
use rules::time::Timestamp;

const VERSION: i64 = 10;

fn at(seconds: i64) -> Timestamp {
    Timestamp::default().plus_seconds(seconds)
}

fn rounds() -> impl Strategy<Value = Rounds> {
    let recorded = (VERSION - 1..=VERSION + 1, 0..20_000_i64);
    (any::<bool>(), 0..20_000_i64, proptest::option::of(recorded)).prop_map(|(is_outdated, own, recorded)| {
        let round = |(schema_version, seconds)| AuditRound { schema_version, succeeded_at: at(seconds) };
        Rounds { schema_version: VERSION, is_outdated, own: at(own), recorded: recorded.map(round) }
    })
}

proptest! {
    /// Whatever is on record, some server audits within five minutes of the last success, and money stops in an hour.
    #[test]
    fn nothing_on_record_keeps_the_audit_away_for_longer_than_it_is_true(rounds in rounds(), now in 0..40_000_i64) {
        let now = at(now);
        let successes = rounds.recorded.map(|round| round.succeeded_at).into_iter().chain([rounds.own]);
        let silent = |seconds| successes.clone().all(|success| now > success.plus_seconds(seconds));
        if silent(OVERDUE_SECONDS) {
            prop_assert_eq!(rounds.duty(now), AuditDuty::AuditAnyway);
            prop_assert_ne!(rounds.state(now), AuditState::Recent);
        }
        if silent(STOP_SECONDS) {
            prop_assert_eq!(rounds.state(now), AuditState::Missing);
        }
    }

    /// During an update, rounds of the newer servers keep the older ones from auditing and from stopping money.
    #[test]
    fn while_a_newer_florin_succeeds_an_older_one_leaves_it_alone(
        own in 0..20_000_i64,
        now in 0..20_000_i64,
        ago in 0..=OVERDUE_SECONDS,
    ) {
        let recorded = AuditRound { schema_version: VERSION + 1, succeeded_at: at(now - ago) };
        let rounds = Rounds { schema_version: VERSION, is_outdated: true, own: at(own), recorded: Some(recorded) };
        prop_assert_eq!((rounds.duty(at(now)), rounds.state(at(now))), (AuditDuty::LeaveToNewer, AuditState::Recent));
    }

    /// Rounds of a server that knows less count as little as those of a clock that is far ahead.
    #[test]
    fn other_rounds_change_nothing(rounds in rounds(), now in 0..20_000_i64, ahead in 1..9_000_i64) {
        let without = Rounds { recorded: None, ..rounds };
        let older = AuditRound { schema_version: VERSION - 1, succeeded_at: at(now) };
        let early = AuditRound { schema_version: VERSION + 1, succeeded_at: at(now + OVERDUE_SECONDS + ahead) };
        for other in [older, early] {
            let with = Rounds { recorded: Some(other), ..rounds };
            prop_assert_eq!((with.duty(at(now)), with.state(at(now))), (without.duty(at(now)), without.state(at(now))));
        }
    }
}
