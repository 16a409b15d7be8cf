//! Bank accounts: create, list, get, rename, archive.

use app::{BankAccountFilter, NewBankAccount};
use rules::archive_status::ArchiveStatus;
use rules::rail::Rail;
use rules::scope::Scope;

use super::bank_details::{CREATE_BANK_ACCOUNT, NAME, check_together, render_details};
use super::endpoint::{ApiEndpoint, ApiResponse, Method, no_check};
use super::{EMPTY, NEXT_CURSOR, page_data, query};
use crate::rails::with_rail_fields;
use crate::shape::{Field, FieldKind, Object, output};

pub static CREATE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/bank_accounts",
    id: "createBankAccount",
    tag: "Bank accounts",
    summary: "Create a bank account",
    about: "Send the details in the object that belongs to the `payment_rail`, and the rail's `currency`. All numbers \
            are checked offline: formats, check digits, countries.",
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
    about: "The bank accounts that your app registered, newest first.",
    scopes: &[Scope::BankAccountsRead],
    query: &query::by_status(&ArchiveStatus::NAMES),
    body: None,
    check_together: no_check,
    answer: &BANK_ACCOUNT_PAGE,
    run: |call| {
        Box::pin(async move {
            let filter = BankAccountFilter {
                created: call.query.created(),
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
    about: "One that your app registered, also when it is archived.",
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
    about: "Only the display name can be changed, also of an archived account.",
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
    about: "For good: it can no longer be used for new transfers. Those in flight complete normally.",
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
    about: "What may be changed about a bank account.",
    closed: true,
    fields: &[NAME],
};

static BANK_ACCOUNT: Object = Object {
    name: "BankAccount",
    about: "A bank account on one rail, which decides which of the rail objects it has.",
    closed: true,
    fields: &with_rail_fields::<4, { 4 + Rail::ALL.len() }>([
        Field::required("id", "The id of the bank account.", output("ba_01kdvq3y5cf2ab6ngnm3hcrkve")),
        NAME,
        Field::required(
            "status",
            "An archived account takes no new transfers.",
            FieldKind::Choice(&ArchiveStatus::NAMES),
        ),
        Field::required("created_at", "When it was created.", FieldKind::DateTime),
    ]),
};

static BANK_ACCOUNT_PAGE: Object = Object {
    name: "BankAccountPage",
    about: "A page of bank accounts.",
    closed: false,
    fields: &[page_data(&BANK_ACCOUNT), NEXT_CURSOR],
};
