//! The numbers of every rail: what the schemes give out is accepted, a wrong digit is refused and not
//! repeated.

use super::{assert_refused, property, with_details};
use crate::support::{Engine, Server, canary};
use serde_json::Value;

testkit::on_one_engine!(
    numbers_as_the_schemes_give_them_out_are_accepted_unchanged,
    wrong_numbers_are_refused_at_their_place_and_not_repeated,
    an_argentine_account_is_what_its_type_says,
    a_colombian_document_is_what_its_type_says,
    every_wrong_last_digit_is_refused,
);

#[rustfmt::skip]
const GOOD: [(&str, &str, &[&str]); 16] = [
    ("usd_ach", "routing_number", &["021000021", "026009593", "121000248", "000000518"]),
    ("usd_fedwire", "routing_number", &["021000089", "111000025", "322271627"]),
    ("usd_ach", "account_number", &["1234", "0000", "12345678901234567"]),
    ("usd_fedwire", "account_number", &["1234", "000123456789"]),
    ("brl_pix", "pix_key", &[
        "52998224725", "11144477735", "11222333000181", "00000000000191", "12ABC34501DE35", "+5511987654321",
        "+556132141000", "fulano.recebedor@example.com", "a@b.co", "123e4567-e12b-12d1-a456-426655440000",
    ]),
    ("ars_transfers_3_0", "account_value", &["2850590940090418135201", "0110599520000001234569"]),
    ("cop_pse", "bank_code", &["007", "051", "1007"]),
    ("cop_pse", "bank_account", &["123456", "00123456789", "12345678901234567890"]),
    ("cop_pse", "email", &["ada@example.com", "Ada+pse@Mail.Example.co"]),
    ("mxn_spei", "spei_clabe", &["032180000118359719", "002010077777777771", "646180157000000004"]),
    ("cad_eft", "account_number", &["12345", "123456789012"]),
    ("cad_eft", "transit_number", &["00001", "99999"]),
    ("cad_eft", "institution_number", &["001", "815"]),
    ("eur_sepa", "iban", &[
        "DE89370400440532013000", "FR1420041010050500013M02606", "GB29NWBK60161331926819", "NO9386011117947",
        "MT84MALT011000012345MTLCAST001S", "ES9121000418450200051332",
    ]),
    ("eur_sepa", "bank_account_type", &["checking", "savings"]),
    ("cop_pse", "account_type", &["checking", "savings"]),
];

#[rustfmt::skip]
const BAD: [(&str, &str, &[&str]); 13] = [
    ("usd_ach", "routing_number", &[
        "021000022", "021000012", "201000021", "123456789", "000000000", "02100002", "0210000210",
        "021-000-021", "02100002X", "٠٢١٠٠٠٠٢١", " 021000021", "",
    ]),
    ("usd_fedwire", "routing_number", &["021000088", "021000809", "000000000", "02100008", "2.1e7"]),
    ("usd_ach", "account_number", &[
        "123", "123456789012345678", "1234-5678", "12a45678", "１２３４５６７８", "-1234567",
    ]),
    ("usd_fedwire", "account_number", &["123", "123456789012345678", "0x123456"]),
    ("brl_pix", "pix_key", &[
        "52998224726", "52998224752", "11111111111", "529.982.247-25", "11222333000180", "00000000000000",
        "12ABC34501DE36", "12abc34501de35", "5511987654321", "+55119876543210", "+5501987654321",
        "+14155552671", "Fulano@example.com", "fulano@", "123E4567-E12B-12D1-A456-426655440000",
        "123e4567e12b12d1a456426655440000", "fulano", "",
    ]),
    ("cop_pse", "bank_code", &["7", "07", "10070", "00A"]),
    ("cop_pse", "bank_account", &["12345", "123456789012345678901", "123-456-789", "12345678X"]),
    ("cop_pse", "email", &["ada", "ada@", "ada@example", "Ada <ada@example.com>", "ada@example.com\n"]),
    ("mxn_spei", "spei_clabe", &[
        "032180000118359718", "032180000118359791", "302180000118359719", "000000000000000000",
        "03218000011835971", "0321800001183597190", "032 180 00011835971 9", "03218000011835971O",
    ]),
    ("cad_eft", "account_number", &["1234", "1234567890123", "12345-67", "1234567x"]),
    ("cad_eft", "transit_number", &["1234", "123456", "1234A", "00-22"]),
    ("cad_eft", "institution_number", &["1", "03", "0003", "0O3"]),
    ("eur_sepa", "iban", &[
        "DE89370400440532013001", "DE88370400440532013000", "DE98370400440532013000",
        "DE89370400440532010300", "DE8937040044053201300", "DE893704004405320130000",
        "de89370400440532013000", "DE89 3704 0044 0532 0130 00", "GB29NWBK6016133192681A",
        "BR1800360305000010009795493C1", "US64SVBKUS6S3300958879", "XX", "DE", "",
    ]),
];

