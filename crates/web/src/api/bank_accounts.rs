//! Bank accounts: create, list, get, rename, archive.

use app::{BankAccountFilter, ListOrder, NewBankAccount};
use rules::archive_status::ArchiveStatus;
use rules::rail::Rail;
use rules::scope::Scope;

use super::bank_details::{CREATE_BANK_ACCOUNT, NAME, check_together, render_details};
use super::endpoint::{ApiEndpoint, ApiResponse, Method, no_check};
use super::{EMPTY, NEXT_CURSOR, page_data, query};
use crate::rails::with_rail_fields;
use crate::shape::{Field, FieldKind, Object, public};

pub static CREATE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/bank_accounts",
    id: "createBankAccount",
    tag: "Bank accounts",
    summary: "Create a bank account",
    about: "Registers a bank account on one payment rail. Set the rail's `currency`, and send the account details \
            in the object that belongs to the rail. Formats, check digits and countries are validated without \
            contacting the bank.",
    scopes: &[Scope::BankAccountsWrite],
    query: &[],
    body: Some(&CREATE_BANK_ACCOUNT),
    check_together,
    answer: &BANK_ACCOUNT,
    run: |call| {
        Box::pin(async move {
            let rail = call.body.choice("payment_rail", Rail::parse);
            let (name, details) = (call.body.get("name"), render_details(rail, &call.sent));
            let new = NewBankAccount { name, rail, details };
            ApiResponse::written(
                call.app.external_transfers.create_bank_account(&call.caller, new, call.idempotency()).await,
            )
        })
    },
};

pub static LIST: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/bank_accounts",
    id: "listBankAccounts",
    tag: "Bank accounts",
    summary: "List bank accounts",
    about: "Returns the bank accounts that your app registered, newest first.",
    scopes: &[Scope::BankAccountsRead],
    query: &query::by_status(&ArchiveStatus::NAMES),
    body: None,
    check_together: no_check,
    answer: &BANK_ACCOUNT_PAGE,
    run: |call| {
        Box::pin(async move {
            let filter = BankAccountFilter {
                created: call.query.created(),
                order: ListOrder::Newest,
                status: call.query.all("status").filter_map(ArchiveStatus::parse).collect(),
            };
            ApiResponse::read(
                call.app.external_transfers.bank_accounts(&call.caller, &filter, &call.paging()).await,
            )
        })
    },
};

pub static GET: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/bank_accounts/{id}",
    id: "getBankAccount",
    tag: "Bank accounts",
    summary: "Get a bank account",
    about: "Returns a bank account that your app registered, even if it is archived.",
    scopes: &[Scope::BankAccountsRead],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &BANK_ACCOUNT,
    run: |call| {
        Box::pin(async move {
            ApiResponse::read(call.app.external_transfers.bank_account(&call.caller, call.id).await)
        })
    },
};

pub static RENAME: ApiEndpoint = ApiEndpoint {
    method: Method::Patch,
    path: "/bank_accounts/{id}",
    id: "updateBankAccount",
    tag: "Bank accounts",
    summary: "Rename a bank account",
    about: "Changes the display name, which is the only field that can change. Archived bank accounts can be \
            renamed too.",
    scopes: &[Scope::BankAccountsWrite],
    query: &[],
    body: Some(&UPDATE_BANK_ACCOUNT),
    check_together: no_check,
    answer: &BANK_ACCOUNT,
    run: |call| {
        Box::pin(async move {
            let name = call.body.get("name");
            ApiResponse::written(
                call.app.external_transfers.rename_bank_account(&call.caller, call.id, name).await,
            )
        })
    },
};

pub static ARCHIVE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/bank_accounts/{id}/archive",
    id: "archiveBankAccount",
    tag: "Bank accounts",
    summary: "Archive a bank account",
    about: "Archives a bank account permanently. It can't be used for new transfers; transfers in progress \
            complete normally.",
    scopes: &[Scope::BankAccountsWrite],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &EMPTY,
    run: |call| {
        Box::pin(async move {
            ApiResponse::written(
                call.app
                    .external_transfers
                    .archive_bank_account(&call.caller, call.id, call.idempotency())
                    .await,
            )
        })
    },
};

static UPDATE_BANK_ACCOUNT: Object = Object {
    name: "UpdateBankAccount",
    about: "The changes to a bank account.",
    closed: true,
    fields: &[NAME],
};

static BANK_ACCOUNT: Object = Object {
    name: "BankAccount",
    about: "A bank account on one payment rail. Its details are in the object that belongs to the rail.",
    closed: true,
    fields: &with_rail_fields::<4, { 4 + Rail::ALL.len() }>([
        Field::required("id", "The ID of the bank account.", public("ba_01kdvq3y5cf2ab6ngnm3hcrkve")),
        NAME,
        Field::required(
            "status",
            "An archived bank account can't be used for new transfers.",
            FieldKind::Choice(&ArchiveStatus::NAMES),
        ),
        Field::required("created_at", "When the object was created.", FieldKind::DateTime),
    ]),
};

static BANK_ACCOUNT_PAGE: Object = Object {
    name: "BankAccountPage",
    about: "A page of bank accounts.",
    closed: false,
    fields: &[page_data(&BANK_ACCOUNT), NEXT_CURSOR],
};
