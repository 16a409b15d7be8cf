//! Loads everything a batch needs, in one round trip and in one order of locks.

mod drafts;
mod payments;

use std::cell::RefCell;
use std::collections::BTreeSet;

use futures_util::try_join;
use rules::id::AccountId;
use rules::ledger::LedgerAccountId;
use rules::world::{Needs, World};

use super::rows_of;
use crate::commit_fence::{self, CommitFence};
use crate::engine::{BatchStatement, Columns, Connection, SqlRow, recipient_lock};
use crate::error::Error;
use crate::{
    api_keys, automatic_withdrawals, bank_accounts, chain, claim_emails, connect_apps, deliveries, emails,
    endpoints, external_transfers, external_wallets, freezes, grants, ledger, payout_drafts, payouts, quotes,
    rail_notices, recipients, replays, secret_marks, sessions, stored_responses, transactions, users,
};

/// What a batch may ask for. The commit fence, the recipient lock, the accounts and the balances are locked first, in
/// this order; sponsors are asked for before that.
static GATHERING: [&BatchStatement; 50] = [
    &commit_fence::HOLD_FENCE,
    &recipient_lock::SHARE,
    &recipient_lock::CLOSE,
    &users::FIND_SPONSORS,
    &users::LOCK_ACCOUNTS,
    &ledger::LOCK_LEDGER_ACCOUNTS,
    &ledger::FIND_BALANCES,
    &chain::LOCK_NETWORK,
    &freezes::FIND_FREEZE,
    &users::FIND_USERS,
    &sessions::FIND_SESSIONS,
    &sessions::FIND_SESSIONS_OF,
    &sessions::LOCK_ATTEMPTS,
    &api_keys::LOCK_API_KEYS,
    &bank_accounts::LOCK_BANK_ACCOUNTS,
    &external_wallets::LOCK_EXTERNAL_WALLETS,
    &recipients::FIND_RECIPIENTS,
    &recipients::FIND_RECIPIENTS_BY_EMAIL,
    &recipients::FIND_PAYEES,
    &recipients::FIND_PAYEES_BY_EMAIL,
    &recipients::FIND_PAID,
    &recipients::FIND_ACQUAINTANCES,
    &payouts::FIND_PAYOUTS,
    &payout_drafts::FIND_PAYOUT_DRAFTS,
    &payout_drafts::COUNT_PAYOUT_DRAFTS,
    &transactions::FIND_ITEMS,
    &external_transfers::FIND_EXTERNAL_TRANSFERS,
    &external_transfers::FIND_CROWDED,
    &automatic_withdrawals::FIND_AUTOMATIC_WITHDRAWALS,
    &automatic_withdrawals::FIND_INCOMING_PAYMENTS,
    &quotes::FIND_QUOTES,
    &rail_notices::FIND_RAIL_NOTICES,
    &rail_notices::FIND_PROPOSALS,
    &rail_notices::FIND_OPERATOR_LIMIT,
    &rail_notices::FIND_ACTIONS_ALONE,
    &chain::FIND_DEPOSIT_ADDRESSES,
    &chain::FIND_ADDRESSES_OF,
    &chain::authorizations::FIND_AUTHORIZATIONS,
    &chain::authorizations::FIND_RELAY_TRANSACTIONS,
    &endpoints::LOCK_ENDPOINTS,
    &endpoints::FIND_OPEN_ENDPOINTS,
    &deliveries::FIND_DELIVERIES,
    &replays::LOCK_REPLAYS,
    &emails::LOCK_EMAILS,
    &emails::FIND_CAUSES,
    &claim_emails::LOCK_EMAIL_COUNTS,
    &connect_apps::LOCK_CONNECT_APPS,
    &grants::LOCK_GRANTS,
    &stored_responses::FIND_ANSWERS,
    &secret_marks::FIND_SECRET_MARKS,
];

/// Begins a transaction and loads everything in `needs`, in one round trip. The accounts are locked before anything
/// else is read, and each statement sees what was committed before it started, so what is read cannot change under us.
/// Also returns how many commits the fence has seen, if there is one.
pub async fn begin(
    connection: &Connection,
    fence: Option<&CommitFence>,
    needs: &Needs,
) -> Result<(Option<i64>, World), Error> {
    let fence = rows_of(fence, commit_fence::fence_id);
    connection.prepare(&GATHERING).await?;
    let wanted = with_sponsors(connection, needs).await?;
    let world = RefCell::new(World::default());
    // Questions are sent in the order in which they stand here.
    let ((), mut commits, (), (), (), (), (), (), (), (), (), (), (), (), ()) = try_join!(
        connection.begin(),
        connection.query_each(&commit_fence::HOLD_FENCE, &fence, commit_fence::read_commits),
        connection.open_register(needs.recipient_lock),
        accounts(connection, &wanted, &world),
        money(connection, needs, &world),
        live_chain(connection, needs, &world),
        people(connection, needs, &world),
        acquaintances(connection, needs, &world),
        payouts(connection, needs, &world),
        drafts::load(connection, needs, &world),
        external_transfers(connection, needs, &world),
        payments::load(connection, needs, &world),
        webhooks(connection, needs, &world),
        sign_ins(connection, needs, &world),
        keys_and_answers(connection, needs, &world),
    )?;
    Ok((commits.pop(), world.into_inner()))
}

