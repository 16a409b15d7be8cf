//! Rows about automatic withdrawals that say something else than what they are about.

use super::tampering::unguarded;
use super::{Books, prove};

/// The rows as they are, and the statements that bring them back.
const KEEP: &str = "create table kept_payments as select * from incoming_payments;
    create table kept_settings as select * from automatic_withdrawals;
    create table kept_transfers as select id, automatic from external_transfers;
    create table kept_accounts as select id, withdraws_automatically from accounts;
    create table kept_bank_accounts as select id, status from bank_accounts";
const RESTORE: &str = "delete from incoming_payments; insert into incoming_payments select * from kept_payments;
    delete from automatic_withdrawals; insert into automatic_withdrawals select * from kept_settings;
    update external_transfers set automatic =
        (select k.automatic from kept_transfers k where k.id = external_transfers.id);
    update accounts set withdraws_automatically =
        (select k.withdraws_automatically from kept_accounts k where k.id = accounts.id);
    update bank_accounts set status = (select k.status from kept_bank_accounts k where k.id = bank_accounts.id)";

pub fn check(books: &Books) {
    books.drop_guards();
    let fixture = &books.fixture;
    fixture.sql(KEEP).expect("copies");
    let ada = fixture.caller.account.to_string();
    let one = |sql: &str| fixture.texts(&sql.replace("{ada}", &ada)).pop().expect("one");
    let names = [
        ("{ada}", ada.clone()),
        ("{bob}", one("select account_id from automatic_withdrawals where account_id <> '{ada}'")),
        (
            "{taken}",
            one("select min(i.transaction_id) from incoming_payments i
                 join external_transfers c on c.id = i.withdrawal_id where i.account_id = '{ada}'"),
        ),
        ("{other}", one("select bank_account_id from automatic_withdrawals where account_id <> '{ada}'")),
    ];
    let fill = |sql: &str| names.iter().fold(sql.to_owned(), |sql, (name, value)| sql.replace(name, value));
    for (sql, named) in [
        ("update incoming_payments set amount = amount - 1 where transaction_id = '{taken}'", "{taken}"),
        ("update incoming_payments set account_id = '{bob}' where transaction_id = '{taken}'", "{taken}"),
        ("update incoming_payments set mode = 'live' where transaction_id = '{taken}'", "{taken}"),
        ("update incoming_payments set status = 'left' where transaction_id = '{taken}'", "{taken}"),
        (
            "update incoming_payments set status = 'left', withdrawal_id = null where transaction_id = '{taken}'",
            "external_transfers txn_",
        ),
        ("delete from incoming_payments where transaction_id = '{taken}'", "external_transfers txn_"),
        ("update external_transfers set automatic = 0", "{taken}"),
        (
            "update automatic_withdrawals set collected = collected + 1 where account_id = '{ada}'",
            "automatic_withdrawals {ada}",
        ),
        (
            "update automatic_withdrawals set bank_account_id = '{other}' where account_id = '{ada}'",
            "automatic_withdrawals {ada}",
        ),
        (
            "update automatic_withdrawals set next_withdrawal_id =
                 (select withdrawal_id from incoming_payments where transaction_id = '{taken}'), collected = 0
             where account_id = '{ada}'",
            "automatic_withdrawals {ada}",
        ),
        (
            "update automatic_withdrawals set off_reason = 'owner', off_at = 1 where account_id = '{ada}'",
            "accounts {ada}",
        ),
        ("update accounts set withdraws_automatically = 0 where id = '{ada}'", "accounts {ada}"),
        ("update bank_accounts set status = 'archived'", "automatic_withdrawals {ada}"),
    ] {
        unguarded(fixture, &fill(sql)).expect("no guard is left");
        let report = prove(fixture);
        let told: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        assert!(told.iter().any(|line| line.contains(&fill(named))), "{sql}: {told:#?}");
        unguarded(fixture, RESTORE).expect("as it was");
        assert_eq!(prove(fixture).found, 0, "after {sql}");
    }
}
