//! Explains refusals of the rules in the reader's language. The API does so in English.

use i18n::Locale;
use rules::api_key::MAX_API_KEYS;
use rules::connect_app::MAX_CONNECT_APPS;
use rules::endpoint::{MAX_ENDPOINTS, MAX_UNVERIFIED, MAX_UNVERIFIED_PER_HOST};
use rules::external_transfer::Route;
use rules::money::{Amount, Currency};
use rules::payout_draft::MAX_DRAFTS;
use rules::refusal::{Limit, Noun, Refusal, StaleQuote};

use super::{too_many_attempts, wait};

/// What happened and what to do. Refusals that only programs and operators meet say just that nothing was changed.
pub fn refusal_text(locale: Locale, refusal: &Refusal) -> String {
    let plain = match refusal {
        Refusal::TooManyAttempts { seconds } => return too_many_attempts(locale, *seconds),
        Refusal::RemindedRecently { seconds } => {
            return locale.text_with("refusal-reminded-recently", &[("wait", &wait(locale, *seconds))]);
        }
        Refusal::RenamedTooOften { seconds } => {
            return locale.text_with("refusal-renamed-too-often", &[("wait", &wait(locale, *seconds))]);
        }
        Refusal::ReplayedTooOften { seconds } => {
            return locale.text_with("error-too-many-replays-text", &[("wait", &wait(locale, *seconds))]);
        }
        Refusal::OtherChain { own } => return locale.text_with("refusal-other-chain", &[("network", own)]),
        Refusal::LimitExceeded(limit) => return limit_text(locale, limit),
        Refusal::InsufficientFunds { needed, available } => {
            let (needed, available) = (usdc(locale, *needed), usdc(locale, *available));
            return locale
                .text_with("refusal-insufficient-funds", &[("needed", &needed), ("available", &available)]);
        }
        Refusal::InvalidState { noun, .. } => return state_text(locale, *noun),
        Refusal::WalletTooNew { usable_at } => {
            let date = locale.long_date_time(*usable_at);
            return locale.text_with("refusal-wallet-too-new", &[("date", &date)]);
        }
        Refusal::QuoteExpired(stale) => {
            return locale.text_with("refusal-quote", &[("problem", &stale_name(*stale))]);
        }
        Refusal::RouteClosed { what, route } => return closed_text(locale, what, route),
        Refusal::NotFound(_) => locale.text("error-not-found-text"),
        Refusal::IdempotencyKeyReused { .. } => locale.text("refusal-form-reused"),
        Refusal::EndpointExists => locale.text("refusal-endpoint-exists"),
        Refusal::EmailTaken => locale.text("refusal-email-taken"),
        Refusal::SignInFailed => locale.text("refusal-sign-in-failed"),
        Refusal::UserLocked => locale.text("refusal-user-locked"),
        Refusal::ConfirmationRequired => locale.text("refusal-confirmation-required"),
        Refusal::LinkDead => locale.text("refusal-link-dead"),
        Refusal::UnknownRecipient { .. } => locale.text("refusal-unknown-recipient"),
        Refusal::UnknownBankAccount => locale.text("refusal-unknown-bank-account"),
        Refusal::UnknownExternalWallet => locale.text("refusal-unknown-external-wallet"),
        Refusal::BankAccountArchived => locale.text("refusal-bank-account-archived"),
        Refusal::ExternalWalletArchived => locale.text("refusal-external-wallet-archived"),
        Refusal::AddressOfService => locale.text("refusal-address-of-service"),
        Refusal::PriceChanged => locale.text("refusal-price-changed"),
        Refusal::OtherQuote { .. } => locale.text("refusal-other-quote"),
        Refusal::NothingToClaim => locale.text("refusal-nothing-to-claim"),
        Refusal::MoneyStopped => locale.text("refusal-money-stopped"),
        Refusal::ChainMoved | Refusal::ChainUnread => locale.text("refusal-chain-busy"),
        Refusal::ChainDecides => locale.text("refusal-chain-decides"),
        Refusal::InvalidGrant | Refusal::ScopeNotGranted | Refusal::OperatorsDisagree { .. } => {
            locale.text("error-refused-text")
        }
    };
    plain.to_owned()
}

