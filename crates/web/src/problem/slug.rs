//! The kinds of problems: what each means, and what to do about it.

use axum::http::StatusCode;

/// Every kind of problem. The slug is the title, and names the page that explains it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slug {
    InvalidRequest,
    MalformedRequest,
    InvalidCursor,
    IdempotencyKeyRequired,
    Unauthorized,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    InvalidState,
    PayloadTooLarge,
    UnsupportedMediaType,
    InsufficientFunds,
    LimitExceeded,
    UnknownRecipient,
    UnknownBankAccount,
    UnknownExternalWallet,
    BankAccountArchived,
    ExternalWalletArchived,
    QuoteExpired,
    IdempotencyKeyReused,
    RateLimited,
    InternalError,
    Unavailable,
}

/// Everything there is to say about one.
struct Entry {
    slug: Slug,
    name: &'static str,
    status: StatusCode,
    meaning: &'static str,
    remedy: &'static str,
}

impl Slug {
    pub const ALL: [Slug; TABLE.len()] = {
        let mut all = [Slug::InvalidRequest; TABLE.len()];
        let mut index = 0;
        while index < TABLE.len() {
            assert!(TABLE[index].slug as usize == index, "a row is in the wrong place");
            all[index] = TABLE[index].slug;
            index += 1;
        }
        all
    };

    pub const fn name(self) -> &'static str {
        TABLE[self as usize].name
    }

    pub fn parse(name: &str) -> Option<Slug> {
        Slug::ALL.into_iter().find(|slug| slug.name() == name)
    }

    pub const fn status(self) -> StatusCode {
        TABLE[self as usize].status
    }

    /// What it means, for the page that the problem's `type` leads to.
    pub const fn meaning(self) -> &'static str {
        TABLE[self as usize].meaning
    }

    /// What to do about it.
    pub const fn remedy(self) -> &'static str {
        TABLE[self as usize].remedy
    }
}