/// With the accounts that test money and endpoints are charged to. They are asked for before the transaction, so that
/// all accounts are locked in one order; the answer never changes.
async fn with_sponsors(connection: &Connection, needs: &Needs) -> Result<BTreeSet<AccountId>, Error> {
    let mut wanted = needs.accounts.clone();
    let charging: BTreeSet<AccountId> = needs.test_money.union(&needs.endpoints_of).copied().collect();
    if !charging.is_empty() {
        let ids = rows_of(&charging, |id| vec![(*id).into()]);
        let sponsor = |row: &SqlRow<'_>| Columns::of(row).read::<AccountId>();
        wanted.extend(connection.query_each(&users::FIND_SPONSORS, &ids, sponsor).await?);
    }
    Ok(wanted)
}

async fn accounts(
    connection: &Connection,
    wanted: &BTreeSet<AccountId>,
    world: &RefCell<World>,
) -> Result<(), Error> {
    let ids = rows_of(wanted, |id| vec![(*id).into()]);
    let found = connection.query_each(&users::LOCK_ACCOUNTS, &ids, users::read_locked_account).await?;
    let mut world = world.borrow_mut();
    for (account, simulated_in) in found {
        world.load_simulated_in(account.id, simulated_in);
        world.accounts.load(account.id, account);
    }
    Ok(())
}

/// A batch that moves what an account has reserved also locks what the account can spend, as every other batch that
/// moves its money does. So the transfers of an account are committed in the order of their numbers, and the first of a
/// month finds all transfers before it: statements depend on that.
fn locked_balances(moved: &BTreeSet<LedgerAccountId>) -> BTreeSet<LedgerAccountId> {
    let spendable = moved.iter().filter_map(|id| match id {
        LedgerAccountId::Held(owner) => Some(LedgerAccountId::Available(*owner)),
        LedgerAccountId::Available(_)
        | LedgerAccountId::WorldChain(_)
        | LedgerAccountId::WorldBank(..)
        | LedgerAccountId::Fees(_)
        | LedgerAccountId::Rounding(_)
        | LedgerAccountId::Suspense(_) => None,
    });
    moved.iter().copied().chain(spendable).collect()
}

async fn money(connection: &Connection, needs: &Needs, world: &RefCell<World>) -> Result<(), Error> {
    let moved = rows_of(locked_balances(&needs.moved), |id| vec![id.to_string().into()]);
    let asked: Vec<LedgerAccountId> = needs.balances.iter().copied().collect();
    let balances =
        rows_of(asked.iter().enumerate(), |(index, id)| vec![id.to_string().into(), (index as i64).into()]);
    let freeze = rows_of(needs.freeze.then_some(1_i64), |anything| vec![anything.into()]);
    let ((), balances, freezes) = try_join!(
        connection.lock_each(&ledger::LOCK_LEDGER_ACCOUNTS, &moved),
        connection.query_each(&ledger::FIND_BALANCES, &balances, ledger::read_balance),
        connection.query_each(&freezes::FIND_FREEZE, &freeze, freezes::read_freeze),
    )?;
    let mut world = world.borrow_mut();
    balances.into_iter().for_each(|(amount, position)| world.load_balance(asked[position as usize], amount));
    freezes.into_iter().for_each(|freeze| world.load_freeze(freeze));
    Ok(())
}