fn limit_text(locale: Locale, limit: &Limit) -> String {
    match limit {
        Limit::Item { most, .. } => {
            locale.text_with("refusal-item-too-large", &[("amount", &usdc(locale, *most))])
        }
        Limit::LeastItem { least, .. } => {
            locale.text_with("refusal-item-too-small", &[("amount", &usdc(locale, *least))])
        }
        Limit::Payout { most } => {
            locale.text_with("refusal-payout-too-large", &[("amount", &usdc(locale, *most))])
        }
        Limit::ExternalTransfer { most } => {
            locale.text_with("refusal-transfer-too-large", &[("amount", &usdc(locale, *most))])
        }
        Limit::OpenTransfers { most } => locale.text_with("refusal-too-many-transfers", &[("limit", most)]),
        Limit::Smallest => locale.text("refusal-below-fees").to_owned(),
        Limit::Balance => locale.text("refusal-balance-full").to_owned(),
        Limit::TestMoney { most } => {
            locale.text_with("refusal-test-money", &[("amount", &usdc(locale, *most))])
        }
        Limit::ClockAhead => locale.text("refusal-clock-ahead").to_owned(),
        Limit::Endpoints => locale.text_with("refusal-too-many-endpoints", &[("limit", &MAX_ENDPOINTS)]),
        Limit::UnverifiedAtHost => {
            locale.text_with("refusal-too-many-unverified-at-host", &[("limit", &MAX_UNVERIFIED_PER_HOST)])
        }
        Limit::UnverifiedEndpoints => {
            locale.text_with("refusal-too-many-unverified", &[("limit", &MAX_UNVERIFIED)])
        }
        Limit::ApiKeys => locale.text_with("refusal-too-many-api-keys", &[("limit", &MAX_API_KEYS)]),
        Limit::ConnectApps => {
            locale.text_with("refusal-too-many-connect-apps", &[("limit", &MAX_CONNECT_APPS)])
        }
        Limit::PayoutDrafts => locale.text_with("payout-draft-too-many", &[("limit", &MAX_DRAFTS)]),
    }
}

fn usdc(locale: Locale, amount: Amount) -> String {
    locale.money(amount, Currency::Usdc)
}

fn state_text(locale: Locale, noun: Noun) -> String {
    let object = match noun {
        Noun::PayoutDraft => return locale.text("payout-draft-changed").to_owned(),
        Noun::Payout => "payout",
        Noun::PayoutItem => "payout_item",
        Noun::Deposit => "deposit",
        Noun::Withdrawal => "withdrawal",
        // Nothing else has a status that pages change.
        Noun::Account
        | Noun::ApiKey
        | Noun::ApiRequest
        | Noun::BankAccount
        | Noun::ConnectApp
        | Noun::Delivery
        | Noun::Endpoint
        | Noun::ExternalWallet
        | Noun::Email
        | Noun::Network
        | Noun::RailNotice
        | Noun::Proposal
        | Noun::Recipient
        | Noun::Transaction
        | Noun::User => return locale.text("error-refused-text").to_owned(),
    };
    locale.text_with("refusal-state", &[("object", &object)])
}

fn stale_name(stale: StaleQuote) -> &'static str {
    match stale {
        StaleQuote::Unknown => "unknown",
        StaleQuote::Used => "used",
        StaleQuote::Expired => "expired",
    }
}

