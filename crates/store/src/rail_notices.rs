//! What was said to have happened outside, and what operators did about it.

use rules::account::Mode;
use rules::external_transfer::Route;
use rules::machine_user::MachineUser;
use rules::money::Amount;
use rules::operator::{Alone, OperatorAction, OperatorActionKind, OperatorLimit, Proposal};
use rules::rail_notice::{Effect, RailNotice, RailOutcome};
use rules::tariff::PublishedTariff;

use crate::decode;
use crate::engine::{BatchStatement, Kind, Row, Store, Value};
use crate::error::Error;
use crate::external_transfers::{read_terms, terms_values};

macro_rules! notice_columns {
    () => {
        "n.id, n.name, n.mode, n.route, n.outcome, n.reference, n.amount, n.transaction_id, n.effect, n.worth,
         n.created_at, n.booked_amount, n.received_at"
    };
}

macro_rules! limit_columns {
    () => {
        "l.id, l.replaces, l.alone_up_to, l.alone_per_day, l.created_at"
    };
}

macro_rules! proposal_columns {
    () => {
        "p.name, p.operator, p.machine_user, p.facts, p.amount, p.created_at, p.exchange_rate, p.fixed_fee,
         p.percentage_points, p.spread_points"
    };
}

macro_rules! action_columns {
    () => {
        "a.id, a.kind, a.name, a.facts, a.operator, a.machine_user, a.evidence, a.amount, a.alone_up_to,
         a.alone_per_day, a.created_at"
    };
}

/// The limit that nothing has replaced.
macro_rules! counts {
    () => {
        "not exists (select 1 from operator_limits n where n.replaces = l.id)"
    };
}

impl Store {
    /// Live money that waits for an operator, oldest first.
    pub async fn parked(&self, limit: usize) -> Result<Vec<RailNotice>, Error> {
        const SQL: &str = concat!(
            "select ",
            notice_columns!(),
            " from rail_notices n where n.effect = 'parked' and n.mode = 'live' order by n.created_at limit $1"
        );
        self.query(SQL, &[Value::Int(limit as i64)], read_notice).await
    }

    /// How many of live money are parked, and how many contradict what was said before.
    pub async fn to_look_at(&self) -> Result<(i64, i64), Error> {
        let sql =
            "select count(*) from rail_notices where effect = $1 and effect in ('parked', 'contradicted')
                   and mode = 'live'";
        let parked = self.query_one(sql, &["parked".into()], |row| row.int(0)).await?;
        let contradicted = self.query_one(sql, &["contradicted".into()], |row| row.int(0)).await?;
        Ok((parked.unwrap_or(0), contradicted.unwrap_or(0)))
    }

    pub async fn notice(&self, id: &str) -> Result<Option<RailNotice>, Error> {
        const SQL: &str = concat!("select ", notice_columns!(), " from rail_notices n where n.id = $1");
        self.query_one(SQL, &[id.into()], read_notice).await
    }

    /// What was credited beside a deposit of the payment that a notice tells of, and what was parked of it.
    pub async fn notice_parts(&self, name: &str) -> Result<Vec<RailNotice>, Error> {
        const SQL: &str = concat!(
            "select ",
            notice_columns!(),
            " from rail_notices n where n.name in ('surplus:' || $1, 'excess:' || $1) order by n.id"
        );
        self.query(SQL, &[name.into()], read_notice).await
    }

    pub async fn proposals(&self) -> Result<Vec<Proposal>, Error> {
        const SQL: &str = concat!("select ", proposal_columns!(), " from proposals p order by p.created_at");
        self.query(SQL, &[], read_proposal).await
    }

    /// What one operator may move alone.
    pub async fn operator_limit(&self) -> Result<Option<OperatorLimit>, Error> {
        const SQL: &str = concat!("select ", limit_columns!(), " from operator_limits l where ", counts!());
        self.query_one(SQL, &[], read_operator_limit).await
    }

    /// What operators did, newest first.
    pub async fn actions(&self, limit: usize) -> Result<Vec<OperatorAction>, Error> {
        const SQL: &str =
            concat!("select ", action_columns!(), " from operator_actions a order by a.id desc limit $1");
        self.query(SQL, &[Value::Int(limit as i64)], read_action).await
    }

    /// The prices that the last server has published.
    pub async fn published_tariff(&self) -> Result<Option<PublishedTariff>, Error> {
        let sql = "select body, published_at from published_tariff";
        self.query_one(sql, &[], read_published_tariff).await
    }
}

