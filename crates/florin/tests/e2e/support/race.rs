//! Many callers at the same moment.

use std::sync::Barrier;
use std::thread;

/// What `ask` returns to each of so many threads that all start together.
pub fn at_once<T: Send>(count: usize, ask: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let line = Barrier::new(count);
    thread::scope(|scope| {
        let racers: Vec<_> = (0..count)
            .map(|number| {
                let (ask, line) = (&ask, &line);
                scope.spawn(move || {
                    line.wait();
                    ask(number)
                })
            })
            .collect();
        racers.into_iter().map(|racer| racer.join().expect("a racer finishes")).collect()
    })
}
