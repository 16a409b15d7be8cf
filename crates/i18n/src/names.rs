//! What people call the values of the rules' enums: statuses, currencies, rails, permissions and events.

use std::borrow::Borrow;

use rules::archive_status::ArchiveStatus;
use rules::automatic_withdrawal::OffReason;
use rules::email_address::EmailAddress;
use rules::email_preferences::EmailGroup;
use rules::event_type::EventType;
use rules::external_account::bank_account::LoggedBankAccount;
use rules::money::Currency;
use rules::payout::PayoutStatus;
use rules::rail::Rail;
use rules::rail::brl_pix::MaskedPixKey;
use rules::scope::Scope;
use rules::security::SecurityKind;
use rules::transaction::{FailureReason, ItemStatus, TransactionStatus, TransactionType};

use crate::locale::Locale;

impl Locale {
    pub fn payout_status(self, status: PayoutStatus) -> &'static str {
        match status {
            PayoutStatus::Processing => self.text("status-processing"),
            PayoutStatus::Completed => self.text("status-completed"),
            PayoutStatus::Failed => self.text("status-failed"),
            PayoutStatus::Cancelled => self.text("status-cancelled"),
        }
    }

    pub fn item_status(self, status: ItemStatus) -> &'static str {
        match status {
            ItemStatus::Processing => self.text("status-processing"),
            ItemStatus::PendingClaim => self.text("status-pending-claim"),
            ItemStatus::Completed => self.text("status-completed"),
            ItemStatus::Failed => self.text("status-failed"),
            ItemStatus::Cancelled => self.text("status-cancelled"),
        }
    }

    pub fn transaction_status(self, status: TransactionStatus) -> &'static str {
        match status {
            TransactionStatus::Queued => self.text("status-queued"),
            TransactionStatus::AwaitingTransfer => self.text("status-awaiting-transfer"),
            TransactionStatus::Processing => self.text("status-processing"),
            TransactionStatus::Completed => self.text("status-completed"),
            TransactionStatus::Failed => self.text("status-failed"),
            TransactionStatus::Cancelled => self.text("status-cancelled"),
            TransactionStatus::Expired => self.text("status-expired"),
            TransactionStatus::PendingClaim => self.text("status-pending-claim"),
        }
    }

    /// Of a bank account or an external wallet.
    pub fn archive_status(self, status: ArchiveStatus) -> &'static str {
        match status {
            ArchiveStatus::Active => self.text("status-active"),
            ArchiveStatus::Archived => self.text("status-archived"),
        }
    }

    pub fn transaction_type(self, kind: TransactionType) -> &'static str {
        match kind {
            TransactionType::Deposit => self.text("transaction-deposit"),
            TransactionType::Withdrawal => self.text("transaction-withdrawal"),
            TransactionType::Payout => self.text("transaction-payout"),
            TransactionType::InboundTransfer => self.text("transaction-inbound-transfer"),
        }
    }

    /// A sentence: why a transaction ended without its money arriving.
    pub fn failure_reason(self, reason: FailureReason) -> &'static str {
        match reason {
            FailureReason::ClaimExpired => self.text("failure-claim-expired"),
            FailureReason::SimulatedFailure => self.text("failure-simulated"),
            FailureReason::Rejected => self.text("failure-rejected"),
            FailureReason::ReturnedByBank => self.text("failure-returned-by-bank"),
        }
    }

    /// The address of a simulated person is an ID, which says nothing to its reader.
    pub fn email_address(self, email: &EmailAddress) -> &str {
        if email.is_simulated() { self.text("person-simulated") } else { email.as_str() }
    }

    /// Emails that are turned off together.
    pub fn email_group(self, group: EmailGroup) -> &'static str {
        match group {
            EmailGroup::Payments => self.text("settings-emails-payments"),
            EmailGroup::Payouts => self.text("settings-emails-payouts"),
            EmailGroup::Transfers => self.text("settings-emails-transfers"),
            EmailGroup::ClaimReminders => self.text("settings-emails-claim-reminders"),
        }
    }

    /// `Mexican peso`: for lists to choose from. Amounts have codes and symbols ([`Locale::money`]).
    pub fn currency_name(self, currency: Currency) -> &'static str {
        match currency {
            Currency::Usdc => self.text("currency-usdc"),
            Currency::Usdt => self.text("currency-usdt"),
            Currency::Usd => self.text("currency-usd"),
            Currency::Brl => self.text("currency-brl"),
            Currency::Ars => self.text("currency-ars"),
            Currency::Cop => self.text("currency-cop"),
            Currency::Mxn => self.text("currency-mxn"),
            Currency::Cad => self.text("currency-cad"),
            Currency::Eur => self.text("currency-eur"),
        }
    }

    /// The scheme and the country: `SPEI, Mexico`.
    /// `Payroll (brl_pix)`, as the security log keeps a bank account, with the rail in words.
    pub fn logged_bank_account(self, stored: &str) -> String {
        match LoggedBankAccount::parse(stored) {
            Some(logged) => format!("{} ({})", logged.name, self.rail_name(logged.rail)),
            None => stored.to_owned(),
        }
    }

    /// Why automatic withdrawals are off, and what to do.
    pub fn automatic_withdrawals_off(self, reason: OffReason) -> &'static str {
        match reason {
            OffReason::Owner => self.text("automatic-off-owner"),
            OffReason::DestinationArchived => self.text("automatic-off-archived"),
            OffReason::WithdrawalFailed => self.text("automatic-off-failed"),
            OffReason::WithdrawalReturned => self.text("automatic-off-returned"),
            OffReason::RouteClosed => self.text("automatic-off-closed"),
        }
    }

    /// `CPF ending in 25`.
    pub fn pix_key(self, key: &MaskedPixKey) -> String {
        self.text_with("bank-number-pix-key", &[("kind", &key.kind.name()), ("end", &key.end)])
    }

    pub fn rail_name(self, rail: Rail) -> &'static str {
        match rail {
            Rail::UsdAch => self.text("rail-usd-ach"),
            Rail::UsdFedwire => self.text("rail-usd-fedwire"),
            Rail::BrlPix => self.text("rail-brl-pix"),
            Rail::ArsTransfers => self.text("rail-ars-transfers"),
            Rail::CopPse => self.text("rail-cop-pse"),
            Rail::MxnSpei => self.text("rail-mxn-spei"),
            Rail::CadEft => self.text("rail-cad-eft"),
            Rail::EurSepa => self.text("rail-eur-sepa"),
        }
    }

    /// What a credential of the account's owner may do with this scope: `View your balance`.
    pub fn permission(self, scope: Scope) -> &'static str {
        match scope {
            Scope::BalanceRead => self.text("permission-balance-read"),
            Scope::BankAccountsRead => self.text("permission-bank-accounts-read"),
            Scope::BankAccountsWrite => self.text("permission-bank-accounts-write"),
            Scope::ExternalWalletsRead => self.text("permission-external-wallets-read"),
            Scope::ExternalWalletsWrite => self.text("permission-external-wallets-write"),
            Scope::RecipientsRead => self.text("permission-recipients-read"),
            Scope::RecipientsWrite => self.text("permission-recipients-write"),
            Scope::TransactionsRead => self.text("permission-transactions-read"),
            Scope::DepositsRead => self.text("permission-deposits-read"),
            Scope::DepositsWrite => self.text("permission-deposits-write"),
            Scope::WithdrawalsRead => self.text("permission-withdrawals-read"),
            Scope::WithdrawalsWrite => self.text("permission-withdrawals-write"),
            Scope::PayoutsRead => self.text("permission-payouts-read"),
            Scope::PayoutsWrite => self.text("permission-payouts-write"),
        }
    }

    /// The same for an app, which sees only the bank accounts and wallets that it has added itself.
    pub fn app_permission(self, scope: Scope) -> &'static str {
        match scope {
            Scope::BankAccountsRead => self.text("app-permission-bank-accounts-read"),
            Scope::BankAccountsWrite => self.text("app-permission-bank-accounts-write"),
            Scope::ExternalWalletsRead => self.text("app-permission-external-wallets-read"),
            Scope::ExternalWalletsWrite => self.text("app-permission-external-wallets-write"),
            Scope::BalanceRead
            | Scope::RecipientsRead
            | Scope::RecipientsWrite
            | Scope::TransactionsRead
            | Scope::DepositsRead
            | Scope::DepositsWrite
            | Scope::WithdrawalsRead
            | Scope::WithdrawalsWrite
            | Scope::PayoutsRead
            | Scope::PayoutsWrite => self.permission(scope),
        }
    }

    /// A sentence: what an event reports.
    pub fn event_description(self, event: impl Borrow<EventType>) -> &'static str {
        match event.borrow() {
            EventType::PayoutCreated => self.text("event-payout-created"),
            EventType::PayoutCompleted => self.text("event-payout-completed"),
            EventType::PayoutFailed => self.text("event-payout-failed"),
            EventType::PayoutCancelled => self.text("event-payout-cancelled"),
            EventType::ItemPendingClaim => self.text("event-payout-item-pending-claim"),
            EventType::ItemCompleted => self.text("event-payout-item-completed"),
            EventType::ItemFailed => self.text("event-payout-item-failed"),
            EventType::ItemCancelled => self.text("event-payout-item-cancelled"),
            EventType::DepositCreated => self.text("event-deposit-created"),
            EventType::DepositProcessing => self.text("event-deposit-processing"),
            EventType::DepositCompleted => self.text("event-deposit-completed"),
            EventType::DepositFailed => self.text("event-deposit-failed"),
            EventType::DepositCancelled => self.text("event-deposit-cancelled"),
            EventType::DepositExpired => self.text("event-deposit-expired"),
            EventType::WithdrawalCreated => self.text("event-withdrawal-created"),
            EventType::WithdrawalProcessing => self.text("event-withdrawal-processing"),
            EventType::WithdrawalCompleted => self.text("event-withdrawal-completed"),
            EventType::WithdrawalFailed => self.text("event-withdrawal-failed"),
            EventType::WithdrawalReturned => self.text("event-withdrawal-returned"),
            EventType::WithdrawalCancelled => self.text("event-withdrawal-cancelled"),
            EventType::InboundTransferCompleted => self.text("event-inbound-transfer-completed"),
            EventType::InboundTransferFailed => self.text("event-inbound-transfer-failed"),
            EventType::RecipientCreated => self.text("event-recipient-created"),
            EventType::RecipientUpdated => self.text("event-recipient-updated"),
            EventType::RecipientJoined => self.text("event-recipient-joined"),
            EventType::BankAccountCreated => self.text("event-bank-account-created"),
            EventType::BankAccountUpdated => self.text("event-bank-account-updated"),
            EventType::BankAccountArchived => self.text("event-bank-account-archived"),
            EventType::ExternalWalletCreated => self.text("event-external-wallet-created"),
            EventType::ExternalWalletUpdated => self.text("event-external-wallet-updated"),
            EventType::ExternalWalletArchived => self.text("event-external-wallet-archived"),
            EventType::WebhookTest => self.text("event-webhook-test"),
        }
    }

    /// What a line of the security log reports.
    pub fn security_event(self, kind: SecurityKind) -> &'static str {
        match kind {
            SecurityKind::Joined => self.text("security-joined"),
            SecurityKind::SignedIn => self.text("security-signed-in"),
            SecurityKind::SignedInAnew => self.text("security-signed-in-anew"),
            SecurityKind::SignInFailed => self.text("security-sign-in-failed"),
            SecurityKind::CodesGuessed => self.text("security-codes-guessed"),
            SecurityKind::SignedOut => self.text("security-signed-out"),
            SecurityKind::SignedOutEverywhere => self.text("security-signed-out-everywhere"),
            SecurityKind::PasswordChanged => self.text("security-password-changed"),
            SecurityKind::NameChanged => self.text("security-name-changed"),
            SecurityKind::LanguageChanged => self.text("security-language-changed"),
            SecurityKind::RecipientLanguageChanged => self.text("security-recipient-language-changed"),
            SecurityKind::TimeZoneChanged => self.text("security-time-zone-changed"),
            SecurityKind::UpgradedToBusiness => self.text("security-upgraded-to-business"),
            SecurityKind::SecondFactorOn => self.text("security-second-factor-on"),
            SecurityKind::SecondFactorOff => self.text("security-second-factor-off"),
            SecurityKind::RecoveryCodesMade => self.text("security-recovery-codes-made"),
            SecurityKind::RecoveryCodeUsed => self.text("security-recovery-code-used"),
            SecurityKind::KeyCreated => self.text("security-key-created"),
            SecurityKind::KeyRevoked => self.text("security-key-revoked"),
            SecurityKind::BankAccountAdded => self.text("security-bank-account-added"),
            SecurityKind::ExternalWalletAdded => self.text("security-external-wallet-added"),
            SecurityKind::AutomaticWithdrawalsOn => self.text("security-automatic-withdrawals-on"),
            SecurityKind::AutomaticWithdrawalsOff => self.text("security-automatic-withdrawals-off"),
            SecurityKind::AppCreated => self.text("security-app-created"),
            SecurityKind::AppChanged => self.text("security-app-changed"),
            SecurityKind::AppSecretRotated => self.text("security-app-secret-rotated"),
            SecurityKind::AppArchived => self.text("security-app-archived"),
            SecurityKind::AppAuthorized => self.text("security-app-authorized"),
            SecurityKind::AppDisconnected => self.text("security-app-disconnected"),
            SecurityKind::WebhookAdded => self.text("security-webhook-added"),
            SecurityKind::WebhookChanged => self.text("security-webhook-changed"),
            SecurityKind::WebhookSecretShown => self.text("security-webhook-secret-shown"),
            SecurityKind::WebhookSecretRotated => self.text("security-webhook-secret-rotated"),
            SecurityKind::WebhookRemoved => self.text("security-webhook-removed"),
            SecurityKind::AppReplayed => self.text("security-app-replayed"),
            SecurityKind::Locked => self.text("security-locked"),
            SecurityKind::Unlocked => self.text("security-unlocked"),
        }
    }
}
