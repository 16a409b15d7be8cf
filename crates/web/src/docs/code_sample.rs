//! Code on a page: JSON and curl, cut into coloured pieces. The pieces are text, so a template escapes them
//! like any other text.

use serde_json::Value;

use crate::api::{ApiEndpoint, Method};
use crate::openapi::examples::{self, Example};

/// A piece of code, and the class that colours it.
pub struct CodeToken {
    pub class: &'static str,
    pub text: String,
}

#[derive(Default)]
pub struct CodeSample {
    pub tokens: Vec<CodeToken>,
}

impl CodeSample {
    fn push(&mut self, class: &'static str, text: impl Into<String>) {
        self.tokens.push(CodeToken { class, text: text.into() });
    }

    fn header(&mut self, text: &str) {
        self.push("plain", " \\\n  ");
        self.push("flag", "-H ");
        self.push("text", format!("\"{text}\""));
    }
}

/// A value over several lines, two spaces deeper with every level.
pub fn json(value: &Value) -> CodeSample {
    let mut code = CodeSample::default();
    write(value, 0, &mut code);
    code
}

fn write(value: &Value, depth: usize, code: &mut CodeSample) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            code.push("plain", "{");
            for (index, (name, inner)) in fields.iter().enumerate() {
                code.push("plain", separator(index, depth));
                code.push("name", format!("\"{name}\""));
                code.push("plain", ": ");
                write(inner, depth + 1, code);
            }
            code.push("plain", format!("\n{}}}", "  ".repeat(depth)));
        }
        Value::Array(items) if !items.is_empty() => {
            code.push("plain", "[");
            for (index, inner) in items.iter().enumerate() {
                code.push("plain", separator(index, depth));
                write(inner, depth + 1, code);
            }
            code.push("plain", format!("\n{}]", "  ".repeat(depth)));
        }
        Value::Object(_) => code.push("plain", "{}"),
        Value::Array(_) => code.push("plain", "[]"),
        Value::String(_) => code.push("text", value.to_string()),
        Value::Null | Value::Bool(_) | Value::Number(_) => code.push("number", value.to_string()),
    }
}

fn separator(index: usize, depth: usize) -> String {
    let comma = if index == 0 { "" } else { "," };
    format!("{comma}\n{}", "  ".repeat(depth + 1))
}

/// Code of a program, whose comments and texts are coloured. `comment` begins a comment, and may be nothing.
pub fn source(text: &str, comment: &str) -> CodeSample {
    let mut code = CodeSample::default();
    // In Rust, a single quote begins a lifetime as well.
    let quotes: &[char] = if text.contains("fn main()") { &['"'] } else { &['"', '\'', '`'] };
    let (mut plain, mut at) = (0, 0);
    while let Some(letter) = text[at..].chars().next() {
        let begins = text[..at].ends_with(|before: char| before.is_whitespace()) || at == 0;
        let (class, end) = if !comment.is_empty() && begins && text[at..].starts_with(comment) {
            ("flag", text[at..].find('\n').map_or(text.len(), |length| at + length))
        } else if quotes.contains(&letter) {
            ("text", end_of_quote(text, at, letter))
        } else {
            at += letter.len_utf8();
            continue;
        };
        code.push("plain", &text[plain..at]);
        code.push(class, &text[at..end]);
        (plain, at) = (end, end);
    }
    code.push("plain", &text[plain..]);
    code
}

/// Behind the closing quote, or right behind the opening one if there is none.
fn end_of_quote(text: &str, start: usize, quote: char) -> usize {
    let mut is_escaped = false;
    for (index, letter) in text[start + 1..].char_indices() {
        if letter == quote && !is_escaped {
            return start + 1 + index + 1;
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    start + 1
}

/// A call of this endpoint in the sandbox, ready for a shell in which `API_KEY` is set.
pub fn curl(origin: &str, endpoint: &ApiEndpoint, example: Option<&Example>) -> CodeSample {
    let path = endpoint.path_parameters().fold(endpoint.path.to_owned(), |path, name| {
        path.replace(&format!("{{{name}}}"), &examples::id_of(endpoint, name))
    });
    let mut code = CodeSample::default();
    code.push("name", "curl ");
    match (endpoint.method, example) {
        // With a body, curl sends a POST by itself.
        (Method::Get, _) | (Method::Post, Some(_)) => {}
        (Method::Post | Method::Patch, _) => {
            code.push("flag", "-X ");
            code.push("plain", format!("{} ", endpoint.method.name()));
        }
    }
    code.push("plain", format!("{origin}/sandbox/v1{path}"));
    code.header("Authorization: Bearer $API_KEY");
    if endpoint.remembers_idempotency_key() {
        // Examples may be pasted one after the other, so no two of a path share a key.
        code.header(&format!("Idempotency-Key: first-{}", example.map_or("request", |example| example.key)));
    }
    if let Some(example) = example {
        code.header("Content-Type: application/json");
        code.push("plain", " \\\n  ");
        code.push("flag", "-d ");
        code.push("plain", "'");
        write(&example.value, 0, &mut code);
        code.push("plain", "'");
    }
    code
}

#[cfg(test)]
mod tests {
    use super::{curl, json, source};
    use crate::api::ENDPOINTS;
    use crate::openapi::examples::{of_body, of_object};

    fn text(code: &super::CodeSample) -> String {
        code.tokens.iter().map(|token| token.text.as_str()).collect()
    }

    #[test]
    fn coloured_code_is_still_the_same_code() {
        for (text, comment, coloured) in [
            ("a = \"b # c\" # d\ne", "#", &["\"b # c\"", "# d"][..]),
            ("x = 'it \\' is' // y", "//", &["'it \\' is'", "// y"]),
            ("fn main() { let a: &'a str = \"é\"; }", "//", &["\"é\""]),
            ("https://a.example don't", "//", &[]),
            ("${a#b} \"open", "#", &[]),
            ("", "#", &[]),
        ] {
            let code = source(text, comment);
            assert_eq!(self::text(&code), text);
            let found: Vec<&str> = code
                .tokens
                .iter()
                .filter(|token| token.class != "plain")
                .map(|token| token.text.as_str())
                .collect();
            let short: Vec<&str> = found.into_iter().filter(|text| text.len() > 1).collect();
            assert_eq!(short, coloured, "{text}");
        }
    }

    #[test]
    fn coloured_json_is_still_the_same_json() {
        for endpoint in ENDPOINTS {
            let value = of_object(endpoint.answer);
            let pretty = serde_json::to_string_pretty(&value).expect("JSON");
            assert_eq!(text(&json(&value)), pretty);
        }
    }

    #[test]
    fn a_body_never_ends_its_quotes_in_the_shell() {
        for endpoint in ENDPOINTS {
            for example in endpoint.body.map(of_body).unwrap_or_default() {
                assert!(!example.value.to_string().contains('\''), "{}", endpoint.id);
            }
        }
    }

    #[test]
    fn a_call_names_its_method_where_curl_would_choose_another() {
        for endpoint in ENDPOINTS {
            let examples = endpoint.body.map(of_body).unwrap_or_default();
            let call = text(&curl("http://localhost", endpoint, examples.first()));
            let named = call.starts_with(&format!("curl -X {} ", endpoint.method.name()));
            let chosen = if examples.is_empty() { "GET" } else { "POST" };
            assert_eq!(named, endpoint.method.name() != chosen, "{call}");
            assert!(!call.contains("id}"), "{call}");
        }
    }
}
