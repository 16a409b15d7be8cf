//! External wallets: create, list, get, rename, archive.

use app::{ExternalWalletFilter, ListOrder, NewExternalWallet};
use rules::archive_status::ArchiveStatus;
use rules::scope::Scope;

use super::endpoint::{ApiEndpoint, ApiResponse, Method, no_check};
use super::{EMPTY, NEXT_CURSOR, page_data, query};
use crate::shape::{Field, FieldKind, Object, Text, TextFormat, code, label, public};

pub static CREATE: ApiEndpoint = ApiEndpoint {
    method: Method::Post,
    path: "/external_wallets",
    id: "createExternalWallet",
    tag: "External wallets",
    summary: "Create an external wallet",
    about: "Registers a self-custody wallet that you can withdraw USDC to, on the chain that `GET /balance` \
            returns. USDC sent to a wrong address is lost, so the address must have its EIP-55 checksum.",
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
    about: "Returns the external wallets that your app registered, newest first.",
    scopes: &[Scope::ExternalWalletsRead],
    query: &query::by_status(&ArchiveStatus::NAMES),
    body: None,
    check_together: no_check,
    answer: &EXTERNAL_WALLET_PAGE,
    run: |call| {
        Box::pin(async move {
            let filter = ExternalWalletFilter {
                created: call.query.created(),
                order: ListOrder::Newest,
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
    about: "Returns an external wallet that your app registered, even if it is archived.",
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
    about: "Changes the display name, which is the only field that can change. Archived wallets can be renamed \
            too.",
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
    about: "Archives an external wallet permanently. It can't be used for new withdrawals; withdrawals \
            in progress complete normally.",
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

pub const NAME: Field = Field::required("name", "The display name.", label(1, 255, "Treasury, cold"));

const CHAIN: Field = Field::required(
    "chain",
    "The wallet's chain, which must be the one that `GET /balance` returns; `simulated` in the sandbox.",
    code(1, 32, "^[a-z][a-z0-9-]{0,31}$", "simulated"),
);

const ADDRESS: Field = Field::required(
    "address",
    "The wallet's address with its EIP-55 checksum, in the mixed case that wallets show.",
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
    about: "An external wallet to withdraw USDC to.",
    closed: true,
    fields: &[NAME, CHAIN, ADDRESS],
};

static UPDATE_EXTERNAL_WALLET: Object = Object {
    name: "UpdateExternalWallet",
    about: "The changes to an external wallet.",
    closed: true,
    fields: &[NAME],
};

pub static EXTERNAL_WALLET: Object = Object {
    name: "ExternalWallet",
    about: "A self-custody wallet that receives withdrawals.",
    closed: false,
    fields: &[
        Field::required("id", "The ID of the external wallet.", public("ew_01kdvq3y5cf2ab6ngnm3hcrkve")),
        NAME,
        Field::required(
            "status",
            "An archived wallet can't be used for new withdrawals.",
            FieldKind::Choice(&ArchiveStatus::NAMES),
        ),
        CHAIN,
        ADDRESS,
        Field::required("created_at", "When the wallet was registered.", FieldKind::DateTime),
    ],
};

static EXTERNAL_WALLET_PAGE: Object = Object {
    name: "ExternalWalletPage",
    about: "A page of external wallets.",
    closed: false,
    fields: &[page_data(&EXTERNAL_WALLET), NEXT_CURSOR],
};
