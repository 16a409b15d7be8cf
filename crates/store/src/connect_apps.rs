//! Connect Apps.

use rules::connect_app::{ClientSecret, ConnectApp};
use rules::id::{AppId, UserId};
use rules::redirect_uri::RedirectUri;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;

macro_rules! columns {
    () => {
        "c.id, c.user_id, c.name, c.redirect_uris, c.secret_hash, c.secret_version, c.secret_hint, c.created_at,
         c.archived_at"
    };
}

impl Store {
    pub async fn connect_app(&self, id: AppId) -> Result<Option<ConnectApp>, Error> {
        const SQL: &str = concat!("select ", columns!(), " from connect_apps c where c.id = $1");
        self.query_one(SQL, &[id.into()], read_connect_app).await
    }

    /// The apps that a user has registered and not archived, oldest first.
    pub async fn connect_apps_of(&self, user: UserId) -> Result<Vec<ConnectApp>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            " from connect_apps c where c.user_id = $1 and c.archived_at is null order by c.created_at, c.id"
        );
        self.query(SQL, &[user.into()], read_connect_app).await
    }
}

pub static LOCK_CONNECT_APPS: BatchStatement = BatchStatement::locking(
    "c",
    concat!("select ", columns!(), " from {rows} join connect_apps c on c.id = k.id"),
    &[("id", Kind::Text)],
);

/// No address holds a line break, so a line holds one address.
pub fn read_connect_app(row: &Row<'_>) -> Result<ConnectApp, Error> {
    let redirect_uris = row.text(3)?.lines().map(|line| RedirectUri::parse(line).ok());
    Ok(ConnectApp {
        id: decode::id(row, 0)?,
        owner: decode::id(row, 1)?,
        name: row.text(2)?.to_owned(),
        redirect_uris: redirect_uris.collect::<Option<_>>().ok_or_else(|| decode::corrupt(3))?,
        secret: ClientSecret {
            hash: decode::hash(row, 4)?,
            version: row.int(5)?.try_into().map_err(|_| decode::corrupt(5))?,
            hint: row.text(6)?.to_owned(),
        },
        created_at: decode::time(row, 7)?,
        archived_at: decode::optional_time(row, 8)?,
    })
}

const COLUMNS: &[(&str, Kind)] = &[
    ("id", Kind::Text),
    ("user_id", Kind::Text),
    ("name", Kind::Text),
    ("redirect_uris", Kind::Text),
    ("secret_hash", Kind::Bytes),
    ("secret_version", Kind::Int),
    ("secret_hint", Kind::Text),
    ("created_at", Kind::Int),
    ("archived_at", Kind::Int),
];
pub static INSERT_CONNECT_APPS: BatchStatement = BatchStatement::insert("connect_apps", COLUMNS);
pub static UPDATE_CONNECT_APPS: BatchStatement = BatchStatement::update("connect_apps", COLUMNS);

pub fn connect_app_values(app: &ConnectApp) -> Vec<Value<'_>> {
    let lines: Vec<&str> = app.redirect_uris.iter().map(RedirectUri::as_str).collect();
    vec![
        app.id.into(),
        app.owner.into(),
        (&app.name).into(),
        lines.join("\n").into(),
        app.secret.hash.as_slice().into(),
        i64::from(app.secret.version).into(),
        (&app.secret.hint).into(),
        app.created_at.into(),
        app.archived_at.into(),
    ]
}