/// In the order of the names above.
const TABLE: [Entry; 23] = [
    Entry {
        slug: Slug::InvalidRequest,
        name: "invalid_request",
        status: StatusCode::BAD_REQUEST,
        meaning: "The request has an invalid value: a field is missing, unknown, of the wrong type or out of \
                  range.",
        remedy: "Check `errors`: each entry has the location, what is wrong, and the value unless it is \
                 sensitive. One response reports all problems of a request, up to 100.",
    },
    Entry {
        slug: Slug::MalformedRequest,
        name: "malformed_request",
        status: StatusCode::BAD_REQUEST,
        meaning: "The body isn't valid JSON: it has a syntax error, is nested too deeply, isn't UTF-8, or has the \
                  same key twice.",
        remedy: "Send one JSON object in UTF-8, created by a JSON library. `detail` has the line and column.",
    },
    Entry {
        slug: Slug::InvalidCursor,
        name: "invalid_cursor",
        status: StatusCode::BAD_REQUEST,
        meaning: "The cursor was modified, or it belongs to another list, filter or account.",
        remedy: "Send `next_cursor` unchanged, with the same filters. To start from the first page, omit \
                 `cursor`.",
    },
    Entry {
        slug: Slug::IdempotencyKeyRequired,
        name: "idempotency_key_required",
        status: StatusCode::BAD_REQUEST,
        meaning: "This server requires an `Idempotency-Key` with every request that sends money.",
        remedy: "Send an `Idempotency-Key` header with a unique value, such as your order number. Use the same \
                 value when you retry the request.",
    },
    Entry {
        slug: Slug::Unauthorized,
        name: "unauthorized",
        status: StatusCode::UNAUTHORIZED,
        meaning: "The request has no credential, or its credential is malformed, unknown, revoked or from the \
                  other environment.",
        remedy: "Send your API key as `Authorization: Bearer <key>`. Live keys work under `/v1`, and test keys \
                 under `/sandbox/v1`.",
    },
    Entry {
        slug: Slug::Forbidden,
        name: "forbidden",
        status: StatusCode::FORBIDDEN,
        meaning: "The credential is valid but lacks the scope that this endpoint requires.",
        remedy: "Use a key that has the scope named in `detail`, or create a new one.",
    },
    Entry {
        slug: Slug::NotFound,
        name: "not_found",
        status: StatusCode::NOT_FOUND,
        meaning: "The path doesn't exist, or your credential has no access to the object.",
        remedy: "Check the path and the ID. IDs of other accounts, apps and environments are unknown too.",
    },
    Entry {
        slug: Slug::MethodNotAllowed,
        name: "method_not_allowed",
        status: StatusCode::METHOD_NOT_ALLOWED,
        meaning: "The path doesn't support this method.",
        remedy: "Use one of the methods in the `Allow` header.",
    },
    Entry {
        slug: Slug::InvalidState,
        name: "invalid_state",
        status: StatusCode::CONFLICT,
        meaning: "The object's status doesn't allow this operation.",
        remedy: "Retrieve the object and check its status. Payouts and items in a final status can't change.",
    },
    Entry {
        slug: Slug::PayloadTooLarge,
        name: "payload_too_large",
        status: StatusCode::PAYLOAD_TOO_LARGE,
        meaning: "The request body is larger than 1 MiB.",
        remedy: "Send a smaller body. A payout of 100 items needs far less than 1 MiB.",
    },
    Entry {
        slug: Slug::UnsupportedMediaType,
        name: "unsupported_media_type",
        status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
        meaning: "The body isn't declared as JSON, or it is compressed.",
        remedy: "Send `Content-Type: application/json`, in UTF-8 and without `Content-Encoding`.",
    },
    Entry {
        slug: Slug::InsufficientFunds,
        name: "insufficient_funds",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "The available balance is too low. Nothing was sent or reserved.",
        remedy: "Add money or send a smaller amount. `detail` gives the amounts needed and available. In the \
                 sandbox, `POST /simulate/inbound_transfers` adds money.",
    },
    Entry {
        slug: Slug::LimitExceeded,
        name: "limit_exceeded",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "An amount or a number of objects is beyond a limit, or an amount is too small for its fees.",
        remedy: "`detail` has the limit. Change the amount, split the payout, or wait until fewer transfers are \
                 in progress.",
    },
    Entry {
        slug: Slug::UnknownRecipient,
        name: "unknown_recipient",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "An item has a `recipient_id` that your account doesn't have. Nothing was sent.",
        remedy: "`errors` lists the items. Use an ID that `POST /recipients` or `GET /recipients` returned, or \
                 send `email` instead.",
    },
    Entry {
        slug: Slug::UnknownBankAccount,
        name: "unknown_bank_account",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "Your app or account has no bank account with this ID. Nothing was changed.",
        remedy: "Use an ID that `POST /bank_accounts` or `GET /bank_accounts` returned to the same app in the \
                 same environment.",
    },
    Entry {
        slug: Slug::UnknownExternalWallet,
        name: "unknown_external_wallet",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "Your app or account has no external wallet with this ID. Nothing was changed.",
        remedy: "Use an ID that `POST /external_wallets` or `GET /external_wallets` returned to the same app in \
                 the same environment.",
    },
    Entry {
        slug: Slug::BankAccountArchived,
        name: "bank_account_archived",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "The bank account is archived. It can't be used for new deposits or withdrawals.",
        remedy: "Create the bank account again, and use the new ID. Transfers in progress complete normally.",
    },
    Entry {
        slug: Slug::ExternalWalletArchived,
        name: "external_wallet_archived",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "The external wallet is archived. It can't be used for new withdrawals.",
        remedy: "Create the wallet again, and use the new ID. Withdrawals in progress complete normally.",
    },
    Entry {
        slug: Slug::QuoteExpired,
        name: "quote_expired",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "The quote has expired, was already used, or doesn't exist.",
        remedy: "Create a new quote with `POST /quotes`, or omit `quote_id`.",
    },
    Entry {
        slug: Slug::IdempotencyKeyReused,
        name: "idempotency_key_reused",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "This `Idempotency-Key` was already used for a request with a different body.",
        remedy: "Use a new key for a new request. To get the first response again, send the first body.",
    },
    Entry {
        slug: Slug::RateLimited,
        name: "rate_limited",
        status: StatusCode::TOO_MANY_REQUESTS,
        meaning: "This credential, account or network address sent too many requests.",
        remedy: "Wait the number of seconds in `Retry-After`, then retry. `RateLimit-Policy` has the allowed number of \
                 requests.",
    },
    Entry {
        slug: Slug::InternalError,
        name: "internal_error",
        status: StatusCode::INTERNAL_SERVER_ERROR,
        meaning: "Something went wrong on our side. The error was logged with the request ID.",
        remedy: "If you sent an `Idempotency-Key`, retry with the same key: the request takes effect once. If you \
                 didn't, first check whether it took effect. If the error persists, report the request ID.",
    },
    Entry {
        slug: Slug::Unavailable,
        name: "unavailable",
        status: StatusCode::SERVICE_UNAVAILABLE,
        meaning: "The service can't process the request right now: it is overloaded, its database is unavailable, \
                  or its operator has stopped this kind of transfer.",
        remedy: "Retry after the number of seconds in `Retry-After`. With an `Idempotency-Key`, a repeated POST takes \
                 effect once.",
    },
];
