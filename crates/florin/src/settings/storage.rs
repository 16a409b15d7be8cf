//! Which database and which secrets. With a data folder both may live in it; production names both.

use std::path::{Path, PathBuf};

use app::secrets::Secrets;
use store::DatabaseUrl;
use zeroize::Zeroizing;

use super::{Reader, Sources};
use crate::private;

const DEFAULT_DATA: &str = "florin-data";

/// Where a server keeps what it must not lose.
pub struct StorageSettings {
    /// Only `florin dev` has one.
    pub data: Option<PathBuf>,
    pub database: DatabaseUrl,
    pub secrets: SecretsFrom,
}

pub enum SecretsFrom {
    Text(Zeroizing<String>),
    File(PathBuf),
}

impl SecretsFrom {
    pub fn read(&self) -> Result<Secrets, String> {
        match self {
            SecretsFrom::Text(text) => Secrets::parse(text),
            SecretsFrom::File(path) => {
                let shown = path.display();
                let text =
                    private::read_if_there(path)?.ok_or_else(|| format!("there is no file {shown}"))?;
                Secrets::parse(&text).map_err(|problem| format!("{shown}: {problem}"))
            }
        }
    }
}

impl StorageSettings {
    /// `None` is returned together with a complaint only.
    pub fn of_dev(reader: &mut Reader<'_>) -> Option<StorageSettings> {
        StorageSettings::within(reader, Some(dev_data(reader.sources)))
    }

    pub fn of_serve(reader: &mut Reader<'_>) -> Option<StorageSettings> {
        StorageSettings::within(reader, None)
    }

    /// The place of the server that an operator's command belongs to.
    pub fn of_operator(reader: &mut Reader<'_>) -> Option<StorageSettings> {
        let data = operator_data(reader.sources);
        StorageSettings::within(reader, data)
    }

    fn within(reader: &mut Reader<'_>, data: Option<PathBuf>) -> Option<StorageSettings> {
        let database = StorageSettings::database(reader, data.as_deref());
        let secrets = secrets(reader, data.as_deref());
        Some(StorageSettings { data, database: database?, secrets: secrets? })
    }

    /// The database alone, for commands that need no secrets.
    pub fn database(reader: &mut Reader<'_>, data: Option<&Path>) -> Option<DatabaseUrl> {
        match data {
            Some(data) if !reader.sources.has("database_url") => {
                Some(DatabaseUrl::Sqlite(data.join("florin.db")))
            }
            _ => reader.required("database_url", "The database", DATABASE_EXAMPLE, DatabaseUrl::parse),
        }
    }
}

/// The folder of `florin dev`.
pub fn dev_data(sources: &Sources) -> PathBuf {
    sources.find("data").map_or(DEFAULT_DATA, |found| found.text).into()
}

/// The database of `florin dev`.
pub fn dev_database(sources: &Sources) -> PathBuf {
    dev_data(sources).join("florin.db")
}

/// The data folder, if one is named, or nothing at all is: then it is the one `florin dev` makes by itself.
/// An operator who names a database or secrets means another server, and does not get half of this one's.
pub fn operator_data(sources: &Sources) -> Option<PathBuf> {
    let names_a_server = ["database_url", "secrets_file", "secrets"].iter().any(|name| sources.has(name));
    (sources.has("data") || !names_a_server).then(|| dev_data(sources))
}

fn secrets(reader: &mut Reader<'_>, data: Option<&Path>) -> Option<SecretsFrom> {
    let (text, file) = (reader.sources.find("secrets"), reader.sources.find("secrets_file"));
    match (text, file) {
        (Some(text), Some(file)) => {
            reader
                .complain(format!("{} and {} are both set; set only one of them", text.source, file.source));
            None
        }
        (Some(text), None) => Some(SecretsFrom::Text(Zeroizing::new(text.text.to_owned()))),
        (None, Some(file)) => Some(SecretsFrom::File(file.text.into())),
        (None, None) => match data {
            Some(data) => Some(SecretsFrom::File(data.join("secrets"))),
            None => {
                let or = ", or set FLORIN_SECRETS to the text";
                reader.complain_missing("secrets_file", "The server's secrets", or, SECRETS_EXAMPLE);
                None
            }
        },
    }
}

const DATABASE_EXAMPLE: &str =
    "for example sqlite:/var/lib/florin/florin.db or postgres://florin:PASSWORD@localhost/florin";

const SECRETS_EXAMPLE: &str =
    "create it once: (umask 077; printf '1:%s\\n' \"$(head -c 32 /dev/urandom | base64)\" > florin-secrets)";
