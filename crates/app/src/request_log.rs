//! The log of API requests, for developers who look for what went wrong. No request waits for it: what is seen goes
//! into a buffer in memory, and a worker redacts, encrypts and writes it in batches. What finds no room is counted.

mod buffer;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rules::account::{Caller, Mode};
use rules::api_request::{ApiRequest, LoggedRequest, MAX_KEPT};
use rules::client_address::ClientAddress;
use rules::command::Command;
use rules::id::{AccountId, ApiKeyId, AppId};
use rules::refusal::{Noun, Refusal};
use store::{ApiRequestFilter, ApiRequestKind};

use crate::platform::cursor::{CursorPage, Paging};
use crate::platform::failure::Failure;
use crate::platform::vault::Vault;
use crate::platform::{FORGOTTEN_AT_ONCE, Platform};
use buffer::{Buffer, BufferedRequest};

/// So many commands a second write what accounts of one mode sent.
const MAX_COMMANDS: usize = 3;
/// After so many rows of an account, what is too much of it is deleted.
const TRIM_AFTER: usize = FORGOTTEN_AT_ONCE;
/// More accounts than this, and each is looked at again.
const MAX_COUNTED: usize = 10_000;
const SECONDS_PER_DAY: i64 = 86_400;

/// A request of a known account, and what became of it.
pub struct ObservedRequest {
    /// What its response calls it.
    pub id: String,
    pub account: AccountId,
    pub app: AppId,
    pub key: Option<ApiKeyId>,
    pub method: &'static str,
    pub address: Option<ClientAddress>,
    /// Nothing if the client went away.
    pub status: Option<u16>,
    pub took: Duration,
    /// Redacts it. It is called by a worker, and only if the request finds room.
    pub describe: Describe,
}

pub type Describe = Box<dyn FnOnce() -> RequestContent + Send>;

/// What may be stored of a request.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct RequestContent {
    pub path: String,
    pub error: &'static str,
    pub object: String,
    pub is_creation: bool,
    pub sent: RedactedBody,
    pub returned: RedactedBody,
}

/// A body without its private values.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct RedactedBody {
    /// Of the body as it was sent.
    pub size: usize,
    /// Empty if the body was too large, or could not be read.
    pub text: String,
    /// Whether the text ends before the body does.
    pub is_cut: bool,
}

/// A request of the log, with its bodies.
pub struct ShownRequest {
    pub request: ApiRequest,
    pub sent: RedactedBody,
    pub returned: RedactedBody,
}

pub struct RequestLog {
    platform: Arc<Platform>,
    buffers: [Mutex<Buffer>; 2],
    /// How many rows each account got since it was trimmed.
    written: Mutex<HashMap<AccountId, usize>>,
}

impl RequestLog {
    pub(crate) fn new(platform: Arc<Platform>) -> RequestLog {
        RequestLog { platform, buffers: Default::default(), written: Mutex::default() }
    }

    pub fn is_on(&self) -> bool {
        self.platform.settings.request_log_days > 0
    }

    /// How long a request is kept.
    pub fn days(&self) -> i64 {
        self.platform.settings.request_log_days
    }

    /// Takes a request in, if there is room for it.
    pub fn add(&self, mode: Mode, observed: ObservedRequest) {
        if !self.is_on() {
            return;
        }
        let at = self.platform.clock.now();
        self.buffer(mode).put(BufferedRequest { at, observed });
    }

    /// Whether an account may have room for one more of these requests. If not, the request counts as left out: a
    /// flood of reads costs no more than this.
    pub fn has_room(&self, mode: Mode, account: AccountId, method: &str) -> bool {
        self.buffer(mode).has_room(account, method)
    }

