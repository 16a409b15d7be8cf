//! The demo user of `florin dev`. Its password and key are kept beside the data, so that every start shows
//! the same. Nothing but `florin dev` may use this: a production server never keeps a credential in clear.

use std::collections::BTreeMap;
use std::path::Path;

use app::App;
use app::Failure;
use app::NewUser;
use app::auth::CredentialError;
use app::dice::Dice;
use rules::account::Mode;
use rules::email_address::EmailAddress;
use rules::refusal::{Noun, Refusal};
use rules::scope::Scopes;
use rules::user::AccountType;
use serde::{Deserialize, Serialize};

use crate::command_error::CommandError;
use crate::failure_text::explain;
use crate::private;

const NAME: &str = "Demo Business";
const PASSWORD_LENGTH: usize = 20;
/// More demo users than this in one database are a mistake somewhere else.
const MAX_DEMO_USERS: u32 = 100;

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DemoUser {
    pub email: String,
    pub password: String,
    pub test_key: String,
}

/// One for each database that was used with this data folder.
type DemoUsers = BTreeMap<String, DemoUser>;

/// The demo user of this database: the one that was kept while its key works, else one with a new key.
pub async fn user(app: &App, file: &Path, database: &str) -> Result<DemoUser, CommandError> {
    let mut kept = load(file).map_err(CommandError::Refused)?;
    let known = kept.get(database).cloned();
    if let Some(known) = &known
        && key_works(app, &known.test_key).await?
    {
        return Ok(known.clone());
    }
    let (email, password) = match known {
        Some(known) if exists(app, &known.email).await? => (known.email, known.password),
        Some(_) | None => create(app).await?,
    };
    let created = app.auth.create_api_key(&parse(&email)?, Mode::Test, "florin dev", Scopes::all()).await;
    let user = DemoUser { email, password, test_key: created.map_err(explain)?.key };
    kept.insert(database.to_owned(), user.clone());
    save(file, &kept).map_err(CommandError::Refused)?;
    Ok(user)
}

async fn key_works(app: &App, key: &str) -> Result<bool, CommandError> {
    match app.auth.authenticate(key, Mode::Test).await {
        Ok(_) => Ok(true),
        Err(CredentialError::Failed(failure)) => Err(explain(failure)),
        Err(
            CredentialError::Malformed(_)
            | CredentialError::Unknown
            | CredentialError::Revoked
            | CredentialError::Locked
            | CredentialError::Expired
            | CredentialError::WrongMode(_),
        ) => Ok(false),
    }
}

async fn exists(app: &App, email: &str) -> Result<bool, CommandError> {
    match app.platform.account_of(&parse(email)?, Mode::Test).await {
        Ok(_) => Ok(true),
        Err(Failure::Refused(Refusal::NotFound(Noun::User))) => Ok(false),
        Err(failure) => Err(explain(failure)),
    }
}

/// A demo user whose password was not saved is of no use, so the next free name is taken.
async fn create(app: &App) -> Result<(String, String), CommandError> {
    for number in 1..=MAX_DEMO_USERS {
        let email = match number {
            1 => "demo@florin.example".to_owned(),
            _ => format!("demo{number}@florin.example"),
        };
        if exists(app, &email).await? {
            continue;
        }
        let password = Dice::system().base62(PASSWORD_LENGTH);
        let (email_address, account_type) = (parse(&email)?, AccountType::Business);
        let new =
            NewUser { email: email_address, name: NAME.to_owned(), account_type, password: password.clone() };
        app.identity.create_user(new).await.map_err(explain)?;
        return Ok((email, password));
    }
    Err(CommandError::Refused(format!(
        "this database already has {MAX_DEMO_USERS} demo users; use a new one"
    )))
}

fn parse(email: &str) -> Result<EmailAddress, CommandError> {
    EmailAddress::parse(email)
        .map_err(|problem| CommandError::Refused(format!("the email address of the demo user: {problem}")))
}

fn load(file: &Path) -> Result<DemoUsers, String> {
    match private::read_if_there(file)? {
        None => Ok(DemoUsers::new()),
        // The parser's message may quote a password, so it is not passed on.
        Some(text) => serde_json::from_str(&text)
            .map_err(|_| format!("{} is damaged; delete it to get a new demo user", file.display())),
    }
}

fn save(file: &Path, kept: &DemoUsers) -> Result<(), String> {
    let text = serde_json::to_string_pretty(kept).expect("texts by text are JSON");
    private::write(file, &text)
}

#[cfg(test)]
mod tests {
    use super::{DemoUser, DemoUsers, load, save};

    fn user(number: u32) -> DemoUser {
        DemoUser {
            email: format!("demo{number}@florin.example"),
            password: format!("pass\"word{number}"),
            test_key: format!("florin_test_{number}"),
        }
    }

    #[test]
    fn what_is_kept_for_each_database_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("dev.json");
        assert!(load(&file).unwrap().is_empty());
        let kept =
            DemoUsers::from([("florin.db".to_owned(), user(1)), ("postgres://h/x".to_owned(), user(2))]);
        save(&file, &kept).unwrap();
        assert!(load(&file).unwrap() == kept);
    }

    #[test]
    fn a_damaged_file_is_refused_without_showing_what_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("dev.json");
        crate::private::write(&file, r#"{"florin.db": {"email": "a@b.example", "password": "s3cr3t", "#)
            .unwrap();
        let complaint = load(&file).err().unwrap();
        assert!(complaint.contains("delete it") && !complaint.contains("s3cr3t"), "{complaint}");
    }
}
