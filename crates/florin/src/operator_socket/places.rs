//! How many commands one user may run at the same time, so that no operator keeps others out.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

const MOST_RUNNING: usize = 4;
/// Further commands of the same user that wait for one of these to end.
const MOST_WAITING: usize = 60;

type Users = Arc<Mutex<HashMap<u32, User>>>;

struct User {
    running: Arc<Semaphore>,
    connections: usize,
}

/// The connections of each user id.
#[derive(Default)]
pub struct Places {
    users: Users,
}

/// A connection that counts. It is given back when it is dropped.
pub struct Place {
    uid: u32,
    running: Arc<Semaphore>,
    users: Users,
}

impl Places {
    /// `None` if this user has too many connections.
    pub fn enter(&self, uid: u32) -> Option<Place> {
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        let user = users
            .entry(uid)
            .or_insert_with(|| User { running: Arc::new(Semaphore::new(MOST_RUNNING)), connections: 0 });
        if user.connections == MOST_RUNNING + MOST_WAITING {
            return None;
        }
        user.connections += 1;
        Some(Place { uid, running: user.running.clone(), users: self.users.clone() })
    }
}

impl Place {
    /// Waits until fewer commands of this user run.
    pub async fn turn(&self) -> OwnedSemaphorePermit {
        self.running.clone().acquire_owned().await.expect("the semaphore stays open")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(user) = users.get_mut(&self.uid) {
            user.connections -= 1;
            if user.connections == 0 {
                users.remove(&self.uid);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_RUNNING, MOST_WAITING, Places};

    #[tokio::test]
    async fn each_user_has_places_of_their_own() {
        let places = Places::default();
        let mut of_one: Vec<_> =
            (0..MOST_RUNNING + MOST_WAITING).map(|_| places.enter(1).expect("a place")).collect();
        assert!(places.enter(1).is_none());
        let mut turns = Vec::new();
        for place in &of_one[..MOST_RUNNING] {
            turns.push(place.turn().await);
        }
        assert_eq!(of_one[MOST_RUNNING].running.available_permits(), 0);
        let other = places.enter(2).expect("a place for another user");
        let _turn = other.turn().await;
        turns.pop();
        let _turn = of_one[MOST_RUNNING].turn().await;
        of_one.pop();
        assert!(places.enter(1).is_some(), "given back");
        drop((of_one, other));
        assert!(places.users.lock().expect("no panic").is_empty());
    }
}
