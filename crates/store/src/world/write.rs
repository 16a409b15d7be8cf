//! Everything that a batch has changed, as one statement for each table.

use std::collections::{BTreeSet, HashSet};

use rules::id::AccountId;
use rules::transaction::TransactionType;
use rules::world::World;

use super::rows_of;
use crate::commit_fence::{self, CommitFence};
use crate::engine::{BatchStatement, Columns, Connection, Value};
use crate::error::Error;
use crate::external_transfers::WrittenTransfer;
use crate::{
    activity_emails, api_keys, api_requests, automatic_withdrawals, bank_accounts, chain, claim_emails,
    claims, connect_apps, deliveries, email_preferences, emails, endpoints, events, external_transfers,
    external_wallets, freezes, grants, ledger, payout_drafts, payouts, quotes, rail_notices, recipients,
    replays, secret_marks, security_log, sessions, simulated_orders, stored_responses, transactions, users,
};

type Write<'a> = (&'static BatchStatement, Vec<Vec<Value<'a>>>);

/// Everything that changed, in an order that foreign keys and guards accept. `bodies` are those of the new events.
pub async fn write(
    connection: &Connection,
    fence: Option<&CommitFence>,
    world: &World,
    bodies: &[String],
) -> Result<(), Error> {
    let mut writes: Vec<Write<'_>> =
        vec![(&commit_fence::COUNT_COMMIT, rows_of(fence, commit_fence::counted))];
    writes.extend(people_writes(world));
    writes.extend(sign_in_writes(world));
    writes.extend(email_writes(world));
    writes.extend(chain_writes(world));
    writes.extend(external_transfer_writes(world));
    writes.extend(money_writes(world, bodies));
    writes.extend(webhook_writes(world, told_accounts(connection, world).await?.as_ref()));
    let put_answers = world.stored_responses.inserts().into_iter().chain(world.stored_responses.updates());
    writes.push((
        &stored_responses::PUT_ANSWERS,
        rows_of(put_answers, |(id, row)| stored_responses::answer_values(id, row)),
    ));
    writes.push((
        &stored_responses::DELETE_ANSWERS,
        rows_of(world.stored_responses.deletes(), stored_responses::answer_id_values),
    ));
    writes.extend(draft_writes(world));
    let marks = rows_of(world.secret_marks.inserts(), |(_, mark)| secret_marks::secret_mark_values(mark));
    writes.push((&secret_marks::INSERT_SECRET_MARKS, marks));
    writes.extend(request_log_writes(world));
    writes.retain(|(_, rows)| !rows.is_empty());
    connection.write_and_commit(&writes).await
}

/// Payouts in progress.
fn draft_writes(world: &World) -> [Write<'_>; 2] {
    let drafts = &world.payout_drafts;
    let put = drafts.inserts().into_iter().chain(drafts.updates());
    [
        (
            &payout_drafts::PUT_PAYOUT_DRAFTS,
            rows_of(put, |(_, draft)| payout_drafts::payout_draft_values(draft)),
        ),
        (
            &payout_drafts::DELETE_PAYOUT_DRAFTS,
            rows_of(drafts.deletes(), |(account, id)| vec![(*account).into(), (*id).into()]),
        ),
    ]
}

fn request_log_writes(world: &World) -> [Write<'_>; 2] {
    let (new, old) = (&world.new_api_requests, &world.forgotten_api_requests);
    [
        (&api_requests::INSERT_API_REQUESTS, rows_of(new, api_requests::api_request_values)),
        (&api_requests::DELETE_API_REQUESTS, rows_of(old, api_requests::api_request_key)),
    ]
}

