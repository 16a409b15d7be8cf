//! Workbooks as spreadsheets, other programs and enemies write them.

use i18n::Locale;
use miniz_oxide::deflate::compress_to_vec;
use rules::language::Language;

use super::styles::{NumberFormat, Styles};
use crate::dashboard::payouts::sheet::{Sheet, SheetProblem, read};

const WORKBOOK: &str = "<workbook><sheets><sheet name=\"Old\" state=\"hidden\" r:id=\"rId9\"/>\
                        <sheet name=\"May\" r:id=\"rId1\"/></sheets></workbook>";
const RELATIONS: &str = "<Relationships><Relationship Id=\"rId9\" Target=\"worksheets/old.xml\"/>\
                         <Relationship Id=\"rId1\" Target=\"worksheets/sheet1.xml\"/></Relationships>";
const STYLES: &str = "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"[$€-407] #,##0.00\"/></numFmts>\
                      <cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"164\"/><xf numFmtId=\"10\"/>\
                      </cellXfs></styleSheet>";

/// A ZIP archive with these files.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let short = |number: usize| u16::try_from(number).expect("small").to_le_bytes();
    let long = |number: usize| u32::try_from(number).expect("small").to_le_bytes();
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let (packed, at) = (compress_to_vec(content, 6), bytes.len());
        let sizes = [long(0), long(packed.len()), long(content.len())].concat();
        let names = [short(name.len()), short(0)].concat();
        bytes.extend(
            [&b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0"[..], &sizes, &names, name.as_bytes(), &packed].concat(),
        );
        directory.extend([&b"PK\x01\x02\x14\0\x14\0\0\0\x08\0\0\0\0\0"[..], &sizes, &names].concat());
        directory.extend([&[0; 10][..], &long(at), name.as_bytes()].concat());
    }
    let counts = [short(files.len()), short(files.len())].concat();
    let places = [long(directory.len()), long(bytes.len())].concat();
    bytes.extend(&directory);
    bytes.extend([&b"PK\x05\x06\0\0\0\0"[..], &counts, &places, &short(0)].concat());
    bytes
}

fn workbook(strings: &str, rows: &str) -> Vec<u8> {
    let strings = format!("<sst>{strings}</sst>");
    let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
    archive(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("xl/workbook.xml", WORKBOOK.as_bytes()),
        ("xl/_rels/workbook.xml.rels", RELATIONS.as_bytes()),
        ("xl/sharedStrings.xml", strings.as_bytes()),
        ("xl/styles.xml", STYLES.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ])
}

/// A sheet whose amounts are these cells, in a column behind the addresses.
fn amounts(language: Language, cells: &[&str]) -> Vec<String> {
    let row = |(index, cell): (usize, &&str)| {
        let line = index + 2;
        format!("<row r=\"{line}\"><c r=\"A{line}\" t=\"s\"><v>2</v></c>{cell}</row>")
    };
    let header = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>1</v></c></row>";
    let rows: String = cells.iter().enumerate().map(row).collect();
    let strings = "<si><t>E-mail</t></si><si><t>Amount</t></si><si><t>ada@example.com</t></si>";
    let sheet =
        read(Locale::from(language), &workbook(strings, &(header.to_owned() + &rows))).expect("a sheet");
    assert!(sheet.rows.iter().all(|row| row.to == "ada@example.com"));
    sheet.rows.into_iter().map(|row| row.amount).collect()
}

#[test]
fn numbers_keep_their_value_and_nothing_else_becomes_an_amount() {
    let cells = [
        ("<c><v>12.5</v></c>", "12.50"),
        ("<c t=\"n\"><v>1E3</v></c>", "1000.00"),
        ("<c><v>12.300000000000001</v></c>", "12.30"),
        // Kept, and refused for its decimals.
        ("<c><v>12.3000000001</v></c>", "12.3000000001"),
        ("<c><v>-5</v></c>", "-5"),
        ("<c><v>1E300</v></c>", "1E300"),
        ("<c><f>SUM(B2:B3)</f><v>7.25</v></c>", "7.25"),
        ("<c t=\"str\"><f>\"9\"</f><v>9.5</v></c>", "9.5"),
        ("<c t=\"inlineStr\"><is><t>1E3</t></is></c>", "1E3"),
        ("<c t=\"e\"><v>#REF!</v></c>", "#REF!"),
        ("<c t=\"b\"><v>1</v></c>", "TRUE"),
        ("<c s=\"1\"><v>45000</v></c>", "2023-03-15"),
        ("<c s=\"1\"><v>1</v></c>", "(1)"),
        ("<c s=\"2\"><v>12.5</v></c>", "12.50 EUR"),
        ("<c s=\"3\"><v>0.5</v></c>", "0.5 (%)"),
        ("<c><f>B3*2</f></c>", ""),
        ("<c/>", ""),
        ("", ""),
    ];
    let (written, read): (Vec<&str>, Vec<&str>) = cells.iter().copied().unzip();
    assert_eq!(amounts(Language::English, &written), read);
    // Numbers have no separators that a reader could take for others.
    assert_eq!(
        amounts(Language::Portuguese, &["<c><v>1.25</v></c>", "<c><v>1250</v></c>"]),
        ["1,25", "1250,00"]
    );
}

