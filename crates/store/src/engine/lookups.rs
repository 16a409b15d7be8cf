//! Look-ups that are asked at the same time, sent as one question. While one is on its way the next gather, as in the
//! writer: a lone caller never waits, and many share the cost of a round trip.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::sessions::Sessions;
use super::{BatchStatement, Value};
use crate::error::Error;

/// As many as travel together.
const MAX_TOGETHER: usize = 256;

type LookupRow = Result<Option<tokio_postgres::Row>, Error>;

struct Lookup {
    key: Vec<Value<'static>>,
    reply: oneshot::Sender<LookupRow>,
}

/// The questions of each statement that wait; an entry means that a task is asking.
#[derive(Default)]
pub struct Lookups {
    waiting: Mutex<HashMap<&'static str, Vec<Lookup>>>,
}

impl Lookups {
    pub async fn look_up(
        self: &Arc<Self>,
        sessions: &Arc<Sessions>,
        each: &'static BatchStatement,
        key: Vec<Value<'static>>,
    ) -> LookupRow {
        let (reply, answer) = oneshot::channel();
        let question = Lookup { key, reply };
        let is_first = match self.waiting().entry(each.postgres()) {
            std::collections::hash_map::Entry::Occupied(mut others) => {
                others.get_mut().push(question);
                false
            }
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(vec![question]);
                true
            }
        };
        if is_first {
            // A task of its own: the first caller may go away, and the others still wait.
            tokio::spawn(self.clone().ask(sessions.clone(), each));
        }
        answer.await.unwrap_or_else(|_| Err(Error::Unavailable("a lookup was aborted".to_owned())))
    }

    /// Asks until no caller waits.
    async fn ask(self: Arc<Self>, sessions: Arc<Sessions>, each: &'static BatchStatement) {
        while let Some(questions) = self.take(each) {
            let numbered = questions.iter().enumerate();
            let rows: Vec<Vec<Value<'static>>> = numbered
                .map(|(asked, question)| [&[Value::Int(asked as i64)], question.key.as_slice()].concat())
                .collect();
            let answers = sessions.rows_of_each(each, &rows).await.and_then(|found| sort(found, rows.len()));
            match answers {
                Ok(answers) => questions.into_iter().zip(answers).for_each(|(question, answer)| {
                    let _ = question.reply.send(Ok(answer));
                }),
                Err(error) => questions.into_iter().for_each(|question| {
                    let _ = question.reply.send(Err(error.clone()));
                }),
            }
        }
    }

    /// What waits, or the end of asking.
    fn take(&self, each: &'static BatchStatement) -> Option<Vec<Lookup>> {
        let mut waiting = self.waiting();
        let questions = waiting.get_mut(each.postgres())?;
        if questions.is_empty() {
            waiting.remove(each.postgres());
            return None;
        }
        let together = questions.len().min(MAX_TOGETHER);
        Some(questions.drain(..together).collect())
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<&'static str, Vec<Lookup>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Puts each row to the question it answers: the last column says which.
fn sort(
    found: Vec<tokio_postgres::Row>,
    questions: usize,
) -> Result<Vec<Option<tokio_postgres::Row>>, Error> {
    let mut answers: Vec<Option<tokio_postgres::Row>> = Vec::new();
    answers.resize_with(questions, || None);
    for row in found {
        let asked: i64 = row.try_get(row.len() - 1)?;
        let slot = usize::try_from(asked).ok().and_then(|asked| answers.get_mut(asked));
        *slot.ok_or_else(|| Error::Corrupt("a lookup returned an unrequested row".to_owned()))? = Some(row);
    }
    Ok(answers)
}
