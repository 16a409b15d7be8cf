//! Whether outgoing money is stopped, and why; and when the audit that would stop it last succeeded.

use rules::audit::{AuditRound, ProvedRound};
use rules::freeze::{Cause, Freeze, Lift, Resume};
use rules::id::FreezeId;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;

/// The columns that `read_freeze` reads.
macro_rules! columns {
    () => {
        "f.id, f.cause, f.reason, f.created_at, f.lifted_at, f.lifted_by, f.lift_reason, f.lifted_despite"
    };
}

const OPEN: &str = concat!("select ", columns!(), " from freezes f where f.lifted_at is null");

impl Store {
    /// The stop that is in force.
    pub async fn freeze(&self) -> Result<Option<Freeze>, Error> {
        self.query_one(OPEN, &[], read_freeze).await
    }

    /// All stops in force, oldest first.
    pub async fn open_freezes(&self) -> Result<Vec<Freeze>, Error> {
        let sql = concat!(
            "select ",
            columns!(),
            " from freezes f where f.lifted_at is null order by f.created_at, f.id limit 100"
        );
        self.query(sql, &[], read_freeze).await
    }

    /// The stops in force, and then the newest that were lifted.
    pub async fn freezes(&self) -> Result<Vec<Freeze>, Error> {
        let sql = concat!(
            "select ",
            columns!(),
            " from freezes f
             order by case when f.lifted_at is null then 0 else 1 end, f.created_at desc, f.id desc limit 20"
        );
        self.query(sql, &[], read_freeze).await
    }

    /// The latest round of an audit that succeeded, as some server, or somebody else, has written it down.
    pub async fn last_audit_round(&self) -> Result<Option<ProvedRound>, Error> {
        let sql = "select schema_version, succeeded_at, proof from last_audit_round";
        self.query_one(sql, &[], read_audit_round).await
    }
}

fn read_audit_round(row: &Row<'_>) -> Result<ProvedRound, Error> {
    let round = AuditRound { schema_version: row.int(0)?, succeeded_at: decode::time(row, 1)? };
    Ok(ProvedRound { round, proof: row.text(2)?.to_owned() })
}

/// There is one, and each replaces the one before it.
pub static RECORD_AUDIT_ROUND: BatchStatement = BatchStatement::new(
    "insert into last_audit_round (id, schema_version, succeeded_at, proof)
     select 1, schema_version, succeeded_at, proof from {rows} where true
     on conflict (id) do update set schema_version = excluded.schema_version,
         succeeded_at = excluded.succeeded_at, proof = excluded.proof",
    &[("schema_version", Kind::Int), ("succeeded_at", Kind::Int), ("proof", Kind::Text)],
);

pub fn audit_round_values(proved: &ProvedRound) -> Vec<Value<'_>> {
    let AuditRound { schema_version, succeeded_at } = proved.round;
    vec![Value::Int(schema_version), succeeded_at.into(), (&proved.proof).into()]
}

/// The same, asked inside a transaction; the row it is asked with says nothing.
pub static FIND_FREEZE: BatchStatement = BatchStatement::new(
    concat!("select ", columns!(), " from {rows} join freezes f on f.lifted_at is null where k.anything = 1"),
    &[("anything", Kind::Int)],
);

pub fn read_freeze(row: &Row<'_>) -> Result<Freeze, Error> {
    let words = |column| Ok::<_, Error>(row.optional_text(column)?.unwrap_or_default().to_owned());
    let lift = match decode::optional_time(row, 4)? {
        Some(at) => {
            let despite = words(7)?.lines().map(str::to_owned).collect();
            Some(Lift { at, resume: Resume { by: words(5)?, reason: words(6)?, despite } })
        }
        None => None,
    };
    Ok(Freeze {
        id: decode::id(row, 0)?,
        cause: decode::named(row, 1, Cause::parse)?,
        reason: row.text(2)?.to_owned(),
        created_at: decode::time(row, 3)?,
        lift,
    })
}

pub static INSERT_FREEZES: BatchStatement = BatchStatement::insert(
    "freezes",
    &[("id", Kind::Text), ("cause", Kind::Text), ("reason", Kind::Text), ("created_at", Kind::Int)],
);

pub fn freeze_values(freeze: &Freeze) -> Vec<Value<'_>> {
    vec![freeze.id.into(), freeze.cause.name().into(), (&freeze.reason).into(), freeze.created_at.into()]
}

/// Another process may have lifted it: the first lift stays.
pub static LIFT_FREEZES: BatchStatement = BatchStatement::new(
    "update freezes set lifted_at = k.lifted_at, lifted_by = k.lifted_by, lift_reason = k.lift_reason,
         lifted_despite = k.lifted_despite from {rows} where freezes.id = k.id and freezes.lifted_at is null",
    &[
        ("id", Kind::Text),
        ("lifted_at", Kind::Int),
        ("lifted_by", Kind::Text),
        ("lift_reason", Kind::Text),
        ("lifted_despite", Kind::Text),
    ],
);

pub fn lift_values((id, lift): &(FreezeId, Lift)) -> Vec<Value<'_>> {
    let Resume { by, reason, despite } = &lift.resume;
    vec![(*id).into(), lift.at.into(), by.into(), reason.into(), despite.join("\n").into()]
}
