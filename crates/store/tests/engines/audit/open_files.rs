//! The audit goes on in a process that can open no more files.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Runs this while the process can open nothing. Each test is a process of its own.
pub fn without_files<T>(work: impl FnOnce() -> T) -> T {
    let usual = getrlimit(Resource::Nofile);
    let none = Rlimit { current: Some(0), maximum: usual.maximum };
    setrlimit(Resource::Nofile, none).expect("a lower limit");
    assert!(std::fs::File::open("/dev/null").is_err(), "nothing can be opened");
    let done = work();
    setrlimit(Resource::Nofile, usual).expect("the usual limit");
    done
}
