//! An `App` on a fresh database, and a back door to its rows.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use app::clock::Clock;
use app::dice::Dice;
use app::secrets::Secrets;
use app::vault::Vault;
use app::{App, AppSettings, CommandResponse, Failure, NewRecipient, NewUser};
use rules::account::{Caller, Mode};
use rules::email_address::EmailAddress;
use rules::freeze::Resume;
use rules::id::AccountId;
use rules::idempotency::{IdempotencyRequest, StoredResponseId};
use rules::scope::Scopes;
use rules::user::AccountType;
use store::{DatabaseUrl, Store};
use tempfile::TempDir;
use testkit::database::Database;
use testkit::engine::Engine;
use tokio::runtime::Runtime;

/// 2026-01-01T00:00:00Z.
const NEW_YEAR: i64 = 1_767_225_600_000_000;

pub struct Fixture {
    pub runtime: Runtime,
    pub clock: Clock,
    pub secrets: String,
    pub store: Store,
    pub app: Arc<App>,
    /// The test account of a first user.
    pub caller: Caller,
    database: Database,
    folder: TempDir,
}

impl From<Engine> for Fixture {
    fn from(engine: Engine) -> Fixture {
        Fixture::new(engine)
    }
}

impl Fixture {
    pub fn new(engine: Engine) -> Fixture {
        let (database, folder) = (Database::create(engine), tempfile::tempdir().expect("a folder"));
        let url = match database.url() {
            Some(url) => url.to_owned(),
            None => format!("sqlite:{}", folder.path().join("florin.db").display()),
        };
        Fixture::at(&url, database, folder)
    }

    /// On this database, which Florin reaches by a URL of its own.
    pub fn through(url: &str, database: Database) -> Fixture {
        Fixture::at(url, database, tempfile::tempdir().expect("a folder"))
    }

    fn at(url: &str, database: Database, folder: TempDir) -> Fixture {
        let runtime = Runtime::new().expect("a runtime");
        let store = Store::new(DatabaseUrl::parse(url).expect("an address"));
        runtime.block_on(store.migrate()).expect("the tables");
        let clock = Clock::set_to(NEW_YEAR);
        let secrets = Secrets::generate(&Dice::system());
        let app = start(&store, &secrets, &clock);
        let caller = runtime.block_on(async {
            let user = new_user(&app, "ada@example.com").await;
            caller_of(&app, &user, Mode::Test).await
        });
        Fixture { runtime, clock, secrets, store, app, caller, database, folder }
    }

    /// One more process' worth of Florin on the same database.
    pub fn another_app(&self) -> Arc<App> {
        self.app_with_secrets(&self.secrets)
    }

    pub fn app_with_secrets(&self, secrets: &str) -> Arc<App> {
        start(&self.store, secrets, &self.clock)
    }

    /// Runs SQL past Florin.
    pub fn sql(&self, sql: &str) -> Result<(), String> {
        match self.database.url() {
            Some(url) => {
                let mut client = postgres::Client::connect(url, postgres::NoTls).expect("PostgreSQL answers");
                client.batch_execute(sql).map_err(|error| error.to_string())
            }
            None => self.sqlite().execute_batch(sql).map_err(|error| error.to_string()),
        }
    }

    /// Micro-units of live money that came in under this name.
    pub fn fund_live(&self, account: AccountId, name: &str, micros: i64) {
        let sql = format!(
            "insert into transactions (id, account_id, type, status, amount, currency, created_at, completed_at,
                 external_reference)
             values ('txn_{name}', '{account}', 'inbound_transfer', 'completed', {micros}, 'USDC', 1, 1, '{name}');
             insert into transfers (operation, step, debit_id, credit_id, amount, created_at)
             values ('txn_{name}:credit', 'credit', 'live:world:chain', '{account}:available', {micros}, 1);"
        );
        self.sql(&sql).expect("live money");
    }

    /// One number past Florin.
    pub fn number(&self, sql: &str) -> i64 {
        self.database.number(self.folder.path(), sql)
    }

    /// A column of texts past Florin.
    pub fn texts(&self, sql: &str) -> Vec<String> {
        self.database.texts(self.folder.path(), sql)
    }

    /// Where PostgreSQL has it.
    pub fn url(&self) -> Option<&str> {
        self.database.url()
    }

    pub fn is_postgres(&self) -> bool {
        self.database.url().is_some()
    }

    /// The database, where it is a file.
    pub fn file(&self) -> Option<PathBuf> {
        let is_file = self.database.url().is_none();
        is_file.then(|| self.folder.path().join("florin.db"))
    }

    fn sqlite(&self) -> rusqlite::Connection {
        let connection = rusqlite::Connection::open(self.file().expect("a file")).expect("the file");
        connection.pragma_update(None, "foreign_keys", true).expect("a pragma");
        connection
    }
}

