//! What every TOML file of an operator has in common. It never quotes a line, which may hold a secret.

use toml::{Table, Value};

pub fn parse(text: &str) -> Result<Table, String> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| text[..span.start].lines().count().max(1));
        format!("line {line} is not valid TOML: {}", error.message())
    })
}

/// A misspelt field would silently be another one's default.
pub fn known(table: &Table, what: &str, fields: &[&str]) -> Result<(), String> {
    match table.keys().find(|field| !fields.contains(&field.as_str())) {
        Some(field) => Err(format!("unknown field {field}: {what} can have {}", fields.join(", "))),
        None => Ok(()),
    }
}

pub fn text<'a>(table: &'a Table, field: &str) -> Result<Option<&'a str>, String> {
    let Some(value) = table.get(field) else { return Ok(None) };
    value.as_str().map(Some).ok_or_else(|| format!("{field} must be a string in quotation marks"))
}

/// A section of the file, if it is there.
pub fn section<'a>(file: &'a Table, name: &str) -> Result<Option<&'a Table>, String> {
    let as_table = |value: &'a Value| value.as_table().ok_or_else(|| format!("{name} must be a section"));
    file.get(name).map(as_table).transpose()
}
