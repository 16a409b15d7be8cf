//! The frame around every page of the dashboard: where one is, in which mode, and as which user. It never asks the
//! app anything: the code that makes a page hands it what is shown.

use askama::Template;
use rules::account::Mode;
use rules::named_enum;

use crate::frame::Frame;

/// What `dashboard/layout.html` shows. A page holds it as its field `shell`.
pub struct Shell<'a> {
    pub frame: Frame<'a>,
    pub mode: Mode,
    pub modes: Modes,
    pub section: Section,
    pub user_name: &'a str,
    pub user_email: &'a str,
    pub csrf: &'a str,
    pub notice: Option<Notice>,
}

/// Above and beside the content of every page.
#[derive(Template)]
#[template(path = "dashboard/top.html")]
pub struct ShellTop<'a> {
    shell: &'a Shell<'a>,
}

/// Which modes a person can be in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Modes {
    Both,
    OnlyTest,
}

/// One sentence about what was just done, above the content of the next page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    pub tone: Tone,
    pub text: String,
}

named_enum! {
    /// What a colour means. It never means it alone: a word or a shape says the same.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Tone {
        Neutral = "neutral",
        Info = "info",
        Success = "success",
        Warning = "warning",
        Danger = "danger",
    }
}

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Section {
        Overview = "Overview",
        Payouts = "Payouts",
        Recipients = "Recipients",
        Transactions = "Transactions",
        Statements = "Statements",
        Deposits = "Deposits",
        Withdrawals = "Withdrawals",
        BankAccounts = "Bank accounts",
        ExternalWallets = "External wallets",
        ApiKeys = "API keys",
        Webhooks = "Webhooks",
        Connect = "Connect",
        AuthorizedApps = "Authorized apps",
        Email = "Email",
        Settings = "Settings",
    }
}

/// The sections as the sidebar groups them.
const GROUPS: [(&str, &[Section]); 5] = [
    ("", &[Section::Overview]),
    ("Payments", &[Section::Payouts, Section::Recipients, Section::Transactions, Section::Statements]),
    ("Funding", &[Section::Deposits, Section::Withdrawals, Section::BankAccounts, Section::ExternalWallets]),
    ("Build", &[Section::ApiKeys, Section::Webhooks, Section::Connect, Section::Email]),
    ("Account", &[Section::AuthorizedApps, Section::Settings]),
];

/// A titled part of the sidebar; the first has no title.
pub struct NavGroup {
    pub title: &'static str,
    pub links: Vec<NavLink>,
}

pub struct NavLink {
    pub name: &'static str,
    pub icon: &'static str,
    pub href: String,
    pub is_here: bool,
}

impl Shell<'_> {
    pub fn top(&self) -> ShellTop<'_> {
        ShellTop { shell: self }
    }

    pub fn home(&self) -> String {
        Section::Overview.href(self.mode)
    }

    /// The address of anything in this mode, such as `payouts/new`.
    pub fn at(&self, path: impl AsRef<str>) -> String {
        format!("/dashboard/{}/{}", self.mode.name(), path.as_ref())
    }

    /// The address of something below this page's section, such as `new` or an id.
    pub fn below(&self, rest: impl AsRef<str>) -> String {
        format!("{}/{}", self.section.href(self.mode), rest.as_ref())
    }

    pub fn is_test(&self) -> bool {
        self.mode == Mode::Test
    }

    /// The same section in the other mode, if the person has that mode and the mode has that section.
    pub fn other_mode(&self) -> Option<String> {
        let other = match self.mode {
            Mode::Live => Mode::Test,
            Mode::Test => Mode::Live,
        };
        let section = if self.section.is_in(other) { self.section } else { Section::Overview };
        match self.modes {
            Modes::Both => Some(section.href(other)),
            Modes::OnlyTest => None,
        }
    }

    pub fn nav(&self) -> Vec<NavGroup> {
        let link = |section: &Section| NavLink {
            name: section.name(),
            icon: section.icon(),
            href: section.href(self.mode),
            is_here: *section == self.section,
        };
        let group = |(title, sections): (&'static str, &[Section])| NavGroup {
            title,
            links: sections.iter().filter(|section| section.is_in(self.mode)).map(link).collect(),
        };
        GROUPS.into_iter().map(group).collect()
    }
}

