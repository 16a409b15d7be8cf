//! Links that prove something: each is the id of the mail it stands in, and a proof that we wrote it for one purpose.

use rules::id::MailId;
use rules::mail::{Mail, MailKind};
use rules::refusal::Refusal;

use crate::App;
use crate::failure::Failure;

const ID_PREFIX: &str = "mail_";
const ID_LENGTH: usize = 26;

impl App {
    /// The secret part of a link. `bound` is what the link depends on: when that changes, the link is dead.
    pub(crate) fn link(&self, purpose: &str, mail: MailId, bound: &str) -> String {
        let name = mail.to_string();
        let proof = self.vault.prove(purpose, &format!("{name} {bound}"));
        format!("{}{proof}", name.strip_prefix(ID_PREFIX).expect("every mail id begins with it"))
    }

    /// The mail that a link claims to stand in, if it is of this kind and young enough.
    pub(crate) async fn linked_mail(
        &self,
        token: &str,
        kind: MailKind,
        lifetime_seconds: i64,
    ) -> Result<Mail, Failure> {
        let id = token
            .split_at_checked(ID_LENGTH)
            .and_then(|(name, _)| MailId::parse(&format!("{ID_PREFIX}{name}")));
        let id = id.ok_or(Refusal::LinkDead)?;
        let mail = self.store.mail(id).await?.filter(|mail| mail.kind == kind);
        let is_young = |mail: &Mail| self.clock.now() < mail.created_at.plus_seconds(lifetime_seconds);
        Ok(mail.filter(is_young).ok_or(Refusal::LinkDead)?)
    }

    pub(crate) fn link_is_ours(&self, purpose: &str, mail: MailId, bound: &str, token: &str) -> bool {
        let proof = token.split_at_checked(ID_LENGTH).map_or("", |(_, proof)| proof);
        self.vault.proves(purpose, &format!("{mail} {bound}"), proof)
    }
}
