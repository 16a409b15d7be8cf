//! The kinds of problem there are, what each means and what to do about it.

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
        meaning: "The request was understood, but something in it is not allowed: a field is missing, \
                 unknown, of the wrong type or out of range.",
        remedy: "Look at the errors list: each entry names the place, says what is wrong with it and, \
                 unless it is sensitive, shows the value. All problems of a request are reported at once.",
    },
    Entry {
        slug: Slug::MalformedRequest,
        name: "malformed_request",
        status: StatusCode::BAD_REQUEST,
        meaning: "The body could not be read as JSON: it is broken, nested too deeply, not UTF-8, or names \
                 the same key twice.",
        remedy: "Send one JSON object in UTF-8, made by a JSON library. The detail names the line and \
                 column.",
    },
    Entry {
        slug: Slug::InvalidCursor,
        name: "invalid_cursor",
        status: StatusCode::BAD_REQUEST,
        meaning: "The cursor was changed, or it belongs to another list, another filter or another \
                 account.",
        remedy: "Use next_cursor exactly as it was returned, with the same filters. To start over, leave \
                 cursor out.",
    },
    Entry {
        slug: Slug::IdempotencyKeyRequired,
        name: "idempotency_key_required",
        status: StatusCode::BAD_REQUEST,
        meaning: "This server insists on an Idempotency-Key with every request that sends money.",
        remedy: "Send the header Idempotency-Key with a value of your own, such as the number of the \
                 order, and send the same again when you repeat the request.",
    },
    Entry {
        slug: Slug::Unauthorized,
        name: "unauthorized",
        status: StatusCode::UNAUTHORIZED,
        meaning: "The request carries no credential, or one that is mistyped, unknown, revoked, or made \
                 for the other environment.",
        remedy: "Send the header Authorization: Bearer followed by your API key. Live keys work under \
                 /v1, test keys under /sandbox/v1.",
    },
    Entry {
        slug: Slug::Forbidden,
        name: "forbidden",
        status: StatusCode::FORBIDDEN,
        meaning: "The credential is valid, but it was not given the scope that this call needs.",
        remedy: "The detail names the scope. Use a key that has it, or make a new key with it.",
    },
    Entry {
        slug: Slug::NotFound,
        name: "not_found",
        status: StatusCode::NOT_FOUND,
        meaning: "There is nothing at this address that your credential can see.",
        remedy: "Check the path and the id. An id of another account, app or environment is treated as \
                 unknown.",
    },
    Entry {
        slug: Slug::MethodNotAllowed,
        name: "method_not_allowed",
        status: StatusCode::METHOD_NOT_ALLOWED,
        meaning: "This address exists, but not for this method.",
        remedy: "The Allow header lists the methods it takes.",
    },
    Entry {
        slug: Slug::InvalidState,
        name: "invalid_state",
        status: StatusCode::CONFLICT,
        meaning: "What you asked for can no longer be done: the object has reached a state that does not \
                 allow it.",
        remedy: "Look at the object: its status says what became of it. A payout or an item that has \
                 ended stays as it is.",
    },
    Entry {
        slug: Slug::PayloadTooLarge,
        name: "payload_too_large",
        status: StatusCode::PAYLOAD_TOO_LARGE,
        meaning: "The body is larger than 1 MiB.",
        remedy: "Send less at once: a payout takes at most 100 items and needs far less.",
    },
    Entry {
        slug: Slug::UnsupportedMediaType,
        name: "unsupported_media_type",
        status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
        meaning: "The body is not declared as JSON, or it is compressed.",
        remedy: "Send Content-Type: application/json, in UTF-8 and without Content-Encoding.",
    },
    Entry {
        slug: Slug::InsufficientFunds,
        name: "insufficient_funds",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "The balance does not cover this. Nothing was sent and nothing was reserved.",
        remedy: "The detail says what is needed and what is available. Add money, or send less; in the \
                 sandbox, POST /simulate/inbound_transfers adds some.",
    },
    Entry {
        slug: Slug::LimitExceeded,
        name: "limit_exceeded",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "An amount is larger than this server allows, or too small for its fees.",
        remedy: "The detail says what is allowed. Split the payout, or ask the operator to raise the \
                 limit.",
    },
    Entry {
        slug: Slug::UnknownRecipient,
        name: "unknown_recipient",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "An item names a recipient that your account does not have. Nothing was sent.",
        remedy: "The errors list says which items. Use an id that POST or GET /recipients returned, or \
                 name the person by email address instead.",
    },
    Entry {
        slug: Slug::UnknownBankAccount,
        name: "unknown_bank_account",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "The request names a bank account that your app has not registered. Nothing was changed.",
        remedy: "Use an id that POST or GET /bank_accounts returned to the same app in the same environment.",
    },
    Entry {
        slug: Slug::UnknownExternalWallet,
        name: "unknown_external_wallet",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "The request names an external wallet that your app has not registered. Nothing was changed.",
        remedy: "Use an id that POST or GET /external_wallets returned to the same app in the same environment.",
    },
    Entry {
        slug: Slug::BankAccountArchived,
        name: "bank_account_archived",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "An archived bank account takes no new deposits or withdrawals.",
        remedy: "Register the bank account again, and use the new id. Transfers that are on their way complete.",
    },
    Entry {
        slug: Slug::ExternalWalletArchived,
        name: "external_wallet_archived",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "An archived external wallet takes no new withdrawals.",
        remedy: "Register the wallet again, and use the new id. Withdrawals that are on their way complete.",
    },
    Entry {
        slug: Slug::QuoteExpired,
        name: "quote_expired",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "The quote is older than five minutes, was used already, or never was.",
        remedy: "Ask for a new quote with POST /quotes, or leave quote_id out.",
    },
    Entry {
        slug: Slug::IdempotencyKeyReused,
        name: "idempotency_key_reused",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        meaning: "This Idempotency-Key was already used for a request with another body.",
        remedy: "Use a new key for a new request. To get the first answer again, send the first body.",
    },
    Entry {
        slug: Slug::RateLimited,
        name: "rate_limited",
        status: StatusCode::TOO_MANY_REQUESTS,
        meaning: "Too many requests came with this credential, or from this address, in a short time.",
        remedy: "Wait as many seconds as Retry-After says, then go on. RateLimit-Policy tells how many \
                 are allowed.",
    },
    Entry {
        slug: Slug::InternalError,
        name: "internal_error",
        status: StatusCode::INTERNAL_SERVER_ERROR,
        meaning: "Something went wrong on our side. It was logged with the request id.",
        remedy: "Try again; with an Idempotency-Key that is always safe. If it stays, report the request \
                 id.",
    },
    Entry {
        slug: Slug::Unavailable,
        name: "unavailable",
        status: StatusCode::SERVICE_UNAVAILABLE,
        meaning: "The service cannot do this right now: its database is away or it has too much to do.",
        remedy: "Try again in a moment. With an Idempotency-Key, repeating a POST never does anything \
                 twice.",
    },
];
