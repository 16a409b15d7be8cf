//! New names: few, and told to few.

use super::join;
use crate::support::pages::{count, says};
use crate::support::{Engine, Server};

testkit::on_both_engines!(
    a_person_can_take_three_names_and_then_waits,
    a_new_name_is_told_to_a_thousand_accounts_at_most,
);

const SETTINGS: &str = "/dashboard/live/settings";
const NAME: &str = "/dashboard/live/settings/name";
const EMAIL: &str = "grace@example.org";

/// Every live account that knows her has paid her.
fn all_have_paid(server: &Server) {
    server.execute(&format!(
        "update recipients set wallet_id = (select a.id from accounts a join users u on u.id = a.user_id
             where a.mode = 'live' and u.email_key = '{EMAIL}')
         where email_key = '{EMAIL}' and wallet_id is null
             and account_id in (select id from accounts where mode = 'live')"
    ));
}

fn told(server: &Server) -> i64 {
    count(server, "events where type = 'recipient.updated'")
}

fn a_person_can_take_three_names_and_then_waits(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, EMAIL, "Grace");
    server.live().post("/recipients", &serde_json::json!({ "email": EMAIL })).id();
    all_have_paid(&server);
    let rename = |name: &str| owner.fill(SETTINGS, NAME, &[("name", name)]);
    for _ in 0..5 {
        assert_eq!(rename("Grace").status, 303, "the same name is no new one");
    }
    assert_eq!(told(&server), 0);
    for name in ["Grace 1", "Grace 2", "Grace 3"] {
        assert_eq!(rename(name).status, 303);
    }
    assert_eq!(told(&server), 3);
    let refused = rename("Grace 4");
    assert_eq!((refused.status, told(&server)), (422, 3));
    says(&refused, "You've changed your name too often. Try again in 3 days.");
    says(&refused, "value=\"Grace 4\"");
    assert_eq!(rename("Grace 3").status, 303, "the same name is no new one");
    server.execute("update attempts set last_at = last_at - 259200000000");
    assert_eq!((rename("Grace 4").status, rename("Grace 5").status, told(&server)), (303, 422, 4));
}

fn a_new_name_is_told_to_a_thousand_accounts_at_most(engine: Engine) {
    let server = Server::start(engine);
    let owner = join(&server, EMAIL, "Grace");
    let newest = server.live().post("/recipients", &serde_json::json!({ "email": EMAIL })).id();
    // Accounts of one mode each, which have paid her before.
    let mut sql = String::new();
    for number in 0..1_100 {
        sql += &format!(
            "insert into users (id, email, email_key, name, password_hash, created_at)
                 values ('usr_{number:026}', 'u{number}@example.org', 'u{number}@example.org', 'U', '', 1);
             insert into accounts (id, user_id, mode, own_app_id, created_at)
                 values ('acct_{number:026}', 'usr_{number:026}', 'live', 'app_{number:026}', 1);
             insert into recipients (id, account_id, email, email_key, created_at, events)
                 values ('rcp_{number:026}', 'acct_{number:026}', '{EMAIL}', '{EMAIL}', 1, 1);"
        );
    }
    server.execute(&sql);
    all_have_paid(&server);
    assert_eq!(owner.fill(SETTINGS, NAME, &[("name", "Grace Hopper")]).status, 303);
    assert_eq!(told(&server), 1_000);
    let last = format!("events where type = 'recipient.updated' and object_id = '{newest}'");
    assert_eq!(count(&server, &last), 1, "the newest acquaintance is told");
    // The others see it when they ask.
    assert_eq!(server.live().get(&format!("/recipients/{newest}")).json()["display_name"], "Grace Hopper");
}
