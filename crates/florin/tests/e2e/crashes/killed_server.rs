//! `kill -9` in a loop under write load.

use testkit::soak::repetitions;

use super::notes::{Wanted, check};
use crate::support::{Database, Engine, Load, Luck, Server};

testkit::on_both_engines!(killing_the_server_loses_and_doubles_nothing);

const MAX_WRITES: u64 = 40;

fn killing_the_server_loses_and_doubles_nothing(engine: Engine) {
    let kills = match engine {
        Engine::Sqlite => repetitions(40, 100),
        Engine::Postgres => repetitions(15, 30),
    };
    let mut luck = Luck::new("killing the server");
    let mut server = Server::start(engine);
    let load = Load::<Wanted>::start("wish");
    let notes = load.stop_after_kills(&mut server, kills, MAX_WRITES, &mut luck);
    check(&notes, &server.sandbox());
    if let Database::Sqlite = server.database() {
        assert_eq!(server.terminate(), Some(0));
        let file = rusqlite::Connection::open(server.data().join("florin.db")).expect("the database");
        let verdict: String =
            file.query_row("pragma integrity_check", [], |row| row.get(0)).expect("a verdict");
        assert_eq!(verdict, "ok");
    }
}