pub static FIND_RAIL_NOTICES: BatchStatement = BatchStatement::new(
    concat!("select ", notice_columns!(), " from {rows} join rail_notices n on n.name = k.name"),
    &[("name", Kind::Text)],
);

pub fn read_notice(row: &Row<'_>) -> Result<RailNotice, Error> {
    Ok(RailNotice {
        id: decode::id(row, 0)?,
        name: row.text(1)?.to_owned(),
        mode: decode::named(row, 2, Mode::parse)?,
        route: decode::named(row, 3, Route::parse)?,
        outcome: decode::named(row, 4, RailOutcome::parse_name)?,
        reference: row.text(5)?.to_owned(),
        amount: row.optional_int(6)?.map(Amount::from_micros),
        transaction: decode::optional_id(row, 7)?,
        effect: decode::named(row, 8, Effect::parse)?,
        worth: decode::amount(row, 9)?,
        created_at: decode::time(row, 10)?,
        booked: row.optional_int(11)?.map(Amount::from_micros),
        received_at: decode::optional_time(row, 12)?,
    })
}

pub static INSERT_RAIL_NOTICES: BatchStatement = BatchStatement::insert(
    "rail_notices",
    &[
        ("id", Kind::Text),
        ("name", Kind::Text),
        ("mode", Kind::Text),
        ("route", Kind::Text),
        ("outcome", Kind::Text),
        ("reference", Kind::Text),
        ("amount", Kind::Int),
        ("transaction_id", Kind::Text),
        ("effect", Kind::Text),
        ("worth", Kind::Int),
        ("created_at", Kind::Int),
        ("booked_amount", Kind::Int),
        ("received_at", Kind::Int),
    ],
);

pub fn notice_values(notice: &RailNotice) -> Vec<Value<'_>> {
    vec![
        notice.id.into(),
        (&notice.name).into(),
        notice.mode.name().into(),
        notice.route.name().into(),
        notice.outcome.into(),
        (&notice.reference).into(),
        notice.amount.into(),
        notice.transaction.into(),
        notice.effect.name().into(),
        notice.worth.into(),
        notice.created_at.into(),
        notice.booked.into(),
        notice.received_at.into(),
    ]
}

/// What was parked finds its owner; nothing else about a notice changes.
pub static UPDATE_RAIL_NOTICES: BatchStatement = BatchStatement::update(
    "rail_notices",
    &[("id", Kind::Text), ("transaction_id", Kind::Text), ("effect", Kind::Text)],
);

pub fn found_values(notice: &RailNotice) -> Vec<Value<'_>> {
    vec![notice.id.into(), notice.transaction.into(), notice.effect.name().into()]
}

pub static FIND_PROPOSALS: BatchStatement = BatchStatement::new(
    concat!("select ", proposal_columns!(), " from {rows} join proposals p on p.name = k.name"),
    &[("name", Kind::Text)],
);

pub fn read_proposal(row: &Row<'_>) -> Result<Proposal, Error> {
    Ok(Proposal {
        name: row.text(0)?.to_owned(),
        operator: row.text(1)?.to_owned(),
        machine_user: MachineUser::parse(row.text(2)?).unwrap_or(MachineUser::UNKNOWN),
        facts: row.text(3)?.to_owned(),
        amount: decode::amount(row, 4)?,
        created_at: decode::time(row, 5)?,
        // Every price has a fee, if only of zero.
        terms: row.optional_int(7)?.map(|_| read_terms(row, 6)).transpose()?,
    })
}

pub static INSERT_PROPOSALS: BatchStatement = BatchStatement::insert(
    "proposals",
    &[
        ("name", Kind::Text),
        ("operator", Kind::Text),
        ("machine_user", Kind::Text),
        ("facts", Kind::Text),
        ("amount", Kind::Int),
        ("created_at", Kind::Int),
        ("exchange_rate", Kind::Int),
        ("fixed_fee", Kind::Int),
        ("percentage_points", Kind::Int),
        ("spread_points", Kind::Int),
    ],
);

pub fn proposal_values(proposal: &Proposal) -> Vec<Value<'_>> {
    let mut values = vec![
        (&proposal.name).into(),
        (&proposal.operator).into(),
        proposal.machine_user.to_string().into(),
        (&proposal.facts).into(),
        proposal.amount.into(),
        proposal.created_at.into(),
    ];
    values.extend(proposal.terms.as_ref().map_or([const { Value::Null }; 4], terms_values));
    values
}

