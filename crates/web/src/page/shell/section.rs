//! The parts of the dashboard: their names, addresses and pictures, and which accounts have them.

use i18n::Locale;
use rules::account::Mode;
use rules::named_enum;
use rules::user::AccountType;

named_enum! {
    /// A part of the dashboard that the menu leads to. People see its title.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Section {
        Overview = "overview",
        Payouts = "payouts",
        Recipients = "recipients",
        Transactions = "transactions",
        Statements = "statements",
        Deposits = "deposits",
        Withdrawals = "withdrawals",
        Send = "send",
        Receive = "receive",
        BankAccounts = "bank_accounts",
        ExternalWallets = "external_wallets",
        ApiKeys = "api_keys",
        ApiRequests = "api_requests",
        Webhooks = "webhooks",
        Connect = "connect",
        AuthorizedApps = "authorized_apps",
        Email = "emails",
        Settings = "settings",
        Search = "search",
    }
}

impl Section {
    pub fn title(self, locale: Locale) -> &'static str {
        match self {
            Section::Overview => locale.text("section-overview"),
            Section::Payouts => locale.text("section-payouts"),
            Section::Recipients => locale.text("section-recipients"),
            Section::Transactions => locale.text("section-transactions"),
            Section::Statements => locale.text("section-statements"),
            Section::Deposits => locale.text("section-deposits"),
            Section::Withdrawals => locale.text("section-withdrawals"),
            Section::Send => locale.text("wallet-send"),
            Section::Receive => locale.text("wallet-receive"),
            Section::BankAccounts => locale.text("section-bank-accounts"),
            Section::ExternalWallets => locale.text("section-external-wallets"),
            Section::ApiKeys => locale.text("section-api-keys"),
            Section::ApiRequests => locale.text("section-api-requests"),
            Section::Webhooks => locale.text("section-webhooks"),
            Section::Connect => locale.text("section-connect"),
            Section::AuthorizedApps => locale.text("section-authorized-apps"),
            Section::Email => locale.text("section-email"),
            Section::Settings => locale.text("section-settings"),
            Section::Search => locale.text("section-search"),
        }
    }

    /// With the nouns of the API; the overview is the mode's own address.
    pub fn href(self, mode: Mode) -> String {
        match self {
            Section::Overview => format!("/dashboard/{}", mode.name()),
            section => format!("/dashboard/{}/{}", mode.name(), section.name()),
        }
    }

    /// Whether accounts of this type have it. Everything that a personal account has, a business account has too.
    pub const fn is_for(self, account_type: AccountType) -> bool {
        match (self, account_type) {
            (_, AccountType::Business) => true,
            (
                Section::Payouts
                | Section::Recipients
                | Section::ApiKeys
                | Section::ApiRequests
                | Section::Webhooks
                | Section::Connect
                | Section::Email,
                AccountType::Personal,
            ) => false,
            (
                Section::Overview
                | Section::Transactions
                | Section::Statements
                | Section::Deposits
                | Section::Withdrawals
                | Section::Send
                | Section::Receive
                | Section::BankAccounts
                | Section::ExternalWallets
                | Section::AuthorizedApps
                | Section::Settings
                | Section::Search,
                AccountType::Personal,
            ) => true,
        }
    }

    /// Unsent email is only there in test mode.
    pub fn is_in(self, mode: Mode) -> bool {
        self != Section::Email || mode == Mode::Test
    }

    /// The lines of its picture, on a square of 20.
    pub const fn icon(self) -> &'static str {
        match self {
            Section::Overview => "M3.5 9 10 3.5 16.5 9v7.5h-4.25v-4.5h-4.5v4.5H3.5Z",
            Section::Payouts => "M17 3 9 11M17 3l-5 14-3-6-6-3Z",
            Section::Recipients => {
                "M8 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 16.5c0-3 2.4-4.7 5.5-4.7s5.5 1.7 5.5 4.7\
                 M13 3.8a2.8 2.8 0 0 1 0 5.4M15 12.1c1.6.7 2.5 2.2 2.5 4.4"
            }
            Section::Transactions => "M4 6.75h12M13 3.75l3 3-3 3M16 13.25H4M7 10.25l-3 3 3 3",
            Section::Statements => "M5 3h7l3 3v11H5ZM12 3v3h3M7.5 9.5h5M7.5 12h5M7.5 14.5h3",
            Section::Deposits => "M10 3v9M6.5 8.5 10 12l3.5-3.5M3.5 13v3.5h13V13",
            Section::Withdrawals => "M10 12V3M6.5 6.5 10 3l3.5 3.5M3.5 13v3.5h13V13",
            Section::Send => "M10 16.5v-13M5 8.5l5-5 5 5",
            Section::Receive => "M10 3.5v13M5 11.5l5 5 5-5",
            Section::BankAccounts => "M3 8 10 3.5 17 8ZM4.75 8v6M8.25 8v6M11.75 8v6M15.25 8v6M3 16.5h14",
            Section::ExternalWallets => {
                "M3.5 6.5h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V5.5A1.5 1.5 0 0 1 5 4h9v2.5\
                 M16.5 10h-3.2a1.5 1.5 0 0 0 0 3h3.2"
            }
            Section::ApiKeys => "M6.5 6 2.5 10l4 4M13.5 6l4 4-4 4M11.5 4l-3 12",
            Section::ApiRequests => {
                "M3 5h14M3 10h9M3 15h6M14.5 12.5a2.25 2.25 0 1 0 0 4.5 2.25 2.25 0 0 0 0-4.5Z"
            }
            Section::Webhooks => {
                "M10 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5Z\
                 M5 16.5A2.25 2.25 0 1 0 5 12a2.25 2.25 0 0 0 0 4.5Z\
                 M15 16.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM8.9 7.2l-2.8 5M11.1 7.2l2.8 5M7.25 14.25h5.5"
            }
            Section::Connect => {
                "M8 12l4-4M9 6.5l2-2A3.2 3.2 0 0 1 15.5 9l-2 2M11 13.5l-2 2A3.2 3.2 0 0 1 4.5 11l2-2"
            }
            Section::AuthorizedApps => {
                "M10 3l6 2v4.5c0 3.6-2.4 6-6 7.5-3.6-1.5-6-3.9-6-7.5V5ZM7.25 10l2 2 3.5-3.75"
            }
            Section::Email => "M3 5h14v10.5H3ZM3.5 5.5 10 11l6.5-5.5",
            Section::Search => "M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM13 13l4 4",
            Section::Settings => {
                "M3 6h7M14 6h3M3 14h3M10 14h7M12 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM8 12a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z"
            }
        }
    }
}
