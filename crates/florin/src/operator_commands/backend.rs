//! How an operator's command reaches the books of a server, which may be running. It never takes that
//! server's lock.

use std::ops::Deref;
use std::sync::Arc;

use app::{App, AppBuilder, Failure};
use futures_util::future::BoxFuture;
use rules::machine_user::MachineUser;
use store::{DatabaseUrl, Store};

use crate::app_start;
use crate::command_error::CommandError;
use crate::database_files;
use crate::failure_text::explain;
use crate::flags::FlagValues;
use crate::logging::{Format, Logging};
use crate::machine_user::machine_user;
use crate::settings::{
    KeySources, Reader, SYSTEM_CONFIG, Sources, StorageSettings, app_settings, on_chain, operator_data,
};

/// What an operator's command works on.
pub enum Backend {
    /// The database and the secrets that the settings name. These are the settings that every command has.
    Direct(FlagValues),
    /// The server that runs the command, and the user who is connected to its operator socket.
    Server { app: Arc<App>, operator: MachineUser },
}

impl Backend {
    pub fn machine_user(&self) -> MachineUser {
        match self {
            Backend::Direct(_) => machine_user(),
            Backend::Server { operator, .. } => *operator,
        }
    }

    /// Does some work with the use-cases of the server. `command` is for complaints.
    pub async fn with_app<T>(
        &self,
        command: &str,
        given: FlagValues,
        work: impl AsyncFnOnce(&App) -> Result<T, Failure>,
    ) -> Result<T, CommandError> {
        let app = self.open_app(command, given).await?;
        let outcome = work(&app).await;
        app.close().await;
        outcome.map_err(explain)
    }

    /// The same with live money on its network.
    pub async fn with_chain<T>(
        &self,
        command: &str,
        given: FlagValues,
        work: impl AsyncFnOnce(&App) -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        let app = self.open_app_on_chain(command, given).await?;
        let outcome = work(&app).await;
        app.close().await;
        outcome
    }

    /// The use-cases of the server, to be closed when the work is done. Boxed, so that it is compiled once and not for
    /// each command.
    pub fn open_app<'a>(&'a self, command: &'a str, given: FlagValues) -> OpeningApp<'a> {
        Box::pin(async move {
            match self {
                Backend::Direct(general) => own_app(command, [general.clone(), given].concat()).await,
                Backend::Server { app, .. } => Ok(OpenApp::OfServer(app.clone())),
            }
        })
    }

    fn open_app_on_chain<'a>(&'a self, command: &'a str, given: FlagValues) -> OpeningApp<'a> {
        Box::pin(async move {
            match self {
                Backend::Direct(general) => {
                    own_app_on_chain(command, [general.clone(), given].concat()).await
                }
                Backend::Server { app, .. } if app.chain.is_on_chain() => Ok(OpenApp::OfServer(app.clone())),
                Backend::Server { .. } => Err(CommandError::Refused(
                    "this server has no network for live money: chain_file is not set".to_owned(),
                )),
            }
        })
    }
}

pub type OpeningApp<'a> = BoxFuture<'a, Result<OpenApp, CommandError>>;

/// The use-cases that a command works with.
pub enum OpenApp {
    Own(Box<App>),
    OfServer(Arc<App>),
}

impl Deref for OpenApp {
    type Target = App;

    fn deref(&self) -> &App {
        match self {
            OpenApp::Own(app) => app,
            OpenApp::OfServer(app) => app,
        }
    }
}

impl OpenApp {
    pub fn close(self) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            if let OpenApp::Own(app) = self {
                app.stop().await;
            }
        })
    }
}

async fn own_app(command: &str, given: FlagValues) -> Result<OpenApp, CommandError> {
    let sources = Sources::gather_for_operator(given)?;
    let mut reader = Reader::new(&sources);
    let place = StorageSettings::of_operator(&mut reader);
    let settings = app_settings(&mut reader);
    let logging = Logging::read(&mut reader, Format::Pretty, "off");
    reader.finish(command)?;
    let place = place.expect("missing settings were reported");
    logging.start();
    start_app(builder(place, settings).await?).await
}

async fn start_app(builder: AppBuilder) -> Result<OpenApp, CommandError> {
    Ok(OpenApp::Own(Box::new(app_start::start_app(builder).await?)))
}

async fn builder(place: StorageSettings, settings: app::AppSettings) -> Result<AppBuilder, CommandError> {
    check_is_there(&place.database)?;
    database_files::refuse_root(&place.database)?;
    let secrets =
        place.secrets.read().map_err(|problem| CommandError::Refused(format!("secrets: {problem}")))?;
    let store = Store::new(place.database);
    let missing = store.migrations().await?.missing;
    if !missing.is_empty() {
        return Err(CommandError::Refused(format!(
            "the database is missing migrations ({}); start its server once, or run florin migrate",
            missing.join(", ")
        )));
    }
    Ok(app_start::app_builder(store, &secrets, settings))
}

async fn own_app_on_chain(command: &str, given: FlagValues) -> Result<OpenApp, CommandError> {
    let sources = Sources::gather_for_operator(given)?;
    let mut reader = Reader::new(&sources);
    if !sources.has("chain_file") {
        let what = "The chain file: nodes, limits and keys of the network that holds live money";
        reader.complain_missing("chain_file", what, "", "docs/OPERATING.md has an example");
    }
    let place = StorageSettings::of_operator(&mut reader);
    let (settings, chain) = on_chain(&mut reader);
    let keys = KeySources::read(&sources);
    let logging = Logging::read(&mut reader, Format::Pretty, "off");
    reader.finish(command)?;
    let place = place.expect("missing settings were reported");
    logging.start();
    start_app(app_start::on_chain(builder(place, settings).await?, chain.as_ref(), &keys)?).await
}

/// The database that the settings name, for a command that needs none of its secrets. It starts the log, too.
pub fn database(command: &str, given: FlagValues) -> Result<DatabaseUrl, CommandError> {
    let sources = Sources::gather_for_operator(given)?;
    let mut reader = Reader::new(&sources);
    let database = StorageSettings::database(&mut reader, operator_data(&sources).as_deref());
    let logging = Logging::read(&mut reader, Format::Pretty, "off");
    reader.finish(command)?;
    logging.start();
    let database = database.expect("missing settings were reported");
    database_files::refuse_root(&database)?;
    Ok(database)
}

/// SQLite would quietly make an empty database of a mistyped path.
pub fn check_is_there(database: &DatabaseUrl) -> Result<(), CommandError> {
    match database {
        DatabaseUrl::Sqlite(path) if !path.exists() => Err(CommandError::Refused(format!(
            "there is no database {}. Choose the server: --config FILE or FLORIN_CONFIG (florin init creates \
             {SYSTEM_CONFIG}), --operator-socket PATH for operators, --database-url and --secrets-file, or --data DIR \
             for florin dev",
            path.display()
        ))),
        DatabaseUrl::Sqlite(_) | DatabaseUrl::Postgres(_) => Ok(()),
    }
}

/// A text that shows something, with its blanks in order.
pub fn checked(flag: &str, text: &str, most: usize) -> Result<String, CommandError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    let known = rules::text::check(&text, 1, most).map(|()| text);
    known.map_err(|problem| CommandError::Usage(format!("{flag}: {problem} (1 to {most} characters)")))
}
