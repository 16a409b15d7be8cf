//! Verifies the books while an operator watches.

use std::sync::Arc;
use std::time::Duration;

use app::dice::Dice;
use indicatif::{ProgressBar, ProgressStyle};
use store::{Proof, Store, VerifyProgress, VerifyReport};

use crate::command_error::CommandError;
use crate::failure_text::grouped;
use crate::output;

/// One for each core that a small server has.
const READERS: usize = 2;
const SHOW_EVERY: Duration = Duration::from_millis(100);

/// Proves the books, with a progress bar.
pub async fn prove(store: &Store) -> Result<VerifyReport, CommandError> {
    let progress = Arc::new(VerifyProgress::default());
    let proof = Proof {
        key: Dice::system().bytes(),
        readers: READERS,
        under_way: Proof::UNDER_WAY,
        progress: progress.clone(),
        pause: Arc::new(|| {}),
    };
    let proving = store.verify(&proof);
    if !output::is_watched() {
        return Ok(proving.await?);
    }
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{bar:40} {percent}% {pos} transfers, {msg} rows, {elapsed}");
    bar.set_style(style.expect("the template is right"));
    let mut often = tokio::time::interval(SHOW_EVERY);
    tokio::pin!(proving);
    let report = loop {
        tokio::select! {
            report = &mut proving => break report,
            _ = often.tick() => {
                bar.set_length(progress.last_transfer());
                bar.set_position(progress.transfers());
                bar.set_message(grouped(progress.rows()));
            }
        }
    };
    bar.finish_and_clear();
    Ok(report?)
}
