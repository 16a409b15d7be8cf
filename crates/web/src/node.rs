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
pub enum Node<'a> {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(Cow<'a, str>),
    List(Vec<Node<'a>>),
    Object(Vec<(Cow<'a, str>, Node<'a>)>),
}

impl<'a> Node<'a> {
    /// Reads a whole body. The error says what is wrong and where, but never repeats what was sent.
    pub fn parse(body: &'a [u8]) -> Result<Node<'a>, String> {
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

    pub fn get(&self, key: &str) -> Option<&Node<'a>> {
        match self {
            Node::Object(fields) => fields.iter().find(|(name, _)| name == key).map(|(_, node)| node),
            _ => None,
        }
    }

    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_text()
    }

    /// The elements of a list; none if there is no list.
    pub fn list(&self, key: &str) -> &[Node<'a>] {
        match self.get(key) {
            Some(Node::List(items)) => items,
            _ => &[],
        }
    }

    pub fn integer(&self, key: &str) -> Option<i64> {
        match self.get(key)? {
            Node::Number(number) => number.as_i64(),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The name of the JSON type, for people.
    pub fn type_name(&self) -> &'static str {
        match self {
            Node::Null => "null",
            Node::Bool(_) => "a boolean",
            Node::Number(_) => "a number",
            Node::Text(_) => "a string",
            Node::List(_) => "an array",
            Node::Object(_) => "an object",
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
            Node::Null => out.push_str("null"),
            Node::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Node::Number(number) => out.push_str(&number.to_string()),
            Node::Text(text) => write_text(text, out),
            Node::List(items) => {
                out.push('[');
                for item in items {
                    item.write_canonical(out);
                    out.push(',');
                }
                out.push(']');
            }
            Node::Object(fields) => {
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

impl<'de> Deserialize<'de> for Node<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node<'de>, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

/// A key that borrows from the body unless it has escapes.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Key<'de>, D::Error> {
        match deserializer.deserialize_str(NodeVisitor)? {
            Node::Text(text) => Ok(Key(text)),
            _ => Err(D::Error::custom("a key is a string")),
        }
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Node<'de>, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node<'de>, E> {
        Ok(Node::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node<'de>, E> {
        Ok(Node::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node<'de>, E> {
        Ok(Node::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node<'de>, E> {
        Ok(serde_json::Number::from_f64(value).map_or(Node::Null, Node::Number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Node<'de>, E> {
        Ok(Node::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Node<'de>, E> {
        Ok(Node::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Node<'de>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            if items.len() == MOST_ELEMENTS {
                return Err(A::Error::custom(TOO_MANY_ELEMENTS));
            }
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Node<'de>, A::Error> {
        let mut fields: Vec<(Cow<'de, str>, Node<'de>)> = Vec::new();
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
        Ok(Node::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::Node;

    #[test]
    fn the_fingerprint_ignores_order_spacing_and_escapes_and_nothing_else() {
        let same = ["{\"a\":\"1\",\"b\":[1,2]}", " { \"b\" : [ 1 , 2 ] ,\n\t\"a\": \"\\u0031\" } "];
        let prints: Vec<_> =
            same.map(|text| Node::parse(text.as_bytes()).expect("JSON").fingerprint()).into();
        assert_eq!(prints[0], prints[1]);
        for other in [
            "{\"a\":\"1\",\"b\":[2,1]}",
            "{\"a\":1,\"b\":[1,2]}",
            "{\"a\":\"1\"}",
            "{\"a\":\"1\",\"b\":[12]}",
            "{\"a\":\"1\",\"b\":[1,2],\"c\":null}",
            "{\"a\":\"1 \",\"b\":[1,2]}",
        ] {
            assert_ne!(Node::parse(other.as_bytes()).expect("JSON").fingerprint(), prints[0], "{other}");
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
            assert!(Node::parse(wrong.as_bytes()).is_err(), "{:.20}", wrong);
        }
        assert!(Node::parse(b"{\"a\":\"\xff\"}").is_err());
    }

    #[test]
    fn an_error_never_repeats_the_body() {
        for wrong in ["{\"4111111111111111\" 1}", "{\"a\":\"s3cr3t\",\"a\":\"s3cr3t\"}", "s3cr3t"] {
            let error = Node::parse(wrong.as_bytes()).expect_err(wrong);
            assert!(!error.contains("s3cr3t") && !error.contains("4111"), "{error}");
        }
    }
}
