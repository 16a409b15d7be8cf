//! How a run ends: nothing goes wrong any more, every client asks once more, time passes, and then nothing may be
//! left.

use app::SimulatedEvent;
use rules::transaction::TransactionType;

use crate::books;
use crate::external_transfers::ExternalTransfer;
use crate::intent::{Reply, Wish};
use crate::run::Run;

impl Run<'_> {
    /// Lets everything come to rest, and proves from the rows that nothing was lost, doubled or forgotten.
    pub fn close(&mut self) {
        self.heal();
        self.drive();
        self.resume();
        self.ask_once_more();
        self.settle_everything();
        self.ask_once_more();
        // What was refused for want of money may have been accepted now.
        self.settle_everything();
        books::check(&self.database.connection);
        self.expire_everything();
        self.withdraw_everything();
        self.end_external_transfers();
        self.deliver_everything();
        books::check(&self.database.connection);
        for (id, account) in &self.shadow.accounts {
            let held = self.shadow.ledger[&format!("{id}:held")].balance;
            assert_eq!((held, account.open), (0, 0), "{id} still holds something");
        }
    }

    fn resume(&mut self) {
        let (number, account) = (self.intents.len(), self.accounts[0].clone());
        self.intend(account, Wish::Resume);
        self.say(number, false);
        self.drive();
        assert!(!self.shadow.is_frozen, "money may leave again");
    }

    /// Every client with a key that does not know the outcome of its request repeats it, and is told.
    fn ask_once_more(&mut self) {
        let open: Vec<usize> =
            self.intents.iter().filter(|intent| intent.key.is_some()).map(|i| i.number).collect();
        for number in open {
            if self.intents[number].is_open || self.rng.chance(5) {
                self.say(number, false);
            }
        }
        self.drive();
        let open = self.intents.iter().find(|intent| intent.key.is_some() && intent.is_open);
        assert!(open.is_none(), "no caller got the outcome of intent {:?}", open.map(|intent| intent.number));
    }

    /// Every lease runs out, so whatever dead processes left behind is found by a tick.
    fn settle_everything(&mut self) {
        for _ in 0..100 {
            let leases = self.shadow.payouts.values().filter_map(|payout| payout.next_at);
            let Some(last) = leases.max() else {
                let stuck = self.shadow.items.iter().find(|(_, item)| item.status == "queued");
                assert!(stuck.is_none(), "no process settles {stuck:?}");
                return;
            };
            self.set_clocks(last);
            let at = self.rng.below(2);
            let app = self.processes[at].app.clone();
            self.spawn(at, Box::pin(async move { Ok(app.payouts.settle_due().await).map(|_| Reply::Count) }));
            self.drive();
        }
        panic!("payouts stay due for ever");
    }

    /// All deposits have ended, and every order is reported as arrived.
    fn end_external_transfers(&mut self) {
        for _ in 0..4 {
            let now = self.processes.iter().map(|process| process.clock.now().micros()).max();
            self.set_clocks(now.expect("two") + 8 * 86_400 * 1_000_000);
            for at in 0..2 {
                let app = self.processes[at].app.clone();
                self.spawn(
                    at,
                    Box::pin(async move {
                        Ok(app.external_transfers.look_after_external_transfers().await).map(|_| Reply::Count)
                    }),
                );
                self.drive();
            }
        }
        let open = self.shadow.external_transfers.iter().filter(|(_, known)| known.is_open());
        let open: Vec<(String, ExternalTransfer)> =
            open.map(|(id, known)| (id.clone(), known.clone())).collect();
        for (id, known) in open {
            assert_eq!(known.kind, TransactionType::Withdrawal, "{id} is awaited for ever");
            let event = SimulatedEvent::Completed;
            let number = self.intents.len();
            let (bank_reference, units) = (None, None);
            self.intend(
                known.account,
                Wish::RailNotice { kind: known.kind, id, event, bank_reference, units },
            );
            self.say(number, false);
        }
        self.drive();
        let open = self.shadow.external_transfers.iter().find(|(_, known)| known.is_open());
        assert!(open.is_none(), "it never ends: {open:?}");
    }

    /// No recipient claims anything any more.
    fn expire_everything(&mut self) {
        for _ in 0..100 {
            let expiries = self.shadow.items.values().filter(|item| item.is_claimable);
            let Some(last) = expiries.filter_map(|item| item.expires_at).max() else {
                return;
            };
            self.set_clocks(last);
            let at = self.rng.below(2);
            let app = self.processes[at].app.clone();
            self.spawn(
                at,
                Box::pin(async move { Ok(app.payouts.expire_claims().await).map(|_| Reply::Count) }),
            );
            self.drive();
        }
        panic!("claims stay open for ever");
    }
}
