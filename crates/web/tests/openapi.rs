//! The description against the code it describes: the golden file, and that nothing is missing on either
//! side.

use std::collections::BTreeSet;
use std::path::Path;

use rules::event_type::EventType;
use serde_json::Value;
use web::ENDPOINTS;

/// Objects that never have a property which the reference does not list.
const CLOSED: [&str; 22] = [
    "Address",
    "ArsTransfersInfo",
    "BankAccount",
    "BrlPixInfo",
    "CadEftInfo",
    "CopAchInfo",
    "CreateBankAccount",
    "CreateDeposit",
    "CreatePayout",
    "CreatePayoutItem",
    "CreateQuote",
    "CreateWithdrawal",
    "EurSepaInfo",
    "MxnSpeiInfo",
    "Problem",
    "ProblemDetail",
    "SimulateClock",
    "SimulateDeposit",
    "SimulateInboundTransfer",
    "SimulateWithdrawal",
    "UpdateBankAccount",
    "UsdRailInfo",
];

/// The enumerations of the reference, but for the countries.
const ENUMERATIONS: [(&str, &str); 11] = [
    ("Currency", "USDC USDT USD BRL ARS COP MXN CAD EUR"),
    ("FiatPaymentMethod", "usd_ach usd_fedwire brl_pix ars_transfers_3_0 cop_pse mxn_spei cad_eft eur_sepa"),
    ("BankAccountStatus", "active archived"),
    ("BankAccountHolderType", "business individual"),
    ("BankAccountType", "checking savings"),
    ("ARSTransfersType", "cvu cbu alias"),
    ("COPDocumentType", "cc ce nit pass pep"),
    ("PayoutStatus", "processing completed failed cancelled"),
    ("PayoutItemStatus", "processing pending_claim completed failed cancelled"),
    ("TransactionType", "deposit withdrawal payout inbound_transfer"),
    (
        "TransactionStatus",
        "queued awaiting_transfer processing completed failed cancelled expired pending_claim",
    ),
];

/// The countries of the reference, in its order.
const COUNTRIES: &str = "\
AUS AUT AZE ALB DZA ASM AIA AGO AND ATG ARE ARG ARM ABW AFG BHS BGD BRB BHR BLR BLZ BEL BEN BMU BGR BOL \
BIH BWA BRA IOT BRN BFA BDI BTN VUT VAT GBR HUN VEN VGB VIR TLS VNM GAB HTI GUY GMB GHA GLP GTM GIN GNB \
DEU GIB HND HKG GRD GRL GRC GEO GUM DNK COD DJI DMA DOM EGY ZMB ZWE ISR IND IDN JOR IRQ IRN IRL ISL ESP \
ITA YEM KAZ CYM KHM CMR CAN QAT KEN CYP KIR CHN COL COM COG PRK KOR CRI CIV CUB KWT KGZ LAO LVA LSO LBR \
LBN LBY LTU LIE LUX MUS MRT MDG MYT MAC MKD MWI MYS MLI MDV MLT MNP MAR MTQ MHL MEX FSM MOZ MDA MCO MNG \
MSR MMR NAM NRU NPL NER NGA NLD NIC NIU NZL NCL NOR OMN IMN SHN WLF CPV COK WSM TCA PAK PLW PSE PAN PNG \
PRY PER POL PRT PRI REU RUS RWA ROU SLV SMR STP SAU SWZ SYC SEN SPM VCT KNA LCA SGP SYR SVK SVN USA SLB \
SOM SDN SUR SLE TJK TWN THA TZA TGO TKL TON TTO TUV TUN TKM TUR UGA UZB UKR URY FRO FJI PHL FIN FLK FRA \
GUF PYF HRV CAF TCD CZE CHL CHE SWE LKA ECU GNQ ERI EST ETH ZAF SGS JAM MNE BLM SXM SRB BES GGY JEY CUW \
MAF SSD JPN";

fn document() -> Value {
    serde_json::from_str(&web::openapi_json()).expect("the description is JSON")
}

fn operations(document: &Value) -> Vec<(String, String, &Value)> {
    let paths = document["paths"].as_object().expect("paths is an object");
    let of_path = |(path, operations): (&String, &'_ Value)| -> Vec<(String, String)> {
        let methods = operations.as_object().expect("a path is an object").keys();
        methods.map(|method| (method.to_uppercase(), path.clone())).collect()
    };
    let names = paths.iter().flat_map(of_path);
    names
        .map(|(method, path)| {
            let operation = &document["paths"][&path][method.to_lowercase()];
            (method, path, operation)
        })
        .collect()
}

