//! Ending the oldest sessions of a user to make room for a new one.

use crate::change::Row;
use crate::id::SessionId;
use crate::session::{MAX_SESSIONS, Session, Stage};
use crate::time::Timestamp;
use crate::user::User;
use crate::world::World;

/// Ends sessions of a user so that one more of this stage has room: those that are over, then those that were not used
/// for the longest. A sign-in that lacks the second factor ends only others that lack it.
pub fn make_room(world: &World, user: &User, stage: Stage, now: Timestamp) -> impl Iterator<Item = Row> {
    let of_user = |session: &&Session| session.user == user.id && session.stage == stage;
    let mut sessions: Vec<&Session> = world.sessions.rows().filter(of_user).collect();
    sessions.sort_by_key(|session| (session.is_alive(user, now), session.seen_at, session.id));
    let too_many = (sessions.len() + 1).saturating_sub(MAX_SESSIONS);
    let ended: Vec<SessionId> = sessions.into_iter().take(too_many).map(|session| session.id).collect();
    ended.into_iter().map(Row::EndedSession)
}
