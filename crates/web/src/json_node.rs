//! A JSON body as it was sent: borrowed where possible, with no key twice.
//!
//! Maps usually keep the last of two equal keys and lose the other; with money that is not acceptable.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use sha2::{Digest, Sha256};

/// No object of the API has nearly as many, and every unknown one costs an explanation.
const MOST_KEYS: usize = 1_000;
const TOO_MANY_KEYS: &str = "too many keys";
/// No list of the API has nearly as many. Up to here, a list that is too long is refused with its length.
const MOST_ELEMENTS: usize = 10_000;
const TOO_MANY_ELEMENTS: &str = "too many elements";

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
        let text = str::from_utf8(body).map_err(|error| {
            format!("The body is not UTF-8: there is a wrong byte at position {}.", error.valid_up_to())
        })?;
        if text.starts_with('\u{feff}') {
            return Err("The body starts with a byte order mark; send plain UTF-8.".to_owned());
        }
        serde_json::from_str(text).map_err(|error| {
            let place = format!("line {}, column {}", error.line(), error.column());
            match error.classify() {
                serde_json::error::Category::Data if error.to_string().starts_with(TOO_MANY_KEYS) => {
                    format!("An object in the body has more than {MOST_KEYS} keys, at {place}.")
                }
                serde_json::error::Category::Data if error.to_string().starts_with(TOO_MANY_ELEMENTS) => {
                    format!("A list in the body has more than {MOST_ELEMENTS} elements, at {place}.")
                }
                serde_json::error::Category::Data => {
                    format!("The body has the same key twice in one object, at {place}.")
                }
                serde_json::error::Category::Eof if text.trim().is_empty() => {
                    "The body is empty; send a JSON object.".to_owned()
                }
                serde_json::error::Category::Eof => format!("The JSON ends too early, at {place}."),
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

impl<'de> Deserialize<'de> for JsonNode<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonNode<'de>, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

/// A key that borrows from the body unless it has escapes.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key<'de>, D::Error> {
        match deserializer.deserialize_str(NodeVisitor)? {
            JsonNode::Text(text) => Ok(Key(text)),
            _ => Err(D::Error::custom("a key is a string")),
        }
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
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
        while let Some(item) = access.next_element()? {
            if items.len() == MOST_ELEMENTS {
                return Err(A::Error::custom(TOO_MANY_ELEMENTS));
            }
            items.push(item);
        }
        Ok(JsonNode::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<JsonNode<'de>, A::Error> {
        let mut fields: Vec<(Cow<'de, str>, JsonNode<'de>)> = Vec::new();
        let mut names = HashSet::new();
        while let Some(Key(name)) = access.next_key()? {
            if names.len() == MOST_KEYS {
                return Err(A::Error::custom(TOO_MANY_KEYS));
            }
            if !names.insert(name.clone()) {
                return Err(A::Error::custom("the same key twice"));
            }
            fields.push((name, access.next_value()?));
        }
        Ok(JsonNode::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::JsonNode;

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

    #[test]
    fn an_error_never_repeats_the_body() {
        for wrong in ["{\"4111111111111111\" 1}", "{\"a\":\"s3cr3t\",\"a\":\"s3cr3t\"}", "s3cr3t"] {
            let error = JsonNode::parse(wrong.as_bytes()).expect_err(wrong);
            assert!(!error.contains("s3cr3t") && !error.contains("4111"), "{error}");
        }
    }
}