#[test]
fn the_golden_file_is_what_the_code_says() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let said = web::openapi_json() + "\n";
    #[allow(clippy::disallowed_methods, reason = "a switch of this test alone, not a setting of the service")]
    let update = std::env::var("UPDATE_GOLDEN").is_ok();
    if update {
        std::fs::write(&golden, &said).expect("the golden file can be written");
    }
    let kept = std::fs::read_to_string(&golden).expect("the golden file can be read");
    assert!(
        kept == said,
        "openapi.json is out of date: run the test again with UPDATE_GOLDEN=1 and look at the diff"
    );
}

#[test]
fn the_document_has_every_endpoint_with_its_scope_and_no_other() {
    let document = document();
    let described: BTreeSet<(String, String, String, String)> = operations(&document)
        .into_iter()
        .map(|(method, path, operation)| {
            let ways = ["bearer", "basic", "oauth"].into_iter().enumerate();
            let scopes: Vec<&Value> = ways.map(|(place, way)| &operation["security"][place][way]).collect();
            assert!(scopes.iter().all(|scope| *scope == scopes[0]), "{method} {path}");
            let text = |value: &Value| value.as_str().expect("a string").to_owned();
            (method, path, text(&operation["operationId"]), text(&scopes[0][0]))
        })
        .collect();
    let routed: BTreeSet<(String, String, String, String)> = ENDPOINTS
        .iter()
        .map(|endpoint| {
            let texts = [endpoint.method.name(), endpoint.path, endpoint.id, endpoint.scopes[0].name()];
            texts.map(str::to_owned).into()
        })
        .collect();
    assert_eq!(described, routed);
    assert_eq!(operations(&document).len(), ENDPOINTS.len());
}

#[test]
fn every_operation_has_a_name_of_its_own_and_says_its_scope_in_words() {
    let document = document();
    let operations = operations(&document);
    let ids: BTreeSet<&str> =
        operations.iter().filter_map(|(_, _, said)| said["operationId"].as_str()).collect();
    assert_eq!(ids.len(), operations.len());
    for (method, path, operation) in &operations {
        let description = operation["description"].as_str().expect("a description");
        let scope = operation["security"][0]["bearer"][0].as_str().expect("a scope");
        assert!(description.contains(&format!("`{scope}`")), "{method} {path}: {description}");
    }
}

#[test]
fn a_quote_can_be_had_with_either_of_two_scopes() {
    let document = document();
    let quotes = &document["paths"]["/quotes"]["post"];
    let scopes = ["deposits:write", "withdrawals:write"];
    for scope in scopes {
        for scheme in ["bearer", "basic", "oauth"] {
            let way = serde_json::json!({ scheme: [scope] });
            assert!(quotes["security"].as_array().is_some_and(|ways| ways.contains(&way)), "{way}");
        }
    }
    for (method, path, operation) in operations(&document) {
        let ways = if path == "/quotes" { 3 * scopes.len() } else { 3 };
        assert_eq!(operation["security"].as_array().map(Vec::len), Some(ways), "{method} {path}");
    }
}

#[test]
fn apps_of_others_learn_where_to_ask_and_for_what() {
    let document = document();
    let oauth = &document["components"]["securitySchemes"]["oauth"];
    assert_eq!(oauth["type"], "oauth2");
    let flows = oauth["flows"].as_object().expect("flows");
    assert_eq!(flows.keys().collect::<Vec<_>>(), ["authorizationCode"]);
    let flow = &oauth["flows"]["authorizationCode"];
    let [sandbox, live] = [0, 1].map(|at| document["servers"][at]["url"].as_str().expect("an address"));
    let origin = live.strip_suffix("/v1").expect("the live address");
    assert_eq!(sandbox, format!("{origin}/sandbox/v1"), "programs that choose none move no money");
    for (name, path) in [("authorizationUrl", "authorize"), ("tokenUrl", "token"), ("refreshUrl", "token")] {
        assert_eq!(flow[name], format!("{origin}/oauth/{path}"));
    }
    let scopes: Vec<&String> = flow["scopes"].as_object().expect("scopes").keys().collect();
    assert_eq!(scopes, rules::scope::Scope::ALL.map(rules::scope::Scope::name));
}

