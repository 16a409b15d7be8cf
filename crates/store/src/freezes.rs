//! Whether outgoing money is stopped, and why; and when the audit that would stop it last succeeded.

use rules::audit::{AuditRound, ProvedRound};
use rules::freeze::{Freeze, Lift, Resume};
use rules::id::FreezeId;
use rules::time::Timestamp;

use crate::engine::{BatchStatement, ColumnType, Columns, Store, Value};
use crate::error::Error;
use crate::table::table;

table! {
    freezes as f;
    columns freeze_columns {
        id: Text,
        cause: Text,
        reason: Text,
        created_at: Int,
        lifted_at: Int,
        lifted_by: Text,
        lift_reason: Text,
        lifted_despite: Text,
    }
    read read_freeze -> Freeze {
        Freeze { id, cause, reason, created_at, lift: lift(lifted_at, lifted_by, lift_reason, lifted_despite) }
    }
    write freeze: &Freeze {
        id: freeze.id,
        cause: freeze.cause,
        reason: &freeze.reason,
        created_at: freeze.created_at,
    }
    insert INSERT_FREEZES with freeze_values;
}

fn lift(
    at: Option<Timestamp>,
    by: Option<String>,
    reason: Option<String>,
    despite: Option<String>,
) -> Option<Lift> {
    let at = at?;
    let despite = despite.unwrap_or_default().lines().map(str::to_owned).collect();
    let said = "the database keeps who lifted a stop, and why";
    Some(Lift { at, resume: Resume { by: by.expect(said), reason: reason.expect(said), despite } })
}

macro_rules! open {
    ($limit:literal) => {
        concat!(
            "select ",
            freeze_columns!(),
            " from freezes f where f.lifted_at is null order by f.created_at, f.id limit ",
            $limit
        )
    };
}

impl Store {
    /// The oldest stop in force.
    pub async fn freeze(&self) -> Result<Option<Freeze>, Error> {
        self.query_one(open!(1), &[], read_freeze).await
    }

    /// All stops in force, oldest first.
    pub async fn open_freezes(&self) -> Result<Vec<Freeze>, Error> {
        self.query(open!(100), &[], read_freeze).await
    }

    /// The stops in force, and then the newest that were lifted.
    pub async fn freezes(&self) -> Result<Vec<Freeze>, Error> {
        let sql = concat!(
            "select ",
            freeze_columns!(),
            " from freezes f
             order by case when f.lifted_at is null then 0 else 1 end, f.created_at desc, f.id desc limit 20"
        );
        self.query(sql, &[], read_freeze).await
    }

    /// The latest round of an audit that succeeded, as recorded by some server or by an operator.
    pub async fn last_audit_round(&self) -> Result<Option<ProvedRound>, Error> {
        let sql = "select schema_version, succeeded_at, proof from last_audit_round";
        let read = |columns: &mut Columns<'_>| {
            let round = AuditRound { schema_version: columns.read()?, succeeded_at: columns.read()? };
            Ok(ProvedRound { round, proof: columns.read()? })
        };
        Ok(self.query_columns(sql, &[], read).await?.pop())
    }
}

/// There is one, and each replaces the one before it.
pub static RECORD_AUDIT_ROUND: BatchStatement = BatchStatement::new(
    "insert into last_audit_round (id, schema_version, succeeded_at, proof)
     select 1, schema_version, succeeded_at, proof from {rows} where true
     on conflict (id) do update set schema_version = excluded.schema_version,
         succeeded_at = excluded.succeeded_at, proof = excluded.proof",
    &[("schema_version", ColumnType::Int), ("succeeded_at", ColumnType::Int), ("proof", ColumnType::Text)],
);

pub fn audit_round_values(proved: &ProvedRound) -> Vec<Value<'_>> {
    let AuditRound { schema_version, succeeded_at } = proved.round;
    vec![Value::Int(schema_version), succeeded_at.into(), (&proved.proof).into()]
}

/// The same, asked inside a transaction; the row it is asked with says nothing.
pub static FIND_FREEZE: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        freeze_columns!(),
        " from {rows} join freezes f on f.lifted_at is null where k.anything = 1"
    ),
    &[("anything", ColumnType::Int)],
);

/// Another process may have lifted it: the first lift stays.
pub static LIFT_FREEZES: BatchStatement = BatchStatement::new(
    "update freezes set lifted_at = k.lifted_at, lifted_by = k.lifted_by, lift_reason = k.lift_reason,
         lifted_despite = k.lifted_despite from {rows} where freezes.id = k.id and freezes.lifted_at is null",
    &[
        freezes::kind::id,
        freezes::kind::lifted_at,
        freezes::kind::lifted_by,
        freezes::kind::lift_reason,
        freezes::kind::lifted_despite,
    ],
);

pub fn lift_values((id, lift): &(FreezeId, Lift)) -> Vec<Value<'_>> {
    let Resume { by, reason, despite } = &lift.resume;
    vec![(*id).into(), lift.at.into(), by.into(), reason.into(), despite.join("\n").into()]
}
