//! Emails that tell owners what happened to the money of their accounts.
//!
//! A commit that moves money writes at most one of them for each account or payout: the cause is what happened and when
//! in the day, so what happens again in the same hours adds no row. What an email says is read when it is sent. Its
//! address is that of the account's owner, so no decision has to read it.

use crate::account::Account;
use crate::email::{Email, EmailKind, EmailQueue};
use crate::id::{AccountId, EmailId, PayoutId, TransactionId};
use crate::time::{SECONDS_PER_DAY, Timestamp};
use crate::transaction::{FailureReason, Transaction, TransactionStatus, TransactionType};

/// An account gets two emails about payments in this time: one about the first, and one about those that followed.
const PAID_WINDOW_SECONDS: i64 = SECONDS_PER_DAY / 3;
/// How long the first payment waits for others of the same payout.
const PAID_DELAY_SECONDS: i64 = 60;
/// A payment that was decided on so long ago can be read, whichever process wrote it.
const COMMITTED_SECONDS: i64 = 15;
/// A withdrawal that arrives sooner needs no email that says it was sent.
const SENT_DELAY_SECONDS: i64 = 60;

/// An email to the owner of an account. It is not written if its cause has one, if the account has had enough of its
/// kind today, or if the owner is a simulated person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActivityEmail {
    pub id: EmailId,
    pub account: AccountId,
    pub kind: EmailKind,
    pub cause: String,
    /// By the account's clock.
    pub created_at: Timestamp,
    pub next_at: Timestamp,
}

impl ActivityEmail {
    /// A deposit or a withdrawal changed to this status; nothing, if the owner needs no email about it.
    pub fn of_transfer(id: EmailId, transaction: &Transaction, at: Timestamp) -> Option<ActivityEmail> {
        let kind = kind_of(transaction)?;
        let delay = if kind == EmailKind::WithdrawalSent { SENT_DELAY_SECONDS } else { 0 };
        let cause = format!("{}:{}", transaction.id, kind.name());
        Some(ActivityEmail {
            id,
            account: transaction.account,
            kind,
            cause,
            created_at: at,
            next_at: at.plus_seconds(delay),
        })
    }

    /// An account was paid at this time.
    pub fn paid(id: EmailId, account: AccountId, at: Timestamp) -> ActivityEmail {
        let cause = PaidPeriod { account, window: window_of(at), after: None }.cause();
        let next_at = at.plus_seconds(PAID_DELAY_SECONDS);
        ActivityEmail { id, account, kind: EmailKind::Paid, cause, created_at: at, next_at }
    }

    /// Recipients of a payout claimed their money. The sender is told once a day.
    pub(crate) fn claimed(id: EmailId, payer: &Account, payout: PayoutId, now: Timestamp) -> ActivityEmail {
        ActivityEmail::digest(id, payer, EmailKind::Claimed, payout, now)
    }

    /// Money of a payout was not claimed in time.
    pub(crate) fn refunded(id: EmailId, payer: &Account, payout: PayoutId, now: Timestamp) -> ActivityEmail {
        ActivityEmail::digest(id, payer, EmailKind::Refunded, payout, now)
    }

    fn digest(
        id: EmailId,
        payer: &Account,
        kind: EmailKind,
        payout: PayoutId,
        now: Timestamp,
    ) -> ActivityEmail {
        let created_at = payer.time(now);
        let digest = PayoutDay { payout, day: day_of(created_at) };
        let cause = format!("{payout}:{}:{}", kind.name(), digest.day);
        let next_at = digest.end().plus_seconds(COMMITTED_SECONDS);
        ActivityEmail { id, account: payer.id, kind, cause, created_at, next_at }
    }

    /// Whether the daily limit holds for it in live mode, too. Owners hear of all money that comes back.
    pub const fn is_limited(&self) -> bool {
        match self.kind {
            EmailKind::Refunded
            | EmailKind::WithdrawalFailed
            | EmailKind::WithdrawalReturned
            | EmailKind::DepositFailed => false,
            EmailKind::Paid
            | EmailKind::Claimed
            | EmailKind::WithdrawalSent
            | EmailKind::WithdrawalCompleted
            | EmailKind::DepositCredited
            | EmailKind::DepositExpired
            | EmailKind::Claim
            | EmailKind::Reminder
            | EmailKind::Join
            | EmailKind::Known
            | EmailKind::Reset
            | EmailKind::Security
            | EmailKind::WebhookOff
            | EmailKind::AutomaticWithdrawalsOff
            | EmailKind::OperatorAlert => true,
        }
    }
}

