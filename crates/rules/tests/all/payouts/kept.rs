//! Rows that are kept between batches, as a database keeps them: it loads what a batch needs and nothing else, and
//! takes in what the batch changed. It refuses, by failing the test, what the database would refuse.

use std::collections::{BTreeMap, BTreeSet};

use rules::account::{Account, Mode};
use rules::automatic_withdrawal::IncomingPayment;
use rules::change::{Outcome, Row};
use rules::claim::OpenClaim;
use rules::claim_email::EmailCount;
use rules::command::Command;
use rules::decisions::payout::DueItem;
use rules::email::Email;
use rules::event::Event;
use rules::freeze::Freeze;
use rules::id::{AccountId, AppId, PayoutId, RecipientId, TransactionId};
use rules::idempotency::{
    IdempotencyMatch, IdempotencyRequest, KEPT_SECONDS, StoredResponse, StoredResponseId, recall,
};
use rules::ledger::{LedgerAccountId, Operation, Transfer};
use rules::money::Amount;
use rules::payout::{Payout, Wallet};
use rules::recipient::Recipient;
use rules::refusal::Refusal;
use rules::time::Timestamp;
use rules::transaction::{Transaction, TransactionStatus};
use rules::user::User;
use rules::world::{KnownItem, Needs, World};

#[derive(Clone, Default, PartialEq, Debug)]
pub struct Kept {
    pub users: BTreeMap<String, User>,
    pub accounts: BTreeMap<AccountId, Account>,
    pub recipients: BTreeMap<RecipientId, Recipient>,
    pub nicknames: BTreeMap<(AppId, RecipientId), String>,
    pub payouts: BTreeMap<PayoutId, Payout>,
    pub transactions: BTreeMap<TransactionId, Transaction>,
    pub claims: BTreeMap<TransactionId, OpenClaim>,
    pub payments: BTreeMap<TransactionId, IncomingPayment>,
    pub messages: Vec<Email>,
    pub email_counts: BTreeMap<String, EmailCount>,
    pub events: Vec<Event>,
    pub transfers: Vec<Transfer>,
    pub balances: BTreeMap<LedgerAccountId, i64>,
    pub answers: BTreeMap<StoredResponseId, StoredResponse>,
    pub freeze: Option<Freeze>,
    operations: BTreeSet<Operation>,
}

/// What the sender of a command hears.
#[derive(Clone, PartialEq, Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly always the larger one")]
pub enum Told {
    Now(Outcome),
    /// The stored answer.
    Again(Vec<u8>),
}

impl Kept {
    /// The outside is there before all accounts.
    pub fn new() -> Kept {
        let balances = Mode::ALL.map(|mode| (LedgerAccountId::WorldChain(mode), 0)).into();
        Kept { balances, ..Kept::default() }
    }

    /// Does commands as one batch, as the writer does.
    pub fn batch(
        &mut self,
        commands: &[(Command, Option<IdempotencyRequest>)],
        now: Timestamp,
    ) -> Vec<Result<Told, Refusal>> {
        let mut needs = Needs::default();
        for (command, claim) in commands {
            command.needs(&mut needs);
            needs.stored_responses.extend(claim.iter().map(|claim| claim.id.clone()));
        }
        let mut world = self.load(&needs);
        let told = commands.iter().map(|(command, claim)| decide(&mut world, command, claim.as_ref(), now));
        let told = told.collect();
        if world.is_changed() {
            self.write(&world);
        }
        told
    }

    pub fn one(&mut self, command: Command, now: Timestamp) -> Result<Outcome, Refusal> {
        match self.batch(&[(command, None)], now).remove(0)? {
            Told::Now(outcome) => Ok(outcome),
            Told::Again(_) => panic!("nothing is repeated without a key"),
        }
    }

    fn load(&self, needs: &Needs) -> World {
        let mut world = World::default();
        for account in needs.accounts.iter().filter_map(|id| self.accounts.get(id)) {
            world.accounts.load(account.id, *account);
        }
        for id in &needs.balances {
            if let Some(balance) = self.balances.get(id) {
                world.load_balance(*id, Amount::from_micros(*balance));
            }
        }
        if let (true, Some(freeze)) = (needs.freeze, &self.freeze) {
            world.load_freeze(freeze.clone());
        }
        for user in needs.users.iter().filter_map(|key| self.users.get(key)) {
            world.users.load(user.email.lookup_key(), user.clone());
        }
        self.load_recipients(needs, &mut world);
        for (account, id) in &needs.payouts {
            if let Some(payout) = self.payouts.get(id).filter(|payout| payout.account == *account) {
                world.payouts.load(*id, payout.clone());
            }
        }
        let wanted = self
            .transactions
            .values()
            .filter(|row| row.payout.is_some() && needs.items.contains(&(row.account, row.id)));
        wanted.for_each(|row| world.load_item(self.known(row)));
        for count in needs.email_counts.iter().filter_map(|name| self.email_counts.get(name)) {
            world.email_counts.load(count.name.clone(), count.clone());
        }
        for id in &needs.stored_responses {
            if let Some(answer) = self.answers.get(id) {
                world.stored_responses.load(id.clone(), answer.clone());
            }
        }
        world
    }

