//! Reading from PostgreSQL beside the writer.

use std::sync::Arc;

use tokio_postgres::Row;

use super::lookups::Lookups;
use super::postgres::{PgAnswer, parameters};
use super::sessions::Sessions;
use super::{BatchStatement, Value};
use crate::postgres_url::PostgresUrl;

/// Sessions for reading, shared by all callers and renewed when they break.
#[derive(Clone)]
pub struct PgReaders {
    sessions: Arc<Sessions>,
    lookups: Arc<Lookups>,
}

impl PgReaders {
    pub fn new(url: &PostgresUrl, sessions: usize) -> PgReaders {
        PgReaders { sessions: Arc::new(Sessions::new(url, sessions)), lookups: Arc::default() }
    }

    pub fn query<'a>(&'a self, sql: &'a str, params: &'a [Value<'_>]) -> PgAnswer<'a, Vec<Row>> {
        Box::pin(async move { self.sessions.rows(sql, &parameters(params)).await })
    }

    pub fn query_each<'a>(
        &'a self,
        each: &'a BatchStatement,
        rows: &'a [Vec<Value<'_>>],
    ) -> PgAnswer<'a, Vec<Row>> {
        Box::pin(self.sessions.rows_of_each(each, rows))
    }

    pub fn look_up<'a>(
        &'a self,
        each: &'static BatchStatement,
        key: Vec<Value<'static>>,
    ) -> PgAnswer<'a, Option<Row>> {
        Box::pin(self.lookups.look_up(&self.sessions, each, key))
    }
}
