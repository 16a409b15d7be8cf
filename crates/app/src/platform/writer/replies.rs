//! Tells callers what became of their commands.

use store::Error;

use super::{CommandResponse, Submission};
use crate::platform::failure::Failure;

/// A caller that has gone away does not hear it; that changes nothing.
pub fn reply(batch: Vec<Submission>, answers: Vec<Result<CommandResponse, Failure>>) {
    for (submission, answer) in batch.into_iter().zip(answers) {
        let _ = submission.reply.send(answer);
    }
}

pub fn reply_failure(batch: Vec<Submission>, error: &Error) {
    let failure = match error {
        Error::Unavailable(_) | Error::Conflict(_) | Error::TimedOut(_) | Error::Unknown(_) => {
            tracing::warn!(%error, commands = batch.len(), "commands failed");
            Failure::Unavailable
        }
        Error::Refused(_) | Error::OutOfRange(_) | Error::NotMigrated(_) | Error::Corrupt(_) => {
            tracing::error!(%error, commands = batch.len(), "commands failed");
            Failure::Internal
        }
    };
    for submission in batch {
        let _ = submission.reply.send(Err(failure.clone()));
    }
}
