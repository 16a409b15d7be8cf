//! What the end-to-end tests share: real servers, real databases, real HTTP. Nothing here knows Florin's code.

mod database;
mod dev;
mod dump;
mod http;
mod look;
mod patience;
mod process;
mod sample;
mod secrets;
mod server;

pub use database::{Database, Engine};
pub use dev::Dev;
pub use dump::dump;
pub use http::{Client, Reply, raw, raw_reply};
pub use patience::{eventually, now};
pub use process::{Ended, Process, florin, own_ip, run};
pub use sample::{RAILS, bank_account};
pub use secrets::canary;
pub use server::Server;

/// Makes one test for each engine from a function that takes the engine.
#[macro_export]
macro_rules! on_both_engines {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $name() {
                super::$name($crate::support::Engine::Sqlite);
            })*
        }
        mod postgres {
            $(#[test]
            fn $name() {
                super::$name($crate::support::Engine::Postgres);
            })*
        }
    };
}
