//! Lists with filters that match little: each page reads a bounded part of the list, and the pages together are all
//! of it.

use rules::transaction::{TransactionStatus, TransactionType};
use store::{ItemFilter, ListPage, Position, Store, TransactionFilter};

use crate::fixture::Fixture;
use crate::payouts::{let_leases_end, pay};

testkit::on_both_engines!(a_filter_that_matches_little_reads_a_bounded_part_of_the_list_for_a_page);

/// As many as one page may read.
const MAX_READ: usize = 2_000;
const PAYOUTS: usize = MAX_READ / 100 + 1;

/// The sizes of all pages of a list, up to its end.
async fn walk<T>(read: impl AsyncFn(Option<Position>) -> Result<ListPage<T>, store::Error>) -> Vec<usize> {
    let (mut sizes, mut after) = (Vec::new(), None);
    loop {
        let page = read(after.clone()).await.expect("a page");
        sizes.push(page.items.len());
        match page.next {
            Some(next) => assert_ne!(after.replace(next.clone()), Some(next), "the list goes on"),
            None => return sizes,
        }
    }
}

fn filter(statuses: &[TransactionStatus], types: &[TransactionType]) -> TransactionFilter {
    TransactionFilter { statuses: statuses.to_vec(), types: types.to_vec(), ..TransactionFilter::default() }
}

fn a_filter_that_matches_little_reads_a_bounded_part_of_the_list_for_a_page(fixture: Fixture) {
    let Fixture { app, store, caller, .. } = &fixture;
    fixture.runtime.block_on(async {
        let people = ["new@example.com"; 100];
        let oldest = pay(app, caller, &people).await;
        let_leases_end(&fixture);
        app.payouts.settle_due().await;
        let items = store.items(caller, oldest.id, &ItemFilter::default(), None, 1).await.expect("a page");
        let item = items.items[0].transaction.clone();
        app.payouts
            .cancel_payout_item(caller, &oldest.id.to_string(), &item.id.to_string(), None)
            .await
            .expect("cancelled");
        for _ in 1..PAYOUTS {
            pay(app, caller, &people).await;
        }
        let_leases_end(&fixture);
        while app.payouts.settle_due().await > 0 {}

        let transactions = async |filter: &TransactionFilter| {
            walk(async |after| store.transactions(caller, filter, after.as_ref(), 100).await).await
        };
        let cancelled = filter(&[TransactionStatus::Cancelled], &[]);
        let of_recipient = TransactionFilter { recipient: item.recipient, ..cancelled.clone() };
        let of_payout = TransactionFilter { payout: Some(oldest.id), ..cancelled.clone() };
        assert_eq!(
            transactions(&cancelled).await,
            [0, 1],
            "the cancelled one is older than all that a page reads"
        );
        assert_eq!(transactions(&of_recipient).await, [0, 1]);
        assert_eq!(transactions(&of_payout).await, [1], "a payout is never that long");
        assert_eq!(transactions(&filter(&[], &[TransactionType::InboundTransfer])).await, [0, 1]);
        assert_eq!(transactions(&filter(&[TransactionStatus::Expired], &[])).await, [0, 0]);
        let named = async |after: Option<Position>| {
            store.named_transactions(caller, &cancelled, after.as_ref(), 100).await
        };
        assert_eq!(walk(named).await, [0, 1]);
        everything_is_listed_once(store, &fixture).await;
    });
}

/// Whether a page is cut by its size or by what it may read.
async fn everything_is_listed_once(store: &Store, fixture: &Fixture) {
    let caller = &fixture.caller;
    let all = PAYOUTS * 100 + 1;
    for (filter, count) in [
        (TransactionFilter::default(), all),
        (filter(&[], &[TransactionType::Payout]), all - 1),
        (filter(&[TransactionStatus::PendingClaim], &[]), all - 2),
        (filter(&[TransactionStatus::Completed, TransactionStatus::Cancelled], &[]), 2),
    ] {
        let read = async |start: Option<&Position>| {
            let page = store.transactions(caller, &filter, start, 70).await.expect("a page");
            let rows: Vec<_> = page.items.iter().map(|row| (row.created_at, row.id)).collect();
            (rows, page.previous, page.next)
        };
        let mut seen = Vec::new();
        let mut shown = read(None).await;
        assert_eq!(shown.1, None, "nothing is before the first page");
        loop {
            seen.extend(shown.0.clone());
            let Some(next) = &shown.2 else { break };
            shown = read(Some(next)).await;
        }
        // Backwards, each page ends where the one behind it begins, up to the first page, which is full.
        let mut end = seen.len() - shown.0.len();
        while let Some(previous) = shown.1 {
            shown = read(Some(&previous)).await;
            let is_first = shown.1.is_none();
            assert!(!is_first || end <= 70, "no page is left out: {filter:?}");
            let expected = if is_first { 0..shown.0.len() } else { end - shown.0.len()..end };
            end = expected.start;
            assert_eq!(shown.0, seen[expected], "{filter:?}");
            assert!(is_first || shown.2.is_some(), "what is behind it can be reached again");
        }
        assert_eq!(shown.0[..], seen[..shown.0.len()], "it leads back to the first page: {filter:?}");
        assert!(seen.is_sorted_by(|one, next| one > next), "newest first, and each once: {filter:?}");
        assert_eq!(seen.len(), count, "{filter:?}");
    }
}