    fn load_recipients(&self, needs: &Needs, world: &mut World) {
        for recipient in self.recipients.values() {
            let (account, key) = (recipient.account, recipient.email.lookup_key());
            let by_id =
                needs.recipients.iter().any(|(owner, _, id)| (*owner, *id) == (account, recipient.id));
            let by_email =
                needs.recipients_by_email.iter().any(|(owner, _, email)| (*owner, email) == (account, &key));
            let is_paid = needs.paid_items.iter().any(|(_, item)| {
                self.transactions.get(item).is_some_and(|item| item.recipient == Some(recipient.id))
            });
            let is_met = needs.acquaintances.contains(&key);
            if by_id || by_email || is_paid || is_met {
                world.accounts.load(account, self.accounts[&account]);
                world.load_recipient(self.shown(recipient));
                for ((app, id), text) in self.nicknames.iter().filter(|((_, id), _)| *id == recipient.id) {
                    world.nicknames.load((*app, *id), text.clone());
                }
            }
            if needs.payees_by_email.contains(&(account, key.clone())) {
                world.load_payee(account, key, recipient.id);
            }
            if needs.payees.contains(&(account, recipient.id)) {
                world.load_payee_id(account, recipient.id);
            }
        }
    }

    /// A recipient as GET shows it: in live mode with the name of the user who verified the address, which is shown
    /// once they are paid.
    pub fn shown(&self, recipient: &Recipient) -> Recipient {
        let person = self.users.get(&recipient.email.lookup_key()).filter(|user| user.verified_at.is_some());
        let person = person.filter(|_| self.accounts[&recipient.account].mode == Mode::Live);
        Recipient { person: person.map(|person| person.name.clone()), ..recipient.clone() }
    }

    /// An item with the wallet it would go to: the one that is known, or that of the user who verified the address.
    /// In test mode only the payer is found by their address.
    fn known(&self, row: &Transaction) -> KnownItem {
        let recipient = &self.recipients[&row.recipient.expect("an item has a recipient")];
        let Account { mode, user: payer, .. } = self.accounts[&row.account];
        let person = self.users.get(&recipient.email.lookup_key()).filter(|user| user.verified_at.is_some());
        let own = |account: &&Account| {
            let is_theirs = person.is_some_and(|person| account.user == person.id) && account.mode == mode;
            is_theirs && (mode == Mode::Live || account.user == payer)
        };
        let wallet = match recipient.wallet {
            Some(wallet) => Some(&self.accounts[&wallet]),
            None => self.accounts.values().find(own),
        };
        let wallet = wallet.map(Wallet::of);
        KnownItem { transaction: row.clone(), email: recipient.email.clone(), wallet }
    }

    /// What a worker sees of a payout that is due.
    pub fn due_items(&self, payout: PayoutId) -> Vec<DueItem> {
        let rows = self.transactions.values().filter(|row| row.payout == Some(payout));
        let due = rows.filter(|row| row.status == TransactionStatus::Queued).map(|row| {
            let KnownItem { transaction, email, wallet } = self.known(row);
            let known = self.recipients[&row.recipient.expect("an item has a recipient")].wallet;
            DueItem { transaction, email, wallet, wallet_is_news: wallet.is_some() && known.is_none() }
        });
        due.collect()
    }

    fn write(&mut self, world: &World) {
        for (key, user) in world.users.inserts() {
            assert!(self.users.insert(key.clone(), user.clone()).is_none(), "one address is one user");
        }
        for (key, user) in world.users.updates() {
            self.users.insert(key.clone(), user.clone());
        }
        for (key, text) in world.nicknames.inserts().into_iter().chain(world.nicknames.updates()) {
            self.nicknames.insert(*key, text.clone());
        }
        for (id, account) in world.accounts.inserts().into_iter().chain(world.accounts.updates()) {
            self.accounts.insert(*id, *account);
        }
        for account in &world.new_ledger_accounts {
            assert!(self.balances.insert(account.id, 0).is_none(), "a ledger account is made once");
        }
        for (id, recipient) in world.recipients.inserts() {
            let same = |other: &Recipient| {
                other.account == recipient.account && other.email.lookup_key() == recipient.email.lookup_key()
            };
            assert!(!self.recipients.values().any(same), "one address is one recipient");
            self.recipients.insert(*id, recipient.clone());
        }
        for (id, recipient) in world.recipients.updates() {
            let known = self.recipients.get_mut(id).expect("it was there");
            assert!(known.events < recipient.events, "the events of {id} only grow in number");
            known.events = recipient.events;
        }
        for (id, payout) in world.payouts.inserts() {
            assert!(self.payouts.insert(*id, payout.clone()).is_none(), "a payout is made once");
        }
        for (id, payout) in world.payouts.updates() {
            self.payouts.insert(*id, payout.clone());
        }
        for row in &world.new_transactions {
            let before = self.transactions.insert(row.id, row.clone());
            assert!(before.is_none(), "a transaction is made once");
        }
        for (id, row) in &world.changed_transactions {
            let before = self.transactions.insert(*id, row.clone()).expect("it was there");
            assert!(!before.status.is_end(), "{id} had ended");
        }
        world.new_transfers.iter().for_each(|transfer| self.transfer(*transfer));
        self.write_the_rest(world);
    }