fn closed_text(locale: Locale, what: &str, route: &str) -> String {
    match Route::parse(route) {
        Some(Route::Bank(rail)) if what == "deposits" => {
            locale.text_with("refusal-deposits-closed", &[("rail", &locale.rail_name(rail))])
        }
        Some(Route::Bank(rail)) => {
            locale.text_with("refusal-withdrawals-closed", &[("rail", &locale.rail_name(rail))])
        }
        Some(Route::Chain) | None => locale.text("refusal-wallets-closed").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;
    use rules::money::Amount;
    use rules::refusal::{Limit, Noun, Refusal, StaleQuote};
    use rules::time::Timestamp;

    use super::refusal_text;

    fn check(refusal: Refusal, english: &str, portuguese: &str) {
        assert_eq!(refusal_text(Locale::ENGLISH, &refusal), english, "{refusal:?}");
        assert_eq!(
            refusal_text(Language::Portuguese.into(), &refusal).replace('\u{a0}', " "),
            portuguese,
            "{refusal:?}"
        );
    }

    #[test]
    fn facts_are_formatted_for_the_reader() {
        check(
            Refusal::InsufficientFunds {
                needed: Amount::from_micros(1_250_500_000),
                available: Amount::from_micros(99_500_000),
            },
            "You need 1,250.50\u{a0}USDC, but only 99.50\u{a0}USDC is available. Add money, or choose a smaller \
             amount.",
            "São necessários 1.250,50 USDC, mas só há 99,50 USDC disponíveis. Adicione dinheiro ou escolha um valor \
             menor.",
        );
        let usable_at = Timestamp::parse("2026-12-16T14:05:00Z").expect("a time");
        check(
            Refusal::WalletTooNew { usable_at },
            "This wallet is new. You can withdraw to it from 16 December 2026, 14:05 UTC.",
            "Esta carteira é nova. Você poderá sacar para ela a partir de 16 de dezembro de 2026, 14:05 UTC.",
        );
        check(
            Refusal::LimitExceeded(Limit::OpenTransfers { most: 10_000 }),
            "Your account has reached its limit of 10,000 deposits and withdrawals in progress. Cancel some, or try \
             again when some are completed.",
            "Sua conta atingiu o limite de 10.000 depósitos e saques em andamento. Cancele alguns ou tente de novo \
             quando outros forem concluídos.",
        );
        check(
            Refusal::RenamedTooOften { seconds: 7_201 },
            "You've changed your name too often. Try again in 3 hours.",
            "Você alterou seu nome muitas vezes. Tente de novo em 3 horas.",
        );
    }

    #[test]
    fn a_text_names_what_it_is_about() {
        let state = |noun| Refusal::InvalidState { noun, state: "completed" };
        check(
            state(Noun::PayoutItem),
            "This payment's status has changed, so this is no longer possible. Reload the page to see the current \
             status.",
            "O status deste pagamento mudou, e isso não é mais possível. Recarregue a página para ver o status \
             atual.",
        );
        check(
            state(Noun::Withdrawal),
            "This withdrawal's status has changed, so this is no longer possible. Reload the page to see the current \
             status.",
            "O status deste saque mudou, e isso não é mais possível. Recarregue a página para ver o status \
             atual.",
        );
        check(
            Refusal::QuoteExpired(StaleQuote::Used),
            "This quote was already used. Request a new one.",
            "Esta cotação já foi usada. Solicite uma nova.",
        );
        check(
            Refusal::RouteClosed { what: "deposits", route: "mxn_spei" },
            "Deposits aren't available right now (SPEI, Mexico). Choose another bank account, or try again later.",
            "Os depósitos não estão disponíveis no momento (SPEI, México). Escolha outra conta bancária ou tente \
             mais tarde.",
        );
        check(
            Refusal::RouteClosed { what: "withdrawals", route: "chain" },
            "Withdrawals to wallets aren't available right now. Choose a bank account, or try again later.",
            "Os saques para carteiras não estão disponíveis no momento. Escolha uma conta bancária ou tente mais \
             tarde.",
        );
    }

    #[test]
    fn what_only_operators_meet_says_that_nothing_was_changed() {
        check(
            Refusal::InvalidState { noun: Noun::Proposal, state: "outdated" },
            "Nothing was changed. Go back, check your details and try again.",
            "Nada foi alterado. Volte, confira os dados e tente de novo.",
        );
    }
}
