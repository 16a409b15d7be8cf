//! Marks of the server's secrets.

use rules::secret_mark::SecretMark;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;

impl Store {
    pub async fn secret_marks(&self) -> Result<Vec<SecretMark>, Error> {
        let sql = "select version, sealed from secret_marks order by version";
        self.query(sql, &[], read_secret_mark).await
    }
}

pub static FIND_SECRET_MARKS: BatchStatement = BatchStatement::new(
    "select t.version, t.sealed from {rows} join secret_marks t on t.version = k.version",
    &[("version", Kind::Int)],
);

pub fn read_secret_mark(row: &Row<'_>) -> Result<SecretMark, Error> {
    let version = row.int(0)?.try_into().map_err(|_| decode::corrupt(0))?;
    Ok(SecretMark { version, sealed: row.bytes(1)?.to_owned() })
}

pub static INSERT_SECRET_MARKS: BatchStatement =
    BatchStatement::insert("secret_marks", &[("version", Kind::Int), ("sealed", Kind::Bytes)]);

pub fn secret_mark_values(mark: &SecretMark) -> Vec<Value<'_>> {
    vec![i64::from(mark.version).into(), mark.sealed.as_slice().into()]
}
