//! What the database and the vault refuse even if Florin itself asked for it.

use app::{CommandResponse, Failure, NewBankAccount};
use rules::rail::Rail;

use crate::fixture::Fixture;

testkit::on_both_engines!(sealed_details_do_not_open_in_another_row, the_books_of_a_new_user_balance,);

fn sealed_details_do_not_open_in_another_row(fixture: Fixture) {
    let (app, caller) = (&fixture.app, &fixture.caller);
    let ids: Vec<String> = fixture.runtime.block_on(async {
        let mut ids = Vec::new();
        for clabe in ["032180000118359719", "014027000005555558"] {
            let details = format!(r#"{{"beneficiary_name":"Ada","spei_clabe":"{clabe}"}}"#);
            let new = NewBankAccount { name: "One".to_owned(), rail: Rail::MxnSpei, details };
            match app.external_transfers.create_bank_account(caller, new, None).await {
                Ok(CommandResponse::Now(outcome, _)) => ids.push(outcome.object()),
                other => panic!("{other:?}"),
            }
        }
        ids
    });
    let swap = format!(
        "update bank_accounts set details = (select details from bank_accounts where id = '{}') where id = '{}'",
        ids[0], ids[1]
    );
    let unguarded = match fixture.is_postgres() {
        true => format!("set session_replication_role = replica; {swap}"),
        false => format!("drop trigger bank_accounts_keep; {swap}"),
    };
    fixture.sql(&unguarded).expect("no guard is left");
    fixture.runtime.block_on(async {
        assert!(app.external_transfers.bank_account(caller, &ids[0]).await.is_ok());
        assert_eq!(app.external_transfers.bank_account(caller, &ids[1]).await, Err(Failure::Internal));
    });
}

fn the_books_of_a_new_user_balance(fixture: Fixture) {
    // PostgreSQL sums to numeric; the cast keeps one reader for both engines.
    let total = "select cast(sum(balance) as bigint) from ledger_accounts where mode = 'test'";
    assert_eq!(fixture.number(total), 0);
    let funded = "select balance from ledger_accounts where id like '%:available' and mode = 'test'";
    assert_eq!(fixture.number(funded), 10_000_000_000);
    assert_eq!(fixture.number("select count(*) from transactions where type = 'inbound_transfer'"), 1);
}