/// The network is locked behind the balances, and before anything else about the chain is read.
async fn live_chain(connection: &Connection, needs: &Needs, world: &RefCell<World>) -> Result<(), Error> {
    let network = rows_of(needs.network.then_some(1_i64), |one| vec![one.into()]);
    let addresses = rows_of(&needs.deposit_addresses, |address| vec![address.into()]);
    let accounts = rows_of(&needs.addresses_of, |account| vec![(*account).into()]);
    let authorizations = rows_of(&needs.authorizations, |nonce| vec![nonce.to_string().into()]);
    let carried = rows_of(&needs.relay_transactions_of, |nonce| vec![nonce.to_string().into()]);
    let (networks, addresses, current, authorizations, relay_transactions) = try_join!(
        connection.query_each(&chain::LOCK_NETWORK, &network, chain::read_network),
        connection.query_each(&chain::FIND_DEPOSIT_ADDRESSES, &addresses, chain::read_deposit_address),
        connection.query_each(&chain::FIND_ADDRESSES_OF, &accounts, chain::read_deposit_address),
        connection.query_each(
            &chain::authorizations::FIND_AUTHORIZATIONS,
            &authorizations,
            chain::authorizations::read_authorization
        ),
        connection.query_each(
            &chain::authorizations::FIND_RELAY_TRANSACTIONS,
            &carried,
            chain::authorizations::read_relay_transaction
        ),
    )?;
    let mut world = world.borrow_mut();
    networks.into_iter().for_each(|network| world.networks.load(network.name.clone(), network));
    for known in addresses.into_iter().chain(current) {
        world.deposit_addresses.load(known.address.to_string(), known);
    }
    authorizations
        .into_iter()
        .for_each(|authorization| world.authorizations.load(authorization.nonce, authorization));
    relay_transactions.into_iter().for_each(|relay_transaction| {
        world.relay_transactions.load(relay_transaction.hash, relay_transaction)
    });
    Ok(())
}

async fn people(connection: &Connection, needs: &Needs, world: &RefCell<World>) -> Result<(), Error> {
    let emails = rows_of(&needs.users, |key| vec![key.into()]);
    let by_id =
        rows_of(&needs.recipients, |(account, app, id)| vec![(*account).into(), (*app).into(), (*id).into()]);
    let by_email = rows_of(&needs.recipients_by_email, |(account, app, email_key)| {
        vec![(*account).into(), (*app).into(), email_key.into()]
    });
    let payees = rows_of(&needs.payees, |(account, id)| vec![(*account).into(), (*id).into()]);
    let payees_by_email =
        rows_of(&needs.payees_by_email, |(account, key)| vec![(*account).into(), key.into()]);
    let (users, by_id, by_email, payees, payees_by_email) = try_join!(
        connection.query_each(&users::FIND_USERS, &emails, users::read_user),
        connection.query_each(&recipients::FIND_RECIPIENTS, &by_id, recipients::read_with_app),
        connection.query_each(&recipients::FIND_RECIPIENTS_BY_EMAIL, &by_email, recipients::read_with_app),
        connection.query_each(&recipients::FIND_PAYEES, &payees, recipients::read_payee_id),
        connection.query_each(&recipients::FIND_PAYEES_BY_EMAIL, &payees_by_email, recipients::read_payee),
    )?;
    let mut world = world.borrow_mut();
    users.into_iter().for_each(|user| world.users.load(user.email.lookup_key(), user));
    for (app, known) in by_id.into_iter().chain(by_email) {
        world.nicknames.load((app, known.recipient.id), known.nickname);
        world.load_recipient(known.recipient);
    }
    payees.into_iter().for_each(|(account, id)| world.load_payee_id(account, id));
    for (account, email_key, id) in payees_by_email {
        world.load_payee(account, email_key, id);
    }
    Ok(())
}

/// Recipients as the apps of their own accounts see them.
async fn acquaintances(connection: &Connection, needs: &Needs, world: &RefCell<World>) -> Result<(), Error> {
    let items = rows_of(&needs.paid_items, |(account, id)| vec![(*account).into(), (*id).into()]);
    let renamed = rows_of(&needs.acquaintances, |key| vec![key.into()]);
    let (paid, known) = try_join!(
        connection.query_each(&recipients::FIND_PAID, &items, recipients::read_with_app),
        connection.query_each(&recipients::FIND_ACQUAINTANCES, &renamed, recipients::read_acquaintance),
    )?;
    let mut world = world.borrow_mut();
    for (app, paid) in paid {
        world.nicknames.load((app, paid.recipient.id), paid.nickname);
        world.load_recipient(paid.recipient);
    }
    for (account, known) in known {
        world.nicknames.load((account.own_app, known.recipient.id), known.nickname);
        world.accounts.load(account.id, account);
        world.load_recipient(known.recipient);
    }
    Ok(())
}

