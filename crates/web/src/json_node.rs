//! A JSON body as it was sent: borrowed where possible, with no key twice.
//!
//! Maps usually keep the last of two equal keys and lose the other; with money that is not acceptable.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use sha2::{Digest, Sha256};

/// No object of the API has nearly as many, and every unknown one costs an explanation.
const MAX_KEYS: usize = 1_000;
const TOO_MANY_KEYS: &str = "too many keys";
/// No body of the API has nearly as many: each costs far more than the few bytes that it takes to send one. Up to
/// here, a list that is too long is refused with its length.
const MAX_VALUES: usize = 10_000;
const TOO_MANY_VALUES: &str = "too many values";

#[derive(Clone, PartialEq, Debug)]
pub enum JsonNode<'a> {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(Cow<'a, str>),
    List(Vec<JsonNode<'a>>),
    Object(Vec<(Cow<'a, str>, JsonNode<'a>)>),
}

impl<'a> JsonNode<'a> {
    /// Reads a whole body. The error says what is wrong and where, but never repeats what was sent.
    pub fn parse(body: &'a [u8]) -> Result<JsonNode<'a>, String> {
        let text = str::from_utf8(body)
            .map_err(|error| format!("The body is not valid UTF-8 at byte {}.", error.valid_up_to()))?;
        if text.starts_with('\u{feff}') {
            return Err("The body starts with a byte order mark. Send UTF-8 without it.".to_owned());
        }
        read(text).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            match error.classify() {
                serde_json::error::Category::Data if error.to_string().starts_with(TOO_MANY_KEYS) => {
                    format!("An object in the body has more than {MAX_KEYS} keys, at {place}.")
                }
                serde_json::error::Category::Data if error.to_string().starts_with(TOO_MANY_VALUES) => {
                    format!("The body has more than {MAX_VALUES} values, at {place}.")
                }
                serde_json::error::Category::Data => {
                    format!("An object in the body has the same key twice, at {place}.")
                }
                serde_json::error::Category::Eof if text.trim().is_empty() => {
                    "The body is empty. Send a JSON object.".to_owned()
                }
                serde_json::error::Category::Eof => format!("The JSON is incomplete, at {place}."),
                serde_json::error::Category::Syntax | serde_json::error::Category::Io => {
                    format!("The body is not valid JSON, at {place}.")
                }
            }
        })
    }

    pub fn get(&self, key: &str) -> Option<&JsonNode<'a>> {
        match self {
            JsonNode::Object(fields) => fields.iter().find(|(name, _)| name == key).map(|(_, node)| node),
            _ => None,
        }
    }

    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_text()
    }

    /// The elements of a list; none if there is no list.
    pub fn list(&self, key: &str) -> &[JsonNode<'a>] {
        match self.get(key) {
            Some(JsonNode::List(items)) => items,
            _ => &[],
        }
    }

    pub fn integer(&self, key: &str) -> Option<i64> {
        match self.get(key)? {
            JsonNode::Number(number) => number.as_i64(),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            JsonNode::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The name of the JSON type, for people.
    pub fn type_name(&self) -> &'static str {
        match self {
            JsonNode::Null => "null",
            JsonNode::Bool(_) => "a boolean",
            JsonNode::Number(_) => "a number",
            JsonNode::Text(_) => "a string",
            JsonNode::List(_) => "an array",
            JsonNode::Object(_) => "an object",
        }
    }

    /// A hash of what the body says, whatever its white space, key order and escapes.
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut text = String::new();
        self.write_canonical(&mut text);
        Sha256::digest(text.as_bytes()).into()
    }

    fn write_canonical(&self, out: &mut String) {
        match self {
            JsonNode::Null => out.push_str("null"),
            JsonNode::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            JsonNode::Number(number) => out.push_str(&number.to_string()),
            JsonNode::Text(text) => write_text(text, out),
            JsonNode::List(items) => {
                out.push('[');
                for item in items {
                    item.write_canonical(out);
                    out.push(',');
                }
                out.push(']');
            }
            JsonNode::Object(fields) => {
                let mut fields: Vec<_> = fields.iter().collect();
                fields.sort_by(|(left, _), (right, _)| left.cmp(right));
                out.push('{');
                for (name, node) in fields {
                    write_text(name, out);
                    out.push(':');
                    node.write_canonical(out);
                    out.push(',');
                }
                out.push('}');
            }
        }
    }
}

/// The text as a JSON string.
pub fn write_text(text: &str, out: &mut String) {
    out.push_str(&serde_json::to_string(text).expect("a string is always JSON"));
}

fn read(text: &str) -> Result<JsonNode<'_>, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let values_left = Cell::new(MAX_VALUES);
    let node = NodeVisitor { values_left: &values_left }.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(node)
}

/// Reads one value of a body, and counts it.
#[derive(Clone, Copy)]
struct NodeVisitor<'b> {
    values_left: &'b Cell<usize>,
}

