//! Recipients: found by their address, named, and shown with what they were paid.

use super::TEST;
use crate::support::pages::{beside, demo, id, led, open, says, silent};
use crate::support::{Engine, Server, pay_and_settle};

testkit::on_both_engines!(what_somebody_was_paid_is_shown_with_them);

testkit::on_sqlite_daily!(
    somebody_is_added_once_and_keeps_the_name_they_have,
    people_are_found_by_their_whole_address_and_paged,
);

testkit::on_one_engine!(a_mistake_is_told_beside_its_field);

const PEOPLE: &str = "/dashboard/test/recipients";
const NEW: &str = "/dashboard/test/recipients/new";

fn somebody_is_added_once_and_keeps_the_name_they_have(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    let place = led(&owner.fill(NEW, NEW, &[("email", " Ada@Example.com "), ("nickname", "Ada <design>")]));
    says(&open(&owner, &place), "Ada <design>");
    says(&open(&owner, &place), "Not yet paid");
    assert_eq!(led(&owner.fill(NEW, NEW, &[("email", "ada@example.com"), ("nickname", "")])), place);
    says(&open(&owner, &place), "Ada <design>");
    let rename = format!("{place}/rename");
    assert_eq!(led(&owner.fill(&place, &rename, &[("nickname", "")])), place);
    silent(&open(&owner, &place), "Ada <design>");
    let row = server.sandbox().get(&format!("/recipients/{}", id(&place))).json();
    assert_eq!((row["email"].as_str(), row.get("nickname")), (Some("Ada@Example.com"), None));
    // Whether a recipient has an account is shown once they were paid.
    let place = led(&owner.fill(NEW, NEW, &[("email", server.info("email"))]));
    says(&open(&owner, &place), "Not yet paid");
    pay_and_settle(&server.sandbox(), &[(server.info("email"), "1")]);
    says(&open(&owner, &place), "Active");
    says(&open(&owner, &place), "/dashboard/test/payouts/new?to=");
}

fn a_mistake_is_told_beside_its_field(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    for (email, words) in [
        ("", "Enter an email address."),
        ("ada", "an email address with an @"),
        ("a@b", "the part after the @"),
    ] {
        let page = owner.fill(NEW, NEW, &[("email", email), ("nickname", "kept")]);
        assert_eq!(page.status, 422);
        assert!(beside(&page, "recipient", "email").contains(words), "{email}");
        says(&page, "value=\"kept\"");
    }
    let long = "x".repeat(256);
    let page = owner.fill(NEW, NEW, &[("email", "ada"), ("nickname", &long)]);
    assert_eq!(beside(&page, "recipient", "nickname"), "This is too long. Enter at most 255 characters.");
    assert!(!beside(&page, "recipient", "email").is_empty(), "both at once");
    let place = led(&owner.fill(NEW, NEW, &[("email", "ada@example.com")]));
    let page = owner.fill(&place, &format!("{place}/rename"), &[("nickname", &long)]);
    assert_eq!(
        (page.status, beside(&page, "rename", "nickname").as_str()),
        (422, "This is too long. Enter at most 255 characters.")
    );
}

fn people_are_found_by_their_whole_address_and_paged(engine: Engine) {
    let server = Server::start(engine);
    let (owner, sandbox) = (demo(&server), server.sandbox());
    says(&open(&owner, PEOPLE), "No recipients yet");
    for number in 0..30 {
        let body = serde_json::json!({ "email": format!("p{number}@example.com") });
        assert_eq!(sandbox.post("/recipients", &body).status, 200);
    }
    let first = open(&owner, PEOPLE);
    assert_eq!(first.body.matches("row-link").count(), 25);
    let next = first.body.split("pagination-next\" href=\"").nth(1).and_then(|rest| rest.split('"').next());
    let second = open(&owner, next.expect("a next page"));
    assert_eq!(second.body.matches("row-link").count(), 5);
    says(&second, "First page");
    let found = open(&owner, &format!("{PEOPLE}?email=P7%40Example.com"));
    assert_eq!(found.body.matches("row-link").count(), 1);
    says(&found, "p7@example.com");
    says(&open(&owner, &format!("{PEOPLE}?email=p7")), "No recipient has this email address");
    assert_eq!(owner.get(&format!("{PEOPLE}?cursor=changed")).status, 404);
}

fn what_somebody_was_paid_is_shown_with_them(engine: Engine) {
    let server = Server::start(engine);
    let owner = demo(&server);
    pay_and_settle(&server.sandbox(), &[("ada@example.com", "12.34"), ("grace@example.com", "99")]);
    let listed = server.sandbox().get("/recipients?email=ada@example.com").json();
    let place = format!("{TEST}/recipients/{}", listed["data"][0]["id"].as_str().expect("an id"));
    let page = open(&owner, &place);
    says(&page, "12<span class=\"money-rest\">.34</span>");
    silent(&page, "99<span class=\"money-rest\">.00</span>");
    let pay = "/dashboard/test/payouts/new?to=ada%40example.com";
    says(&page, pay);
    says(&owner.open(pay), "value=\"ada@example.com\"");
    let link = page.body.split("class=\"row-link\" href=\"").nth(1).and_then(|rest| rest.split('"').next());
    assert_eq!(owner.get(link.expect("a payment")).status, 200);
}