async fn payouts(connection: &Connection, needs: &Needs, world: &RefCell<World>) -> Result<(), Error> {
    let payouts = rows_of(&needs.payouts, |(account, id)| vec![(*account).into(), (*id).into()]);
    let items = rows_of(&needs.items, |(account, id)| vec![(*account).into(), (*id).into()]);
    let (payouts, items) = try_join!(
        connection.query_each(&payouts::FIND_PAYOUTS, &payouts, payouts::read_payout),
        connection.query_each(&transactions::FIND_ITEMS, &items, transactions::read_item),
    )?;
    let mut world = world.borrow_mut();
    payouts.into_iter().for_each(|payout| world.payouts.load(payout.id, payout));
    items.into_iter().for_each(|item| world.load_item(item));
    Ok(())
}

async fn external_transfers(
    connection: &Connection,
    needs: &Needs,
    world: &RefCell<World>,
) -> Result<(), Error> {
    let transactions = rows_of(&needs.transactions, |(account, id)| vec![(*account).into(), (*id).into()]);
    let counted =
        rows_of(&needs.open_transfers_of, |(account, most)| vec![(*account).into(), (*most as i64).into()]);
    let quotes = rows_of(&needs.quotes, |(account, id)| vec![(*account).into(), (*id).into()]);
    let rail_notices = rows_of(&needs.notices, |name| vec![name.into()]);
    let proposals = rows_of(&needs.proposals, |name| vec![name.into()]);
    let limit = rows_of(needs.operator_limit.then_some(1_i64), |one| vec![one.into()]);
    let since = rows_of(needs.actions_since, |since| vec![since.into()]);
    let (transactions, crowded, quotes, rail_notices, proposals, limits, actions) = try_join!(
        connection.query_each(
            &external_transfers::FIND_EXTERNAL_TRANSFERS,
            &transactions,
            external_transfers::read_with_external_transfer
        ),
        connection.query_each(&external_transfers::FIND_CROWDED, &counted, |row| Columns::of(row).read()),
        connection.query_each(&quotes::FIND_QUOTES, &quotes, quotes::read_quote),
        connection.query_each(&rail_notices::FIND_RAIL_NOTICES, &rail_notices, rail_notices::read_notice),
        connection.query_each(&rail_notices::FIND_PROPOSALS, &proposals, rail_notices::read_proposal),
        connection.query_each(&rail_notices::FIND_OPERATOR_LIMIT, &limit, rail_notices::read_operator_limit),
        connection.query_each(&rail_notices::FIND_ACTIONS_ALONE, &since, rail_notices::read_action),
    )?;
    let mut world = world.borrow_mut();
    transactions.into_iter().for_each(|transaction| world.load_transaction(transaction));
    crowded.into_iter().for_each(|account| world.load_crowded(account));
    quotes.into_iter().for_each(|quote| world.quotes.load(quote.id, quote));
    rail_notices.into_iter().for_each(|notice| world.notices.load(notice.name.clone(), notice));
    proposals.into_iter().for_each(|proposal| world.proposals.load(proposal.name.clone(), proposal));
    limits.into_iter().for_each(|limit| world.load_operator_limit(limit));
    actions.into_iter().for_each(|action| world.load_action(action));
    Ok(())
}

/// Where events are delivered to, and what of them.
async fn webhooks(connection: &Connection, needs: &Needs, world: &RefCell<World>) -> Result<(), Error> {
    let ids = rows_of(&needs.endpoints, |id| vec![(*id).into()]);
    let accounts = rows_of(&needs.endpoints_of, |account| vec![(*account).into()]);
    let wanted = rows_of(&needs.deliveries, |(endpoint, event)| vec![(*endpoint).into(), (*event).into()]);
    let replay_ids = rows_of(&needs.replays, |id| vec![(*id).into()]);
    let (locked, open, wanted, replays) = try_join!(
        connection.query_each(&endpoints::LOCK_ENDPOINTS, &ids, endpoints::read_endpoint),
        connection.query_each(&endpoints::FIND_OPEN_ENDPOINTS, &accounts, endpoints::read_endpoint),
        connection.query_each(&deliveries::FIND_DELIVERIES, &wanted, deliveries::read_delivery),
        connection.query_each(&replays::LOCK_REPLAYS, &replay_ids, replays::read_replay),
    )?;
    let mut world = world.borrow_mut();
    locked.into_iter().chain(open).for_each(|endpoint| world.endpoints.load(endpoint.id, endpoint));
    for delivery in wanted {
        world.deliveries.load((delivery.endpoint, delivery.event), delivery);
    }
    replays.into_iter().for_each(|replay| world.replays.load(replay.id, replay));
    Ok(())
}

