//! Statements for bookkeeping programs. `scripts/ofx` has ofxtools read a whole file.

use documents::{Movement, MovementKind, OfxStatement, Statement};
use i18n::Locale;
use rules::language::Language;

use crate::samples::{balanced, movement, movements, statement};

fn file(statement: &Statement, movements: &[Movement]) -> String {
    let (file, mut content) = OfxStatement::new(statement);
    for movement in movements {
        content.extend(file.movement(movement));
    }
    content.extend(file.end(statement.ends_at, statement.closing));
    String::from_utf8(content).expect("UTF-8")
}

fn values<'a>(file: &'a str, name: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    file.split(&open).skip(1).map(|rest| rest.split(&close).next().unwrap_or_default()).collect()
}

#[test]
fn a_fee_is_a_transaction_of_its_own_and_all_of_them_add_up() {
    let movements = movements();
    let file = file(&statement(&movements), &movements);
    assert_eq!(
        values(&file, "TRNAMT"),
        ["1000.00", "-5.25", "-12.345678", "-95.00", "-5.00", "95.00", "5.00", "0.000001"]
    );
    assert_eq!(values(&file, "TRNTYPE"), ["DEP", "FEE", "DEBIT", "DEBIT", "FEE", "CREDIT", "FEE", "CREDIT"]);
    let id = "txn_01kadyxr5pfzbb8mq7w1sqjx2c";
    assert_eq!(values(&file, "FITID")[..3], [id, &format!("{id}:fee"), id]);
    assert_eq!(values(&file, "FITID")[5..7], [format!("{id}:return"), format!("{id}:return:fee")]);
    assert_eq!(values(&file, "BALAMT"), ["10982.404323"]);
    assert_eq!(values(&file, "DTPOSTED")[0], "20260305070809.123[0:UTC]");
    assert_eq!(
        (values(&file, "BANKID"), values(&file, "ACCTID")),
        (vec!["ACMEPAY"], vec!["dyxr5pfzbb8mq7w1sqjx2c"])
    );
}

#[test]
fn markup_and_length_of_texts_do_not_break_the_file() {
    let long = "x".repeat(300);
    let hostile = movement(MovementKind::Payout, "-1", "", "</NAME><TRNAMT>9</TRNAMT>&amp;", &long);
    let movements = balanced(vec![hostile]);
    let file = file(&statement(&movements), &movements);
    assert_eq!(values(&file, "TRNAMT"), ["-1.00"]);
    assert_eq!(values(&file, "NAME"), ["&lt;/NAME&gt;&lt;TRNAMT&gt;9&lt;/TRNAMT&gt;&amp;amp;"]);
    assert!(values(&file, "MEMO")[0].ends_with('x'));
}

#[test]
fn descriptions_are_in_the_language_of_the_reader_and_numbers_are_not() {
    let movements = movements();
    let locale = Locale::from(Language::Portuguese);
    let file = file(&Statement { locale, is_test: true, ..statement(&movements) }, &movements);
    assert_eq!(values(&file, "LANGUAGE"), ["POR"]);
    assert_eq!(values(&file, "NAME")[1], "TESTE Tarifa");
    assert_eq!(values(&file, "TRNAMT")[0], "1000.00");
    assert!(values(&file, "ACCTID")[0].starts_with("TEST"), "the account is the same in every language");
}

#[test]
fn test_data_is_marked_in_each_transaction_and_in_the_account() {
    let movements = movements();
    let file = file(&Statement { is_test: true, ..statement(&movements) }, &movements);
    assert!(values(&file, "NAME").iter().all(|name| name.starts_with("TEST ")));
    assert!(values(&file, "ACCTID")[0].starts_with("TEST") && values(&file, "ACCTID")[0].len() <= 22);
    assert!(values(&file, "MKTGINFO")[0].starts_with("Test data. No real money moved."));
}
