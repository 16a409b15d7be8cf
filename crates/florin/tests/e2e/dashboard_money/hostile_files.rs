//! Files that are no files: each is answered with what is wrong with it, and the server goes on.

use super::{count, upload};
use crate::support::pages::{demo, money, open, says};
use crate::support::{Engine, Server, balance};

testkit::on_one_engine!(
    what_is_no_csv_file_is_told_so,
    the_largest_file_is_read_and_a_larger_one_is_not,
    the_sample_can_be_downloaded_and_used,
);

fn what_is_no_csv_file_is_told_so(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let many = format!("email,amount\n{}", "ada@example.com,1\n".repeat(10_000));
    let noise: Vec<u8> =
        (0..200_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let files: [(&[u8], &str); 13] = [
        (b"", "Choose a file"),
        (b" \r\n", "This file is empty."),
        (b"PK\x03\x04\x14\0", "can't be read as an Excel workbook"),
        (b"\xd0\xcf\x11\xe0", "This is an old Excel file."),
        (b"\xff\xfee\0m", "This file isn't in UTF-8."),
        (b"email,amount\nada@example.com,\0", "This isn't a CSV or Excel file."),
        (b"email,amount\nJ\xf6rg@example.com,1", "1 line has a mistake."),
        (b"email,amount EUR\nada@example.com,1\n", "The amounts in this file are in EUR."),
        (b"ada@example.com,1001,12.50\n", "It isn't clear which column has the amounts."),
        (b"email,amount\n", "no payments below its first line"),
        (b"<script>alert(1)</script>\n", "The first line must name the columns"),
        (many.as_bytes(), "This file has more than 100 payments."),
        (&noise, "This isn't a CSV or Excel file."),
    ];
    for (file, words) in files {
        let page = upload(&browser, file);
        assert_eq!(page.status, 422, "{words}");
        says(&page, words);
    }
    let huge = format!("email,amount,reference\n{},1,{}\n", "x".repeat(300_000), "=cmd()".repeat(50_000));
    let page = upload(&browser, huge.as_bytes());
    assert_eq!(page.status, 422);
    says(&page, "1 line has a mistake.");
    assert!(page.body.len() < 50_000, "{} bytes", page.body.len());
    let markup = upload(&browser, b"email,amount,reference\nada@example.com,1,<b onclick=x>\n");
    assert!(!markup.body.contains("<b onclick"), "what people write is never markup");
    assert_eq!((count(&server), balance(&server.sandbox()).as_str()), (0, "10000.00"));
}

fn the_largest_file_is_read_and_a_larger_one_is_not(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let file = |size: usize| format!("email,amount,x\nada@example.com,1,{}", "y".repeat(size));
    let large = upload(&browser, file(1_040_000).as_bytes());
    assert_eq!(large.status, 200, "{}", large.body);
    let too_large = upload(&browser, file(1_100_000).as_bytes());
    assert_eq!(too_large.status, 413);
    says(&too_large, "up to 1 MiB");
    assert_eq!(count(&server), 0);
}

fn the_sample_can_be_downloaded_and_used(engine: Engine) {
    let server = Server::start(engine);
    let browser = demo(&server);
    let sample = open(&browser, &format!("{}/sample", super::CSV));
    assert_eq!(sample.header("content-type"), Some("text/csv; charset=utf-8"));
    assert!(sample.header("content-disposition").is_some_and(|value| value.contains("payout-sample.csv")));
    says(
        &upload(&browser, sample.body.as_bytes()),
        &format!("Send {} to 2 recipients", money("205.50 USDC")),
    );
}
