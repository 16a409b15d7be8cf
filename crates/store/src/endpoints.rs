//! Endpoints that events are delivered to.

use rules::account::Mode;
use rules::delivery::Sender;
use rules::email_address::EmailAddress;
use rules::endpoint::{Deactivation, Endpoint, Lease};
use rules::id::{AccountId, EndpointId};
use rules::time::Timestamp;

use crate::engine::{BatchStatement, Columns, SqlRow, Store, Value};
use crate::error::Error;
use crate::table::table;

table! {
    endpoints as p;
    columns endpoint_columns {
        id: Text,
        account_id: Text,
        kind: Text,
        url: Text,
        description: Text,
        wants: Text,
        secret: Bytes,
        old_secret: Bytes,
        old_secret_until: Int,
        off_reason: Text,
        off_at: Int,
        failing_since: Int,
        tests: Int,
        created_at: Int,
        archived_at: Int,
        lease_owner: Text,
        lease_until: Int,
        verified_at: Int,
        verification_id: Text,
        sponsor_id: Text,
        replays_whole_at: Int,
    }
    read read_endpoint -> Endpoint {
        Endpoint {
            id,
            account: account_id,
            kind,
            url,
            description,
            wants,
            secret,
            old_secret: Option::zip(old_secret, old_secret_until),
            off: Option::zip(off_reason, off_at).map(|(reason, at)| Deactivation { reason, at }),
            failing_since,
            tests,
            created_at,
            archived_at,
            lease: Lease { owner: lease_owner, until: lease_until },
            verified_at,
            verification: verification_id,
            sponsor: sponsor_id,
            replays_whole_at,
        }
    }
    write endpoint: &Endpoint {
        id: endpoint.id,
        account_id: endpoint.account,
        kind: endpoint.kind,
        url: &endpoint.url,
        description: &endpoint.description,
        wants: endpoint.wants.text(),
        secret: endpoint.secret.0.as_slice(),
        old_secret: endpoint.old_secret.as_ref().map(|(secret, _)| secret.0.as_slice()),
        old_secret_until: endpoint.old_secret.as_ref().map(|(_, until)| *until),
        off_reason: endpoint.off.map(|off| off.reason),
        off_at: endpoint.off.map(|off| off.at),
        failing_since: endpoint.failing_since,
        tests: endpoint.tests,
        created_at: endpoint.created_at,
        archived_at: endpoint.archived_at,
        lease_owner: &endpoint.lease.owner,
        lease_until: endpoint.lease.until,
        verified_at: endpoint.verified_at,
        verification_id: endpoint.verification,
        sponsor_id: endpoint.sponsor,
        replays_whole_at: endpoint.replays_whole_at,
    }
    insert INSERT_ENDPOINTS with endpoint_values;
    /// Whose it is never changes. Deliveries refer to the account as well, so an update that set it, even to the same
    /// account, would have SQLite look at every delivery of the endpoint.
    update UPDATE_ENDPOINTS with endpoint_changes by id:
        url, description, wants, secret, old_secret, old_secret_until, off_reason, off_at, failing_since, tests,
        archived_at, lease_owner, lease_until, verified_at, verification_id, replays_whole_at;
}