    fn buffer(&self, mode: Mode) -> std::sync::MutexGuard<'_, Buffer> {
        self.buffers[mode as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes some of what waits, live requests first. Called every second.
    pub(crate) async fn write(&self) {
        for mode in Mode::ALL {
            self.buffer(mode).renew_shares();
            let mut commands = 0;
            while commands < MAX_COMMANDS && self.write_some(mode).await {
                commands += 1;
            }
        }
    }

    /// Writes all that waits, before the writer stops.
    pub(crate) async fn finish(&self) {
        for mode in Mode::ALL {
            while self.write_some(mode).await {}
        }
    }

    /// Whether anything waited. What was taken is in the writer's queue before anything else is awaited, so that a
    /// server that stops here loses nothing.
    async fn write_some(&self, mode: Mode) -> bool {
        let waiting = self.buffer(mode).take();
        if waiting.is_empty() {
            return false;
        }
        count("left_out", waiting.iter().map(|(_, left_out)| *left_out as usize).sum());
        let rows = waiting.into_iter().map(|(buffered, left_out)| self.row(buffered, left_out));
        let rows: Vec<LoggedRequest> = rows.collect();
        let accounts: Vec<AccountId> = rows.iter().map(|row| row.request.account).collect();
        match self.platform.writer.submit_in_background(Command::RecordApiRequests(mode, rows)).await {
            Ok(_) => count("written", accounts.len()),
            Err(failure) => {
                tracing::warn!(?failure, requests = accounts.len(), "API requests not logged");
                count("lost", accounts.len());
            }
        }
        for account in self.crowded(accounts) {
            self.trim(account).await;
        }
        true
    }

    fn row(&self, BufferedRequest { at, observed }: BufferedRequest, left_out: i64) -> LoggedRequest {
        let RequestContent { path, error, object, is_creation, sent, returned } = (observed.describe)();
        let bodies = encode(&sent, &returned);
        let place = place(observed.account, &observed.id);
        let request = ApiRequest {
            account: observed.account,
            id: observed.id,
            app: observed.app,
            key: observed.key,
            method: observed.method.to_owned(),
            path,
            status: observed.status,
            error: error.to_owned(),
            object,
            is_creation,
            took_micros: i64::try_from(observed.took.as_micros()).unwrap_or(i64::MAX),
            address: observed.address.map(|address| address.to_string()).unwrap_or_default(),
            left_out,
            created_at: at,
        };
        LoggedRequest {
            request,
            sealed_bodies: self.platform.vault.seal(&self.platform.dice, &place, &bodies),
        }
    }

    /// The accounts among these that may have too many rows by now. One that is new to this process may, too.
    fn crowded(&self, accounts: Vec<AccountId>) -> Vec<AccountId> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.len() > MAX_COUNTED {
            written.clear();
        }
        let mut crowded = Vec::new();
        for account in accounts {
            let count = written.entry(account).or_insert(TRIM_AFTER);
            *count += 1;
            if *count > TRIM_AFTER {
                *count = 0;
                crowded.push(account);
            }
        }
        crowded
    }

    async fn trim(&self, account: AccountId) {
        for kind in [ApiRequestKind::Read, ApiRequestKind::Change] {
            let store = &self.platform.store;
            let surplus = store.surplus_api_requests(account, kind, MAX_KEPT, FORGOTTEN_AT_ONCE);
            self.platform.forget("surplus API requests", surplus, Command::ForgetApiRequests).await;
        }
    }

    /// Deletes some requests that are too old, and says how many it found.
    pub(crate) async fn forget_old(&self) -> usize {
        let before = self.platform.clock.now().plus_seconds(-self.days() * SECONDS_PER_DAY);
        let old = self.platform.store.old_api_requests(before, FORGOTTEN_AT_ONCE);
        self.platform.forget("old API requests", old, Command::ForgetApiRequests).await
    }

    /// The requests of an account, newest first.
    pub async fn requests(
        &self,
        caller: &Caller,
        filter: &ApiRequestFilter,
        paging: &Paging,
    ) -> Result<CursorPage<ApiRequest>, Failure> {
        const LIST: &str = "API requests";
        let after = self.platform.open_cursor(caller, LIST, paging)?;
        let lists = self.platform.lists(caller).await?;
        let page = lists.api_requests(caller.account, filter, after.as_ref(), paging.size).await?;
        Ok(self.platform.shown(caller, LIST, paging, page))
    }

    pub async fn request(&self, caller: &Caller, id: &str) -> Result<ShownRequest, Failure> {
        let found = self.platform.store.api_request(caller.account, id).await?;
        let LoggedRequest { request, sealed_bodies } = found.ok_or(Refusal::NotFound(Noun::ApiRequest))?;
        let bodies = open(&self.platform.vault, &request, &sealed_bodies);
        let Some([sent, returned]) = bodies else {
            tracing::error!(request = request.id, "bodies of an API request can't be decrypted");
            return Err(Failure::Internal);
        };
        Ok(ShownRequest { request, sent, returned })
    }

    /// Whether the log of this account has it.
    pub async fn has(&self, caller: &Caller, id: &str) -> Result<bool, Failure> {
        Ok(self.platform.store.api_request(caller.account, id).await?.is_some())
    }

    /// The request that created an object of this account, if it is in the log.
    pub async fn creation_of(&self, caller: &Caller, object: &str) -> Result<Option<String>, Failure> {
        Ok(self.platform.store.creation_of(caller.account, object).await?)
    }
}

fn count(outcome: &'static str, requests: usize) {
    metrics::counter!("florin_logged_requests_total", "outcome" => outcome).increment(requests as u64);
}

fn place(account: AccountId, id: &str) -> String {
    format!("api_requests.bodies {account} {id}")
}

fn encode(sent: &RedactedBody, returned: &RedactedBody) -> Vec<u8> {
    let parts = [sent, returned].map(|body| (body.size, &body.text, body.is_cut));
    serde_json::to_vec(&parts).expect("numbers and texts are JSON")
}

fn open(vault: &Vault, request: &ApiRequest, sealed: &[u8]) -> Option<[RedactedBody; 2]> {
    let plain = vault.open(&place(request.account, &request.id), sealed)?;
    let parts: [(usize, String, bool); 2] = serde_json::from_slice(&plain).ok()?;
    Some(parts.map(|(size, text, is_cut)| RedactedBody { size, text, is_cut }))
}
