//! The tariff file of a running server. Whatever is in force is published to the database, so that `florin ops` prices
//! money as the server does.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use app::App;

use crate::command_error::CommandError;
use crate::failure_text::explain;
use crate::settings::tariff;

const LOOK_EVERY: Duration = Duration::from_secs(1);

pub struct TariffFile {
    app: Arc<App>,
    path: PathBuf,
    in_force: String,
}

impl TariffFile {
    /// Puts the file in force and publishes it. Without one, no live money crosses, which is published, too.
    pub async fn publish(app: Arc<App>, path: Option<PathBuf>) -> Result<Option<TariffFile>, CommandError> {
        let Some(path) = path else {
            app.external_transfers.publish_tariff("").await.map_err(explain)?;
            return Ok(None);
        };
        let in_force = std::fs::read_to_string(&path).map_err(|error| refused(&path, &error.to_string()))?;
        let tariff = tariff::parse(&in_force).map_err(|problem| refused(&path, &problem))?;
        app.external_transfers.publish_tariff(&in_force).await.map_err(explain)?;
        app.platform.set_live_tariff(tariff);
        Ok(Some(TariffFile { app, path, in_force }))
    }

    /// Prices change while the server runs. A file that cannot be read leaves the last good one in force.
    pub async fn keep(mut self) {
        let (mut seen, mut bad) = (Some(self.in_force.clone()), None);
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            let now = std::fs::read_to_string(&self.path).ok();
            // The operator may be writing it: only what stays for a while counts.
            let is_stable = now == seen;
            seen.clone_from(&now);
            let is_known = now.as_ref() == Some(&self.in_force) || bad.as_ref() == Some(&now);
            if is_known {
                self.publish_again().await;
            }
            if !is_stable || is_known {
                continue;
            }
            let file = self.path.display();
            let text = now.as_deref().ok_or_else(|| "not readable".to_owned());
            match text.and_then(|text| Ok((text, tariff::parse(text)?))) {
                Ok((text, tariff)) => match self.app.external_transfers.publish_tariff(text).await {
                    Ok(()) => {
                        self.app.platform.set_live_tariff(tariff);
                        tracing::info!(%file, "tariff reloaded; new rates and fees are in force");
                        (self.in_force, bad) = (text.to_owned(), None);
                    }
                    Err(failure) => {
                        tracing::error!(%failure, %file, "new tariff not published; will retry");
                    }
                },
                Err(problem) => {
                    tracing::error!(problem, %file, "tariff file not valid; previous rates and fees stay in force");
                    bad = Some(now);
                }
            }
        }
    }

    /// Another process on this database may have published other prices.
    async fn publish_again(&self) {
        let published = self.app.external_transfers.published_tariff().await;
        if published.is_ok_and(|published| published.is_none_or(|tariff| tariff.text != self.in_force)) {
            let file = self.path.display();
            tracing::error!(%file, "another server published a different tariff; publishing this one again");
            if let Err(failure) = self.app.external_transfers.publish_tariff(&self.in_force).await {
                tracing::error!(%failure, %file, "tariff not published");
            }
        }
    }
}

fn refused(path: &Path, problem: &str) -> CommandError {
    CommandError::Refused(format!("{}: {problem}", path.display()))
}
