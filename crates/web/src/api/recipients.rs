//! Recipients: create, list, get, update.

use app::{NewRecipient, RecipientFilter};
use rules::scope::Scope;

use super::endpoint::{ApiEndpoint, ApiResponse, Method, no_check};
use super::{NEXT_CURSOR, page_data, query};
use crate::shape::{Field, FieldKind, Object, email, label, output};

pub static CREATE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/recipients",
    id: "createRecipient",
    tag: "Recipients",
    summary: "Create a recipient",
    about: "A known email address answers with the recipient it already has, and sets the nickname if one is sent. \
            When a payout is later sent to the recipient, the recipient receives a wallet.",
    scopes: &[Scope::RecipientsWrite],
    query: &[],
    body: Some(&CREATE_RECIPIENT),
    check_together: no_check,
    answer: &RECIPIENT,
    run: |call| {
        Box::pin(async move {
            let new = NewRecipient { email: call.body.get("email"), nickname: call.body.find("nickname") };
            ApiResponse::written(
                call.app.payouts.create_recipient(&call.caller, new, call.idempotency()).await,
            )
        })
    },
};

pub static LIST: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/recipients",
    id: "listRecipients",
    tag: "Recipients",
    summary: "List recipients",
    about: "The recipients of the account, newest first.",
    scopes: &[Scope::RecipientsRead],
    query: &[query::PAGE_SIZE, query::CURSOR, query::CREATED_FROM, query::CREATED_TO, query::EMAIL],
    body: None,
    check_together: no_check,
    answer: &RECIPIENT_PAGE,
    run: |call| {
        Box::pin(async move {
            let filter = RecipientFilter {
                created: call.query.created(),
                email_key: call.query.get("email").map(str::to_ascii_lowercase),
            };
            ApiResponse::read(call.app.payouts.recipients(&call.caller, &filter, &call.paging()).await)
        })
    },
};

pub static GET: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/recipients/{id}",
    id: "getRecipient",
    tag: "Recipients",
    summary: "Get a recipient",
    about: "With the nickname that your app gave it.",
    scopes: &[Scope::RecipientsRead],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &RECIPIENT,
    run: |call| {
        Box::pin(async move { ApiResponse::read(call.app.payouts.recipient(&call.caller, call.id).await) })
    },
};

pub static UPDATE: ApiEndpoint = ApiEndpoint {
    method: Method::Patch,
    path: "/recipients/{id}",
    id: "updateRecipient",
    tag: "Recipients",
    summary: "Change a recipient's nickname",
    about: "The nickname is a label that only your app sees. An empty one clears it.",
    scopes: &[Scope::RecipientsWrite],
    query: &[],
    body: Some(&UPDATE_RECIPIENT),
    check_together: no_check,
    answer: &RECIPIENT,
    run: |call| {
        Box::pin(async move {
            let nickname = call.body.find("nickname");
            ApiResponse::written(call.app.payouts.update_recipient(&call.caller, call.id, nickname).await)
        })
    },
};

pub const NICKNAME: Field = Field::optional(
    "nickname",
    "A label that only your app sees; empty for none.",
    label(0, 255, "Ada (design)"),
);

static CREATE_RECIPIENT: Object = Object {
    name: "CreateRecipient",
    about: "Somebody to pay.",
    closed: true,
    fields: &[Field::required("email", "Where the person is told about the money.", email()), NICKNAME],
};

static UPDATE_RECIPIENT: Object = Object {
    name: "UpdateRecipient",
    about: "What may be changed about a recipient.",
    closed: true,
    fields: &[NICKNAME],
};

pub static RECIPIENT: Object = Object {
    name: "Recipient",
    about: "Somebody who can be paid: one for each account and email address.",
    closed: false,
    fields: &[
        Field::required("id", "The id of the recipient.", output("rcp_01kdvq3y5cf2ab6ngnm3hcrkve")),
        Field::required("email", "The address, as it was first sent.", email()),
        Field::required(
            "display_name",
            "The person's own name once you have paid them in live mode; until then the part before the @.",
            output("ada"),
        ),
        Field::required(
            "on_platform",
            "Whether you have paid this person and so know that they have a wallet. It never tells whether a \
             person whom you have not paid has an account.",
            FieldKind::Boolean,
        ),
        Field::required("created_at", "When it was created.", FieldKind::DateTime),
        NICKNAME,
    ],
};

static RECIPIENT_PAGE: Object = Object {
    name: "RecipientPage",
    about: "A page of recipients.",
    closed: false,
    fields: &[page_data(&RECIPIENT), NEXT_CURSOR],
};
