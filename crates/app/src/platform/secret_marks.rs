//! Detects secrets that don't belong to the database, before anything is encrypted with them.

use rules::command::Command;
use rules::secret_mark::SecretMark;

use crate::platform::Platform;
use crate::platform::failure::Failure;

const PLAIN: &[u8] = b"These are the right secrets.";

/// What is wrong with the secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SecretsProblem {
    /// The database was used with another secret of this version.
    Wrong(u8),
    /// The database has data of this version, and the secrets lack it.
    Missing(u8),
    Failed(Failure),
}

impl Platform {
    /// Compares the secrets with the marks in the database, and leaves marks of versions it has not seen.
    pub async fn check_secrets(&self) -> Result<(), SecretsProblem> {
        self.compare_marks().await?;
        let marks = self.vault.versions().map(|version| SecretMark {
            version,
            sealed: self.vault.seal_under(version, &self.dice, &place(version), PLAIN),
        });
        let marked = self.writer.submit(Command::MarkSecrets(marks.collect()), None).await;
        // Two servers may start at once with different secrets; only one of them left its mark.
        self.compare_marks().await?;
        marked.map(|_| ()).map_err(SecretsProblem::Failed)
    }

    async fn compare_marks(&self) -> Result<(), SecretsProblem> {
        let known = self.store.secret_marks().await.map_err(|error| SecretsProblem::Failed(error.into()))?;
        for mark in known {
            if !self.vault.versions().any(|version| version == mark.version) {
                return Err(SecretsProblem::Missing(mark.version));
            }
            if self.vault.open(&place(mark.version), &mark.sealed).is_none() {
                return Err(SecretsProblem::Wrong(mark.version));
            }
        }
        Ok(())
    }
}

fn place(version: u8) -> String {
    format!("secret_marks.sealed {version}")
}
