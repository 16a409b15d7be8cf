//! Opening an account: a visitor enters an address, Florin emails a link to it, and the reader of that email chooses a
//! name and a password. So the owner of an account has always proved its address. The operator decides who gets such a
//! link (`rules::sign_up`).

use rules::attempt::{Guard, GuardKey};
use rules::command::{Audited, Command, PeopleCommand};
use rules::decisions::account::NewAccount;
use rules::decisions::user::CreateUser;
use rules::device::FIRST_DEVICE;
use rules::email::{Email, EmailKind};
use rules::email_address::EmailAddress;
use rules::email_language::of_requested_email;
use rules::language::Language;
use rules::password_queue::{Lane, PasswordClient};
use rules::refusal::Refusal;
use rules::security::{Actor, ClientInfo, NewEntry, SecurityKind};
use rules::sign_up::{SignUp, invitation_cause};
use rules::time::Timestamp;
use rules::user::{AccountType, User};

use super::attempts::{NewPassword, network_of};
use super::passwords::QueueSlot;
use super::{SignInClient, SignInResult};
use crate::identity::Identity;
use crate::platform::email_links::JOIN_SECONDS;
use crate::platform::failure::Failure;

pub struct NewUser {
    pub email: EmailAddress,
    pub name: String,
    pub account_type: AccountType,
    pub password: String,
}

/// A new user who is signed in.
pub struct Joined {
    pub sign_in: SignInResult,
    /// Whether money that waited for their address is theirs now.
    pub has_claimed: bool,
}

/// What a link from an email leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JoinLinkTarget {
    /// An account can be opened with this address.
    Join(EmailAddress),
    /// Another request has done so already.
    Known(EmailAddress),
}

impl Identity {
    pub fn sign_up(&self) -> SignUp {
        self.platform.settings.sign_up
    }

    /// Writes to an address: a link to open an account, or that there is one; nothing, unless sign-up is open. The
    /// answer is the same in every case. `page` is the language of the page on which the visitor asks.
    pub async fn ask_to_join(
        &self,
        email: &EmailAddress,
        page: Language,
        client_info: &ClientInfo,
    ) -> Result<(), Failure> {
        self.count_asker(client_info).await?;
        if self.sign_up() != SignUp::Open {
            return Ok(());
        }
        let user = self.platform.store.user_by_email(&email.lookup_key()).await?;
        let kind = if user.is_some() { EmailKind::Known } else { EmailKind::Join };
        let setting = user.as_ref().and_then(|user| user.language);
        let message = self.asked_email(kind, email, of_requested_email(setting, page));
        let (account, guards) = match &user {
            Some(user) => {
                let account = self.platform.accounts_of(user.id).await?.0.map(|account| account.id);
                (account, vec![self.email_guard(email)])
            }
            None => (None, self.sign_up_guards(email)),
        };
        // An address that was written to often enough is not written to again, and the page does not say so.
        self.submit_unless_often(PeopleCommand::Ask(guards, Email { account, ..message })).await?;
        Ok(())
    }

    /// Writes to an address for an operator: a link to open an account. Returns until when it works.
    pub async fn invite(&self, email: &EmailAddress, language: Language) -> Result<Timestamp, Failure> {
        if self.platform.store.user_by_email(&email.lookup_key()).await?.is_some() {
            return Err(Refusal::EmailTaken.into());
        }
        let asked = self.asked_email(EmailKind::Join, email, language);
        let message = Email { cause: invitation_cause(asked.id), ..asked };
        let until = message.created_at.plus_seconds(JOIN_SECONDS);
        let ask = PeopleCommand::Ask(self.sign_up_guards(email), message);
        self.platform.writer.submit(ask.into(), None).await?;
        Ok(until)
    }

    /// What the link leads to, which may have changed since it was sent.
    pub async fn offer(&self, token: &str) -> Result<JoinLinkTarget, Failure> {
        let message = self.platform.linked_email(token, EmailKind::Join, JOIN_SECONDS).await?;
        if !self.platform.link_is_ours("join", message.id, message.to.as_str(), token) {
            return Err(Refusal::LinkDead.into());
        }
        let user = self.platform.store.user_by_email(&message.to.lookup_key()).await?;
        match user {
            Some(_) => Ok(JoinLinkTarget::Known(message.to)),
            None if self.sign_up().accepts(&message) => Ok(JoinLinkTarget::Join(message.to)),
            None => Err(Refusal::LinkDead.into()),
        }
    }

    /// Opens the account of a link, and signs in. What waits for the address is theirs at once.
    pub async fn join(
        &self,
        token: &str,
        name: String,
        account_type: AccountType,
        password: String,
        visitor: &SignInClient,
    ) -> Result<Joined, Failure> {
        match self.offer(token).await? {
            JoinLinkTarget::Join(email) => {
                let allowed_by = format!("join {token}");
                let counted =
                    self.count_new_password(Lane::Join, &allowed_by, None, &visitor.client_info).await?;
                self.open_account(NewUser { email, name, account_type, password }, visitor, counted).await
            }
            JoinLinkTarget::Known(_) => Err(Refusal::EmailTaken.into()),
        }
    }