    fn write_the_rest(&mut self, world: &World) {
        for (item, claim) in world.claims.inserts() {
            self.claims.insert(*item, claim.clone());
        }
        for item in world.claims.deletes() {
            self.claims.remove(item);
        }
        for (id, payment) in world.incoming_payments.inserts() {
            assert!(self.payments.insert(*id, *payment).is_none(), "a payment is written down once");
        }
        self.messages.extend(world.emails.inserts().into_iter().map(|(_, message)| message.clone()));
        for (name, count) in world.email_counts.inserts().into_iter().chain(world.email_counts.updates()) {
            self.email_counts.insert(name.clone(), count.clone());
        }
        self.events.extend(world.new_events.iter().cloned());
        for (recipient, wallet) in &world.changed_wallets {
            let recipient = self.recipients.get_mut(recipient).expect("a recipient");
            recipient.wallet.get_or_insert(*wallet);
        }
        if let Some(freeze) = world.new_freezes.last() {
            self.freeze = Some(freeze.clone());
        }
        let lifted = |freeze: &Freeze| world.lifted_freezes.iter().any(|(id, _)| *id == freeze.id);
        self.freeze = self.freeze.take().filter(|freeze| !lifted(freeze));
        for (id, answer) in
            world.stored_responses.inserts().into_iter().chain(world.stored_responses.updates())
        {
            self.answers.insert(id.clone(), answer.clone());
        }
        for id in world.stored_responses.deletes() {
            self.answers.remove(id);
        }
    }

    fn transfer(&mut self, transfer: Transfer) {
        let Transfer { operation, debit, credit, amount, .. } = transfer;
        assert!(self.operations.insert(operation), "{operation} moves money once");
        assert!(amount > Amount::ZERO && debit != credit, "{operation} moves something");
        assert_eq!(self.mode_of(debit), self.mode_of(credit), "{operation} stays in its mode");
        for (side, difference) in [(debit, -amount.micros()), (credit, amount.micros())] {
            let balance = self.balances.get_mut(&side).unwrap_or_else(|| panic!("there is no {side}"));
            *balance = balance.checked_add(difference).expect("a balance that can be counted");
            let is_outside = side.kind() == "world";
            assert!(*balance >= 0 || is_outside, "{side} is overdrawn by {operation}");
        }
        self.transfers.push(transfer);
    }

    fn mode_of(&self, account: LedgerAccountId) -> Mode {
        match account {
            LedgerAccountId::Available(owner) | LedgerAccountId::Held(owner) => self.accounts[&owner].mode,
            LedgerAccountId::WorldChain(mode)
            | LedgerAccountId::WorldBank(mode, _)
            | LedgerAccountId::Fees(mode)
            | LedgerAccountId::Rounding(mode)
            | LedgerAccountId::Suspense(mode) => mode,
        }
    }
}

fn decide(
    world: &mut World,
    command: &Command,
    claim: Option<&IdempotencyRequest>,
    now: Timestamp,
) -> Result<Told, Refusal> {
    if let Some(claim) = claim
        && let IdempotencyMatch::Replay(answer) = recall(world.stored_responses.get(&claim.id), claim, now)?
    {
        return Ok(Told::Again(answer.sealed_body.clone()));
    }
    let change = command.decide(world, now)?;
    if let Some(claim) = claim {
        let answer = StoredResponse {
            fingerprint: claim.fingerprint,
            object: change.outcome.object(),
            sealed_body: format!("{:?}", change.outcome).into_bytes(),
            created_at: now,
            expires_at: (!change.outcome.moves_money()).then(|| now.plus_seconds(KEPT_SECONDS)),
        };
        world.put(Row::StoredResponse(claim.id.clone(), answer));
    }
    change.rows.into_iter().for_each(|row| world.put(row));
    Ok(Told::Now(change.outcome))
}
