//! The rail object as Florin stores and returns it.

use rules::rail::Rail;

use crate::json_node::{JsonNode, write_text};
use crate::rails;
use crate::shape::{FieldKind, Object};

/// The rail object of a checked body as JSON, in the order of its description.
pub fn render_details(rail: Rail, body: &JsonNode<'_>) -> String {
    let mut json = String::new();
    if let Some(details) = body.get(rail.property()) {
        write_object(rails::view(rail).details, details, &mut json);
    }
    json
}

fn write_object(object: &Object, node: &JsonNode<'_>, json: &mut String) {
    let mut separator = '{';
    for field in object.fields {
        let Some(value) = node.get(field.name) else { continue };
        json.push(separator);
        separator = ',';
        write_text(field.name, json);
        json.push(':');
        match (&field.kind, value) {
            (FieldKind::Object(inner), value) => write_object(inner, value, json),
            (_, JsonNode::Text(text)) => write_text(text, json),
            (_, other) => unreachable!("the shape let {} through", other.type_name()),
        }
    }
    json.push('}');
}

#[cfg(test)]
mod tests {
    use super::render_details;
    use crate::json_node::JsonNode;
    use rules::rail::Rail;

    #[test]
    fn details_are_rendered_in_the_order_of_the_description() {
        let body =
            r#"{"payment_rail":"mxn_spei","mxn_spei":{"spei_clabe":"1","beneficiary_name":"A \"B\""}}"#;
        let node = JsonNode::parse(body.as_bytes()).expect("JSON");
        let expected = r#"{"beneficiary_name":"A \"B\"","spei_clabe":"1"}"#;
        assert_eq!(render_details(Rail::MxnSpei, &node), expected);
    }
}