fn kind_of(transaction: &Transaction) -> Option<EmailKind> {
    use TransactionStatus::{
        AwaitingTransfer, Cancelled, Completed, Expired, Failed, PendingClaim, Processing, Queued,
    };
    match (transaction.kind, transaction.status) {
        (TransactionType::Withdrawal, Processing) if transaction.is_sent() => Some(EmailKind::WithdrawalSent),
        (TransactionType::Withdrawal, Completed) => Some(EmailKind::WithdrawalCompleted),
        (TransactionType::Withdrawal, Failed) => Some(match transaction.failure_reason {
            Some(FailureReason::ReturnedByBank) => EmailKind::WithdrawalReturned,
            _ => EmailKind::WithdrawalFailed,
        }),
        (TransactionType::Deposit | TransactionType::InboundTransfer, Completed) => {
            Some(EmailKind::DepositCredited)
        }
        (TransactionType::Deposit, Failed) => Some(EmailKind::DepositFailed),
        (TransactionType::Deposit, Expired) => Some(EmailKind::DepositExpired),
        // The owner asked for it, or it is no change that an owner waits for.
        (
            TransactionType::Withdrawal
            | TransactionType::Deposit
            | TransactionType::InboundTransfer
            | TransactionType::Payout,
            Queued | AwaitingTransfer | Processing | Completed | Failed | Cancelled | Expired | PendingClaim,
        ) => None,
    }
}

/// The deposit, withdrawal or incoming transfer that an email is about.
pub fn transfer_of(message: &Email) -> Option<TransactionId> {
    TransactionId::parse(message.cause.split(':').next()?)
}

/// The payments that an email is about: those of a window that no earlier email was about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaidPeriod {
    pub account: AccountId,
    window: i64,
    /// The end of the email about the first payments, in the one about those that followed.
    after: Option<Timestamp>,
}

impl PaidPeriod {
    pub fn of(message: &Email) -> Option<PaidPeriod> {
        let mut parts = message.cause.split(':');
        let account = AccountId::parse(parts.next()?)?;
        parts.next().filter(|kind| *kind == EmailKind::Paid.name())?;
        let window = parts.next()?.parse().ok()?;
        let after = parts.next().map(str::parse).transpose().ok()?.map(Timestamp::from_micros);
        Some(PaidPeriod { account, window, after })
    }

    fn cause(self) -> String {
        let PaidPeriod { account, window, after } = self;
        let cause = format!("{account}:{}:{window}", EmailKind::Paid.name());
        match after {
            Some(after) => format!("{cause}:{}", after.micros()),
            None => cause,
        }
    }

    /// From when and until when. An email that is being sent is about what came before it was taken to be sent.
    pub fn times(self, message: &Email) -> (Timestamp, Timestamp) {
        let start = Timestamp::from_seconds(self.window * PAID_WINDOW_SECONDS);
        let end = start.plus_seconds(PAID_WINDOW_SECONDS);
        match (self.after, message.queue) {
            (Some(after), _) => (after, end),
            (None, EmailQueue::Sandbox) => (start, end),
            (None, EmailQueue::SignIn | EmailQueue::Account | EmailQueue::Activity | EmailQueue::Claims) => {
                (start, end.min(message.next_at.plus_seconds(-COMMITTED_SECONDS)))
            }
        }
    }
}

/// The email about payments that came after those in an email that was being sent. It is sent when its window is over,
/// if there are any.
pub(crate) fn paid_later(sending: &Email, id: EmailId, now: Timestamp) -> Option<Email> {
    let period = PaidPeriod::of(sending).filter(|period| period.after.is_none())?;
    let (_, after) = period.times(sending);
    let rest = PaidPeriod { after: Some(after), ..period };
    let (_, end) = rest.times(sending);
    if after >= end {
        return None;
    }
    let cause = rest.cause();
    let message = Email::new(id, EmailKind::Paid, sending.to.clone(), cause, now);
    let next_at = end.plus_seconds(PAID_DELAY_SECONDS).max(now);
    Some(Email { account: sending.account, queue: sending.queue, next_at, ..message })
}

/// A day of a payout, by the clock of the account that pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PayoutDay {
    pub payout: PayoutId,
    day: i64,
}

impl PayoutDay {
    pub fn of(message: &Email) -> Option<PayoutDay> {
        let mut parts = message.cause.split(':');
        let payout = PayoutId::parse(parts.next()?)?;
        let day = parts.nth(1)?.parse().ok()?;
        Some(PayoutDay { payout, day })
    }

    pub fn start(self) -> Timestamp {
        Timestamp::from_seconds(self.day * SECONDS_PER_DAY)
    }

    pub fn end(self) -> Timestamp {
        self.start().plus_seconds(SECONDS_PER_DAY)
    }
}

fn window_of(at: Timestamp) -> i64 {
    at.seconds().div_euclid(PAID_WINDOW_SECONDS)
}

fn day_of(at: Timestamp) -> i64 {
    at.seconds().div_euclid(SECONDS_PER_DAY)
}
