//! Sessions for reading, renewed when they break.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio_postgres::types::ToSql;

use super::postgres::{PgSession, borrowed, columns};
use super::{BatchStatement, Value};
use crate::error::Error;

pub struct Sessions {
    url: String,
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
    fn open_session(&self) -> Option<Arc<PgSession>> {
        let session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        session.as_ref().filter(|session| !session.is_closed()).cloned()
    }

    fn keep(&self, session: Option<Arc<PgSession>>) {
        *self.session.lock().unwrap_or_else(PoisonError::into_inner) = session;
    }
}

impl Sessions {
    pub fn new(url: &str, sessions: usize) -> Sessions {
        let slots = std::iter::repeat_with(Slot::default).take(sessions).collect();
        Sessions { url: url.to_owned(), next: AtomicUsize::new(0), slots }
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
        let asking = self.least_asked();
        let slot = asking.0;
        match self.session(slot).await?.rows(sql, params).await {
            // Reading again is always safe, and the usual cause is a server that was restarted.
            Err(Error::Unavailable(_)) => {
                slot.keep(None);
                self.session(slot).await?.rows(sql, params).await
            }
            answer => answer,
        }
    }

    /// The session with the fewest statements before the next one, so that a slow one keeps no others waiting. Where
    /// several have as few, they take turns.
    fn least_asked(&self) -> Asking<'_> {
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        let in_turn = (0..self.slots.len()).map(|place| &self.slots[(first + place) % self.slots.len()]);
        let slot = in_turn.min_by_key(|slot| slot.asked.load(Ordering::Relaxed)).expect("there is a session");
        slot.asked.fetch_add(1, Ordering::Relaxed);
        Asking(slot)
    }

    async fn session(&self, slot: &Slot) -> Result<Arc<PgSession>, Error> {
        if let Some(session) = slot.open_session() {
            return Ok(session);
        }
        let _one_at_a_time = slot.connecting.lock().await;
        if let Some(session) = slot.open_session() {
            return Ok(session);
        }
        let session = Arc::new(PgSession::connect(&self.url).await?);
        slot.keep(Some(session.clone()));
        Ok(session)
    }
}
