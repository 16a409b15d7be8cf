//! Privileges in PostgreSQL that matter to the guards. SQLite has none.

use super::{Readers, Store};
use crate::error::Error;

/// What the database grants to the role that this program connects as, and to every role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Privileges {
    pub role: String,
    pub database: String,
    pub schema: String,
    pub is_superuser: bool,
    /// An owner can disable every guard.
    pub owns_tables: bool,
    pub public_can_create_temporary_tables: bool,
    /// What others create in the schema of the tables can be called instead of what a statement means.
    pub public_can_create_in_schema: bool,
}

const PRIVILEGES: &str = "select cast(current_user as text), cast(current_database() as text),
        cast(coalesce(current_schema(), '') as text),
        cast(cast((select rolsuper from pg_roles where rolname = current_user) as int4) as int8),
        cast(cast(exists (select 1 from pg_class
            where oid = to_regclass('ledger_accounts') and pg_has_role(relowner, 'usage')) as int4) as int8),
        cast(cast(has_database_privilege('public', current_database(), 'temporary') as int4) as int8),
        cast(cast(coalesce(has_schema_privilege('public', current_schema(), 'create'), false) as int4) as int8)";

impl Store {
    /// Whether this database can be written to now. A standby can't, and neither can a primary that an operator or a
    /// full disk has set to read-only.
    pub async fn accepts_writes(&self) -> Result<bool, Error> {
        if matches!(*self.readers, Readers::Sqlite(_)) {
            return Ok(true);
        }
        let sql =
            "select current_setting('default_transaction_read_only'), cast(pg_is_in_recovery() as text)";
        let found = self.query_one(sql, &[], |row| Ok(row.text(0)? == "off" && row.text(1)? == "false"));
        Ok(found.await?.unwrap_or(false))
    }

    /// None on SQLite.
    pub async fn privileges(&self) -> Result<Option<Privileges>, Error> {
        if matches!(*self.readers, Readers::Sqlite(_)) {
            return Ok(None);
        }
        self.query_one(PRIVILEGES, &[], |row| {
            Ok(Privileges {
                role: row.text(0)?.to_owned(),
                database: row.text(1)?.to_owned(),
                schema: row.text(2)?.to_owned(),
                is_superuser: row.int(3)? != 0,
                owns_tables: row.int(4)? != 0,
                public_can_create_temporary_tables: row.int(5)? != 0,
                public_can_create_in_schema: row.int(6)? != 0,
            })
        })
        .await
    }
}
