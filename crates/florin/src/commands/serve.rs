//! `florin serve`: a production server. It has no default for the database, the secrets and the public URL, and refuses
//! to start without them.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use store::{ServerLock, Store};

use crate::admin::Admin;
use crate::app_start;
use crate::bind::bind;
use crate::command_error::CommandError;
use crate::database_files;
use crate::flags::{DatabaseFlag, FlagValues, OperatorSocketFlag, SecretFlags, ServerFlags};
use crate::logging::{Format, Logging};
use crate::operator_socket::OperatorSocket;
use crate::server::{self, Server};
use crate::settings::{
    Reader, SYSTEM_CONFIG, ServerKind, ServerSettings, Sources, StorageSettings, email_room, reach, yes_or_no,
};
use crate::signals::Signals;

#[derive(Args)]
pub struct ServeFlags {
    #[command(flatten)]
    database: DatabaseFlag,
    #[command(flatten)]
    secrets: SecretFlags,
    #[command(flatten)]
    server: ServerFlags,
    #[command(flatten)]
    operators: OperatorSocketFlag,
    /// Don't migrate the database: fail if it needs a migration
    #[arg(long)]
    no_migrate: bool,
}

pub async fn run(flags: ServeFlags, general: FlagValues) -> Result<ExitCode, CommandError> {
    let no_migrate = vec![("no_migrate", flags.no_migrate.then(|| "true".to_owned()))];
    let given = [
        general,
        flags.database.given(),
        flags.secrets.given(),
        flags.server.given(),
        flags.operators.given(),
        no_migrate,
    ];
    let sources = Sources::gather(given.concat())?;
    let mut reader = Reader::new(&sources);
    let place = StorageSettings::of_serve(&mut reader);
    let settings = ServerSettings::read(&mut reader, ServerKind::Serve);
    let logging = Logging::read(&mut reader, Format::Json, "info");
    let no_migrate = reader.optional("no_migrate", yes_or_no).unwrap_or(false);
    reader.finish("florin serve").map_err(|stop| suggest_init(stop, &sources))?;
    let place = place.expect("missing settings were reported");
    logging.start();
    server::live(async |signals| start(&place, &settings, no_migrate, signals).await).await?;
    Ok(ExitCode::SUCCESS)
}

/// For a machine that was not set up, or a command line that names none of it.
fn suggest_init(stop: CommandError, sources: &Sources) -> CommandError {
    if ["config", "database_url", "secrets_file", "secrets", "public_url"]
        .iter()
        .any(|name| sources.has(name))
    {
        return stop;
    }
    CommandError::Usage(format!(
        "{}\n\nTo set up this machine, run florin init. If that is done: florin serve --config {SYSTEM_CONFIG}",
        stop.message()
    ))
}

async fn start(
    place: &StorageSettings,
    settings: &ServerSettings,
    no_migrate: bool,
    signals: Signals,
) -> Result<(), CommandError> {
    let secrets =
        place.secrets.read().map_err(|problem| CommandError::Usage(format!("secrets: {problem}")))?;
    database_files::refuse_root(&place.database)?;
    let _lock = ServerLock::acquire(&place.database).map_err(CommandError::Refused)?;
    let listener = bind(settings.listen, "--listen").await?;
    let admin = match settings.admin_listen {
        Some(address) => Some(Admin::bind(address, settings.write_timeout).await?),
        None => None,
    };
    let operators = match &settings.operator_socket {
        Some(path) => Some(OperatorSocket::bind(path).await?),
        None => None,
    };
    let store = Store::new(place.database.clone());
    if no_migrate {
        refuse_missing_migrations(&store).await?
    } else {
        migrate(&store).await?
    }
    let origin = settings.public_url.clone().expect("missing settings were reported");
    if origin.starts_with("http:") && !settings.listen.ip().is_loopback() {
        tracing::warn!(
            origin,
            "clients send their keys unencrypted: terminate TLS at a proxy, and set --public-url to an https URL"
        );
    }
    if settings.email.is_off() {
        tracing::warn!("smtp_url is not set; live emails stay queued until it is");
    }
    let builder = app_start::app_builder(store, &secrets, settings.app.clone())
        .with_email_room(email_room(settings, origin.clone()))
        .with_reach(reach(settings, &origin), settings.max_webhook_connections)
        .with_webhook_host_rate(settings.webhook_host_rate);
    let builder = app_start::on_chain(builder, settings.chain.as_ref(), &settings.chain_keys)?;
    let app = Arc::new(app_start::start_app(builder).await?);
    // Port 0 took a free one; the log says which.
    let listen = listener.local_addr().map_or(settings.listen.to_string(), |bound| bound.to_string());
    let tariff_file = settings.tariff_file.clone();
    let server = Server { listener, admin, operators, app, web: settings.web(origin.clone()), tariff_file };
    let database = place.database.to_string();
    server.run(signals, || tracing::info!(listen, origin, database, "ready")).await
}

async fn migrate(store: &Store) -> Result<(), CommandError> {
    let applied = store.migrate().await?;
    if !applied.is_empty() {
        tracing::info!(migrations = applied.join(", "), "database migrated");
    }
    Ok(())
}

async fn refuse_missing_migrations(store: &Store) -> Result<(), CommandError> {
    let missing = store.migrations().await?.missing;
    if missing.is_empty() {
        return Ok(());
    }
    Err(CommandError::Refused(format!(
        "the database is missing migrations ({}); run florin migrate, or start without --no-migrate",
        missing.join(", ")
    )))
}
