//! The sandbox that `florin listen` and `florin trigger` call.

use super::{Reader, origin};

const SERVER: &str = "http://127.0.0.1:8080";

pub struct SandboxSettings {
    pub server: String,
    /// Absent only if the reader has complained.
    pub key: Option<String>,
}

impl SandboxSettings {
    pub fn read(reader: &mut Reader<'_>) -> SandboxSettings {
        let how = "florin dev prints one; or create one in the dashboard, under API keys";
        let key = reader.required("test_key", "A test key", how, |key| Ok::<_, String>(key.to_owned()));
        let server = reader.optional("server", origin).unwrap_or_else(|| SERVER.to_owned());
        SandboxSettings { server, key }
    }
}