#[test]
fn texts_rows_and_columns_are_where_they_are_shown() {
    let strings = "<si><t>amount</t></si><si><r><t>e</t></r><r><t>mail</t></r><rPh><t>x</t></rPh></si>\
                   <si><t xml:space=\"preserve\"> A &amp; B&#10;</t></si><si/>";
    let rows = "<row><c t=\"inlineStr\"><is><t>Payroll</t></is></c></row><row r=\"3\"/>\
                <row r=\"4\"><c r=\"B4\" t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c>\
                <c r=\"E4\" t=\"inlineStr\"><is><t>Memo</t></is></c></row>\
                <row r=\"7\"><c r=\"B7\"><v>5</v></c><c r=\"C7\" t=\"inlineStr\"><is><t>a@example.com</t></is></c>\
                <c r=\"E7\" t=\"s\"><v>2</v></c><c r=\"F7\" t=\"s\"><v>99</v></c></row>\
                <row><c r=\"C8\" t=\"inlineStr\"><is><t><![CDATA[b@example.com]]></t></is></c></row>";
    let sheet = read(Locale::ENGLISH, &workbook(strings, rows)).expect("a sheet");
    let rows: Vec<_> =
        sheet.rows.iter().map(|row| (row.number, &*row.to, &*row.amount, &*row.reference)).collect();
    assert_eq!(rows, [(7, "a@example.com", "5.00", "A & B"), (8, "b@example.com", "", "")]);
    // One sheet is hidden, and so none is left out that is shown.
    assert_eq!(sheet.summary.sheet, None);
}

#[test]
fn a_hundred_payments_fit_below_titles_and_hidden_rows_are_told() {
    let text = |text: &str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let title = format!("<row>{}</row>", text("Payroll"));
    let header = format!("<row>{}{}</row>", text("email"), text("amount"));
    let payment =
        |attributes: &str| format!("<row{attributes}>{}<c><v>1</v></c></row>", text("a@example.com"));
    let rows = title.repeat(10) + &header + &payment(" hidden=\"1\"").repeat(2) + &payment("").repeat(98);
    let sheet = read(Locale::ENGLISH, &workbook("", &rows)).expect("a sheet");
    assert_eq!((sheet.rows.len(), sheet.summary.hidden_rows), (100, 2));
    assert_eq!(problem(&workbook("", &(rows + &payment("")))), SheetProblem::TooManyRows);
}

#[test]
fn a_workbook_may_have_many_formats_and_the_first_of_each_id_counts() {
    let format = |id: &str, code: &str| format!("<numFmt numFmtId=\"{id}\" formatCode=\"{code}\"/>");
    let many: String = (1_000..20_000).map(|id| format(&id.to_string(), "0")).collect();
    let formats = many + &format("x", "0\\ [$€-407]") + &format("x", "0%");
    let cells = "<xf numFmtId=\"x\"/>".repeat(60_000);
    let xml = format!("<styleSheet>{formats}<cellXfs>{cells}</cellXfs></styleSheet>");
    let styles = Styles::of(&xml).expect("styles");
    assert_eq!(styles.format("59999"), NumberFormat::Currency("EUR"));
}

fn problem(file: &[u8]) -> SheetProblem {
    read(Locale::ENGLISH, file).map(|_: Sheet| ()).expect_err("no sheet")
}

#[test]
fn what_is_no_workbook_is_refused() {
    let whole = workbook("", "<row><c><v>1</v></c></row>");
    for end in [4, 10, whole.len() / 2, whole.len() - 1] {
        assert_eq!(problem(&whole[..end]), SheetProblem::Workbook, "{end}");
    }
    assert_eq!(problem(&archive(&[("mimetype", b"application/vnd.oasis")])), SheetProblem::Workbook);
    assert_eq!(problem(&workbook("", "")), SheetProblem::Empty);
    assert_eq!(problem(&workbook("", "<row><c></row>")), SheetProblem::Workbook);
    let far = "<row><c r=\"XFD1\"><v>1</v></c></row>";
    assert_eq!(problem(&workbook("", far)), SheetProblem::TooManyColumns);
    assert_eq!(problem(&workbook("", &"<row/><row></row>".repeat(1_001))), SheetProblem::TooManyEmptyLines);
    // Each byte of the archive may be wrong.
    for at in 0..whole.len() {
        let mut broken = whole.clone();
        broken[at] ^= 0x55;
        let _ = read(Locale::ENGLISH, &broken);
    }
}

#[test]
fn what_unpacks_to_too_much_is_refused_before_it_is_kept() {
    let spaces = " ".repeat(5 << 20);
    assert_eq!(problem(&workbook(&spaces, "")), SheetProblem::WorkbookTooLarge);
    assert_eq!(problem(&workbook("", &spaces)), SheetProblem::WorkbookTooLarge);
    assert_eq!(problem(&workbook(&"<si/>".repeat(60_000), "")), SheetProblem::WorkbookTooLarge);
    let many =
        "<row><c t=\"inlineStr\"><is><t>a@example.com</t></is></c><c><v>1</v></c></row>".repeat(20_000);
    assert_eq!(problem(&workbook("", &many)), SheetProblem::TooManyRows);
    // Entities of the file itself stand for nothing.
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><si><t>&b;&b;</t></si>";
    assert_eq!(problem(&workbook(bomb, "<row><c t=\"s\"><v>0</v></c></row>")), SheetProblem::Empty);
}
