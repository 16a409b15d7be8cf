//! `florin bench`: measures in half a minute how fast Florin is on this machine and disk. It uses a temporary database
//! and the same use cases as the API, without HTTP, and never touches existing data.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use app::App;
use app::dice::Dice;
use app::secrets::Secrets;
use clap::Args;
use serde_json::json;
use store::{DatabaseUrl, Store};

use crate::command_error::CommandError;
use crate::failure_text::{explain, grouped};
use crate::flags::FlagValues;
use crate::load::{self, Figures};
use crate::logging::{Format, Logging};
use crate::settings::{Reader, Sources, app_settings};
use crate::{app_start, output, private};

#[derive(Args)]
pub struct BenchFlags {
    /// Folder on the disk to measure; a temporary database is created in it and removed [default: .]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Measure this PostgreSQL database instead, which must be empty
    #[arg(long, value_name = "URL")]
    postgres_url: Option<String>,
    /// Seconds that each of the three parts runs [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=60))]
    seconds: Option<u64>,
    /// Print results and errors as JSON
    #[arg(long)]
    pub json: bool,
}

pub async fn run(flags: BenchFlags, general: FlagValues) -> Result<ExitCode, CommandError> {
    let sources = Sources::gather(general)?;
    let mut reader = Reader::new(&sources);
    let settings = app_settings(&mut reader);
    let logging = Logging::read(&mut reader, Format::Pretty, "off");
    reader.finish("florin bench")?;
    logging.start();
    let scratch = Scratch::new(flags.folder.as_deref().unwrap_or(Path::new(".")))?;
    let database = match &flags.postgres_url {
        Some(url) => DatabaseUrl::parse(url).map_err(|why| CommandError::Usage(why.to_string()))?,
        None => DatabaseUrl::Sqlite(scratch.0.join("bench.db")),
    };
    let store = Store::new(database.clone());
    if !store.migrations().await?.applied.is_empty() {
        return Err(CommandError::Refused(
            "this database already has Florin's tables; use an empty one".to_owned(),
        ));
    }
    store.migrate().await?;
    let secrets = Secrets::parse(&Secrets::generate(&Dice::system())).expect("generated secrets are right");
    let builder = app_start::app_builder(store, &secrets, settings);
    let app = Arc::new(app_start::start_app(builder).await?);
    let figures = measure(&app, Duration::from_secs(flags.seconds.unwrap_or(5))).await;
    app.stop().await;
    show(&database, &figures.map_err(explain)?, flags.json);
    Ok(ExitCode::SUCCESS)
}

/// Measures with the background workers running, as in a server.
async fn measure(app: &Arc<App>, part: Duration) -> Result<Figures, app::Failure> {
    let mut ticking = tokio::task::JoinSet::new();
    ticking.spawn(app::run_workers(app.clone()));
    let figures = load::measure(app, part).await;
    ticking.shutdown().await;
    figures
}

fn show(database: &DatabaseUrl, figures: &Figures, as_json: bool) {
    if as_json {
        return output::json(&json!({
            "database": database.to_string(),
            "accepted_items_per_second": figures.accepted,
            "settled_items_per_second": figures.settled,
            "single_payouts_per_second": figures.singles,
            "reads_per_second": figures.reads,
            "median_payout_microseconds": figures.median_micros,
        }));
    }
    output::text(&format!("Florin on {database}, without HTTP:"));
    for (what, value) in [
        ("items/s accepted, in payouts of 100", figures.accepted),
        ("items/s from request to wallet", figures.settled),
        ("payouts/s of one item", figures.singles),
        ("balances/s read", figures.reads),
        ("µs for one payout of one item, without other load (median)", figures.median_micros),
    ] {
        output::text(&format!("  {:>12} {what}", grouped(value)));
    }
    output::text("More benchmarks, including HTTP: cargo run --release -p bench");
}

/// A folder that is removed when the value is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(inside: &Path) -> Result<Scratch, CommandError> {
        let folder = inside.join(format!("florin-bench-{}", Dice::system().base62(8)));
        private::make_folder(&folder).map_err(CommandError::Refused)?;
        Ok(Scratch(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
