//! Requests that wait to be written, in bounded memory. Each account has a share of every second, and accounts take
//! turns. What changed something goes before what only read.

use std::collections::HashMap;

use rules::id::AccountId;
use rules::time::Timestamp;

use super::ObservedRequest;
use crate::platform::fair_queue::FairQueue;

/// Between two writes, so many of each kind of one account find room.
const MAX_CHANGES: u32 = 50;
const MAX_READS: u32 = 10;
/// So many of all accounts wait.
const MAX_WAITING_CHANGES: usize = 1_000;
const MAX_WAITING_READS: usize = 500;
/// So many are taken at once: what one command writes is a turn of the writer's queue. Reads are sure of some of them.
const MAX_TAKEN: usize = 100;
const MIN_TAKEN_READS: usize = 15;
/// More accounts than this, and it is no longer known of which of them something was left out.
const MAX_ACCOUNTS: usize = 10_000;

pub struct BufferedRequest {
    pub at: Timestamp,
    pub observed: ObservedRequest,
}

/// What one account sent in this second.
#[derive(Default)]
struct Share {
    changes: u32,
    reads: u32,
    left_out: i64,
}

pub struct Buffer {
    changes: FairQueue<AccountId, BufferedRequest>,
    reads: FairQueue<AccountId, BufferedRequest>,
    shares: HashMap<AccountId, Share>,
}

impl Default for Buffer {
    fn default() -> Buffer {
        Buffer {
            changes: FairQueue::new(MAX_WAITING_CHANGES),
            reads: FairQueue::new(MAX_WAITING_READS),
            shares: HashMap::new(),
        }
    }
}

impl Buffer {
    /// Whether there was room.
    pub fn put(&mut self, request: BufferedRequest) -> bool {
        let account = request.observed.account;
        if self.shares.len() >= MAX_ACCOUNTS && !self.shares.contains_key(&account) {
            return false;
        }
        let share = self.shares.entry(account).or_default();
        let (count, most, queue) = match request.observed.method {
            "GET" => (&mut share.reads, MAX_READS, &mut self.reads),
            _ => (&mut share.changes, MAX_CHANGES, &mut self.changes),
        };
        *count += 1;
        let is_in = *count <= most && queue.put(account, 1, request).is_ok();
        share.left_out += i64::from(!is_in);
        is_in
    }

    /// Whether the account's share of this second has room. If not, one more request is left out.
    pub fn has_room(&mut self, account: AccountId, method: &str) -> bool {
        let Some(share) = self.shares.get_mut(&account) else { return true };
        let has_room = match method {
            "GET" => share.reads < MAX_READS,
            _ => share.changes < MAX_CHANGES,
        };
        share.left_out += i64::from(!has_room);
        has_room
    }

    /// A new second begins. What was left out is remembered until a row tells of it.
    pub fn renew_shares(&mut self) {
        self.shares.retain(|_, share| share.left_out > 0);
        self.shares.values_mut().for_each(|share| (share.changes, share.reads) = (0, 0));
    }

    /// Some of what waits. With the first request of an account: how many others of it were left out.
    pub fn take(&mut self) -> Vec<(BufferedRequest, i64)> {
        let mut taken = Vec::new();
        let take = |queue: &mut FairQueue<AccountId, BufferedRequest>, most: usize| {
            std::iter::from_fn(|| queue.take()).take(most).collect::<Vec<_>>()
        };
        taken.extend(take(&mut self.changes, MAX_TAKEN - MIN_TAKEN_READS));
        let room = MAX_TAKEN - taken.len();
        taken.extend(take(&mut self.reads, room));
        let room = MAX_TAKEN - taken.len();
        taken.extend(take(&mut self.changes, room));
        let shares = &mut self.shares;
        let rows = taken.into_iter().map(|request| {
            let share = shares.get_mut(&request.observed.account);
            let left_out = share.map_or(0, |share| std::mem::take(&mut share.left_out));
            (request, left_out)
        });
        rows.collect()
    }
}

