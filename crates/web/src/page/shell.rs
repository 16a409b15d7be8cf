//! The frame of every page in the dashboard: section, mode and user. It never calls the app: the page passes it what it
//! shows.

mod section;

pub use section::Section;

use askama::Template;
use i18n::Locale;
use rules::account::{Account, Mode};
use rules::named_enum;
use rules::time::{MICROS_PER_SECOND, Timestamp};
use rules::user::AccountType;

use crate::frame::Frame;

/// What `dashboard/layout.html` shows. A page holds it as its field `shell`.
pub struct Shell<'a> {
    pub frame: Frame<'a>,
    pub mode: Mode,
    pub modes: Modes,
    pub account_type: AccountType,
    pub section: Section,
    pub user_name: &'a str,
    pub user_email: &'a str,
    pub csrf: &'a str,
    pub notice: Option<Notice>,
    pub test_clock: Option<TestClock>,
}

/// What the clock of a test account shows that was moved ahead.
pub struct TestClock {
    pub ahead: String,
    pub time: String,
}

impl TestClock {
    /// Nothing for an account whose clock is right, or nearly.
    pub fn of(locale: Locale, account: &Account, account_time: Timestamp) -> Option<TestClock> {
        let seconds = account.clock_ahead / MICROS_PER_SECOND;
        (seconds >= SMALLEST_SHOWN_SECONDS)
            .then(|| TestClock { ahead: locale.duration(seconds), time: locale.date_time(account_time) })
    }
}

/// Above and beside the content of every page.
#[derive(Template)]
#[template(path = "dashboard/top.html")]
pub struct ShellTop<'a> {
    shell: &'a Shell<'a>,
}

/// Below the content of a personal account's pages, on phones.
#[derive(Template)]
#[template(path = "dashboard/bottom.html")]
pub struct ShellBottom<'a> {
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

/// The groups of the menu. The first has no title.
#[derive(Clone, Copy)]
enum Group {
    First,
    Payments,
    Funding,
    Withdraw,
    Developers,
    Account,
}

/// A clock that is ahead by less changes no day, and hardly an hour, that a page shows.
const SMALLEST_SHOWN_SECONDS: i64 = 60;

/// Where most of what people do with a wallet begins.
const BOTTOM: [Section; 4] = [Section::Overview, Section::Send, Section::Receive, Section::Transactions];

/// The sections as the menu of a personal account groups them. Deposits begin under Receive.
const PERSONAL_GROUPS: [(Group, &[Section]); 3] = [
    (
        Group::First,
        &[Section::Overview, Section::Send, Section::Receive, Section::Transactions, Section::Statements],
    ),
    (Group::Withdraw, &[Section::Withdrawals, Section::BankAccounts, Section::ExternalWallets]),
    (Group::Account, &[Section::AuthorizedApps, Section::Settings]),
];

/// The sections as the menu of a business account groups them. It has Payouts to send, and Deposits to receive.
const BUSINESS_GROUPS: [(Group, &[Section]); 5] = [
    (Group::First, &[Section::Overview]),
    (Group::Payments, &[Section::Payouts, Section::Recipients, Section::Transactions, Section::Statements]),
    (
        Group::Funding,
        &[Section::Deposits, Section::Withdrawals, Section::BankAccounts, Section::ExternalWallets],
    ),
    (Group::Developers, &[Section::ApiKeys, Section::Webhooks, Section::Connect, Section::Email]),
    (Group::Account, &[Section::AuthorizedApps, Section::Settings]),
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

    pub fn bottom(&self) -> Option<ShellBottom<'_>> {
        (!self.is_business()).then_some(ShellBottom { shell: self })
    }

    pub fn is_business(&self) -> bool {
        self.account_type == AccountType::Business
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

    /// Where the language of emails to recipients is set.
    pub fn recipient_language(&self) -> String {
        self.at("settings#recipient-language")
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

    /// What the link to the other mode says.
    pub fn switch(&self) -> &'static str {
        match self.mode {
            Mode::Live => self.frame.locale.text("frame-switch-to-test"),
            Mode::Test => self.frame.locale.text("frame-switch-to-live"),
        }
    }

    /// Of a page that has none of its own.
    pub fn title(&self) -> &'static str {
        self.name_of(self.section)
    }

    /// What the owner of a wallet calls the first page and the list of transactions is no overview.
    fn name_of(&self, section: Section) -> &'static str {
        let locale = self.frame.locale;
        match section {
            Section::Overview if !self.is_business() => locale.text("wallet-home"),
            Section::Transactions if !self.is_business() => locale.text("wallet-activity"),
            section => section.title(locale),
        }
    }

    pub fn nav(&self) -> Vec<NavGroup> {
        let group = |(group, sections): (Group, &[Section])| NavGroup {
            title: group.title(self.frame.locale),
            links: sections
                .iter()
                .filter(|section| section.is_in(self.mode))
                .map(|section| self.link(*section))
                .collect(),
        };
        match self.account_type {
            AccountType::Personal => PERSONAL_GROUPS.map(group).into(),
            AccountType::Business => BUSINESS_GROUPS.map(group).into(),
        }
    }

    pub fn bottom_links(&self) -> [NavLink; BOTTOM.len()] {
        BOTTOM.map(|section| self.link(section))
    }

    fn link(&self, section: Section) -> NavLink {
        NavLink {
            name: self.name_of(section),
            icon: section.icon(),
            href: section.href(self.mode),
            is_here: section == self.section,
        }
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

impl Group {
    fn title(self, locale: Locale) -> &'static str {
        match self {
            Group::First => "",
            Group::Payments => locale.text("frame-group-payments"),
            Group::Funding => locale.text("frame-group-funding"),
            Group::Withdraw => locale.text("wallet-withdraw"),
            Group::Developers => locale.text("frame-group-developers"),
            Group::Account => locale.text("frame-group-account"),
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::account::Mode;
    use rules::user::AccountType;

    use super::{BUSINESS_GROUPS, Group, Modes, PERSONAL_GROUPS, Section, Shell};
    use crate::frame::Frame;
    use crate::settings::WebSettings;

    fn other_mode(mode: Mode, modes: Modes, section: Section) -> Option<String> {
        let brand = WebSettings::new(String::new()).brand;
        let frame = Frame::of(&brand, i18n::Locale::ENGLISH);
        let (user_name, user_email, csrf) = ("Ada", "ada@example.com", "token");
        let account_type = AccountType::Business;
        Shell {
            frame,
            mode,
            modes,
            account_type,
            section,
            user_name,
            user_email,
            csrf,
            notice: None,
            test_clock: None,
        }
        .other_mode()
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
    fn every_section_that_an_account_has_is_in_its_menu_once() {
        let check = |account_type, groups: &[(Group, &[Section])], not_listed: &[Section]| {
            let mut listed: Vec<&str> = groups
                .iter()
                .flat_map(|(_, sections)| sections.iter().map(|section| section.name()))
                .collect();
            listed.sort_unstable();
            let is_listed = |section: &Section| section.is_for(account_type) && !not_listed.contains(section);
            let mut all: Vec<&str> = Section::ALL.into_iter().filter(is_listed).map(Section::name).collect();
            all.sort_unstable();
            assert_eq!(listed, all, "{account_type:?}");
        };
        check(AccountType::Personal, &PERSONAL_GROUPS, &[Section::Deposits, Section::Search]);
        check(AccountType::Business, &BUSINESS_GROUPS, &[Section::Send, Section::Receive, Section::Search]);
    }
}
