//! Endpoints that events are delivered to.

use rules::account::Mode;
use rules::bank_account::Sealed;
use rules::delivery::Sender;
use rules::email_address::EmailAddress;
use rules::endpoint::{Endpoint, EndpointKind, Lease, Off, OffReason, Wants};
use rules::id::{AccountId, EndpointId};
use rules::time::Timestamp;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;

macro_rules! columns {
    () => {
        "p.id, p.account_id, p.kind, p.url, p.description, p.wants, p.secret, p.old_secret, p.old_secret_until,
         p.off_reason, p.off_at, p.failing_since, p.tests, p.created_at, p.archived_at, p.lease_owner, p.lease_until,
         p.verified_at, p.verification_id, p.sponsor_id"
    };
}

macro_rules! due {
    () => {
        concat!(
            "select ",
            columns!(),
            ", a.mode, a.clock_ahead, u.email
             from endpoints p join accounts a on a.id = p.account_id join users u on u.id = a.user_id
             where p.kind = 'webhook' and p.archived_at is null and p.off_at is null
               and $1 + a.clock_ahead >= case when p.verified_at is null
                   then (select d.next_at from deliveries d where d.endpoint_id = p.id
                       and d.event_id = p.verification_id and d.status = 'waiting')
                   else (select d.next_at from deliveries d where d.endpoint_id = p.id
                       and d.status = 'waiting' order by d.next_at limit 1) end"
        )
    };
}

/// An endpoint that something is to be sent to, and what else must be known for that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueEndpoint {
    pub endpoint: Endpoint,
    pub mode: Mode,
    /// By how many microseconds the account's clock is ahead.
    pub clock_ahead: i64,
    /// Whose it is.
    pub email: EmailAddress,
}

impl DueEndpoint {
    /// Who is charged for what is sent there.
    pub const fn sender(&self) -> Sender {
        Sender { mode: self.mode, sponsor: self.endpoint.sponsor }
    }
}

impl Store {
    /// One of an account's, archived or not.
    pub async fn endpoint(&self, account: AccountId, id: EndpointId) -> Result<Option<Endpoint>, Error> {
        const SQL: &str =
            concat!("select ", columns!(), " from endpoints p where p.id = $1 and p.account_id = $2");
        self.query_one(SQL, &[id.into(), account.into()], read_endpoint).await
    }

    /// The webhook endpoints of an account that are not archived, oldest first.
    pub async fn endpoints_of(&self, account: AccountId) -> Result<Vec<Endpoint>, Error> {
        const SQL: &str = concat!(
            "select ",
            columns!(),
            " from endpoints p where p.account_id = $1 and p.kind = 'webhook' and p.archived_at is null
              order by p.created_at, p.id"
        );
        self.query(SQL, &[account.into()], read_endpoint).await
    }

    /// All webhook endpoints of an owner that something is due for.
    pub async fn own_due_endpoints(&self, owner: &str, now: Timestamp) -> Result<Vec<DueEndpoint>, Error> {
        const SQL: &str = concat!(due!(), " and p.lease_until > $1 and p.lease_owner = $2");
        self.query(SQL, &[now.into(), owner.into()], read_due).await
    }

    /// Some that something is due for and that no process has, live ones first. Those that are taken make room for the
    /// others.
    pub async fn free_due_endpoints(&self, now: Timestamp, limit: usize) -> Result<Vec<DueEndpoint>, Error> {
        const SQL: &str = concat!(due!(), " and p.lease_until <= $1 order by a.mode, p.lease_until limit $2");
        self.query(SQL, &[now.into(), Value::Int(limit as i64)], read_due).await
    }

    /// Every webhook endpoint that somebody has, whoever it is.
    pub async fn leased_endpoints(&self) -> Result<Vec<EndpointId>, Error> {
        let sql = "select id from endpoints
                       where kind = 'webhook' and lease_owner <> '' and archived_at is null";
        self.query(sql, &[], |row| decode::id(row, 0)).await
    }

    /// Some listeners that nobody has listened at since this moment.
    pub async fn silent_listeners(&self, since: Timestamp, limit: usize) -> Result<Vec<EndpointId>, Error> {
        let sql = "select id from endpoints where kind = 'listener' and archived_at is null
                       and lease_until <= $1 limit $2";
        self.query(sql, &[since.into(), Value::Int(limit as i64)], |row| decode::id(row, 0)).await
    }
}

pub static LOCK_ENDPOINTS: BatchStatement = BatchStatement::locking(
    "p",
    concat!("select ", columns!(), " from {rows} join endpoints p on p.id = k.id"),
    &[("id", Kind::Text)],
);

