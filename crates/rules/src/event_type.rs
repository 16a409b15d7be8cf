//! The one table of what can happen to an object: the names by which subscribers know it, and what people read.

use crate::scope::Scope;

macro_rules! event_types {
    ($($(#[$doc:meta])* $kind:ident $name:literal $words:literal;)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub enum EventType { $($(#[$doc])* $kind,)* }

        impl EventType {
            /// In the order in which people see them.
            pub const ALL: &[EventType] = &[$(EventType::$kind,)*];

            /// The name by which subscribers know it.
            pub const fn name(self) -> &'static str {
                match self { $(EventType::$kind => $name,)* }
            }

            /// What happened, in one sentence without its full stop.
            pub const fn words(self) -> &'static str {
                match self { $(EventType::$kind => $words,)* }
            }

            pub fn parse(name: &str) -> Option<EventType> {
                match name {
                    $($name => Some(EventType::$kind),)*
                    _ => None,
                }
            }
        }
    };
}

event_types! {
    PayoutCreated "payout.created" "A payout was created";
    PayoutCompleted "payout.completed" "A payout is final, and at least one recipient was paid";
    PayoutFailed "payout.failed" "A payout is final, and no recipient was paid";
    PayoutCancelled "payout.cancelled" "A payout is final, because its remaining items were cancelled";
    ItemPendingClaim "payout_item.pending_claim" "A payout item waits for its recipient to claim it";
    ItemCompleted "payout_item.completed" "A payout item was paid to its recipient";
    ItemFailed "payout_item.failed" "A payout item failed, and its amount is back in the balance";
    ItemCancelled "payout_item.cancelled" "A payout item was cancelled or expired, and its amount is back in the \
                                           balance";
    DepositCreated "deposit.created" "A deposit was created";
    DepositProcessing "deposit.processing" "The money for a deposit arrived";
    DepositCompleted "deposit.completed" "A deposit was credited to the balance";
    DepositFailed "deposit.failed" "A deposit failed";
    DepositCancelled "deposit.cancelled" "A deposit was cancelled";
    DepositExpired "deposit.expired" "A deposit expired before its money arrived";
    WithdrawalCreated "withdrawal.created" "A withdrawal was created";
    WithdrawalProcessing "withdrawal.processing" "A withdrawal can no longer be cancelled and is about to be sent";
    WithdrawalCompleted "withdrawal.completed" "A withdrawal arrived at its destination";
    WithdrawalFailed "withdrawal.failed" "A withdrawal failed, and its amount is back in the balance";
    WithdrawalReturned "withdrawal.returned" "The bank returned a completed withdrawal, and its amount is back in \
                                              the balance";
    WithdrawalCancelled "withdrawal.cancelled" "A withdrawal was cancelled";
    InboundTransferCompleted "inbound_transfer.completed" "An inbound transfer was credited to the balance";
    /// Its name is kept for transfers that can fail. Today each is booked when it has arrived.
    InboundTransferFailed "inbound_transfer.failed" "An inbound transfer failed";
    RecipientCreated "recipient.created" "A recipient was added";
    RecipientUpdated "recipient.updated" "A recipient's name or nickname changed";
    RecipientJoined "recipient.joined" "A payout reached the recipient's wallet for the first time";
    BankAccountCreated "bank_account.created" "A bank account was added";
    BankAccountUpdated "bank_account.updated" "A bank account was renamed";
    BankAccountArchived "bank_account.archived" "A bank account was archived";
    ExternalWalletCreated "external_wallet.created" "An external wallet was added";
    ExternalWalletUpdated "external_wallet.updated" "An external wallet was renamed";
    ExternalWalletArchived "external_wallet.archived" "An external wallet was archived";
    /// A user tests whether their endpoint receives events.
    WebhookTest "webhook.test" "A user sent a test event from the dashboard";
}

impl EventType {
    /// Documented, so that subscribers can be ready for it, and not sent by this version.
    pub const fn is_reserved(self) -> bool {
        matches!(self, EventType::InboundTransferFailed)
    }

    /// What reading the object takes; nothing for a test.
    pub fn scope(self) -> Option<Scope> {
        match self.noun() {
            "payout" | "payout_item" => Some(Scope::PayoutsRead),
            "deposit" => Some(Scope::DepositsRead),
            "withdrawal" => Some(Scope::WithdrawalsRead),
            "inbound_transfer" => Some(Scope::TransactionsRead),
            "recipient" => Some(Scope::RecipientsRead),
            "bank_account" => Some(Scope::BankAccountsRead),
            "external_wallet" => Some(Scope::ExternalWalletsRead),
            "webhook" => None,
            other => unreachable!("it is not said what reading a {other} takes"),
        }
    }

    /// What it happens to: the part of the name before the dot.
    pub fn noun(self) -> &'static str {
        self.name().split_once('.').map_or("", |(noun, _)| noun)
    }
}
