//! How the edge, which knows a request's id and its status, and the endpoint, which knows whose it is and what it says,
//! make one entry of the request log. Neither waits for it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use app::{App, Describe, ObservedRequest};
use axum::extract::Request;
use axum::http::StatusCode;
use rules::account::Mode;
use rules::client_address::ClientAddress;
use rules::id::{AccountId, ApiKeyId, AppId};

/// What the endpoint says of a request once it knows the account.
pub struct Described {
    pub account: AccountId,
    pub mode: Mode,
    pub app: AppId,
    pub key: Option<ApiKeyId>,
    pub method: &'static str,
    pub address: Option<ClientAddress>,
    pub describe: Describe,
}

/// Where the endpoint puts it: an extension of the request.
#[derive(Clone, Default)]
pub struct LogSlot(Arc<Mutex<Option<Described>>>);

impl LogSlot {
    /// Instead of what was said before.
    pub fn put(&self, described: Described) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(described);
    }

    fn take(&self) -> Option<Described> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// One request at the edge. If it is dropped before it is finished, the client has gone away.
pub struct LogEntry<'a> {
    app: &'a App,
    id: &'a str,
    started: Duration,
    slot: Option<LogSlot>,
}

impl<'a> LogEntry<'a> {
    /// Only the API is logged.
    pub fn of(app: &'a App, request: &mut Request, id: &'a str, started: Duration) -> LogEntry<'a> {
        let path = request.uri().path();
        let is_api = path.starts_with("/v1/") || path.starts_with("/sandbox/v1/");
        let slot = (is_api && app.request_log.is_on()).then(LogSlot::default);
        if let Some(slot) = &slot {
            request.extensions_mut().insert(slot.clone());
        }
        LogEntry { app, id, started, slot }
    }

    pub fn finish(mut self, status: StatusCode) {
        self.log(Some(status.as_u16()));
    }

    fn log(&mut self, status: Option<u16>) {
        let Some(described) = self.slot.take().and_then(|slot| slot.take()) else { return };
        let Described { account, mode, app, key, method, address, describe } = described;
        let took = self.app.platform.elapsed().saturating_sub(self.started);
        let id = self.id.to_owned();
        let observed = ObservedRequest { id, account, app, key, method, address, status, took, describe };
        self.app.request_log.add(mode, observed);
    }
}

impl Drop for LogEntry<'_> {
    fn drop(&mut self) {
        self.log(None);
    }
}
