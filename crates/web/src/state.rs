//! The state that all requests share.

use std::sync::{Arc, OnceLock};

use app::App;
use bytes::Bytes;
use tokio::sync::watch;

use crate::concurrency_limits::ConcurrencyLimits;
use crate::exports::Exports;
use crate::icons::Icons;
use crate::memory_limits::MemoryLimits;
use crate::rate_limits::RateLimits;
use crate::settings::WebSettings;
use crate::write_limits::WriteLimits;

pub struct Web {
    pub app: Arc<App>,
    pub settings: WebSettings,
    pub limits: RateLimits,
    pub write_limits: WriteLimits,
    /// Exports that are being sent.
    pub exports: Arc<Exports>,
    /// What each client has open: connections, or behind a proxy requests.
    pub places: Arc<ConcurrencyLimits>,
    /// What bodies and responses take.
    pub memory: Arc<MemoryLimits>,
    /// Whether the server is about to stop: what would never end by itself ends then.
    pub stopping: watch::Sender<bool>,
    /// The API's description, made when it is first asked for.
    pub description: OnceLock<Bytes>,
    pub icons: Icons,
}
