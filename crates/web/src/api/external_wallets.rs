//! External wallets: create, list, get, rename, archive.

use app::{ExternalWalletFilter, NewExternalWallet};
use rules::archive_status::ArchiveStatus;
use rules::scope::Scope;

use super::endpoint::{ApiEndpoint, ApiResponse, Method, no_check};
use super::{EMPTY, NEXT_CURSOR, page_data, query};
use crate::shape::{Field, FieldKind, Object, Text, TextFormat, label, number, output};

pub static CREATE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/external_wallets",
    id: "createExternalWallet",
    tag: "External wallets",
    summary: "Register an external wallet",
    about: "A wallet that you, or somebody else, holds the keys of. USDC can be withdrawn to it, on the chain that \
            `GET /balance` names: what is sent to the wrong address is lost, so the address needs its checksum.",
    scopes: &[Scope::ExternalWalletsWrite],
    query: &[],
    body: Some(&CREATE_EXTERNAL_WALLET),
    check_together: no_check,
    answer: &EXTERNAL_WALLET,
    run: |call| {
        Box::pin(async move {
            let new = NewExternalWallet {
                name: call.body.get("name"),
                chain: call.body.get("chain"),
                address: call.body.get("address"),
            };
            ApiResponse::written(
                call.app
                    .external_transfers
                    .create_external_wallet(&call.caller, new, call.idempotency())
                    .await,
            )
        })
    },
};

pub static LIST: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/external_wallets",
    id: "listExternalWallets",
    tag: "External wallets",
    summary: "List external wallets",
    about: "The wallets that your app registered, newest first.",
    scopes: &[Scope::ExternalWalletsRead],
    query: &query::by_status(&ArchiveStatus::NAMES),
    body: None,
    check_together: no_check,
    answer: &EXTERNAL_WALLET_PAGE,
    run: |call| {
        Box::pin(async move {
            let filter = ExternalWalletFilter {
                created: call.query.created(),
                statuses: call.query.all("status").filter_map(ArchiveStatus::parse).collect(),
            };
            ApiResponse::read(
                call.app.external_transfers.external_wallets(&call.caller, &filter, &call.paging()).await,
            )
        })
    },
};

pub static GET: ApiEndpoint = ApiEndpoint {
    method: Method::Get,
    path: "/external_wallets/{id}",
    id: "getExternalWallet",
    tag: "External wallets",
    summary: "Get an external wallet",
    about: "One that your app registered, also when it is archived.",
    scopes: &[Scope::ExternalWalletsRead],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &EXTERNAL_WALLET,
    run: |call| {
        Box::pin(async move {
            ApiResponse::read(call.app.external_transfers.external_wallet(&call.caller, call.id).await)
        })
    },
};

pub static RENAME: ApiEndpoint = ApiEndpoint {
    method: Method::Patch,
    path: "/external_wallets/{id}",
    id: "updateExternalWallet",
    tag: "External wallets",
    summary: "Rename an external wallet",
    about: "Only the display name can be changed, also of an archived wallet.",
    scopes: &[Scope::ExternalWalletsWrite],
    query: &[],
    body: Some(&UPDATE_EXTERNAL_WALLET),
    check_together: no_check,
    answer: &EXTERNAL_WALLET,
    run: |call| {
        Box::pin(async move {
            let name = call.body.get("name");
            ApiResponse::written(
                call.app.external_transfers.rename_external_wallet(&call.caller, call.id, name).await,
            )
        })
    },
};

pub static ARCHIVE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/external_wallets/{id}/archive",
    id: "archiveExternalWallet",
    tag: "External wallets",
    summary: "Archive an external wallet",
    about: "For good: it can no longer be used for new withdrawals. Those in flight complete normally.",
    scopes: &[Scope::ExternalWalletsWrite],
    query: &[],
    body: None,
    check_together: no_check,
    answer: &EMPTY,
    run: |call| {
        Box::pin(async move {
            ApiResponse::written(
                call.app
                    .external_transfers
                    .archive_external_wallet(&call.caller, call.id, call.idempotency())
                    .await,
            )
        })
    },
};

pub const NAME: Field =
    Field::required("name", "The display name, for people.", label(1, 255, "Treasury, cold"));

const CHAIN: Field = Field::required(
    "chain",
    "The chain it is on: the one that `GET /balance` names, `simulated` in the sandbox.",
    number(1, 32, "^[a-z][a-z0-9-]{0,31}$", |_| Ok(()), "simulated"),
);

const ADDRESS: Field = Field::required(
    "address",
    "Its address with the EIP-55 checksum: capital and small letters as wallets show it.",
    FieldKind::Text(Text {
        min: 42,
        max: 42,
        pattern: "^0x[0-9a-fA-F]{40}$",
        format: "",
        example: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        reads: TextFormat::EvmAddress,
    }),
);

pub static CREATE_EXTERNAL_WALLET: Object = Object {
    name: "CreateExternalWallet",
    about: "A wallet to withdraw USDC to.",
    closed: true,
    fields: &[NAME, CHAIN, ADDRESS],
};

static UPDATE_EXTERNAL_WALLET: Object = Object {
    name: "UpdateExternalWallet",
    about: "What may be changed about an external wallet.",
    closed: true,
    fields: &[NAME],
};

pub static EXTERNAL_WALLET: Object = Object {
    name: "ExternalWallet",
    about: "A wallet that somebody else holds the keys of.",
    closed: false,
    fields: &[
        Field::required("id", "The id of the wallet.", output("ew_01kdvq3y5cf2ab6ngnm3hcrkve")),
        NAME,
        Field::required(
            "status",
            "An archived wallet takes no new withdrawals.",
            FieldKind::Choice(&ArchiveStatus::NAMES),
        ),
        CHAIN,
        ADDRESS,
        Field::required("created_at", "When it was registered.", FieldKind::DateTime),
    ],
};

static EXTERNAL_WALLET_PAGE: Object = Object {
    name: "ExternalWalletPage",
    about: "A page of external wallets.",
    closed: false,
    fields: &[page_data(&EXTERNAL_WALLET), NEXT_CURSOR],
};