#[test]
fn every_operation_describes_what_it_takes_and_what_can_go_wrong() {
    let document = document();
    for (method, path, operation) in operations(&document) {
        let place = format!("{method} {path}");
        let names: Vec<&str> = operation["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|parameter| parameter["name"].as_str())
            .collect();
        assert_eq!(names.contains(&"id"), path.contains("{id}"), "{place}");
        assert_eq!(names.contains(&"item_id"), path.contains("{item_id}"), "{place}");
        // A dry run does nothing that could be done twice.
        let can_be_repeated = method == "POST" && path != "/payouts/validate";
        assert_eq!(names.contains(&"Idempotency-Key"), can_be_repeated, "{place}");
        let has = |status: &str| operation["responses"].get(status).is_some();
        for status in ["200", "400", "401", "403", "429", "500", "503"] {
            assert!(has(status), "{place} {status}");
        }
        assert_eq!(has("404"), path.contains("{id}"), "{place}");
        assert_eq!(has("413") && has("415"), method != "GET", "{place}");
        assert_eq!(has("422"), can_be_repeated, "{place}");
        // A withdrawal to a wallet that is too new is too early.
        let needs_a_state =
            path.ends_with("/cancel") || path.ends_with("/claim") || place == "POST /withdrawals";
        assert_eq!(has("409"), needs_a_state, "{place}");
        assert_eq!(operation.get("servers").is_some(), path.starts_with("/simulate/"), "{place}");
    }
}

#[test]
fn every_reference_resolves_and_every_component_is_referred_to() {
    let document = document();
    let mut references = BTreeSet::new();
    collect_references(&document, &mut references);
    for reference in &references {
        let pointer = reference.strip_prefix('#').expect("references stay in the document");
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
    for kind in ["schemas", "responses", "headers"] {
        for name in document["components"][kind].as_object().expect("an object").keys() {
            let reference = format!("#/components/{kind}/{name}");
            assert!(references.contains(&reference), "{reference} is used nowhere");
        }
    }
}

fn collect_references(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                match inner.as_str() {
                    Some(reference) if name == "$ref" => drop(into.insert(reference.to_owned())),
                    _ => collect_references(inner, into),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_closed_object_of_the_reference_is_closed() {
    let document = document();
    for name in CLOSED {
        assert_eq!(document["components"]["schemas"][name]["additionalProperties"], false, "{name}");
    }
}

#[test]
fn every_enumeration_is_the_one_of_the_reference() {
    let document = document();
    for (name, values) in ENUMERATIONS.into_iter().chain([("CountryCode", COUNTRIES)]) {
        let values: Vec<&str> = values.split(' ').collect();
        assert_eq!(document["components"]["schemas"][name]["enum"], serde_json::json!(values), "{name}");
    }
}

#[test]
fn lengths_are_those_of_the_reference() {
    let schemas = &document()["components"]["schemas"];
    for (place, key, length) in [
        ("/CreateBankAccount/properties/name", "minLength", 1),
        ("/CreateBankAccount/properties/name", "maxLength", 255),
        ("/UpdateBankAccount/properties/name", "minLength", 1),
        ("/UpdateBankAccount/properties/name", "maxLength", 255),
        ("/UpdateRecipient/properties/nickname", "maxLength", 255),
    ] {
        assert_eq!(schemas.pointer(place).expect(place)[key], length, "{place} {key}");
    }
}

#[test]
fn every_event_type_is_a_webhook_with_its_headers_and_body() {
    let document = document();
    let webhooks = document["webhooks"].as_object().expect("webhooks");
    let names: Vec<&str> = EventType::ALL.iter().map(|event| event.name()).collect();
    assert_eq!(webhooks.keys().collect::<Vec<_>>(), names);
    let mut ids: BTreeSet<&str> =
        operations(&document).iter().filter_map(|(_, _, said)| said["operationId"].as_str()).collect();
    for (name, webhook) in webhooks {
        let post = &webhook["post"];
        assert!(ids.insert(post["operationId"].as_str().expect("an id")), "{name}");
        assert_eq!(post["security"], serde_json::json!([]), "{name} comes without a key of the receiver's");
        let headers = post["parameters"].as_array().expect("parameters").iter().map(|header| {
            let place = header["$ref"].as_str().and_then(|place| place.strip_prefix('#')).expect("a place");
            document.pointer(place).expect("a parameter")["name"].as_str().expect("a name")
        });
        assert_eq!(headers.collect::<Vec<_>>(), ["webhook-id", "webhook-timestamp", "webhook-signature"]);
        let schema = &post["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        let schema = schema.as_str().and_then(|place| place.strip_prefix('#')).expect("a place");
        let schema = document.pointer(schema).expect("a schema");
        assert_eq!(schema["properties"]["type"]["const"], **name);
        let properties: Vec<&String> = schema["properties"].as_object().expect("properties").keys().collect();
        assert_eq!(properties, ["id", "type", "timestamp", "environment", "sequence", "data"]);
        assert_eq!(serde_json::json!(properties), schema["required"]);
    }
}
