//! A proxy in the environment would dial what was not checked, so there is none for webhooks.

use super::super::{add, arrived, press};
use crate::support::{Browser, Database, Dev, Engine, Receiver};

fn proxies_in_the_environment_are_ignored(engine: Engine) {
    let (data, database) = (tempfile::tempdir().expect("a folder"), Database::create(engine));
    let (proxy, receiver) = (Receiver::start(), Receiver::start());
    let mut command = Dev::command(data.path(), database.url());
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"] {
        command.env(name, format!("http://{}", proxy.address()));
    }
    command.env_remove("NO_PROXY").env_remove("no_proxy");
    let dev = Dev::start(command);
    let browser = Browser::signed_in(dev.origin(), dev.info("email"), dev.info("password"));
    let place = add(&browser, &receiver.url(), &[]);
    press(&browser, &place, "test", &[]);
    assert_eq!(arrived(&receiver, 1).len(), 1);
    assert_eq!(proxy.connections(), 0);
}

testkit::on_one_engine!(proxies_in_the_environment_are_ignored);
