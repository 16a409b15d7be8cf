//! What a payout would do, as `POST /payouts/validate` shows it.

use bytes::Bytes;
use rules::money::{Amount, Currency};
use rules::payout::{Preview, PreviewItem};
use rules::transaction::ItemStatus;
use serde::Serialize;

use crate::problem::{Detail, Problem};
use crate::shape::{Field, FieldKind, Object, email, output};

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
    about: "What a payout would do, as things are now. Nothing was written.",
    closed: false,
    fields: &[
        Field::required("valid", "Whether it would be accepted now.", FieldKind::Boolean),
        Field::required("currency", "Always USDC.", FieldKind::Choice(&[Currency::Usdc.code()])),
        Field::optional(
            "total_amount",
            "The sum of all items, unless it is beyond counting.",
            output("12.50"),
        ),
        Field::required("total_items", "How many items it has.", FieldKind::Integer { min: 1, max: 100 }),
        Field::required("available", "What can be spent now.", output("10000.00")),
        Field::optional("available_after", "What could be spent then, if it is accepted.", output("9987.50")),
        Field::required(
            "items",
            "What each item would become, in the order of the request.",
            FieldKind::List { of: &PREVIEW_ITEM, min: 1, max: 100 },
        ),
        Field::optional("problem", "Why it would be refused.", FieldKind::Object(&PREVIEW_PROBLEM)),
    ],
};

static PREVIEW_ITEM: Object = Object {
    name: "PayoutPreviewItem",
    about: "What an item would become.",
    closed: false,
    fields: &[
        Field::required(
            "index",
            "Its position in the request, from 0.",
            FieldKind::Integer { min: 0, max: 99 },
        ),
        Field::optional("amount", "How much the person would receive.", output("12.50")),
        Field::optional(
            "email",
            "The address that would be paid; missing if there is no such recipient.",
            email(),
        ),
        Field::optional(
            "recipient_id",
            "The recipient; missing if it would be created, or if there is none.",
            output("rcp_01kdvq3y5cf2ab6ngnm3hcrkve"),
        ),
        Field::required(
            "on_platform",
            "Whether you have paid this person before, so that the money reaches their wallet at once.",
            FieldKind::Boolean,
        ),
        Field::optional(
            "status",
            "Where it would be moments later; missing if there is no such recipient. For a person whom you have \
             not paid yet it is `pending_claim`, although a live item completes at once if they have a wallet.",
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
    about: "The problem that the payout would be answered with, in the same words.",
    closed: false,
    fields: &[
        Field::required("title", "Its name.", output("insufficient_funds")),
        Field::required(
            "detail",
            "What is wrong.",
            output("This needs 250.00 USDC, and 99.50 USDC are available."),
        ),
        Field::required(
            "errors",
            "Every place that is wrong.",
            FieldKind::List { of: &PREVIEW_ERROR, min: 0, max: 100 },
        ),
    ],
};

static PREVIEW_ERROR: Object = Object {
    name: "PayoutPreviewError",
    about: "One place that is wrong.",
    closed: false,
    fields: &[
        Field::required("location", "Where.", output("body.items[0].recipient_id")),
        Field::required("message", "What is wrong with it.", output("is not a recipient of this account")),
    ],
};
