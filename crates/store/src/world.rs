//! Gathers the rows a batch of commands needs, and writes what the batch made of them.

use std::collections::BTreeMap;

use futures_util::try_join;
use rules::world::{Needs, World};

use crate::engine::{Connection, Each, Row, Value};
use crate::error::Error;
use crate::witness::{self, Witness};
use crate::{answers, api_keys, bank_accounts, ledger, recipients, secret_marks, users};

/// What a batch may ask for; the witness and the accounts are locked first.
static GATHERING: [&Each; 9] = [
    &witness::HOLD_WITNESS,
    &users::LOCK_ACCOUNTS,
    &users::FIND_USERS,
    &api_keys::LOCK_API_KEYS,
    &bank_accounts::LOCK_BANK_ACCOUNTS,
    &recipients::FIND_RECIPIENTS,
    &recipients::FIND_RECIPIENTS_BY_EMAIL,
    &answers::FIND_ANSWERS,
    &secret_marks::FIND_SECRET_MARKS,
];

/// Begins a transaction and loads everything in `needs`, in one round trip. The accounts are locked before anything
/// else is read, and each statement sees what was committed before it started, so what is read cannot change under us.
/// Also returns how many commits the witness has seen, if there is one.
pub async fn begin(
    connection: &Connection,
    witness: Option<&Witness>,
    needs: &Needs,
) -> Result<(Option<i64>, World), Error> {
    let witness = rows_of(witness, witness::witness_id);
    let accounts = rows_of(&needs.accounts, |id| vec![(*id).into()]);
    let emails = rows_of(&needs.users, |key| vec![key.into()]);
    let keys = rows_of(&needs.api_keys, |id| vec![(*id).into()]);
    let banks = rows_of(&needs.bank_accounts, |(account, id)| vec![(*account).into(), (*id).into()]);
    let by_id =
        rows_of(&needs.recipients, |(account, app, id)| vec![(*account).into(), (*app).into(), (*id).into()]);
    let by_email = rows_of(&needs.recipients_by_email, |(account, app, email_key)| {
        vec![(*account).into(), (*app).into(), email_key.into()]
    });
    let stored = rows_of(&needs.answers, answers::answer_id_values);
    let versions = rows_of(&needs.secret_marks, |version| vec![i64::from(*version).into()]);
    connection.prepare(&GATHERING).await?;
    let ((), mut commits, accounts, people, keys, banks, by_id, by_email, stored, marks) = try_join!(
        connection.begin(),
        connection.query_each(&witness::HOLD_WITNESS, &witness, witness::read_commits),
        connection.query_each(&users::LOCK_ACCOUNTS, &accounts, users::read_account),
        connection.query_each(&users::FIND_USERS, &emails, users::read_user),
        connection.query_each(&api_keys::LOCK_API_KEYS, &keys, api_keys::read_api_key),
        connection.query_each(&bank_accounts::LOCK_BANK_ACCOUNTS, &banks, bank_accounts::read_bank_account),
        connection.query_each(&recipients::FIND_RECIPIENTS, &by_id, read_with_app),
        connection.query_each(&recipients::FIND_RECIPIENTS_BY_EMAIL, &by_email, read_with_app),
        connection.query_each(&answers::FIND_ANSWERS, &stored, answers::read_answer),
        connection.query_each(&secret_marks::FIND_SECRET_MARKS, &versions, secret_marks::read_secret_mark),
    )?;
    let mut world = World::default();
    accounts.into_iter().for_each(|account| world.accounts.load(account.id, account));
    people.into_iter().for_each(|user| world.users.load(user.email.lookup_key(), user));
    keys.into_iter().for_each(|key| world.api_keys.load(key.id, key));
    banks.into_iter().for_each(|bank_account| world.bank_accounts.load(bank_account.id, bank_account));
    for (app, known) in by_id.into_iter().chain(by_email) {
        world.nicknames.load((app, known.recipient.id), known.nickname);
        world.load_recipient(known.recipient);
    }
    stored.into_iter().for_each(|(id, answer)| world.answers.load(id, answer));
    marks.into_iter().for_each(|mark| world.secret_marks.load(mark.version, mark));
    Ok((commits.pop(), world))
}