/// People, what they own and their recipients.
fn people_writes(world: &World) -> [Write<'_>; 14] {
    let nicknames = world.nicknames.inserts().into_iter().chain(world.nicknames.updates());
    [
        (&users::INSERT_USERS, rows_of(world.users.inserts(), |(_, user)| users::user_values(user))),
        (&users::UPDATE_USERS, rows_of(world.users.updates(), |(_, user)| users::changed_values(user))),
        (&users::INSERT_ACCOUNTS, rows_of(world.accounts.inserts(), |(_, row)| users::account_values(row))),
        (
            &users::UPDATE_ACCOUNTS,
            rows_of(world.accounts.updates(), |(_, row)| users::changed_account_values(row)),
        ),
        (
            &users::UPDATE_SIMULATED_IN,
            rows_of(&world.changed_simulated_in, |(id, total)| vec![(*id).into(), (*total).into()]),
        ),
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
            rows_of(world.bank_accounts.updates(), |(_, row)| bank_accounts::label_values(row)),
        ),
        (
            &external_wallets::INSERT_EXTERNAL_WALLETS,
            rows_of(world.external_wallets.inserts(), |(_, row)| {
                external_wallets::external_wallet_values(row)
            }),
        ),
        (
            &external_wallets::UPDATE_EXTERNAL_WALLETS,
            rows_of(world.external_wallets.updates(), |(_, row)| external_wallets::label_values(row)),
        ),
        (
            &recipients::INSERT_RECIPIENTS,
            rows_of(world.recipients.inserts(), |(_, row)| recipients::recipient_values(row)),
        ),
        (
            &recipients::COUNT_EVENTS,
            rows_of(world.recipients.updates(), |(_, row)| recipients::counted_values(row)),
        ),
        (
            &recipients::PUT_NICKNAMES,
            rows_of(nicknames, |((app, id), text)| vec![(*app).into(), (*id).into(), text.as_str().into()]),
        ),
    ]
}

/// Who is signed in, and what they allowed others.
fn sign_in_writes(world: &World) -> [Write<'_>; 13] {
    let ended = world.sessions.deletes();
    let forgotten = world.attempts.deletes();
    [
        (
            &sessions::INSERT_SESSIONS,
            rows_of(world.sessions.inserts(), |(_, row)| sessions::session_values(row)),
        ),
        (
            &sessions::UPDATE_SESSIONS,
            rows_of(world.sessions.updates(), |(_, row)| sessions::progress_values(row)),
        ),
        (&sessions::DELETE_SESSIONS, rows_of(ended, |id| vec![(*id).into()])),
        (
            &sessions::INSERT_ATTEMPTS,
            rows_of(world.attempts.inserts(), |(_, row)| sessions::attempts_values(row)),
        ),
        (
            &sessions::UPDATE_ATTEMPTS,
            rows_of(world.attempts.updates(), |(_, row)| sessions::attempts_values(row)),
        ),
        (&sessions::DELETE_ATTEMPTS, rows_of(forgotten, |name| vec![name.as_slice().into()])),
        (&security_log::INSERT_ENTRIES, rows_of(&world.new_security, security_log::entry_values)),
        (
            &connect_apps::INSERT_CONNECT_APPS,
            rows_of(world.connect_apps.inserts(), |(_, row)| connect_apps::connect_app_values(row)),
        ),
        (
            &connect_apps::UPDATE_CONNECT_APPS,
            rows_of(world.connect_apps.updates(), |(_, row)| connect_apps::connect_app_values(row)),
        ),
        (&grants::INSERT_GRANTS, rows_of(world.grants.inserts(), |(_, row)| grants::grant_values(row))),
        (&grants::UPDATE_GRANTS, rows_of(world.grants.updates(), |(_, row)| grants::progress_values(row))),
        (&grants::INSERT_TOKENS, rows_of(&world.new_tokens, grants::token_values)),
        (&grants::DELETE_TOKENS, rows_of(&world.forgotten_tokens, |hash| vec![hash.as_slice().into()])),
    ]
}

