//! A failover can lose commits that were acknowledged, if the new server had not received them. Then nothing is decided
//! before outgoing money is stopped: what the lost commits paid may be paid again.

use rules::command::Command;
use rules::freeze::{Cause, Freeze};
use rules::world::Needs;
use store::{Error, LostCommits};

use super::{Worker, submission};

impl Worker {
    /// While there is nothing to write.
    pub(super) async fn look_for_lost_commits(&mut self) {
        // A database that can't be asked is asked again soon.
        let _ = self.writer.check_fence().await;
        if let Err(error) = self.stop_for_lost_commits().await {
            tracing::warn!(%error, "outgoing money not stopped yet; will retry");
        }
    }

    pub(super) async fn stop_for_lost_commits(&mut self) -> Result<(), Error> {
        let Some(lost) = self.writer.lost_commits() else { return Ok(()) };
        let reason = explain(lost);
        tracing::error!(reason, "acknowledged commits are missing; stopping outgoing money");
        let created_at = self.clock.now();
        let id = self.dice.id(created_at);
        let freeze = Freeze { id, cause: Cause::CommitsLost, reason, created_at, lift: None };
        let (submission, _) = submission(Command::StopMoney(freeze), None);
        let mut needs = Needs::default();
        submission.command.needs(&mut needs);
        self.transact_alone(&[submission], &needs).await?;
        self.writer.reported_lost_commits();
        Ok(())
    }
}

fn explain(lost: &LostCommits) -> String {
    let LostCommits { acknowledged, found } = lost;
    match found {
        Some(found) => {
            format!("the database has {found} of {acknowledged} commits that a server acknowledged")
        }
        None => format!("the database has no record of a server that acknowledged {acknowledged} commits"),
    }
}
