//! One writing connection: a batch begins by gathering, and ends by writing everything or nothing.

use std::time::Duration;

use rules::world::{Needs, World};

use crate::commit_fence::{self, CommitFence};
use crate::engine::{Connection, Store};
use crate::error::Error;
use crate::world;

/// How long a broken connection's commit is asked after before its outcome is reported as unknown.
const ENQUIRY_TRIES: u32 = 40;
const ENQUIRY_PAUSE: Duration = Duration::from_millis(250);

pub struct Writer {
    store: Store,
    connection: Option<Connection>,
    /// Knows what became of a transaction, where that can be in doubt.
    fence: Option<CommitFence>,
    #[cfg(feature = "simulated")]
    faults: crate::faults::Faults,
}

impl Store {
    pub fn writer(&self) -> Writer {
        Writer {
            store: self.clone(),
            connection: None,
            fence: None,
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

    /// Starts a transaction, and loads and locks what the batch needs. After an error no transaction is open.
    pub async fn begin(&mut self, needs: &Needs) -> Result<World, Error> {
        #[cfg(feature = "simulated")]
        self.faults.meet(crate::faults::FaultPoint::Begin).await?;
        if self.connection.as_ref().is_none_or(Connection::is_broken) {
            self.connection = None;
            self.connection = Some(self.store.connect().await?);
        }
        let connection = self.connection.as_ref().expect("it was just connected");
        if self.fence.is_none() {
            self.fence = commit_fence::appoint(connection).await?;
        }
        match world::begin(connection, self.fence.as_ref(), needs).await {
            Ok((commits, world)) => self.hold(commits).await.map(|()| world),
            Err(error) => {
                self.rollback().await;
                Err(error)
            }
        }
    }

    /// Notes what the fence says before the batch. One that is gone, as after a restored backup, is replaced.
    async fn hold(&mut self, commits: Option<i64>) -> Result<(), Error> {
        match (&mut self.fence, commits) {
            (None, _) => Ok(()),
            (Some(fence), Some(commits)) => {
                fence.commits = commits;
                Ok(())
            }
            (Some(_), None) => {
                self.fence = None;
                self.rollback().await;
                Err(Error::Conflict("the commit fence is missing".to_owned()))
            }
        }
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
            #[cfg(feature = "simulated")]
            Ok(()) => self.faults.meet(crate::faults::FaultPoint::Committed).await,
            #[cfg(not(feature = "simulated"))]
            Ok(()) => Ok(()),
            Err(Error::Unknown(why)) => self.enquire(why).await,
            Err(error) => {
                #[cfg(feature = "simulated")]
                self.faults.note(&error);
                self.rollback().await;
                Err(error)
            }
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
        for _ in 0..ENQUIRY_TRIES {
            match self.testimony(&fence).await {
                Ok(Some(commits)) if commits > fence.commits => return Ok(()),
                Ok(_) => return Err(Error::Conflict(why)),
                Err(_) => tokio::time::sleep(ENQUIRY_PAUSE).await,
            }
        }
        Err(Error::Unknown(why))
    }

    async fn testimony(&mut self, fence: &CommitFence) -> Result<Option<i64>, Error> {
        let connection = match &mut self.connection {
            Some(connection) if !connection.is_broken() => connection,
            slot => slot.insert(self.store.connect().await?),
        };
        commit_fence::ask(connection, fence).await
    }
}
