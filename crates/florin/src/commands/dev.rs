//! `florin dev`: a development server that needs nothing but the program itself.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use app::dice::Dice;
use app::secrets::Secrets;
use clap::Args;
use serde_json::json;
use store::{DatabaseUrl, ServerLock, Store};
use web::{CapturedEmail, DemoAccount};

use crate::admin::Admin;
use crate::app_start;
use crate::bind::bind;
use crate::command_error::CommandError;
use crate::demo::{self, DemoUser};
use crate::flags::{DataFlag, DatabaseFlag, FlagValues, OperatorSocketFlag, SecretFlags, ServerFlags};
use crate::logging::{Format, Logging};
use crate::operator_socket::OperatorSocket;
use crate::server::{self, Server};
use crate::settings::{
    Reader, SecretsFrom, ServerKind, ServerSettings, Sources, StorageSettings, email_room, reach, yes_or_no,
};
use crate::signals::Signals;
use crate::{output, private};

#[derive(Args)]
#[command(after_help = "Examples:\n  florin dev\n  florin dev --data other-data --listen 127.0.0.1:9090")]
pub struct DevFlags {
    #[command(flatten)]
    data: DataFlag,
    #[command(flatten)]
    database: DatabaseFlag,
    #[command(flatten)]
    secrets: SecretFlags,
    #[command(flatten)]
    server: ServerFlags,
    #[command(flatten)]
    operators: OperatorSocketFlag,
    /// Let everyone who can reach the server read captured email, instead of this machine only [default: false]
    #[arg(long, value_name = "BOOL")]
    public_dev_email: Option<String>,
    /// Print URLs, credentials and test key as one line of JSON
    #[arg(long)]
    pub json: bool,
}

pub async fn run(flags: DevFlags, general: FlagValues) -> Result<ExitCode, CommandError> {
    let own = vec![("public_dev_email", flags.public_dev_email.clone())];
    let given = [
        general,
        flags.data.given(),
        flags.database.given(),
        flags.secrets.given(),
        flags.server.given(),
        flags.operators.given(),
        own,
    ];
    let sources = Sources::gather(given.concat())?;
    let mut reader = Reader::new(&sources);
    let place = StorageSettings::of_dev(&mut reader);
    let settings = ServerSettings::read(&mut reader, ServerKind::Dev);
    let logging = Logging::read(&mut reader, Format::Pretty, "warn");
    let is_public = reader.optional("public_dev_email", yes_or_no).unwrap_or(false);
    let captured_email = if is_public { CapturedEmail::Anyone } else { CapturedEmail::ThisMachine };
    reader.finish("florin dev")?;
    let place = place.expect("missing settings were reported");
    logging.start();
    let start = async |signals| start(&place, &settings, captured_email, signals, flags.json).await;
    server::live(start).await?;
    Ok(ExitCode::SUCCESS)
}

async fn start(
    place: &StorageSettings,
    settings: &ServerSettings,
    captured_email: CapturedEmail,
    signals: Signals,
    json: bool,
) -> Result<(), CommandError> {
    let folder = place.data.as_deref().expect("florin dev always has a data folder");
    private::make_folder(folder).map_err(CommandError::Refused)?;
    let setting_up = private::lock_folder(folder).map_err(CommandError::Refused)?;
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
    let secrets = secrets(place, folder)?;
    let store = Store::new(place.database.clone());
    store.migrate().await?;
    let local = local_origin(listener.local_addr());
    let origin = match &settings.public_url {
        Some(url) => url.clone(),
        None => local.clone(),
    };
    warn_of_strangers(settings.listen, captured_email);
    let builder = app_start::app_builder(store, &secrets, settings.app.clone())
        .with_email_room(email_room(settings, origin.clone()))
        .with_reach(reach(settings, &origin), settings.max_webhook_connections)
        .with_webhook_host_rate(settings.webhook_host_rate);
    let builder = app_start::on_chain(builder, settings.chain.as_ref(), &settings.chain_keys)?;
    let app = Arc::new(app_start::start_app(builder).await?);
    let user = demo::user(&app, &folder.join("dev.json"), &name_in(folder, &place.database)).await?;
    drop(setting_up);
    let tariff_file = settings.tariff_file.clone();
    let web =
        web::WebSettings { captured_email, demo: Some(demo_account(&user)), ..settings.web(origin.clone()) };
    let server = Server { listener, admin, operators, app, web, tariff_file };
    server.run(signals, || announce(&origin, &local, &user, folder, json)).await
}

/// What the first steps show.
fn demo_account(user: &DemoUser) -> DemoAccount {
    let program = std::env::current_exe()
        .map_or_else(|_| "florin".to_owned(), |path| quoted(&path.display().to_string()));
    let DemoUser { email, password, test_key } = user.clone();
    DemoAccount { email, password, test_key, program }
}

