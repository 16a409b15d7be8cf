//! PDFs by poppler: what they say, which fonts they carry, and that they are the same each time.

use documents::{MovementKind, Statement, statement_pdf};

use testkit::poppler::{poppler, text_lines};

use crate::samples::{balanced, fact, movement, movements, receipt, statement};

fn text(pdf: &[u8]) -> String {
    poppler("pdftotext", &["-layout"], pdf)
}

fn says(lines: &[String], words: &str) {
    assert!(lines.iter().any(|line| line == words), "{words:?} is not a line of {lines:#?}");
}

#[test]
fn a_receipt_shows_exact_figures() {
    let shown = text_lines(&receipt().pdf());
    for words in [
        "A Acme Pay Receipt",
        "Withdrawal to Main account",
        "\u{2212}1,250.50 USDC",
        "Completed on 5 March 2026, 07:08",
        "Type Withdrawal",
        "Reference Invoice 12",
        "Account holder Demo Business (demo@example.com)",
        "Account acct_01kadyxr5pfzbb8mq7w1sqjx2c",
        "Sent 1,247.25 USDC",
        "Fee 3.25 USDC",
        "Total 1,250.50 USDC",
        "Acme Pay receipt txn_01kadyxr5pfzbb8mq7w1sqjx2c \u{b7} Questions? help@acme.example Page 1 of 1",
    ] {
        says(&shown, words);
    }
    assert!(!shown.concat().contains("TEST"));
}

#[test]
fn a_statement_shows_exact_figures() {
    let movements = movements();
    let shown = text_lines(&statement_pdf(&statement(&movements), &movements));
    for words in [
        "March 2026",
        "Period 1 March 2026 \u{2013} 31 March 2026",
        "Opening balance 10,000.00 USDC",
        "Money in 1,095.000001 USDC",
        "Money out \u{2212}107.345678 USDC",
        "Fees \u{2212}5.25 USDC",
        "Closing balance 10,982.404323 USDC",
        "Available: 10,862.404323 USDC \u{b7} Reserved for pending payouts and withdrawals: 120.00 USDC",
        "Date Description Amount Fee Balance",
        "5 Mar Deposit from Main account +1,000.00 \u{2212}5.25 10,994.75",
        "FLR-7Q2M",
        "5 Mar Payout to ada@example.com \u{2212}12.345678 10,982.404322",
        "5 Mar Withdrawal to Main account \u{2212}95.00 \u{2212}5.00 10,882.404322",
        "5 Mar Returned: withdrawal to Main account +95.00 +5.00 10,982.404322",
        "5 Mar From Zo\u{eb} & S\u{f6}hne +0.000001 10,982.404323",
    ] {
        says(&shown, words);
    }
}

#[test]
fn a_statement_of_a_month_that_has_not_ended_says_so() {
    let movements = movements();
    let as_of = Some(movements[0].at);
    let shown = text_lines(&statement_pdf(&Statement { as_of, ..statement(&movements) }, &movements));
    says(&shown, "Balance so far 10,982.404323 USDC");
    says(&shown, "This month has not ended. The statement shows what was booked by 5 March 2026, 07:08 UTC.");
    assert!(!shown.concat().contains("Closing balance"));
}

#[test]
fn test_documents_say_so_on_every_page() {
    let one = movement(MovementKind::Payout, "-1", "", "Payout to ada@example.com", "");
    let movements = balanced(vec![one; 200]);
    let of_account = statement_pdf(&Statement { is_test: true, ..statement(&movements) }, &movements);
    let of_one = documents::Receipt { is_test: true, ..receipt() }.pdf();
    for pdf in [of_account, of_one] {
        let text = text(&pdf);
        for page in text.trim_end_matches('\u{c}').split('\u{c}') {
            assert!(page.contains("TEST Test data. No real money moved."), "{page}");
        }
    }
}

#[test]
fn a_long_statement_goes_on_with_its_column_names_and_numbers_its_pages() {
    let one = movement(MovementKind::Payout, "-1", "", "Payout to ada@example.com", "Invoice");
    let movements = balanced(vec![one; 200]);
    let pages: Vec<String> =
        text(&statement_pdf(&statement(&movements), &movements)).split('\u{c}').map(str::to_owned).collect();
    let count = pages.len() - 1;
    assert!(count > 5, "{count}");
    for (number, page) in (1..=count).zip(&pages) {
        assert!(page.contains(&format!("Page {number} of {count}")), "{page}");
        assert!(page.contains("Description"), "{page}");
    }
    assert_eq!(pages.concat().matches("Payout to").count(), 200);
}

