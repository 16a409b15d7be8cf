//! Connect Apps.

use rules::connect_app::{ClientSecret, ConnectApp, MAX_CONNECT_APPS};
use rules::id::{AppId, UserId};
use rules::redirect_uri::RedirectUri;

use crate::engine::{BatchStatement, Columns, Store, Value};
use crate::error::Error;
use crate::table::table;

table! {
    connect_apps as c;
    columns connect_app_columns {
        id: Text,
        user_id: Text,
        name: Text,
        redirect_uris: Text,
        secret_hash: Bytes,
        secret_version: Int,
        secret_hint: Text,
        created_at: Int,
        archived_at: Int,
    }
    read read_connect_app -> ConnectApp {
        ConnectApp {
            id,
            owner: user_id,
            name,
            redirect_uris,
            secret: ClientSecret { hash: secret_hash, version: secret_version, hint: secret_hint },
            created_at,
            archived_at,
        }
    }
    write app: &ConnectApp {
        id: app.id,
        user_id: app.owner,
        name: &app.name,
        redirect_uris: app.redirect_uris.iter().map(RedirectUri::as_str).collect::<Vec<_>>().join("\n"),
        secret_hash: &app.secret.hash,
        secret_version: i64::from(app.secret.version),
        secret_hint: &app.secret.hint,
        created_at: app.created_at,
        archived_at: app.archived_at,
    }
    insert INSERT_CONNECT_APPS with connect_app_values;
}

pub static UPDATE_CONNECT_APPS: BatchStatement =
    BatchStatement::update("connect_apps", connect_apps::WRITTEN);

impl Store {
    pub async fn connect_app(&self, id: AppId) -> Result<Option<ConnectApp>, Error> {
        const SQL: &str = concat!("select ", connect_app_columns!(), " from connect_apps c where c.id = $1");
        self.query_one(SQL, &[id.into()], read_connect_app).await
    }

    /// An app that may act: one that is not archived, and whose owner is not locked.
    pub async fn open_connect_app(&self, id: AppId) -> Result<Option<ConnectApp>, Error> {
        const SQL: &str = concat!(
            "select ",
            connect_app_columns!(),
            " from connect_apps c join users u on u.id = c.user_id
              where c.id = $1 and c.archived_at is null and u.locked_at is null"
        );
        self.query_one(SQL, &[id.into()], read_connect_app).await
    }

    /// The apps that a user has registered and not archived, oldest first, with how many accounts each is connected to.
    pub async fn connect_apps_of(&self, user: UserId) -> Result<Vec<(ConnectApp, i64)>, Error> {
        const SQL: &str = concat!(
            "select ",
            connect_app_columns!(),
            ", (select count(distinct g.account_id) from grants g
                where g.app_id = c.id and g.connected_at is not null and g.ended_at is null)
             from connect_apps c where c.user_id = $1 and c.archived_at is null order by c.created_at, c.id limit $2"
        );
        let limit = Value::Int(MAX_CONNECT_APPS as i64);
        self.query(SQL, &[user.into(), limit], |row| {
            let mut columns = Columns::of(row);
            Ok((connect_apps::read(&mut columns)?, columns.read()?))
        })
        .await
    }
}

pub static LOCK_CONNECT_APPS: BatchStatement = BatchStatement::locking(
    "c",
    concat!("select ", connect_app_columns!(), " from {rows} join connect_apps c on c.id = k.id"),
    &[connect_apps::kind::id],
);

/// Their owner's account is locked, so none can be added meanwhile.
pub static FIND_OPEN_CONNECT_APPS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        connect_app_columns!(),
        " from {rows} join connect_apps c on c.user_id = k.user_id and c.archived_at is null"
    ),
    &[connect_apps::kind::user_id],
);
