//! Which account a command is for, and how much work it is. The writer's queue needs to know: live commands go before
//! test commands, accounts take turns, and a batch holds as much work as callers can wait for.

use crate::account::{Caller, Mode};
use crate::decisions::withdrawal::CancelWithdrawal;
use crate::id::AccountId;
use crate::payout;

use super::{AutomaticWithdrawalCommand, Command, ExternalTransferCommand, WebhookCommand};

impl Command {
    /// The mode of the account that this is for. A command that does not tell, because it comes from the operator or
    /// from a worker, counts as live.
    pub fn mode(&self) -> Mode {
        if let Some(caller) = self.caller() {
            return caller.mode;
        }
        match self {
            Command::Audited(audited) => audited.mode.unwrap_or_else(|| audited.command.mode()),
            Command::ExternalTransfer(command) => command.mode(),
            Command::AutomaticWithdrawal(command) => command.mode(),
            Command::SettlePayout(settle) => settle.mode,
            Command::People(command) => command.mode(),
            Command::RecordApiRequests(mode, _) => *mode,
            // Behind everything that someone waits for.
            Command::ForgetApiRequests(_) => Mode::Test,
            _ => Mode::Live,
        }
    }

    /// The account that this is for, if it is for one.
    pub fn account(&self) -> Option<AccountId> {
        if let Some(caller) = self.caller() {
            return Some(caller.account);
        }
        match self {
            Command::Audited(audited) => audited.command.account(),
            Command::ExternalTransfer(command) => command.account(),
            Command::AutomaticWithdrawal(command) => command.account(),
            Command::Webhook(command) => command.account(),
            Command::Connect(command) => command.account(),
            Command::SettlePayout(settle) => Some(settle.account),
            Command::CreateApiKey(new) => Some(new.account),
            Command::RevokeApiKey(_, account) => *account,
            Command::ClaimItems(claim) => Some(claim.wallet),
            Command::ExpireClaims(account, ..) => Some(*account),
            Command::People(command) => command.account(),
            _ => None,
        }
    }

    /// About how many items it reads or writes.
    pub fn weight(&self) -> usize {
        let items = match self {
            Command::Audited(audited) => audited.command.weight(),
            Command::PayInSession(pay) => pay.new.items.len(),
            Command::PayoutDraft(command) => command.weight(),
            Command::CreatePayout(_, new) | Command::PreviewPayout(_, new) => new.items.len(),
            Command::SettlePayout(settle) => settle.items.len(),
            Command::ClaimItems(claim) => claim.items.len(),
            Command::ExpireClaims(_, items, _) => items.len(),
            Command::LeasePayouts(candidates) => candidates.len(),
            Command::AutomaticWithdrawal(command) => command.payments(),
            Command::RecordApiRequests(_, requests) => requests.len(),
            Command::ForgetApiRequests(requests) => requests.len(),
            // How many items it has is known only when it is gathered.
            Command::CancelPayout(..) => payout::MAX_ITEMS,
            _ => 1,
        };
        items.max(1)
    }

    /// Whether it writes nothing.
    pub fn is_preview(&self) -> bool {
        matches!(self, Command::PreviewPayout(..))
    }

    /// Whether it goes before everything else: no flood of other commands may keep an operator from stopping money.
    pub fn is_urgent(&self) -> bool {
        match self {
            Command::StopMoney(_) | Command::ResumeMoney(..) => true,
            Command::Audited(audited) => audited.command.is_urgent(),
            _ => false,
        }
    }