/// Who is signed in, what is written to them, and what they allowed others.
async fn sign_ins(connection: &Connection, needs: &Needs, world: &RefCell<World>) -> Result<(), Error> {
    let ids = rows_of(&needs.sessions, |id| vec![(*id).into()]);
    let owners = rows_of(&needs.sessions_of, |user| vec![(*user).into()]);
    let names = rows_of(&needs.attempts, |name| vec![name.as_slice().into()]);
    let email_ids = rows_of(&needs.emails, |id| vec![(*id).into()]);
    let causes = rows_of(&needs.email_causes, |cause| vec![cause.into()]);
    let count_names = rows_of(&needs.email_counts, |name| vec![name.into()]);
    let apps = rows_of(&needs.connect_apps, |id| vec![(*id).into()]);
    let app_owners = rows_of(&needs.connect_apps_of, |user| vec![(*user).into()]);
    let grant_ids = rows_of(&needs.grants, |id| vec![(*id).into()]);
    // Counts before emails: a commit that finds a count full postpones emails that it has not locked.
    let (found, of_users, attempts, counts, messages, causes, apps, open_apps, grants) = try_join!(
        connection.query_each(&sessions::FIND_SESSIONS, &ids, sessions::read_session),
        connection.query_each(&sessions::FIND_SESSIONS_OF, &owners, sessions::read_session),
        connection.query_each(&sessions::LOCK_ATTEMPTS, &names, sessions::read_attempts),
        connection.query_each(&claim_emails::LOCK_EMAIL_COUNTS, &count_names, claim_emails::read_email_count),
        connection.query_each(&emails::LOCK_EMAILS, &email_ids, emails::read_email),
        connection.query_each(&emails::FIND_CAUSES, &causes, emails::read_cause),
        connection.query_each(&connect_apps::LOCK_CONNECT_APPS, &apps, connect_apps::read_connect_app),
        connection.query_each(
            &connect_apps::FIND_OPEN_CONNECT_APPS,
            &app_owners,
            connect_apps::read_connect_app
        ),
        connection.query_each(&grants::LOCK_GRANTS, &grant_ids, grants::read_grant),
    )?;
    let mut world = world.borrow_mut();
    found.into_iter().chain(of_users).for_each(|session| world.sessions.load(session.id, session));
    attempts.into_iter().for_each(|attempts| world.attempts.load(attempts.name, attempts));
    messages.into_iter().for_each(|message| world.emails.load(message.id, message));
    causes.into_iter().for_each(|cause| world.load_email_cause(cause));
    counts.into_iter().for_each(|count| world.email_counts.load(count.name.clone(), count));
    apps.into_iter().chain(open_apps).for_each(|app| world.connect_apps.load(app.id, app));
    grants.into_iter().for_each(|grant| world.grants.load(grant.id, grant));
    Ok(())
}

async fn keys_and_answers(
    connection: &Connection,
    needs: &Needs,
    world: &RefCell<World>,
) -> Result<(), Error> {
    let keys = rows_of(&needs.api_keys, |id| vec![(*id).into()]);
    let owners = rows_of(&needs.api_keys_of, |account| vec![(*account).into()]);
    let banks = rows_of(&needs.bank_accounts, |(account, id)| vec![(*account).into(), (*id).into()]);
    let wallets = rows_of(&needs.external_wallets, |(account, id)| vec![(*account).into(), (*id).into()]);
    let stored = rows_of(&needs.stored_responses, stored_responses::answer_id_values);
    let versions = rows_of(&needs.secret_marks, |version| vec![i64::from(*version).into()]);
    let (keys, active, banks, wallets, stored, marks) = try_join!(
        connection.query_each(&api_keys::LOCK_API_KEYS, &keys, api_keys::read_api_key),
        connection.query_each(&api_keys::FIND_ACTIVE_API_KEYS, &owners, api_keys::read_api_key),
        connection.query_each(&bank_accounts::LOCK_BANK_ACCOUNTS, &banks, bank_accounts::read_bank_account),
        connection.query_each(
            &external_wallets::LOCK_EXTERNAL_WALLETS,
            &wallets,
            external_wallets::read_external_wallet
        ),
        connection.query_each(&stored_responses::FIND_ANSWERS, &stored, stored_responses::read_answer),
        connection.query_each(&secret_marks::FIND_SECRET_MARKS, &versions, secret_marks::read_secret_mark),
    )?;
    let mut world = world.borrow_mut();
    keys.into_iter().chain(active).for_each(|key| world.api_keys.load(key.id, key));
    banks.into_iter().for_each(|bank_account| world.bank_accounts.load(bank_account.id, bank_account));
    wallets.into_iter().for_each(|wallet| world.external_wallets.load(wallet.id, wallet));
    stored.into_iter().for_each(|(id, answer)| world.stored_responses.load(id, answer));
    marks.into_iter().for_each(|mark| world.secret_marks.load(mark.version, mark));
    Ok(())
}
