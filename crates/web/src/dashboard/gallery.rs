//! Every part in every frame, to be checked here and looked at: with `FLORIN_GALLERY` set to a folder, the pages
//! and the stylesheet are written there.

use askama::Template;
use i18n::Locale;
use rules::account::Mode;
use rules::money::Amount;
use rules::transaction::ItemStatus;
use rules::user::AccountType;

use super::chart::{Chart, Day, chart};
use super::parts::{StepState, TimelineStep};
use super::progress::ProgressView;
use crate::frame::{Frame, stylesheet_text};
use crate::page::form::Form;
use crate::page::page_links::{PageLinks, SizeLink};
use crate::page::shell::{Modes, Notice, Section, Shell};
use crate::settings::{Brand, WebSettings};

type SampleRow = (&'static str, &'static str, &'static str, &'static str, &'static str, Amount);

#[derive(Template)]
#[template(path = "gallery/overview.html")]
struct Overview<'a> {
    shell: Shell<'a>,
    chart: Chart,
    quiet: Chart,
    filter: Form<'a>,
    rows: [SampleRow; 6],
    balances: [Amount; 3],
    links: PageLinks,
}

#[derive(Template)]
#[template(path = "gallery/payout.html")]
struct Payout<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
    progress: ProgressView,
    steps: [TimelineStep; 4],
    statuses: [&'static str; 10],
    amount: Amount,
    links: PageLinks,
}

#[derive(Template)]
#[template(path = "gallery/form.html")]
struct NewPayout<'a> {
    shell: Shell<'a>,
    form: Form<'a>,
}

#[derive(Template)]
#[template(path = "gallery/auth_page.html")]
struct AuthPage<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
}

#[derive(Template)]
#[template(path = "gallery/consent.html")]
struct Consent<'a> {
    frame: Frame<'a>,
    form: Form<'a>,
}

fn brand() -> Brand {
    let brand = WebSettings::new("https://pay.example.com".to_owned()).brand;
    Brand { support_email: Some("help@pay.example.com".to_owned()), ..brand }
}

fn shell(brand: &Brand, mode: Mode, modes: Modes, section: Section) -> Shell<'_> {
    let (user_name, user_email, csrf) = ("Ada Lovelace", "ada.lovelace@analytical-engines.example", "token");
    Shell {
        frame: Frame::of(brand, Locale::ENGLISH),
        mode,
        modes,
        account_type: AccountType::Business,
        section,
        user_name,
        user_email,
        csrf,
        notice: None,
        test_clock: None,
    }
}

fn overview(shell: Shell<'_>) -> String {
    let micros = |units: i64| Amount::from_micros(units * 1_000_000);
    let day = |index: i64| Day {
        label: format!("{} Oct", index + 1),
        money_in: micros(if index % 6 == 2 { 9000 + 731 * index } else { 0 }),
        money_out: micros(if index % 7 > 4 { 0 } else { (index * 2719) % 6100 + 300 }),
    };
    let rows = [
        ("Grace Hopper", "grace@navy.example", "Payout", "completed", "15 Nov, 11:58", micros(-250)),
        ("Alan Turing", "alan@bletchley.example", "Payout", "pending_claim", "15 Nov, 10:12", micros(-1200)),
        ("Deutsche Bank •••• 4821", "SEPA", "Deposit", "awaiting_transfer", "14 Nov, 17:40", micros(25_000)),
        ("Katherine Johnson", "kj@orbit.example", "Payout", "failed", "14 Nov, 09:03", micros(-80)),
        ("Treasury wallet", "0x52908400…8D4E5b", "Withdrawal", "processing", "13 Nov, 22:31", micros(-9000)),
        ("Émilie du Châtelet", "emilie@cirey.example", "Payout", "expired", "12 Nov, 08:00", micros(-5)),
    ];
    let page = Overview {
        shell,
        chart: chart(Locale::ENGLISH, &(0..30).map(day).collect::<Vec<_>>()),
        quiet: chart(Locale::ENGLISH, &[]),
        filter: Form::get(Locale::ENGLISH, "filter").with("status", "completed"),
        rows,
        balances: [micros(48_250), micros(1320), Amount::from_micros(275_500_001)],
        links: links(),
    };
    page.render().expect("it renders")
}

fn links() -> PageLinks {
    let size = |rows| SizeLink { rows, href: format!("?rows={rows}"), is_here: rows == 50 };
    PageLinks {
        first: Some("?first".to_owned()),
        previous: Some("?cursor=previous".to_owned()),
        next: Some("?cursor=next".to_owned()),
        sizes: [25, 50, 100].map(size).into(),
    }
}

fn payout(mut shell: Shell<'_>) -> String {
    let step = |title: &str, state, time: &str, text: &str| TimelineStep {
        title: title.to_owned(),
        state,
        time: time.to_owned(),
        text: text.to_owned(),
    };
    shell.notice = Some(Notice::success("Payout created."));
    let page = Payout {
        shell,
        form: Form::post(Locale::ENGLISH, "cancel", "token", "key"),
        progress: ProgressView::of(
            Locale::ENGLISH,
            &[
                (ItemStatus::Completed, 29),
                (ItemStatus::Processing, 6),
                (ItemStatus::PendingClaim, 4),
                (ItemStatus::Failed, 2),
                (ItemStatus::Cancelled, 1),
            ],
        ),
        steps: [
            step("Created", StepState::Done, "15 Nov 2026, 12:00", "By Ada Lovelace"),
            step("Sent", StepState::Now, "15 Nov 2026, 12:01", "29 of 42 payments are complete."),
            step("Payment failed", StepState::Failed, "15 Nov 2026, 12:04", "The account is closed."),
            step("Completed", StepState::Later, "", ""),
        ],
        statuses: [
            "processing",
            "queued",
            "awaiting_transfer",
            "pending_claim",
            "completed",
            "failed",
            "cancelled",
            "expired",
            "active",
            "archived",
        ],
        amount: Amount::from_micros(12_345_600_000),
        links: links(),
    };
    page.render().expect("it renders")
}

