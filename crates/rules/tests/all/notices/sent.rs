//! When a withdrawal counts as sent: when the rail accepts the order, or when the operator who pays by hand reports it.

use rules::activity_email::ActivityEmail;
use rules::change::Row;
use rules::command::{DueExternalTransfer, ExternalTransferCommand};
use rules::decisions::withdrawal::{QUEUED_SECONDS, RailAnswer};
use rules::email::EmailKind;
use rules::external_transfer::{ExternalTransfer, Submission};
use rules::money::Amount;
use rules::rail_notice::RailOutcome;
use rules::time::Timestamp;

use crate::notices::{NOW, ROUTE, Scene, terms};

const SENT_AT: Timestamp = NOW.plus_seconds(QUEUED_SECONDS);

impl Scene {
    /// A withdrawal whose order went to its rail half a minute after its creation.
    fn given() -> Scene {
        let mut scene = Scene::new(terms());
        scene.withdrawal(Amount::from_micros(100_000_000)).expect("a withdrawal");
        let due = DueExternalTransfer {
            account: scene.caller.account,
            transaction: scene.about(),
            mode: scene.caller.mode,
            route: ROUTE,
            events: scene.fresh().events,
        };
        assert_eq!(scene.emails(&ExternalTransferCommand::SendWithdrawal(due)), [], "not sent yet");
        scene
    }

    /// The emails that the decision queues.
    fn emails(&mut self, command: &ExternalTransferCommand) -> Vec<EmailKind> {
        let change = command.decide(&self.world, SENT_AT).expect("nothing stands in the way");
        let email = |row: &Row| match row {
            Row::ActivityEmail(ActivityEmail { kind, .. }) => Some(*kind),
            _ => None,
        };
        let emails = change.rows.iter().filter_map(email).collect();
        change.rows.into_iter().for_each(|row| self.world.put(row));
        emails
    }

    fn answer(&mut self, submission: Submission, is_sent: bool) -> Vec<EmailKind> {
        let (account, about) = (self.caller.account, self.about());
        let events = self.fresh().events;
        let answer = RailAnswer { submission, ask_at: None, hash: None, is_sent, events };
        self.emails(&ExternalTransferCommand::NoteAnswer(account, about, answer))
    }

    fn external_transfer(&self) -> ExternalTransfer {
        let known = self.world.any_transaction(self.caller.account, self.about()).expect("it is there");
        known.external_transfer.as_deref().expect("a withdrawal has one").clone()
    }
}

#[test]
fn an_order_that_the_rail_accepted_is_sent_once() {
    let mut scene = Scene::given();
    assert_eq!(scene.answer(Submission::Unclear, false), []);
    assert_eq!(scene.external_transfer().sent_at, None);
    assert_eq!(scene.answer(Submission::Taken, true), [EmailKind::WithdrawalSent]);
    assert_eq!(scene.external_transfer().sent_at, Some(SENT_AT));
    assert_eq!(scene.answer(Submission::Taken, true), [], "said before");
}

#[test]
fn a_manual_withdrawal_is_sent_when_its_operator_reports_it() {
    let mut scene = Scene::given();
    assert_eq!(scene.answer(Submission::Taken, false), []);
    scene.say(&RailOutcome::Sent(Some("E2E 1".to_owned())));
    let sent = scene.external_transfer();
    assert_eq!((sent.sent_at, sent.bank_reference.as_deref()), (Some(NOW), Some("E2E 1")));
    assert!(!scene.status().is_end());
    // Its arrival counts from then.
    let known = scene.world.any_transaction(scene.caller.account, scene.about()).expect("it is there");
    let estimate = known.arrival().expect("withdrawals arrive");
    assert_eq!(estimate.latest, NOW.plus_seconds(30 * 60));
    // A later reference replaces none.
    scene.say(&RailOutcome::Completed(Some("E2E 2".to_owned())));
    assert_eq!(scene.external_transfer().bank_reference.as_deref(), Some("E2E 1"));
}

#[test]
fn a_bank_reference_of_the_outcome_is_kept() {
    let mut scene = Scene::given();
    scene.say(&RailOutcome::Completed(Some("E2E 1".to_owned())));
    let completed = scene.external_transfer();
    assert_eq!((completed.sent_at, completed.bank_reference.as_deref()), (None, Some("E2E 1")));
    assert_eq!(completed.hash, None, "banks have none");
    // What has ended is not sent.
    let before = scene.ledger();
    scene.say(&RailOutcome::Sent(None));
    assert_eq!((scene.external_transfer().sent_at, scene.ledger()), (None, before));
}
