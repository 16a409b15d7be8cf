//! Files as people, spreadsheets and enemies write them.

use i18n::Locale;
use rules::language::{Language, Region};

use super::super::sheet_problem::SheetProblem;
use super::{Sheet, sample};
use crate::dashboard::payouts::sheet_columns::Column;

/// What an English reader is told.
fn read(file: &[u8]) -> Result<Sheet, SheetProblem> {
    super::read(Locale::ENGLISH, file)
}

fn cells(file: &str) -> Vec<(usize, String, String, String)> {
    let sheet = read(file.as_bytes()).unwrap_or_else(|problem| panic!("{problem:?}: {file}"));
    assert!(sheet.rows.iter().all(|row| row.mistakes.is_empty()), "{sheet:?}");
    sheet.rows.into_iter().map(|row| (row.number, row.to, row.amount, row.reference)).collect()
}

fn only(file: &str) -> (usize, String, String, String) {
    let mut rows = cells(file);
    assert_eq!(rows.len(), 1, "{file:?}");
    rows.remove(0)
}

#[test]
fn the_sample_of_every_reader_reads_as_it_is_meant() {
    assert_eq!(
        sample(Locale::ENGLISH),
        "email,amount,reference\r\nada@example.com,125.50,Invoice 1001\r\ngrace@example.com,80.00,\"Bonus, May\"\r\n"
    );
    let colombia = Locale::from(Language::Spanish).in_region(Some(Region::Colombia));
    for (locale, amount, reference) in [
        (Locale::ENGLISH, "125.50", "Bonus, May"),
        (Language::Spanish.into(), "125.50", "Bono, mayo"),
        (colombia, "125,50", "Bono, mayo"),
        (Language::Portuguese.into(), "125,50", "Bônus, maio"),
        (Language::French.into(), "125,50", "Prime, mai"),
    ] {
        let rows = cells(&sample(locale));
        assert_eq!((rows.len(), rows[0].0, rows[0].1.as_str()), (2, 2, "ada@example.com"));
        assert_eq!((rows[0].2.as_str(), rows[1].3.as_str()), (amount, reference), "{locale:?}");
    }
}

#[test]
fn columns_may_be_named_in_any_language() {
    let expected = (2, "a@example.com".to_owned(), "1,50".to_owned(), "x".to_owned());
    for header in [
        "email;amount;reference",
        "correo;monto;referencia",
        "Correo electrónico;MONTO;Referencia",
        "e-mail;valor;referência",
        "E-MAIL;VALOR;REFERÊNCIA",
        "Adresse e-mail;montant;référence",
    ] {
        assert_eq!(only(&format!("{header}\na@example.com;1,50;x\n")), expected, "{header}");
    }
    let problem = |file: &str| read(file.as_bytes()).expect_err(file);
    assert_eq!(
        problem("email;valor;amount\na@example.com;1;2\n"),
        SheetProblem::RepeatedColumn(Column::Amount),
        "two languages name the same column"
    );
    assert_eq!(problem("nombre;monto\na@example.com;1\n"), SheetProblem::NoColumns);
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
    use SheetProblem::{
        Empty, Encoding, NoColumns, NoRows, NotText, RepeatedColumn, Spreadsheet, TooManyColumns,
        TooManyEmptyLines, TooManyRows,
    };
    let check = |file: &[u8], problem: SheetProblem| {
        assert_eq!(read(file).expect_err(&format!("{problem:?}")), problem);
    };
    check(b"", Empty);
    check(b"  \r\n\r\n", Empty);
    check(b"\xef\xbb\xbf", Empty);
    check(b"PK\x03\x04rest", Spreadsheet);
    check(b"\xff\xfee\0m\0", Encoding);
    check(b"email,amount\n\0,1\n", NotText);
    check(b"email,amount\nJ\xf6rg@example.com,1\n", Encoding);
    check(b"email,amount,reference\n", NoRows);
    check(b"hello\nworld\n", NoColumns);
    check(b"email,reference\na@example.com,1\n", NoColumns);
    check(b"email,email,amount\na@example.com,,1\n", RepeatedColumn(Column::EmailAddress));
    check(b"=cmd|' /C calc'!A0,amount\nx,1\n", NoColumns);
    let many = format!("email,amount\n{}", "a@example.com,1\n".repeat(10_000));
    check(many.as_bytes(), TooManyRows);
    check(format!("email,amount\n{}", ",\n".repeat(1_001)).as_bytes(), TooManyEmptyLines);
    check(format!("email,amount{}\na@example.com,1", ",x".repeat(99)).as_bytes(), TooManyColumns);
    check(format!("email,amount\na@example.com,1{}", ",".repeat(99)).as_bytes(), TooManyColumns);
    // One record of many lines.
    check(format!("email,amount\n{}", "\"\n\",".repeat(100_000)).as_bytes(), TooManyColumns);
}

#[test]
fn a_row_says_what_is_wrong_with_its_columns() {
    let check = |language: Language, row: &str, part: &str| {
        let file = format!("email,recipient_id,amount\n{row}\n");
        let sheet = super::read(language.into(), file.as_bytes()).expect("a file");
        let said: Vec<&str> = sheet.rows[0].mistakes.iter().map(|(_, text)| text.as_str()).collect();
        assert!(said.len() == 1 && said[0].contains(part), "{row}: {said:?}");
    };
    check(Language::English, "a@example.com,,1,000.00", "more columns");
    check(Language::English, "a@example.com,,1,", "more columns");
    check(Language::English, "a@example.com,rcp_1,1", "not both");
    check(Language::English, ",ada,1", "starts with rcp_");
    check(Language::Portuguese, "a@example.com,,1.250,00", "mais colunas");
    check(Language::French, ",ada,1", "commence par rcp_");
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
