//! Books with something of everything: money, payouts in every state, people on the platform and not.

use std::time::Duration;

use app::{CommandResponse, NewExternalWallet, NewPayout, SimulatedEvent};
use rules::account::{Caller, Mode};
use rules::decisions::payout::{NewItem, PayoutTarget};
use rules::evm_address::EvmAddress;
use rules::money::Amount;

use crate::external_transfers::Mover;
use crate::fixture::{Fixture, acquaint, caller_of, email, new_user};

/// A role of PostgreSQL that has the rights of a server that does not own the tables, and can make temporary tables.
const APPLICATION_ROLE: &str = "florin_test_application";
/// What a statement starts with to be run as that role, inside a transaction.
pub const AS_APPLICATION_ROLE: &str = "set local role florin_test_application;\n";

/// Names of what is in the books, as statements write them.
pub struct Scene {
    pub fixture: Fixture,
    names: Vec<(&'static str, String)>,
}

impl Scene {
    pub fn new(fixture: Fixture) -> Scene {
        let (app, ada) = (&fixture.app, fixture.caller);
        let (bob, live) = fixture.runtime.block_on(async {
            let bob = new_user(app, "bob@example.com").await;
            let live = caller_of(app, &email("ada@example.com"), Mode::Live).await;
            (caller_of(app, &bob, Mode::Test).await, live)
        });
        acquaint(&fixture, &ada, "bob@example.com");
        let (wallet, [bank_account, taken, pending, automatic]) =
            (archived_wallet(&fixture), payments(&fixture, &bob));
        let (deposit, received, withdrawal, [used_quote, quote]) = external_transfers(&fixture);
        let ended = pay(&fixture, &["bob@example.com", "eve+fail@example.com"]);
        let waiting = pay(&fixture, &["bob@example.com", "kim+fail@example.com", "lou@example.com"]);
        fixture.clock.advance(Duration::from_secs(11));
        fixture.runtime.block_on(async { while app.payouts.settle_due().await > 0 {} });
        let queued = pay(&fixture, &["bob@example.com", "lou@example.com"]);
        let item = |payout: &str, number: u8| format!("txn_{}0{number}", &payout[3..27]);
        let one = |sql: &str| fixture.texts(sql).pop().expect("one text");
        let arrived = format!("select id from transactions where source_id = '{}'", item(&ended, 1));
        let funding = format!(
            "select id from transactions where type = 'inbound_transfer' and source_id is null
                 and account_id = '{}' and amount = 10000000000",
            ada.account
        );
        let recipient = format!("select recipient_id from transactions where id = '{}'", item(&waiting, 3));
        let (blob1, blob2) = signed_in(&fixture);
        let latest = "select id from events where account_id = '{}' order by id desc limit 2";
        let latest = fixture.texts(&latest.replace("{}", &ada.account.to_string()));
        let [own_event, other_event] = latest.try_into().expect("two events");
        subscribed(&fixture, &bob, [&own_event, &other_event], &blob1);
        on_chain(&fixture, &live, &blob1);
        super::unmoved::insert(&fixture, &ada, &bob, &one(&recipient));
        if fixture.is_postgres() {
            grant_to_application_role(&fixture);
        }
        let names = vec![
            ("{ada}", ada.account.to_string()),
            ("{bob}", bob.account.to_string()),
            ("{live}", live.account.to_string()),
            ("{completed}", item(&ended, 1)),
            ("{failed}", item(&ended, 2)),
            ("{waits}", item(&waiting, 3)),
            ("{email}", one(&format!("select id from emails where cause = '{}'", item(&waiting, 3)))),
            ("{queued}", item(&queued, 1)),
            ("{ended}", ended),
            ("{waiting}", waiting),
            ("{open}", queued),
            ("{arrived}", one(&arrived)),
            ("{funding}", one(&funding)),
            ("{recipient}", one(&recipient)),
            ("{wallet}", wallet),
            ("{deposit}", deposit),
            ("{received}", received),
            ("{withdrawal}", withdrawal),
            ("{bank_account}", bank_account),
            ("{taken}", taken),
            ("{pending}", pending),
            ("{automatic}", automatic),
            ("{used_quote}", used_quote),
            ("{quote}", quote),
            ("{event}", one("select min(id) from events")),
            ("{user}", one(&format!("select user_id from accounts where id = '{}'", ada.account))),
            ("{own_event}", own_event),
            ("{other_event}", other_event),
            ("{blob1}", blob1),
            ("{blob2}", blob2),
            ("{now}", fixture.clock.now().micros().to_string()),
        ];
        Scene { fixture, names }
    }