macro_rules! due {
    () => {
        concat!(
            "select ",
            endpoint_columns!(),
            ", a.mode, a.clock_ahead, u.email
             from endpoints p join accounts a on a.id = p.account_id join users u on u.id = a.user_id
             join accounts s on s.id = p.sponsor_id
             where p.kind = 'webhook' and p.archived_at is null and p.off_at is null
               and a.locked_at is null and s.locked_at is null
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
        const SQL: &str = concat!(
            "select ",
            endpoint_columns!(),
            " from endpoints p where p.id = $1 and p.account_id = $2"
        );
        self.query_one(SQL, &[id.into(), account.into()], read_endpoint).await
    }

    /// The webhook endpoints of an account that are not archived, oldest first.
    pub async fn endpoints_of(&self, account: AccountId) -> Result<Vec<Endpoint>, Error> {
        const SQL: &str = concat!(
            "select ",
            endpoint_columns!(),
            " from endpoints p where p.account_id = $1 and p.kind = 'webhook' and p.archived_at is null
              order by p.created_at, p.id"
        );
        self.query(SQL, &[account.into()], read_endpoint).await
    }

    /// All webhook endpoints of an owner that something is due for. Those of locked users wait, and so do those of the
    /// people simulated for them.
    pub async fn own_due_endpoints(&self, owner: &str, now: Timestamp) -> Result<Vec<DueEndpoint>, Error> {
        const SQL: &str =
            concat!(due!(), " and p.lease_until > $1 and p.lease_until <= $3 and p.lease_owner = $2");
        self.query(SQL, &[now.into(), owner.into(), Lease::latest_end(now).into()], read_due).await
    }

    /// Some that something is due for and that no process has, live ones first. Those that are taken make room for the
    /// others.
    pub async fn free_due_endpoints(&self, now: Timestamp, limit: usize) -> Result<Vec<DueEndpoint>, Error> {
        const SQL: &str = concat!(
            due!(),
            " and (p.lease_until <= $1 or p.lease_until > $3) order by a.mode, p.lease_until limit $2"
        );
        let params = [now.into(), Value::Int(limit as i64), Lease::latest_end(now).into()];
        self.query(SQL, &params, read_due).await
    }

    /// Every webhook endpoint of every account.
    pub async fn leased_endpoints(&self) -> Result<Vec<EndpointId>, Error> {
        let sql = "select id from endpoints
                       where kind = 'webhook' and lease_owner <> '' and archived_at is null";
        self.query_columns(sql, &[], |columns| columns.read()).await
    }

    /// Some listeners whose lease ended before the first of these moments, or ends after the other.
    pub async fn silent_listeners(
        &self,
        (earliest, latest): (Timestamp, Timestamp),
        limit: usize,
    ) -> Result<Vec<EndpointId>, Error> {
        let sql = "select id from endpoints where kind = 'listener' and archived_at is null
                       and (lease_until <= $1 or lease_until > $2) limit $3";
        let params = [earliest.into(), latest.into(), Value::Int(limit as i64)];
        self.query_columns(sql, &params, |columns| columns.read()).await
    }
}

pub static LOCK_ENDPOINTS: BatchStatement = BatchStatement::locking(
    "p",
    concat!("select ", endpoint_columns!(), " from {rows} join endpoints p on p.id = k.id"),
    &[endpoints::kind::id],
);

/// All that count towards the same limits. The sponsor is locked, so none can be added meanwhile.
pub static FIND_OPEN_ENDPOINTS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        endpoint_columns!(),
        " from {rows} join accounts a on a.id = k.account_id
          join endpoints p on p.sponsor_id = coalesce(a.sponsor_id, a.id) and p.archived_at is null"
    ),
    &[endpoints::kind::account_id],
);

/// Those of these accounts that are told of what happens.
pub static FIND_TOLD: BatchStatement = BatchStatement::new(
    "select k.account_id from {rows}
     where exists (select 1 from endpoints p /*sqlite indexed by endpoints_told */
         where p.account_id = k.account_id and p.archived_at is null)",
    &[endpoints::kind::account_id],
);

fn read_due(row: &SqlRow<'_>) -> Result<DueEndpoint, Error> {
    let mut columns = Columns::of(row);
    Ok(DueEndpoint {
        endpoint: endpoints::read(&mut columns)?,
        mode: columns.read()?,
        clock_ahead: columns.read()?,
        email: columns.read()?,
    })
}

#[cfg(test)]
mod tests {
    use super::UPDATE_ENDPOINTS;

    #[test]
    fn an_update_does_not_set_what_deliveries_refer_to() {
        assert!(!UPDATE_ENDPOINTS.sqlite().contains("account_id"), "{}", UPDATE_ENDPOINTS.sqlite());
        assert!(!UPDATE_ENDPOINTS.postgres().contains("account_id"), "{}", UPDATE_ENDPOINTS.postgres());
    }
}
