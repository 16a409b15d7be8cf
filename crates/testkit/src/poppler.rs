//! PDFs as a program reads them that we did not write.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a program of poppler prints about a PDF. It complains about what is wrong in the file, and the test fails.
pub fn poppler(program: &str, options: &[&str], pdf: &[u8]) -> String {
    let mut command = Command::new(program);
    command.args(options).arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if program == "pdftotext" {
        command.arg("-");
    }
    let mut running =
        command.spawn().unwrap_or_else(|error| panic!("{program} (Debian: poppler-utils): {error}"));
    let mut input = running.stdin.take().expect("it reads what it is given");
    let ran = std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(pdf).expect("it reads all of it"));
        running.wait_with_output().expect("it ends")
    });
    let complaints = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.success() && complaints.is_empty(), "{program}: {complaints}");
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

/// The lines of a PDF's text, with one blank where there are many.
pub fn text_lines(pdf: &[u8]) -> Vec<String> {
    let text = poppler("pdftotext", &["-layout"], pdf);
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(line).filter(|line| !line.is_empty()).collect()
}