    /// Opens an account for a user who has proved that the address is theirs. What was counted before is forgiven.
    pub(crate) async fn open_account(
        &self,
        new: NewUser,
        visitor: &SignInClient,
        NewPassword { place, counted }: NewPassword,
    ) -> Result<Joined, Failure> {
        let create = CreateUser { language: visitor.language, ..self.new_user(new, place).await? };
        let now = self.platform.clock.now();
        let actor = Actor {
            user: create.id,
            email: create.email.clone(),
            home: create.live.id,
            client_info: visitor.client_info.clone(),
            entry: NewEntry { id: self.platform.dice.id(now), message: self.platform.dice.id(now) },
        };
        let noted = Audited {
            actor,
            kind: SecurityKind::Joined,
            about: String::new(),
            mode: None,
            command: PeopleCommand::CreateUser(create).into(),
        };
        let user = self.user_command(Command::Audited(Box::new(noted))).await?;
        let has_claimed = self.payouts.claim_what_waits(&user).await > 0;
        // A user who has just joined is no surprise.
        let visitor =
            SignInClient { device: Some(self.device_cookie(&user, FIRST_DEVICE)), ..visitor.clone() };
        // The mailbox is theirs: what was sent there before was for them.
        let forgiven = counted.into_iter().chain(self.sign_up_guards(&user.email)).collect();
        let sign_in = self.enter(&user, &visitor, forgiven, Vec::new()).await?;
        Ok(Joined { sign_in, has_claimed })
    }

    /// A user that the operator vouches for, with a live and a funded test account.
    pub async fn create_user(&self, new: NewUser) -> Result<User, Failure> {
        let place = self.enter_password_queue(Lane::Join, PasswordClient::default())?;
        let create = self.new_user(new, place).await?;
        self.user_command(PeopleCommand::CreateUser(create).into()).await
    }

    async fn new_user(&self, new: NewUser, place: QueueSlot) -> Result<CreateUser, Failure> {
        let password_hash = self.hash_password(new.password, place).await?;
        let create = self.user_with(new.email, new.name, password_hash);
        Ok(CreateUser { account_type: new.account_type, ..create })
    }

    /// A new user with fresh ids, whose password was hashed before.
    pub(crate) fn user_with(&self, email: EmailAddress, name: String, password_hash: String) -> CreateUser {
        let now = self.platform.clock.now();
        let account = || NewAccount {
            id: self.platform.dice.id(now),
            own_app: self.platform.dice.id(now),
            funding: self.platform.dice.id(now),
            funding_event: self.platform.dice.id(now),
        };
        let (live, test) = (account(), account());
        CreateUser {
            id: self.platform.dice.id(now),
            email,
            name,
            account_type: AccountType::Personal,
            password_hash,
            language: None,
            live,
            test,
        }
    }

    async fn user_command(&self, command: Command) -> Result<User, Failure> {
        Ok(self.platform.writer.submit(command, None).await?.outcome())
    }

    /// One place may ask for so many emails, whatever the addresses.
    pub(crate) async fn count_asker(&self, client_info: &ClientInfo) -> Result<(), Failure> {
        let askers = (Guard::Asker, Guard::AskerBlock);
        let counted = self.place_guards(askers, "email asked for", network_of(client_info));
        self.platform.writer.submit(PeopleCommand::Attempt(counted).into(), None).await?;
        Ok(())
    }

    pub(super) fn asked_email(&self, kind: EmailKind, email: &EmailAddress, language: Language) -> Email {
        let now = self.platform.clock.now();
        let id = self.platform.dice.id(now);
        let message = Email::new(id, kind, email.clone(), format!("{id}"), now);
        Email { language: Some(language), ..message }
    }

    /// Emails to one address to sign up or to reset a password: all that strangers can ask for share one budget.
    pub(super) fn email_guard(&self, email: &EmailAddress) -> GuardKey {
        (Guard::Email, self.platform.vault.name(&format!("email to {}", email.lookup_key())))
    }

    /// Emails to sign up. Anyone can make up spellings of a mailbox, so all with a tag share a budget, and so do all
    /// others that the provider reads as the same mailbox. The plain spelling is in neither: its owner can always sign
    /// up.
    fn sign_up_guards(&self, email: &EmailAddress) -> Vec<GuardKey> {
        let mailbox = email.mailbox_key();
        let mut guards = vec![self.email_guard(email)];
        if !email.is_plain() {
            let spelling = if email.is_tagged() { "tagged" } else { "respelled" };
            guards
                .push((Guard::Mailbox, self.platform.vault.name(&format!("{spelling} email to {mailbox}"))));
        }
        guards
    }

    /// The same where no email is sent in the end, so that it uses up none of those that are.
    pub(crate) fn unsent_guard(&self, email: &EmailAddress) -> GuardKey {
        (Guard::Email, self.platform.vault.name(&format!("no email to {}", email.lookup_key())))
    }

    /// Reminders that senders ask for. They keep no user from signing up, or from asking for a lost email.
    pub(crate) fn reminder_guard(&self, email: &EmailAddress) -> GuardKey {
        (Guard::Email, self.platform.vault.name(&format!("reminder to {}", email.lookup_key())))
    }

    /// Claim emails that the recipient asks for again. They keep no user from signing up, either.
    pub(crate) fn request_guard(&self, email: &EmailAddress) -> GuardKey {
        (Guard::Email, self.platform.vault.name(&format!("claim request of {}", email.lookup_key())))
    }

    /// Says whether it was done: not if it was done too often.
    pub(super) async fn submit_unless_often(&self, command: PeopleCommand) -> Result<bool, Failure> {
        match self.platform.writer.submit(command.into(), None).await {
            Ok(_) => Ok(true),
            Err(Failure::Refused(Refusal::TooManyAttempts { .. })) => Ok(false),
            Err(failure) => Err(failure),
        }
    }
}
