//! The expected result of a payout, as `POST /payouts/validate` returns it.

use bytes::Bytes;
use rules::money::{Amount, Currency};
use rules::payout::{Preview, PreviewItem};
use rules::transaction::ItemStatus;
use serde::Serialize;

use crate::problem::{Detail, Problem};
use crate::shape::{Field, FieldKind, Object, email, output, public};

#[derive(Serialize)]
struct PreviewBody<'a> {
    valid: bool,
    currency: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_amount: Option<String>,
    total_items: usize,
    available: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    available_after: Option<String>,
    items: Vec<ItemShown<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<ProblemShown>,
}

#[derive(Serialize)]
struct ItemShown<'a> {
    index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recipient_id: Option<String>,
    on_platform: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
}

#[derive(Serialize)]
struct ProblemShown {
    title: &'static str,
    detail: String,
    errors: Vec<Detail>,
}

pub fn render(preview: &Preview) -> Bytes {
    let problem = preview.refusal.clone().map(Problem::from).map(|problem| ProblemShown {
        title: problem.slug.name(),
        detail: problem.detail,
        errors: problem.errors,
    });
    // What is refused leaves the balance as it is.
    let after = preview.total.filter(|_| problem.is_none()).map(|total| {
        let left = preview.available.micros() - total.micros();
        Amount::from_micros(left).to_string()
    });
    let shown = PreviewBody {
        valid: problem.is_none(),
        currency: Currency::Usdc.code(),
        total_amount: preview.total.map(|total| total.to_string()),
        total_items: preview.items.len(),
        available: preview.available.to_string(),
        available_after: after,
        items: preview
            .items
            .iter()
            .enumerate()
            .map(|(index, item)| show_item(index, item.as_ref()))
            .collect(),
        problem,
    };
    serde_json::to_vec(&shown).expect("a preview has only JSON values").into()
}

fn show_item(index: usize, item: Option<&PreviewItem>) -> ItemShown<'_> {
    ItemShown {
        index,
        amount: item.map(|item| item.amount.to_string()),
        email: item.map(|item| item.email.as_str()),
        recipient_id: item.and_then(|item| item.recipient).map(|id| id.to_string()),
        on_platform: item.is_some_and(|item| item.on_platform),
        status: item.map(|item| item.status.name()),
    }
}

pub static PREVIEW: Object = Object {
    name: "PayoutPreview",
    about: "The expected result of a payout. Nothing was created.",
    closed: false,
    fields: &[
        Field::required("valid", "Whether the payout would be accepted now.", FieldKind::Boolean),
        Field::required("currency", "Always USDC.", FieldKind::Choice(&[Currency::Usdc.code()])),
        Field::optional(
            "total_amount",
            "The sum of all items. Missing if it is too large to compute.",
            public("12.50"),
        ),
        Field::required("total_items", "The number of items.", FieldKind::Integer { min: 1, max: 100 }),
        Field::required("available", "The available balance now.", public("10000.00")),
        Field::optional(
            "available_after",
            "The available balance after the payout. Missing if it would be \
                                            rejected.",
            public("9987.50"),
        ),
        Field::required(
            "items",
            "The expected result of each item, in the order of the request.",
            FieldKind::List { of: &PREVIEW_ITEM, min: 1, max: 100 },
        ),
        Field::optional("problem", "Why the payout would be rejected.", FieldKind::Object(&PREVIEW_PROBLEM)),
    ],
};

static PREVIEW_ITEM: Object = Object {
    name: "PayoutPreviewItem",
    about: "The expected result of an item.",
    closed: false,
    fields: &[
        Field::required(
            "index",
            "The position of the item in the request, from 0.",
            FieldKind::Integer { min: 0, max: 99 },
        ),
        Field::optional("amount", "The amount that the recipient would receive.", public("12.50")),
        Field::optional(
            "email",
            "The email address that would be paid. Missing if the recipient doesn't exist.",
            email(),
        ),
        Field::optional(
            "recipient_id",
            "The ID of the recipient. Missing if the payout would create it, or if it doesn't exist.",
            public("rcp_01kdvq3y5cf2ab6ngnm3hcrkve"),
        ),
        Field::required(
            "on_platform",
            "Whether you have paid this recipient before, so that the money reaches their wallet immediately.",
            FieldKind::Boolean,
        ),
        Field::optional(
            "status",
            "The expected status moments later. Missing if the recipient doesn't exist. For recipients that you \
             haven't paid yet it is `pending_claim`, although a live item completes immediately if they have a \
             wallet.",
            FieldKind::Choice(&[
                ItemStatus::Completed.name(),
                ItemStatus::PendingClaim.name(),
                ItemStatus::Failed.name(),
            ]),
        ),
    ],
};

static PREVIEW_PROBLEM: Object = Object {
    name: "PayoutPreviewProblem",
    about: "The problem that would reject the payout, with the same name and texts.",
    closed: false,
    fields: &[
        Field::required("title", "The name of the error.", public("insufficient_funds")),
        Field::required(
            "detail",
            "An explanation of the problem.",
            output("Insufficient funds: 250.00 USDC needed, 99.50 USDC available."),
        ),
        Field::required(
            "errors",
            "Each invalid value and its location.",
            FieldKind::List { of: &PREVIEW_ERROR, min: 0, max: 100 },
        ),
    ],
};

static PREVIEW_ERROR: Object = Object {
    name: "PayoutPreviewError",
    about: "An invalid value.",
    closed: false,
    fields: &[
        Field::required("location", "The location of the value.", output("body.items[0].recipient_id")),
        Field::required(
            "message",
            "What is wrong with the value.",
            output("is not the ID of a recipient of this account"),
        ),
    ],
};