/// All that count towards the same limits. The sponsor is locked, so none can be added meanwhile.
pub static FIND_OPEN_ENDPOINTS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        columns!(),
        " from {rows} join accounts a on a.id = k.account_id
          join endpoints p on p.sponsor_id = coalesce(a.sponsor_id, a.id) and p.archived_at is null"
    ),
    &[("account_id", Kind::Text)],
);

/// Those of these accounts that are told of what happens.
pub static FIND_TOLD: BatchStatement = BatchStatement::new(
    "select k.account_id from {rows}
     where exists (select 1 from endpoints p where p.account_id = k.account_id and p.archived_at is null)",
    &[("account_id", Kind::Text)],
);

pub fn read_endpoint(row: &Row<'_>) -> Result<Endpoint, Error> {
    let sealed = |column| Ok::<_, Error>(row.optional_bytes(column)?.map(|bytes| Sealed(bytes.to_vec())));
    let off = decode::optional_named(row, 9, OffReason::parse)?.zip(decode::optional_time(row, 10)?);
    Ok(Endpoint {
        id: decode::id(row, 0)?,
        account: decode::id(row, 1)?,
        kind: decode::named(row, 2, EndpointKind::parse)?,
        url: row.text(3)?.to_owned(),
        description: row.text(4)?.to_owned(),
        wants: decode::named(row, 5, Wants::parse)?,
        secret: Sealed(row.bytes(6)?.to_vec()),
        old_secret: sealed(7)?.zip(decode::optional_time(row, 8)?),
        off: off.map(|(reason, at)| Off { reason, at }),
        failing_since: decode::optional_time(row, 11)?,
        tests: row.int(12)?,
        created_at: decode::time(row, 13)?,
        archived_at: decode::optional_time(row, 14)?,
        lease: Lease { owner: row.text(15)?.to_owned(), until: decode::time(row, 16)? },
        verified_at: decode::optional_time(row, 17)?,
        verification: decode::optional_id(row, 18)?,
        sponsor: decode::id(row, 19)?,
    })
}

fn read_due(row: &Row<'_>) -> Result<DueEndpoint, Error> {
    Ok(DueEndpoint {
        endpoint: read_endpoint(row)?,
        mode: decode::named(row, 20, Mode::parse)?,
        clock_ahead: row.int(21)?,
        email: decode::email(row, 22)?,
    })
}

const COLUMNS: &[(&str, Kind)] = &[
    ("id", Kind::Text),
    ("account_id", Kind::Text),
    ("kind", Kind::Text),
    ("url", Kind::Text),
    ("description", Kind::Text),
    ("wants", Kind::Text),
    ("secret", Kind::Bytes),
    ("old_secret", Kind::Bytes),
    ("old_secret_until", Kind::Int),
    ("off_reason", Kind::Text),
    ("off_at", Kind::Int),
    ("failing_since", Kind::Int),
    ("tests", Kind::Int),
    ("created_at", Kind::Int),
    ("archived_at", Kind::Int),
    ("lease_owner", Kind::Text),
    ("lease_until", Kind::Int),
    ("verified_at", Kind::Int),
    ("verification_id", Kind::Text),
    ("sponsor_id", Kind::Text),
];
pub static INSERT_ENDPOINTS: BatchStatement = BatchStatement::insert("endpoints", COLUMNS);
pub static UPDATE_ENDPOINTS: BatchStatement = BatchStatement::update("endpoints", COLUMNS);

pub fn endpoint_values(endpoint: &Endpoint) -> Vec<Value<'_>> {
    let (old_secret, old_until) =
        endpoint.old_secret.as_ref().map(|(secret, until)| (secret, *until)).unzip();
    vec![
        endpoint.id.into(),
        endpoint.account.into(),
        endpoint.kind.name().into(),
        (&endpoint.url).into(),
        (&endpoint.description).into(),
        endpoint.wants.text().into(),
        endpoint.secret.0.as_slice().into(),
        old_secret.map(|secret| secret.0.as_slice()).into(),
        old_until.into(),
        endpoint.off.map(|off| off.reason.name()).into(),
        endpoint.off.map(|off| off.at).into(),
        endpoint.failing_since.into(),
        endpoint.tests.into(),
        endpoint.created_at.into(),
        endpoint.archived_at.into(),
        endpoint.lease.owner.as_str().into(),
        endpoint.lease.until.into(),
        endpoint.verified_at.into(),
        endpoint.verification.into(),
        endpoint.sponsor.into(),
    ]
}
