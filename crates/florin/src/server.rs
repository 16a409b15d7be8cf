//! What `florin dev` and `florin serve` share: starting and stopping in an order that loses nothing. It must never
//! accept a request before everything that handles it has started.

use std::path::PathBuf;
use std::sync::Arc;

use app::{App, run_workers};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinSet;

use crate::admin::Admin;
use crate::command_error::CommandError;
use crate::operator_socket::OperatorSocket;
use crate::process;
use crate::signals::Signals;
use crate::tariff_file::TariffFile;

/// More than most machines have cores for it: a worker that reads SQLite keeps its thread to itself meanwhile.
const BACKGROUND_THREADS: usize = 4;

/// Runs a server's whole life. Its future is dropped, and the program ends, when a second signal comes.
pub async fn live<T>(
    server: impl AsyncFnOnce(Signals) -> Result<T, CommandError>,
) -> Result<T, CommandError> {
    let signals = Signals::listen()?;
    tokio::select! {
        outcome = server(signals.clone()) => outcome,
        () = signals.second() => Err(CommandError::Refused("stopped immediately after the second signal".to_owned())),
    }
}

/// Everything that is ready before the first request.
pub struct Server {
    pub listener: TcpListener,
    pub admin: Option<Admin>,
    pub operators: Option<OperatorSocket>,
    pub app: Arc<App>,
    pub web: web::WebSettings,
    pub tariff_file: Option<PathBuf>,
}

impl Server {
    /// Serves until the first signal; `announce` is called when requests are accepted.
    pub async fn run(self, signals: Signals, announce: impl FnOnce()) -> Result<(), CommandError> {
        process::raise_open_files();
        let mut helpers = JoinSet::new();
        let tariff = TariffFile::publish(self.app.clone(), self.tariff_file).await?;
        let background = BackgroundThreads::start()?;
        helpers.spawn_on(run_workers(self.app.clone()), background.handle());
        if let Some(tariff) = tariff {
            helpers.spawn(tariff.keep());
        }
        if let Some(admin) = self.admin {
            helpers.spawn(admin.run());
        }
        let operators =
            self.operators.map(|socket| tokio::spawn(socket.run(self.app.clone(), signals.clone())));
        let stop = async move {
            signals.first().await;
            tracing::info!("stopping; requests in progress are finished first");
        };
        let serving = tokio::spawn(web::serve(self.listener, self.app.clone(), self.web, Box::pin(stop)));
        announce();
        let served = serving.await;
        if let Some(operators) = operators {
            // If it panicked, the log says so.
            let _ = operators.await;
        }
        let ((), external_transfers, emails) = tokio::join!(
            self.app.webhooks.stop_deliveries(),
            self.app.external_transfers.stop_external_transfers(),
            self.app.emails.stop_emails()
        );
        let quiet = (external_transfers, emails);
        helpers.shutdown().await;
        drop(quiet);
        self.app.stop().await;
        served.map_err(|_| CommandError::Refused("the HTTP server failed; the log has the cause".to_owned()))
    }
}

/// Background work has threads of its own: however long one of its reads takes, no request waits for that thread.
struct BackgroundThreads(Option<Runtime>);

impl BackgroundThreads {
    fn start() -> Result<BackgroundThreads, CommandError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(BACKGROUND_THREADS)
            .thread_name("background")
            .enable_all()
            .build();
        runtime.map(|runtime| BackgroundThreads(Some(runtime))).map_err(|error| {
            CommandError::Refused(format!("can't start threads for background work: {error}"))
        })
    }

    fn handle(&self) -> &Handle {
        self.0.as_ref().expect("there until it is dropped").handle()
    }
}

impl Drop for BackgroundThreads {
    fn drop(&mut self) {
        // A runtime must not wait for its threads where other tasks run.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