fn numbers_as_the_schemes_give_them_out_are_accepted_unchanged(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for (rail, field, values) in GOOD {
        for value in values {
            let reply = sandbox.post("/bank_accounts", &with_details(rail, &[(field, (*value).into())]));
            assert_eq!(reply.status, 200, "{rail} {value}: {reply:?}");
            assert_eq!(reply.json()[property(rail)][field], *value);
        }
    }
}

fn wrong_numbers_are_refused_at_their_place_and_not_repeated(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for (rail, field, values) in BAD {
        for value in values {
            let reply = sandbox.post("/bank_accounts", &with_details(rail, &[(field, (*value).into())]));
            assert_refused(&reply, &[format!("body.{}.{field}", property(rail))]);
            // A bank's code names no person; everything else here does.
            if field == "bank_code" {
                assert_eq!(reply.json()["errors"][0]["value"], *value);
                continue;
            }
            assert_eq!(reply.json()["errors"][0]["value"], "[redacted]", "{value}");
            if value.len() >= 8 {
                note(value);
                assert!(!reply.body.contains(value), "{value} came back: {reply:?}");
            }
        }
    }
    assert_eq!(sandbox.get("/bank_accounts").json()["data"], serde_json::json!([]));
}

/// A number that stands out is looked for in the logs, too.
fn note(value: &str) {
    let distinct: std::collections::BTreeSet<char> = value.chars().collect();
    if distinct.len() >= 8 && !value.contains(['@', '\n']) {
        canary(value);
    }
}

/// A number, and the only type it is good for; none if it is good for nothing.
#[rustfmt::skip]
const ARGENTINE: [(&str, &str); 22] = [
    ("2850590940090418135201", "cbu"), ("0110599520000001234569", "cbu"), ("0720000770000123456783", "cbu"),
    ("0000003100000000000017", "cvu"), ("0000007900123456789016", "cvu"), ("0000013000000001234565", "cvu"),
    ("mate.sol.luna", "alias"), ("ABC123", "alias"), ("a-b.c-d", "alias"), ("12345678901234567890", "alias"),
    ("2850590940090418135200", ""), ("2850590840090418135201", ""), ("2850590940090418135210", ""),
    ("0000003100000000000018", ""), ("0000003000000000000017", ""), ("0000000000000000000000", ""),
    ("285059094009041813520", ""), ("abcde", ""), ("mate.sol.luna.y.rio.azul", ""), ("mate_sol", ""),
    ("año.nuevo", ""), ("mate sol", ""),
];

