//! Turns facts that do not agree into findings that name rows.

use std::collections::BTreeMap;

use super::facts::{FactKind, Trace};
use super::finding::{Finding, Findings};

/// How many rows are named on each side of one finding.
const MAX_NAMED: usize = 3;

/// The subjects whose facts do not agree, each with what is due and what is there.
pub fn find(traces: Vec<Trace>) -> Findings {
    let mut by_subject: BTreeMap<(FactKind, String), Vec<Trace>> = BTreeMap::new();
    for trace in traces {
        by_subject.entry((trace.kind, trace.subject.clone())).or_default().push(trace);
    }
    let mut findings = Findings::default();
    for ((kind, subject), traces) in by_subject {
        let mut net: BTreeMap<u64, i128> = BTreeMap::new();
        for trace in &traces {
            *net.entry(trace.details).or_default() += i128::from(trace.times);
        }
        if net.values().all(|times| *times == 0) {
            continue;
        }
        let open = |trace: &&Trace| net[&trace.details] != 0;
        let (due, answers): (Vec<&Trace>, Vec<&Trace>) =
            traces.iter().filter(open).partition(|trace| trace.times > 0);
        // For totals and counters it is the payout that is answered by its items.
        let (expected, actual) = match kind {
            FactKind::Total => (sum(&answers), sum(&due)),
            FactKind::Position => (words(&due), "items with other numbers".to_owned()),
            _ => (words(&due), words(&answers)),
        };
        findings.add(|| Finding::new(row(kind, &subject), expected, actual));
    }
    findings
}

fn row(kind: FactKind, subject: &str) -> String {
    match kind {
        FactKind::Hold => format!("transfers {subject}:hold"),
        FactKind::Resolve => format!("transfers {subject}:resolve (debit side)"),
        FactKind::Destination => format!("transfers {subject}:resolve (credit side)"),
        FactKind::Credit => format!("transfers {subject}:credit"),
        FactKind::Counter => format!("transactions of {subject} (their statuses, as counted)"),
        FactKind::Total => format!("payouts {subject} (total_amount, from its items)"),
        FactKind::Position => format!("transactions of {subject} (the numbers in their ids)"),
        FactKind::Claim => format!("claims {subject}"),
        FactKind::Email => format!("emails of {subject}"),
        FactKind::Event => format!("events of {subject}"),
        FactKind::ExternalTransfer => format!("external_transfers {subject}"),
        FactKind::Cost => format!("transfers {subject} (fees, rounding, returns)"),
        FactKind::Parked => format!("transfers {subject} (parked money)"),
        FactKind::RailNotice => format!("notices of {subject}"),
        FactKind::Number => format!("events of {subject} (their sequence numbers)"),
        FactKind::Statement => format!("statements of {subject}"),
        FactKind::World => format!("transfers of {subject} (their external ledger account)"),
    }
}

fn words(traces: &[&Trace]) -> String {
    let mut named: Vec<&str> = traces.iter().take(MAX_NAMED).map(|trace| trace.words.as_str()).collect();
    if traces.len() > MAX_NAMED {
        named.push("…");
    }
    if named.is_empty() { "nothing".to_owned() } else { named.join(" and ") }
}

fn sum(traces: &[&Trace]) -> String {
    let sum: i128 = traces.iter().map(|trace| i128::from(trace.times).abs()).sum();
    format!("{sum}")
}
