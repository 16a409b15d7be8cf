//! Walking through a list while others add to it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::{List, ids, newest_first, walk};
use crate::support::{Engine, Server};

testkit::on_both_engines!(what_was_there_before_a_walk_is_found_exactly_once_while_others_add);

const BEFORE: usize = 60;
const WRITERS: usize = 3;

fn what_was_there_before_a_walk_is_found_exactly_once_while_others_add(engine: Engine) {
    let server = Server::start(engine);
    let sandbox = server.sandbox();
    for list in List::ALL {
        let before = ids(&newest_first(list.add_many(&sandbox, 0..BEFORE)));
        let (next, over) = (AtomicUsize::new(BEFORE), AtomicBool::new(false));
        std::thread::scope(|scope| {
            for _ in 0..WRITERS {
                scope.spawn(|| {
                    while !over.load(Ordering::Relaxed) {
                        list.add(&sandbox, next.fetch_add(1, Ordering::Relaxed));
                    }
                });
            }
            let walks = [1, 2, 7, 50].map(|page_size| {
                let sandbox = &sandbox;
                (page_size, scope.spawn(move || walk(sandbox, list, "", page_size)))
            });
            let walks = walks.map(|(page_size, walking)| (page_size, walking.join()));
            over.store(true, Ordering::Relaxed);
            for (page_size, rows) in walks {
                let rows = rows.expect("a walk to the end");
                assert_eq!(newest_first(rows.clone()), rows, "{list:?} by {page_size} is out of order");
                let found = ids(&rows);
                let distinct: std::collections::BTreeSet<&String> = found.iter().collect();
                assert_eq!(distinct.len(), found.len(), "{list:?} by {page_size} has a row twice");
                let old: Vec<&String> = found.iter().filter(|id| before.contains(id)).collect();
                assert_eq!(old, before.iter().collect::<Vec<_>>(), "{list:?} by {page_size}");
            }
        });
        assert!(next.into_inner() > BEFORE, "rows were added");
        let after = ids(&walk(&sandbox, list, "", 100));
        assert!(before.iter().all(|id| after.contains(id)));
    }
}
