//! How fast `florin verify` proves the books.
//! It must never take a failed proof for a fast one.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::contender::Contender;
use crate::figure::{Amount, Figure};
use crate::payouts::per_second;
use crate::run::{Place, Run};
use crate::server::without_settings;
use crate::units;

const PATIENCE: Duration = Duration::from_secs(900);
const WANTED_PER_SECOND: u64 = 500_000;

pub async fn measure(
    run: &Run,
    contender: Contender,
    place: &Place,
    transfers: u64,
) -> Result<Vec<Figure>, String> {
    let mut command = Command::new(&run.florin);
    without_settings(&mut command);
    command.args(["verify", "--data"]).arg(place.folder.join("data")).current_dir(&place.folder);
    if let Some(url) = &place.database_url {
        command.args(["--database-url", url]);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let began = Instant::now();
    let proving = tokio::process::Command::from(command).kill_on_drop(true).output();
    let proved = tokio::time::timeout(PATIENCE, proving).await;
    let took = began.elapsed();
    let output = proved.map_err(|_| format!("florin verify took longer than {} s", PATIENCE.as_secs()))?;
    let output = output.map_err(|problem| format!("cannot start florin verify: {problem}"))?;
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        return Err(format!("florin verify failed:\n{}", String::from_utf8_lossy(&said)));
    }
    let seen = per_second(transfers, took);
    eprintln!("{}: verified in {}", contender.name(), units::duration(took));
    let figure = Figure::new("florin verify: transfers", contender, Amount::PerSecond(seen));
    Ok(vec![figure.at_least(Amount::PerSecond(WANTED_PER_SECOND))])
}
