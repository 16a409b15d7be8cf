//! Starts the use cases on a database. Refuses secrets, networks and keys that can't be the right ones.

use app::clock::Clock;
use app::dice::Dice;
use app::secrets::Secrets;
use app::vault::Vault;
use app::{App, AppBuilder, ChainProblem, SecretsProblem};
use store::Store;

use crate::command_error::CommandError;
use crate::failure_text::explain;
use crate::settings::{ChainSetup, KeySources};

/// The use cases on a migrated database, to be completed and started.
pub fn app_builder(store: Store, secrets: &Secrets, settings: app::AppSettings) -> AppBuilder {
    App::builder(store, Vault::new(secrets), settings, Clock::system(), Dice::system())
}

/// Puts live money on the chain of the settings, if they name one.
pub fn on_chain(
    builder: AppBuilder,
    setup: Option<&ChainSetup>,
    keys: &KeySources,
) -> Result<AppBuilder, CommandError> {
    let Some(setup) = setup else { return Ok(builder) };
    let nodes = setup.nodes().map_err(refused_chain)?;
    let keys = setup.keys(keys).map_err(refused_chain)?;
    Ok(builder.with_chain(nodes, keys, setup.settings.clone()))
}

/// Starts the use cases, after a look at the database and the chain: secrets that do not open the data, and a network,
/// a token or keys that cannot be the right ones, are refused.
pub async fn start_app(builder: AppBuilder) -> Result<App, CommandError> {
    let app = builder.start();
    check_secrets(&app).await?;
    match app.chain.meet_chain().await {
        Ok(()) => Ok(app),
        Err(ChainProblem::Failure(failure)) => Err(explain(failure)),
        Err(problem) => Err(refused_chain(problem.to_string())),
    }
}

fn refused_chain(problem: String) -> CommandError {
    CommandError::Refused(format!("the chain: {problem}"))
}

async fn check_secrets(app: &App) -> Result<(), CommandError> {
    match app.platform.check_secrets().await {
        Ok(()) => Ok(()),
        Err(SecretsProblem::Failed(failure)) => Err(explain(failure)),
        Err(SecretsProblem::Wrong(version)) => Err(CommandError::Refused(format!(
            "this database was used with a different secret of version {version}, so its data can't be decrypted \
             with these secrets. Use the secrets that belong to it, or another database"
        ))),
        Err(SecretsProblem::Missing(version)) => Err(CommandError::Refused(format!(
            "this database has data encrypted with version {version} of its secrets, which is missing; keep every \
             old version in the secrets, before the new one"
        ))),
    }
}
