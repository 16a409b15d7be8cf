//! Recipients: create, list, get, update.

use app::{NewRecipient, RecipientFilter, RecipientOrder};
use rules::scope::Scope;

use super::endpoint::{ApiEndpoint, ApiResponse, Method, no_check};
use super::{NEXT_CURSOR, page_data, query};
use crate::shape::{Field, FieldKind, Object, email, label, output, public};

pub static CREATE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/recipients",
    id: "createRecipient",
    tag: "Recipients",
    summary: "Create a recipient",
    about: "Creates a recipient. If the email address already has one, returns that recipient, and sets the \
            nickname if you send one. The recipient gets a wallet by claiming their \
            first payment.",
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
    about: "Returns the recipients of the account, newest first.",
    scopes: &[Scope::RecipientsRead],
    query: &[query::PAGE_SIZE, query::CURSOR, query::CREATED_FROM, query::CREATED_TO, query::EMAIL],
    body: None,
    check_together: no_check,
    answer: &RECIPIENT_PAGE,
    run: |call| {
        Box::pin(async move {
            let filter = RecipientFilter {
                created: call.query.created(),
                order: RecipientOrder::Newest,
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
    about: "Returns a recipient with the nickname that your app set.",
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
    about: "Sets the nickname, a label that only your app sees. An empty nickname clears it.",
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
    "A label that only your app sees. Empty for none.",
    label(0, 255, "Ada (design)"),
);

static CREATE_RECIPIENT: Object = Object {
    name: "CreateRecipient",
    about: "A recipient.",
    closed: true,
    fields: &[
        Field::required("email", "The email address that receives payment notifications.", email()),
        NICKNAME,
    ],
};

static UPDATE_RECIPIENT: Object = Object {
    name: "UpdateRecipient",
    about: "The changes to a recipient.",
    closed: true,
    fields: &[NICKNAME],
};

pub static RECIPIENT: Object = Object {
    name: "Recipient",
    about: "A person you can pay. Each account has one recipient per email address.",
    closed: false,
    fields: &[
        Field::required("id", "The ID of the recipient.", public("rcp_01kdvq3y5cf2ab6ngnm3hcrkve")),
        Field::required("email", "The email address, as first sent.", email()),
        Field::required(
            "display_name",
            "The recipient's own name once a live payout has reached their wallet. Until then, the part of the \
             email address before the @.",
            output("ada"),
        ),
        Field::required(
            "on_platform",
            "Whether one of your payouts has reached the recipient's wallet. It never reveals whether a person \
             whom you haven't paid has an account.",
            FieldKind::Boolean,
        ),
        Field::required("created_at", "When the object was created.", FieldKind::DateTime),
        NICKNAME,
    ],
};

static RECIPIENT_PAGE: Object = Object {
    name: "RecipientPage",
    about: "A page of recipients.",
    closed: false,
    fields: &[page_data(&RECIPIENT), NEXT_CURSOR],
};
