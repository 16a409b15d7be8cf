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
    PayoutCreated "payout.created" "A payout was accepted";
    PayoutCompleted "payout.completed" "A payout ended, and somebody received money";
    PayoutFailed "payout.failed" "A payout ended, and nobody received anything";
    PayoutCancelled "payout.cancelled" "A payout ended because all that was left of it was cancelled";
    ItemPendingClaim "payout_item.pending_claim" "Money waits for its recipient to claim it";
    ItemCompleted "payout_item.completed" "A recipient received the money of a payout item";
    ItemFailed "payout_item.failed" "A payout item failed, and its money went back";
    ItemCancelled "payout_item.cancelled" "A payout item was cancelled or expired, and its money went back";
    DepositCreated "deposit.created" "A deposit was announced";
    DepositProcessing "deposit.processing" "The money of a deposit came in";
    DepositCompleted "deposit.completed" "A deposit was credited";
    DepositFailed "deposit.failed" "A deposit failed";
    DepositCancelled "deposit.cancelled" "A deposit was cancelled";
    DepositExpired "deposit.expired" "The money of a deposit did not come in time";
    WithdrawalCreated "withdrawal.created" "A withdrawal was accepted";
    WithdrawalProcessing "withdrawal.processing" "A withdrawal was sent";
    WithdrawalCompleted "withdrawal.completed" "A withdrawal arrived";
    WithdrawalFailed "withdrawal.failed" "A withdrawal failed, and its money came back";
    WithdrawalReturned "withdrawal.returned" "A withdrawal had arrived, and was sent back";
    WithdrawalCancelled "withdrawal.cancelled" "A withdrawal was cancelled";
    InboundTransferCompleted "inbound_transfer.completed" "Money arrived";
    /// Its name is kept for transfers that can fail. Today each is booked when it has arrived.
    InboundTransferFailed "inbound_transfer.failed" "Money that was on its way did not arrive";
    RecipientCreated "recipient.created" "A recipient was added";
    RecipientUpdated "recipient.updated" "A recipient's name or nickname changed";
    RecipientJoined "recipient.joined" "A recipient got your money into their wallet for the first time";
    BankAccountCreated "bank_account.created" "A bank account was added";
    BankAccountUpdated "bank_account.updated" "A bank account was renamed";
    BankAccountArchived "bank_account.archived" "A bank account was archived";
    ExternalWalletCreated "external_wallet.created" "An external wallet was added";
    ExternalWalletUpdated "external_wallet.updated" "An external wallet was renamed";
    ExternalWalletArchived "external_wallet.archived" "An external wallet was archived";
    /// A user tests whether their endpoint receives events.
    WebhookTest "webhook.test" "A test event was asked for in the dashboard";
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