/// What is written to people, and what they do not want.
fn email_writes(world: &World) -> [Write<'_>; 14] {
    let postponed = claim_emails::postponed_rows(&world.postponed_emails);
    let (changes, reminders) = (&world.email_preferences, &world.expiry_reminders);
    [
        // Before the emails of this batch, which were decided on one by one.
        (&claim_emails::POSTPONE_AT_MAILBOXES, postponed.at_mailboxes),
        (&claim_emails::POSTPONE_OF_SENDERS_AT_MAILBOXES, postponed.of_senders_at_mailboxes),
        (&claim_emails::POSTPONE_AT_ADDRESSES, postponed.at_addresses),
        (&claim_emails::POSTPONE_OF_SENDERS, postponed.of_senders),
        (&claim_emails::COMBINE_EMAILS, rows_of(&world.combined_emails, claim_emails::combined_values)),
        (&emails::INSERT_EMAILS, rows_of(world.emails.inserts(), |(_, row)| emails::email_values(row))),
        (&emails::UPDATE_EMAILS, rows_of(world.emails.updates(), |(_, row)| emails::progress_values(row))),
        (&email_preferences::INSERT_EMAIL_PREFERENCES, rows_of(changes.keys(), |key| vec![key.into()])),
        (
            &email_preferences::UPDATE_EMAIL_PREFERENCES,
            rows_of(changes.values(), email_preferences::change_values),
        ),
        (
            &email_preferences::INSERT_EXPIRY_REMINDERS,
            rows_of(reminders.values(), email_preferences::reminder_values),
        ),
        (
            &activity_emails::INSERT_ACTIVITY_EMAILS,
            rows_of(world.activity_emails.values(), activity_emails::activity_email_values),
        ),
        (
            &claim_emails::INSERT_EMAIL_COUNTS,
            rows_of(world.email_counts.inserts(), |(_, row)| claim_emails::email_count_values(row)),
        ),
        (
            &claim_emails::UPDATE_EMAIL_COUNTS,
            rows_of(world.email_counts.updates(), |(_, row)| claim_emails::email_count_values(row)),
        ),
        (&claim_emails::DELETE_EMAIL_COUNTS, rows_of(world.email_counts.deletes(), |name| vec![name.into()])),
    ]
}

/// Which accounts have endpoints for their events, where that can be asked beforehand: a batch has many events of few
/// accounts, and most accounts have no endpoint.
async fn told_accounts(connection: &Connection, world: &World) -> Result<Option<HashSet<AccountId>>, Error> {
    let accounts: BTreeSet<AccountId> = world.new_events.iter().map(|event| event.account).collect();
    let accounts = rows_of(accounts, |id| vec![id.into()]);
    let known =
        connection.query_each_nearby(&endpoints::FIND_TOLD, &accounts, |row| Columns::of(row).read()).await?;
    // One that is written with the events is told of them, too.
    let fresh = world.endpoints.inserts().into_iter().chain(world.endpoints.updates());
    let fresh = fresh.map(|(_, endpoint)| endpoint.account);
    Ok(known.map(|known| known.into_iter().chain(fresh).collect()))
}

/// Who is told what has happened. Behind the events, so that what is new is fanned out to those who ask for it now.
fn webhook_writes<'a>(world: &'a World, told: Option<&HashSet<AccountId>>) -> [Write<'a>; 10] {
    let is_told = |account| told.is_none_or(|told| told.contains(&account));
    let tellable =
        world.new_events.iter().filter(|event| event.payload.is_for_all() && is_told(event.account));
    let forgotten = world.deliveries.deletes();
    [
        (
            &endpoints::INSERT_ENDPOINTS,
            rows_of(world.endpoints.inserts(), |(_, row)| endpoints::endpoint_values(row)),
        ),
        (
            &endpoints::UPDATE_ENDPOINTS,
            rows_of(world.endpoints.updates(), |(_, row)| endpoints::endpoint_changes(row)),
        ),
        (&deliveries::FAN_OUT, rows_of(tellable, deliveries::fan_out_values)),
        (
            &deliveries::INSERT_DELIVERIES,
            rows_of(world.deliveries.inserts(), |(_, row)| deliveries::delivery_values(row)),
        ),
        (
            &deliveries::UPDATE_DELIVERIES,
            rows_of(world.deliveries.updates(), |(_, row)| deliveries::progress_values(row)),
        ),
        (
            &deliveries::DELETE_DELIVERIES,
            rows_of(forgotten, |(endpoint, event)| vec![(*endpoint).into(), (*event).into()]),
        ),
        (&deliveries::INSERT_ATTEMPTS, rows_of(&world.new_attempts, deliveries::attempt_values)),
        (
            &deliveries::DELETE_REPLACED_ATTEMPTS,
            world.new_attempts.iter().filter_map(deliveries::replaced_values).collect(),
        ),
        (&replays::INSERT_REPLAYS, rows_of(world.replays.inserts(), |(_, row)| replays::replay_values(row))),
        (&replays::UPDATE_REPLAYS, rows_of(world.replays.updates(), |(_, row)| replays::replay_values(row))),
    ]
}