/// Quoted for a shell.
fn quoted(path: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+".contains(letter);
    if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// The folder's secrets are made at the first start. Data without its secrets is lost, so new ones are never
/// put beside old data.
fn secrets(place: &StorageSettings, folder: &Path) -> Result<Secrets, CommandError> {
    if let SecretsFrom::File(path) = &place.secrets
        && *path == folder.join("secrets")
        && !path.exists()
    {
        let database = folder.join("florin.db");
        if database.exists() {
            return Err(CommandError::Refused(format!(
                "{} exists, but the secrets that its data is encrypted with are missing: {}. Restore that file, or \
                 choose another folder with --data",
                database.display(),
                path.display()
            )));
        }
        let text = zeroize::Zeroizing::new(Secrets::generate(&Dice::system()));
        private::write(path, &text).map_err(CommandError::Refused)?;
    }
    place.secrets.read().map_err(CommandError::Refused)
}

/// The folder's own database keeps its name when the folder moves.
fn name_in(folder: &Path, database: &DatabaseUrl) -> String {
    match database {
        DatabaseUrl::Sqlite(path) if *path == folder.join("florin.db") => "florin.db".to_owned(),
        DatabaseUrl::Sqlite(_) | DatabaseUrl::Postgres(_) => database.to_string(),
    }
}

/// Where a browser on this machine finds the server. One that listens everywhere is found at home. A zone is left out:
/// there is none in a URL.
fn local_origin(address: std::io::Result<SocketAddr>) -> String {
    let address = address.expect("a listener that was bound has an address");
    let ip = match address.ip().to_canonical() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(ip, address.port()))
}

/// A developer's server has no rate limit and may be on a network with others.
fn warn_of_strangers(listen: SocketAddr, captured_email: CapturedEmail) {
    if listen.ip().to_canonical().is_loopback() {
        return;
    }
    tracing::warn!(%listen, "this development server is reachable from the network");
    if captured_email == CapturedEmail::Anyone {
        tracing::warn!(
            "anyone who can reach this server can read captured emails and sign in with their links"
        );
    }
}

fn announce(origin: &str, local: &str, user: &DemoUser, folder: &Path, json: bool) {
    let DemoUser { email, password, test_key } = user;
    if json {
        return output::json(&json!({
            "base_url": origin,
            "sandbox_url": format!("{origin}/sandbox"),
            "auth_url": format!("{origin}/oauth"),
            "dashboard_url": format!("{origin}/dashboard"),
            "email": email,
            "password": password,
            "test_key": test_key,
        }));
    }
    let folder = folder.display();
    output::text(&format!(
        "Florin is running. Press Ctrl-C to stop it. Its data stays in {folder}.

  First steps {local}/dev
  Dashboard   {origin}/dashboard
  Email       {local}/dev/emails
  Sandbox     {origin}/sandbox/v1
  Live API    {origin}/v1
  Docs        {origin}/docs

  Sign in     {email}
  Password    {password}
  Test key    {test_key}

Your first call:

  curl -H 'Authorization: Bearer {test_key}' {origin}/sandbox/v1/balance
"
    ));
}

#[cfg(test)]
mod tests {
    use super::{local_origin, name_in, quoted};
    use std::path::Path;
    use store::DatabaseUrl;

    #[test]
    fn a_server_that_listens_everywhere_is_announced_at_an_address_that_works() {
        for (listens, origin) in [
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("0.0.0.0:80", "http://127.0.0.1:80"),
            ("[::]:8080", "http://[::1]:8080"),
            ("192.0.2.7:8080", "http://192.0.2.7:8080"),
            ("[::1]:8080", "http://[::1]:8080"),
            ("[2001:db8::7]:8080", "http://[2001:db8::7]:8080"),
            ("[::ffff:127.0.0.1]:8080", "http://127.0.0.1:8080"),
            ("[fe80::7%3]:8080", "http://[fe80::7]:8080"),
        ] {
            assert_eq!(local_origin(Ok(listens.parse().unwrap())), origin);
        }
    }

    #[test]
    fn a_program_with_blanks_in_its_path_is_started_by_a_shell() {
        for (path, words) in [
            ("/opt/florin-0.1/florin", "/opt/florin-0.1/florin"),
            ("/opt/my tools/florin", "'/opt/my tools/florin'"),
            ("/opt/it's/florin", r"'/opt/it'\''s/florin'"),
            ("/opt/$(id)/florin", "'/opt/$(id)/florin'"),
        ] {
            assert_eq!(quoted(path), words);
        }
    }

    #[test]
    fn a_folder_that_was_moved_still_knows_its_own_database() {
        for folder in ["florin-data", "/srv/moved"] {
            let own = DatabaseUrl::Sqlite(Path::new(folder).join("florin.db"));
            assert_eq!(name_in(Path::new(folder), &own), "florin.db");
        }
        let other = DatabaseUrl::parse("postgres://me:pw@db.example/florin").unwrap();
        assert_eq!(name_in(Path::new("florin-data"), &other), "postgres://db.example/florin");
    }
}
