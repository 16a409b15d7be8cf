//! Marks of the server's secrets.

use rules::secret_mark::SecretMark;

use crate::engine::{BatchStatement, Store};
use crate::error::Error;
use crate::table::table;

table! {
    secret_marks as t;
    columns secret_mark_columns {
        version: Int,
        sealed: Bytes,
    }
    read read_secret_mark -> SecretMark { SecretMark { version, sealed } }
    write mark: &SecretMark {
        version: i64::from(mark.version),
        sealed: mark.sealed.as_slice(),
    }
    insert INSERT_SECRET_MARKS with secret_mark_values;
}

impl Store {
    pub async fn secret_marks(&self) -> Result<Vec<SecretMark>, Error> {
        const SQL: &str =
            concat!("select ", secret_mark_columns!(), " from secret_marks t order by t.version");
        self.query(SQL, &[], read_secret_mark).await
    }
}

pub static FIND_SECRET_MARKS: BatchStatement = BatchStatement::new(
    concat!("select ", secret_mark_columns!(), " from {rows} join secret_marks t on t.version = k.version"),
    &[secret_marks::kind::version],
);
