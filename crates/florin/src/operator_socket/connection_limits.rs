//! How many connections there are at the same time, in all and of one user, so that no operator keeps others out or
//! uses up the server's open files.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// One user has at most this part of all places.
const SHARE: usize = 4;

/// Who holds places.
struct OpenConnections {
    users: HashMap<u32, User>,
    connections: usize,
}

struct User {
    running: Arc<Semaphore>,
    connections: usize,
}

/// The connections of each user id.
pub struct ConnectionLimits {
    most: usize,
    max_running: usize,
    held: Arc<Mutex<OpenConnections>>,
}

/// A connection that counts. It is given back when it is dropped.
pub struct ConnectionPermit {
    uid: u32,
    running: Arc<Semaphore>,
    held: Arc<Mutex<OpenConnections>>,
}

impl ConnectionLimits {
    /// So many places in all. Each user has up to a quarter of them, and works in `max_running` at a time.
    pub fn new(most: usize, max_running: usize) -> ConnectionLimits {
        let held = Arc::new(Mutex::new(OpenConnections { users: HashMap::new(), connections: 0 }));
        ConnectionLimits { most, max_running, held }
    }

    /// `None` if this user, or all users together, have too many connections.
    pub fn enter(&self, uid: u32) -> Option<ConnectionPermit> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let of_user = held.users.get(&uid).map_or(0, |user| user.connections);
        if held.connections >= self.most || of_user >= self.most / SHARE {
            return None;
        }
        held.connections += 1;
        let user = held
            .users
            .entry(uid)
            .or_insert_with(|| User { running: Arc::new(Semaphore::new(self.max_running)), connections: 0 });
        user.connections += 1;
        Some(ConnectionPermit { uid, running: user.running.clone(), held: self.held.clone() })
    }
}

impl ConnectionPermit {
    /// Waits until fewer connections of this user are at work.
    pub async fn turn(&self) -> OwnedSemaphorePermit {
        self.running.clone().acquire_owned().await.expect("the semaphore stays open")
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.connections -= 1;
        if let Some(user) = held.users.get_mut(&self.uid) {
            user.connections -= 1;
            if user.connections == 0 {
                held.users.remove(&self.uid);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ConnectionLimits, ConnectionPermit};

    fn enter_all(places: &ConnectionLimits, uid: u32) -> Vec<ConnectionPermit> {
        std::iter::from_fn(|| places.enter(uid)).take(1_000).collect()
    }

    #[tokio::test]
    async fn each_user_has_places_of_their_own() {
        let places = ConnectionLimits::new(256, 4);
        let mut of_one = enter_all(&places, 1);
        assert_eq!(of_one.len(), 64);
        let mut turns = Vec::new();
        for place in &of_one[..4] {
            turns.push(place.turn().await);
        }
        assert_eq!(of_one[4].running.available_permits(), 0);
        let other = places.enter(2).expect("a place for another user");
        let _turn = other.turn().await;
        turns.pop();
        let _turn = of_one[4].turn().await;
        of_one.pop();
        assert!(places.enter(1).is_some(), "given back");
        drop((of_one, other));
        let held = places.held.lock().expect("no panic");
        assert!(held.users.is_empty() && held.connections == 0);
    }

    #[test]
    fn no_user_has_more_than_a_quarter_of_all_places() {
        for most in [4, 32, 256] {
            let places = ConnectionLimits::new(most, 1);
            let mut held: Vec<ConnectionPermit> = (1..=3).flat_map(|uid| enter_all(&places, uid)).collect();
            assert_eq!(held.len(), most / 4 * 3, "three users leave a quarter to a fourth");
            held.extend(enter_all(&places, 4));
            assert_eq!(held.len(), most);
            assert!(places.enter(5).is_none(), "no more than all");
            held.pop();
            assert!(places.enter(5).is_some());
        }
    }
}