    /// A statement with its names filled in.
    pub fn fill(&self, sql: &str) -> String {
        self.names.iter().fold(sql.to_owned(), |sql, (name, value)| sql.replace(name, value))
    }

    pub fn name(&self, name: &str) -> &str {
        let named = self.names.iter().find(|(known, _)| *known == name);
        &named.unwrap_or_else(|| panic!("nothing is called {name}")).1
    }

    /// Every row of every table.
    pub fn everything(&self) -> Vec<String> {
        everything(&self.fixture)
    }
}

/// Roles are shared by all databases of a server, so one may be there already.
fn grant_to_application_role(fixture: &Fixture) {
    let grants = format!(
        "do $$ begin create role {APPLICATION_ROLE};
         exception when duplicate_object or unique_violation then null; end $$;
         do $$ begin execute format('grant temporary on database %I to {APPLICATION_ROLE}', current_database()); end $$;
         grant select, insert, update, delete on all tables in schema public to {APPLICATION_ROLE}"
    );
    fixture.sql(&grants).expect("a role");
}

/// Ada has a session, a line in her log, an app and what it was allowed. Returns the hash they all have, and another.
fn signed_in(fixture: &Fixture) -> (String, String) {
    let blob = |digits: &str| match fixture.is_postgres() {
        true => format!("'\\x{digits}'"),
        false => format!("x'{digits}'"),
    };
    let (one, two) = (blob("0101"), blob("0202"));
    let user = format!("(select user_id from accounts where id = '{}')", fixture.caller.account);
    for row in [
        format!(
            "insert into sessions (id, user_id, hash, epoch, stage, created_at, seen_at, proved_at, address, agent)
             values ('ses_scene', {user}, {one}, 0, 'full', 1, 1, 1, '', '')"
        ),
        format!(
            "insert into security_log (id, user_id, kind, about, address, agent, created_at)
             values ('sec_scene', {user}, 'signed_in', '', '', '', 1)"
        ),
        format!(
            "insert into connect_apps
                 (id, user_id, name, redirect_uris, secret_hash, secret_version, secret_hint, created_at)
             values ('app_scene', {user}, 'x', 'https://x.example', {one}, 1, 'x', 1)"
        ),
        format!(
            "insert into grants (id, app_id, user_id, account_id, scopes, created_at, code_hash, redirect_uri)
             values ('gr_scene', 'app_scene', {user}, '{}', 'balance:read', 1, {one}, 'https://x.example')",
            fixture.caller.account
        ),
        format!(
            "insert into api_keys (id, account_id, app_id, name, scopes, hash, secret_version, hint, created_at)
             values ('key_scene', '{}', 'app_scene', 'x', 'all', {one}, 1, 'x', 1)",
            fixture.caller.account
        ),
        format!(
            "insert into stored_responses (account_id, app_id, path, key, fingerprint, object, body, created_at)
             values ('{}', 'app_scene', '/scene', 'scene', {one}, 'x', {one}, 1)",
            fixture.caller.account
        ),
        "insert into freezes (id, cause, reason, created_at) values ('frz_scene', 'operator', 'x', 1)".to_owned(),
        "insert into freezes (id, cause, reason, created_at) values ('frz_lifted', 'operator', 'x', 1)".to_owned(),
        "update freezes set lifted_at = 2, lifted_by = 'x', lift_reason = 'x', lifted_despite = ''
             where id = 'frz_lifted'"
            .to_owned(),
        "insert into proposals (name, operator, machine_user, facts, amount, created_at)
            values ('p', 'ann', 'uid 1', 'x', 1, 1)"
            .to_owned(),
        format!(
            "insert into tokens (hash, grant_id, kind, scopes, created_at, expires_at)
             values ({one}, 'gr_scene', 'access', 'balance:read', 1, 1)"
        ),
    ] {
        fixture.sql(&row).expect("a row");
    }
    (one, two)
}

/// Ada has two endpoints and Bob has one. To one of Ada's two events are delivered, one of which was tried.
fn subscribed(fixture: &Fixture, bob: &Caller, [event, other]: [&str; 2], secret: &str) {
    let ada = fixture.caller.account;
    let endpoint = |id: &str, account: &str| {
        format!(
            "insert into endpoints (id, account_id, sponsor_id, kind, url, description, wants, secret, created_at)
             values ('{id}', '{account}', '{account}', 'webhook', 'https://x.example/{id}', '', '*', {secret}, 1)"
        )
    };
    for row in [
        endpoint("we_scene", &ada.to_string()),
        endpoint("we_quiet", &ada.to_string()),
        endpoint("we_bob", &bob.account.to_string()),
        format!(
            "insert into deliveries (endpoint_id, event_id, account_id, next_at)
             values ('we_scene', '{event}', '{ada}', 1), ('we_scene', '{other}', '{ada}', 1)"
        ),
        format!(
            "insert into delivery_attempts (endpoint_id, event_id, number, at, took_millis, words)
             values ('we_scene', '{event}', 1, 1, 1, '')"
        ),
        format!(
            "insert into replays (id, endpoint_id, account_id, kind, from_at, to_at, created_at)
             values ('rpl_scene', 'we_scene', '{ada}', 'failed', 1, 2, 1)"
        ),
    ] {
        fixture.sql(&row).expect("a row");
    }
}

/// A network, an address of Ada's, an open authorization with its relay transaction, and one that was used.
fn on_chain(fixture: &Fixture, live: &Caller, call: &str) {
    let account = live.account;
    for row in [
        "insert into networks (id, chain_id, token, code, treasury, gas_account, block, block_hash, block_at, holds,
             own, next_index, next_nonce, created_at)
         values ('scene', 1, 't', 'c', 'y', 'g', 10, 'h', 100, 5, 5, 1, 1, 1)"
            .to_owned(),
        format!(
            "insert into deposit_addresses (id, account_id, nth, key_index, holds, created_at, retired_at)
             values ('0xold', '{account}', 0, 0, 0, 1, 2), ('0xnew', '{account}', 1, 1, 5, 1, null)"
        ),
        format!(
            "insert into authorizations
                 (id, payment, account_id, from_address, to_address, amount, valid_before, call, created_at)
             values ('0xopen', 'p1', '{account}', 'y', 'z', 5, 200, {call}, 1),
                 ('0xkept', 'p2', '{account}', 'y', 'z', 5, 200, {call}, 1)"
        ),
        "update authorizations set ending = 'used', ended_at = 2, chain_transaction = '0xt' where id = '0xkept'"
            .to_owned(),
        format!(
            "insert into relay_transactions (id, authorization_id, nonce, max_fee, tip, gas_limit, raw, created_at)
             values ('0xc', '0xopen', 0, 10, 1, 100, {call}, 1)"
        ),
    ] {
        fixture.sql(&row).expect("a row");
    }
}

