//! A `florin dev` whose data folder, database or surroundings the test chooses. Where none of that matters,
//! [`super::Server`] does more.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::server::announced;
use super::{Client, Process, canary, florin};

pub struct Dev {
    pub process: Process,
    info: Value,
}

impl Dev {
    /// The command, for adding to it.
    pub fn command(data: &Path, database_url: Option<&str>) -> Command {
        let mut command = florin(&["dev", "--listen", "127.0.0.1:0", "--json", "--data"]);
        command.arg(data);
        if let Some(url) = database_url {
            command.args(["--database-url", url]);
        }
        command
    }

    /// Starts it, and waits until it serves.
    pub fn start(command: Command) -> Dev {
        Dev::ready(Process::start(command))
    }

    /// Waits until a process that was started serves.
    pub fn ready(mut process: Process) -> Dev {
        let line = process.line();
        let dev = Dev { process, info: announced(&line) };
        for secret in ["password", "test_key"] {
            canary(dev.info(secret));
        }
        dev
    }

    pub fn info(&self, name: &str) -> &str {
        self.info[name].as_str().unwrap_or_else(|| panic!("no {name} in {}", self.info))
    }

    pub fn origin(&self) -> &str {
        self.info("base_url")
    }

    /// The sandbox, with the full-scope test key.
    pub fn sandbox(&self) -> Client {
        Client::new(self.info("test_api"), Some(format!("Bearer {}", self.info("test_key"))))
    }

    /// Everything else, without a credential.
    pub fn anyone(&self) -> Client {
        Client::new(self.origin(), None)
    }
}
