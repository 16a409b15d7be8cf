//! Sessions for reading, renewed when they break.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio_postgres::types::ToSql;

use super::postgres::{PgSession, borrowed, columns};
use super::{BatchStatement, Value};
use crate::error::Error;
use crate::postgres_url::PostgresUrl;

pub struct Sessions {
    url: PostgresUrl,
    next: AtomicUsize,
    slots: Vec<Slot>,
}

#[derive(Default)]
struct Slot {
    session: Mutex<Option<Arc<PgSession>>>,
    connecting: tokio::sync::Mutex<()>,
    /// How many statements are sent and not answered.
    asked: AtomicUsize,
}

/// One statement that a session is to answer.
struct Asking<'a>(&'a Slot);

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.0.asked.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Slot {
    async fn rows(
        &self,
        url: &PostgresUrl,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<tokio_postgres::Row>, Error> {
        let answer = self.session(url).await?.rows(sql, params).await;
        if matches!(answer, Err(Error::Unavailable(_))) {
            self.keep(None);
        }
        answer
    }

    async fn session(&self, url: &PostgresUrl) -> Result<Arc<PgSession>, Error> {
        if let Some(session) = self.open_session() {
            return Ok(session);
        }
        let _one_at_a_time = self.connecting.lock().await;
        if let Some(session) = self.open_session() {
            return Ok(session);
        }
        let session = Arc::new(PgSession::connect(url).await?);
        self.keep(Some(session.clone()));
        Ok(session)
    }

    fn open_session(&self) -> Option<Arc<PgSession>> {
        let session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        session.as_ref().filter(|session| !session.is_closed()).cloned()
    }

    fn keep(&self, session: Option<Arc<PgSession>>) {
        *self.session.lock().unwrap_or_else(PoisonError::into_inner) = session;
    }
}

impl Sessions {
    pub fn new(url: &PostgresUrl, sessions: usize) -> Sessions {
        let slots = std::iter::repeat_with(Slot::default).take(sessions).collect();
        Sessions { url: url.clone(), next: AtomicUsize::new(0), slots }
    }

    /// The rows for all of these at once.
    pub async fn rows_of_each(
        &self,
        each: &BatchStatement,
        rows: &[Vec<Value<'_>>],
    ) -> Result<Vec<tokio_postgres::Row>, Error> {
        let columns = columns(each, rows);
        self.rows(each.postgres(), &borrowed(&columns)).await
    }

    pub async fn rows(
        &self,
        sql: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<tokio_postgres::Row>, Error> {
        let asking = self.min_asked();
        match asking.0.rows(&self.url, sql, params).await {
            // Reading again is always safe. The usual cause is a server that was restarted, or one that has no room
            // for another session: then those that are open go on.
            Err(Error::Unavailable(_)) => self.open_or(&asking).rows(&self.url, sql, params).await,
            answer => answer,
        }
    }

    /// A slot whose session is open, or else the same.
    fn open_or<'a>(&'a self, asking: &Asking<'a>) -> &'a Slot {
        self.slots.iter().find(|slot| slot.open_session().is_some()).unwrap_or(asking.0)
    }

    /// The session with the fewest statements before the next one, so that a slow one keeps no others waiting. Where
    /// several have as few, they take turns.
    fn min_asked(&self) -> Asking<'_> {
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        let in_turn = (0..self.slots.len()).map(|place| &self.slots[(first + place) % self.slots.len()]);
        let slot = in_turn.min_by_key(|slot| slot.asked.load(Ordering::Relaxed)).expect("there is a session");
        slot.asked.fetch_add(1, Ordering::Relaxed);
        Asking(slot)
    }
}