    fn caller(&self) -> Option<&Caller> {
        match self {
            Command::ExternalTransfer(command) => command.caller(),
            Command::AutomaticWithdrawal(command) => command.caller(),
            Command::PayInSession(pay) => Some(&pay.caller),
            Command::PayoutDraft(command) => command.caller(),
            Command::CreateBankAccount(caller, _)
            | Command::RenameBankAccount(caller, ..)
            | Command::ArchiveBankAccount(caller, ..)
            | Command::CreateExternalWallet(caller, _)
            | Command::RenameExternalWallet(caller, ..)
            | Command::ArchiveExternalWallet(caller, ..)
            | Command::CreateRecipient(caller, _)
            | Command::UpdateRecipient(caller, ..)
            | Command::CreatePayout(caller, _)
            | Command::PreviewPayout(caller, _)
            | Command::CancelPayout(caller, ..)
            | Command::CancelItem(caller, ..)
            | Command::SimulateInbound(caller, ..)
            | Command::SimulateClaim(caller, _)
            | Command::AdvanceClock(caller, _)
            | Command::SetRecipientLanguage(caller, _) => Some(caller),
            Command::Audited(_)
            | Command::People(_)
            | Command::Connect(_)
            | Command::Webhook(_)
            | Command::CreateApiKey(_)
            | Command::RevokeApiKey(..)
            | Command::NoteKeyUses(_)
            | Command::LeasePayouts(_)
            | Command::SettlePayout(_)
            | Command::ClaimItems(_)
            | Command::ExpireClaims(..)
            | Command::Chain(_)
            | Command::StopMoney(_)
            | Command::ResumeMoney(..)
            | Command::RecordAuditRound(_)
            | Command::ForgetAnswers(_)
            | Command::MarkSecrets(_)
            | Command::RecordApiRequests(..)
            | Command::ForgetApiRequests(_) => None,
        }
    }
}

impl ExternalTransferCommand {
    fn caller(&self) -> Option<&Caller> {
        match self {
            ExternalTransferCommand::CreateQuote(caller, _)
            | ExternalTransferCommand::CreateDeposit(caller, _)
            | ExternalTransferCommand::CancelDeposit(caller, ..)
            | ExternalTransferCommand::CreateWithdrawal(caller, _)
            | ExternalTransferCommand::CancelWithdrawal(CancelWithdrawal { caller, .. }) => Some(caller),
            _ => None,
        }
    }

    fn mode(&self) -> Mode {
        match self {
            ExternalTransferCommand::DueDeposit(due) | ExternalTransferCommand::SendWithdrawal(due) => {
                due.mode
            }
            ExternalTransferCommand::TakeRailNotice(notice) => notice.mode,
            ExternalTransferCommand::TakeSimulatedOrder(..) => Mode::Test,
            _ => Mode::Live,
        }
    }

    fn account(&self) -> Option<AccountId> {
        match self {
            ExternalTransferCommand::DueDeposit(due) | ExternalTransferCommand::SendWithdrawal(due) => {
                Some(due.account)
            }
            ExternalTransferCommand::NoteAnswer(account, ..)
            | ExternalTransferCommand::TakeSimulatedOrder(account, _) => Some(*account),
            ExternalTransferCommand::TakeRailNotice(notice) => Some(notice.account),
            _ => None,
        }
    }
}

impl AutomaticWithdrawalCommand {
    fn caller(&self) -> Option<&Caller> {
        match self {
            AutomaticWithdrawalCommand::Set(caller, _) | AutomaticWithdrawalCommand::TurnOff(caller) => {
                Some(caller)
            }
            AutomaticWithdrawalCommand::Withdraw(_) => None,
        }
    }

    fn mode(&self) -> Mode {
        match self {
            AutomaticWithdrawalCommand::Set(caller, _) | AutomaticWithdrawalCommand::TurnOff(caller) => {
                caller.mode
            }
            AutomaticWithdrawalCommand::Withdraw(seen) => seen.mode,
        }
    }

    fn account(&self) -> Option<AccountId> {
        match self {
            AutomaticWithdrawalCommand::Set(caller, _) | AutomaticWithdrawalCommand::TurnOff(caller) => {
                Some(caller.account)
            }
            AutomaticWithdrawalCommand::Withdraw(seen) => Some(seen.account),
        }
    }

    fn payments(&self) -> usize {
        match self {
            AutomaticWithdrawalCommand::Set(..) | AutomaticWithdrawalCommand::TurnOff(_) => 1,
            AutomaticWithdrawalCommand::Withdraw(seen) => seen.payments.len(),
        }
    }
}

impl WebhookCommand {
    fn account(&self) -> Option<AccountId> {
        match self {
            WebhookCommand::Create(new) => Some(new.account),
            WebhookCommand::Note(report) => Some(report.account),
            WebhookCommand::StartReplay(replay) => Some(replay.account),
            WebhookCommand::Edit(account, ..)
            | WebhookCommand::Test(account, ..)
            | WebhookCommand::ReplayOne(account, ..)
            | WebhookCommand::StepReplay { account, .. } => Some(*account),
            WebhookCommand::Lease { .. }
            | WebhookCommand::Release { .. }
            | WebhookCommand::Abandon(_)
            | WebhookCommand::Forget(_) => None,
        }
    }
}
