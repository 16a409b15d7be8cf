//! Sizes that one reader can hold in mind.

use crate::sources::{assert_none, rust_files};

const LONGEST_FILE: usize = 400;
const LONGEST_FUNCTION: usize = 70;
const LONGEST_LINE: usize = 120;

#[test]
fn files_are_short() {
    let long = rust_files().into_iter().filter_map(|file| {
        let lines = file.text.lines().count();
        (lines > LONGEST_FILE).then(|| format!("{} has {lines} lines", file.path))
    });
    assert_none("Split these by noun or verb", long.collect());
}

#[test]
fn lines_are_short() {
    let mut found = Vec::new();
    for file in rust_files() {
        for (index, line) in file.text.lines().enumerate() {
            if line.chars().count() > LONGEST_LINE {
                found.push(format!("{}:{}", file.path, index + 1));
            }
        }
    }
    assert_none("These lines are too long", found);
}

#[test]
fn functions_are_short() {
    let mut found = Vec::new();
    for file in rust_files() {
        let lines: Vec<&str> = file.text.lines().collect();
        for (start, line) in lines.iter().enumerate().filter(|(_, line)| starts_function(line)) {
            let indent = line.len() - line.trim_start().len();
            let end = format!("{}}}", " ".repeat(indent));
            let length = lines[start..].iter().position(|line| *line == end).unwrap_or(0) + 1;
            if length > LONGEST_FUNCTION {
                found.push(format!("{}:{} has {length} lines", file.path, start + 1));
            }
        }
    }
    assert_none("Split these functions", found);
}

fn starts_function(line: &str) -> bool {
    let code = line.trim_start();
    let code = ["pub(crate) ", "pub ", "const ", "async "]
        .into_iter()
        .fold(code, |code, word| code.strip_prefix(word).unwrap_or(code));
    code.starts_with("fn ") && !line.trim_end().ends_with(';')
}
