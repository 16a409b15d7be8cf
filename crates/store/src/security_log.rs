//! The security log of each user.

use rules::id::{SecurityId, UserId};
use rules::security::{ClientInfo, SecurityEntry, SecurityKind};

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;
use crate::list::{List, Page, Position};

impl Store {
    /// What happened to a user, newest first.
    pub async fn security_log(
        &self,
        user: UserId,
        after: Option<&Position>,
        size: usize,
    ) -> Result<Page<SecurityEntry>, Error> {
        let select = "select id, user_id, kind, about, address, agent, created_at from security_log where user_id = $1";
        let list = List::new(select, vec![user.into()], "created_at", "id");
        let position =
            |entry: &SecurityEntry| Position { created_at: entry.created_at, id: entry.id.to_string() };
        list.page(self, after, size, read_entry, position).await
    }

    pub async fn security_entry(&self, id: SecurityId) -> Result<Option<SecurityEntry>, Error> {
        let sql =
            "select id, user_id, kind, about, address, agent, created_at from security_log where id = $1";
        self.query_one(sql, &[id.into()], read_entry).await
    }
}

fn read_entry(row: &Row<'_>) -> Result<SecurityEntry, Error> {
    Ok(SecurityEntry {
        id: decode::id(row, 0)?,
        user: decode::id(row, 1)?,
        kind: decode::named(row, 2, SecurityKind::parse)?,
        about: row.text(3)?.to_owned(),
        client_info: ClientInfo { address: row.text(4)?.to_owned(), agent: row.text(5)?.to_owned() },
        created_at: decode::time(row, 6)?,
    })
}

pub static INSERT_ENTRIES: BatchStatement = BatchStatement::insert(
    "security_log",
    &[
        ("id", Kind::Text),
        ("user_id", Kind::Text),
        ("kind", Kind::Text),
        ("about", Kind::Text),
        ("address", Kind::Text),
        ("agent", Kind::Text),
        ("created_at", Kind::Int),
    ],
);

pub fn entry_values(entry: &SecurityEntry) -> Vec<Value<'_>> {
    vec![
        entry.id.into(),
        entry.user.into(),
        entry.kind.name().into(),
        (&entry.about).into(),
        (&entry.client_info.address).into(),
        (&entry.client_info.agent).into(),
        entry.created_at.into(),
    ]
}
