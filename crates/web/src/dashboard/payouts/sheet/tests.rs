//! Files as people, spreadsheets and enemies write them.

use i18n::Locale;
use rules::decisions::payout::PayoutLimits;
use rules::language::{Language, Region};
use rules::money::Amount;

use super::{Column, Sheet, SheetProblem, sample};
use crate::dashboard::payouts::draft::Draft;

const LIMITS: PayoutLimits = PayoutLimits {
    least: Amount::from_micros(1),
    item: Amount::from_micros(1_000_000_000_000),
    payout: Amount::from_micros(i64::MAX),
};

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
        "email\tamount\treference\na@example.com\t1.50\tx\n",
        "Email address|Amount (USDC)|Memo\na@example.com|1.50|x\n",
        "Name,E-mail address,Amount USDC,Notes\n\"Lovelace, Ada\",a@example.com,1.50,x\n",
        "Recipient;Email;Total;Invoice;Memo\nAda;a@example.com;1.50;x;y\n",
        "currency,email,amount,reference\nUSDC,a@example.com,1.50,x\n",
        "Currency,email,amount,reference\nusdc,a@example.com,1.50,x\n",
    ] {
        assert_eq!(only(file), expected, "{file:?}");
    }
    let first = (1, expected.1.clone(), expected.2.clone(), "x".to_owned());
    for file in [
        "a@example.com,1.50,x\n",
        "Ada;a@example.com;1.50;x\n",
        "1.50\ta@example.com\tx",
        "1.50;a@example.com;x;USDC",
        "a@example.com,1.50,x,y,z",
    ] {
        assert_eq!(only(file), first, "{file:?}");
    }
    assert_eq!(only("recipient_id;amount\nrcp_1;2\n").1, "rcp_1");
    assert_eq!(only("email,amount\na@example.com,2\n").3, "");
}

#[test]
fn lines_are_counted_as_an_editor_counts_them() {
    let rows = cells("email,amount,reference\n\na@example.com,1,\"two\nlines\"\nb@example.com,2,\n");
    assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), [3, 5]);
}

#[test]
fn the_first_line_may_name_the_separator_and_others_may_be_titles() {
    assert_eq!(cells("sep=;\nemail;amount\na@example.com;1,50\n"), [row(3, "1,50")]);
    assert_eq!(cells("sep=;\r\na@example.com;1,50\r\n"), [row(2, "1,50")]);
    assert_eq!(cells("sep=,\nemail,amount\na@example.com,\"1;5\"\n"), [row(3, "1;5")]);
    assert_eq!(cells("Payroll May\n\nemail,amount\na@example.com,1\n"), [row(4, "1")]);
    assert_eq!(cells("Payroll, May\nemail;amount\na@example.com;1,50\n"), [row(3, "1,50")]);
    // A line above that may be a payment is not left out.
    let above = read(b"b@example.com,5,x\nemail,amount,reference\na@example.com,1,\n").expect("a sheet");
    assert_eq!(above.rows.len(), 3);
    assert_eq!(cells("a@example.com,1\nb,2\n").len(), 2);
}

fn row(line: usize, amount: &str) -> (usize, String, String, String) {
    (line, "a@example.com".to_owned(), amount.to_owned(), String::new())
}

#[test]
fn common_names_of_columns_are_read_in_any_order() {
    for header in [
        "Amount,Email address,Reference",
        "amount_usdc,E-mail,ref",
        "Monto,Dirección de correo electrónico,Concepto",
        "Importe (USDC),Correo,Factura",
        "Valor a pagar,E-mail do destinatário,Descrição",
        "Montant,Courriel,Libellé",
        "MONTANT (USDC),ADRESSE E-MAIL,N° de facture",
        "Payment amount,Recipient email,Invoice number",
    ] {
        let sheet = read(format!("{header}\n1,a@example.com,x\n").as_bytes()).expect(header);
        assert_eq!(
            (sheet.rows[0].to.as_str(), sheet.rows[0].amount.as_str()),
            ("a@example.com", "1"),
            "{header}"
        );
    }
    let sheet = read(b"Name,E-mail,Amount\nAda,a@example.com,1\n").expect("a sheet");
    assert_eq!(sheet.summary.columns, ["email: “E-mail”", "amount: “Amount”"]);
    assert_eq!(sheet.summary.unused, ["Name"]);
    let unnamed = super::read(Language::Spanish.into(), b"1;a@example.com\n").expect("a sheet");
    assert_eq!(unnamed.summary.columns, ["monto: columna 1", "correo: columna 2"]);
}

