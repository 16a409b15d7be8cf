//! What was said to have happened outside, and what operators did about it.

use rules::machine_user::MachineUser;
use rules::money::Amount;
use rules::operator::{OperatorAction, OperatorLimit, Proposal, SingleOperatorLimit};
use rules::pricing::{BasisPoints, Rate, Terms};
use rules::rail_notice::{Effect, RailNotice, RailOutcome};
use rules::tariff::PublishedTariff;

use crate::engine::{BatchStatement, ColumnType, Columns, Store, Value};
use crate::error::Error;
use crate::table::table;

table! {
    rail_notices as n;
    columns notice_columns {
        id: Text,
        name: Text,
        mode: Text,
        route: Text,
        outcome: Text,
        reference: Text,
        amount: Int,
        transaction_id: Text,
        effect: Text,
        worth: Int,
        created_at: Int,
        booked_amount: Int,
        received_at: Int,
    }
    read read_notice -> RailNotice {
        RailNotice {
            id,
            name,
            mode,
            route,
            outcome: outcome_name(outcome)?,
            reference,
            amount,
            transaction: transaction_id,
            effect,
            worth,
            created_at,
            booked: booked_amount,
            received_at,
        }
    }
    write notice: &RailNotice {
        id: notice.id,
        name: &notice.name,
        mode: notice.mode,
        route: notice.route,
        outcome: notice.outcome,
        reference: &notice.reference,
        amount: notice.amount,
        transaction_id: notice.transaction,
        effect: notice.effect,
        worth: notice.worth,
        created_at: notice.created_at,
        booked_amount: notice.booked,
        received_at: notice.received_at,
    }
    insert INSERT_RAIL_NOTICES with notice_values;
    /// What was parked finds its owner; nothing else about a notice changes.
    update UPDATE_RAIL_NOTICES with found_values by id: transaction_id, effect;
}

table! {
    proposals as p;
    columns proposal_columns {
        name: Text,
        operator: Text,
        machine_user: Text,
        facts: Text,
        amount: Int,
        created_at: Int,
        exchange_rate: Int,
        fixed_fee: Int,
        percentage_points: Int,
        spread_points: Int,
    }
    read read_proposal -> Proposal {
        Proposal {
            name,
            operator,
            machine_user: known_user(machine_user),
            facts,
            amount,
            created_at,
            terms: terms(exchange_rate, fixed_fee, percentage_points, spread_points)?,
        }
    }
    write proposal: &Proposal {
        name: &proposal.name,
        operator: &proposal.operator,
        machine_user: proposal.machine_user.to_string(),
        facts: &proposal.facts,
        amount: proposal.amount,
        created_at: proposal.created_at,
        exchange_rate: proposal.terms.as_ref().and_then(|terms| terms.rate),
        fixed_fee: proposal.terms.as_ref().map(|terms| terms.fixed),
        percentage_points: proposal.terms.as_ref().map(|terms| terms.percentage),
        spread_points: proposal.terms.as_ref().map(|terms| terms.spread),
    }
    insert INSERT_PROPOSALS with proposal_values;
}

table! {
    operator_actions as a;
    columns action_columns {
        id: Text,
        kind: Text,
        name: Text,
        facts: Text,
        operator: Text,
        machine_user: Text,
        evidence: Text,
        amount: Int,
        alone_up_to: Int,
        alone_per_day: Int,
        created_at: Int,
    }
    read read_action -> OperatorAction {
        OperatorAction {
            id,
            kind,
            name,
            facts,
            operator,
            machine_user: known_user(machine_user),
            evidence,
            amount,
            alone: SingleOperatorLimit { up_to: alone_up_to, per_day: alone_per_day },
            created_at,
        }
    }
    write action: &OperatorAction {
        id: action.id,
        kind: action.kind,
        name: &action.name,
        facts: &action.facts,
        operator: &action.operator,
        machine_user: action.machine_user.to_string(),
        evidence: &action.evidence,
        amount: action.amount,
        alone_up_to: action.alone.up_to,
        alone_per_day: action.alone.per_day,
        created_at: action.created_at,
    }
    insert INSERT_ACTIONS with action_values;
}