#[test]
fn a_statement_with_too_many_movements_points_to_the_other_files() {
    let most = Statement::MOST_MOVEMENTS_IN_PDF;
    let huge = Statement { movements: most + 1, ..statement(&movements()) };
    assert!(!huge.fits_in_pdf() && Statement { movements: most, ..huge.clone() }.fits_in_pdf());
    let shown = text_lines(&statement_pdf(&huge, &[])).join(" ");
    let words = "This month has 2,001 movements. A PDF lists at most 2,000: download the statement as CSV or OFX for \
                 all of them. The figures above include every movement.";
    assert!(shown.contains(words), "{shown}");
    assert!(!shown.contains("ada@example.com"));
}

/// A name in each of these scripts, as an account holder may have it.
const NAMES: [&str; 16] = [
    "Jos\u{e9} N\u{fa}\u{f1}ez \u{c6}gir \u{de}\u{f3}r\u{f0}arson",
    "Nguy\u{1ec5}n Th\u{1ecb} \u{c1}nh",
    "Ольга Иванова",
    "Ελένη Παπαδοπούλου",
    "محمد بن سلمان",
    "שרה לוי",
    "न्यूटन क्षत्रिय",
    "রবীন্দ্রনাথ ঠাকুর",
    "தமிழ்ச்செல்வன்",
    "สมชาย ใจดี",
    "ნინო ბერიძე",
    "Արամ Խաչատրյան",
    "አበበ ቢቂላ",
    "李小龍 Ltd",
    "やまだ タロウ",
    "김민준 😀",
];

#[test]
fn names_of_many_scripts_can_be_read_searched_and_copied() {
    let details = NAMES.iter().map(|name| fact("Name", name)).collect();
    let receipt = documents::Receipt { details, ..receipt() };
    let pdf = receipt.pdf();
    // Marks that show the direction of a text are poppler's own.
    let text = text(&pdf).replace(['\u{202a}', '\u{202b}', '\u{202c}'], "");
    for name in NAMES {
        assert!(text.contains(name), "{name} is not in {text}");
    }
    let fonts = poppler("pdffonts", &[], &pdf);
    let fonts: Vec<&str> = fonts.lines().skip(2).collect();
    assert!(fonts.len() > 12, "{fonts:#?}");
    for font in fonts {
        let columns: Vec<&str> = font.split_whitespace().rev().collect();
        // Embedded, a subset, and with a map to Unicode.
        assert_eq!(columns[2..5], ["yes", "yes", "yes"], "{font}");
    }
}

/// Names of 255 letters without a blank, of letters that no font has, and of nothing but marks.
#[test]
fn hostile_texts_stay_within_their_page() {
    let names = [
        "W".repeat(255),
        "漢".repeat(255),
        "\u{2fa1d}\u{10ffff}".to_owned(),
        "\u{301}\u{200d}\u{fe0f}".to_owned(),
    ];
    for name in names {
        let details = vec![fact("Name", &name); 12];
        let mut receipt = documents::Receipt { details, title: name.clone(), ..receipt() };
        receipt.brand.name.clone_from(&name);
        receipt.holder.name.clone_from(&name);
        let boxes = poppler("pdftotext", &["-bbox"], &receipt.pdf());
        for word in boxes.lines().filter(|line| line.trim_start().starts_with("<word")) {
            let right =
                word.split("xMax=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a place");
            let right =
                right.split('.').next().and_then(|points| points.parse::<i32>().ok()).expect("a number");
            assert!(right <= 560, "{word}");
        }
    }
}

#[test]
fn the_same_values_give_the_same_bytes() {
    assert!(receipt().pdf() == receipt().pdf());
    let movements = movements();
    let pdf = || statement_pdf(&statement(&movements), &movements);
    assert!(pdf() == pdf());
}

/// Headings, tables and their cells in the order in which they are read aloud.
#[test]
fn screen_readers_find_a_structure() {
    let movements = movements();
    let pdf = statement_pdf(&statement(&movements), &movements);
    let info = poppler("pdfinfo", &[], &pdf);
    let has =
        |words: &str| info.lines().any(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") == words);
    assert!(
        has("Tagged: yes") && has("Title: Acme Pay statement March 2026") && has("Author: Acme Pay"),
        "{info}"
    );
    let tree = poppler("pdfinfo", &["-struct-text"], &pdf);
    let count = |role: &str| tree.lines().filter(|line| line.trim_start().starts_with(role)).count();
    assert_eq!((count("H1"), count("H2"), count("Table")), (1, 2, 3), "{tree}");
    assert_eq!(count("TR"), 3 + 5 + 1 + movements.len(), "{tree}");
    assert!(tree.contains("\"Payout to ada@example.com\""), "{tree}");
}