impl<'de> DeserializeSeed<'de> for NodeVisitor<'_> {
    type Value = JsonNode<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<JsonNode<'de>, D::Error> {
        let Some(left) = self.values_left.get().checked_sub(1) else {
            return Err(D::Error::custom(TOO_MANY_VALUES));
        };
        self.values_left.set(left);
        deserializer.deserialize_any(self)
    }
}

/// A key that borrows from the body unless it has escapes.
struct KeyVisitor;

impl<'de> DeserializeSeed<'de> for KeyVisitor {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KeyVisitor {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}

impl<'de> Visitor<'de> for NodeVisitor<'_> {
    type Value = JsonNode<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<JsonNode<'de>, E> {
        Ok(JsonNode::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<JsonNode<'de>, E> {
        Ok(JsonNode::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<JsonNode<'de>, E> {
        Ok(JsonNode::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<JsonNode<'de>, E> {
        Ok(JsonNode::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<JsonNode<'de>, E> {
        Ok(serde_json::Number::from_f64(value).map_or(JsonNode::Null, JsonNode::Number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<JsonNode<'de>, E> {
        Ok(JsonNode::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<JsonNode<'de>, E> {
        Ok(JsonNode::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<JsonNode<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element_seed(self)? {
            items.push(item);
        }
        Ok(JsonNode::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<JsonNode<'de>, A::Error> {
        let mut fields: Vec<(Cow<'de, str>, JsonNode<'de>)> = Vec::new();
        let mut names = HashSet::new();
        while let Some(name) = access.next_key_seed(KeyVisitor)? {
            if names.len() == MAX_KEYS {
                return Err(A::Error::custom(TOO_MANY_KEYS));
            }
            if !names.insert(name.clone()) {
                return Err(A::Error::custom("the same key twice"));
            }
            fields.push((name, access.next_value_seed(self)?));
        }
        Ok(JsonNode::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::{JsonNode, MAX_VALUES};

    #[test]
    fn the_fingerprint_ignores_order_spacing_and_escapes_and_nothing_else() {
        let same = ["{\"a\":\"1\",\"b\":[1,2]}", " { \"b\" : [ 1 , 2 ] ,\n\t\"a\": \"\\u0031\" } "];
        let prints: Vec<_> =
            same.map(|text| JsonNode::parse(text.as_bytes()).expect("JSON").fingerprint()).into();
        assert_eq!(prints[0], prints[1]);
        for other in [
            "{\"a\":\"1\",\"b\":[2,1]}",
            "{\"a\":1,\"b\":[1,2]}",
            "{\"a\":\"1\"}",
            "{\"a\":\"1\",\"b\":[12]}",
            "{\"a\":\"1\",\"b\":[1,2],\"c\":null}",
            "{\"a\":\"1 \",\"b\":[1,2]}",
        ] {
            assert_ne!(JsonNode::parse(other.as_bytes()).expect("JSON").fingerprint(), prints[0], "{other}");
        }
    }

    #[test]
    fn what_is_not_one_json_value_without_doubled_keys_is_refused() {
        let deep = "[".repeat(100_000);
        for wrong in [
            "",
            " ",
            "{",
            "{\"a\":1,\"a\":1}",
            "{\"a\":{\"b\":1,\"\\u0062\":2}}",
            "{} {}",
            "\u{feff}{}",
            "NaN",
            "{'a':1}",
            "{\"a\":\"\\ud800\"}",
            "[1,]",
            "1e999",
            "\"\n\"",
            &deep,
            "// {}",
        ] {
            assert!(JsonNode::parse(wrong.as_bytes()).is_err(), "{:.20}", wrong);
        }
        assert!(JsonNode::parse(b"{\"a\":\"\xff\"}").is_err());
    }

    /// However they are nested: reading a small value costs a hundred times as much as reading its bytes in a string.
    #[test]
    fn a_body_has_so_many_values_and_no_more() {
        let flat = |count: usize| format!("[{}0]", "0,".repeat(count - 1));
        let nested = format!("[{}0]", format!("[{}{{}}],", r#"{"a":0},"#.repeat(99)).repeat(100));
        let deep = format!("{}{}", r#"{"a":["#.repeat(60), "]}".repeat(60));
        for (body, is_read) in [
            (flat(MAX_VALUES - 1), true),
            (flat(MAX_VALUES), false),
            (format!(r#"{{"items":[{nested}]}}"#), false),
            (deep, true),
        ] {
            let read = JsonNode::parse(body.as_bytes());
            assert_eq!(read.is_ok(), is_read, "{body:.40}");
            assert!(is_read || read.is_err_and(|error| error.contains("more than 10000 values")));
        }
    }

    #[test]
    fn an_error_never_repeats_the_body() {
        for wrong in ["{\"4111111111111111\" 1}", "{\"a\":\"s3cr3t\",\"a\":\"s3cr3t\"}", "s3cr3t"] {
            let error = JsonNode::parse(wrong.as_bytes()).expect_err(wrong);
            assert!(!error.contains("s3cr3t") && !error.contains("4111"), "{error}");
        }
    }
}
