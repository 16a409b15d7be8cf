//! The log of API requests: who sees what of it, and what is too much of it.

use std::time::Duration;

use app::{ApiRequestFilter, ObservedRequest, RedactedBody, RequestContent};
use rules::account::{Caller, Mode};
use store::ApiRequestKind;

use crate::fixture::{Fixture, caller_of, new_user};

testkit::on_both_engines!(
    the_newest_of_each_kind_are_kept_for_each_account,
    an_object_knows_the_request_that_created_it,
    bodies_are_sealed_for_their_request,
);

fn observed(caller: &Caller, id: &str, method: &'static str, content: RequestContent) -> ObservedRequest {
    ObservedRequest {
        id: id.to_owned(),
        account: caller.account,
        app: caller.app,
        key: None,
        method,
        address: None,
        status: Some(200),
        took: Duration::from_millis(5),
        describe: Box::new(move || content),
    }
}

fn log(fixture: &Fixture, caller: &Caller, id: &str, method: &'static str, content: RequestContent) {
    fixture.clock.advance(Duration::from_millis(1));
    fixture.app.request_log.add(caller.mode, observed(caller, id, method, content));
}

/// Writes what waits. The app takes no more commands.
fn write(fixture: &Fixture) {
    fixture.runtime.block_on(fixture.app.stop());
}

fn bob(fixture: &Fixture) -> Caller {
    fixture.runtime.block_on(async {
        let bob = new_user(&fixture.app, "bob@example.com").await;
        caller_of(&fixture.app, &bob, Mode::Test).await
    })
}

fn the_newest_of_each_kind_are_kept_for_each_account(fixture: Fixture) {
    let (ada, bob) = (fixture.caller, bob(&fixture));
    for number in 0..5 {
        log(&fixture, &ada, &format!("read{number}"), "GET", RequestContent::default());
        log(&fixture, &ada, &format!("change{number}"), "POST", RequestContent::default());
        log(&fixture, &bob, &format!("bobs{number}"), "POST", RequestContent::default());
    }
    write(&fixture);
    let surplus = |kind, kept, limit| {
        let found = fixture.store.surplus_api_requests(ada.account, kind, kept, limit);
        let found = fixture.runtime.block_on(found).expect("an answer");
        found
            .into_iter()
            .map(|(account, id)| (account == ada.account).then_some(id).expect("hers"))
            .collect::<Vec<_>>()
    };
    assert_eq!(surplus(ApiRequestKind::Read, 3, 10), ["read1", "read0"]);
    assert_eq!(surplus(ApiRequestKind::Change, 2, 2), ["change2", "change1"]);
    assert!(surplus(ApiRequestKind::Change, 5, 10).is_empty());
    let newest = |caller: &Caller, filter: &ApiRequestFilter| {
        let page = fixture.store.api_requests(caller.account, filter, None, 3);
        let page = fixture.runtime.block_on(page).expect("a page");
        page.items.into_iter().map(|request| request.id).collect::<Vec<_>>()
    };
    assert_eq!(newest(&ada, &ApiRequestFilter::default()), ["change4", "read4", "change3"]);
    let changes = ApiRequestFilter { method: Some("POST"), ..ApiRequestFilter::default() };
    assert_eq!(newest(&ada, &changes), ["change4", "change3", "change2"]);
    assert_eq!(newest(&bob, &ApiRequestFilter::default()), ["bobs4", "bobs3", "bobs2"]);
    let old = fixture.store.old_api_requests(fixture.clock.now().plus_seconds(-1), 10);
    assert!(fixture.runtime.block_on(old).expect("an answer").is_empty());
    let old = fixture.store.old_api_requests(fixture.clock.now(), 4);
    assert_eq!(fixture.runtime.block_on(old).expect("an answer").len(), 4);
}

fn an_object_knows_the_request_that_created_it(fixture: Fixture) {
    let (ada, bob) = (fixture.caller, bob(&fixture));
    let about =
        |is_creation| RequestContent { object: "po_1".to_owned(), is_creation, ..RequestContent::default() };
    log(&fixture, &ada, "early", "GET", about(false));
    log(&fixture, &ada, "made", "POST", about(true));
    log(&fixture, &ada, "repeated", "POST", about(true));
    log(&fixture, &ada, "late", "POST", about(false));
    write(&fixture);
    let creation = |caller: &Caller, object: &str| {
        fixture.runtime.block_on(fixture.store.creation_of(caller.account, object)).expect("an answer")
    };
    assert_eq!(creation(&ada, "po_1").as_deref(), Some("made"));
    assert_eq!((creation(&ada, "po_2"), creation(&bob, "po_1"), creation(&ada, "")), (None, None, None));
    let filter = ApiRequestFilter { object: Some("po_1".to_owned()), ..ApiRequestFilter::default() };
    let page = fixture.store.api_requests(ada.account, &filter, None, 10);
    let ids: Vec<String> =
        fixture.runtime.block_on(page).expect("a page").items.into_iter().map(|request| request.id).collect();
    assert_eq!(ids, ["late", "repeated", "made", "early"]);
}

fn bodies_are_sealed_for_their_request(fixture: Fixture) {
    let (ada, bob) = (fixture.caller, bob(&fixture));
    let sent = RedactedBody { size: 2, text: "{}".to_owned(), is_cut: false };
    log(&fixture, &ada, "one", "POST", RequestContent { sent: sent.clone(), ..RequestContent::default() });
    log(&fixture, &ada, "two", "POST", RequestContent::default());
    write(&fixture);
    let show = |id: &str| fixture.runtime.block_on(fixture.app.request_log.request(&ada, id));
    let shown = show("one").expect("a request");
    assert_eq!((shown.sent, shown.returned), (sent, RedactedBody::default()));
    assert_eq!((shown.request.app, shown.request.took_micros), (ada.app, 5_000));
    assert!(fixture.runtime.block_on(fixture.app.request_log.request(&bob, "one")).is_err());
    let other = "(select o.bodies from api_requests o where o.id = 'one')";
    fixture.sql(&format!("update api_requests set bodies = {other} where id = 'two'")).expect("moved");
    assert!(show("two").is_err(), "bodies of another request don't open");
}
