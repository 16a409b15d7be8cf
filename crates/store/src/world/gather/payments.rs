//! Payments that came in, and where they are withdrawn to.

use std::cell::RefCell;

use futures_util::try_join;
use rules::world::{Needs, World};

use crate::automatic_withdrawals;
use crate::engine::Connection;
use crate::error::Error;
use crate::world::rows_of;

pub async fn load(connection: &Connection, needs: &Needs, world: &RefCell<World>) -> Result<(), Error> {
    let accounts = rows_of(&needs.automatic_withdrawals, |account| vec![(*account).into()]);
    let ids = rows_of(&needs.incoming_payments, |(account, id)| vec![(*account).into(), (*id).into()]);
    let (automatic, payments) = try_join!(
        connection.query_each(
            &automatic_withdrawals::FIND_AUTOMATIC_WITHDRAWALS,
            &accounts,
            automatic_withdrawals::read_with_owner
        ),
        connection.query_each(
            &automatic_withdrawals::FIND_INCOMING_PAYMENTS,
            &ids,
            automatic_withdrawals::read_incoming_payment
        ),
    )?;
    let mut world = world.borrow_mut();
    for (row, owner) in automatic {
        world.owner_emails.insert(row.account, owner);
        world.automatic_withdrawals.load(row.account, row);
    }
    payments.into_iter().for_each(|payment| world.incoming_payments.load(payment.transaction, payment));
    Ok(())
}
