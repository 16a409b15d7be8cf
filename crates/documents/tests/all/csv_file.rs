//! Statements for spreadsheets.

use documents::{CsvStatement, Movement, MovementKind, Statement};

use crate::samples::{balanced, movement, movements, statement};

fn file(statement: &Statement, movements: &[Movement]) -> String {
    let (file, mut content) = CsvStatement::new(statement);
    for movement in movements {
        content.extend(file.movement(movement));
    }
    content.extend(file.end(statement.ends_at, statement.closing));
    String::from_utf8(content).expect("UTF-8")
}

#[test]
fn a_file_holds_every_movement_between_two_balances() {
    let movements = movements();
    let file = file(&statement(&movements), &movements);
    let id = "txn_01kadyxr5pfzbb8mq7w1sqjx2c";
    let expected = [
        "\"type\",\"booked_at\",\"transaction_id\",\"description\",\"reference\",\"amount\",\"fee\",\"balance\",\
         \"currency\",\"mode\""
            .to_owned(),
        "\"opening_balance\",\"2026-03-01T00:00:00.000000Z\",\"\",\"\",\"\",\"\",\"\",\"10000.00\",\"USDC\",\"live\""
            .to_owned(),
        format!(
            "\"deposit\",\"2026-03-05T07:08:09.123000Z\",\"{id}\",\"Deposit from Main account\",\"FLR-7Q2M\",\
             \"1000.00\",\"5.25\",\"10994.75\",\"USDC\",\"live\""
        ),
        format!(
            "\"payout\",\"2026-03-05T07:08:09.123000Z\",\"{id}\",\"Payout to ada@example.com\",\"\",\
             \"-12.345678\",\"0.00\",\"10982.404322\",\"USDC\",\"live\""
        ),
    ];
    let lines: Vec<&str> = file.lines().collect();
    assert_eq!(lines[..4], expected);
    assert_eq!(lines.len(), 2 + movements.len() + 1);
    assert!(lines[7].starts_with("\"closing_balance\",\"2026-04-01T00:00:00.000000Z\""), "{}", lines[7]);
    assert!(lines[7].ends_with("\"10982.404323\",\"USDC\",\"live\""), "{}", lines[7]);
}

#[test]
fn no_cell_that_people_wrote_is_a_formula() {
    let hostile = movement(
        MovementKind::Payout,
        "-1",
        "",
        "=cmd|' /C calc'!A0",
        "Rent;=HYPERLINK(\"http://evil.example\")",
    );
    let movements = balanced(vec![hostile]);
    let test = Statement { is_test: true, ..statement(&movements) };
    let file = file(&test, &movements);
    let line = file.lines().nth(2).expect("a movement");
    assert!(
        line.contains(",\"'=cmd|' /C calc'!A0\",\"Rent;'=HYPERLINK(\"\"http://evil.example\"\")\","),
        "{line}"
    );
    assert!(line.contains(",\"-1.00\",") && line.ends_with("\"USDC\",\"test\""), "{line}");
}
