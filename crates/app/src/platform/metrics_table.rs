//! All metrics, with the text that `/metrics` shows about each. Names follow Prometheus: the unit comes last, and a
//! counter ends with `_total`.

use MetricType::{Counter, Gauge, Histogram};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MetricType {
    Counter,
    Gauge,
    Histogram,
}

/// A name, its type, and what it measures.
pub type Metric = (&'static str, MetricType, &'static str);

pub const METRICS: [Metric; 28] = [
    ("florin_requests_total", Counter, "HTTP requests, by method, route and status."),
    (
        "florin_request_duration_seconds",
        Histogram,
        "Time from the request's headers to the response's, by route.",
    ),
    (
        "florin_logged_requests_total",
        Counter,
        "API requests for the request log, by outcome: written, left_out or lost.",
    ),
    ("florin_refused_by_address_total", Counter, "Connections refused because one address had too many."),
    ("florin_refused_by_memory_total", Counter, "Requests refused for lack of memory for their bodies."),
    ("florin_password_hashes_total", Counter, "Password hashes, by purpose: check or choose."),
    ("florin_batch_commands", Histogram, "Commands that share one commit."),
    ("florin_rail_notices_total", Counter, "Bank and chain reports, by effect."),
    ("florin_rail_notices_parked", Gauge, "Bank payments that are credited to no account."),
    ("florin_rail_notices_contradicted", Gauge, "Bank reports that contradict an earlier one."),
    ("florin_waiting_items", Gauge, "Items that wait for an operator or a worker, by kind; up to 10000."),
    (
        "florin_waiting_oldest_seconds",
        Gauge,
        "How long the oldest item of a kind has waited, in seconds; 0 if none waits.",
    ),
    ("florin_money_stopped", Gauge, "1 for each cause that stops outgoing money, 0 for all others."),
    ("florin_books_broken", Gauge, "1 while the books don't add up."),
    ("florin_audit_overdue", Gauge, "1 while no server completes an audit of the books."),
    ("florin_audit_rounds_total", Counter, "Completed audits of the books."),
    ("florin_audit_rows_total", Counter, "Rows that the audit has verified."),
    ("florin_audit_failures_total", Counter, "Audits that could not be completed."),
    ("florin_chain_block", Gauge, "Number of the last block in the books."),
    ("florin_chain_block_age_seconds", Gauge, "Age of the last block in the books, in seconds."),
    ("florin_chain_blocks_behind", Gauge, "Final blocks that are not in the books yet."),
    ("florin_chain_unconfirmed", Gauge, "Payments on the chain that are in no final block."),
    ("florin_chain_oldest_unconfirmed_seconds", Gauge, "Age of the oldest unconfirmed payment, in seconds."),
    ("florin_chain_gas_wei", Gauge, "Balance of the gas account, in wei."),
    ("florin_chain_sends_total", Counter, "Transactions sent to the nodes, including resends."),
    ("florin_emails_total", Counter, "Emails, by outcome and queue."),
    ("florin_deliveries_total", Counter, "Attempts to deliver a webhook, by outcome."),
    ("florin_webhooks_postponed_total", Counter, "Webhooks that waited for a connection or a name lookup."),
];

/// Tells the recorder what each metric means. Metrics that are recorded later get the same text.
pub fn describe_metrics() {
    for (name, metric_type, help) in METRICS {
        match metric_type {
            Counter => metrics::describe_counter!(name, help),
            Gauge => metrics::describe_gauge!(name, help),
            Histogram => metrics::describe_histogram!(name, help),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{METRICS, MetricType};

    #[test]
    fn only_counters_end_with_total_and_texts_are_sentences() {
        for (name, metric_type, help) in METRICS {
            assert_eq!(name.ends_with("_total"), metric_type == MetricType::Counter, "{name}");
            assert!(name.starts_with("florin_") && !name.contains("__"), "{name}");
            assert!(help.ends_with('.') && !help.contains('\n'), "{name}: {help}");
            let twice = METRICS.iter().filter(|(other, ..)| *other == name).count();
            assert_eq!(twice, 1, "{name}");
        }
    }
}