fn start(store: &Store, secrets: &str, clock: &Clock) -> Arc<App> {
    let vault = Vault::new(&Secrets::parse(secrets).expect("secrets"));
    let builder = App::builder(store.clone(), vault, AppSettings::default(), clock.clone(), Dice::system());
    Arc::new(builder.start())
}

pub async fn new_user(app: &App, address: &str) -> EmailAddress {
    let new = NewUser {
        email: email(address),
        name: "Ada".to_owned(),
        account_type: AccountType::Business,
        password: "correct horse".to_owned(),
    };
    app.identity.create_user(new).await.expect("a user").email
}

pub async fn caller_of(app: &App, email: &EmailAddress, mode: Mode) -> Caller {
    let account = app.platform.account_of(email, mode).await.expect("an account");
    Caller { account: account.id, app: account.own_app, mode, scopes: Scopes::all(), is_owner: false }
}

pub fn email(address: &str) -> EmailAddress {
    EmailAddress::parse(address).expect("an address")
}

pub async fn add_recipient(app: &App, caller: &Caller, address: &str) -> Result<CommandResponse, Failure> {
    let new = NewRecipient { email: email(address), nickname: None };
    app.payouts.create_recipient(caller, new, None).await
}

/// A claim to be the request that `fingerprint` stands for.
pub fn claim(caller: &Caller, key: &str, fingerprint: u8) -> IdempotencyRequest {
    let id = StoredResponseId {
        account: caller.account,
        app: caller.app,
        path: "/recipients".to_owned(),
        key: key.to_owned(),
    };
    IdempotencyRequest { id, fingerprint: [fingerprint; 32] }
}

pub fn body(answered: &CommandResponse) -> &[u8] {
    match answered {
        CommandResponse::Now(_, body) | CommandResponse::Again(body) => body,
    }
}

/// From now on this test account pays a recipient with an account at once, as if they had claimed a payment with it.
pub fn acquaint(fixture: &Fixture, payer: &Caller, address: &str) {
    fixture.runtime.block_on(add_recipient(&fixture.app, payer, address)).expect("a recipient");
    let wallet = "select a.id from accounts a join users u on u.id = a.user_id
        where a.mode = 'test' and u.email_key = recipients.email_key";
    let (payer, key) = (payer.account, email(address).lookup_key());
    let known = format!("wallet_id is null and account_id = '{payer}' and email_key = '{key}'");
    fixture.sql(&format!("update recipients set wallet_id = ({wallet}) where {known}")).expect("a wallet");
}

/// Lifts all stops in force.
pub fn resume_money(fixture: &Fixture, resume: &Resume) {
    let resuming = async {
        let stops = fixture.app.stops.stops_in_force().await?;
        fixture.app.stops.resume_money(&stops.iter().map(|stop| stop.id).collect::<Vec<_>>(), resume).await
    };
    fixture.runtime.block_on(resuming).expect("it flows");
}

/// An operator who lets money leave again.
pub fn resume() -> Resume {
    Resume { by: "a test".to_owned(), reason: "it was looked at".to_owned(), despite: Vec::new() }
}

/// A session of PostgreSQL counts what it reads, and reports the count at most once a second, after a query. There is
/// no setting for this second, so the wait is fixed; `ask` must use every session.
pub fn let_sessions_report(ask: impl FnOnce()) {
    std::thread::sleep(Duration::from_millis(1_100));
    ask();
    std::thread::sleep(Duration::from_millis(100));
}