table! {
    operator_limits as l;
    columns limit_columns {
        id: Text,
        replaces: Text,
        alone_up_to: Int,
        alone_per_day: Int,
        created_at: Int,
    }
    read read_operator_limit -> OperatorLimit {
        let alone = SingleOperatorLimit { up_to: alone_up_to, per_day: alone_per_day };
        OperatorLimit { id, replaces, alone, created_at }
    }
    write limit: &OperatorLimit {
        id: limit.id,
        replaces: limit.replaces,
        alone_up_to: limit.alone.up_to,
        alone_per_day: limit.alone.per_day,
        created_at: limit.created_at,
    }
    insert INSERT_OPERATOR_LIMITS with operator_limit_values;
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
            " from rail_notices n
              where n.effect = 'parked' and n.effect in ('parked', 'contradicted') and n.mode = 'live'
              order by n.created_at limit $1"
        );
        self.query(SQL, &[Value::Int(limit as i64)], read_notice).await
    }

    /// How many of live money are parked, and how many contradict what was said before.
    pub async fn to_look_at(&self) -> Result<(i64, i64), Error> {
        let sql =
            "select count(*) from rail_notices where effect = $1 and effect in ('parked', 'contradicted')
                   and mode = 'live'";
        let count = async |effect: Effect| {
            let counted = self.query_columns(sql, &[effect.into()], |columns| columns.read()).await?.pop();
            Ok::<i64, Error>(counted.unwrap_or(0))
        };
        Ok((count(Effect::Parked).await?, count(Effect::Contradicted).await?))
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
        let read = |columns: &mut Columns<'_>| {
            Ok(PublishedTariff { text: columns.read()?, published_at: columns.read()? })
        };
        Ok(self.query_columns(sql, &[], read).await?.pop())
    }
}

pub static FIND_RAIL_NOTICES: BatchStatement = BatchStatement::new(
    concat!("select ", notice_columns!(), " from {rows} join rail_notices n on n.name = k.name"),
    &[rail_notices::kind::name],
);

fn outcome_name(name: String) -> Result<&'static str, Error> {
    let unknown = || Error::Corrupt("rail_notices.outcome holds a value that Florin never writes".to_owned());
    RailOutcome::parse_name(&name).ok_or_else(unknown)
}

pub static FIND_PROPOSALS: BatchStatement = BatchStatement::new(
    concat!("select ", proposal_columns!(), " from {rows} join proposals p on p.name = k.name"),
    &[proposals::kind::name],
);

/// Every price has a fee, if only of zero.
fn terms(
    rate: Option<Rate>,
    fixed: Option<Amount>,
    percentage: Option<BasisPoints>,
    spread: Option<BasisPoints>,
) -> Result<Option<Terms>, Error> {
    match (fixed, percentage, spread) {
        (None, _, _) => Ok(None),
        (Some(fixed), Some(percentage), Some(spread)) => Ok(Some(Terms { rate, fixed, percentage, spread })),
        (Some(_), _, _) => Err(Error::Corrupt("proposals has terms that Florin never writes".to_owned())),
    }
}

fn known_user(text: String) -> MachineUser {
    MachineUser::parse(&text).unwrap_or(MachineUser::UNKNOWN)
}

pub static DELETE_PROPOSALS: BatchStatement = BatchStatement::new(
    "delete from proposals where name in (select name from {rows})",
    &[proposals::kind::name],
);

/// What one operator did without another.
pub static FIND_ACTIONS_ALONE: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        action_columns!(),
        " from {rows} join operator_actions a on a.created_at > k.since and a.kind = 'done' and a.amount > 0"
    ),
    &[("since", ColumnType::Int)],
);

pub static FIND_OPERATOR_LIMIT: BatchStatement = BatchStatement::new(
    concat!(
        "select ",
        limit_columns!(),
        " from {rows} join operator_limits l on k.one = 1 where ",
        counts!()
    ),
    &[("one", ColumnType::Int)],
);

/// There is one, and each replaces the one before it.
pub static PUBLISH_TARIFF: BatchStatement = BatchStatement::new(
    "insert into published_tariff (id, body, published_at) select 1, body, published_at from {rows} where true
     on conflict (id) do update set body = excluded.body, published_at = excluded.published_at",
    &[("body", ColumnType::Text), ("published_at", ColumnType::Int)],
);

pub fn published_tariff_values(tariff: &PublishedTariff) -> Vec<Value<'_>> {
    vec![(&tariff.text).into(), tariff.published_at.into()]
}