pub static DELETE_PROPOSALS: BatchStatement = BatchStatement::new(
    "delete from proposals where name in (select name from {rows})",
    &[("name", Kind::Text)],
);

/// What one operator did without another.
pub static FIND_ACTIONS_ALONE: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        action_columns!(),
        " from {rows} join operator_actions a on a.created_at > k.since and a.kind = 'done' and a.amount > 0"
    ),
    &[("since", Kind::Int)],
);

pub fn read_action(row: &Row<'_>) -> Result<OperatorAction, Error> {
    let text = |column: usize| Ok::<_, Error>(row.text(column)?.to_owned());
    Ok(OperatorAction {
        id: decode::id(row, 0)?,
        kind: decode::named(row, 1, OperatorActionKind::parse)?,
        name: text(2)?,
        facts: text(3)?,
        operator: text(4)?,
        machine_user: MachineUser::parse(row.text(5)?).unwrap_or(MachineUser::UNKNOWN),
        evidence: text(6)?,
        amount: decode::amount(row, 7)?,
        alone: read_alone(row, 8)?,
        created_at: decode::time(row, 10)?,
    })
}

pub static INSERT_ACTIONS: BatchStatement = BatchStatement::insert(
    "operator_actions",
    &[
        ("id", Kind::Text),
        ("kind", Kind::Text),
        ("name", Kind::Text),
        ("facts", Kind::Text),
        ("operator", Kind::Text),
        ("machine_user", Kind::Text),
        ("evidence", Kind::Text),
        ("amount", Kind::Int),
        ("alone_up_to", Kind::Int),
        ("alone_per_day", Kind::Int),
        ("created_at", Kind::Int),
    ],
);

pub fn action_values(action: &OperatorAction) -> Vec<Value<'_>> {
    vec![
        action.id.into(),
        action.kind.name().into(),
        (&action.name).into(),
        (&action.facts).into(),
        (&action.operator).into(),
        action.machine_user.to_string().into(),
        (&action.evidence).into(),
        action.amount.into(),
        action.alone.up_to.into(),
        action.alone.per_day.into(),
        action.created_at.into(),
    ]
}

pub static FIND_OPERATOR_LIMIT: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        limit_columns!(),
        " from {rows} join operator_limits l on k.one = 1 where ",
        counts!()
    ),
    &[("one", Kind::Int)],
);

pub fn read_operator_limit(row: &Row<'_>) -> Result<OperatorLimit, Error> {
    Ok(OperatorLimit {
        id: decode::id(row, 0)?,
        replaces: decode::optional_id(row, 1)?,
        alone: read_alone(row, 2)?,
        created_at: decode::time(row, 4)?,
    })
}

fn read_alone(row: &Row<'_>, column: usize) -> Result<Alone, Error> {
    Ok(Alone { up_to: decode::amount(row, column)?, per_day: decode::amount(row, column + 1)? })
}

pub static INSERT_OPERATOR_LIMITS: BatchStatement = BatchStatement::insert(
    "operator_limits",
    &[
        ("id", Kind::Text),
        ("replaces", Kind::Text),
        ("alone_up_to", Kind::Int),
        ("alone_per_day", Kind::Int),
        ("created_at", Kind::Int),
    ],
);

pub fn operator_limit_values(limit: &OperatorLimit) -> Vec<Value<'_>> {
    let OperatorLimit { id, replaces, alone, created_at } = limit;
    vec![(*id).into(), (*replaces).into(), alone.up_to.into(), alone.per_day.into(), (*created_at).into()]
}

/// There is one, and each replaces the one before it.
pub static PUBLISH_TARIFF: BatchStatement = BatchStatement::new(
    "insert into published_tariff (id, body, published_at) select 1, body, published_at from {rows} where true
     on conflict (id) do update set body = excluded.body, published_at = excluded.published_at",
    &[("body", Kind::Text), ("published_at", Kind::Int)],
);

fn read_published_tariff(row: &Row<'_>) -> Result<PublishedTariff, Error> {
    Ok(PublishedTariff { text: row.text(0)?.to_owned(), published_at: decode::time(row, 1)? })
}

pub fn published_tariff_values(tariff: &PublishedTariff) -> Vec<Value<'_>> {
    vec![(&tariff.text).into(), tariff.published_at.into()]
}
