//! Who may consent to what, and who may change an app.

use rules::account::{Account, Mode};
use rules::change::{Outcome, Row};
use rules::connect_app::{ClientSecret, ConnectApp};
use rules::decisions::connect_app::{self, AppEdit};
use rules::decisions::grant::{self, Consent};
use rules::grant::AuthorizationCode;
use rules::redirect_uri::RedirectUri;
use rules::refusal::{Noun, Refusal};
use rules::time::Timestamp;
use rules::world::World;

use super::{URI, granted, id};

fn uri(text: &str) -> RedirectUri {
    RedirectUri::parse(text).expect("an address")
}

fn app() -> ConnectApp {
    ConnectApp {
        id: id(1),
        owner: id(5),
        name: "Bookkeeper".to_owned(),
        redirect_uris: vec![uri(URI)],
        secret: ClientSecret { hash: [1; 32], version: 1, hint: "abcd".to_owned() },
        created_at: Timestamp::default(),
        archived_at: None,
    }
}

fn world(app: ConnectApp) -> World {
    let mut world = World::default();
    world.connect_apps.load(app.id, app);
    let account = Account {
        id: id(1),
        user: id(1),
        mode: Mode::Live,
        own_app: id(9),
        created_at: Timestamp::default(),
        clock_ahead: 0,
        withdraws_automatically: false,
        sponsor: None,
        recipient_language: None,
        locked_at: None,
    };
    world.accounts.load(account.id, account);
    world
}

fn consent() -> Consent {
    let code = AuthorizationCode { hash: [3; 32], redirect_uri: uri(URI), challenge: None };
    Consent { id: id(1), app: id(1), user: id(1), account: id(1), scopes: granted(), code }
}

fn refused(world: &World, wish: &Consent) -> Refusal {
    grant::consent(world, wish, Timestamp::default()).expect_err("it is refused")
}

#[test]
fn a_grant_begins_without_any_token() {
    let change = grant::consent(&world(app()), &consent(), Timestamp::default()).expect("a grant");
    let [Row::Grant(row)] = change.rows.as_slice() else { panic!("{:?}", change.rows) };
    assert_eq!(change.outcome, Outcome::Grant(row.clone()));
    assert_eq!((row.connected_at, row.ended_at, &row.refresh), (None, None, &None));
    assert_eq!((row.account, row.user, row.app, row.scopes), (id(1), id(1), id(1), granted()));
}

#[test]
fn nobody_consents_for_somebody_else_or_to_an_app_that_has_changed_meanwhile() {
    let unknown_app = Refusal::NotFound(Noun::ConnectApp);
    let other_user = Consent { user: id(2), ..consent() };
    assert_eq!(refused(&world(app()), &other_user), Refusal::NotFound(Noun::Account));
    let archived = ConnectApp { archived_at: Some(Timestamp::default()), ..app() };
    assert_eq!(refused(&world(archived), &consent()), unknown_app);
    let moved = ConnectApp { redirect_uris: vec![uri("https://app.example/new")], ..app() };
    assert_eq!(refused(&world(moved), &consent()), unknown_app);
    assert_eq!(refused(&world(app()), &Consent { app: id(2), ..consent() }), unknown_app);
}

#[test]
fn only_its_owner_changes_an_app_and_nobody_one_that_is_archived() {
    let archived = ConnectApp { archived_at: Some(Timestamp::default()), ..app() };
    let edits = [
        AppEdit::Describe { name: "New".to_owned(), redirect_uris: vec![uri(URI)] },
        AppEdit::Secret(ClientSecret { hash: [2; 32], version: 1, hint: "efgh".to_owned() }),
        AppEdit::Archive,
    ];
    for edit in &edits {
        let unknown = Err(Refusal::NotFound(Noun::ConnectApp));
        let now = Timestamp::default();
        assert!(connect_app::edit(&world(app()), id(5), id(1), edit, now).is_ok());
        assert_eq!(connect_app::edit(&world(app()), id(6), id(1), edit, now), unknown);
        assert_eq!(connect_app::edit(&world(app()), id(5), id(2), edit, now), unknown);
        assert_eq!(connect_app::edit(&world(archived.clone()), id(5), id(1), edit, now), unknown);
    }
}
