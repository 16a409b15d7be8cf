//! Payouts in progress, and those that were sent in the last 30 days.

use rules::id::{AccountId, PayoutDraftId, PayoutId};
use rules::payout_draft::PayoutDraft;
use rules::time::Timestamp;

use crate::engine::{BatchStatement, Columns, SqlRow, Store, Value};
use crate::error::Error;
use crate::table::table;

table! {
    payout_drafts as d;
    columns payout_draft_columns {
        account_id: Text,
        id: Text,
        version: Int,
        title: Text,
        row_count: Int,
        content: Text,
        file_hash: Text,
        payout_id: Text,
        updated_at: Int,
    }
    read read_payout_draft -> PayoutDraft {
        PayoutDraft {
            account: account_id,
            id,
            version,
            title,
            row_count,
            content,
            file: file_hash,
            payout: payout_id,
            updated_at,
        }
    }
}

/// A draft of a list, without its rows.
pub struct OpenDraft {
    pub id: PayoutDraftId,
    pub title: String,
    pub row_count: i64,
    pub updated_at: Timestamp,
}

impl Store {
    pub async fn payout_draft(
        &self,
        account: AccountId,
        id: PayoutDraftId,
    ) -> Result<Option<PayoutDraft>, Error> {
        const SQL: &str = concat!(
            "select ",
            payout_draft_columns!(),
            " from payout_drafts d where d.account_id = $1 and d.id = $2"
        );
        self.query_one(SQL, &[account.into(), id.into()], read_payout_draft).await
    }

    /// Those of an account that aren't sent, the last changed first.
    pub async fn open_payout_drafts(
        &self,
        account: AccountId,
        limit: usize,
    ) -> Result<Vec<OpenDraft>, Error> {
        let sql = "select d.id, d.title, d.row_count, d.updated_at
                   from payout_drafts d /*sqlite indexed by payout_drafts_open */
                   where d.account_id = $1 and d.payout_id is null
                   order by d.updated_at desc, d.id desc limit $2";
        let params = [account.into(), Value::Int(limit as i64)];
        self.query_columns(sql, &params, |columns| {
            let (id, title) = (columns.read()?, columns.read()?);
            Ok(OpenDraft { id, title, row_count: columns.read()?, updated_at: columns.read()? })
        })
        .await
    }

    /// The last payout of an account that came from a file with this hash.
    pub async fn payout_of_file(&self, account: AccountId, hash: &str) -> Result<Option<PayoutId>, Error> {
        let sql = "select d.payout_id from payout_drafts d /*sqlite indexed by payout_drafts_by_file */
                   where d.account_id = $1 and d.file_hash = $2 and d.payout_id is not null
                   order by d.updated_at desc, d.id desc limit 1";
        self.query_one(sql, &[account.into(), hash.into()], |row| Columns::of(row).read()).await
    }

    /// Some drafts that were last changed before then.
    pub async fn old_payout_drafts(
        &self,
        before: Timestamp,
        limit: usize,
    ) -> Result<Vec<(AccountId, PayoutDraftId)>, Error> {
        let sql =
            "select account_id, id from payout_drafts where updated_at <= $1 order by updated_at limit $2";
        let params = [before.into(), Value::Int(limit as i64)];
        self.query_columns(sql, &params, |columns| Ok((columns.read()?, columns.read()?))).await
    }
}

pub static FIND_PAYOUT_DRAFTS: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        payout_draft_columns!(),
        " from {rows} join payout_drafts d on d.account_id = k.account_id and d.id = k.id"
    ),
    &[payout_drafts::kind::account_id, payout_drafts::kind::id],
);

/// How many drafts of each account aren't sent. There are at most `rules::payout_draft::MAX_DRAFTS` of them.
pub static COUNT_PAYOUT_DRAFTS: BatchStatement = BatchStatement::new(
    "select k.account_id, (select count(*) from payout_drafts d /*sqlite indexed by payout_drafts_open */
         where d.account_id = k.account_id and d.payout_id is null)
     from {rows}",
    &[payout_drafts::kind::account_id],
);

pub fn read_count(row: &SqlRow<'_>) -> Result<(AccountId, i64), Error> {
    let mut columns = Columns::of(row);
    Ok((columns.read()?, columns.read()?))
}

pub static PUT_PAYOUT_DRAFTS: BatchStatement = BatchStatement::new(
    "insert into payout_drafts
         (account_id, id, version, title, row_count, content, file_hash, payout_id, updated_at)
     select k.account_id, k.id, k.version, k.title, k.row_count, k.content, k.file_hash, k.payout_id, k.updated_at
     from {rows} where true
     on conflict (account_id, id) do update set version = excluded.version, title = excluded.title,
         row_count = excluded.row_count, content = excluded.content, payout_id = excluded.payout_id,
         updated_at = excluded.updated_at",
    &[
        payout_drafts::kind::account_id,
        payout_drafts::kind::id,
        payout_drafts::kind::version,
        payout_drafts::kind::title,
        payout_drafts::kind::row_count,
        payout_drafts::kind::content,
        payout_drafts::kind::file_hash,
        payout_drafts::kind::payout_id,
        payout_drafts::kind::updated_at,
    ],
);

pub fn payout_draft_values(draft: &PayoutDraft) -> Vec<Value<'_>> {
    vec![
        draft.account.into(),
        draft.id.into(),
        draft.version.into(),
        (&draft.title).into(),
        draft.row_count.into(),
        (&draft.content).into(),
        draft.file.as_ref().into(),
        draft.payout.into(),
        draft.updated_at.into(),
    ]
}

pub static DELETE_PAYOUT_DRAFTS: BatchStatement = BatchStatement::new(
    "delete from payout_drafts where (account_id, id) in (select account_id, id from {rows})",
    &[payout_drafts::kind::account_id, payout_drafts::kind::id],
);
