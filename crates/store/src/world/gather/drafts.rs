//! Payouts in progress.

use std::cell::RefCell;

use futures_util::try_join;
use rules::world::{Needs, World};

use crate::engine::Connection;
use crate::error::Error;
use crate::payout_drafts;
use crate::world::rows_of;

pub async fn load(connection: &Connection, needs: &Needs, world: &RefCell<World>) -> Result<(), Error> {
    let ids = rows_of(&needs.payout_drafts, |(account, id)| vec![(*account).into(), (*id).into()]);
    let writers = rows_of(&needs.payout_drafts_of, |account| vec![(*account).into()]);
    let (drafts, counts) = try_join!(
        connection.query_each(&payout_drafts::FIND_PAYOUT_DRAFTS, &ids, payout_drafts::read_payout_draft),
        connection.query_each(&payout_drafts::COUNT_PAYOUT_DRAFTS, &writers, payout_drafts::read_count),
    )?;
    let mut world = world.borrow_mut();
    drafts.into_iter().for_each(|draft| world.payout_drafts.load((draft.account, draft.id), draft));
    counts.into_iter().for_each(|(account, count)| world.load_payout_draft_count(account, count as usize));
    Ok(())
}
