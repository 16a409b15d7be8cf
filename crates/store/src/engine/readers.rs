//! Reading from PostgreSQL beside the writer.

use std::sync::Arc;

use super::lookups::Lookups;
use super::postgres::{parameters, read_all};
use super::sessions::Sessions;
use super::{BatchStatement, SqlRow, Value};
use crate::error::Error;

/// Sessions for reading, shared by all callers and renewed when they break.
#[derive(Clone)]
pub struct PgReaders {
    sessions: Arc<Sessions>,
    lookups: Arc<Lookups>,
}

impl PgReaders {
    pub fn new(url: &str, sessions: usize) -> PgReaders {
        PgReaders { sessions: Arc::new(Sessions::new(url, sessions)), lookups: Arc::default() }
    }

    pub async fn query<T>(
        &self,
        sql: &str,
        params: &[Value<'_>],
        read: &impl Fn(&SqlRow<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        read_all(&self.sessions.rows(sql, &parameters(params)).await?, read)
    }

    pub async fn query_each<T>(
        &self,
        each: &BatchStatement,
        rows: &[Vec<Value<'_>>],
        read: &impl Fn(&SqlRow<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        read_all(&self.sessions.rows_of_each(each, rows).await?, read)
    }

    pub async fn look_up(
        &self,
        each: &'static BatchStatement,
        key: Vec<Value<'static>>,
    ) -> Result<Option<tokio_postgres::Row>, Error> {
        self.lookups.look_up(&self.sessions, each, key).await
    }
}
