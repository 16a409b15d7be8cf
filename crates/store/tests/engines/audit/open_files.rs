//! The audit goes on in a process that can open no more files.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use testkit::program::run_test_alone;

const ALONE: &str = "FLORIN_TEST_ALONE";

/// The limit of open files is one for the whole process, and other tests may share it. So a test that lowers it calls
/// this first: true in a process of its own, where it goes on; elsewhere the test has then run there, and passed.
pub fn alone() -> bool {
    let is_alone = std::env::var_os(ALONE).is_some();
    if !is_alone {
        let thread = std::thread::current();
        run_test_alone(thread.name().expect("the name of the test"), |child| {
            child.env(ALONE, "1");
        });
    }
    is_alone
}

/// Runs this while the process can open nothing.
pub fn without_files<T>(work: impl FnOnce() -> T) -> T {
    let usual = getrlimit(Resource::Nofile);
    let none = Rlimit { current: Some(0), maximum: usual.maximum };
    setrlimit(Resource::Nofile, none).expect("a lower limit");
    assert!(std::fs::File::open("/dev/null").is_err(), "nothing can be opened");
    let done = work();
    setrlimit(Resource::Nofile, usual).expect("the usual limit");
    done
}
