//! Files as people, spreadsheets and enemies write them.

use super::{SAMPLE, read};

fn cells(file: &str) -> Vec<(usize, String, String, String)> {
    let sheet = read(file.as_bytes()).expect(file);
    assert!(sheet.rows.iter().all(|row| row.mistakes.is_empty()), "{sheet:?}");
    sheet.rows.into_iter().map(|row| (row.number, row.to, row.amount, row.reference)).collect()
}

fn only(file: &str) -> (usize, String, String, String) {
    let mut rows = cells(file);
    assert_eq!(rows.len(), 1, "{file:?}");
    rows.remove(0)
}

#[test]
fn the_sample_reads_as_it_is_meant() {
    let rows = cells(SAMPLE);
    let own = |line, to: &str, amount: &str, reference: &str| {
        (line, to.to_owned(), amount.to_owned(), reference.to_owned())
    };
    assert_eq!(rows[0], own(2, "ada@example.com", "125.50", "Invoice 1001"));
    assert_eq!(rows[1], own(3, "grace@example.com", "80", "Bonus, May"));
}

#[test]
fn every_common_spelling_is_the_same_file() {
    let expected = (2, "a@example.com".to_owned(), "1.50".to_owned(), "x".to_owned());
    for file in [
        "email,amount,reference\na@example.com,1.50,x\n",
        "email,amount,reference\r\na@example.com,1.50,x",
        "\u{feff}email,amount,reference\na@example.com,1.50,x\n",
        "email;amount;reference\na@example.com;1.50;x\n",
        "E-Mail, Amount , REFERENCE\n a@example.com , 1.50 , x \n",
        "reference,amount,email\nx,1.50,a@example.com\n",
        "\"email\",\"amount\",\"reference\"\n\"a@example.com\",\"1.50\",\"x\"\n",
        "name,email,amount,reference,\nAda,a@example.com,1.50,x,\n",
        "email,amount,reference\na@example.com,1.50,x\n,,\n\n",
    ] {
        assert_eq!(only(file), expected, "{file:?}");
    }
    assert_eq!(only("a@example.com,1.50,x\n"), (1, expected.1.clone(), expected.2.clone(), "x".to_owned()));
    assert_eq!(only("recipient_id;amount\nrcp_1;2\n").1, "rcp_1");
    assert_eq!(only("email,amount\na@example.com,2\n").3, "");
}

#[test]
fn lines_are_counted_as_an_editor_counts_them() {
    let rows = cells("email,amount,reference\n\na@example.com,1,\"two\nlines\"\nb@example.com,2,\n");
    assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), [3, 5]);
}

#[test]
fn files_that_are_none_are_told_apart() {
    let check = |file: &[u8], part: &str| {
        let said = read(file).expect_err(part);
        assert!(said.contains(part), "{said}");
    };
    check(b"", "empty");
    check(b"  \r\n\r\n", "empty");
    check(b"\xef\xbb\xbf", "empty");
    check(b"PK\x03\x04rest", "spreadsheet");
    check(b"\xff\xfee\0m\0", "UTF-16");
    check(b"email,amount\n\0,1\n", "not a text file");
    check(b"email,amount\nJ\xf6rg@example.com,1\n", "not UTF-8");
    check(b"email,amount,reference\n", "no rows");
    check(b"hello\nworld\n", "first line must name");
    check(b"email,reference\na@example.com,1\n", "first line must name");
    check(b"email,email,amount\na@example.com,,1\n", "more than once");
    check(b"=cmd|' /C calc'!A0,amount\nx,1\n", "first line must name");
    let many = format!("email,amount\n{}", "a@example.com,1\n".repeat(10_000));
    check(many.as_bytes(), "more than 100 rows");
    check(format!("email,amount\n{}", ",\n".repeat(1_001)).as_bytes(), "more than 1000 empty lines");
    check(format!("email,amount{}\na@example.com,1", ",x".repeat(99)).as_bytes(), "more than 100 columns");
    check(format!("email,amount\na@example.com,1{}", ",".repeat(99)).as_bytes(), "more than 100 columns");
    // One record of many lines.
    check(format!("email,amount\n{}", "\"\n\",".repeat(100_000)).as_bytes(), "more than 100 columns");
}

#[test]
fn a_row_says_what_is_wrong_with_its_columns() {
    let check = |row: &str, part: &str| {
        let sheet = read(format!("email,recipient_id,amount\n{row}\n").as_bytes()).expect("a file");
        let said: Vec<&str> = sheet.rows[0].mistakes.iter().map(|(_, words)| words.as_str()).collect();
        assert!(said.len() == 1 && said[0].contains(part), "{row}: {said:?}");
    };
    check("a@example.com,,1,000.00", "more columns");
    check("a@example.com,,1,", "more columns");
    check("a@example.com,rcp_1,1", "not by both");
    check(",ada,1", "begins with rcp_");
}

#[test]
fn a_quote_that_never_ends_and_a_huge_field_are_just_rows() {
    let open = read(b"email,amount\n\"a@example.com,1\nb@example.com,2\n").expect("one row");
    assert_eq!(open.rows.len(), 1);
    let huge = format!("email,amount,{}\n{},1,x\n", "y".repeat(100_000), "z".repeat(900_000));
    let sheet = read(huge.as_bytes()).expect("a file");
    assert_eq!((sheet.rows.len(), sheet.unused[0].chars().count()), (1, 41));
}

#[test]
fn a_long_list_of_unused_columns_is_cut_short() {
    let header: String = (0..50).map(|number| format!(",more{number}")).collect();
    let sheet = read(format!("email,amount{header}\na@example.com,1\n").as_bytes()).expect("a sheet");
    assert_eq!((sheet.rows.len(), sheet.unused.len()), (1, 10));
}