#[test]
fn every_encoding_is_the_same_file() {
    let text = "email;amount;reference\na@example.com;1,50;Müller\n";
    let utf_16: Vec<u8> =
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let latin: Vec<u8> = text.chars().map(|letter| u8::try_from(letter).expect("Latin")).collect();
    for file in [text.as_bytes(), &utf_16, &latin] {
        let sheet = read(file).expect("a sheet");
        assert_eq!((sheet.rows[0].amount.as_str(), sheet.rows[0].reference.as_str()), ("1,50", "Müller"));
    }
}

#[test]
fn files_that_are_none_are_told_apart() {
    use SheetProblem::{
        AmbiguousColumns, Empty, Encoding, Missing, NoColumns, NoRows, NotText, OldSpreadsheet,
        OtherCurrency, RepeatedColumn, TooManyColumns, TooManyEmptyLines, TooManyRows, Workbook,
    };
    let check = |file: &[u8], problem: SheetProblem| {
        assert_eq!(read(file).expect_err(&format!("{problem:?}")), problem);
    };
    check(b"", Missing);
    check(b"  \r\n\r\n", Empty);
    check(b"\xef\xbb\xbf", Empty);
    check(b"PK\x03\x04rest", Workbook);
    check(b"\xd0\xcf\x11\xe0rest", OldSpreadsheet);
    check(b"\xff\xfee", Encoding);
    check(b"email,amount\n\0,1\n", NotText);
    check(b"email,amount,reference\n", NoRows);
    check(b"hello\nworld\n", NoColumns);
    check(b"email,reference\na@example.com,1\n", NoColumns);
    check(b"email,email,amount\na@example.com,,1\n", RepeatedColumn(Column::EmailAddress));
    check(b"email,amount,amount (USDC)\na@example.com,1,2\n", RepeatedColumn(Column::Amount));
    check(b"email,total,net\na@example.com,1,2\n", RepeatedColumn(Column::Amount));
    check(b"email,currency,amount,moneda\na@example.com,EUR,1,USDC\n", RepeatedColumn(Column::Currency));
    check(b"email,amount (EUR)\na@example.com,1\n", OtherCurrency("EUR"));
    check("email;Montant (€)\na@example.com;1\n".as_bytes(), OtherCurrency("EUR"));
    check(b"email,amount usd\na@example.com,1\n", OtherCurrency("USD"));
    check(b"a@example.com,1001,12.50\n", AmbiguousColumns);
    check(b"a@example.com,b@example.com,12.50\n", AmbiguousColumns);
    check(b"=cmd|' /C calc'!A0,amount\nx,1\n", NoColumns);
    let many = format!("email,amount\n{}", "a@example.com,1\n".repeat(10_000));
    check(many.as_bytes(), TooManyRows);
    check(format!("email,amount\n{}", ",\n".repeat(1_001)).as_bytes(), TooManyEmptyLines);
    check(format!("email,amount{}\na@example.com,1", ",x".repeat(99)).as_bytes(), TooManyColumns);
    check(format!("email,amount\na@example.com,1{}", ",".repeat(99)).as_bytes(), TooManyColumns);
    // One record of many lines.
    check(format!("email,amount\n{}", "\"\n\",".repeat(100_000)).as_bytes(), TooManyColumns);
}

/// What is wrong with the first line of a file.
fn mistakes(language: Language, file: &str) -> Vec<String> {
    let sheet = super::read(language.into(), file.as_bytes()).expect("a file");
    let mut draft = Draft { rows: sheet.rows, ..Draft::default() };
    draft.check(language.into(), &LIMITS);
    draft.rows[0].mistakes.iter().map(|(_, text)| text.clone()).collect()
}

#[test]
fn a_row_says_what_is_wrong_with_its_columns() {
    let check = |language: Language, row: &str, part: &str| {
        let said = mistakes(language, &format!("email,recipient_id,amount\n{row}\n"));
        assert!(said.len() == 1 && said[0].contains(part), "{row}: {said:?}");
    };
    check(Language::English, "a@example.com,,1,000.00", "in quotation marks, or write 1000.00");
    check(Language::English, "a@example.com,,1,234,567.00", "or write 1234567.00");
    check(Language::English, "a@example.com,,1,234,567", "more columns");
    check(Language::English, "a@example.com,,1,00", "more columns");
    check(Language::English, "a@example.com,,1,0x0", "more columns");
    check(Language::Spanish, "a@example.com,,1,000.00", "entre comillas o escribe 1000.00");
    check(Language::English, "a@example.com,,1,", "more columns");
    check(Language::English, "a@example.com,rcp_1,1", "not both");
    check(Language::English, ",ada,1", "with an @");
    check(Language::Portuguese, "a@example.com,,1.250,00", "mais colunas");
    check(Language::French, ",ada,1", "avec un @");
}

