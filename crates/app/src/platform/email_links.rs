//! Links that prove something: the ID of the email that contains the link, and a proof that Florin created it for one
//! purpose.

use rules::email::{Email, EmailKind};
use rules::id::EmailId;
use rules::refusal::Refusal;
use rules::time::SECONDS_PER_DAY;
use rules::user::User;

use crate::platform::Platform;
use crate::platform::failure::Failure;

/// How long a link to open an account works.
pub const JOIN_SECONDS: i64 = SECONDS_PER_DAY;
/// How long a link to choose a new password works.
pub const RESET_SECONDS: i64 = 3_600;

const ID_PREFIX: &str = "email_";
const ID_LENGTH: usize = 26;

impl Platform {
    pub(crate) fn join_link(&self, message: &Email) -> String {
        self.link("join", message.id, message.to.as_str())
    }

    /// The link depends on the old password: when that is gone, so is the link.
    pub(crate) fn reset_link(&self, message: &Email, user: &User) -> String {
        self.link("reset", message.id, &user.password_hash)
    }

    /// The secret part of a link. `bound` is what the link depends on: when that changes, the link is dead.
    pub(crate) fn link(&self, purpose: &str, email: EmailId, bound: &str) -> String {
        let name = email.to_string();
        let proof = self.vault.prove(purpose, &format!("{name} {bound}"));
        format!("{}{proof}", name.strip_prefix(ID_PREFIX).expect("every email id begins with it"))
    }

    /// The email that a link claims to stand in, if it is of this kind and young enough.
    pub(crate) async fn linked_email(
        &self,
        token: &str,
        kind: EmailKind,
        lifetime_seconds: i64,
    ) -> Result<Email, Failure> {
        let email = self.email_of_link(token).await?;
        let is_young = self.clock.now() < email.created_at.plus_seconds(lifetime_seconds);
        if email.kind == kind && is_young { Ok(email) } else { Err(Refusal::LinkDead.into()) }
    }

    /// The email that a link claims to stand in.
    pub(crate) async fn email_of_link(&self, token: &str) -> Result<Email, Failure> {
        let id = token
            .split_at_checked(ID_LENGTH)
            .and_then(|(name, _)| EmailId::parse(&format!("{ID_PREFIX}{name}")));
        let id = id.ok_or(Refusal::LinkDead)?;
        Ok(self.store.email(id).await?.ok_or(Refusal::LinkDead)?)
    }

    pub(crate) fn link_is_ours(&self, purpose: &str, email: EmailId, bound: &str, token: &str) -> bool {
        let proof = token.split_at_checked(ID_LENGTH).map_or("", |(_, proof)| proof);
        self.vault.proves(purpose, &format!("{email} {bound}"), proof)
    }
}
