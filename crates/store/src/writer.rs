//! One writing connection: a batch begins by gathering, and ends by writing everything or nothing.

use std::time::Duration;

use rules::world::{Needs, World};

use crate::commit_fence::{self, CommitFence};
use crate::engine::{Connection, Store};
use crate::error::Error;
use crate::world;

/// How long a broken connection's commit is asked after before its outcome is reported as unknown: longer than it
/// takes to promote a standby.
pub const COMMIT_OUTCOME_WAIT: Duration = Duration::from_secs(90);
const ENQUIRY_PAUSE: Duration = Duration::from_millis(250);

/// Commits that this writer acknowledged and that the database no longer has, as after a failover to a standby that had
/// not received them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LostCommits {
    pub acknowledged: i64,
    /// None if not even the writer's row is left.
    pub found: Option<i64>,
}

pub struct Writer {
    store: Store,
    connection: Option<Connection>,
    /// Knows what became of a transaction, where that can be in doubt.
    fence: Option<CommitFence>,
    /// Until it is reported.
    lost: Option<LostCommits>,
    commit_outcome_wait: Duration,
    #[cfg(feature = "simulated")]
    faults: crate::faults::Faults,
}

impl Store {
    pub fn writer(&self) -> Writer {
        Writer {
            store: self.clone(),
            connection: None,
            fence: None,
            lost: None,
            commit_outcome_wait: COMMIT_OUTCOME_WAIT,
            #[cfg(feature = "simulated")]
            faults: crate::faults::Faults::default(),
        }
    }
}

impl Writer {
    /// The same writer, meeting these faults.
    #[cfg(feature = "simulated")]
    pub fn meeting(mut self, faults: crate::faults::Faults) -> Writer {
        self.faults = faults;
        self
    }

    /// The same writer, which asks this long what became of a commit.
    pub fn asking_for(mut self, commit_outcome_wait: Duration) -> Writer {
        self.commit_outcome_wait = commit_outcome_wait;
        self
    }

    /// Starts a transaction, and loads and locks what the batch needs. After an error no transaction is open.
    pub async fn begin(&mut self, needs: &Needs) -> Result<World, Error> {
        #[cfg(feature = "simulated")]
        self.faults.meet(crate::faults::FaultPoint::Begin).await?;
        match self.gather(needs).await {
            Ok((commits, world)) => match self.compare(commits) {
                Ok(()) => Ok(world),
                Err(error) => {
                    self.rollback().await;
                    Err(error)
                }
            },
            Err(error) => {
                self.end(&error).await;
                Err(error)
            }
        }
    }

    async fn gather(&mut self, needs: &Needs) -> Result<(Option<i64>, World), Error> {
        self.connect().await?;
        let connection = self.connection.as_ref().expect("it was just connected");
        if self.fence.is_none() {
            self.fence = commit_fence::appoint(connection).await?;
        }
        world::begin(connection, self.fence.as_ref(), needs).await
    }

    async fn connect(&mut self) -> Result<&Connection, Error> {
        if self.connection.as_ref().is_none_or(Connection::is_broken) {
            self.connection = None;
            self.connection = Some(self.store.connect().await?);
        }
        Ok(self.connection.as_ref().expect("it is connected"))
    }

    /// Compares what the fence says with what this writer knows. It may say more, after a commit whose outcome stayed
    /// unknown. It never says less, unless acknowledged commits are gone.
    fn compare(&mut self, commits: Option<i64>) -> Result<(), Error> {
        match (&mut self.fence, commits) {
            (None, _) => Ok(()),
            (Some(fence), Some(commits)) if commits >= fence.commits => {
                fence.commits = commits;
                Ok(())
            }
            (Some(fence), found) => {
                // A row that no commit has changed yet may be lost together with its insertion.
                if fence.commits > 0 {
                    self.lost = Some(LostCommits { acknowledged: fence.commits, found });
                }
                self.fence = None;
                Err(Error::Conflict("acknowledged commits are missing in the database".to_owned()))
            }
        }
    }

