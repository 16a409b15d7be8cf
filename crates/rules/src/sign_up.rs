//! Who can sign up: the operator's choice. It never keeps recipients from their money: a claim opens an account
//! whatever the choice is.

use crate::email::{Email, EmailKind};
use crate::id::EmailId;
use crate::named_enum;

const INVITATION: &str = ":invitation";

named_enum! {
    /// Who gets a link to open an account, and whose link works.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum SignUp {
        /// Visitors ask for a link.
        Open = "open",
        /// Operators invite people.
        Invitation = "invitation",
        /// No link works, whenever it was sent.
        Closed = "closed",
    }
}

impl SignUp {
    /// Whether the link in this email opens an account.
    pub fn accepts(self, message: &Email) -> bool {
        match self {
            SignUp::Open => message.kind == EmailKind::Join,
            SignUp::Invitation => is_invitation(message),
            SignUp::Closed => false,
        }
    }
}

/// The cause of an email by which an operator invites a person.
pub fn invitation_cause(id: EmailId) -> String {
    format!("{id}{INVITATION}")
}

/// Whether an operator caused the email; visitors cause the others of its kind.
pub fn is_invitation(message: &Email) -> bool {
    message.kind == EmailKind::Join && message.cause.ends_with(INVITATION)
}
