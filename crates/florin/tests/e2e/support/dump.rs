//! Everything a database holds, for looking for what must not be there.

use std::path::Path;

use postgres::{Client, NoTls};

use super::Database;

/// Every byte that is stored, as text where it is text.
pub fn dump(database: &Database, data: &Path) -> Vec<u8> {
    match database {
        Database::Sqlite => ["florin.db", "florin.db-wal"]
            .into_iter()
            .flat_map(|file| std::fs::read(data.join(file)).unwrap_or_default())
            .collect(),
        Database::Postgres { url, .. } => {
            let mut client = Client::connect(url, NoTls).expect("the throw-away PostgreSQL answers");
            dump_tables(&mut client).into_bytes()
        }
    }
}

fn dump_tables(client: &mut Client) -> String {
    let tables = client
        .query("select table_name from information_schema.tables where table_schema = 'public'", &[])
        .expect("the list of tables");
    let mut dump = String::new();
    for table in tables {
        let table: String = table.get(0);
        // Bytes are shown as hex and, where they are text, as text.
        let rows = client.query(&format!("select t::text from {table} t"), &[]).expect("all rows");
        for row in rows {
            let row: String = row.get(0);
            dump.push_str(&row);
            dump.push('\n');
            dump.push_str(&unhexed(&row));
            dump.push('\n');
        }
    }
    dump
}

/// What the hex in a row says, as far as it is text.
fn unhexed(row: &str) -> String {
    let parts = row.split("\\x").skip(1);
    let bytes = parts.flat_map(|part| {
        let hex: Vec<u8> = part.bytes().take_while(u8::is_ascii_hexdigit).collect();
        data_encoding::HEXLOWER.decode(&hex).unwrap_or_default()
    });
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}
