//! The security log of each user.

use rules::id::{SecurityId, UserId};
use rules::language::Language;
use rules::security::{ClientInfo, SecurityEntry, SecurityKind};
use rules::time::Timestamp;
use rules::zone::Zone;

use crate::engine::{Columns, Store};
use crate::error::Error;
use crate::list::{List, ListPage, Position};
use crate::table::table;
use crate::users::known_zone;

table! {
    security_log as l;
    columns entry_columns {
        id: Text,
        user_id: Text,
        kind: Text,
        about: Text,
        address: Text,
        agent: Text,
        created_at: Int,
    }
    read read_entry -> SecurityEntry {
        SecurityEntry { id, user: user_id, kind, about, client_info: ClientInfo { address, agent }, created_at }
    }
    write entry: &SecurityEntry {
        id: entry.id,
        user_id: entry.user,
        kind: entry.kind,
        about: &entry.about,
        address: &entry.client_info.address,
        agent: &entry.client_info.agent,
        created_at: entry.created_at,
    }
    insert INSERT_ENTRIES with entry_values;
}

impl Store {
    /// What happened to a user, newest first.
    pub async fn security_log(
        &self,
        user: UserId,
        after: Option<&Position>,
        size: usize,
    ) -> Result<ListPage<SecurityEntry>, Error> {
        const SELECT: &str =
            concat!("select ", entry_columns!(), " from security_log l where l.user_id = $1");
        let list = List::new(SELECT, vec![user.into()], "l.created_at", "l.id");
        let position = |entry: &SecurityEntry| Position::of(entry.created_at, entry.id);
        list.page(self, after, size, read_entry, position).await
    }

    /// The entry of the lock that began at this time.
    pub async fn lock_entry(&self, user: UserId, at: Timestamp) -> Result<Option<SecurityEntry>, Error> {
        const SQL: &str = concat!(
            "select ",
            entry_columns!(),
            " from security_log l where l.user_id = $1 and l.created_at = $2 and l.kind = $3"
        );
        self.query_one(SQL, &[user.into(), at.into(), SecurityKind::Locked.into()], read_entry).await
    }

    /// An entry, with the language and the zone that its user has set.
    pub async fn security_entry(
        &self,
        id: SecurityId,
    ) -> Result<Option<(SecurityEntry, Option<Language>, Option<Zone>)>, Error> {
        const SQL: &str = concat!(
            "select u.language, u.time_zone, ",
            entry_columns!(),
            " from security_log l join users u on u.id = l.user_id where l.id = $1"
        );
        let read = |columns: &mut Columns<'_>| {
            let (language, zone) = (columns.read()?, known_zone(columns.read()?));
            Ok((security_log::read(columns)?, language, zone))
        };
        Ok(self.query_columns(SQL, &[id.into()], read).await?.pop())
    }
}
