//! What of requests is shown, and that nothing private is.

use axum::http::Uri;

use super::{body, location, path, problem};
use crate::api::{ENDPOINTS, bank_accounts, payouts, recipients, transactions};
use crate::json_node::JsonNode;
use crate::problem::{Detail, Problem, Slug};

fn sent(endpoint: &'static crate::api::ApiEndpoint, json: &str) -> String {
    body(endpoint.body, &JsonNode::parse(json.as_bytes()).expect("JSON")).0.replace(['\n', ' '], "")
}

#[test]
fn harmless_values_are_shown_and_all_others_are_not() {
    let json = r#"{"items": [{"email": "ada@example.com", "amount": "12.50", "reference": "for Ada"},
        {"recipient_id": "rcp_01kdvq3y5cf2ab6ngnm3hcrkve", "amount": "1"}], "reference": "salaries"}"#;
    let items = [
        r#"{"email":"a•••@example.com","amount":"12.50","reference":"[redacted]"}"#,
        r#"{"recipient_id":"rcp_01kdvq3y5cf2ab6ngnm3hcrkve","amount":"1"}"#,
    ];
    let shown = format!(r#"{{"items":[{}],"reference":"[redacted]"}}"#, items.join(","));
    assert_eq!(sent(&payouts::CREATE, json), shown);
    let json = r#"{"name": "Ada's bank", "currency": "MXN", "payment_rail": "mxn_spei",
        "mxn_spei": {"clabe": "032180000118359719", "beneficiary_name": "Ada Lovelace"}}"#;
    let shown = sent(&bank_accounts::CREATE, json);
    for hidden in ["Ada", "032180000118359719", "Lovelace"] {
        assert!(!shown.contains(hidden), "{shown}");
    }
    for open in [r#""currency":"MXN""#, r#""payment_rail":"mxn_spei""#, r#""clabe":"[redacted]""#] {
        assert!(shown.contains(open), "{shown}");
    }
}

#[test]
fn a_value_in_the_wrong_field_is_not_shown() {
    let iban = "DE89370400440532013000";
    for json in [
        format!(r#"{{"items": [{{"amount": "{iban}", "recipient_id": "{iban}", "email": "{iban}"}}]}}"#),
        format!(r#"{{"items": "{iban}", "{iban}": 1, "unknown": "{iban}", "reference": {{"a": "{iban}"}}}}"#),
        format!(r#"{{"items": [["{iban}", {{"{iban}": "{iban}"}}]], "unknown": [4532013000]}}"#),
        format!(r#"["{iban}"]"#),
        format!(r#""{iban}""#),
    ] {
        let shown = sent(&payouts::CREATE, &json);
        assert!(!shown.contains("53201") && shown.contains("[redacted]"), "{shown}");
    }
    assert_eq!(
        sent(&payouts::CREATE, r#"{"item": {"nested": null}, "ADA": true}"#),
        r#"{"item":{"nested":null},"[redacted]":"[redacted]"}"#
    );
}

/// Each field of each object that requests and responses can have, filled with a private text.
#[test]
fn no_field_of_any_endpoint_shows_a_private_text() {
    const PRIVATE: &str = "Ada Lovelace, DE89370400440532013000";
    fn filled(object: &'static crate::shape::Object) -> String {
        use crate::shape::FieldKind;
        let fields = object.fields.iter().map(|field| {
            let value = match field.kind {
                FieldKind::Object(inner) => filled(inner),
                FieldKind::List { of, .. } => format!("[{}, \"{PRIVATE}\"]", filled(of)),
                FieldKind::Text(text) if matches!(text.reads, crate::shape::TextFormat::Public) => {
                    "1".to_owned()
                }
                _ => format!("\"{PRIVATE}\""),
            };
            format!("\"{}\": {value}", field.name)
        });
        format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
    }
    for endpoint in ENDPOINTS {
        for object in endpoint.body.into_iter().chain([endpoint.answer]) {
            let json = filled(object);
            let (shown, _) = body(Some(object), &JsonNode::parse(json.as_bytes()).expect("JSON"));
            assert!(!shown.contains("Lovelace") && !shown.contains("DE89"), "{}: {shown}", endpoint.id);
        }
    }
}

#[test]
fn paths_show_ids_and_harmless_parameters() {
    let check = |endpoint, sent: &str, shown: &str| {
        assert_eq!(path(endpoint, &sent.parse::<Uri>().expect("a path")), shown);
    };
    check(&payouts::LIST, "/v1/payouts", "/v1/payouts");
    check(
        &payouts::GET,
        "/sandbox/v1/payouts/po_01kdvq3y5cf2ab6ngnm3hc0000",
        "/sandbox/v1/payouts/po_01kdvq3y5cf2ab6ngnm3hc0000",
    );
    check(&recipients::GET, "/v1/recipients/ada@example.com", "/v1/recipients/[redacted]");
    check(
        &payouts::LIST,
        "/v1/payouts?page_size=5&status=completed&reference=Ada&cursor=abc&created_from=2026-01-31T12:00:00Z",
        "/v1/payouts?page_size=5&status=completed&reference=[redacted]&cursor=[redacted]\
         &created_from=2026-01-31T12:00:00Z",
    );
    check(
        &recipients::LIST,
        "/v1/recipients?email=ada%40example.com&page_size=IBAN&Ada=1&name=Ada",
        "/v1/recipients?email=a•••@example.com&page_size=[redacted]&[redacted]=[redacted]&name=[redacted]",
    );
    let long = format!("/v1/transactions?{}", "status=completed&".repeat(200));
    let shown = path(&transactions::LIST, &long.parse::<Uri>().expect("a path"));
    assert!(shown.len() < 510 && shown.ends_with('…'), "{shown}");
}

#[test]
fn problems_keep_their_texts_and_lose_their_values() {
    let detail = Detail {
        value: Some("DE89".into()),
        ..Detail::new("body.items[0].ada@example.com", "is not a property of this object")
    };
    let (shown, is_cut) = problem(&Problem::invalid(vec![detail]));
    assert!(!is_cut && !shown.contains("DE89") && !shown.contains("ada"), "{shown}");
    assert!(shown.contains("body.items[0].[redacted]") && shown.contains("is not a property"), "{shown}");
    let (shown, _) = problem(&Problem::new(Slug::InsufficientFunds, "Insufficient funds: 5 USDC needed."));
    assert!(shown.contains("insufficient_funds") && shown.contains("5 USDC needed"), "{shown}");
    assert_eq!(location("header.Idempotency-Key"), "header.Idempotency-Key");
    assert_eq!(location("body.mxn_spei.DE89"), "body.mxn_spei.[redacted]");
}

#[test]
fn a_long_body_is_cut() {
    let items = vec![r#"{"amount": "1.00"}"#; 2_000].join(",");
    let json = format!(r#"{{"items": [{items}]}}"#);
    let (shown, is_cut) = body(payouts::CREATE.body, &JsonNode::parse(json.as_bytes()).expect("JSON"));
    assert!(is_cut && shown.len() <= super::LONGEST_BODY, "{}", shown.len());
}