#[test]
fn an_amount_of_another_currency_is_never_one_in_ours() {
    let check = |file: &str, part: &str| {
        let said = mistakes(Language::English, file);
        assert!(said.len() == 1 && said[0].contains(part), "{file}: {said:?}");
    };
    check("email,amount,currency\na@example.com,12.50,EUR\n", "not in EUR");
    check("email,amount,currency\na@example.com,12.50,usd\n", "not in USD");
    check("email,amount,Moneda\na@example.com,12.50,Euros\n", "Enter the amount in digits");
    // The number of a currency, or anything else with digits, is no part of the amount.
    check("email;amount;currency\na@example.com;1;978\n", "could have decimals");
    check("email,amount,currency\na@example.com,1,978\n", "more columns");
    check("email,amount\na@example.com,₦12.50\n", "not in NGN");
    check("email,amount\na@example.com,MX$12.50\n", "not in MXN");
    check("email,amount\na@example.com,\"1\n000\"\n", "Enter the amount in digits");
    check("email,amount,currency\na@example.com,12.50,\n", "12.50");
    check("a@example.com;12,50;EUR\n", "not in EUR");
    check("a@example.com;12,50 EUR;x\n", "not in EUR");
    check("email;amount\na@example.com;12,50 €\n", "not in EUR");
    check("email;amount\na@example.com;R$ 12,50\n", "not in BRL");
    assert!(mistakes(Language::English, "email,amount,currency\na@example.com,12.50,USDC\n").is_empty());
}

#[test]
fn a_separator_that_may_mislead_is_asked_about() {
    let said = mistakes(Language::English, "email;amount\na@example.com;1.250\nb@example.com;12,50\n");
    assert!(
        said.len() == 1 && said[0].contains("1.250 could have decimals or a thousands separator"),
        "{said:?}"
    );
    assert!(
        mistakes(Language::English, "email;amount\na@example.com;1.25\nb@example.com;12,50\n").is_empty()
    );
}

#[test]
fn a_quote_that_never_ends_is_told_and_a_huge_field_is_just_a_row() {
    for (file, line) in [
        ("email,amount\n\"a@example.com,1\nb@example.com,2\n", 2),
        ("email,amount,reference\na@example.com,1,x\n\nb@example.com,2,\"y\nc@example.com,3,z", 4),
    ] {
        assert_eq!(read(file.as_bytes()), Err(SheetProblem::OpenQuote(line)));
    }
    assert_eq!(only("email,amount,reference\na@example.com,1,\"x\"").3, "x");
    assert_eq!(only("email,amount,reference\na@example.com,1,x\"").3, "x\"");
    let huge = format!("email,amount,{}\n{},1,x\n", "y".repeat(100_000), "z".repeat(900_000));
    let sheet = read(huge.as_bytes()).expect("a file");
    assert_eq!((sheet.rows.len(), sheet.summary.unused[0].chars().count()), (1, 41));
}

#[test]
fn an_amount_with_a_comma_and_no_quotes_is_never_its_thousands() {
    for (line, words) in [
        ("a@example.com,1,000.00", "or write 1000.00"),
        ("a@example.com,1,000", "more columns"),
        ("a@example.com,$12,500.00", "or write 12500.00"),
        ("a@example.com,1,000,x", "more columns"),
    ] {
        let said = mistakes(Language::English, &format!("email,amount,reference\n{line}\n"));
        assert!(said.len() == 1 && said[0].contains(words), "{line}: {said:?}");
        assert_eq!(read(line.as_bytes()), Err(SheetProblem::AmbiguousColumns));
    }
    for line in
        ["a@example.com,1000,001", "a@example.com,1.50,001", "a@example.com,1,01", "a@example.com,1,0001"]
    {
        let said = mistakes(Language::English, &format!("email,amount,reference\n{line}\n"));
        assert!(said.is_empty(), "{line}: {said:?}");
    }
    assert!(mistakes(Language::English, "email;amount;reference\na@example.com;1;000\n").is_empty());
}

#[test]
fn a_long_list_of_unused_columns_is_cut_short() {
    let header: String = (0..50).map(|number| format!(",more{number}")).collect();
    let sheet = read(format!("email,amount{header}\na@example.com,1\n").as_bytes()).expect("a sheet");
    assert_eq!((sheet.rows.len(), sheet.summary.unused.len()), (1, 10));
}