/// Every row of every table, as text. One query makes the next, because a connection takes longer than a table.
pub fn everything(fixture: &Fixture) -> Vec<String> {
    let selects = fixture.texts(if fixture.is_postgres() {
        "select format('select ''%s '' || cast(t as text) from %s t', table_name, table_name)
         from information_schema.tables where table_schema = 'public'"
    } else {
        "select format('select ''%s '' || %s from %s', m.name,
             group_concat('quote(' || p.name || ')', ' || '' '' || '), m.name)
         from sqlite_schema m, pragma_table_info(m.name) p
         where m.type = 'table' and m.name not like 'sqlite_%' group by m.name"
    });
    assert!(selects.len() > 30, "only {} tables", selects.len());
    fixture.texts(&format!("{} order by 1", selects.join(" union all ")))
}

/// One deposit that is awaited, one that has come, a withdrawal that waits, a used quote and another.
fn external_transfers(fixture: &Fixture) -> (String, String, String, [String; 2]) {
    let mover = Mover::new(fixture, fixture.caller);
    let (deposit, received, withdrawal) = (mover.deposit(250), mover.deposit(40), mover.withdrawal(30));
    mover.say(&received, SimulatedEvent::Received);
    let action = "insert into operator_actions
            (id, kind, name, facts, operator, machine_user, evidence, amount, alone_up_to, alone_per_day, created_at)
        values ('act_scene', 'done', 'x', 'x', 'ann', 'x', 'x', 1, 1, 1, 1)";
    fixture.sql(action).expect("an action");
    let sent =
        format!("update external_transfers set sent_at = 1, bank_reference = 'E1' where id = '{withdrawal}'");
    fixture.sql(&sent).expect("a report");
    (deposit, received, withdrawal, mover.quotes())
}