impl Notice {
    pub fn success(text: impl Into<String>) -> Notice {
        Notice { tone: Tone::Success, text: text.into() }
    }

    pub fn danger(text: impl Into<String>) -> Notice {
        Notice { tone: Tone::Danger, text: text.into() }
    }
}

impl Section {
    /// The last part of its address, with the nouns of the API; the overview is the mode's own address.
    pub const fn path(self) -> &'static str {
        match self {
            Section::Overview => "",
            Section::Payouts => "payouts",
            Section::Recipients => "recipients",
            Section::Transactions => "transactions",
            Section::Statements => "statements",
            Section::Deposits => "deposits",
            Section::Withdrawals => "withdrawals",
            Section::BankAccounts => "bank_accounts",
            Section::ExternalWallets => "external_wallets",
            Section::ApiKeys => "api_keys",
            Section::Webhooks => "webhooks",
            Section::Connect => "connect",
            Section::AuthorizedApps => "authorized_apps",
            Section::Email => "emails",
            Section::Settings => "settings",
        }
    }

    pub fn href(self, mode: Mode) -> String {
        match self {
            Section::Overview => format!("/dashboard/{}", mode.name()),
            section => format!("/dashboard/{}/{}", mode.name(), section.path()),
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
            Section::BankAccounts => "M3 8 10 3.5 17 8ZM4.75 8v6M8.25 8v6M11.75 8v6M15.25 8v6M3 16.5h14",
            Section::ExternalWallets => {
                "M3.5 6.5h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V5.5A1.5 1.5 0 0 1 5 4h9v2.5\
                 M16.5 10h-3.2a1.5 1.5 0 0 0 0 3h3.2"
            }
            Section::ApiKeys => "M6.5 6 2.5 10l4 4M13.5 6l4 4-4 4M11.5 4l-3 12",
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
            Section::Settings => {
                "M3 6h7M14 6h3M3 14h3M10 14h7M12 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM8 12a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::account::Mode;

    use super::{Modes, Section, Shell};
    use crate::frame::Frame;
    use crate::settings::WebSettings;

    fn other_mode(mode: Mode, modes: Modes, section: Section) -> Option<String> {
        let brand = WebSettings::new(String::new()).brand;
        let frame = Frame::of(&brand);
        let (user_name, user_email, csrf) = ("Ada", "ada@example.com", "token");
        Shell { frame, mode, modes, section, user_name, user_email, csrf, notice: None }.other_mode()
    }

    #[test]
    fn the_other_mode_shows_the_same_section_where_it_has_it() {
        let check = |mode, modes, section, href: Option<&str>| {
            assert_eq!(other_mode(mode, modes, section).as_deref(), href, "{mode:?} {modes:?} {section:?}");
        };
        check(Mode::Live, Modes::Both, Section::Overview, Some("/dashboard/test"));
        check(Mode::Live, Modes::Both, Section::BankAccounts, Some("/dashboard/test/bank_accounts"));
        check(Mode::Test, Modes::Both, Section::Payouts, Some("/dashboard/live/payouts"));
        check(Mode::Test, Modes::Both, Section::Email, Some("/dashboard/live"));
        check(Mode::Test, Modes::OnlyTest, Section::Payouts, None);
    }

    #[test]
    fn every_section_of_a_mode_is_in_the_sidebar_once() {
        for mode in Mode::ALL {
            let mut listed: Vec<Section> =
                super::GROUPS.iter().flat_map(|(_, sections)| sections.iter().copied()).collect();
            listed.sort_by_key(|section| section.name());
            let mut all = Section::ALL.to_vec();
            all.sort_by_key(|section| section.name());
            assert_eq!(listed, all, "{mode:?}");
        }
    }
}
