//! What the end-to-end tests share: real servers, real databases, real HTTP. Nothing here knows Florin's code.

mod backup;
mod beside;
mod books;
mod browser;
mod cluster;
mod database;
mod dev;
mod dump;
mod email_server;
mod external_transfer;
mod fleet;
mod http;
mod lines;
mod load;
mod look;
mod luck;
mod mailbox;
mod money;
pub mod pages;
mod patience;
mod paying;
mod process;
mod proxy;
mod race;
mod receiver;
mod sample;
mod secrets;
mod server;

pub use browser::{Browser, encoded, hidden_fields, unescaped, with};
pub use cluster::Cluster;
pub use database::{Database, Engine};
pub use dev::Dev;
pub use dump::dump;
pub use email_server::EmailServer;
pub use external_transfer::{
    DAY, advance, balance_micros, cancel_external_transfer, deposit, events_of, external_transfers_seen,
    fees, happens, look, micros, register, say, sequences, text, withdraw, withdraw_to_wallet,
};
pub use fleet::{Fleet, Places};
pub use http::{Client, Reply, raw, raw_reply};
pub use load::{Load, Notes, Wish};
pub use luck::Luck;
pub use mailbox::{Letter, email_to, emails_to};
pub use money::{all_payouts, fund, item, payout};
pub use patience::{PATIENCE, eventually, now, outcome};
pub use paying::{accepted, balance, items_of, pay, pay_and_settle, settled};
pub use process::{Ended, Process, florin, own_ip, run};
pub use proxy::{Cut, Proxy};
pub use race::at_once;
pub use receiver::{Does, Received, Receiver};
pub use sample::{ADDRESS, RAILS, TARIFF, bank_account, external_wallet};
pub use secrets::canary;
pub use server::{SecondProcess, Server};

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
