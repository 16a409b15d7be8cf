//! PDFs by poppler: what they say, which fonts they carry, and that they are the same each time.

use documents::{MovementKind, Statement, statement_pdf};

use i18n::Locale;
use rules::language::Language;
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
        "Completed \u{b7} 5 March 2026, 07:08 UTC",
        "Type Withdrawal",
        "Reference Invoice 12",
        "Account holder Demo Business (demo@example.com)",
        "Account ID acct_01kadyxr5pfzbb8mq7w1sqjx2c",
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
    says(&shown, "This statement includes everything up to 5 March 2026, 07:08 UTC.");
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
    let most = Statement::MAX_MOVEMENTS_IN_PDF;
    let huge = Statement { movements: most + 1, ..statement(&movements()) };
    assert!(!huge.fits_in_pdf() && Statement { movements: most, ..huge.clone() }.fits_in_pdf());
    let shown = text_lines(&statement_pdf(&huge, &[])).join(" ");
    let words = "This month has 2,001 entries. A PDF lists up to 2,000. Download the CSV or OFX file for all of them. \
                 The summary includes every entry.";
    assert!(shown.contains(words), "{shown}");
    assert!(!shown.contains("ada@example.com"));
}

/// The words and numbers of each language.
#[test]
fn documents_are_in_the_language_of_the_reader() {
    let movements = movements();
    for (language, tag, of_receipt, of_statement) in [
        (
            Language::Spanish,
            "es-419",
            ["A Acme Pay Comprobante", "\u{2212}1,250.50 USDC", "Fee 3.25 USDC"],
            [
                "Marzo de 2026",
                "Per\u{ed}odo 1 de marzo de 2026 \u{2013} 31 de marzo de 2026",
                "Saldo final 10,982.404323 USDC",
                "5 mar Payout to ada@example.com \u{2212}12.345678 10,982.404322",
            ],
        ),
        (
            Language::Portuguese,
            "pt-BR",
            ["A Acme Pay Comprovante", "\u{2212}1.250,50 USDC", "Fee 3,25 USDC"],
            [
                "Mar\u{e7}o de 2026",
                "Per\u{ed}odo 1\u{ba} de mar\u{e7}o de 2026 \u{2013} 31 de mar\u{e7}o de 2026",
                "Saldo final 10.982,404323 USDC",
                "5 de mar. Payout to ada@example.com \u{2212}12,345678 10.982,404322",
            ],
        ),
        (
            Language::French,
            "fr",
            ["A Acme Pay Re\u{e7}u", "\u{2212}1 250,50 USDC", "Fee 3,25 USDC"],
            [
                "Mars 2026",
                "P\u{e9}riode 1er mars 2026 \u{2013} 31 mars 2026",
                "Solde final 10 982,404323 USDC",
                "5 mars Payout to ada@example.com \u{2212}12,345678 10 982,404322",
            ],
        ),
    ] {
        let locale = Locale::from(language);
        assert_eq!(locale.tag(), tag);
        let receipt = documents::Receipt { locale, ..receipt() }.pdf();
        for (pdf, expected) in [
            (receipt, &of_receipt[..]),
            (statement_pdf(&Statement { locale, ..statement(&movements) }, &movements), &of_statement[..]),
        ] {
            let shown = text_lines(&pdf);
            for words in expected {
                says(&shown, words);
            }
            assert!(
                pdf.windows(tag.len() + 8).any(|part| part == format!("/Lang ({tag})").as_bytes()),
                "{tag}"
            );
        }
    }
}

/// A name in each of these scripts, as an account holder may have it.
const NAMES: [&str; 17] = [
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
    "\u{20bb7}野家",
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

/// The words of a PDF, where each begins and ends, and how far down it is. In hundredths of a point.
fn words(pdf: &[u8]) -> Vec<(String, i64, i64, i64)> {
    let boxes = poppler("pdftotext", &["-bbox"], pdf);
    let number = |word: &str, name: &str| {
        let (_, rest) = word.split_once(&format!("{name}=\"")).expect("a place");
        let (whole, decimals) =
            rest.split('"').next().and_then(|text| text.split_once('.')).expect("a number");
        whole.parse::<i64>().expect("digits") * 100 + decimals[..2].parse::<i64>().expect("digits")
    };
    let read = |line: &str| {
        let word = line.trim().strip_prefix("<word ")?.strip_suffix("</word>")?;
        let text = word.split_once('>')?.1.to_owned();
        Some((text, number(word, "xMin"), number(word, "xMax"), number(word, "yMax")))
    };
    boxes.lines().filter_map(read).collect()
}

#[test]
fn dates_and_long_numbers_stay_in_their_columns() {
    let large = movement(MovementKind::Payout, "-88888888.888888", "88888.888888", "Beside", "");
    for language in Language::ALL {
        let movements: Vec<_> = (1..=12)
            .map(|month| documents::Movement {
                at: crate::samples::at(&format!("2026-{month:02}-28T00:00:00Z")),
                balance: crate::samples::usdc("8888888888.888888"),
                ..large.clone()
            })
            .collect();
        let locale = Locale::from(language);
        let words = words(&statement_pdf(&Statement { locale, ..statement(&movements) }, &movements));
        let beside: Vec<_> = words.iter().filter(|(text, ..)| text == "Beside").collect();
        assert_eq!(beside.len(), 12);
        for (_, _, _, row) in beside {
            let mut row: Vec<_> = words.iter().filter(|(_, _, _, y)| (y - row).abs() < 150).collect();
            row.sort_by_key(|(_, left, ..)| *left);
            assert!(row.len() >= 6, "{row:?}");
            for pair in row.windows(2) {
                assert!(pair[0].2 + 100 <= pair[1].1, "{pair:?}");
            }
        }
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
        has("Tagged: yes") && has("Title: Acme Pay statement \u{b7} March 2026") && has("Author: Acme Pay"),
        "{info}"
    );
    let tree = poppler("pdfinfo", &["-struct-text"], &pdf);
    let count = |role: &str| tree.lines().filter(|line| line.trim_start().starts_with(role)).count();
    assert_eq!((count("H1"), count("H2"), count("Table")), (1, 2, 3), "{tree}");
    assert_eq!(count("TR"), 3 + 5 + 1 + movements.len(), "{tree}");
    assert!(tree.contains("\"Payout to ada@example.com\""), "{tree}");
}
