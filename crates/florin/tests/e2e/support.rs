//! What the end-to-end tests share: real servers, real databases, real HTTP. Nothing here knows Florin's code.

mod backup;
mod beside;
mod books;
mod browser;
mod dev;
mod documented;
mod dump;
mod external_transfer;
mod fleet;
mod http;
mod load;
mod luck;
mod mailbox;
mod money;
pub mod pages;
mod paying;
mod process;
mod proxy;
mod race;
mod receiver;
mod sample;
mod secrets;
mod server;

pub use browser::{Browser, LANGUAGE_COOKIE, encoded, hidden_fields, unescaped, with};
pub use dev::Dev;
pub use dump::dump;
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
pub use paying::{accepted, balance, items_of, pay, pay_and_settle, settled};
pub use process::{Ended, Process, florin, own_ip, run};
pub use proxy::{Cut, Proxy};
pub use race::at_once;
pub use receiver::{Does, Received, Receiver};
pub use sample::{ADDRESS, RAILS, TARIFF, bank_account, external_wallet};
pub use secrets::canary;
pub use server::{SecondProcess, Server, watched};
pub use testkit::cluster::Cluster;
pub use testkit::database::Database;
pub use testkit::email_server::{EmailServer, Fault};
pub use testkit::engine::Engine;
pub use testkit::patience::{PATIENCE, eventually, now, outcome};