/// What deposits and withdrawals have beyond transactions. Amounts come before the states that forbid to change them,
/// notices before the transfers that they explain, and collected payments before the withdrawal that takes them.
fn external_transfer_writes(world: &World) -> [Write<'_>; 16] {
    let new = world.new_transactions.iter().filter_map(WrittenTransfer::of);
    let changed = || world.changed_transactions.values().filter_map(WrittenTransfer::of);
    let deposits = changed().map(|row| row.transaction).filter(|row| row.kind == TransactionType::Deposit);
    let (automatic, payments) = (&world.automatic_withdrawals, &world.incoming_payments);
    [
        (
            &automatic_withdrawals::INSERT_AUTOMATIC_WITHDRAWALS,
            rows_of(automatic.inserts(), |(_, row)| automatic_withdrawals::automatic_withdrawal_values(row)),
        ),
        (
            &automatic_withdrawals::UPDATE_AUTOMATIC_WITHDRAWALS,
            rows_of(automatic.updates(), |(_, row)| automatic_withdrawals::changed_values(row)),
        ),
        (
            &automatic_withdrawals::UPDATE_INCOMING_PAYMENTS,
            rows_of(payments.updates(), |(_, row)| automatic_withdrawals::collected_values(row)),
        ),
        (
            &external_transfers::INSERT_EXTERNAL_TRANSFERS,
            rows_of(new, external_transfers::external_transfer_values),
        ),
        (
            &external_transfers::UPDATE_AMOUNTS,
            rows_of(deposits, |row| vec![row.id.into(), row.amount.into()]),
        ),
        (
            &external_transfers::UPDATE_EXTERNAL_TRANSFERS,
            rows_of(changed(), external_transfers::external_transfer_progress),
        ),
        (&quotes::INSERT_QUOTES, rows_of(world.quotes.inserts(), |(_, row)| quotes::quote_values(row))),
        (&quotes::UPDATE_QUOTES, rows_of(world.quotes.updates(), |(_, row)| quotes::used_values(row))),
        (
            &rail_notices::INSERT_RAIL_NOTICES,
            rows_of(world.notices.inserts(), |(_, row)| rail_notices::notice_values(row)),
        ),
        (
            &rail_notices::UPDATE_RAIL_NOTICES,
            rows_of(world.notices.updates(), |(_, row)| rail_notices::found_values(row)),
        ),
        (
            &rail_notices::INSERT_PROPOSALS,
            rows_of(world.proposals.inserts(), |(_, row)| rail_notices::proposal_values(row)),
        ),
        (&rail_notices::DELETE_PROPOSALS, rows_of(world.proposals.deletes(), |name| vec![name.into()])),
        (&rail_notices::INSERT_ACTIONS, rows_of(&world.new_actions, rail_notices::action_values)),
        (
            &rail_notices::INSERT_OPERATOR_LIMITS,
            rows_of(&world.new_operator_limits, rail_notices::operator_limit_values),
        ),
        (&rail_notices::PUBLISH_TARIFF, rows_of(&world.new_tariff, rail_notices::published_tariff_values)),
        (
            &simulated_orders::INSERT_SIMULATED_ORDERS,
            rows_of(&world.new_simulated_orders, simulated_orders::simulated_order_values),
        ),
    ]
}