    /// Whether a commit that this writer has not made can still be lost: one that is only replicated may be.
    pub fn can_lose_commits(&self) -> bool {
        self.fence.is_some()
    }

    /// What the database has lost, from when this is noticed until it is reported.
    pub fn lost_commits(&self) -> Option<&LostCommits> {
        self.lost.as_ref()
    }

    pub fn reported_lost_commits(&mut self) {
        self.lost = None;
    }

    /// Looks for lost commits while there is nothing to write.
    pub async fn check_fence(&mut self) -> Result<(), Error> {
        let Some(fence) = self.fence.clone() else { return Ok(()) };
        let asked = commit_fence::ask(self.connect().await?, &fence).await;
        if asked.is_err() {
            self.connection = None;
        }
        self.compare(asked?)
    }

    /// Writes what changed and commits; `bodies` are those of the world's new events, in order. Any error means that
    /// nothing was written, except [`Error::Unknown`].
    pub async fn commit(&mut self, world: &World, bodies: &[String]) -> Result<(), Error> {
        #[cfg(feature = "simulated")]
        if let Err(error) = self.faults.meet(crate::faults::FaultPoint::Commit).await {
            self.rollback().await;
            return Err(error);
        }
        let connection = self.connection.as_ref().expect("commit follows begin");
        match world::write(connection, self.fence.as_ref(), world, bodies).await {
            Ok(()) => {
                if let Some(fence) = &mut self.fence {
                    fence.commits += 1;
                }
                #[cfg(feature = "simulated")]
                self.faults.meet(crate::faults::FaultPoint::Committed).await?;
                Ok(())
            }
            Err(Error::Unknown(why)) => self.enquire(why).await,
            Err(error) => {
                #[cfg(feature = "simulated")]
                self.faults.note(&error);
                self.end(&error).await;
                Err(error)
            }
        }
    }

    /// Ends a transaction that failed. A server that is unavailable, such as one that only reads since another was
    /// promoted, is left: connecting again finds the one that writes.
    async fn end(&mut self, error: &Error) {
        let can_break = self.connection.as_ref().is_some_and(Connection::can_break);
        if can_break && matches!(error, Error::Unavailable(_)) {
            self.connection = None;
        } else {
            self.rollback().await;
        }
    }

    /// Ends a transaction that changed nothing. A connection that cannot even do that is not used again.
    pub async fn rollback(&mut self) {
        if let Some(connection) = &self.connection
            && connection.rollback().await.is_err()
        {
            self.connection = None;
        }
    }

    /// Leaves nothing behind. A row that stays after a crash is small, and harmless.
    pub async fn retire(&mut self) {
        if let (Some(connection), Some(fence)) = (&self.connection, self.fence.take()) {
            let _ = commit_fence::dismiss(connection, &fence).await;
        }
    }

    /// Asks a new connection what became of the transaction whose connection broke while it was committing.
    async fn enquire(&mut self, why: String) -> Result<(), Error> {
        self.connection = None;
        let Some(fence) = self.fence.clone() else {
            return Err(Error::Unknown(why));
        };
        match tokio::time::timeout(self.commit_outcome_wait, self.testimony(&fence)).await {
            Ok(Some(commits)) if commits > fence.commits => self.compare(Some(commits)),
            Ok(commits) => self.compare(commits).and(Err(Error::Conflict(why))),
            Err(_) => Err(Error::Unknown(why)),
        }
    }

    /// Asks until there is an answer.
    async fn testimony(&mut self, fence: &CommitFence) -> Option<i64> {
        loop {
            let asked = match self.connect().await {
                Ok(connection) => commit_fence::ask(connection, fence).await,
                Err(error) => Err(error),
            };
            match asked {
                Ok(commits) => return commits,
                Err(Error::Conflict(_)) => {}
                Err(_) => self.connection = None,
            }
            tokio::time::sleep(ENQUIRY_PAUSE).await;
        }
    }
}
