//! What the end-to-end tests share: real servers, real databases, real HTTP. Nothing here knows Florin's code.

mod backup;
mod beside;
mod books;
mod browser;
mod cluster;
mod crossing;
mod database;
mod dev;
mod dump;
mod fleet;
mod http;
mod lines;
mod load;
mod look;
mod luck;
mod mail_server;
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
pub use crossing::{
    DAY, advance, balance_micros, cancel_crossing, crossings_seen, deposit, events_of, fees, happens, look,
    micros, register, say, sequences, text, withdraw, withdraw_to_wallet,
};
pub use database::{Database, Engine};
pub use dev::Dev;
pub use dump::dump;
pub use fleet::{Fleet, Places};
pub use http::{Client, Reply, raw, raw_reply};
pub use load::{Load, Notes, Wish};
pub use luck::Luck;
pub use mail_server::MailServer;
pub use mailbox::{Letter, mail_to, mails_to};
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
