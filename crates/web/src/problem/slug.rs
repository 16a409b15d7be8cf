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

impl Slug {
    pub const ALL: [Slug; 23] = [
        Slug::InvalidRequest,
        Slug::MalformedRequest,
        Slug::InvalidCursor,
        Slug::IdempotencyKeyRequired,
        Slug::Unauthorized,
        Slug::Forbidden,
        Slug::NotFound,
        Slug::MethodNotAllowed,
        Slug::InvalidState,
        Slug::PayloadTooLarge,
        Slug::UnsupportedMediaType,
        Slug::InsufficientFunds,
        Slug::LimitExceeded,
        Slug::UnknownRecipient,
        Slug::UnknownBankAccount,
        Slug::UnknownExternalWallet,
        Slug::BankAccountArchived,
        Slug::ExternalWalletArchived,
        Slug::QuoteExpired,
        Slug::IdempotencyKeyReused,
        Slug::RateLimited,
        Slug::InternalError,
        Slug::Unavailable,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Slug::InvalidRequest => "invalid_request",
            Slug::MalformedRequest => "malformed_request",
            Slug::InvalidCursor => "invalid_cursor",
            Slug::IdempotencyKeyRequired => "idempotency_key_required",
            Slug::Unauthorized => "unauthorized",
            Slug::Forbidden => "forbidden",
            Slug::NotFound => "not_found",
            Slug::MethodNotAllowed => "method_not_allowed",
            Slug::InvalidState => "invalid_state",
            Slug::PayloadTooLarge => "payload_too_large",
            Slug::UnsupportedMediaType => "unsupported_media_type",
            Slug::InsufficientFunds => "insufficient_funds",
            Slug::LimitExceeded => "limit_exceeded",
            Slug::UnknownRecipient => "unknown_recipient",
            Slug::UnknownBankAccount => "unknown_bank_account",
            Slug::UnknownExternalWallet => "unknown_external_wallet",
            Slug::BankAccountArchived => "bank_account_archived",
            Slug::ExternalWalletArchived => "external_wallet_archived",
            Slug::QuoteExpired => "quote_expired",
            Slug::IdempotencyKeyReused => "idempotency_key_reused",
            Slug::RateLimited => "rate_limited",
            Slug::InternalError => "internal_error",
            Slug::Unavailable => "unavailable",
        }
    }

    pub fn parse(name: &str) -> Option<Slug> {
        Slug::ALL.into_iter().find(|slug| slug.name() == name)
    }

    pub const fn status(self) -> StatusCode {
        match self {
            Slug::InvalidRequest
            | Slug::MalformedRequest
            | Slug::InvalidCursor
            | Slug::IdempotencyKeyRequired => StatusCode::BAD_REQUEST,
            Slug::Unauthorized => StatusCode::UNAUTHORIZED,
            Slug::Forbidden => StatusCode::FORBIDDEN,
            Slug::NotFound => StatusCode::NOT_FOUND,
            Slug::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Slug::InvalidState => StatusCode::CONFLICT,
            Slug::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Slug::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Slug::InsufficientFunds
            | Slug::LimitExceeded
            | Slug::UnknownRecipient
            | Slug::UnknownBankAccount
            | Slug::UnknownExternalWallet
            | Slug::BankAccountArchived
            | Slug::ExternalWalletArchived
            | Slug::QuoteExpired
            | Slug::IdempotencyKeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Slug::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Slug::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
            Slug::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// What it means, for the page that the problem's `type` leads to.
    pub const fn meaning(self) -> &'static str {
        match self {
            Slug::InvalidRequest => {
                "The request was understood, but something in it is not allowed: a field is missing, \
                 unknown, of the wrong type or out of range."
            }
            Slug::MalformedRequest => {
                "The body could not be read as JSON: it is broken, nested too deeply, not UTF-8, or names \
                 the same key twice."
            }
            Slug::InvalidCursor => {
                "The cursor was changed, or it belongs to another list, another filter or another \
                 account."
            }
            Slug::IdempotencyKeyRequired => {
                "This server insists on an Idempotency-Key with every request that sends money."
            }
            Slug::Unauthorized => {
                "The request carries no credential, or one that is mistyped, unknown, revoked, or made \
                 for the other environment."
            }
            Slug::Forbidden => {
                "The credential is valid, but it was not given the scope that this call needs."
            }
            Slug::NotFound => "There is nothing at this address that your credential can see.",
            Slug::MethodNotAllowed => "This address exists, but not for this method.",
            Slug::InvalidState => {
                "What you asked for can no longer be done: the object has reached a state that does not \
                 allow it."
            }
            Slug::PayloadTooLarge => "The body is larger than 1 MiB.",
            Slug::UnsupportedMediaType => "The body is not declared as JSON, or it is compressed.",
            Slug::InsufficientFunds => {
                "The balance does not cover this. Nothing was sent and nothing was reserved."
            }
            Slug::LimitExceeded => "An amount is larger than this server allows, or too small for its fees.",
            Slug::UnknownRecipient => {
                "An item names a recipient that your account does not have. Nothing was sent."
            }
            Slug::UnknownBankAccount => {
                "The request names a bank account that your app has not registered. Nothing was changed."
            }
            Slug::UnknownExternalWallet => {
                "The request names an external wallet that your app has not registered. Nothing was changed."
            }
            Slug::BankAccountArchived => "An archived bank account takes no new deposits or withdrawals.",
            Slug::ExternalWalletArchived => "An archived external wallet takes no new withdrawals.",
            Slug::QuoteExpired => "The quote is older than five minutes, was used already, or never was.",
            Slug::IdempotencyKeyReused => {
                "This Idempotency-Key was already used for a request with another body."
            }
            Slug::RateLimited => {
                "Too many requests came with this credential, or from this address, in a short time."
            }
            Slug::InternalError => "Something went wrong on our side. It was logged with the request id.",
            Slug::Unavailable => {
                "The service cannot do this right now: its database is away or it has too much to do."
            }
        }
    }

    /// What to do about it.
    pub const fn remedy(self) -> &'static str {
        match self {
            Slug::InvalidRequest => {
                "Look at the errors list: each entry names the place, says what is wrong with it and, \
                 unless it is sensitive, shows the value. All problems of a request are reported at once."
            }
            Slug::MalformedRequest => {
                "Send one JSON object in UTF-8, made by a JSON library. The detail names the line and \
                 column."
            }
            Slug::InvalidCursor => {
                "Use next_cursor exactly as it was returned, with the same filters. To start over, leave \
                 cursor out."
            }
            Slug::IdempotencyKeyRequired => {
                "Send the header Idempotency-Key with a value of your own, such as the number of the \
                 order, and send the same again when you repeat the request."
            }
            Slug::Unauthorized => {
                "Send the header Authorization: Bearer followed by your API key. Live keys work under \
                 /v1, test keys under /sandbox/v1."
            }
            Slug::Forbidden => {
                "The detail names the scope. Use a key that has it, or make a new key with it."
            }
            Slug::NotFound => {
                "Check the path and the id. An id of another account, app or environment is treated as \
                 unknown."
            }
            Slug::MethodNotAllowed => "The Allow header lists the methods it takes.",
            Slug::InvalidState => {
                "Look at the object: its status says what became of it. A payout or an item that has \
                 ended stays as it is."
            }
            Slug::PayloadTooLarge => {
                "Send less at once: a payout takes at most 100 items and needs far less."
            }
            Slug::UnsupportedMediaType => {
                "Send Content-Type: application/json, in UTF-8 and without Content-Encoding."
            }
            Slug::InsufficientFunds => {
                "The detail says what is needed and what is available. Add money, or send less; in the \
                 sandbox, POST /simulate/inbound_transfers adds some."
            }
            Slug::LimitExceeded => {
                "The detail says what is allowed. Split the payout, or ask the operator to raise the \
                 limit."
            }
            Slug::UnknownRecipient => {
                "The errors list says which items. Use an id that POST or GET /recipients returned, or \
                 name the person by e-mail address instead."
            }
            Slug::UnknownBankAccount => {
                "Use an id that POST or GET /bank_accounts returned to the same app in the same environment."
            }
            Slug::UnknownExternalWallet => {
                "Use an id that POST or GET /external_wallets returned to the same app in the same environment."
            }
            Slug::BankAccountArchived => {
                "Register the bank account again, and use the new id. Transfers that are on their way complete."
            }
            Slug::ExternalWalletArchived => {
                "Register the wallet again, and use the new id. Withdrawals that are on their way complete."
            }
            Slug::QuoteExpired => "Ask for a new quote with POST /quotes, or leave quote_id out.",
            Slug::IdempotencyKeyReused => {
                "Use a new key for a new request. To get the first answer again, send the first body."
            }
            Slug::RateLimited => {
                "Wait as many seconds as Retry-After says, then go on. RateLimit-Policy tells how many \
                 are allowed."
            }
            Slug::InternalError => {
                "Try again; with an Idempotency-Key that is always safe. If it stays, report the request \
                 id."
            }
            Slug::Unavailable => {
                "Try again in a moment. With an Idempotency-Key, repeating a POST never does anything \
                 twice."
            }
        }
    }
}
