//! The messages of the catalogs as their translators see them, for comparing languages.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast;
use fluent_syntax::parser;
use rules::language::Language;

/// What a message consists of, over all its variants.
#[derive(Default, Debug)]
pub struct Message {
    pub area: String,
    pub variables: BTreeSet<String>,
    /// The variables that choose between variants, each with the names of these.
    pub selectors: BTreeMap<String, BTreeSet<String>>,
    /// Every text that a reader can get, with variables as `{$name}`.
    pub texts: Vec<String>,
}

impl Message {
    pub fn tags(&self) -> BTreeSet<String> {
        let tag = |rest: &str| rest.split('>').next().map(|tag| format!("<{tag}>"));
        self.texts.iter().flat_map(|text| text.split('<').skip(1).filter_map(tag)).collect()
    }
}

/// The messages of a language in the order of its files.
pub fn messages(language: Language) -> Vec<(String, Message)> {
    let folder = format!("{}/catalogs/{}", env!("CARGO_MANIFEST_DIR"), language.name());
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the catalogs")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let mut messages = Vec::new();
    for path in paths {
        let area = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let source = std::fs::read_to_string(&path).expect("UTF-8");
        let resource = parser::parse(source.as_str()).expect("Fluent");
        for entry in &resource.body {
            if let ast::Entry::Message(message) = entry {
                let pattern = message.value.as_ref().expect("a text");
                messages.push((message.id.name.to_owned(), of_pattern(&area, pattern)));
            }
        }
    }
    messages
}

pub fn by_key(language: Language) -> BTreeMap<String, Message> {
    messages(language).into_iter().collect()
}

fn of_pattern(area: &str, pattern: &ast::Pattern<&str>) -> Message {
    let mut message = Message { area: area.to_owned(), ..Message::default() };
    message.texts = texts(pattern, &mut message);
    message
}

/// Every text that the pattern can become: each variant of a choice makes one of its own.
fn texts(pattern: &ast::Pattern<&str>, message: &mut Message) -> Vec<String> {
    let mut texts = vec![String::new()];
    for element in &pattern.elements {
        let next = match element {
            ast::PatternElement::TextElement { value } => vec![(*value).to_owned()],
            ast::PatternElement::Placeable { expression } => of_expression(expression, message),
        };
        texts = texts.iter().flat_map(|text| next.iter().map(move |next| format!("{text}{next}"))).collect();
    }
    texts
}

fn of_expression(expression: &ast::Expression<&str>, message: &mut Message) -> Vec<String> {
    match expression {
        ast::Expression::Inline(ast::InlineExpression::VariableReference { id }) => {
            message.variables.insert(id.name.to_owned());
            vec![format!("{{${}}}", id.name)]
        }
        ast::Expression::Inline(ast::InlineExpression::StringLiteral { value }) => vec![(*value).to_owned()],
        ast::Expression::Select { selector: ast::InlineExpression::VariableReference { id }, variants } => {
            message.variables.insert(id.name.to_owned());
            let names = variants.iter().map(|variant| match &variant.key {
                ast::VariantKey::Identifier { name } => (*name).to_owned(),
                ast::VariantKey::NumberLiteral { value } => (*value).to_owned(),
            });
            message.selectors.entry(id.name.to_owned()).or_default().extend(names);
            variants.iter().flat_map(|variant| texts(&variant.value, message)).collect()
        }
        other => panic!("catalogs have no {other:?}"),
    }
}