#[cfg(test)]
mod tests {
    use rules::id::{AccountId, AppId};

    use super::*;
    use crate::request_log::RequestContent;

    fn account(number: u64) -> AccountId {
        AccountId::new(number, [0; 10])
    }

    fn request(account: AccountId, method: &'static str) -> BufferedRequest {
        let observed = ObservedRequest {
            id: String::new(),
            account,
            app: AppId::new(1, [0; 10]),
            key: None,
            method,
            address: None,
            status: Some(200),
            took: std::time::Duration::ZERO,
            describe: Box::new(RequestContent::default),
        };
        BufferedRequest { at: Timestamp::from_micros(0), observed }
    }

    /// How many of so many requests found room.
    fn put(buffer: &mut Buffer, owner: u64, method: &'static str, count: usize) -> usize {
        (0..count).filter(|_| buffer.put(request(account(owner), method))).count()
    }

    fn left_out(taken: &[(BufferedRequest, i64)], owner: u64) -> i64 {
        let own = taken.iter().filter(|(request, _)| request.observed.account == account(owner));
        own.map(|(_, left_out)| left_out).sum()
    }

    #[test]
    fn an_account_has_a_share_of_each_kind_and_the_rest_is_counted() {
        let mut buffer = Buffer::default();
        assert_eq!(put(&mut buffer, 1, "GET", 20_000), MAX_READS as usize);
        assert_eq!(put(&mut buffer, 1, "POST", 60), MAX_CHANGES as usize);
        assert_eq!(put(&mut buffer, 2, "GET", 3), 3, "another account has its own");
        let taken = buffer.take();
        assert_eq!(taken.len(), 63);
        assert!(taken[..50].iter().all(|(request, _)| request.observed.method == "POST"), "changes go first");
        assert_eq!(left_out(&taken, 1), 20_000 - 10 + 10);
        assert_eq!(left_out(&taken, 2), 0);
        assert_eq!(put(&mut buffer, 1, "GET", 1), 0, "writing them makes no new share");
        assert!(!buffer.has_room(account(1), "GET") && !buffer.has_room(account(1), "POST"));
        assert!(buffer.has_room(account(2), "GET") && buffer.has_room(account(3), "GET"));
        buffer.renew_shares();
        assert_eq!(put(&mut buffer, 1, "PATCH", 60), MAX_CHANGES as usize, "the next second does");
        assert_eq!(left_out(&buffer.take(), 1), 13);
        buffer.renew_shares();
        assert!(buffer.take().is_empty() && buffer.shares.is_empty());
    }

    #[test]
    fn a_full_buffer_takes_nothing_more_and_is_written_in_turns() {
        let mut buffer = Buffer::default();
        let room: usize = (1..=100).map(|owner| put(&mut buffer, owner, "POST", 50)).sum();
        assert!((MAX_WAITING_CHANGES - 30..=MAX_WAITING_CHANGES).contains(&room), "{room}");
        let reads: usize = (1..=200).map(|owner| put(&mut buffer, owner, "GET", 10)).sum();
        assert!(reads <= MAX_WAITING_READS, "{reads}");
        let taken = buffer.take();
        assert_eq!(taken.len(), MAX_TAKEN);
        let count = |method: &str| taken.iter().filter(|(one, _)| one.observed.method == method).count();
        assert_eq!((count("POST"), count("GET")), (MAX_TAKEN - MIN_TAKEN_READS, MIN_TAKEN_READS));
        let rest: usize = std::iter::from_fn(|| Some(buffer.take().len()).filter(|count| *count > 0)).sum();
        assert_eq!(rest, room + reads - MAX_TAKEN, "nothing that found room is lost");
    }

    #[test]
    fn it_remembers_only_so_many_accounts() {
        let mut buffer = Buffer::default();
        for owner in 0..30_000 {
            put(&mut buffer, owner, "GET", 11);
        }
        assert!(buffer.shares.len() <= MAX_ACCOUNTS);
    }
}
