//! All servers on one database: three on PostgreSQL, one on SQLite, which takes no more.

use std::sync::RwLock;

use super::server::SecondProcess;
use super::{Client, Engine, Reply, Server, eventually};

pub struct Fleet {
    pub server: Server,
    others: Vec<SecondProcess>,
}

impl Fleet {
    pub fn start(engine: Engine) -> Fleet {
        let server = Server::start(engine);
        let others = match engine {
            Engine::Sqlite => Vec::new(),
            Engine::Postgres => vec![server.second_process(), server.second_process()],
        };
        Fleet { server, others }
    }

    /// The demo user's sandbox at each server.
    pub fn clients(&self) -> Vec<Client> {
        let first = self.server.sandbox();
        let others = self.others.iter().map(|other| first.at(other.test_api()).apart());
        [first.apart()].into_iter().chain(others).collect()
    }

    /// `kill -9` for one server. On PostgreSQL the others go on without it; on SQLite it comes back.
    pub fn lose_one(&mut self, places: &Places) {
        if self.others.pop().is_none() {
            self.server.kill();
            self.server.restart();
        }
        places.are(self.clients());
    }

    /// Ends all servers, and with them their sessions at the database.
    pub fn stop(&mut self) {
        self.others.clear();
        assert_eq!(self.server.terminate(), Some(0));
    }
}

/// Where servers can be found now.
pub struct Places(RwLock<Vec<Client>>);

impl Places {
    pub fn of(fleet: &Fleet) -> Places {
        Places(RwLock::new(fleet.clients()))
    }

    fn are(&self, clients: Vec<Client>) {
        *self.0.write().expect("no panic") = clients;
    }

    fn nth(&self, number: usize) -> Client {
        let clients = self.0.read().expect("no panic");
        clients[number % clients.len()].clone()
    }

    /// Posts with this key, again and again and elsewhere if no server answers, as a good client does.
    pub fn post_once(&self, number: usize, path: &str, key: &str, body: &str) -> Reply {
        let mut tries = number..;
        eventually("an answer", || {
            let client = self.nth(tries.next().expect("there is no end"));
            let reply = client.try_send("POST", path, &[("Idempotency-Key", key)], Some(body)).ok();
            // A port that became free may by now belong to the server of another test.
            reply.filter(|reply| ![401, 503].contains(&reply.status))
        })
    }
}
