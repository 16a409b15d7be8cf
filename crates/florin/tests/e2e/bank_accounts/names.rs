//! The display name: the only thing about a bank account that can be changed.

use crate::support::{Engine, Server, bank_account};
use serde_json::json;

testkit::on_sqlite_daily!(
    a_name_is_1_to_255_characters_whatever_they_are,
    a_name_comes_back_exactly_as_it_was_written,
    renaming_changes_the_name_and_nothing_else,
    nothing_but_the_name_can_be_changed,
);

fn a_name_is_1_to_255_characters_whatever_they_are(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let account = sandbox.post("/bank_accounts", &bank_account("brl_pix")).id();
    let units = ["a", "ä", "漢", "\u{1f600}", "e\u{301}", "\u{301}", "👩\u{200d}👩\u{200d}👧", "نـ"];
    let mut names: Vec<(String, bool)> = units
        .iter()
        .flat_map(|unit| {
            let fits = 255 / unit.chars().count();
            let rest = "b".repeat(255 - fits * unit.chars().count());
            let full = format!("{}{rest}", unit.repeat(fits));
            [((*unit).to_owned(), true), (format!("{full}b"), false), (full, true)]
        })
        .collect();
    names.extend(["", " ", "\u{3000}\u{a0}", "\u{200b}\u{2060}"].map(|blank| (blank.to_owned(), false)));
    for (name, accepted) in names {
        let mut body = bank_account("brl_pix");
        body["name"] = name.as_str().into();
        let replies = [
            sandbox.post("/bank_accounts", &body),
            sandbox.patch(&format!("/bank_accounts/{account}"), &json!({ "name": name })),
        ];
        for reply in replies {
            if accepted {
                assert_eq!(reply.status, 200, "{reply:?}");
                assert_eq!(reply.json()["name"], name);
                assert_eq!(sandbox.get(&format!("/bank_accounts/{}", reply.id())).body, reply.body);
            } else {
                reply.assert_problem(400, "invalid_request");
                assert_eq!(reply.locations(), ["body.name"], "{name:?}");
            }
        }
    }
}

fn a_name_comes_back_exactly_as_it_was_written(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let account = sandbox.post("/bank_accounts", &bank_account("brl_pix")).id();
    let path = format!("/bank_accounts/{account}");
    let names = [
        " spaces around ",
        "'; drop table bank_accounts; --",
        "' or '1'='1",
        "$1 $2 ?1 :name @name %s {}",
        "100% _under_ \\back\\slash",
        "\"quoted\" and 'quoted'",
        "<script>alert(1)</script>",
        "e\u{301} is not é",
        "ﬁ Å K ſ",
        "שלום محمد",
        "null",
        "0",
        "\\u0000 \\n",
        "👩\u{200d}👩\u{200d}👧",
    ];
    for name in names {
        let renamed = sandbox.patch(&path, &json!({ "name": name }));
        assert_eq!(renamed.json()["name"], name);
        assert_eq!(sandbox.get(&path).body, renamed.body);
        assert_eq!(sandbox.get("/bank_accounts").json()["data"][0]["name"], name);
    }
    // Another spelling of the same JSON is the same name.
    let escaped = sandbox.send("PATCH", &path, &[], Some(r#" { "n\u0061me" : "\u0052\ud83d\ude00" } "#));
    assert_eq!(escaped.json()["name"], "R😀");
}

fn renaming_changes_the_name_and_nothing_else(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let accounts = ["eur_sepa", "mxn_spei"].map(|rail| sandbox.post("/bank_accounts", &bank_account(rail)));
    let path = format!("/bank_accounts/{}", accounts[0].id());
    let mut expected = accounts[0].json();
    for (name, archived) in [("Rent", false), ("Rent", false), ("Wages", true), ("Payroll", true)] {
        if archived {
            assert_eq!(sandbox.send("POST", &format!("{path}/archive"), &[], None).status, 200);
            expected["status"] = "archived".into();
        }
        expected["name"] = name.into();
        let renamed = sandbox.patch(&path, &json!({ "name": name }));
        assert_eq!(renamed.json(), expected);
        assert_eq!(sandbox.get(&path).body, renamed.body);
    }
    let other = sandbox.get(&format!("/bank_accounts/{}", accounts[1].id()));
    assert_eq!(other.body, accounts[1].body);
}

fn nothing_but_the_name_can_be_changed(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    let created = sandbox.post("/bank_accounts", &bank_account("mxn_spei"));
    let path = format!("/bank_accounts/{}", created.id());
    for (field, value) in [
        ("status", json!("archived")),
        ("id", json!("ba_00000000000000000000000000")),
        ("created_at", json!("2020-01-01T00:00:00Z")),
        ("currency", json!("MXN")),
        ("payment_rail", json!("mxn_spei")),
        ("mxn_spei", bank_account("mxn_spei")["mxn_spei"].clone()),
    ] {
        let reply = sandbox.patch(&path, &json!({ "name": "Rent", field: value }));
        reply.assert_problem(400, "invalid_request");
        assert_eq!(reply.locations(), [format!("body.{field}")]);
    }
    assert_eq!(sandbox.get(&path).body, created.body);
}