fn read_with_app(row: &Row<'_>) -> Result<(rules::id::AppId, recipients::KnownRecipient), Error> {
    Ok((crate::decode::id(row, 6)?, recipients::read_recipient(row)?))
}

/// Everything that changed, in an order that foreign keys accept.
pub async fn write(connection: &Connection, witness: Option<&Witness>, world: &World) -> Result<(), Error> {
    let mut writes: Vec<(&'static Each, Vec<Vec<Value<'_>>>)> = vec![
        (&witness::COUNT_COMMIT, rows_of(witness, witness::counted)),
        (&users::INSERT_USERS, rows_of(world.users.inserts(), |(_, user)| users::user_values(user))),
        (&users::INSERT_ACCOUNTS, rows_of(world.accounts.inserts(), |(_, row)| users::account_values(row))),
        (
            &api_keys::INSERT_API_KEYS,
            rows_of(world.api_keys.inserts(), |(_, row)| api_keys::api_key_values(row)),
        ),
        (
            &api_keys::UPDATE_API_KEYS,
            rows_of(world.api_keys.updates(), |(_, row)| api_keys::api_key_values(row)),
        ),
        (
            &bank_accounts::INSERT_BANK_ACCOUNTS,
            rows_of(world.bank_accounts.inserts(), |(_, row)| bank_accounts::bank_account_values(row)),
        ),
        (
            &bank_accounts::UPDATE_BANK_ACCOUNTS,
            rows_of(world.bank_accounts.updates(), |(_, row)| bank_accounts::bank_account_values(row)),
        ),
        (
            &recipients::INSERT_RECIPIENTS,
            rows_of(world.recipients.inserts(), |(_, row)| recipients::recipient_values(row)),
        ),
        (
            &recipients::PUT_NICKNAMES,
            rows_of(
                world.nicknames.inserts().into_iter().chain(world.nicknames.updates()),
                |((app, id), text)| vec![(*app).into(), (*id).into(), text.as_str().into()],
            ),
        ),
    ];
    writes.extend(ledger_writes(world));
    let put_answers = world.answers.inserts().into_iter().chain(world.answers.updates());
    writes.push((&answers::PUT_ANSWERS, rows_of(put_answers, |(id, row)| answers::answer_values(id, row))));
    writes.push((&answers::DELETE_ANSWERS, rows_of(world.answers.deletes(), answers::answer_id_values)));
    let marks = rows_of(world.secret_marks.inserts(), |(_, mark)| secret_marks::secret_mark_values(mark));
    writes.push((&secret_marks::INSERT_SECRET_MARKS, marks));
    writes.retain(|(_, rows)| !rows.is_empty());
    connection.write_and_commit(&writes).await
}

/// New ledger accounts, transactions and transfers, and the balances that the transfers move.
fn ledger_writes(world: &World) -> [(&'static Each, Vec<Vec<Value<'_>>>); 4] {
    let mut moved: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for transfer in &world.new_transfers {
        let (amount, at) = (transfer.amount.micros(), transfer.created_at.micros());
        for (side, difference) in [(&transfer.debit, -amount), (&transfer.credit, amount)] {
            let entry = moved.entry(side.to_string()).or_insert((0, at));
            entry.0 = entry.0.checked_add(difference).expect("a batch moves less than i64 can hold");
            entry.1 = entry.1.max(at);
        }
    }
    let balances =
        moved.into_iter().map(|(id, (difference, at))| vec![id.into(), difference.into(), at.into()]);
    [
        (&ledger::INSERT_LEDGER_ACCOUNTS, rows_of(&world.new_ledger_accounts, ledger::ledger_account_values)),
        (&ledger::INSERT_TRANSACTIONS, rows_of(&world.new_transactions, ledger::transaction_values)),
        (&ledger::INSERT_TRANSFERS, rows_of(&world.new_transfers, ledger::transfer_values)),
        (&ledger::MOVE_BALANCES, balances.collect()),
    ]
}

fn rows_of<'a, T>(
    items: impl IntoIterator<Item = T>,
    values: impl Fn(T) -> Vec<Value<'a>>,
) -> Vec<Vec<Value<'a>>> {
    items.into_iter().map(values).collect()
}
