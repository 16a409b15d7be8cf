//! What is wrong with the books: which row, what it should say, and what it says.

use std::fmt;

/// How many findings are kept in words. All are counted.
const MAX_LISTED: usize = 20;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The table, and the key of the row.
    pub row: String,
    pub expected: String,
    pub actual: String,
    /// By how much, where both go on changing and the difference stays.
    off_by: Option<i128>,
}

impl Finding {
    pub fn new(row: impl Into<String>, expected: impl Into<String>, actual: impl Into<String>) -> Finding {
        Finding { row: row.into(), expected: expected.into(), actual: actual.into(), off_by: None }
    }

    pub fn off_by(self, difference: i128) -> Finding {
        Finding { off_by: Some(difference), ..self }
    }

    /// The same text as long as the same is wrong with the same row, on one line: by this operators accept it.
    pub fn fingerprint(&self) -> String {
        let text = match self.off_by {
            Some(difference) => format!("{}: off by {difference}", self.row),
            None => self.to_string(),
        };
        text.lines().collect::<Vec<_>>().join(" ")
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}; found {}", self.row, self.expected, self.actual)
    }
}

#[derive(Default, Debug)]
pub struct Findings {
    pub listed: Vec<Finding>,
    pub count: usize,
}

impl Findings {
    pub fn add(&mut self, finding: impl FnOnce() -> Finding) {
        self.count += 1;
        if self.listed.len() < MAX_LISTED {
            self.listed.push(finding());
        }
    }

    pub fn merge(&mut self, other: Findings) {
        self.count += other.count;
        self.listed.extend(other.listed);
        self.listed.truncate(MAX_LISTED);
    }
}