/// What is known of the live chain. Addresses that retire make room for those that follow them.
fn chain_writes(world: &World) -> [Write<'_>; 7] {
    let (networks, addresses, authorizations) =
        (&world.networks, &world.deposit_addresses, &world.authorizations);
    [
        (&chain::INSERT_NETWORKS, rows_of(networks.inserts(), |(_, row)| chain::network_values(row))),
        (&chain::UPDATE_NETWORKS, rows_of(networks.updates(), |(_, row)| chain::network_values(row))),
        (
            &chain::UPDATE_DEPOSIT_ADDRESSES,
            rows_of(addresses.updates(), |(_, row)| chain::deposit_address_values(row)),
        ),
        (
            &chain::INSERT_DEPOSIT_ADDRESSES,
            rows_of(addresses.inserts(), |(_, row)| chain::deposit_address_values(row)),
        ),
        (
            &chain::authorizations::INSERT_AUTHORIZATIONS,
            rows_of(authorizations.inserts(), |(_, row)| chain::authorizations::authorization_values(row)),
        ),
        (
            &chain::authorizations::END_AUTHORIZATIONS,
            rows_of(authorizations.updates(), |(_, row)| chain::authorizations::end_values(row)),
        ),
        (
            &chain::authorizations::INSERT_RELAY_TRANSACTIONS,
            rows_of(world.relay_transactions.inserts(), |(_, row)| {
                chain::authorizations::relay_transaction_values(row)
            }),
        ),
    ]
}

/// Payouts, transactions and the ledger. Transfers come behind the rows that explain them: payouts, transactions and
/// the wallets of recipients.
fn money_writes<'a>(world: &'a World, bodies: &'a [String]) -> [Write<'a>; 14] {
    let events = world.new_events.iter().zip(bodies);
    [
        (&ledger::INSERT_LEDGER_ACCOUNTS, rows_of(&world.new_ledger_accounts, ledger::ledger_account_values)),
        (&payouts::INSERT_PAYOUTS, rows_of(world.payouts.inserts(), |(_, row)| payouts::payout_values(row))),
        (
            &payouts::UPDATE_PAYOUTS,
            rows_of(world.payouts.updates(), |(_, row)| payouts::progress_values(row)),
        ),
        (
            &transactions::INSERT_TRANSACTIONS,
            rows_of(&world.new_transactions, transactions::transaction_values),
        ),
        (
            &automatic_withdrawals::INSERT_INCOMING_PAYMENTS,
            rows_of(world.incoming_payments.inserts(), |(_, row)| {
                automatic_withdrawals::incoming_payment_values(row)
            }),
        ),
        (
            &transactions::UPDATE_TRANSACTIONS,
            rows_of(world.changed_transactions.values(), transactions::progress_values),
        ),
        (
            &recipients::SET_WALLETS,
            rows_of(&world.changed_wallets, |(id, wallet)| vec![(*id).into(), (*wallet).into()]),
        ),
        (&ledger::INSERT_TRANSFERS, rows_of(&world.new_transfers, ledger::transfer_values)),
        (&claims::INSERT_CLAIMS, rows_of(world.claims.inserts(), |(_, row)| claims::claim_values(row))),
        (&claims::DELETE_CLAIMS, rows_of(world.claims.deletes(), |item| vec![(*item).into()])),
        (&events::INSERT_EVENTS, rows_of(events, |(event, body)| events::event_values(event, body))),
        (&freezes::INSERT_FREEZES, rows_of(&world.new_freezes, freezes::freeze_values)),
        (&freezes::LIFT_FREEZES, rows_of(&world.lifted_freezes, freezes::lift_values)),
        (&freezes::RECORD_AUDIT_ROUND, rows_of(&world.new_audit_round, freezes::audit_round_values)),
    ]
}