fn wrong_form(shell: Shell<'_>) -> String {
    let form = Form::post(Locale::ENGLISH, "payout", "token", "key")
        .with("to", "one")
        .with("email", "ada@example")
        .with("amount", "25O.00")
        .with("scope", "payouts:read")
        .wrong("email", "Enter an email address such as ada@example.com.")
        .wrong("amount", "Enter the amount in digits, such as 250.00.")
        .wrong("", "The quote has changed. Check the new quote before you continue.");
    NewPayout { shell, form }.render().expect("it renders")
}

/// Every page of the gallery, by name.
fn pages(brand: &Brand) -> Vec<(&'static str, String)> {
    let auth_page = AuthPage {
        frame: Frame::of(brand, Locale::ENGLISH),
        form: Form::post(Locale::ENGLISH, "sign-in", "token", "key"),
    };
    let form = Form::post(Locale::ENGLISH, "consent", "token", "key").with("scope", "payouts:read");
    let consent = Consent { frame: Frame::of(brand, Locale::ENGLISH), form };
    vec![
        ("overview-live", overview(shell(brand, Mode::Live, Modes::Both, Section::Overview))),
        ("overview-test", overview(shell(brand, Mode::Test, Modes::Both, Section::Overview))),
        ("payout-live", payout(shell(brand, Mode::Live, Modes::Both, Section::Payouts))),
        ("payout-test", payout(shell(brand, Mode::Test, Modes::OnlyTest, Section::Payouts))),
        ("form-test", wrong_form(shell(brand, Mode::Test, Modes::Both, Section::Payouts))),
        ("auth_page", auth_page.render().expect("it renders")),
        ("consent", consent.render().expect("it renders")),
    ]
}

/// Everything that stands between the two texts, wherever they are.
fn between<'a>(page: &'a str, start: &str, end: char) -> Vec<&'a str> {
    page.split(start).skip(1).filter_map(|rest| rest.split(end).next()).collect()
}

#[test]
fn every_page_keeps_to_the_policy_and_to_the_rules_of_html() {
    let brand = brand();
    for (name, page) in pages(&brand) {
        for banned in
            [" style=", "<style", "<script>", "javascript:", " onclick", " onload", " onsubmit", " onchange"]
        {
            assert!(!page.contains(banned), "{name} has {banned}");
        }
        let ours =
            ["<script src=\"/assets/htmx.js\" defer></script>", "<script src=\"/assets/page.js\"></script>"];
        let known: usize = ours.iter().map(|script| page.matches(script).count()).sum();
        assert_eq!(page.matches("<script").count(), known, "{name}");
        assert_eq!(page.matches("<h1").count(), 1, "{name}");
        let ids = between(&page, " id=\"", '"');
        let mut distinct = ids.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(ids.len(), distinct.len(), "{name} repeats an id: {ids:?}");
        for described in between(&page, " aria-describedby=\"", '"') {
            assert!(described.split(' ').all(|id| ids.contains(&id)), "{name}: {described}");
        }
        assert_eq!(
            page.contains("No real money moves."),
            name.ends_with("test") || name == "auth_page",
            "{name}"
        );
        assert!(!page.contains("{{") && !page.contains("{%"), "{name} shows its template");
    }
}

#[test]
fn every_field_has_a_label() {
    let brand = brand();
    for (name, page) in pages(&brand) {
        let labels = between(&page, "<label class=\"label\" for=\"", '"');
        let labels = [labels, between(&page, "<label for=\"", '"')].concat();
        for field in ["<input", "<select", "<textarea"].into_iter().flat_map(|tag| between(&page, tag, '>')) {
            let is_wrapped = page.contains(&format!("<label class=\"choice-card\"><input{field}>"));
            let has_label = between(field, " id=\"", '"').iter().any(|id| labels.contains(id))
                || between(field, " aria-label=\"", '"').iter().any(|label| !label.is_empty());
            assert!(field.contains("type=\"hidden\"") || is_wrapped || has_label, "{name}: {field}");
        }
    }
}

#[test]
fn only_those_who_have_both_modes_can_switch() {
    let brand = brand();
    let page = |mode, modes| overview(shell(&brand, mode, modes, Section::Overview));
    assert!(page(Mode::Live, Modes::Both).contains("Switch to test"));
    assert!(page(Mode::Test, Modes::Both).contains("Switch to live"));
    assert!(!page(Mode::Test, Modes::OnlyTest).contains("Switch to"));
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "where to write pictures for people is no setting of the server"
)]
fn the_gallery_is_written_for_those_who_ask() {
    let Ok(folder) = std::env::var("FLORIN_GALLERY") else { return };
    let brand = brand();
    let folder = std::path::Path::new(&folder);
    std::fs::create_dir_all(folder.join("assets")).expect("a folder");
    std::fs::write(folder.join("assets/style.css"), stylesheet_text(&brand)).expect("a stylesheet");
    for (name, page) in pages(&brand) {
        std::fs::write(folder.join(format!("{name}.html")), page).expect("a page");
    }
}