/// Ada has payments withdrawn: one was, and another waits. Bob has a bank account, and Ada an archived one.
fn payments(fixture: &Fixture, bob: &Caller) -> [String; 4] {
    let mover = Mover::new(fixture, fixture.caller);
    mover.withdraw_automatically(5);
    let taken = mover.arrive(7);
    mover.withdraw_payments();
    let automatic = fixture.texts("select id from external_transfers where automatic = 1").remove(0);
    let pending = mover.arrive(3);
    let bank_account = mover.bank_account().to_owned();
    for (id, owner, status) in
        [("ba_bob", bob.account, "active"), ("ba_archived", fixture.caller.account, "archived")]
    {
        let row = format!(
            "insert into bank_accounts (id, account_id, app_id, name, status, rail, details, events, created_at)
             select '{id}', '{owner}', app_id, name, '{status}', rail, details, events, created_at from bank_accounts
             where id = '{bank_account}'"
        );
        fixture.sql(&row).expect("a bank account");
    }
    [bank_account, taken, pending, automatic]
}

fn archived_wallet(fixture: &Fixture) -> String {
    let address = EvmAddress::parse("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed").expect("an address");
    let new = NewExternalWallet { name: "Cold".to_owned(), chain: "simulated".to_owned(), address };
    fixture.runtime.block_on(async {
        let made = fixture.app.external_transfers.create_external_wallet(&fixture.caller, new, None).await;
        let Ok(CommandResponse::Now(outcome, _)) = made else { panic!("{made:?}") };
        let archived = fixture
            .app
            .external_transfers
            .archive_external_wallet(&fixture.caller, &outcome.object(), None)
            .await;
        archived.expect("it can be archived");
        outcome.object()
    })
}

/// A payout of the first user's to each of these, in ascending amounts.
pub fn pay(fixture: &Fixture, to: &[&str]) -> String {
    pay_as(fixture, &fixture.caller, to)
}

/// The same of another account's.
pub fn pay_as(fixture: &Fixture, caller: &Caller, to: &[&str]) -> String {
    let item = |(index, address): (usize, &&str)| NewItem {
        target: PayoutTarget::EmailAddress(email(address)),
        amount: Amount::from_micros(1_000_000 * (index as i64 + 1)),
        reference: None,
    };
    let new = NewPayout { items: to.iter().enumerate().map(item).collect(), reference: None };
    let made = fixture.runtime.block_on(fixture.app.payouts.create_payout(caller, new, None));
    match made.expect("a payout") {
        CommandResponse::Now(outcome, _) => outcome.object(),
        again @ CommandResponse::Again(_) => panic!("{again:?}"),
    }
}
