//! What people call the values of the rules' enums: statuses, currencies and rails.

use rules::money::Currency;
use rules::payout::PayoutStatus;
use rules::rail::Rail;
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
}
