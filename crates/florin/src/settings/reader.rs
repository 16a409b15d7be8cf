//! Reads settings into values and keeps every complaint, so that an operator hears of all of them at once.

use std::num::NonZeroU32;

use super::{Sources, flag, variable};
use crate::command_error::CommandError;

pub struct Reader<'a> {
    pub sources: &'a Sources,
    missing: Vec<String>,
    wrong: Vec<String>,
}

impl<'a> Reader<'a> {
    pub fn new(sources: &'a Sources) -> Reader<'a> {
        Reader { sources, missing: Vec::new(), wrong: Vec::new() }
    }

    /// The value, if it is set and right. A wrong one is kept for [`Reader::finish`].
    pub fn optional<T, E: Into<String>>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let found = self.sources.find(name)?;
        match parse(found.text) {
            Ok(value) => Some(value),
            Err(problem) => {
                let problem = problem.into();
                self.wrong.push(format!("{}: {problem}", found.source));
                None
            }
        }
    }

    /// Complains if it is not set: `what` it is, and `how` to come by one.
    pub fn required<T, E: Into<String>>(
        &mut self,
        name: &str,
        what: &str,
        how: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        if !self.sources.has(name) {
            self.complain_missing(name, what, "", how);
        }
        self.optional(name, parse)
    }

    /// `or` is another way of setting it.
    pub fn complain_missing(&mut self, name: &str, what: &str, or: &str, how: &str) {
        let (flag, variable) = (flag(name), variable(name));
        self.missing.push(format!(
            "  {what}\n    set {flag}, {variable}, or {name} in the config file{or}\n    {how}"
        ));
    }

    pub fn complain(&mut self, problem: String) {
        self.wrong.push(problem);
    }

    /// Everything that stands in the way of this command, or nothing.
    pub fn finish(self, command: &str) -> Result<(), CommandError> {
        let mut report = Vec::new();
        if !self.missing.is_empty() {
            report.push(format!(
                "{command} can't start, because settings are missing:\n\n{}",
                self.missing.join("\n\n")
            ));
        }
        if !self.wrong.is_empty() {
            let lines: Vec<String> = self.wrong.iter().map(|problem| format!("  {problem}")).collect();
            report.push(format!(
                "{command} can't start, because settings are invalid:\n\n{}",
                lines.join("\n")
            ));
        }
        if report.is_empty() { Ok(()) } else { Err(CommandError::Usage(report.join("\n\n"))) }
    }
}

/// A number per second; 0 for no limit.
pub fn limit(text: &str) -> Result<Option<NonZeroU32>, &'static str> {
    text.parse().map(NonZeroU32::new).map_err(|_| "use a whole number per second, or 0 for no limit")
}