fn an_argentine_account_is_what_its_type_says(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for (value, right) in ARGENTINE {
        for kind in ["cbu", "cvu", "alias"] {
            let changes = [("account_type", kind.into()), ("account_value", value.into())];
            let reply = sandbox.post("/bank_accounts", &with_details("ars_transfers_3_0", &changes));
            if kind == right {
                assert_eq!(reply.status, 200, "{kind} {value}: {reply:?}");
                assert_eq!(reply.json()["ars_transfers"]["account_value"], value);
                assert_eq!(reply.json()["ars_transfers"]["account_type"], kind);
            } else {
                assert_refused(&reply, &["body.ars_transfers.account_value".to_owned()]);
                let errors = reply.json()["errors"].as_array().cloned().unwrap_or_default();
                assert!(errors.iter().all(|error| error["value"] == "[redacted]"), "{reply:?}");
            }
        }
    }
    for kind in ["", "CBU", "iban", "cbu "] {
        let body = with_details("ars_transfers_3_0", &[("account_type", kind.into())]);
        assert_refused(
            &sandbox.post("/bank_accounts", &body),
            &["body.ars_transfers.account_type".to_owned()],
        );
    }
}

/// A document, and every type it is good for.
#[rustfmt::skip]
const COLOMBIAN: [(&str, &[&str]); 17] = [
    ("123", &["ce"]), ("1234567", &["cc", "ce", "pass", "pep"]), ("12345", &["cc", "ce", "pass", "pep"]),
    ("1020304050", &["cc", "pass", "pep"]), ("123456789012345", &["pass", "pep"]),
    ("900373923", &["cc", "nit", "pass", "pep"]), ("8909039388", &["cc", "nit", "pass", "pep"]),
    ("890903938-8", &["nit"]), ("AT123456", &["pass"]), ("AB12", &["pass"]),
    ("890903938-7", &[]), ("at123456", &[]), ("AT-123456", &[]), ("1.020.304.050", &[]), ("12", &[]),
    ("ÁT123456", &[]), ("12345678901234567", &[]),
];

fn a_colombian_document_is_what_its_type_says(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for (document, good_for) in COLOMBIAN {
        for kind in ["cc", "ce", "nit", "pass", "pep"] {
            let changes = [("document_type", kind.into()), ("document_id", document.into())];
            let reply = sandbox.post("/bank_accounts", &with_details("cop_pse", &changes));
            if good_for.contains(&kind) {
                assert_eq!(reply.status, 200, "{kind} {document}: {reply:?}");
                assert_eq!(reply.json()["cop_ach"]["document_id"], document);
            } else {
                assert_refused(&reply, &["body.cop_ach.document_id".to_owned()]);
                let errors = reply.json()["errors"].as_array().cloned().unwrap_or_default();
                assert!(errors.iter().all(|error| error["value"] == "[redacted]"), "{reply:?}");
            }
        }
    }
    for kind in ["", "CC", "passport", "ti"] {
        let body = with_details("cop_pse", &[("document_type", kind.into())]);
        assert_refused(&sandbox.post("/bank_accounts", &body), &["body.cop_ach.document_type".to_owned()]);
    }
}

fn every_wrong_last_digit_is_refused(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let nit = [("document_type", Value::from("nit"))];
    let rows = [
        ("usd_ach", "routing_number", "021000021", &[][..]),
        ("usd_fedwire", "routing_number", "026009593", &[]),
        ("brl_pix", "pix_key", "52998224725", &[]),
        ("brl_pix", "pix_key", "12ABC34501DE35", &[]),
        ("ars_transfers_3_0", "account_value", "2850590940090418135201", &[]),
        ("cop_pse", "document_id", "890903938-8", &nit),
        ("mxn_spei", "spei_clabe", "032180000118359719", &[]),
        ("eur_sepa", "iban", "DE89370400440532013000", &[]),
    ];
    for (rail, field, good, more) in rows {
        let accepted: Vec<String> = (0..10)
            .map(|digit| format!("{}{digit}", &good[..good.len() - 1]))
            .filter(|number| {
                let changes = [&[(field, number.as_str().into())], more].concat();
                let reply = sandbox.post("/bank_accounts", &with_details(rail, &changes));
                if reply.status != 200 {
                    assert_refused(&reply, &[format!("body.{}.{field}", property(rail))]);
                }
                reply.status == 200
            })
            .collect();
        assert_eq!(accepted, [good], "{rail} {field}");
    }
}
